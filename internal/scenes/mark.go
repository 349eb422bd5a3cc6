package scenes

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/trees"
	"github.com/thicket-sim/thicket/session"
)

// Mark says who stands out in pictures, windows and summaries, and what a
// contact is called there.
type Mark struct {
	Key  string // a state key: bots and players for whom it is true stand out
	Name string // what a contact is called, such as tag
	Past string // of a body that was met, such as tagged
}

// usualMark is the mark of a scene without one: rulesets that were written for other engines
// play tag with the key it. noMark is what holds while no body can have the key.
var (
	usualMark = Mark{Key: "it", Name: "tag", Past: "tagged"}
	noMark    = Mark{Name: "contact", Past: "touched"}
)

// MarkNow returns the mark of the scene, or one without a key while no bot or player can have
// the key: trees and commands may bring it while the scene is played.
func (s *Scene) MarkNow() Mark {
	if slices.Contains(host.SymbolsOf(s.Setup.Registry).KeyNames(), s.Mark.Key) {
		return s.Mark
	}
	return noMark
}

// maxMarkWord says how long the words of a mark may be, in characters.
const maxMarkWord = 30

// mark reads the mark, when all state keys are known.
func (d *decoder) mark(o *markup.Object) {
	d.scene.Mark = usualMark
	n := o.Node("mark")
	if n == nil {
		return
	}
	m := n.Object(d.list, "mark")
	d.scene.Mark = Mark{Key: m.RequiredText("key"), Name: d.markWord(m, "name", "contact"), Past: d.markWord(m, "past", "touched")}
	m.Done()
	if keys := host.SymbolsOf(d.reg).KeyNames(); d.scene.Mark.Key != "" && !slices.Contains(keys, d.scene.Mark.Key) {
		e := d.list.Noticef(m.Node("key").Span, "mark: nobody has the state key %q, unless a command gives it", d.scene.Mark.Key)
		e.Suggest(d.scene.Mark.Key, keys)
	}
}

// Sign is a mark beside the one that the rules of the game are about: a ring around the bodies that have
// all of a state.
type Sign struct {
	State []trees.StateValue
	Title string // in the legend
}

// MaxSigns is the number of signs that a scene may have.
const MaxSigns = 7

// SignOf returns the number of the first sign that a body bears, from 1, and 0 for none.
func SignOf(signs []Sign, v *session.BodyView) int {
	for i := range signs {
		lacks := func(s trees.StateValue) bool {
			return !slices.ContainsFunc(v.State, func(has session.StateView) bool { return has.Key == s.Key && same(has.Value, s.Value) })
		}
		if !slices.ContainsFunc(signs[i].State, lacks) {
			return i + 1
		}
	}
	return 0
}

// same reports whether two values are equal as trees compare them.
func same(a, b host.Value) bool {
	if a.Kind() == host.Int || a.Kind() == host.Number {
		return (b.Kind() == host.Int || b.Kind() == host.Number) && a.Number() == b.Number()
	}
	return a.Comparable() && a == b
}

// signs reads the further marks, when all state keys are known.
func (d *decoder) signs(o *markup.Object) {
	keys := host.SymbolsOf(d.reg).KeyNames()
	for m := range d.objects(o, "marks", "a mark", "marks", MaxSigns) {
		n := m.Node("state")
		if n == nil || n.Kind == markup.Map && len(n.Entries) == 0 {
			d.list.Errorf(m.Span(), "marks: found no state, wanted one such as { free: false }")
			continue
		}
		s := Sign{State: trees.DecodeState(n, "state", d.list)}
		if s.Title, _ = m.Str("title"); s.Title == "" {
			for _, v := range s.State {
				s.Title = strings.TrimLeft(s.Title+", "+v.Key+" "+v.Value.String(), ", ")
			}
		}
		m.Done()
		for _, e := range n.Entries {
			if !slices.Contains(keys, e.Key) {
				d.list.Noticef(e.KeySpan, "marks: nobody has the state key %q, unless a command gives it", e.Key).Suggest(e.Key, keys)
			}
		}
		d.scene.Signs = append(d.scene.Signs, s)
	}
}

func (d *decoder) markWord(m *markup.Object, key, def string) string {
	word, ok := m.Str(key)
	if !ok {
		return def
	}
	strange := func(r rune) bool { return !unicode.IsLetter(r) }
	if n := utf8.RuneCountInString(word); n == 0 || n > maxMarkWord || slices.ContainsFunc([]rune(word), strange) {
		v := m.Node(key)
		d.list.Errorf(v.Span, "%s: wanted a word of 1 to %d letters, found %s", key, maxMarkWord, v.Describe())
		return def
	}
	return word
}
