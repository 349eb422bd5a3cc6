package index

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/mention"
	"github.com/thicket-sim/thicket/internal/trees"
)

// lists are the keys of a scene that hold a list of things with an id.
var lists = map[string]mention.Kind{
	"teams": mention.Team, "places": mention.Place, "paths": mention.Path, "bots": mention.Class, "weapons": mention.Weapon, "queries": mention.Query,
	"items": mention.Item, "goods": mention.Good,
}

// sceneMentions lists the names in the text of a scene, as far as it can be read.
func sceneMentions(file string, src []byte, limits limit.Values) (all mention.List) {
	var l syntax.List
	doc, _ := markup.Document(file, src, markup.LimitsOf(limits), &l)
	if doc == nil {
		return nil
	}
	sceneReader{&all}.scene(doc)
	return all
}

// offering returns what trees of some files are offered: what a registry does, nil for an arena's, and what the
// vocabularies have that their scenes ask for.
func offering(sources []Source, limits limit.Values, reg *host.Registry) *host.Registry {
	if reg == nil {
		reg = arena.NewRegistry()
	} else {
		reg = host.CloneOf(reg)
	}
	for _, s := range sources {
		if !s.Scene {
			continue
		}
		var l syntax.List
		doc, _ := markup.Document(s.Name, s.Text, markup.LimitsOf(limits), &l)
		asked := []*markup.Node{doc.Get("game")}
		if n := doc.Get("vocabularies"); n != nil {
			asked = append(asked, n.Items...)
		}
		for _, n := range asked {
			if n != nil {
				_ = trees.Ask(reg, n.Str) // a name of none is the scene's error
			}
		}
	}
	return reg
}

// scene reads a scene, or what a test changes in one.
func (s sceneReader) scene(doc *markup.Node) {
	for _, e := range doc.Entries {
		switch e.Key {
		case "behaviors":
			for _, b := range e.Value.Entries {
				s.Define(mention.Tree, b.Key, b.KeySpan)
				s.behavior(b.Value)
			}
		case "actions", "conditions":
			for _, a := range e.Value.Entries {
				s.Define(mention.Action, a.Key, a.KeySpan)
				s.scripted(a.Value)
			}
		case "enums":
			for _, n := range e.Value.Entries {
				s.Define(mention.Enum, n.Key, n.KeySpan)
			}
		case "lua":
			s.each(e.Value, mention.File)
		case "rules":
			for _, r := range e.Value.Items {
				s.rule(r)
			}
		case "playerJoinStates":
			s.entries(e.Value, true)
		default:
			for _, item := range e.Value.Items {
				s.thing(item, lists[e.Key])
			}
		}
	}
}

// scripted reads an action or a condition that the scene makes: an entry of the parameter table is there
// where an action sets it, and an event where one sends it.
func (s sceneReader) scripted(n *markup.Node) {
	sends := n.Get("kind") != nil && n.Get("kind").Str == "globalEvent"
	sets := n.Get("set") != nil || n.Get("default") != nil || n.Get("add") != nil
	for _, e := range n.Entries {
		switch v := e.Value; {
		case v.Kind != markup.String:
		case e.Key == "entry" && sets:
			s.Define(mention.Entry, v.Str, v.Span)
		case e.Key == "entry":
			s.Use(mention.Entry, v.Str, v.Span)
		case e.Key == "event" && sends:
			s.Define(mention.Event, v.Str, v.Span)
		}
	}
}

// sceneReader adds the names of a scene to a list.
type sceneReader struct{ *mention.List }

// thing reads a map with an id, of a kind that may be none.
func (s sceneReader) thing(n *markup.Node, kind mention.Kind) {
	for _, e := range n.Entries {
		v := e.Value
		switch {
		case kind != "" && v.Kind == markup.String && (e.Key == "id" || e.Key == "kind" && kind == mention.Item):
			s.Define(kind, v.Str, v.Span)
		case e.Key == "tags" && (kind == mention.Place || kind == mention.Item):
			for _, tag := range v.Items {
				s.Define(mention.Tag, tag.Str, tag.Span)
			}
		case e.Key == "weapons" && kind == mention.Class:
			s.each(v, mention.Weapon)
		case e.Key == "foes":
			s.each(v, mention.Class)
		case e.Key == "behavior":
			s.behavior(v)
		case e.Key == "initialState" || e.Key == "state":
			s.entries(v, true)
		case e.Key == "start":
			for _, start := range v.Items {
				s.entries(start.Get("state"), true)
			}
		case v.Kind == markup.String:
			s.Value(e.Key, v.Str, v.Span)
		}
	}
}

// each takes the texts of a list, or one alone.
func (s sceneReader) each(n *markup.Node, kind mention.Kind) {
	if n == nil {
		return
	}
	for _, item := range append([]*markup.Node{n}, n.Items...) {
		if item.Kind == markup.String {
			s.Use(kind, item.Str, item.Span)
		}
	}
}

// behavior reads the tree of a class: its nodes, a file, or the name of another.
func (s sceneReader) behavior(n *markup.Node) {
	switch {
	case n == nil:
	case n.Kind == markup.String:
		s.Value("behavior", n.Str, n.Span)
	case n.Get("kind") == nil:
		for _, key := range []string{"file", "creature"} {
			s.each(n.Get(key), mention.File)
		}
	default:
		trees.MentionsInScene(n, s.List)
	}
}

// entries reads the keys of a bag of state.
func (s sceneReader) entries(n *markup.Node, defines bool) {
	if n == nil {
		return
	}
	for _, e := range n.Entries {
		if defines {
			s.Define(mention.Entry, e.Key, e.KeySpan)
		} else {
			s.Use(mention.Entry, e.Key, e.KeySpan)
		}
	}
}

func (s sceneReader) rule(n *markup.Node) {
	for _, key := range []string{"from", "to"} {
		if c := n.Get(key); c != nil && c.Get("kind") != nil {
			trees.MentionsInScene(c, s.List)
		} else {
			s.entries(c, false)
		}
		if set := n.Get("set"); set != nil {
			s.entries(set.Get(key), false)
		}
	}
	if send := n.Get("send"); send != nil {
		for _, item := range append([]*markup.Node{send}, send.Items...) {
			if event := item.Get("event"); event != nil {
				item = event
			}
			if item.Kind == markup.String {
				s.Define(mention.Event, item.Str, item.Span)
			}
		}
	}
}

// testMentions lists the names in a file of tests.
func testMentions(file string, src []byte, limits limit.Values) (all mention.List) {
	var l syntax.List
	doc, _ := markup.YAML(file, src, markup.LimitsOf(limits), &l)
	if doc != nil {
		sceneReader{&all}.test(doc)
	}
	return all
}

// test reads a value of a file of tests.
func (s sceneReader) test(n *markup.Node) {
	for _, item := range n.Items {
		s.test(item)
	}
	for _, e := range n.Entries {
		switch v := e.Value; {
		case e.Key == "with":
			s.scene(v)
		case e.Key == "score":
			for _, team := range v.Entries {
				s.Use(mention.Team, team.Key, team.KeySpan)
			}
		case e.Key == "bots":
			for _, c := range v.Entries {
				s.Use(mention.Class, c.Key, c.KeySpan)
			}
		case e.Key == "does":
			s.each(v, mention.Action)
		case e.Key == "state" || e.Key == "remembers":
			s.entries(v, false)
		case v.Kind == markup.String:
			s.Value(e.Key, v.Str, v.Span)
		case e.Key == "in" || e.Key == "node":
			for _, item := range v.Items {
				s.Value(e.Key, item.Str, item.Span)
			}
		default:
			s.test(v)
		}
	}
}
