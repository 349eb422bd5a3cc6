package playback

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/systems/column"
)

// Tally adds up what happens in a run: contacts by rule and by body, and who had
// the mark of the scene for how long.
type Tally struct {
	Idle
	on    *live.Session
	scene *scenes.Scene
	mark  scenes.Mark
	rules []int64 // contacts by rule
	total int64
	made  map[components.ID]int64 // contacts by who came
	met   map[components.ID]int64 // contacts by who was met
	held  spells
}

var _ Observer = (*Tally)(nil)

func newTally(s *live.Session) *Tally {
	g, mark := s.Game(), s.Scene().Mark
	t := &Tally{
		on: s, scene: s.Scene(), mark: mark, rules: make([]int64, len(g.Setup.Rules)),
		made: map[components.ID]int64{}, met: map[components.ID]int64{},
		held: spells{key: mark.Key, yes: g.Setup.Registry.Sym(host.BoolValue(true))},
	}
	t.look()
	return t
}

// Before looks who is marked when a command may have changed that.
func (t *Tally) Before(r *Run) error {
	if r.Changed() {
		t.look()
	}
	return nil
}

// After counts the contacts of the tick.
func (t *Tally) After(r *Run) error {
	if !r.Session.Paused() {
		t.tick()
	}
	return nil
}

func (t *Tally) tick() {
	if more := len(t.on.Game().Setup.Rules) - len(t.rules); more > 0 { // they were reloaded
		t.rules = append(t.rules, make([]int64, more)...)
	}
	for _, c := range t.on.Game().Contacts() {
		t.rules[c.Rule]++
		t.total++
		t.made[c.From]++
		t.met[c.To]++
	}
	t.look()
}

// look notes who is marked now.
func (t *Tally) look() { t.held.update(t.on.Game()) }

// who names the bodies that are marked: "it: Tag Bot 3", "1,000 are it". It is empty
// while nobody has ever been marked.
func (t *Tally) who() string {
	now := t.held.now()
	switch {
	case len(now) == 0 && t.held.longest().id == 0:
		return ""
	case len(now) == 0:
		return "nobody is " + terminal.Printable(t.mark.Key)
	case len(now) > 2:
		return humanize.Thousands(int64(len(now))) + " are " + terminal.Printable(t.mark.Key)
	}
	var names []string
	for _, id := range now {
		names = append(names, t.name(id))
	}
	return terminal.Printable(t.mark.Key) + ": " + strings.Join(names, ", ")
}

// name returns the name of a body, also of one that is gone.
func (t *Tally) name(id components.ID) string {
	if name := t.on.Game().NameOf(id); name != "" {
		return name
	}
	return fmt.Sprintf("id %d (gone)", id)
}

// most finds the bodies with the largest count n: up to limit of them, lowest ids
// first, and how many more have the same count.
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

// spells measures for how long bodies are marked: a state key is true for them.
type spells struct {
	key    string
	yes    host.Sym
	was    []uint32        // by slot: the value of the key when it was looked at last
	holder []components.ID // by slot: who was marked there then, or 0
	since  []int64         // by slot: the tick in which its holder was marked
	bodies census          // then
	tick   int64           // when that was
	over   spell           // the longest of those that have ended
}

// census tells whether bodies have come or gone: while it is the same, each slot has the same body.
type census struct {
	next components.ID // of the next body
	len  int
}

// spell is a stretch of ticks in which a body was marked.
type spell struct {
	id    components.ID
	ticks int64
}

// longer returns the longer of two spells, and of equal ones that with the lower id.
func (s spell) longer(o spell) spell {
	if s.id == 0 || o.id != 0 && cmp.Or(cmp.Compare(s.ticks, o.ticks), cmp.Compare(o.id, s.id)) < 0 {
		return o
	}
	return s
}

// spellBlock is how many slots are compared at once: most blocks are as they were.
const spellBlock = 256

// update looks which bodies are marked now.
func (s *spells) update(g *systems.Game) {
	key := slices.Index(host.SymbolsOf(g.Setup.Registry).KeyNames(), s.key)
	if key < 0 {
		return
	}
	values, bodies := g.World.StateColumn(key), census{g.World.NextID(), g.World.Len()}
	known := min(len(s.was), len(values))
	s.was, s.holder, s.since = column.Grow(s.was, len(values)), column.Grow(s.holder, len(values)), column.Grow(s.since, len(values))
	for from := 0; from < len(values); from += spellBlock {
		to := min(from+spellBlock, len(values))
		if bodies == s.bodies && to <= known && slices.Equal(values[from:to], s.was[from:to]) {
			continue
		}
		copy(s.was[from:to], values[from:to])
		for slot := from; slot < to; slot++ {
			s.look(g, slot)
		}
	}
	s.bodies, s.tick = bodies, g.World.Clock().Tick
}

// look ends the spell of a slot, and begins another one, where its holder has changed.
func (s *spells) look(g *systems.Game, slot int) {
	id := components.ID(0)
	if host.Sym(s.was[slot]) == s.yes {
		id = g.World.IDAt(int32(slot))
	}
	if before := s.holder[slot]; id != before {
		s.over = s.over.longer(spell{before, s.tick - s.since[slot]})
		s.holder[slot], s.since[slot] = id, g.World.Clock().Tick
	}
}

// now lists who is marked, by id.
func (s *spells) now() (ids []components.ID) {
	for _, id := range s.holder {
		if id != 0 {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// longest returns the longest spell; those that still last count, too.
func (s *spells) longest() spell {
	all := s.over
	for slot, id := range s.holder {
		all = all.longer(spell{id, s.tick - s.since[slot]})
	}
	return all
}
