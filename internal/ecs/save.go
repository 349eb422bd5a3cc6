package ecs

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/digest"
	"github.com/thicket-sim/thicket/internal/ground/state"
)

// saved holds what a save has of a world beside the columns of its components.
type saved struct {
	Tick  int64
	Next  components.ID // that the next body gets
	Slots int
	Free  []int32 // slots, the last freed first
	Kinds []savedKind
}

// savedKind is the bodies of a class, or the players, in the order of their rows.
type savedKind struct {
	ID   []components.ID
	Slot []int32
}

// column is a component of all bodies, to be saved.
type column struct {
	name string
	// rows returns a pointer to a list of the values in a table's rows.
	rows func(Table) any
	// read reads such a list, and lays it over the rows where there is as much of it.
	read func(*state.Decoder, Table)
	// sum is a number made of the value in a row of a table.
	sum func(Table, int) uint64
}

func columnOf[T any](c Component[T]) column {
	return column{
		name: typeName[T](),
		rows: func(t Table) any {
			rows := c.Rows(t)
			return &rows
		},
		read: func(d *state.Decoder, t Table) {
			var rows []T
			if d.Value(&rows); d.Err() == nil && len(rows) != t.Len() {
				d.Fail("%d values of %s for %d bodies", len(rows), typeName[T](), t.Len())
				return
			}
			copy(c.Rows(t), rows)
		},
		sum: func(t Table, row int) uint64 {
			return state.Sum(func(e *state.Encoder) { e.Value(&c.Rows(t)[row]) })
		},
	}
}

func typeName[T any]() string {
	t := reflect.TypeFor[T]()
	return t.PkgPath() + "." + t.String()
}

// SaveBodies writes which bodies there are, with their ids, slots and rows, and the time. It
// fails while a deferred change waits.
func (w *World) SaveBodies(e *state.Encoder) {
	if n := len(w.commands.waiting); n > 0 {
		e.Fail(fmt.Errorf("%d deferred changes wait: functions cannot be saved", n))
	}
	s := saved{
		Tick: w.schedule.clock.Tick, Next: w.NextID(), Slots: w.Slots(), Free: w.slots.free,
		Kinds: w.savedKinds(),
	}
	e.Value(&s)
}

func (w *World) savedKinds() []savedKind {
	kinds := make([]savedKind, len(w.kinds))
	for i, t := range w.tables {
		k := &kinds[i]
		for _, row := range w.Identity.Rows(t) {
			k.ID = append(k.ID, row.ID)
		}
		for _, row := range w.State.Rows(t) {
			k.Slot = append(k.Slot, row.Slot)
		}
	}
	return kinds
}

// SaveColumns writes the components of all bodies and the columns of state. It fails while
// there is a component of an earlier save that nobody has registered.
func (w *World) SaveColumns(e *state.Encoder) {
	for _, name := range slices.Sorted(maps.Keys(w.unclaimed)) {
		e.Fail(fmt.Errorf("the world was restored with a component %s that nobody has registered since", name))
	}
	e.Value(&w.slots.state)
	e.Uvarint(uint64(len(w.saves)))
	for i, c := range w.saves {
		e.String(c.name)
		var one state.Encoder
		for _, t := range w.tables {
			one.Value(c.rows(t))
		}
		b, err := one.Bytes()
		if err != nil {
			e.Fail(fmt.Errorf("component %s: %w", c.name, err))
		}
		e.Blob(b)
		sum := uint64(0)
		if i >= ownColumns {
			sum = w.sumOf(c) // for digests of a game in which nobody has registered it yet
		}
		e.Uint64(sum)
	}
}

// SumUp writes, for a digest, which id the next body gets, and the components that the world
// was not made with. Rows and slots are left out: where a body lies changes nothing.
func (w *World) SumUp(e *state.Encoder) {
	e.Uint32(uint32(w.NextID()))
	all := uint64(0) // of components in no order
	for _, c := range w.saves[ownColumns:] {
		all += w.sumOf(c)
	}
	for _, u := range w.unclaimed {
		all += u.sum
	}
	e.Uint64(all)
}

// sumOf returns a number made of the values that all bodies have of a component.
func (w *World) sumOf(c column) uint64 {
	all := digest.String(c.name)
	for _, t := range w.tables {
		for row, body := range w.Identity.Rows(t) {
			all += digest.Mix(uint64(body.ID) ^ c.sum(t, row))
		}
	}
	return digest.Mix(all)
}

// ownColumns is the number of components every world saves by columns: position, heading,
// speed, team and brain.
const ownColumns = 5

// RestoreBodies gives a world without bodies those that SaveBodies wrote, with the same
// classes. Each gets the id, slot and row that it had.
func (w *World) RestoreBodies(d *state.Decoder) {
	var s saved
	if d.Value(&s); d.Err() != nil {
		return
	}
	if len(w.slots.of) > 1 {
		panic("ecs: RestoreBodies in a world that has some")
	}
	fresh, err := s.slots(len(w.kinds))
	if err != nil {
		d.Fail("%v", err)
		return
	}
	w.schedule.clock.Tick, w.slots = s.Tick, fresh
	for i := range w.kinds {
		w.populate(i, &s.Kinds[i])
	}
}

// RestoreColumns lays what SaveColumns wrote over the same bodies. Components that the save
// has and the world has not are kept for [Register].
func (w *World) RestoreColumns(d *state.Decoder) {
	var columns [][]uint32
	d.Value(&columns)
	for k, column := range columns {
		if len(column) != w.Slots() {
			d.Fail("state column %d has %d rows, wanted %d", k, len(column), w.Slots())
			return
		}
	}
	w.slots.state = columns
	w.touched.Store(true)
	known, met := map[string]column{}, map[string]bool{}
	for _, c := range w.saves {
		known[c.name] = c
	}
	w.unclaimed = map[string]unclaimed{}
	kinds := w.savedKinds()
	for range d.Length(2) {
		name, b, sum := d.String(), d.Blob(), d.Uint64()
		if met[name] {
			d.Fail("component %s twice", name)
		}
		met[name] = true
		if c, ok := known[name]; ok {
			one := state.NewDecoder(b)
			for _, t := range w.tables {
				c.read(one, t)
			}
			if err := one.Close(); err != nil {
				d.Fail("component %s: %v", name, err)
			}
		} else if d.Err() == nil {
			w.unclaimed[name] = unclaimed{b, kinds, sum}
		}
	}
	for _, c := range w.saves {
		if !met[c.name] {
			d.Fail("no component %s", c.name)
		}
	}
}

// unclaimed is a component of a save that the world does not have yet.
type unclaimed struct {
	bytes []byte
	kinds []savedKind // whose values those are
	sum   uint64      // of them, for digests
}

// claim gives the bodies that are still there the values of a component that a save had.
// It panics where these are of a type of that name with other fields.
func claim[T any](c Component[T]) {
	w, name := c.world, typeName[T]()
	u, ok := w.unclaimed[name]
	if !ok {
		return
	}
	delete(w.unclaimed, name)
	d := state.NewDecoder(u.bytes)
	for _, k := range u.kinds {
		var rows []T
		if d.Value(&rows); d.Err() == nil && len(rows) != len(k.ID) {
			d.Fail("%d values for %d bodies", len(rows), len(k.ID))
		}
		for i := range rows {
			if at := c.of(k.ID[i]); at != nil {
				*at = rows[i]
			}
		}
	}
	if err := d.Close(); err != nil {
		panic(fmt.Sprintf("ecs: component %s of the save: %v", name, err))
	}
}

// populate makes the bodies of a kind.
func (w *World) populate(kind int, s *savedKind) {
	k := &w.kinds[kind]
	if k.count = len(s.ID); k.count == 0 {
		return
	}
	j := 0
	for q := k.shape.builder.NewBatchQ(k.count, k.target...); q.Next(); j++ {
		w.slots.entity[s.Slot[j]] = q.Entity()
	}
	w.stale = true
	identity, slot := w.Identity.Column(w.tables[kind]), w.State.Column(w.tables[kind])
	for j := range s.ID {
		identity[j], slot[j] = components.Identity{ID: s.ID[j]}, components.State{Slot: s.Slot[j]}
	}
	for _, id := range s.ID {
		w.begin(id)
	}
}

// maxIDs limits the bodies that a world that is restored may have had.
const maxIDs = 100_000_000

// slots returns who is where, without entities, or what is wrong with that in a world of so
// many kinds.
func (s *saved) slots(kinds int) (made slots, err error) {
	if len(s.Kinds) != kinds {
		return made, fmt.Errorf("bodies of %d classes, wanted %d", len(s.Kinds)-1, kinds-1)
	}
	n := len(s.Free)
	for i := range s.Kinds {
		n += len(s.Kinds[i].ID)
		if len(s.Kinds[i].Slot) != len(s.Kinds[i].ID) {
			return made, errors.New("bodies without a slot")
		}
	}
	if s.Tick < 0 || s.Slots != n || s.Next == 0 || s.Next > maxIDs {
		return made, fmt.Errorf("tick %d, %d slots, next id %d", s.Tick, s.Slots, s.Next)
	}
	made = slots{
		of: make([]int32, s.Next), id: make([]uint32, n), entity: make([]arche.Entity, n),
		kind: make([]int16, n), free: s.Free,
	}
	for i := range made.of {
		made.of[i] = -1
	}
	for i := range s.Kinds {
		for j, id := range s.Kinds[i].ID {
			slot := s.Kinds[i].Slot[j]
			if uint(slot) >= uint(n) || id == 0 || id >= s.Next || made.of[id] >= 0 || made.id[slot] != 0 {
				return made, fmt.Errorf("body %d cannot be in slot %d", id, slot)
			}
			made.of[id], made.id[slot], made.kind[slot] = slot, uint32(id), int16(i)
		}
	}
	for _, slot := range s.Free {
		if uint(slot) >= uint(n) || made.id[slot] != 0 || made.kind[slot] < 0 {
			return made, fmt.Errorf("slot %d cannot be free", slot)
		}
		made.kind[slot] = -1 // until the end, so that no slot is free twice
	}
	for _, slot := range s.Free {
		made.kind[slot] = 0
	}
	return made, nil
}
