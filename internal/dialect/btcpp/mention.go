package btcpp

import (
	"strings"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/script"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	naming "github.com/thicket-sim/thicket/internal/insight/mention"
)

// Mentions lists the names in a file.
func Mentions(file string, src []byte, limits limit.Values) (all naming.List) {
	var l syntax.List
	root, _ := markup.LenientXML(file, src, markup.LimitsOf(limits), &l)
	if root == nil {
		return nil
	}
	if a := root.Attr("main_tree_to_execute"); a != nil {
		all.Use(naming.Tree, a.Value, a.ValueSpan)
	}
	for _, e := range root.Children {
		switch e.Name {
		case "include":
			if a := e.Attr("path"); a != nil {
				all.Use(naming.File, a.Value, a.ValueSpan)
			}
		case "TreeNodesModel":
			for _, model := range e.Children {
				if a := model.Attr("ID"); a != nil && model.Name != "SubTree" {
					all.Define(naming.Action, a.Value, a.ValueSpan)
				}
			}
		case "BehaviorTree":
			if a := e.Attr("ID"); a != nil {
				all.Define(naming.Tree, a.Value, a.ValueSpan)
			}
			scope := file
			if a := e.Attr("ID"); a != nil {
				scope = a.Value
			}
			from := len(all)
			for _, c := range e.Children {
				mentionsIn(c, &all)
			}
			all[from:].In(scope)
		}
	}
	return all
}

// portRows has the parameters of the dialect's nodes, by their names.
var portRows = sync.OnceValue(func() map[string][]words.Param {
	all := map[string][]words.Param{}
	for _, w := range Words() {
		if w.Role.IsNode() {
			all[w.Name] = w.Params
		}
	}
	return all
})

// mentionsIn adds the names of a node and of those below it.
func mentionsIn(e *markup.Element, all *naming.List) {
	of := naming.Action
	switch e.Name {
	case "SubTree", "SubTreePlus":
		of = naming.Tree
	case "Action", "Condition", "Control", "Decorator":
	default:
		if len(e.Children) == 0 {
			all.Use(naming.Action, e.Name, e.NameSpan())
		} else {
			all.Value(naming.Node, e.Name, e.NameSpan())
		}
	}
	for i := range e.Attrs {
		switch a := &e.Attrs[i]; {
		case a.Name == "ID":
			all.Use(of, a.Value, a.ValueSpan)
		case a.Name == "name":
			all.Define(naming.Name, a.Value, a.ValueSpan)
		default:
			if of == naming.Tree && isPortName(a.Name) && e.Attr("ID") != nil { // the caller gives the tree an entry
				own := len(*all)
				all.Define(naming.Entry, a.Name, a.NameSpan)
				(*all)[own:].In(e.Attr("ID").Value)
			}
			mentionsOf(e, a, all)
		}
	}
	for _, c := range e.Children {
		mentionsIn(c, all)
	}
}

// mentionsOf adds the names in the value of a port.
func mentionsOf(e *markup.Element, a *markup.Attr, all *naming.List) {
	var port words.Param
	for _, p := range portRows()[e.Name] {
		if p.Name == a.Name {
			port = p
		}
	}
	entry, pointed := strings.CutPrefix(a.Value, "{")
	entry, closed := strings.CutSuffix(entry, "}")
	switch {
	case port.Names == scripts, strings.HasPrefix(a.Name, "_") && a.Name != "_autoremap":
		for _, n := range script.Names(a.Value) {
			mentionEntry(a, a.Value[n.Start:n.End], n.Start, n.Sets, true, all)
		}
	case pointed && closed && entry != "=":
		mentionEntry(a, entry, 1, port.Writes && port.Names != entries, false, all) // an entry that holds a name is read
	case port.Names == entries:
		mentionEntry(a, a.Value, 0, port.Writes, false, all)
	default:
		all.Value(a.Name, a.Value, a.ValueSpan)
	}
}

// shared is the scope of entries that all trees share, which trees write with an @.
const shared = "@"

// mentionEntry adds an entry that stands in a value from a byte on. A word of a script may be something
// else by that name.
func mentionEntry(a *markup.Attr, name string, from int, sets, word bool, all *naming.List) {
	own := len(*all)
	name, global := strings.CutPrefix(name, shared)
	if global {
		from++
	}
	start, end := a.At(from), a.At(from+len(name))
	at := syntax.Span{Start: start, EndLine: end.Line, EndCol: end.Col}
	switch {
	case sets:
		all.Define(naming.Entry, name, at)
	case word && !global:
		all.Value(naming.Code, name, at)
	default:
		all.Use(naming.Entry, name, at)
	}
	if global {
		(*all)[own:].In(shared)
	}
}

// Offered returns what finds the name of an action or a function by that of a node; "" for none.
func Offered(reg *host.Registry) func(word string) string {
	own := reg.Overlay(dialect)
	return func(word string) string {
		if k := offered(own, word); k != nil && builtIn[word] == nil && (!own.Vocabulary || nav2Kinds[word] == nil || offersItself(own, word)) {
			return k.name
		}
		return ""
	}
}
