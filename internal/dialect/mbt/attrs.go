package mbt

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/optable"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// attrs reads the attributes of an element. Their names ignore case, those
// that nobody asks for are ignored, and a lint says so.
type attrs struct {
	d     *decoder
	e     *markup.Element
	known []string
}

func (d *decoder) attrs(e *markup.Element) *attrs { return &attrs{d: d, e: e} }

// get returns an attribute, or nil when it is missing.
func (a *attrs) get(name string) *markup.Attr {
	if !slices.Contains(a.known, name) {
		a.known = append(a.known, name)
	}
	return attr(a.e, name)
}

func attr(e *markup.Element, name string) *markup.Attr {
	for i := range e.Attrs {
		if sameName(e.Attrs[i].Name, name) {
			return &e.Attrs[i]
		}
	}
	return nil
}

// sameName compares names of elements and attributes, in which ASCII case makes
// no difference.
func sameName(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if asciiLowerByte(a[i]) != asciiLowerByte(b[i]) {
			return false
		}
	}
	return true
}

func asciiLowerByte(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

func asciiLower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, s)
}

// text returns an attribute; a missing one is empty.
func (a *attrs) text(name string) string {
	if at := a.get(name); at != nil {
		return at.Value
	}
	return ""
}

// required reads an attribute that must be there and not be empty.
func (a *attrs) required(name, what string) (text string, ok bool) {
	at := a.get(name)
	switch {
	case at == nil:
		a.missing(name, what)
		return "", false
	case at.Value == "":
		a.d.list.Errorf(a.e.Span, "<%s> with an empty %s, wanted %s", shorten(a.e.Name), name, what)
		return "", false
	}
	return at.Value, true
}

func (a *attrs) missing(name, what string) *syntax.Error {
	e := a.d.list.Errorf(a.e.Span, "<%s> without %s, wanted %s", shorten(a.e.Name), name, what)
	if near := syntax.Closest(name, a.names()); near != "" {
		e.Hint = fmt.Sprintf("is %q meant as %s?", near, name)
	}
	return e
}

func (a *attrs) names() []string {
	names := make([]string, len(a.e.Attrs))
	for i := range a.e.Attrs {
		names[i] = a.e.Attrs[i].Name
	}
	return names
}

// float reads a number, and reports whether it is there.
func (a *attrs) float(name string) (f float32, ok bool) {
	at := a.get(name)
	if at == nil {
		return 0, false
	}
	f, exact := readFloat(at.Value)
	a.note(at, name, float64(f))
	a.inexact(at, exact, f)
	if plain := exact && strings.Trim(at.Value, "+-.0123456789eE \t") == ""; exact && (!plain || math.IsInf(float64(f), 0)) {
		e := a.d.lint(at.ValueSpan, "%s %q is read as %v", at.Name, shorten(at.Value), f)
		if math.IsNaN(float64(f)) {
			e.Hint = "no time is ever up by that"
		}
	}
	return f, true
}

// note notes an attribute as a number that could be another one.
func (a *attrs) note(at *markup.Attr, name string, value float64) {
	written, err := strconv.ParseFloat(at.Value, 64)
	switch {
	case err != nil || math.IsNaN(written) || math.IsInf(written, 0):
		return // more than a number, or none
	case float32(written) == float32(value): // read with 32 bits
		value = written
	}
	n := run.Number{Of: a.e.Name, Arg: name, At: at.ValueSpan, Value: value}
	if at.Escaped() {
		n.Fixed = "it is written with references"
	}
	a.d.doc.numbers = append(a.d.doc.numbers, n)
}

// count8 reads a whole number and keeps its low 8 bits.
func (a *attrs) count8(name string) uint8 {
	at := a.get(name)
	if at == nil {
		return 0
	}
	i, exact := readInt(at.Value)
	a.note(at, name, float64(uint8(i)))
	a.inexact(at, exact && i >= 0 && i <= 255, uint8(i))
	return uint8(i)
}

func (a *attrs) count32(name string, def uint32) uint32 {
	at := a.get(name)
	if at == nil {
		return def
	}
	c, exact := readCount(at.Value)
	a.note(at, name, float64(c))
	a.inexact(at, exact && !strings.Contains(at.Value, "-"), c)
	return c
}

func (a *attrs) bool(name string, def bool) bool {
	at := a.get(name)
	if at == nil {
		return def
	}
	b, exact := readBool(at.Value)
	a.inexact(at, exact, b)
	return b
}

func (a *attrs) inexact(at *markup.Attr, exact bool, as any) {
	if exact {
		return
	}
	e := a.d.lint(at.ValueSpan, "%s %q is read as %v", at.Name, shorten(at.Value), as)
	point := strings.Replace(at.Value, ",", ".", 1)
	if _, is := readFloat(point); is && point != at.Value {
		e.Hint = "write " + point
	}
}

// confused has attributes that are often written on the wrong element.
var confused = map[string]string{
	"succeedifneverbeenset":  "orNeverBeenSet",
	"max":                    "allowedConcurrentUsers",
	"allowedconcurrentusers": "max",
}

// own lists the attributes that the element reads, but for those that all nodes have.
func (a *attrs) own() string {
	var names []string
	for _, name := range a.known {
		if !slices.Contains(logNames[:], name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "it has none of its own"
	}
	return few("it reads", names)
}

// shared says how to write the action of the game that the element could be taken for, if
// that has a parameter.
func (a *attrs) shared(param string) string {
	name := optable.Underscored(a.e.Name)
	use := a.d.reg.Action(name)
	if use == nil || name == a.e.Name || !slices.ContainsFunc(use.Params, func(p host.Param) bool { return p.Name == param }) {
		return ""
	}
	return fmt.Sprintf("the action of the game that has it is written <%s>", name)
}

// done reports the attributes that nothing has read, as lints.
func (a *attrs) done() {
	for i := range a.e.Attrs {
		at := &a.e.Attrs[i]
		if slices.ContainsFunc(a.known, func(k string) bool { return sameName(k, at.Name) }) {
			continue
		}
		e := a.d.lint(at.NameSpan, "<%s> ignores the attribute %q", shorten(a.e.Name), shorten(at.Name))
		if c := confused[asciiLower(at.Name)]; c != "" && slices.Contains(a.known, c) {
			e.Hint = fmt.Sprintf("here it is %q", c)
		} else if e.Hint = a.shared(at.Name); e.Hint != "" {
			continue
		} else if e.Suggest(at.Name, a.known); e.Hint == "" {
			e.Hint = a.own()
		}
	}
}
