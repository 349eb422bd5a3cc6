package arena

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/dragengine"
	"github.com/thicket-sim/thicket/internal/arena/mbt"
	"github.com/thicket-sim/thicket/internal/arena/nav2"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/trees"
)

// vocabularies returns the vocabularies of the dialects that have one.
func vocabularies() []core.Vocabulary {
	return []core.Vocabulary{unvanquished.Vocabulary(), dragengine.Vocabulary(), mbt.Vocabulary(), nav2.Vocabulary()}
}

// NewRegistry offers what every game has (see [systems.NewRegistry]), and all
// that bots can do in an arena, to each dialect by its own names too.
func NewRegistry() *host.Registry {
	r := systems.NewRegistry()
	if err := core.AddTo(r); err != nil {
		panic(err) // the names differ
	}
	for _, v := range vocabularies() {
		if err := v.Register(r); err != nil {
			panic(err) // each name is there once
		}
	}
	trees.Guard(r)
	return r
}

// Extend gives the games that are made of a setup an arena. It sleeps until the
// config has On, or a leaf of a tree needs it. The config is read as long as the
// game lasts and must not be changed; its obstacles must pass [CheckLand].
func Extend(s *systems.Setup, c *Config) { core.Extend(s, c, vocabularies()) }

// Games returns the games whose classes, weapons, goods and rules a scene can have, by
// what scenes call them.
func Games() []string { return []string{lore.Name} }

// Equip gives a setup of two teams and its config what a game of [Games] has: its
// classes, buildings, weapons and goods, with its numbers, behind those that are there.
// What is there under the same id stays as it is. Call it before [Extend].
func Equip(s *systems.Setup, c *Config) { lore.Equip(s, c) }

// GameNames returns the names that [Equip] adds, by what they are of: [WeaponNames],
// [GoodNames], [ClassNames]. They come in the order of the lists in [Config].
func GameNames() map[string][]string { return lore.Names() }

// Doubt describes an oddity of a setting of a scene of a game of [Games], such as a
// text where a number is wanted; "" for nothing.
// SkillNames returns the names of the skills that bots of games have.
func SkillNames() []string { return lore.SkillNames() }

func Doubt(name string, v host.Value) string { return lore.Doubt(name, v) }

// Review tells what a tree of a scene names by a number or in another way that loads,
// and that a setup and its config do not have, and where. Call it after [Equip].
func Review(s *systems.Setup, c *Config, p *run.Program, tell func(at syntax.Pos, lack string)) {
	for _, v := range vocabularies() {
		if v.Review != nil {
			v.Review(s, c, p, tell)
		}
	}
}

// HeedsStation reports whether a tree asks for the spot that its bot was given.
func HeedsStation(p *run.Program) bool { return unvanquished.HeedsStation(p) }

// UsualQueries returns the names of the queries that every scene has, beside its own in
// [Config].
func UsualQueries() []string { return mbt.QueryNames() }

// CheckQuery returns the error for a query of a scene, or nil, and which of its options it is about.
func CheckQuery(q *Query) (option int, err *syntax.Error) { return mbt.CheckQuery(q) }

// Catalog lists everything that trees can do and ask in an arena, by sections.
// What only trees in files of one kind have is in the last sections, which say so
// in Files. A function that gives a number is listed once; trees also have it
// with _below and _at_least behind its name, as conditions with a parameter limit.
func Catalog() []words.Section {
	return slices.Concat(core.Catalog(), []words.Section{dragengine.Section()})
}

// Events lists what an arena tells the trees of bots, of any dialect.
func Events() []Event { return core.Events() }

// AllEvents lists Events, and behind them what only trees of one dialect are told.
func AllEvents() []Event {
	all := core.Events()
	for _, v := range vocabularies() {
		all = append(all, v.Events...)
	}
	return all
}

// Words lists what only trees of a dialect and their scripts have in an arena, beside actions and
// functions: events, and what code finds in place.
func Words(dialect string) []words.Word {
	if dialect == "mbt" {
		return mbt.Words()
	}
	return nil
}

// Arena is the arena of one game. It may be asked between ticks.
type Arena struct{ core *core.Arena }

// Of returns the arena of a game, or nil where it has none or it sleeps.
func Of(g *systems.Game) *Arena {
	if a := core.Of(g); a != nil {
		return &Arena{a}
	}
	return nil
}

// Winner returns the index of the team that won, or systems.NoTeam for a draw and
// while the match goes on; systems.Game.Over tells when it ends.
func (a *Arena) Winner() int { return a.core.Match.Winner() }

// Score returns the score of a team, by its index in the setup.
func (a *Arena) Score(team int) float64 { return a.core.Match.Score(team) }

// Purse returns the money of a team, by its index in the setup.
func (a *Arena) Purse(team int) float64 { return a.core.Match.Purse(team) }

// Watch has a witness told of blows and deaths from now on; nil for nobody.
func (a *Arena) Watch(w Witness) { a.core.Watch(w) }

// Member returns the indexes of the class of which a body of the arena is now and of its team;
// systems.NoTeam for none, and a class below 0 for a player.
func (a *Arena) Member(body int32) (class, team int) {
	return int(a.core.Form[body]), a.core.TeamOf(body)
}

// BodyOf returns the number of a body of an id, or -1 for none.
func (a *Arena) BodyOf(id components.ID) int32 { return a.core.BodyOf(id) }

// IDOf returns the id of a body by its number.
func (a *Arena) IDOf(body int32) components.ID { return a.core.ID(body) }

// Say shows a line over a body for a number of seconds, from outside of its
// tree. It is false for a body that is not in the game.
func (a *Arena) Say(id components.ID, text string, seconds float64) bool {
	return a.core.Say(id, text, seconds)
}

// Seasons returns the seasons of a year, in their order from the one in which games begin.
func Seasons() []string { return slices.Clone(core.Seasons) }

// NatureKeys returns the parts of nature that can be set.
func NatureKeys() []NatureKey { return slices.Clone(core.NatureKeys) }

// CheckNature returns the part of nature of a name, by its place in [NatureKeys], and a
// value for it as a number. The error is without a place.
func CheckNature(name string, v host.Value) (key int, n float64, err *syntax.Error) {
	return core.CheckNature(name, v)
}

// SetNature changes a part of the nature of a game, with a key and a value of
// [CheckNature]. It wakes an arena that sleeps, and fails in a game without any, and for
// a part of the day that its days do not have.
func SetNature(g *systems.Game, key int, v float64) error { return core.SetNature(g, key, v) }

// NumberKeys returns the keys of the numbers of a class that may change while a game is played:
// of its [Form], and of each weapon that it has, as in bow.damage.
func NumberKeys(c *Config, class int) []string { return core.NumberKeys(c, class) }

// NumberOf returns a number of a class by one of its NumberKeys, as a config has it.
func NumberOf(c *Config, class int, key string) (value float64, ok bool) {
	return core.NumberOf(c, class, key)
}

// WhyFixed tells why a number of a class, or of a weapon that it has, cannot be tuned; empty for
// one that can, and for a key without a number.
func WhyFixed(c *Config, class int, key string) string { return core.WhyFixed(c, class, key) }

// OfWeapon reports whether a key of a class names a number of a weapon, which is the same
// for all who carry it.
func OfWeapon(c *Config, class int, key string) bool { return core.OfWeapon(c, class, key) }
