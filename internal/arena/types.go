package arena

import (
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/systems/nav"
	"github.com/thicket-sim/thicket/internal/trees"
)

// What a scene says about its arena. All lengths are metres, all times seconds,
// and indexes count from 0 in the lists of the same [Config] or [systems.Setup].
type (
	// Config is all of it: On, which wakes the arena, and the lists and parts
	// below.
	Config = core.Config
	// Obstacle is a rectangle, a circle or a polygon that nobody walks or sees
	// through. Its method Check is the error for one that does not fit a field,
	// and Covers tells whether a spot is within a margin of it.
	Obstacle = core.Obstacle
	// Form holds the abilities of bots of a class: their health, sight, weapons, paces
	// and so on. Begin with [NewForm].
	Form = core.Form
	// Sight says how far (metres) and how wide (degrees, in all) a body sees.
	Sight = core.Sight
	// Hunger says how a body gets hungry.
	Hunger = core.Hunger
	// Paces are the factors of a body's speed at a walk, run and sprint.
	Paces = core.Paces
	// Weapon is a way to strike.
	Weapon = core.Weapon
	// Kind is a kind of item, and how many there are at the start.
	Kind = core.Kind
	// Good is something that can be bought at a place with the tag shop.
	Good = core.Good
	// Match says how teams win.
	Match = core.Match
	// Day is the clock of the day.
	Day = core.Day
	// Witness is told of blows and deaths.
	Witness = core.Witness
	// Query is a question for the best point, QueryOption one way to answer it, and
	// QueryTerm a measure with a number.
	Query       = core.Query
	QueryOption = core.QueryOption
	QueryTerm   = core.QueryTerm
	// Nature is the season, the moon and the weather. Begin with [NewNature].
	Nature = core.Nature
	// NatureKey is a part of nature that can be set.
	NatureKey = core.NatureKey
)

// Event is something that the arena tells the trees of bots.
type Event = core.Event

// What the things of a game are called whose names trees use: a scene declares
// its own with host.Symbols.Declare, so that a tree with a name that is not there
// is refused as it is loaded.
const (
	PlaceNames  = core.PlaceNames // ids and tags
	PathNames   = core.PathNames
	ItemNames   = core.ItemNames
	GoodNames   = core.GoodNames
	WeaponNames = core.WeaponNames
	ClassNames  = core.ClassNames
	QueryNames  = trees.QueryNames
)

// MaxWeapons is the number of weapons a body can have.
const MaxWeapons = core.MaxWeapons

// NewForm returns the form of a class about which a scene says nothing: it cannot be
// hurt, sees 30 m all around and carries one item.
func NewForm() Form { return core.NewForm() }

// NewNature returns the nature of a scene that says nothing of it: autumn, by day, dry and
// mild.
func NewNature() Nature { return core.NewNature() }

// MaxObstacles returns the limit of obstacles in an arena.
func MaxObstacles(v limit.Values) int { return nav.MaxShapes(v) }

// MaxCorners returns the limit of corners of a polygon.
func MaxCorners(v limit.Values) int { return nav.MaxCorners(v) }

// CheckLand returns the error for obstacles of a config that leave nobody room on the
// field of a setup, or nil. It is for configs whose obstacles each pass
// Obstacle.Check.
func CheckLand(s *systems.Setup, c *Config) error { return core.CheckLand(s, c) }
