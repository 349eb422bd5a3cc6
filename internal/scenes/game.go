package scenes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/libm"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/trees"
)

// game reads whose rules the scene has. A ruleset may say something else there, which
// is not for Thicket.
func (d *decoder) game(o *markup.Object) {
	n := o.Node("game")
	if n == nil {
		return
	}
	if n.Kind != markup.String || !slices.Contains(arena.Games(), n.Str) {
		e := d.list.Noticef(n.Span, "game: %s is no game of Thicket, wanted %s; it is ignored", n.Describe(), strings.Join(arena.Games(), ", "))
		if guess := syntax.Closest(n.Str, arena.Games()); n.Kind == markup.String && guess != "" {
			e.Hint = fmt.Sprintf("did you mean %q?", guess)
		}
		return
	}
	if teams := o.Node("teams"); teams == nil || teams.Kind != markup.Sequence || len(teams.Items) < 2 {
		d.list.Errorf(n.Span, "game: %s wants two teams, the aliens first", n.Str)
		return
	}
	d.scene.Arena.Game, d.scene.Arena.On = n.Str, true
}

// vocabularies reads whose words trees may use, beside those of the scene's game. A tree that
// has no scene of its own may use all. A scene that is being played keeps its first ones.
func (d *decoder) vocabularies(o *markup.Object) {
	var asked []string
	if n := o.Node("vocabularies"); n != nil {
		if n.Kind != markup.Sequence {
			d.list.Errorf(n.Span, "vocabularies: wanted a list of %s, found %s", markup.Or(trees.Vocabularies()), n.Describe())
			return
		}
		for _, item := range n.Items {
			if item.Kind != markup.String || !slices.Contains(trees.Vocabularies(), item.Str) {
				d.list.Errorf(item.Span, "vocabularies: found %s, wanted %s", item.Describe(), markup.Or(trees.Vocabularies())).Suggest(item.Str, trees.Vocabularies())
				continue
			}
			asked = append(asked, item.Str)
		}
	}
	if game := d.scene.Arena.Game; game != "" {
		asked = append(asked, game)
	}
	if d.scene.madeUp() {
		asked = trees.Vocabularies()
	}
	if d.reload {
		return
	}
	if err := trees.Ask(d.reg, asked...); err != nil {
		panic(err) // all of them are known
	}
}

// numberKeys are the keys of a bot class for which the classes of a game have numbers.
var numberKeys = []string{"health", "armour", "regen", "weapons", "cargo", "respawn", "radius", "price"}

// doubtGame notes what loads in a scene of a game and is hardly meant: teams in the
// other order or too many of them, odd settings, and numbers of classes whose bots
// begin as others.
func (d *decoder) doubtGame(o *markup.Object, r *trees.Ruleset) {
	for i, team := range o.List("teams") {
		id := textOf(team, "id")
		switch {
		case i == 0 && id == "humans" || i == 1 && id == "aliens":
			d.list.Noticef(team.Span, "team %q plays the %s: the first team is the aliens, the second the humans", id, [...]string{"aliens", "humans"}[i])
		case i >= 2:
			d.list.Noticef(team.Span, "team %q has no part in the game, which has two teams: its bots have no class, no weapon and no base", id)
		}
	}
	if n := o.Node("settings"); n != nil && n.Kind == markup.Map {
		for _, e := range n.Entries {
			if doubt := arena.Doubt(e.Key, e.Value.Value()); doubt != "" {
				d.list.Noticef(e.KeySpan, "settings: %s", doubt)
			}
		}
	}
	known := arena.GameNames()[arena.ClassNames]
	for i, class := range r.Classes {
		s := &d.scene.Setup.Classes[i]
		if s.Program == nil || s.Team < 0 || s.Team > 1 || slices.Contains(known, s.ID) {
			continue
		}
		var keys []string
		for _, e := range class.More {
			if slices.Contains(numberKeys, e.Key) {
				keys = append(keys, e.Key)
			}
		}
		if len(keys) > 0 {
			d.list.Noticef(class.At, "class %q: %s: they do not count, as its bots begin as those of the game; a class of the scene with an id of the game's has its own", s.ID, strings.Join(keys, ", "))
		}
	}
}

// buildings reads which buildings of the game stand at the start.
func (d *decoder) buildings(o *markup.Object) {
	if d.scene.Arena.Game == "" {
		if n := o.Node("buildings"); n != nil {
			d.list.Noticef(n.Span, "buildings: they are of a game that the key game names; without it they are ignored")
		}
		return
	}
	s, c := &d.scene.Setup, &d.scene.Arena
	c.Sites = make([][]components.Position, len(s.Classes))
	var kinds []string
	for i := range s.Classes {
		if c.Forms[i].Fixed {
			kinds = append(kinds, s.Classes[i].ID)
		}
	}
	var stand []standing
	for b := range d.objects(o, "buildings", "a building", "buildings", maxBuildings.In(d.limits)) {
		kind := b.RequiredText("kind")
		var p components.Position
		p.X, p.Y = d.point(b, "at", "a building")
		b.Done()
		d.checkSite(b, p)
		i := slices.IndexFunc(s.Classes, func(class systems.Class) bool { return class.ID == kind })
		if i < 0 || !c.Forms[i].Fixed {
			if kind != "" {
				d.list.Errorf(b.KeySpan("kind"), "unknown kind of building %q, wanted %s", kind, markup.Or(kinds)).Suggest(kind, kinds)
			}
			continue
		}
		s.Classes[i].Count++
		c.Sites[i] = append(c.Sites[i], p)
		stand = append(stand, standing{p, c.Forms[i].Radius, kind, b.Span().Start})
	}
	d.doubtSites(stand)
	d.doubtSpawns(o)
}

// standing is a building that stands at the start.
type standing struct {
	at     components.Position
	radius float32 // metres
	kind   string
	pos    syntax.Pos
}

// doubtSites notes buildings that stand in each other, and a second main building.
func (d *decoder) doubtSites(stand []standing) {
	first, widest := map[string]bool{}, float32(0)
	for i := range stand {
		b := &stand[i]
		widest = max(widest, b.radius)
		if main := b.kind == "overmind" || b.kind == "reactor"; main && first[b.kind] {
			d.list.Noticef(b.pos, "a second %s: a team of the game has one", b.kind)
		}
		first[b.kind] = true
	}
	byX := slices.Clone(stand)
	slices.SortStableFunc(byX, func(a, b standing) int { return cmp.Compare(a.at.X, b.at.X) })
	for i := range byX {
		for j := i + 1; j < len(byX) && byX[j].at.X-byX[i].at.X < 2*widest; j++ {
			dx, dy := float64(byX[j].at.X-byX[i].at.X), float64(byX[j].at.Y-byX[i].at.Y)
			if libm.Hypot(dx, dy) < float64(byX[i].radius+byX[j].radius) {
				e := d.list.Noticef(byX[j].pos, "%s stands in another building", byX[j].kind)
				e.Notes = []syntax.Note{{Pos: byX[i].pos, Msg: "the other, " + byX[i].kind}}
				break
			}
		}
	}
}

// doubtSpawns notes teams whose bots have no spawn at the start.
func (d *decoder) doubtSpawns(o *markup.Object) {
	s, c := &d.scene.Setup, &d.scene.Arena
	for team := range min(2, len(s.Teams)) {
		bots, spawns := 0, 0
		for i := range s.Classes {
			if s.TeamOf(&s.Classes[i]) != team {
				continue
			}
			if c.Forms[i].Fixed {
				if slices.Contains(c.Forms[i].Tags, "spawn") {
					spawns += s.Classes[i].Count
				}
			} else if s.Classes[i].Program != nil {
				bots += s.Classes[i].Count
			}
		}
		for i := range s.Places {
			if p := &s.Places[i]; (p.Team == team || p.Team == systems.NoTeam) && slices.Contains(p.Tags, "spawn") {
				spawns++
			}
		}
		if bots > 0 && spawns == 0 {
			d.list.Noticef(o.KeySpan("game"), "team %q begins without a spawn: who dies stays dead until one is built", s.Teams[team].ID)
		}
	}
}

// checkSite reports a building whose middle is in an obstacle.
func (d *decoder) checkSite(b *markup.Object, p components.Position) {
	for j := range d.scene.Arena.Obstacles {
		if d.scene.Arena.Obstacles[j].Covers(p.X, p.Y, 0.01) {
			e := d.list.Errorf(b.KeySpan("at"), "at: (%v, %v) is in an obstacle", p.X, p.Y)
			e.Notes = []syntax.Note{{Pos: d.obstacleAt[j], Msg: "the obstacle"}}
			return
		}
	}
}

// review notes what trees name and the scene does not have, each thing once.
func (d *decoder) review() {
	s := &d.scene.Setup
	told := map[string]bool{}
	for _, p := range s.Trees() {
		arena.Review(s, &d.scene.Arena, p, func(at syntax.Pos, lack string) {
			if !told[lack] {
				told[lack] = true
				d.list.Noticef(at, "%s", lack)
			}
		})
	}
}
