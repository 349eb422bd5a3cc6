package systems

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/state"
)

// Saved is a part of a game as bytes.
type Saved struct {
	Name  string
	Bytes []byte
}

// The names of the parts of a save; those of pools and extensions are numbered.
const (
	treesPart     = "trees"    // where numbers of trees are tuned
	heldPart      = "held"     // where bots are held
	stationsPart  = "stations" // where bots were given spots
	moverPart     = "mover"    // where a program moves bodies
	rosterPart    = "roster"
	bodiesPart    = "bodies"
	columnsPart   = "columns"
	gamePart      = "game"
	poolPart      = "pool"
	extensionPart = "extension"
)

// roster holds what must be known of a game before its bodies are there.
type roster struct {
	Programs []int // by class: what its bots run now, as a number in the list of programs, or noPool
	Pinned   []int // by class: how many of its bots have a tree of their own, so that it is no herd
	Pools    []savedPool
}

// savedPool says which bots think in a pool: those of a class that run a program.
type savedPool struct{ Class, Program int }

// herdTicket holds the last decision of a body of a herd.
type herdTicket struct {
	Action uint16
	Steers uint16 // 1 for a body that does
	Target host.BotID
}

// Save returns all that the game is, in parts, to be restored by [Restore]. programs are
// those of the scene, in an order that is the same when the scene is loaded again. It fails
// where something cannot be saved: bots run a program that is not in the list, an extension
// has state and is no [Saver], or a deferred change waits.
//
// What a game of one's own keeps beside the world, its components and its extensions is
// not saved: systems, handlers of faults, what the mover does and who is watched.
func (g *Game) Save(programs []*run.Program) ([]Saved, error) {
	return g.saved(programs, (*run.Pool).Save)
}

// SaveState is Save without which trees bots run, to compare games whose trees say other
// things. Nothing can be restored from it.
func (g *Game) SaveState(programs []*run.Program) ([]Saved, error) {
	return g.saved(programs, (*run.Pool).SaveState)
}

func (g *Game) saved(programs []*run.Program, savePool func(*run.Pool, io.Writer) error) ([]Saved, error) {
	g.sync()
	r, err := g.roster(programs)
	if err != nil {
		return nil, err
	}
	var parts []Saved
	var all error
	add := func(name string, fill func(*state.Encoder)) {
		var e state.Encoder
		fill(&e)
		b, err := e.Bytes()
		if err != nil {
			all = cmp.Or(all, fmt.Errorf("%s: %w", name, err))
		}
		parts = append(parts, Saved{name, b})
	}
	if tuned := g.Tuning.treesTuned(); len(tuned) > 0 {
		add(treesPart, func(e *state.Encoder) { e.Value(&tuned) })
	}
	add(rosterPart, func(e *state.Encoder) { e.Value(&r) })
	add(bodiesPart, g.World.SaveBodies)
	add(columnsPart, g.World.SaveColumns)
	if g.own != nil {
		add(moverPart, func(e *state.Encoder) { e.String(g.own.name) })
	}
	if len(g.held.ids) > 0 {
		add(heldPart, func(e *state.Encoder) { e.Value(&g.held.ids) })
	}
	if len(g.stations) > 0 {
		add(stationsPart, func(e *state.Encoder) { e.Value(&g.stations) })
	}
	add(gamePart, g.save)
	for i := range g.Pools.list {
		if r.Pools[i].Program == noPool {
			continue
		}
		add(numbered(poolPart, i), func(e *state.Encoder) {
			p, b := g.Pools.list[i].Pool, bytes.Buffer{}
			p.SaveRows(e)
			if err := savePool(p, &b); err != nil {
				e.Fail(err)
			}
			e.Blob(b.Bytes())
		})
	}
	for i, x := range g.extensions {
		add(numbered(extensionPart, i), func(e *state.Encoder) {
			saver, ok := x.(Saver)
			if !ok {
				if x.Digest() != 0 {
					e.Fail(fmt.Errorf("%T has state and is no systems.Saver", x))
				}
				e.Blob(nil)
				return
			}
			b, err := saver.SaveState()
			if err != nil {
				e.Fail(err)
			}
			e.Blob(b)
		})
	}
	return parts, all
}

func numbered(part string, i int) string { return fmt.Sprintf("%s.%d", part, i) }

func (g *Game) roster(programs []*run.Program) (r roster, err error) {
	number := func(p *run.Program) (n int) {
		if p == nil {
			return noPool
		}
		if n = slices.Index(programs, p); n < 0 {
			err = cmp.Or(err, fmt.Errorf("bots run the tree %s, which is none of the scene's", p.Tree.Name))
		}
		return n
	}
	for i := range g.classes {
		r.Programs = append(r.Programs, number(g.classes[i].program))
		r.Pinned = append(r.Pinned, g.classes[i].pinned)
	}
	for i := range g.Pools.list {
		p := &g.Pools.list[i]
		if p.Len() > 0 || slices.Contains(programs, p.of) {
			r.Pools = append(r.Pools, savedPool{p.class, number(p.of)})
		} else { // nobody will run it again: only its number counts
			r.Pools = append(r.Pools, savedPool{p.class, noPool})
		}
	}
	return r, err
}

// kept returns the saved part of the game itself, without the world and the
// bots of herds.
func (g *Game) kept() []any {
	return []any{
		&g.seed, &g.Population.named, &g.Tuning.ownSpeed, &g.people, &g.classes, &g.columns, &g.Pools, &g.contact,
		&g.Counts, &g.Faults, &g.nursery, &g.Mail.signals, &g.changes,
	}
}

func (g *Game) save(e *state.Encoder) {
	for _, part := range g.kept() {
		e.Value(part)
	}
	for class := range g.classes {
		var all []herdTicket
		if g.herds.Of(class) != nil {
			for _, st := range g.World.State.Rows(g.World.Tables()[class]) {
				all = append(all, g.ticket(st.Slot))
			}
		}
		e.Value(&all)
	}
}

// Restore makes the game of a setup that Save returned the parts of. The setup and the
// programs are those of the same scene, loaded again; s.Workers may be another number.
// The parts are checked before they are used. After an error there is no game.
func Restore(s *Setup, programs []*run.Program, parts []Saved) (*Game, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	g := newGame(s)
	r := restorer{Game: g, programs: programs, parts: map[string][]byte{}}
	err := r.take(parts)
	if err == nil {
		err = r.restore()
	}
	if err != nil {
		g.Close()
		return nil, err
	}
	return g, nil
}

// restorer brings a game, which has no bots yet, to where a save was.
type restorer struct {
	*Game
	programs []*run.Program
	parts    map[string][]byte
	bodies   []body // by slot
	trees    []treeTuned
}

// body says who is in a slot of a world that is restored.
type body struct {
	id     components.ID // 0: nobody
	class  int32
	thinks bool
}

// take lists the parts by name.
func (r *restorer) take(parts []Saved) error {
	for _, p := range parts {
		if _, ok := r.parts[p.Name]; ok {
			return fmt.Errorf("two parts %q", p.Name)
		}
		r.parts[p.Name] = p.Bytes
	}
	return nil
}

// part reads one part of the save.
func (r *restorer) part(name string, read func(*state.Decoder)) error {
	b, ok := r.parts[name]
	if !ok {
		return fmt.Errorf("no part %q", name)
	}
	delete(r.parts, name)
	d := state.NewDecoder(b)
	read(d)
	if err := d.Close(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (r *restorer) restore() error {
	g := r.Game
	if _, ok := r.parts[treesPart]; ok {
		if err := r.part(treesPart, r.restoreTrees); err != nil {
			return err
		}
	}
	var list roster
	if err := r.part(rosterPart, func(d *state.Decoder) {
		if d.Value(&list); d.Err() == nil {
			r.makePools(d, &list)
		}
	}); err != nil {
		return err
	}
	g.contact.init(g)
	g.start()
	if err := r.part(bodiesPart, g.World.RestoreBodies); err != nil {
		return err
	}
	columns := r.parts[columnsPart]
	if err := r.part(columnsPart, g.World.RestoreColumns); err != nil {
		return err
	}
	if _, ok := r.parts[moverPart]; ok {
		if err := r.part(moverPart, r.restoreMover); err != nil {
			return err
		}
	}
	if _, ok := r.parts[heldPart]; ok {
		if err := r.part(heldPart, r.restoreHeld); err != nil {
			return err
		}
	}
	if _, ok := r.parts[stationsPart]; ok {
		if err := r.part(stationsPart, r.restoreStations); err != nil {
			return err
		}
	}
	r.gather()
	if err := r.poolRows(); err != nil {
		return err
	}
	if err := r.part(gamePart, r.read); err != nil {
		return err
	}
	for i, x := range g.extensions {
		if err := r.part(numbered(extensionPart, i), func(d *state.Decoder) {
			saver, ok := x.(Saver)
			if b := d.Blob(); ok && d.Err() == nil {
				if err := saver.RestoreState(b); err != nil {
					d.Fail("%v", err)
				}
			}
		}); err != nil {
			return err
		}
	}
	g.Tuning.applyTuned()
	g.World.RestoreColumns(state.NewDecoder(columns)) // those who arrived and began may have changed them
	if more := slices.Sorted(maps.Keys(r.parts)); len(more) > 0 {
		return fmt.Errorf("a part %q, which nothing here has", more[0])
	}
	return nil
}

// makePools makes the pools of the roster, in its order, and gives classes their programs.
func (r *restorer) makePools(d *state.Decoder, list *roster) {
	g := r.Game
	if len(list.Programs) != len(g.classes) || len(list.Pinned) != len(g.classes) {
		d.Fail("%d and %d classes, wanted %d", len(list.Programs), len(list.Pinned), len(g.classes))
		return
	}
	program := func(n int) *run.Program {
		switch {
		case n == noPool:
			return nil
		case n < 0 || n >= len(r.programs):
			d.Fail("tree %d of %d", n, len(r.programs))
			return nil
		}
		return r.programs[n]
	}
	for i, n := range list.Programs {
		g.classes[i].program, g.classes[i].pinned = program(n), list.Pinned[i]
	}
	for i, p := range list.Pools {
		if p.Class < 0 || p.Class >= len(g.classes) {
			d.Fail("a pool of class %d of %d", p.Class, len(g.classes))
			return
		}
		if of := program(p.Program); of == nil {
			g.Pools.append(p.Class, nobodys)
		} else if int(g.Pools.pool(p.Class, of)) != i {
			d.Fail("two pools of class %d for one tree", p.Class)
			return
		}
	}
}

// nobodys is the program of a pool that was left for good.
var nobodys = &run.Program{Tree: &tree.Tree{}}

// gather puts the bodies of the world into the columns, the extensions and the herds.
func (r *restorer) gather() {
	g := r.Game
	g.sync()
	r.bodies = make([]body, g.World.Slots())
	for _, t := range g.World.Tables() {
		slots, at, brains := g.World.State.Rows(t), g.World.Position.Rows(t), g.World.Brain.Rows(t)
		for i, row := range g.World.Identity.Rows(t) {
			slot := slots[i].Slot
			g.columns.x[slot], g.columns.y[slot] = at[i].X, at[i].Y
			r.bodies[slot] = body{row.ID, int32(t.Class), brains[i] != noBrain}
		}
	}
	g.contact.sync(len(r.bodies))
	for body, b := range r.bodies {
		if b.id != 0 {
			for _, e := range g.extensions {
				e.Arrive(int(b.class), b.id, int32(body))
			}
		}
	}
	for class := range g.classes {
		g.chooseHerd(class)
	}
	for body, b := range r.bodies {
		if b.id != 0 && g.herds.Of(int(b.class)) == nil {
			g.herds.Arrive(int(b.class), int32(body))
		}
	}
}

// poolRows lets the trees of all bots begin, and then go on.
func (r *restorer) poolRows() error {
	g, clock := r.Game, r.World.Clock()
	kept := make([][]byte, len(g.Pools.list))
	for i := range g.Pools.list {
		p := &g.Pools.list[i]
		if p.of == nobodys {
			continue
		}
		if err := r.part(numbered(poolPart, i), func(d *state.Decoder) {
			p.RestoreRows(d, run.Moment(clock), func(id components.ID, slot int32) bool {
				return uint(slot) < uint(len(r.bodies)) && r.bodies[slot] == body{id, int32(p.class), true}
			})
			kept[i] = d.Blob()
		}); err != nil {
			return err
		}
	}
	for _, t := range g.World.Tables() {
		identity := g.World.Identity.Rows(t)
		for i, brain := range g.World.Brain.Rows(t) {
			if brain != noBrain && !g.Pools.has(brain, identity[i].ID) {
				return fmt.Errorf("%s: bot %d thinks in row %d of pool %d, which is not its own", columnsPart, identity[i].ID, brain.Row, brain.Program)
			}
		}
	}
	for i := range g.Pools.list {
		if g.Pools.list[i].of == nobodys {
			continue
		}
		from := bytes.NewReader(kept[i])
		if err := g.Pools.list[i].Load(from); err != nil {
			return err
		}
		if from.Len() > 0 {
			return fmt.Errorf("%s: %d bytes more than expected", numbered(poolPart, i), from.Len())
		}
	}
	return nil
}

// noBrain is the brain of a body that does not think.
var noBrain = components.Brain{Program: noPool, Row: -1}

// has reports whether a brain is a row of a pool that belongs to a bot.
func (b *pools) has(brain components.Brain, id components.ID) bool {
	return brain.Program >= 0 && int(brain.Program) < len(b.list) && b.list[brain.Program].Has(brain.Row, id)
}

// read reads what save wrote.
func (r *restorer) read(d *state.Decoder) {
	g := r.Game
	for _, part := range g.kept() {
		d.Value(part)
	}
	if d.Err() == nil {
		err := g.checkKept()
		if err == nil {
			err = r.checkTrees()
		}
		if err != nil {
			d.Fail("%v", err)
		}
	}
	for class := range g.classes {
		var all []herdTicket
		if d.Value(&all); d.Err() != nil {
			return
		}
		slots := g.World.State.Rows(g.World.Tables()[class])
		if g.herds.Of(class) == nil {
			slots = nil
		}
		if len(all) != len(slots) {
			d.Fail("what %d bots of class %d decided, wanted %d", len(all), class, len(slots))
			return
		}
		most := len(host.NumberedActions(g.Setup.Registry))
		for i, t := range all {
			if int(t.Action) > most || !g.herds.Decide(slots[i].Slot, t.Action, t.Target, t.Steers != 0) {
				d.Fail("action %d of a bot of class %d", t.Action, class)
				return
			}
		}
	}
}

// MemoryHash returns a number made from the memory of a bot's tree, 0 where it has none.
func (b *pools) MemoryHash(id components.ID) uint64 {
	brain := b.World.Brain.Get(id)
	if !b.World.Alive(id) || brain.Program == noPool {
		return 0
	}
	return b.list[brain.Program].Hash(brain.Row)
}

// Remembered returns the tree that a bot runs, and a copy of what its nodes remember; nil for who
// has none.
func (b *pools) Remembered(id components.ID) (*run.Program, []uint32) {
	if !b.World.Alive(id) || *b.World.Brain.Of(id) == noBrain {
		return nil, nil
	}
	brain := b.World.Brain.Get(id)
	p := &b.list[brain.Program]
	return p.Program(), p.Remembered(brain.Row)
}

// Answered returns the last answer of a bot's tree, Ready where it has none.
func (b *pools) Answered(id components.ID) host.Status {
	if !b.World.Alive(id) || *b.World.Brain.Of(id) == noBrain {
		return host.Ready
	}
	brain := b.World.Brain.Get(id)
	return b.list[brain.Program].Status(brain.Row)
}

// checkKept finds what was read of the game and does not fit its bodies.
func (g *Game) checkKept() error {
	n := g.World.Slots()
	c := &g.columns
	switch {
	case len(c.number) != n:
		return fmt.Errorf("%d numbers of names for %d slots", len(c.number), n)
	case g.anyLoose() && len(c.decide) < n:
		return fmt.Errorf("%d decisions for %d slots", len(c.decide), n)
	case len(g.Pools.asked) != len(g.Pools.pinned) || len(g.Pools.asked) > n:
		return errors.New("columns of trees of another length than the slots")
	case len(g.nursery.hidden) > n:
		return errors.New("more bodies are hidden than there are")
	}
	for i := range g.contact.rules {
		if r := &g.contact.rules[i]; len(r.last) < n || r.carries() && len(r.carried) < n {
			return fmt.Errorf("%d and %d cooldowns for %d slots", len(r.last), len(r.carried), n)
		}
	}
	for _, b := range g.nursery.births {
		if b.class < 0 || b.class >= len(g.classes) {
			return fmt.Errorf("a birth in class %d of %d", b.class, len(g.classes))
		}
	}
	for _, m := range g.contact.made {
		if m.Rule < 0 || m.Rule >= len(g.contact.rules) {
			return fmt.Errorf("a contact by rule %d of %d", m.Rule, len(g.contact.rules))
		}
	}
	return g.checkNumbers()
}

// checkNumbers finds numbers of keys, values, events and actions that the registry has not.
func (g *Game) checkNumbers() error {
	names := g.Setup.Registry
	actions := len(host.NumberedActions(names))
	if len(g.Counts.actions) != actions+1 {
		return fmt.Errorf("counts of %d actions, wanted %d", len(g.Counts.actions)-1, actions)
	}
	for _, d := range g.columns.decide {
		if int(d.action) > actions {
			return fmt.Errorf("action %d of %d", d.action, actions)
		}
	}
	for _, s := range g.Mail.signals.sent {
		if int64(s.event.ID) >= int64(host.SymbolsOf(names).Events()) || s.to > host.Sender {
			return fmt.Errorf("a signal of event %d of %d", s.event.ID, host.SymbolsOf(names).Events())
		}
	}
	for _, c := range g.changes.list {
		if c.key < 0 || int(c.key) >= len(host.SymbolsOf(names).KeyNames()) {
			return fmt.Errorf("a change of state key %d of %d", c.key, len(host.SymbolsOf(names).KeyNames()))
		}
	}
	for k := range host.SymbolsOf(names).KeyNames() {
		if y, ok := host.SymbolsOf(names).Unknown(g.World.StateColumn(k)); ok {
			return fmt.Errorf("state value %d, which nothing has", y)
		}
	}
	for _, column := range [][]uint32{g.Pools.asked, g.Pools.unknown} {
		if y, ok := host.SymbolsOf(names).Unknown(column); ok {
			return fmt.Errorf("state value %d, which nothing has", y)
		}
	}
	return nil
}
