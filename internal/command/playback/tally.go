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
)

// Tally adds up what happens in a run: contacts by rule and by body, and who had
// the mark of the scene for how long.
type Tally struct {
	Idle
	game  *systems.Game
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
		game: g, scene: s.Scene(), mark: mark, rules: make([]int64, len(g.Setup.Rules)),
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
	if more := len(t.game.Setup.Rules) - len(t.rules); more > 0 { // they were reloaded
		t.rules = append(t.rules, make([]int64, more)...)
	}
	for _, c := range t.game.Contacts() {
		t.rules[c.Rule]++
		t.total++
		t.made[c.From]++
		t.met[c.To]++
	}
	t.look()
}

// look notes who is marked now.
func (t *Tally) look() { t.held.update(t.game) }

// who names the bodies that are marked: "it: Tag Bot 3", "1,000 are it". It is empty
// while nobody has ever been marked.
func (t *Tally) who() string {
	now := t.held.now
	switch {
	case len(now) == 0 && t.held.longest.id == 0:
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
	if name := t.game.NameOf(id); name != "" {
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
	key     string
	yes     host.Sym
	holder  []components.ID // by slot: who is marked there, or 0
	since   []int64         // by slot: the tick in which its holder was marked
	now     []components.ID // who is marked, by id
	longest spell
}

// spell is a stretch of ticks in which a body was marked.
type spell struct {
	id    components.ID
	ticks int64
}

// update looks at all bodies. Spells that still last count, too.
func (s *spells) update(g *systems.Game) {
	s.now = s.now[:0]
	key := slices.Index(host.SymbolsOf(g.Setup.Registry).KeyNames(), s.key)
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
