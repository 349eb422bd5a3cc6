package match

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/study/estimate"
)

// Report is what matches of a scene have in common.
type Report struct {
	Scene   string    `json:"scene"`
	Matches []*Played `json:"matches"`
	Winners []Share   `json:"winners"` // the teams in their order, a draw, and matches that were given up
	Length  Length    `json:"length"`
	Classes []Class   `json:"classes"`
	Weapons []Weapon  `json:"weapons"`
	Bought  []Got     `json:"bought"`
	Evolved []Got     `json:"evolved"`
	Built   []Got     `json:"built"` // bodies that came into the game: in scenes of a game of bases, buildings
	Faults  int64     `json:"faults"`

	built string // what a body that came into the game is called
}

// Share is in how many of the matches something came of them.
type Share struct {
	Team  string  `json:"team"` // its id; empty for none
	Title string  `json:"title"`
	Count int     `json:"count"`
	Share float64 `json:"share"` // 0 to 1
	// Low and High are Wilson's interval, which misses the true share in one of twenty cases.
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Length says how long matches were that ended, in seconds of simulated time; all 0 where none did.
type Length struct {
	Median float64 `json:"median"`
	Least  float64 `json:"least"`
	Most   float64 `json:"most"`
}

// Class is a class of a team, as which bodies lived.
type Class struct {
	Team   string `json:"team"`
	Class  string `json:"class"` // its id; empty for players
	Kills  int64  `json:"kills"`
	Deaths int64  `json:"deaths"`
}

// Weapon is a weapon in the hands of a class.
type Weapon struct {
	Team     string  `json:"team"`
	Class    string  `json:"class"`
	Weapon   string  `json:"weapon"` // its id; empty for what hurts without one
	Shots    int64   `json:"shots"`  // and blows
	Hits     int64   `json:"hits"`
	Accuracy float64 `json:"accuracy"` // 0 to 1; 0 without shots
	Damage   float64 `json:"damage"`   // in points of health
	Kills    int64   `json:"kills"`
}

// Got is a thing that a team got.
type Got struct {
	Team  string `json:"team"`
	Name  string `json:"name"`
	Count int64  `json:"count"`
}

// report makes a report of the matches that were played.
func report(name string, s *scenes.Scene, played []*Played) *Report {
	r := &Report{Scene: name, Matches: []*Played{}, built: "born"}
	if s.Arena.Game != "" {
		r.built = "built"
	}
	all := &counts{
		arms: map[arm]*use{}, kills: map[member]int64{}, deaths: map[member]int64{},
		bought: map[thing]int64{}, evolved: map[thing]int64{}, built: map[thing]int64{},
	}
	for _, p := range played {
		if p == nil {
			continue
		}
		r.Matches = append(r.Matches, p)
		r.Faults += p.Faults
		all.add(p.counts)
	}
	r.winners(s)
	r.length()
	names := naming{s}
	r.Classes, r.Weapons = names.classes(all), names.weapons(all)
	r.Bought, r.Evolved, r.Built = names.got(all.bought), names.got(all.evolved), names.got(all.built)
	return r
}

// winners counts who won.
func (r *Report) winners(s *scenes.Scene) {
	add := func(team, title string, is func(*Played) bool) {
		n := 0
		for _, p := range r.Matches {
			if is(p) {
				n++
			}
		}
		share, low, high := Wilson(n, len(r.Matches))
		r.Winners = append(r.Winners, Share{team, title, n, share, low, high})
	}
	for i := range s.Setup.Teams {
		t := &s.Setup.Teams[i]
		add(t.ID, t.Title(), func(p *Played) bool { return p.Winner == t.ID })
	}
	add("", "a draw", func(p *Played) bool { return p.Over && p.Winner == "" })
	add("", "undecided", func(p *Played) bool { return !p.Over })
}

// Wilson returns a share of n, and Wilson's interval of it (1927), which misses the true share in one
// of twenty cases. Of nothing it is from 0 to 1.
func Wilson(k, n int) (share, low, high float64) {
	if n == 0 {
		return 0, 0, 1
	}
	const z = 1.959963984540054
	of := float64(n)
	p := float64(k) / of
	middle := (p + z*z/(2*of)) / (1 + z*z/of)
	half := z / (1 + z*z/of) * math.Sqrt(float64(p*(1-p))/of+z*z/(4*of*of))
	return estimate.Rounded(p), estimate.Rounded(max(middle-half, 0)), estimate.Rounded(min(middle+half, 1))
}

// length measures the matches that ended.
func (r *Report) length() {
	var all []float64
	for _, p := range r.Matches {
		if p.Over {
			all = append(all, p.Seconds)
		}
	}
	slices.Sort(all)
	if n := len(all); n > 0 {
		r.Length = Length{(all[(n-1)/2] + all[n/2]) / 2, all[0], all[n-1]}
	}
}

// naming names what arenas count by numbers.
type naming struct{ *scenes.Scene }

func (s naming) team(i int) string {
	if i < 0 || i >= len(s.Setup.Teams) {
		return ""
	}
	return s.Setup.Teams[i].ID
}

func (s naming) class(i int) string {
	if i < 0 || i >= len(s.Setup.Classes) {
		return ""
	}
	return s.Setup.Classes[i].ID
}

func (s naming) weapon(i int) string {
	if i < 0 || i >= len(s.Arena.Weapons) {
		return ""
	}
	return s.Arena.Weapons[i].ID
}

func (s naming) classes(c *counts) []Class {
	all := []Class{}
	of := maps.Clone(c.deaths)
	sum(of, c.kills)
	keys := slices.SortedFunc(maps.Keys(of), func(a, b member) int {
		return cmp.Or(cmp.Compare(a.team, b.team), -cmp.Compare(c.kills[a], c.kills[b]), cmp.Compare(a.class, b.class))
	})
	for _, m := range keys {
		all = append(all, Class{s.team(m.team), s.class(m.class), c.kills[m], c.deaths[m]})
	}
	return all
}

func (s naming) weapons(c *counts) []Weapon {
	all := []Weapon{}
	keys := slices.SortedFunc(maps.Keys(c.arms), func(a, b arm) int {
		return cmp.Or(cmp.Compare(a.team, b.team), -cmp.Compare(c.arms[a].kills, c.arms[b].kills), cmp.Compare(a.class, b.class), cmp.Compare(a.weapon, b.weapon))
	})
	for _, key := range keys {
		u := c.arms[key]
		w := Weapon{
			Team: s.team(key.team), Class: s.class(key.class), Weapon: s.weapon(key.weapon),
			Shots: u.shots, Hits: u.hits, Damage: math.Round(u.damage), Kills: u.kills,
		}
		if u.shots > 0 {
			w.Accuracy = estimate.Rounded(float64(u.hits) / float64(u.shots))
		}
		all = append(all, w)
	}
	return all
}

func (s naming) got(counts map[thing]int64) []Got {
	all := []Got{}
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b thing) int {
		return cmp.Or(cmp.Compare(a.team, b.team), -cmp.Compare(counts[a], counts[b]), cmp.Compare(a.name, b.name))
	})
	for _, t := range keys {
		all = append(all, Got{s.team(t.team), t.name, counts[t]})
	}
	return all
}
