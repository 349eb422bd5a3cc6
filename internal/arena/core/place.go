package core

import (
	"math"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/systems"
)

// places finds places by their id or a tag.
type places struct {
	names []string  // sorted
	of    [][]int32 // by name: places
	setup []systems.Place
}

func (p *places) init(setup []systems.Place) {
	p.setup, p.names, p.of = setup, nil, nil
	add := func(name string, place int32) {
		at, found := slices.BinarySearch(p.names, name)
		if !found {
			p.names = slices.Insert(p.names, at, name)
			p.of = slices.Insert(p.of, at, nil)
		}
		if !slices.Contains(p.of[at], place) {
			p.of[at] = append(p.of[at], place)
		}
	}
	for i := range setup {
		add(setup[i].ID, int32(i))
		for _, tag := range setup[i].Tags {
			add(tag, int32(i))
		}
	}
}

// named returns the places that have an id or a tag.
func (p *places) named(name string) []int32 {
	const few = 16 // of so many names, to look at each is faster
	if len(p.names) <= few {
		for i := range p.names {
			if p.names[i] == name {
				return p.of[i]
			}
		}
		return nil
	}
	if at, ok := slices.BinarySearchFunc(p.names, name, strings.Compare); ok {
		return p.of[at]
	}
	return nil
}

// PlacesNamed returns the places that have an id or a tag. The slice must not be changed.
func (bs *bodies) PlacesNamed(name string) []int32 { return bs.places.named(name) }

// first returns the first place of a name that belongs to a team, else the
// first of that name, else -1.
func (p *places) first(setup []systems.Place, name string, team int) int {
	of := p.named(name)
	for _, i := range of {
		if setup[i].Team == team && team != systems.NoTeam {
			return int(i)
		}
	}
	if len(of) > 0 {
		return int(of[0])
	}
	return -1
}

// Whose places are meant.
const (
	Ours    = "ours"   // of the bot's team, or of nobody
	Theirs  = "theirs" // of another team
	Anyones = "any"
)

// NearestPlace returns the nearest place with an id or a tag, of whose it
// should be, or -1; the first in the scene of several at one distance.
func (bs *bodies) NearestPlace(body int32, name, whose string) int32 {
	x, y, _, _ := bs.Game.Body(body)
	team := bs.TeamOf(body)
	nearest, best := int32(-1), math.Inf(1)
	for _, i := range bs.places.named(name) {
		p := &bs.places.setup[i]
		switch whose {
		case Ours:
			if p.Team != team && p.Team != systems.NoTeam {
				continue
			}
		case Theirs:
			if p.Team == team || p.Team == systems.NoTeam {
				continue
			}
		}
		if d := bs.Field.Dist2(x, y, p.X, p.Y); d < best {
			nearest, best = i, d
		}
	}
	return nearest
}

// TeamOf returns a body's team, or systems.NoTeam.
func (bs *bodies) TeamOf(body int32) int {
	if g := int(bs.Group[body]); g < len(bs.Game.Setup.Teams) {
		return g
	}
	return systems.NoTeam
}

// Inside reports whether a body is in a place.
func (bs *bodies) Inside(body, place int32) bool {
	x, y, _, _ := bs.Game.Body(body)
	p := &bs.places.setup[place]
	return bs.Field.Dist2(x, y, p.X, p.Y) <= float64(p.Radius)*float64(p.Radius)
}
