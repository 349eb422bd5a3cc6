package dragengine

import (
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// Tables holds what the ready-made actions and conditions of a scene share. Each
// game of the scene has triggers of its own, see [Triggers.In].
type Tables struct{ Triggers *Triggers }

// Offer reads the keys `actions` and `conditions` of a scene, maps of names and
// of what is ready-made, and offers that to the trees of this dialect. Either
// may be nil. They take the place of what the game offers by the same names.
// Faults go to the list.
func Offer(actions, conditions *markup.Node, reg *host.Registry, l *syntax.List) {
	own, cfg := reg.Overlay(dialect), configOf(reg)
	if cfg.tables == nil {
		cfg.tables = &Tables{NewTriggers()}
		own.Config = cfg
	}
	d := &offerDecoder{list: l, tables: cfg.tables}
	d.each(actions, "actions", "a ready-made action", func(name string, at syntax.Pos, o *markup.Object) {
		a := d.action(name, o)
		if o.Done(); a == nil {
			return
		}
		if err := host.PutAction(own, *a); err != nil {
			l.Errorf(at, "%v", err)
		}
	})
	d.each(conditions, "conditions", "a ready-made condition", func(name string, at syntax.Pos, o *markup.Object) {
		f := d.condition(name, o)
		if o.Done(); f == nil {
			return
		}
		if err := host.PutFunc(own, *f); err != nil {
			l.Errorf(at, "%v", err)
		}
	})
}

type offerDecoder struct {
	list   *syntax.List
	tables *Tables
}

func (d *offerDecoder) each(n *markup.Node, key, what string, read func(string, syntax.Pos, *markup.Object)) {
	if n == nil {
		return
	}
	if n.Kind != markup.Map {
		d.list.Errorf(n.Span, "%s: wanted a map of names, found %s", key, n.Describe())
		return
	}
	for _, e := range n.Entries {
		if o := e.Value.Object(d.list, what); o != nil {
			read(e.Key, e.KeySpan.Start, o)
		}
	}
}

// kind reads the key `kind`, which must be one of kinds.
func (d *offerDecoder) kind(o *markup.Object, kinds []string) string {
	o.RequiredStr("kind")
	return d.word(o, "kind", kinds)
}

// word reads a key whose value must be one of some words. It returns "" when the
// key is missing or its value is none of them.
func (d *offerDecoder) word(o *markup.Object, key string, among []string) string {
	word, ok := o.Str(key)
	if !ok {
		return ""
	}
	if !slices.Contains(among, word) {
		d.list.Errorf(o.Node(key).Span, "%s: wanted %s, found %s", key, markup.Or(among), o.Node(key).Describe()).Suggest(word, among)
		return ""
	}
	return word
}

// index reads a key whose value must be one of some words and returns the index
// of that word; 0 without the key.
func (d *offerDecoder) index(o *markup.Object, key string, among []string) uint8 {
	return uint8(max(slices.Index(among, d.word(o, key, among)), 0))
}

func (d *offerDecoder) action(name string, o *markup.Object) *host.Action {
	behaviors := BehaviorActions()
	kind := d.kind(o, append([]string{"parameterTable", "trigger", "globalEvent", "condition"}, behaviorActionNames()...))
	var a host.Action
	switch kind {
	case "":
		o.Known(actionKeys...)
		return nil
	case "parameterTable":
		u := UpdateParameter{Entry: o.RequiredStr("entry"), Default: o.Number("default", 0), Parameter: optional(o, "parameter")}
		i, value := d.one(o, operatorNames[:])
		u.Do = Operator(i)
		u.Value, u.Other = value.number, value.other
		a = u.Action(name)
	case "trigger":
		a = UseTrigger{d.tables.Triggers, o.RequiredStr("trigger"), Pulse(d.index(o, "do", pulseNames[:]))}.Action(name)
	case "globalEvent":
		a = SendGlobalEvent{o.RequiredStr("event"), optional(o, "source"), optional(o, "data")}.Action(name)
	case "condition":
		a = ConditionAction(name, o.RequiredStr("condition"))
	default:
		a = behaviors[slices.IndexFunc(behaviors, func(b host.Action) bool { return b.Name == kind })]
		a.Name = name
	}
	return &a
}

func (d *offerDecoder) condition(name string, o *markup.Object) *host.Func {
	behaviors := BehaviorConditions()
	kind := d.kind(o, append([]string{"parameterTable", "trigger", "combine"}, behaviorConditionNames()...))
	var f host.Func
	switch kind {
	case "":
		o.Known(conditionKeys...)
		return nil
	case "parameterTable":
		f = d.compare(name, o)
	case "trigger":
		f = AskTrigger{d.tables.Triggers, o.RequiredStr("trigger"), Firing(d.index(o, "is", firingNames[:]))}.Condition(name)
	case "combine":
		k := Combine{Mode: Mode(d.index(o, "mode", modeNames[:]))}
		if !o.Has("conditions") {
			d.list.Errorf(o.Span(), "a combination has no key %q, wanted a list of names", "conditions")
		}
		for _, item := range o.List("conditions") {
			if item.Kind != markup.String {
				d.list.Errorf(item.Span, "conditions: wanted a list of names, found %s in it", item.Describe())
			}
			k.Conditions = append(k.Conditions, item.Str)
		}
		f = k.Condition(name)
	default:
		f = behaviors[slices.IndexFunc(behaviors, func(b host.Func) bool { return b.Name == kind })]
		f.Name = name
	}
	return &f
}

var (
	operatorNames   = [...]string{"set", "add", "multiply"}
	comparisonNames = [...]string{"equal", "notEqual", "lessThan", "lessThanOrEqual", "greaterThan", "greaterThanOrEqual"}
	typeNames       = []string{"bool", "int", "float"}

	// The keys of all kinds, which are not reported beside a kind that is wrong.
	actionKeys = append([]string{
		"entry", "default", "parameter", "trigger", "do", "event", "source", "data", "condition",
	}, operatorNames[:]...)
	conditionKeys = append([]string{
		"entry", "default", "parameter", "type", "negated", "trigger", "is", "mode", "conditions",
	}, comparisonNames[:]...)
)

func (d *offerDecoder) compare(name string, o *markup.Object) host.Func {
	c := Compare{Entry: o.RequiredStr("entry"), Parameter: optional(o, "parameter"), Negated: o.Bool("negated", false)}
	i, value := d.one(o, comparisonNames[:])
	c.Is, c.Value, c.Other = Comparison(i), value.number, value.other
	def := "float"
	if value.truth {
		def = "bool"
	}
	if t := d.word(o, "type", typeNames); t != "" {
		def = t
	}
	if n := o.Node("default"); n != nil {
		def := d.value(n, "default")
		if c.Default = def.number; n.Kind == markup.String {
			d.list.Errorf(n.Span, "default: wanted a number, true or false, found %s", n.Describe())
		}
	}
	if def == "bool" && c.Is > NotEqual {
		d.list.Errorf(o.KeySpan(comparisonNames[i]), "%s: truth values are compared by equal and notEqual", comparisonNames[i])
	}
	switch def {
	case "bool":
		return c.Bool(name)
	case "int":
		return c.Int(name)
	}
	return c.Float(name)
}

// operand is a number, a truth value, or the name of another entry.
type operand struct {
	number float64
	truth  bool
	other  string
}

// one reads the one key, of some, that must be there.
func (d *offerDecoder) one(o *markup.Object, keys []string) (index int, v operand) {
	index = -1
	for i, key := range keys {
		n := o.Node(key)
		switch {
		case n == nil:
		case index >= 0:
			d.list.Errorf(o.KeySpan(key), "%s beside %s, wanted one of them", key, keys[index])
		default:
			index, v = i, d.value(n, key)
		}
	}
	if index < 0 {
		d.list.Errorf(o.Span(), "wanted one of %s", strings.Join(keys, ", "))
		index = 0
	}
	return index, v
}

func (d *offerDecoder) value(n *markup.Node, key string) (v operand) {
	switch n.Kind {
	case markup.Number:
		v.number = n.Num
		if f := float32(n.Num); f-f != 0 {
			d.list.Errorf(n.Span, "%s: wanted a finite number of single precision, found %s", key, n.Describe())
		}
	case markup.Bool:
		v.truth = true
		if n.Bool {
			v.number = 1
		}
	case markup.String:
		v.other = n.Str
	default:
		d.list.Errorf(n.Span, "%s: wanted a number, true, false or the name of another entry, found %s", key, n.Describe())
	}
	return v
}

func optional(o *markup.Object, key string) string {
	s, _ := o.Str(key)
	return s
}
