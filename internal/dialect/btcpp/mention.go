package btcpp

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
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
			for _, c := range e.Children {
				mentionsIn(c, &all)
			}
		}
	}
	return all
}

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
		}
	}
	for i := range e.Attrs {
		a := &e.Attrs[i]
		entry, pointed := strings.CutPrefix(a.Value, "{")
		switch {
		case a.Name == "ID":
			all.Use(of, a.Value, a.ValueSpan)
		case a.Name == "name":
			all.Define(naming.Name, a.Value, a.ValueSpan)
		case pointed && strings.HasSuffix(entry, "}") && entry != "=}":
			at := a.ValueSpan
			at.Start.Col++
			at.EndCol--
			all.Use(naming.Entry, strings.TrimSuffix(entry, "}"), at)
		default:
			all.Value(a.Name, a.Value, a.ValueSpan)
		}
	}
	for _, c := range e.Children {
		mentionsIn(c, all)
	}
}
