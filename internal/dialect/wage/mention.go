package wage

import (
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/mention"
)

// Mentions lists the names in the nodes of a file.
func Mentions(file string, src []byte, limits limit.Values) (all mention.List) {
	var l syntax.List
	doc, _ := markup.Document(file, src, markup.LimitsOf(limits), &l)
	MentionsIn(doc, &all)
	return all
}

// MentionsIn adds the names in the nodes of a value, each of which is a map with a kind.
func MentionsIn(n *markup.Node, all *mention.List) {
	if n == nil {
		return
	}
	for _, item := range n.Items {
		MentionsIn(item, all)
	}
	kind := n.Get("kind")
	if kind == nil || kind.Kind != markup.String {
		for _, e := range n.Entries {
			MentionsIn(e.Value, all)
		}
		return
	}
	if isKind(kind.Str) {
		all.Use(mention.Action, kind.Str, kind.Span)
	}
	for _, e := range n.Entries {
		switch v := e.Value; {
		case e.Key == "kind":
		case e.Key == "name" && v.Kind == markup.String && (kind.Str == "action" || kind.Str == "condition"):
			all.Use(mention.Action, v.Str, v.Span)
		case e.Key == "key" && v.Kind == markup.String:
			all.Use(mention.Entry, v.Str, v.Span)
		case e.Key == "args":
			for _, arg := range v.Entries {
				if arg.Key == "key" && arg.Value.Kind == markup.String {
					all.Use(mention.Entry, arg.Value.Str, arg.Value.Span)
				} else if arg.Value.Kind == markup.String {
					all.Value(arg.Key, arg.Value.Str, arg.Value.Span)
				}
			}
			MentionsIn(v, all)
		case v.Kind == markup.String:
			all.Value(e.Key, v.Str, v.Span)
		default:
			MentionsIn(v, all)
		}
	}
}
