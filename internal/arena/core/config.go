package core

import (
	"slices"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/systems"
)

// Config holds a scene's settings of its arena.
type Config struct {
	// On: some key of the scene asks for an arena.
	On        bool
	Obstacles []Obstacle
	Solid     bool   // bodies do not walk through each other
	Forms     []Form // by class
	Weapons   []Weapon
	Kinds     []Kind // of items
	Goods     []Good
	Match     Match
	Day       Day
	Nature    Nature
	// Sites lists where the first bodies of a class appear, by class; others appear
	// near them. A class without any appears as its Form says.
	Sites [][]components.Position
	// Queries lists the scene's queries with which trees ask for the best point.
	Queries []Query
	Game    string // whose rules hold where nothing else is said: "unvanquished", or empty
}

// Query is a question for the best point: options in order, of which the first counts that
// has a point. The words of terms are those of the trees that ask.
type Query struct {
	ID      string
	Options []QueryOption
}

// QueryOption says where the points are, what must hold for each, and how good one is: the
// sum of the weights times the measures. Density is the step of a grid in metres, 0 for 1.
type QueryOption struct {
	Points              QueryTerm
	Density             float64
	Conditions, Weights []QueryTerm
}

// QueryTerm is the words of a measure and a number, or, with Truth, 1 for true and 0 for
// false.
type QueryTerm struct {
	Name  string
	Value float64
	Truth bool
}

// Obstacle is a rectangle, a circle or a polygon that nobody walks or sees
// through; a circle where it has no Points. Lengths are metres.
type Obstacle struct {
	Points [][2]float32
	Rect   bool // Points are the corners of a rectangle along the axes, the top left first
	X, Y   float32
	Radius float32
}

// Form says what bots of a class can do.
type Form struct {
	Health  float32 // points; 0: cannot be hurt
	Armour  float32 // the share of damage that is kept off, 0 to below 1
	Regen   float32 // points a second
	Sight   Sight
	Weapons []int // at most MaxWeapons
	Cargo   int   // items at most
	Hunger  Hunger
	Respawn float64 // seconds until the dead come back; below 0: never
	Turn    float32 // radians a second; 0: at once
	Paces   Paces
	Radius  float32 // metres, of the body
	Home    string  // a place or a tag, or empty
	Skill   int
	Skills  []string // of games that have them: all that its bots have; nil: those of their skill
	Price   float64  // of becoming one, from the team's purse
	Unlock  float64  // the momentum that its team needs, in games that have it
	Build   float64  // seconds until one that is put up is finished
	Fixed   bool     // it never gives way to others in a solid world
	Tags    []string
	Foes    []string // classes that it fights, beside other teams
	Drops   int      // the kind of item that it leaves behind when it dies, or -1
}

// NewForm returns the form of a class about which a scene says nothing: it
// cannot be hurt, sees 30 m all around and carries one item.
func NewForm() Form {
	return Form{
		Sight: Sight{Radius: 30, Angle: 360}, Cargo: 1, Respawn: -1, Radius: 0.4, Drops: -1,
		Paces: Paces{Walk: 0.5, Run: 1, Sprint: 1.5},
	}
}

// Sight says how far and wide a body sees.
type Sight struct {
	Radius float32 // metres
	Angle  float32 // degrees, in all; 360 sees behind itself
	Follow bool    // tells its tree by events when foes are seen and lost
	// Hearing says how far it hears shots, in metres, which the trees of one dialect are told.
	Hearing float32
}

// Hunger says how a body gets hungry.
type Hunger struct {
	Lasts  float32 // seconds from sated to starving; 0: never hungry
	Damage float32 // points a second while it starves
}

// Paces are the factors of a body's speed.
type Paces struct{ Walk, Run, Sprint float32 }

// Weapon is a way to strike. One without Ammo needs none.
type Weapon struct {
	ID       string
	Damage   float32 // points
	Range    float32 // metres
	Cooldown float64 // seconds
	Ammo     int     // shots beside the clip at the start, and at most
	Clip     int     // shots in the clip; 0 for a weapon without
	Reload   float64 // seconds
	Energy   bool    // what gives power loads it
	Blast    float32 // metres; who is nearer to the one that it hits is hurt, too, less the farther off
}

func (w *Weapon) Melee() bool { return w.Clip == 0 }

// Kind is a kind of item and how many there are at the start.
type Kind struct {
	ID      string
	Count   int
	At      string  // a place or a tag where they lie, or empty: anywhere
	Respawn float64 // seconds until one that was used is there again; below 0: never
	Food    float32 // hunger that eating it stills, 0 to 1
	Health  float32 // points that eating it gives
	Spare   int     // how many more scripts may make
	Tags    []string
	Worth   float64 // what its delivery brings: score, and money for the purse
}

// Good is something that can be bought at a place with the tag shop.
type Good struct {
	ID     string
	Price  float64
	Weapon int // index, or -1
	Ammo   int // shots for the weapon in hand, or for Weapon
	Armour float32
	Health float32 // points
	Unlock float64 // the momentum that its team needs, in games that have it
	Unsold bool    // it is had in other ways only
}

// Match says how teams win. The zero Match never ends and counts nothing.
type Match struct {
	Score    float64 // that wins; 0: none does
	Time     float64 // seconds until the better team wins; 0: no end
	Kill     float64 // score for a kill
	Purse    float64 // what each team begins with
	Income   float64 // for each team's purse, a second
	Declared bool
}

// Day is the clock of the day. A Length of 0 has none.
type Day struct {
	Length     float64 // seconds
	Start      float64 // hour, 0 to 24
	Dawn, Dusk float64 // hours
}

// Scale multiplies all lengths of the arena by side. The numbers of items, the
// score and the money that it takes to win grow with the area.
func (c *Config) Scale(side float64) {
	area := side * side
	for i := range c.Kinds {
		if k := &c.Kinds[i]; k.Count > 0 {
			k.Count = max(1, int(float64(float64(k.Count)*area)+0.5))
		}
	}
	c.Match.Score *= area
	c.Match.Purse *= area
	c.Match.Income *= area
	for i := range c.Sites {
		for j := range c.Sites[i] {
			p := &c.Sites[i][j]
			p.X, p.Y = float32(float64(p.X)*side), float32(float64(p.Y)*side)
		}
	}
	long := func(v *float32) { *v = float32(float64(*v) * side) }
	for i := range c.Obstacles {
		o := &c.Obstacles[i]
		long(&o.X)
		long(&o.Y)
		long(&o.Radius)
		o.Points = slices.Clone(o.Points)
		for j := range o.Points {
			long(&o.Points[j][0])
			long(&o.Points[j][1])
		}
	}
}

// Extend gives the games that are made of a setup an arena with these
// vocabularies.
func Extend(s *systems.Setup, c *Config, vocabularies []Vocabulary) {
	s.Extensions = append(s.Extensions, func(g *systems.Game) systems.Extension { return New(g, c, vocabularies) })
}

// Of returns the arena of a game, or nil where it has none or it sleeps.
func Of(g *systems.Game) *Arena {
	for _, e := range g.Extensions() {
		if a, ok := e.(*Arena); ok && a.awake {
			return a
		}
	}
	return nil
}
