package core

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
	"github.com/thicket-sim/thicket/session"
)

// itemNode is the node number for random draws that place items; no tree has so
// many nodes.
const itemNode = 1<<16 + 2

// items are all items of the game, whether they lie, are carried or are yet to
// appear. Their number never changes.
type items struct {
	*bodies `save:"-"`
	land    *land `save:"-"`

	list  []item
	x, y  []float32  `save:"-"` // where each lies, for the index; follow from the list
	id    []uint32   `save:"-"` // of the scene
	kinds []kind     `save:"-"` // of the scene, with indexes of the list
	due   int64      // the next tick at which one appears
	asked []handling // by scripts, in this tick
}

// kind is one kind of item, with an index of those that lie on the field.
type kind struct {
	first, last int32 // its items in the list
	loot        bool  // lies only where somebody left it
	spare       int32 // from this one on, too
	stale       bool
	lying       []int32
	index       spatial.Index
}

// init makes the items. Those that only the dead leave behind do not lie
// anywhere yet.
func (t *items) init() {
	t.due = never
	all := 0
	for i := range t.Config.Kinds {
		all += t.Config.Kinds[i].Count + t.Config.Kinds[i].Spare
	}
	t.list, t.x, t.y, t.id = make([]item, 0, all), make([]float32, 0, all), make([]float32, 0, all), make([]uint32, 0, all)
	t.kinds = make([]kind, 0, len(t.Config.Kinds))
	for i := range t.Config.Kinds {
		k := &t.Config.Kinds[i]
		state := kind{first: int32(len(t.list)), spare: int32(len(t.list) + k.Count), stale: true}
		for f := range t.forms {
			state.loot = state.loot || t.forms[f].Drops == i
		}
		for range k.Count + k.Spare {
			n := int32(len(t.list))
			t.list = append(t.list, item{Kind: int16(i), Next: -1})
			t.x, t.y, t.id = append(t.x, 0), append(t.y, 0), append(t.id, uint32(n)+1)
			if state.loot || n >= state.spare {
				t.list[n].BackAt = never
			} else {
				t.lie(n, t.spot(n, 0))
			}
		}
		state.last = int32(len(t.list))
		t.kinds = append(t.kinds, state)
	}
}

// lie puts an item on the field.
func (t *items) lie(i int32, p components.Position) {
	it := &t.list[i]
	it.X, it.Y, it.Holder, it.Next, it.BackAt = p.X, p.Y, 0, -1, 0
	t.x[i], t.y[i] = p.X, p.Y
	if int(it.Kind) < len(t.kinds) {
		t.kinds[it.Kind].stale = true
	}
}

// spot returns where an item appears at a tick.
func (t *items) spot(i int32, tick int64) components.Position {
	draw := func(n uint32) float64 {
		return host.Float64(ecs.Rand(t.Game.Seed(), components.ID(i+1), tick, itemNode, n))
	}
	s := t.Game.Setup
	x, y := float64(s.X)+float64(draw(1)*float64(s.Width)), float64(s.Y)+float64(draw(2)*float64(s.Height))
	if name := t.Config.Kinds[t.list[i].Kind].At; name != "" {
		if of := t.places.named(name); len(of) > 0 {
			p := &s.Places[of[int(draw(3)*float64(len(of)))]]
			for n := uint32(4); ; n += 2 {
				dx, dy := float64(2*draw(n))-1, float64(2*draw(n+1))-1
				if float64(dx*dx)+float64(dy*dy) <= 1 {
					x, y = float64(p.X)+float64(float64(p.Radius)*dx), float64(p.Y)+float64(float64(p.Radius)*dy)
					break
				}
			}
		}
	}
	return t.land.free(t.OnField(components.Position{X: float32(x), Y: float32(y)}))
}

// index brings the indexes of lying items up to date.
func (t *items) index() {
	for i := range t.kinds {
		k := &t.kinds[i]
		if !k.stale {
			continue
		}
		k.stale = false
		k.lying = k.lying[:0]
		for n := k.first; n < k.last; n++ {
			if it := &t.list[n]; it.Holder == 0 && it.BackAt == 0 {
				k.lying = append(k.lying, n)
			}
		}
		k.index.Build(t.Field, spatial.Points{X: t.x, Y: t.y, ID: t.id}, k.lying)
	}
}

// grow puts items on the field whose time to come back has come.
func (t *items) grow() {
	if t.due > t.Now {
		return
	}
	t.due = never
	for i := range t.list {
		switch it := &t.list[i]; {
		case it.BackAt == 0:
		case it.BackAt <= t.Now:
			t.lie(int32(i), t.spot(int32(i), t.Now))
		default:
			t.due = min(t.due, it.BackAt)
		}
	}
}

// use takes an eaten or delivered item out of the game until it comes back.
func (t *items) use(i int32) {
	it := &t.list[i]
	it.Holder, it.Next, it.BackAt = 0, -1, never
	it.life++
	if k := &t.Config.Kinds[it.Kind]; k.Respawn >= 0 && !t.spare(i) {
		it.Grown = it.Grown.Next(t.Now, max(t.Span(k.Respawn), 1))
		it.BackAt = it.Grown.At
		it.Grown.At++ // trees see it a tick later
		t.due = min(t.due, it.BackAt)
	}
	t.kinds[it.Kind].stale = true
}

// kindOf returns the index of a kind of item, or -1.
func (bs *bodies) kindOf(name string) int {
	for i := range bs.Config.Kinds {
		if bs.Config.Kinds[i].ID == name {
			return i
		}
	}
	return -1
}

// nearestItem returns the nearest item of a kind that lies within so many
// metres, or -1.
func (t *items) nearestItem(body int32, kind int, far float64) int32 {
	if kind < 0 {
		return -1
	}
	x, y := t.Game.At(body)
	return t.kinds[kind].index.NearestWithin(x, y, float32(min(far, host.Endless)), -1)
}

// itemDistance returns how far an item lies from a body, in metres.
func (t *items) itemDistance(body, i int32) float64 {
	x, y := t.Game.At(body)
	it := &t.list[i]
	dx, dy := t.Field.Delta(x, y, it.X, it.Y)
	return Length(dx, dy)
}

// carried returns the first item of a kind, or of any kind for -1, that a body
// carries; -1 for none.
func (t *items) carried(body int32, kind int) int32 {
	for i := t.Cargo[body].First; i >= 0; i = t.list[i].Next {
		if kind < 0 || int(t.list[i].Kind) == kind {
			return i
		}
	}
	return -1
}

// carries counts the items of a kind, or of any for -1, that a body carries.
func (t *items) carries(body int32, kind int) int {
	n := 0
	for i := t.Cargo[body].First; i >= 0; i = t.list[i].Next {
		if kind < 0 || int(t.list[i].Kind) == kind {
			n++
		}
	}
	return n
}

// take gives an item to a body, unless another body was faster.
func (t *items) take(b, i int32) {
	it, c := &t.list[i], &t.Cargo[b]
	if it.Holder != 0 || it.BackAt != 0 || int(c.Count) >= t.form(b).Cargo || t.Dead(b) {
		return
	}
	it.Holder, it.Next = t.ID(b), c.First
	c.First = i
	c.Count++
	t.kinds[it.Kind].stale = true
	t.tellItem(b, eventTook, it.Kind)
}

func (t *items) tellItem(b int32, e event, kind int16) {
	_ = t.Game.Mail.Send(t.ID(b), e.String(), host.StringValue(t.Config.Kinds[kind].ID)) // it is there
}

// unload takes an item out of what a body carries.
func (t *items) unload(b, i int32) {
	c := &t.Cargo[b]
	link := &c.First
	for *link != i {
		link = &t.list[*link].Next
	}
	*link = t.list[i].Next
	c.Count--
}

// drop lays down the item of a kind that a body took last.
func (t *items) drop(b int32, kind int16) {
	if i := t.carried(b, int(kind)); i >= 0 {
		t.unload(b, i)
		x, y := t.Game.At(b)
		t.lie(i, components.Position{X: x, Y: y})
		t.tellItem(b, eventDropped, t.list[i].Kind)
	}
}

// dropAll lays down everything that a body carries.
func (t *items) dropAll(b int32) {
	x, y := t.Game.At(b)
	for t.Cargo[b].First >= 0 {
		i := t.Cargo[b].First
		t.unload(b, i)
		t.lie(i, components.Position{X: x, Y: y})
	}
}

// leaveLoot puts an item where a body died whose class leaves one behind.
func (t *items) leaveLoot(b int32) {
	drops := t.form(b).Drops
	if drops < 0 {
		return
	}
	x, y := t.Game.At(b)
	for i := t.kinds[drops].first; i < t.kinds[drops].last; i++ {
		if it := &t.list[i]; it.Holder == 0 && it.BackAt == never {
			t.lie(i, components.Position{X: x, Y: y})
			return
		}
	}
}

// deliver hands over the items of a kind, or all for -1, for score and money.
func (td *trade) deliver(b int32, kind int16) {
	if td.Dead(b) {
		return
	}
	of, n, worth := int16(-1), 0, 0.0 // the kind handed over last, how many, and what all were worth
	tell := func() {
		if n > 0 && td.Game.Journal.Listens() {
			td.Game.Journal.Occur(session.Occurrence{Kind: session.Delivered, From: td.ID(b), Text: td.Config.Kinds[of].ID, Number: float64(n)})
		}
		n = 0
	}
	for i := td.items.carried(b, int(kind)); i >= 0; i = td.items.carried(b, int(kind)) {
		if td.items.list[i].Kind != of {
			tell()
			of = td.items.list[i].Kind
		}
		n++
		td.items.unload(b, i)
		td.items.use(i)
		td.match.score(b, td.Config.Kinds[of].Worth)
		worth += td.Config.Kinds[of].Worth
		if team := td.TeamOf(b); team != systems.NoTeam {
			td.match.teams[team].purse += td.Config.Kinds[of].Worth
		}
		td.items.tellItem(b, eventDelivered, of)
	}
	tell()
	td.match.tellScored(b, worth)
}

// eat uses up an item that a body carries or that lies at its feet, unless
// another body was faster.
func (td *trade) eat(b, i int32) {
	it := &td.items.list[i]
	switch {
	case td.Dead(b) || it.BackAt != 0:
		return
	case it.Holder == td.ID(b):
		td.items.unload(b, i)
	case it.Holder != 0:
		return
	}
	of := it.Kind
	td.items.use(i)
	k := &td.Config.Kinds[of]
	td.Health[b].Hunger = max(td.Health[b].Hunger-k.Food, 0)
	td.life.Heal(b, k.Health)
	td.items.tellItem(b, eventAte, of)
}
