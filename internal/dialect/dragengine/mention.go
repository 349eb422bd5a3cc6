package dragengine

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/mention"
)

// Mentions lists the names in a file.
func Mentions(file string, src []byte, limits limit.Values) (all mention.List) {
	var l syntax.List
	if root, _ := markup.XML(file, src, markup.LimitsOf(limits), &l); root != nil {
		mentionsIn(root, &all)
	}
	return all
}

// mentionsIn adds the names of an element and of those below it.
func mentionsIn(e *markup.Element, all *mention.List) {
	if a := e.Attr("id"); a != nil {
		all.Define(mention.ID, a.Value, a.ValueSpan)
	}
	name := e.Attr("name")
	if e.Name == "action" && name != nil {
		all.Use(mention.Action, name.Value, name.ValueSpan)
	}
	if len(e.Texts) == 1 && len(e.Children) == 0 && strings.TrimSpace(e.Texts[0].Value) == e.Texts[0].Value {
		text := e.Texts[0]
		switch {
		case e.Name == "subtree" || e.Name == "subTree":
			all.Use(mention.File, text.Value, text.Span)
		case e.Name == "condition":
			all.Use(mention.Action, text.Value, text.Span)
		case e.Name == "parameter" && name != nil:
			all.Value(name.Value[strings.LastIndexByte(name.Value, '.')+1:], text.Value, text.Span)
		}
	}
	for _, c := range e.Children {
		mentionsIn(c, all)
	}
}
