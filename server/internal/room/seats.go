package room

import (
	"cmp"
	"fmt"

	"github.com/thicket-sim/thicket/components"
)

// seats are the players of a room, by their bodies.
type seats map[components.ID]*player

// room returns who is to leave for a player of an address to be seated, or why it cannot be.
// Whose connection was lost makes room: those of the same address where that has all its seats,
// and otherwise those of the address that has most.
func (s seats) room(address string, o *Options) (leaves []components.ID, err error) {
	by := map[string]int{}
	for _, p := range s {
		by[p.address]++
	}
	if n := by[address]; o.Seats > 0 && address != "" && n >= o.Seats {
		id, ok := s.lost(func(p *player) int { return by[p.address] * same(p.address, address) })
		if !ok {
			return nil, fmt.Errorf("%d players of the room come from your address, and no more may", n)
		}
		return []components.ID{id}, nil
	}
	if n := len(s); n >= o.Players {
		id, ok := s.lost(func(p *player) int { return by[p.address] })
		if !ok {
			return nil, fmt.Errorf("the room has %d players, and room for no more", n)
		}
		return []components.ID{id}, nil
	}
	return nil, nil
}

// lost returns the player whose connection was lost first, of those for whom of is greatest, and
// whether there is one with more than 0.
func (s seats) lost(of func(*player) int) (who components.ID, ok bool) {
	for id, p := range s {
		if p.guest != nil || of(p) == 0 {
			continue
		}
		if old := s[who]; old == nil || cmp.Or(of(p)-of(old), old.until.Compare(p.until), int(old.person-p.person)) > 0 {
			who, ok = id, true
		}
	}
	return who, ok
}

func same(a, b string) int {
	if a == b {
		return 1
	}
	return 0
}
