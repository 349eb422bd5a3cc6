package lua

import (
	"iter"
	"maps"
	"slices"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/ground/id"
)

// roll finds tables by bots. Ids are given in their order, for which most of them find their place in a page
// without a search.
type roll struct {
	pages []*[pageSize]*machine.Table
	rest  map[id.ID]*machine.Table // of ids from paged on
}

const (
	pageSize = 256
	paged    = 1 << 20
)

// of returns the table of a bot; nil for none.
func (r *roll) of(bot id.ID) *machine.Table {
	if bot >= paged {
		return r.rest[bot]
	}
	if p := int(bot / pageSize); p < len(r.pages) && r.pages[p] != nil {
		return r.pages[p][bot%pageSize]
	}
	return nil
}

// put gives a bot a table; nil takes it away.
func (r *roll) put(bot id.ID, t *machine.Table) {
	switch p := int(bot / pageSize); {
	case bot < paged:
		for len(r.pages) <= p {
			r.pages = append(r.pages, nil)
		}
		if r.pages[p] == nil {
			r.pages[p] = &[pageSize]*machine.Table{}
		}
		r.pages[p][bot%pageSize] = t
	case t == nil:
		delete(r.rest, bot)
	default:
		if r.rest == nil {
			r.rest = map[id.ID]*machine.Table{}
		}
		r.rest[bot] = t
	}
}

// all goes through all bots that have a table, ascending.
func (r *roll) all() iter.Seq2[id.ID, *machine.Table] {
	return func(yield func(id.ID, *machine.Table) bool) {
		for p, page := range r.pages {
			if page == nil {
				continue
			}
			for i, t := range page {
				if t != nil && !yield(id.ID(p*pageSize+i), t) {
					return
				}
			}
		}
		for _, bot := range slices.Sorted(maps.Keys(r.rest)) {
			if !yield(bot, r.rest[bot]) {
				return
			}
		}
	}
}
