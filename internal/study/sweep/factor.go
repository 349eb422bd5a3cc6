package sweep

import (
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

// Factor is something that is varied: in a range, or over values that are listed.
type Factor struct {
	Name           string
	Kind           string // one of factorKinds, or scene
	Key            string // of tune and setting
	Class          string // of tune, count and tree
	From, To, Step float64
	Unit           string
	Levels         []Level // nil: it is a range

	at   syntax.Span
	ends bool // From and To were written
}

// Level is one of several values.
type Level struct {
	Label string
	Value float64      // of numbers
	text  string       // of settings that are texts, trees and scenes
	node  *markup.Node // of with, and of settings
}

// Kinds of factors, as they are written. A sweep of several scenes has them as one more, scene.
var factorKinds = []string{"tune", "count", "setting", "tree", "with"}

const sceneFactor = "scene"

// factors reads what is varied, in the order of the file.
func (r *reader) factors(o *markup.Object) {
	f := r.file
	if len(f.Scenes) > 1 {
		own := &Factor{Name: sceneFactor, Kind: sceneFactor, at: o.Node("scene").Span}
		for _, s := range f.Scenes {
			own.Levels = append(own.Levels, Level{Label: s, text: s})
		}
		f.Factors = append(f.Factors, own)
	}
	n := o.Node("factors")
	if n == nil {
		return
	}
	if n.Kind != markup.Map {
		r.list.Errorf(n.Span, "factors: wanted a map of names, and under each what is varied, found %s", n.Describe())
		return
	}
	for _, e := range n.Entries {
		if len(f.Factors) == maxFactors.In(f.Limits) {
			r.list.Errorf(n.Span, "%d factors, wanted at most %d", len(n.Entries), maxFactors.In(f.Limits))
			return
		}
		if in := e.Value.Object(r.list, "a factor"); in != nil {
			f.Factors = append(f.Factors, r.factor(e.Key, in))
		}
	}
}

func (r *reader) factor(name string, o *markup.Object) *Factor {
	f := &Factor{Name: name, at: o.Span()}
	if name == sceneFactor && len(r.file.Scenes) > 1 {
		r.list.Errorf(o.Span(), "a factor with the name %q, which the scenes have", name)
	}
	for _, kind := range factorKinds {
		if !o.Has(kind) {
			continue
		}
		if f.Kind != "" {
			r.list.Errorf(o.KeySpan(kind), "factor %s: %s beside %s, wanted one of them", name, kind, f.Kind)
		}
		f.Kind = kind
	}
	switch f.Kind {
	case "":
		r.list.Errorf(o.Span(), "factor %s: wanted one of %s", name, markup.Or(factorKinds))
		for _, key := range []string{"of", "list", "from", "to", "step", "unit"} {
			o.Known(key)
		}
		return f
	case "tune":
		f.Key, f.Class = o.RequiredText("tune"), o.RequiredText("of")
	case "setting":
		f.Key = o.RequiredText("setting")
	case "count", "tree":
		f.Class = o.RequiredText(f.Kind)
	case "with":
		r.withs(f, o.Node("with"))
	}
	f.Unit, _ = o.Str("unit")
	if f.Kind != "with" {
		r.values(f, o)
	}
	o.Done()
	return f
}

// withs reads changes of the scene, each under a name.
func (r *reader) withs(f *Factor, n *markup.Node) {
	if n.Kind != markup.Map || len(n.Entries) == 0 {
		r.list.Errorf(n.Span, "with: wanted a map of names, and under each keys of the scene with other values, found %s", n.Describe())
		return
	}
	for _, e := range n.Entries {
		if seed := e.Value.Get("seed"); seed != nil {
			r.list.Errorf(seed.Span, "with: %s: a seed, wanted seed and repeats of the sweep: every point has the same seeds", e.Key)
		}
		if e.Value.Kind != markup.Map {
			r.list.Errorf(e.Value.Span, "with: %s: wanted a map of keys of the scene, found %s", e.Key, e.Value.Describe())
		}
		f.Levels = append(f.Levels, Level{Label: e.Key, node: e.Value})
	}
}

// values reads a range or a list.
func (r *reader) values(f *Factor, o *markup.Object) {
	if n := o.Node("list"); n != nil {
		for _, key := range []string{"from", "to", "step"} {
			if o.Has(key) {
				r.list.Errorf(o.KeySpan(key), "%s beside list, wanted a list or a range", key)
			}
		}
		items := o.List("list")
		if len(items) == 0 || len(items) > maxLevels.In(r.file.Limits) {
			r.list.Errorf(n.Span, "list: wanted 1 to %d values, found %d", maxLevels.In(r.file.Limits), len(items))
			return
		}
		for _, item := range items {
			f.Levels = append(f.Levels, r.level(f, item))
		}
		return
	}
	if f.Kind == "tree" {
		r.list.Errorf(f.at, "factor %s: wanted list with files of trees", f.Name)
		return
	}
	f.ends = o.Has("from") || o.Has("to")
	if !f.ends && f.Kind == "tune" {
		return // those of the tunable
	}
	for _, key := range []string{"from", "to"} {
		if !o.Has(key) {
			r.list.Errorf(o.Span(), "factor %s: wanted list, or from and to, found no %s", f.Name, key)
		}
	}
	f.From, f.To = o.NumberIn("from", 0, -1e15, 1e15), o.NumberIn("to", 1, -1e15, 1e15)
	step := 0.0
	if f.Kind == "count" {
		step = 1
	}
	if f.Step = o.NumberIn("step", step, 0, 1e15); f.To <= f.From {
		r.list.Errorf(o.Span(), "factor %s: from %g to %g, wanted a range", f.Name, f.From, f.To)
	}
	if f.Kind == "count" && (f.Step < 1 || f.Step != math.Trunc(f.Step) || f.From != math.Trunc(f.From) || f.To != math.Trunc(f.To) || f.From < 0 || f.To > systems.MaxBots) {
		r.list.Errorf(o.Span(), "factor %s: wanted whole numbers from 0 to %d", f.Name, systems.MaxBots)
	}
}

// level reads one value of a list.
func (r *reader) level(f *Factor, n *markup.Node) Level {
	l := Level{Label: labelOf(n), Value: n.Num, text: n.Str, node: n}
	if slices.ContainsFunc(f.Levels, func(other Level) bool { return other.Label == l.Label }) {
		r.list.Errorf(n.Span, "factor %s: %s is in the list twice", f.Name, l.Label)
	}
	if n.Kind == markup.Number && (math.IsInf(n.Num, 0) || math.IsNaN(n.Num)) {
		r.list.Errorf(n.Span, "factor %s: wanted a finite number, found %s", f.Name, l.Label)
	}
	switch wrong := false; f.Kind {
	case "tune":
		wrong = n.Kind != markup.Number
		fallthrough
	case "count":
		if wrong || n.Kind != markup.Number || f.Kind == "count" && (n.Num < 0 || n.Num != math.Trunc(n.Num) || n.Num > systems.MaxBots) {
			r.list.Errorf(n.Span, "factor %s: wanted %s, found %s", f.Name, map[string]string{"tune": "a number", "count": "a number of bots"}[f.Kind], n.Describe())
		}
	case "tree":
		if n.Kind != markup.String || n.Str == "" {
			r.list.Errorf(n.Span, "factor %s: wanted the file of a tree, or own for the one that the class has, found %s", f.Name, n.Describe())
		}
	case "setting":
		if n.Kind == markup.Map || n.Kind == markup.Sequence {
			r.list.Errorf(n.Span, "factor %s: wanted a value of a setting, found %s", f.Name, n.Describe())
		}
	}
	return l
}

// labelOf returns a value of a list, for people.
func labelOf(n *markup.Node) string {
	switch n.Kind {
	case markup.Number:
		return strconv.FormatFloat(n.Num, 'g', -1, 64)
	case markup.String:
		return n.Str
	}
	return n.Describe()
}

// IsNumber reports whether values of a factor are numbers, which have an order.
func (f *Factor) IsNumber() bool {
	return len(f.Levels) == 0 || !slices.ContainsFunc(f.Levels, func(l Level) bool { return l.node == nil || l.node.Kind != markup.Number })
}

// wanted returns a factor's values in words.
func (f *Factor) wanted() string {
	if len(f.Levels) == 0 {
		return "a number from " + f.Label(f.From) + " to " + f.Label(f.To)
	}
	var all []string
	for _, l := range f.Levels {
		all = append(all, l.Label)
	}
	return markup.Or(all)
}

// coordinate returns where a value of a point stands: of a range the number, of a list its
// index.
func (f *Factor) coordinate(n *markup.Node) (x float64, ok bool) {
	if len(f.Levels) == 0 {
		return n.Num, n.Kind == markup.Number && (!f.ends || n.Num >= f.From && n.Num <= f.To)
	}
	label := labelOf(n)
	i := slices.IndexFunc(f.Levels, func(l Level) bool { return l.Label == label })
	return float64(i), i >= 0
}

// Label returns the value of a coordinate, for people.
func (f *Factor) Label(x float64) string {
	if len(f.Levels) == 0 {
		return strconv.FormatFloat(x, 'g', 4, 64)
	}
	return f.Levels[int(x)].Label
}

// Value returns the number of a coordinate, of a factor whose values are numbers.
func (f *Factor) Value(x float64) float64 {
	if len(f.Levels) == 0 {
		return x
	}
	return f.Levels[int(x)].Value
}

// own is the level of a tree that leaves what the class has.
const own = "own"

// vary sets a factor's value in a variation. dir is the folder of the sweep file.
func (f *Factor) vary(v *treetest.Variation, x float64, dir string) {
	value, level := x, Level{}
	if len(f.Levels) > 0 {
		level = f.Levels[int(x)]
		value = level.Value
	}
	switch f.Kind {
	case "tune":
		v.Numbers = append(v.Numbers, scenes.Number{Class: f.Class, Key: f.Key, Value: value})
	case "count":
		v.Counts = append(v.Counts, treetest.ClassCount{Class: f.Class, Bots: int(value)})
	case "setting":
		n := level.node
		if n == nil {
			n = &markup.Node{Kind: markup.Number, Num: x, Int: x == math.Trunc(x)}
		}
		v.With = append(v.With, object("settings", object(f.Key, n)))
	case "tree":
		if level.text != own {
			v.Trees = append(v.Trees, treetest.ClassTree{Class: f.Class, File: beside(dir, level.text)})
		}
	case "with":
		v.With = append(v.With, level.node)
	case sceneFactor:
		v.Scene = level.text
	}
}

// beside returns a file that is named in a file of a folder.
func beside(dir, file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(dir, filepath.FromSlash(file))
}

// object returns a map with one key.
func object(key string, value *markup.Node) *markup.Node {
	return &markup.Node{Kind: markup.Map, Entries: []markup.Entry{{Key: key, Value: value}}}
}
