package core

import (
	"github.com/thicket-sim/thicket/behavior/host"
)

var _ host.Stocked = (*Arena)(nil)

// lying describes an item for trees.
func (t *items) lying(i int32) host.Thing {
	it := &t.list[i]
	return host.Thing{ID: t.number(i), Kind: t.Config.Kinds[it.Kind].ID, X: it.X, Y: it.Y}
}

func lies(it *item) bool { return it.Holder == 0 && it.BackAt == 0 }

// Things appends the items that lie around a point.
func (a *Arena) Things(x, y, metres float32, list []host.Thing) []host.Thing {
	var found []int32
	for i := range a.items.kinds {
		k := &a.items.kinds[i]
		if !k.stale {
			found = k.index.Within(x, y, metres, found[:0])
			for _, n := range found {
				list = append(list, a.items.lying(n))
			}
			continue
		}
		for n := k.first; n < k.last; n++ {
			it := &a.items.list[n]
			if lies(it) && a.Field.Dist2(x, y, it.X, it.Y) <= float64(metres)*float64(metres) {
				list = append(list, a.items.lying(n))
			}
		}
	}
	return list
}

// There reports whether an item lies on the field.
func (a *Arena) There(id uint32) bool {
	i := a.items.numbered(id)
	return i >= 0 && lies(&a.items.list[i])
}
