package core

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
)

// handling holds the work of a script on an item. All of a tick are done at its end,
// before the deeds of bodies, in the order in which they were asked for.
type handling struct {
	kind uint8
	item int32
	who  components.ID // who holds it, or eats it; 0 for nobody that has a body here
	x, y float32
}

const (
	handHold uint8 = iota
	handLay
	handSpend
)

// What BackAt says of items that are not on the field for other reasons than that
// they were used.
const (
	away     = never - 1 // a script has it, and there is no hand for it
	promised = never - 2 // a script made it in this tick
)

// The number of an item tells which of its lives it is in, so that one that comes
// back is another thing.
const (
	itemBits = 20
	maxLives = 1 << (32 - itemBits)
)

func (t *items) number(i int32) uint32 { return uint32(i) | t.list[i].life%maxLives<<itemBits }

// numbered returns the item of a number, or -1 if it was used up since.
func (t *items) numbered(id uint32) int32 {
	if i := id & (1<<itemBits - 1); int(i) < len(t.list) && t.number(int32(i)) == id {
		return int32(i)
	}
	return -1
}

func (t *items) handle(id uint32, h handling) {
	if h.item = t.numbered(id); h.item >= 0 && t.awake {
		t.asked = append(t.asked, h)
	}
}

// Hold puts a thing into the hands of a body; with -1 it is off the field.
func (a *Arena) Hold(id uint32, body int32) {
	a.items.handle(id, handling{kind: handHold, who: a.items.bearer(body)})
}

// Lay puts a thing on the field, at a point in metres.
func (a *Arena) Lay(id uint32, x, y float32) { a.items.handle(id, handling{kind: handLay, x: x, y: y}) }

// Spend ends a thing: a body ate it, or nobody for -1.
func (a *Arena) Spend(id uint32, body int32) {
	a.items.handle(id, handling{kind: handSpend, who: a.items.bearer(body)})
}

func (t *items) bearer(body int32) components.ID {
	if body < 0 {
		return 0
	}
	return t.ID(body)
}

// Make promises a thing of a kind that appears at a point at the end of the tick. It
// is not ok where the scene has no such thing to spare.
func (a *Arena) Make(kind string, x, y float32) (id uint32, ok bool) {
	k := a.kindOf(kind)
	if k < 0 || !a.awake {
		return 0, false
	}
	t := &a.items
	for i := t.kinds[k].first; i < t.kinds[k].last; i++ {
		if it := &t.list[i]; it.Holder == 0 && it.BackAt == never && t.spare(i) {
			it.BackAt = promised
			id = t.number(i)
			a.Lay(id, x, y)
			return id, true
		}
	}
	return 0, false
}

// spare reports whether an item lies only where somebody left it.
func (t *items) spare(i int32) bool {
	k := &t.kinds[t.list[i].Kind]
	return k.loot || i >= k.spare
}

// settle does what scripts asked for in this tick.
func (t *items) settle() {
	asked := t.asked
	t.asked = t.asked[:0]
	for _, h := range asked {
		it := &t.list[h.item]
		if b := t.BodyOf(it.Holder); it.Holder != 0 && b >= 0 {
			t.unload(b, h.item)
			it.Holder = 0
		}
		b := t.BodyOf(h.who)
		switch h.kind {
		case handHold:
			it.BackAt, it.Next = away, -1
			if b >= 0 && !t.dead[b] && int(t.Cargo[b].Count) < t.form(b).Cargo {
				it.Holder, it.Next, it.BackAt = h.who, t.Cargo[b].First, 0
				t.Cargo[b].First = h.item
				t.Cargo[b].Count++
			}
			t.kinds[it.Kind].stale = true
		case handLay:
			t.lie(h.item, t.land.free(t.OnField(components.Position{X: h.x, Y: h.y})))
		case handSpend:
			if b >= 0 {
				t.Health[b].Hunger = max(t.Health[b].Hunger-t.Config.Kinds[it.Kind].Food, 0)
				t.tellItem(b, eventAte, it.Kind)
			}
			t.use(h.item)
		}
	}
}

// Gone reports whether a thing has been used up, so that it never comes back.
func (a *Arena) Gone(id uint32) bool { return a.items.numbered(id) < 0 }

// Kinds appends what is to know about the kinds of things.
func (a *Arena) Kinds(list []host.ThingKind) []host.ThingKind {
	for i := range a.Config.Kinds {
		k := &a.Config.Kinds[i]
		list = append(list, host.ThingKind{Name: k.ID, Feeds: k.Food, Heals: k.Health, Tags: slices.Clone(k.Tags)})
	}
	return list
}
