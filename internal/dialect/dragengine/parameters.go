package dragengine

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// Operator says how [UpdateParameter] takes its value.
type Operator uint8

// The operators.
const (
	Set Operator = iota
	Add
	Multiply
)

// UpdateParameter makes an action that changes an entry of the bot's parameter
// table: BTActionParameterTable. It always succeeds.
type UpdateParameter struct {
	Entry   string
	Default float64 // counts where the entry has no value
	Do      Operator
	// The value to set, add or multiply by: the rule's parameter of the name
	// Parameter where it has one, else that of the entry Other where one is
	// named, else Value, which is also the default of Other.
	Value     float64
	Other     string
	Parameter string
}

// Action returns the action under a name.
func (u UpdateParameter) Action(name string) host.Action {
	return readyMade(name, "Changes an entry of the bot's parameter table.", true, func(c *compiler, h *Head) ready {
		r := ready{kind: updateParameter, op: uint8(u.Do), at: c.entry(u.Entry), fallback: float32(u.Default)}
		r.value, r.from = c.value(u.Value, u.Other, u.Parameter, h)
		return r
	})
}

// value reads the number that a rule gives, or where it comes from.
func (c *compiler) value(given float64, other, parameter string, h *Head) (value float32, from int) {
	if text, ok := h.param(parameter); ok && parameter != "" {
		return floatOf(text), 0
	}
	if other != "" {
		from = c.entry(other)
	}
	return float32(given), from
}

func (s *semantics) update(x *run.Exec, r *ready) {
	value := r.value
	if r.from != 0 {
		value = s.tables.float(x, r.from, value)
	}
	switch Operator(r.op) {
	case Add:
		value = s.tables.float(x, r.at, r.fallback) + value
	case Multiply:
		value = s.tables.float(x, r.at, r.fallback) * value
	}
	s.tables.setFloat(x, r.at, value)
}

// Comparison says how two values of a parameter table are compared.
type Comparison uint8

// The comparisons. Truth values have the first two alone.
const (
	Equal Comparison = iota
	NotEqual
	LessThan
	LessThanOrEqual
	GreaterThan
	GreaterThanOrEqual
)

// threshold says how far floats may be apart that count as equal.
const threshold float32 = 0.0001

func compareInts(c Comparison, a, b int32) bool {
	switch c {
	case Equal:
		return a == b
	case NotEqual:
		return a != b
	case LessThan:
		return a < b
	case LessThanOrEqual:
		return a <= b
	case GreaterThan:
		return a > b
	}
	return a >= b
}

func compareFloats(c Comparison, a, b float32) bool {
	switch c {
	case Equal:
		return max(a-b, b-a) <= threshold
	case NotEqual:
		return max(a-b, b-a) > threshold
	case LessThan:
		return a < b-threshold
	case LessThanOrEqual:
		return a <= b+threshold
	case GreaterThan:
		return a > b+threshold
	}
	return a >= b-threshold
}

// Compare makes conditions that compare an entry of the bot's parameter table
// with a value: BTConditionParameterTableBool, ...Int and ...Float.
type Compare struct {
	Entry   string
	Default float64 // counts where the entry has no value; of a truth value, 1 is true
	Is      Comparison
	// The value to compare with, found as that of [UpdateParameter] is.
	Value     float64
	Other     string
	Parameter string
	Negated   bool // asks for the opposite
}

// Bool compares truth values, and knows [Equal] and [NotEqual]: the text of an
// entry is true where it is 1, true or yes, that of a rule's parameter where it
// is true.
func (p Compare) Bool(name string) host.Func {
	return p.condition(name, compareBool)
}

// Int compares integers.
func (p Compare) Int(name string) host.Func { return p.condition(name, compareInt) }

// Float compares floats, which are equal where they are no more than 0.0001
// apart.
func (p Compare) Float(name string) host.Func { return p.condition(name, compareFloat) }

func (p Compare) condition(name string, kind readyKind) host.Func {
	return readyAsked(name, "Compares an entry of the bot's parameter table.", true, func(c *compiler, h *Head) ready {
		r := ready{
			kind: kind, op: uint8(p.Is), negated: p.Negated, at: c.entry(p.Entry),
			fallback: float32(p.Default), fallbackIs: p.Default == 1, otherwise: truncate(p.Default), whole: truncate(p.Value),
		}
		r.value, r.from = c.value(p.Value, p.Other, p.Parameter, h)
		r.yes = p.Value == 1
		if text, ok := h.param(p.Parameter); ok && p.Parameter != "" {
			r.yes, r.whole = text == "true", intOf(text)
		}
		return r
	})
}
