package mbt

import (
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/lazy"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/mention"
)

// mentionedBy are the attributes of elements that name something, by element and attribute; those
// of any element stand by the attribute alone.
var mentionedBy = map[string]mention.Mention{
	"Variable name":            {Kind: mention.Entry, Defines: true},
	"Timestamp name":           {Kind: mention.Entry, Defines: true},
	"Timestamp setOnEvent":     {Kind: mention.Event},
	"Signal name":              {Kind: mention.Event},
	"State name":               {Kind: mention.State, Defines: true},
	"Transition to":            {Kind: mention.State},
	"SendEvent name":           {Kind: mention.Event, Defines: true},
	"SendTransitionEvent name": {Kind: mention.Event, Defines: true},
	"onEvent":                  {Kind: mention.Event},
	"variable":                 {Kind: mention.Entry},
}

var conditionWord = lazy.Regexp(`[A-Za-z_][A-Za-z0-9_]*`)

// placeNames are the attributes of goal operations that name a place, unless they are one of the words.
var placeNames = map[string]bool{"locate name": true, "pathfind name": true, "stick locatename": true}

// ownPlaces are these words.
var ownPlaces = []string{"refpoint", "atttarget", "target", "player"}

// codes are the attributes that hold Lua.
var codes = map[string]bool{"code": true, "onenter": true, "onexit": true}

// Mentions lists the names in a file of a tree or of goal pipes.
func Mentions(file string, src []byte, limits limit.Values) (all mention.List) {
	var l syntax.List
	root, _ := markup.XML(file, src, fileLimits(limits), &l)
	if root == nil {
		return nil
	}
	m := mentioner{list: &all, variables: map[string]bool{}}
	m.declared(root)
	m.element(root, false)
	all.In(file)
	return all
}

// mentioner goes through the elements of a file.
type mentioner struct {
	list      *mention.List
	variables map[string]bool
}

// declared finds the variables, which conditions name.
func (m *mentioner) declared(e *markup.Element) {
	if a := e.Attr("name"); a != nil && sameName(e.Name, "Variable") {
		m.variables[a.Value] = true
	}
	for _, c := range e.Children {
		m.declared(c)
	}
}

// element adds the names of an element and of those below it; nodes says that it is in a tree.
func (m *mentioner) element(e *markup.Element, nodes bool) {
	if sameName(e.Name, pipeName) {
		m.pipe(e, nodes)
		return
	}
	own := loaders[e.Name] == nil && outside[asciiLower(e.Name)] == ""
	if nodes && (own || len(e.Children) == 0) && !sameName(e.Name, "Transition") {
		m.list.Use(mention.Action, e.Name, e.NameSpan())
	} else if nodes {
		m.list.Value(mention.Node, e.Name, e.NameSpan())
	}
	m.attributes(e)
	for _, c := range e.Children {
		m.element(c, nodes || sameName(e.Name, "Root") || sameName(e.Name, "BehaviorTree") && nodes)
	}
}

func (m *mentioner) attributes(e *markup.Element) {
	for i := range e.Attrs {
		a := &e.Attrs[i]
		of, ok := mentionedBy[e.Name+" "+a.Name]
		if !ok {
			of, ok = mentionedBy[a.Name]
		}
		switch {
		case ok:
			of.Name, of.At = a.Value, a.ValueSpan
			*m.list = append(*m.list, of)
		case strings.EqualFold(a.Name, "condition"):
			m.condition(a)
		case codes[asciiLower(a.Name)] && loaders[e.Name] != nil:
			m.code(a)
		default:
			m.list.Value(a.Name, a.Value, a.ValueSpan)
		}
	}
}

// pipe adds the names of a goal pipe: one with operations is defined here.
func (m *mentioner) pipe(e *markup.Element, nodes bool) {
	if nodes {
		m.list.Use(mention.Action, e.Name, e.NameSpan())
	}
	if a := e.Attr("name"); a != nil {
		at := mention.Mention{Kind: mention.Pipe, Name: a.Value, At: a.ValueSpan, Defines: !nodes || len(e.Children) > 0}
		*m.list = append(*m.list, at)
	}
	for _, c := range e.Children {
		m.operation(c)
	}
}

// operation adds the names of one goal operation, or of what groups some.
func (m *mentioner) operation(e *markup.Element) {
	if slices.ContainsFunc(pipeOps, func(o pipeOp) bool { return sameName(o.name, e.Name) }) {
		m.list.Use(mention.Action, e.Name, e.NameSpan())
	}
	for i := range e.Attrs {
		a := &e.Attrs[i]
		switch of := asciiLower(e.Name + " " + a.Name); {
		case of == "signal name":
			m.list.Define(mention.Event, a.Value, a.ValueSpan)
		case of == "waitsignal name":
			m.list.Use(mention.Event, a.Value, a.ValueSpan)
		case of == "subgoalpipe name":
			m.list.Use(mention.Pipe, a.Value, a.ValueSpan)
		case of == "tacticalpos name":
			m.list.Value("query", a.Value, a.ValueSpan)
		case of == "script code":
			m.code(a)
		case placeNames[of] && !slices.Contains(ownPlaces, strings.ToLower(a.Value)):
			m.list.Value("place", a.Value, a.ValueSpan)
		}
	}
	for _, c := range e.Children {
		m.operation(c)
	}
}

// code adds the names in Lua that an attribute holds.
func (m *mentioner) code(a *markup.Attr) {
	for _, of := range luaMentions(a.Value) {
		start, end := a.At(of.from), a.At(of.to)
		of.At = syntax.Span{Start: start, EndLine: end.Line, EndCol: end.Col}
		*m.list = append(*m.list, of.Mention)
	}
}

// condition adds the variables that a condition asks.
func (m *mentioner) condition(a *markup.Attr) {
	for _, w := range conditionWord().FindAllStringIndex(a.Value, -1) {
		if name := a.Value[w[0]:w[1]]; m.variables[name] {
			start, end := a.At(w[0]), a.At(w[1])
			m.list.Use(mention.Entry, name, syntax.Span{Start: start, EndLine: end.Line, EndCol: end.Col})
		}
	}
}

// Offered returns what finds the name of an action by that of an element; "" for none.
func Offered(reg *host.Registry) func(word string) string {
	return func(word string) string {
		if a := find(reg, word); a != nil && !IsWord(word) {
			return a.Name
		}
		return ""
	}
}
