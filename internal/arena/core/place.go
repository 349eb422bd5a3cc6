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
	only  []int32   // by name, team and whose it is: the place, or none or several; see among
	teams int       // none is one
	setup []systems.Place
}

func (p *places) init(setup []systems.Place, teams int) {
	p.setup, p.names, p.of, p.only, p.teams = setup, nil, nil, nil, teams+1
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
	for _, of := range p.of {
		for team := systems.NoTeam; team < teams; team++ {
			for whose := range belongings {
				only := int32(noPlace)
				for _, i := range of {
					switch {
					case !whose.is(setup[i].Team, team):
					case only == noPlace:
						only = i
					default:
						only = severalPlaces
					}
				}
				p.only = append(p.only, only)
			}
		}
	}
}

// among returns the one place with a name that is of whose it should be for a team, or noPlace
// or severalPlaces.
func (p *places) among(name, team int, of belonging) int32 {
	return p.only[(name*p.teams+team-systems.NoTeam)*int(belongings)+int(of)]
}

// named returns the places that have an id or a tag.
func (p *places) named(name string) []int32 {
	if at := p.number(name); at >= 0 {
		return p.of[at]
	}
	return nil
}

// number returns which of the names one is, or -1.
func (p *places) number(name string) int {
	const few = 16 // of so many names, to look at each is faster
	if len(p.names) <= few {
		for i, n := range p.names {
			if len(n) == len(name) && (n == "" || n[0] == name[0]) && n == name {
				return i
			}
		}
		return -1
	}
	if at, ok := slices.BinarySearchFunc(p.names, name, strings.Compare); ok {
		return at
	}
	return -1
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

// belonging says which of these a place is.
type belonging uint8

const (
	ours belonging = iota
	theirs
	anyones
	belongings
)

const (
	noPlace       = -1
	severalPlaces = -2
)

func belongingOf(word string) belonging {
	switch word {
	case Ours:
		return ours
	case Theirs:
		return theirs
	}
	return anyones
}

// is reports whether a place of a team is meant, for who is of a team.
func (w belonging) is(place, team int) bool {
	switch w {
	case ours:
		return place == team || place == systems.NoTeam
	case theirs:
		return place != team && place != systems.NoTeam
	}
	return true
}

// NearestPlace returns the nearest place with an id or a tag, of whose it
// should be, or -1; the first in the scene of several at one distance.
func (bs *bodies) NearestPlace(body int32, name, whose string) int32 {
	x, y := bs.Game.At(body)
	return bs.nearestPlace(x, y, bs.TeamOf(body), name, whose)
}

// nearestPlace is NearestPlace to a point for who is of a team.
func (bs *bodies) nearestPlace(x, y float32, team int, name, whose string) int32 {
	number := bs.places.number(name)
	if number < 0 {
		return noPlace
	}
	of := belongingOf(whose)
	if only := bs.places.among(number, team, of); only != severalPlaces {
		return only
	}
	nearest, best := int32(noPlace), math.Inf(1)
	for _, i := range bs.places.of[number] {
		p := &bs.places.setup[i]
		if !of.is(p.Team, team) {
			continue
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
	x, y := bs.Game.At(body)
	p := &bs.places.setup[place]
	return bs.Field.Dist2(x, y, p.X, p.Y) <= float64(p.Radius)*float64(p.Radius)
}
