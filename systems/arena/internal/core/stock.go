package core

import (
	"github.com/thicket-sim/thicket/behavior/host"
)

var _ host.Stocked = (*Arena)(nil)

// lying describes an item for trees.
func (a *Arena) lying(i int32) host.Thing {
	it := &a.items.list[i]
	k := &a.Config.Kinds[it.Kind]
	return host.Thing{ID: uint32(i), Kind: k.ID, X: it.X, Y: it.Y, Food: k.Food > 0 || k.Health > 0}
}

func lies(it *item) bool { return it.Holder == 0 && it.BackAt == 0 }

// Things appends the items that lie around a point.
func (a *Arena) Things(x, y, metres float32, list []host.Thing) []host.Thing {
	for i := range a.items.list {
		it := &a.items.list[i]
		if lies(it) && a.Field.Dist2(x, y, it.X, it.Y) <= float64(metres)*float64(metres) {
			list = append(list, a.lying(int32(i)))
		}
	}
	return list
}

// Carried appends the items that a body carries.
func (a *Arena) Carried(body int32, list []host.Thing) []host.Thing {
	if !a.awake {
		return list
	}
	for i := a.Cargo[body].First; i >= 0; i = a.items.list[i].Next {
		list = append(list, a.lying(i))
	}
	return list
}

// There reports whether an item lies on the field.
func (a *Arena) There(id uint32) bool {
	return int(id) < len(a.items.list) && lies(&a.items.list[id])
}
