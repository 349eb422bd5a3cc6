package scenes

import (
	"slices"
	"unicode"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// form says which keys Thicket has under a key of a scene. A ruleset can have keys of the
// same name for other parts of its engine, which are told apart by their shape.
type form struct {
	list bool     // of maps; else a map
	keys []string // one of them in those maps, or in the map itself, says that it is Thicket's
	says string   // the form in words, for the keys that rulesets have in other shapes
}

var forms = map[string]form{
	"teams": {true, []string{"id", "name", "color"}, "a list of maps with an id each"},
	"rules": {true, []string{"on", "radius", "from", "to", "cooldown", "send", "set"}, "a list of maps with on, from and to"},
	"items": {true, []string{"kind", "count", "respawn", "food", "health", "worth", "at", "spare", "tags"}, "a list of maps with a kind each"},

	"actions":    {says: "a map of names, and under each a map with a kind"},
	"conditions": {says: "a map of names, and under each a map with a kind"},

	"bots":           {list: true, keys: []string{"id", "name", "behavior", "minCount", "maxCount", "speedMps", "count", "initialState"}},
	"places":         {list: true, keys: []string{"at", "radius", "tags", "team"}},
	"paths":          {list: true, keys: []string{"points", "closed"}},
	"queries":        {list: true, keys: []string{"options"}},
	"obstacles":      {list: true, keys: []string{"rect", "circle", "polygon"}},
	"weapons":        {list: true, keys: []string{"damage", "range", "cooldown", "clip", "ammo", "reload"}},
	"goods":          {list: true, keys: []string{"price", "weapon", "ammo", "armour", "health"}},
	"world":          {keys: []string{"width", "height", "x", "y", "edges", "solid"}},
	"teamAssignment": {keys: []string{"humanTeamId", "botTeamId"}},
	"marks":          {list: true, keys: []string{"state"}},
	"mark":           {keys: []string{"key", "name", "past"}},
	"match":          {keys: []string{"score", "time", "kill", "purse", "income"}},
	"day":            {keys: []string{"length", "start", "dawn", "dusk"}},
	"nature":         {keys: []string{"season", "autumn", "winter", "spring", "summer", "daysLeft", "phase", "clock", "moon", "weather", "temperature", "nightmare", "cave"}},
}

// isOwn reports whether a value says that it has this form.
func (f form) isOwn(n *markup.Node) bool {
	if f.list {
		return n.Kind == markup.Sequence && slices.ContainsFunc(n.Items, f.tells)
	}
	if f.keys == nil { // of maps with a kind
		return n.Kind == markup.Map && slices.ContainsFunc(n.Entries, func(e markup.Entry) bool {
			return e.Value.Get("kind") != nil && e.Value.Get("children") == nil
		})
	}
	return f.tells(n)
}

// tells reports whether a map has one of the keys, or a slip of one.
func (f form) tells(n *markup.Node) bool {
	return n.Kind == markup.Map && slices.ContainsFunc(n.Entries, func(e markup.Entry) bool {
		return syntax.Closest(e.Key, f.keys) != ""
	})
}

// isOther reports whether a value has another form that makes sense in a ruleset: a
// map or texts where Thicket has a list of maps, a list or a tree of nodes where it
// has a map, or maps with none of the keys.
func (f form) isOther(n *markup.Node) bool {
	switch {
	case n.Kind == markup.Map && f.list:
		return !f.tells(n)
	case n.Kind == markup.Map && f.keys == nil:
		kind := n.Get("kind")
		return kind != nil && kind.Kind == markup.String || len(n.Entries) > 0 && !slices.ContainsFunc(n.Entries, func(e markup.Entry) bool {
			return e.Value.Get("children") == nil
		})
	case n.Kind == markup.Map:
		return len(n.Entries) > 0 && !f.tells(n)
	case n.Kind == markup.Sequence && f.list:
		return areTexts(n) || len(n.Items) > 0 && !slices.ContainsFunc(n.Items, func(item *markup.Node) bool {
			return item.Kind != markup.Map || len(item.Entries) == 0 || f.tells(item)
		})
	}
	return n.Kind == markup.Sequence
}

// areTexts reports whether a value is a list of texts, of one at least.
func areTexts(n *markup.Node) bool {
	return n.Kind == markup.Sequence && len(n.Items) > 0 &&
		!slices.ContainsFunc(n.Items, func(item *markup.Node) bool { return item.Kind != markup.String })
}

// ownKeys gives a scene without the values that have a key of Thicket's in another
// form, each with a notice. A list of names for teams is read as their ids.
func ownKeys(doc *markup.Node, l *syntax.List) *markup.Node {
	if doc.Kind != markup.Map {
		return doc
	}
	own := *doc // the document itself is not to be changed
	own.Entries = nil
	for _, e := range doc.Entries {
		switch f := forms[e.Key]; {
		case e.Key == "teams" && areTexts(e.Value):
			l.Noticef(e.Value.Span, "teams: a list of names; each is taken as the id of a team")
			e.Value = teamsOf(e.Value)
		case f.says != "" && f.isOther(e.Value):
			e := l.Noticef(e.KeySpan, "key %q has another form than Thicket's, and is ignored", e.Key)
			e.Hint = "Thicket's is " + f.says
			continue
		}
		own.Entries = append(own.Entries, e)
	}
	return &own
}

// teamsOf makes teams of a list of their ids.
func teamsOf(names *markup.Node) *markup.Node {
	teams := *names
	teams.Items = nil
	for _, id := range names.Items {
		teams.Items = append(teams.Items, &markup.Node{
			Span: id.Span, Kind: markup.Map, Entries: []markup.Entry{{Key: "id", KeySpan: id.Span, Value: id}},
		})
	}
	return &teams
}

// isSlip reports whether an unknown key of a scene is a slip of a known one. Where
// it is one edit away it is, unless its value has another form; where it is farther
// away its value must say so.
func isSlip(key, known string, value *markup.Node) bool {
	f, formed := forms[known]
	switch {
	case isOneEdit(key, known):
		return !formed || !f.isOther(value) || len(value.Items)+len(value.Entries) == 0
	case formed:
		return f.isOwn(value)
	}
	return value.Kind < markup.Sequence
}

// isOneEdit reports whether two words differ in no more than one letter that is
// missing, added or replaced, or in two neighbours that are swapped. Upper and lower
// case make no difference.
func isOneEdit(a, b string) bool {
	x, y := []rune(a), []rune(b)
	same := func(p, q rune) bool { return unicode.ToLower(p) == unicode.ToLower(q) }
	for len(x) > 0 && len(y) > 0 && same(x[0], y[0]) {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && same(x[len(x)-1], y[len(y)-1]) {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	return len(x) <= 1 && len(y) <= 1 || len(x) == 2 && len(y) == 2 && same(x[0], y[1]) && same(x[1], y[0])
}
