package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/palette"
	"github.com/thicket-sim/thicket/systems"
)

// tally adds up what happens in a run: contacts by rule and by body, and who
// was it for how long.
type tally struct {
	game  *systems.Game
	rules []int64 // contacts by rule
	total int64
	made  map[components.ID]int64 // contacts by who came
	met   map[components.ID]int64 // contacts by who was met
	it    spells
}

func newTally(g *systems.Game) *tally {
	t := &tally{
		game: g, rules: make([]int64, len(g.Setup.Rules)),
		made: map[components.ID]int64{}, met: map[components.ID]int64{},
		it: spells{yes: g.Setup.Registry.Sym(host.BoolValue(true))},
	}
	t.mark()
	return t
}

// tick takes in the tick that was played last.
func (t *tally) tick() {
	if more := len(t.game.Setup.Rules) - len(t.rules); more > 0 { // they were reloaded
		t.rules = append(t.rules, make([]int64, more)...)
	}
	for _, c := range t.game.Contacts() {
		t.rules[c.Rule]++
		t.total++
		t.made[c.From]++
		t.met[c.To]++
	}
	t.mark()
}

// mark takes in who is it now.
func (t *tally) mark() { t.it.update(t.game) }

// noun is what a contact is called.
func (t *tally) noun() string {
	if slices.Contains(t.game.Setup.Registry.KeyNames(), palette.MarkKey) {
		return "tag"
	}
	return "contact"
}

// who names the bodies that are it: "Tag Bot 3", "1,000 are it"; empty where
// nobody ever was.
func (t *tally) who() string {
	now := t.it.now
	switch {
	case len(now) == 0 && t.it.longest.id == 0:
		return ""
	case len(now) == 0:
		return "nobody is it"
	case len(now) > 2:
		return thousands(int64(len(now))) + " are it"
	}
	var names []string
	for _, id := range now {
		names = append(names, t.name(id))
	}
	return "it: " + strings.Join(names, ", ")
}

// name is that of a body, which may be gone.
func (t *tally) name(id components.ID) string {
	if name := t.game.NameOf(id); name != "" {
		return name
	}
	return fmt.Sprintf("id %d (gone)", id)
}

// most finds who did something most often: up to limit of them, the lowest ids
// of equals, and how many more did it as often.
func most(counts map[components.ID]int64, limit int) (ids []components.ID, n int64, more int) {
	for id, c := range counts {
		if c > n {
			ids, n = ids[:0], c
		}
		if c == n {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	if len(ids) > limit {
		ids, more = ids[:limit], len(ids)-limit
	}
	return ids, n, more
}

// spells follows how long bodies are it.
type spells struct {
	yes     host.Sym
	holder  []components.ID // by slot: who is it there, or 0
	since   []int64         // by slot: the tick since which it is
	now     []components.ID // who is it, by id
	longest spell
}

// spell is a time for which a body was it.
type spell struct {
	id    components.ID
	ticks int64
}

// update looks at everybody. A spell counts while it lasts.
func (s *spells) update(g *systems.Game) {
	s.now = s.now[:0]
	key := slices.Index(g.Setup.Registry.KeyNames(), palette.MarkKey)
	if key < 0 {
		return
	}
	w := g.World
	tick := w.Clock().Tick
	for slot, value := range w.StateColumn(key) {
		if slot == len(s.holder) {
			s.holder, s.since = append(s.holder, 0), append(s.since, 0)
		}
		id := components.ID(0)
		if host.Sym(value) == s.yes {
			id = w.IDAt(int32(slot))
		}
		if id != s.holder[slot] {
			s.holder[slot], s.since[slot] = id, tick
		}
		if id == 0 {
			continue
		}
		s.now = append(s.now, id)
		lasts := spell{id, tick - s.since[slot]}
		if s.longest.id == 0 || cmp.Or(cmp.Compare(s.longest.ticks, lasts.ticks), cmp.Compare(lasts.id, s.longest.id)) < 0 {
			s.longest = lasts
		}
	}
	slices.Sort(s.now)
}
