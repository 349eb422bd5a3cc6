package unvanquished_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/facttest"
	"github.com/thicket-sim/thicket/session"
	"github.com/thicket-sim/thicket/systems/arena/internal/arenatest"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// facts are the facts about the game that tests hold, by the names that the list of
// them has.
var facts = map[string]func(*testing.T){}

// fact adds a test of a fact. It is for variables named _.
func fact(name string, holds func(*testing.T)) bool {
	if facts[name] != nil {
		panic("the fact " + name + " has two tests")
	}
	facts[name] = holds
	return true
}

// elsewhere are the facts that have no test here, with the reason.
var elsewhere = map[string]string{}

func TestFacts(t *testing.T) {
	var names []string
	for name := range facts {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			facts[name](t)
		})
	}
}

// Each fact of the list has a test, or a reason why it has none.
func TestEveryFactIsHeld(t *testing.T) {
	facttest.Whole(t, "unvanquished", func(name string) bool { return facts[name] != nil || elsewhere[name] != "" })
}

// base is a scene of the game, by which facts are tested: the first bot plays a tree.
// Times are frames of 50 ms, lengths are the game's units unless said.
type base struct {
	team      string // of the first bot: humans where it is empty
	tree      string // the text of a .bt file; gesture where it is empty
	class     string // further keys of the class of the first bot, as YAML
	bots      string // further classes of bots, a line each, as YAML
	buildings string // such as "reactor 100 200, egg 300 400": kinds and where, in units
	settings  string // as YAML: "g_bot_builder: 1, g_bot_fov: 360"
	more      string // further keys of the scene, a line each
	width     int    // of the square field in units; 6400 where it is 0
	rate      int    // ticks a second; 20 where it is 0
}

// inUnits is how many units of the game make a metre.
const inUnits = 32

// open starts the scene. The first bot stands at (3200, 3200) and looks right.
func (b base) open(t *testing.T) *arenatest.Game {
	t.Helper()
	dir := t.TempDir()
	or := func(s, other string) string {
		if s == "" {
			return other
		}
		return s
	}
	if err := os.WriteFile(filepath.Join(dir, "tree.bt"), []byte("selector { "+or(b.tree, "action gesture")+" }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	width := 6400
	if b.width > 0 {
		width = b.width
	}
	var src strings.Builder
	fmt.Fprintf(&src, "seed: 5\ntickRate: %d\ngame: unvanquished\nworld: { width: %v, height: %v }\n", cmp.Or(b.rate, 20), width/inUnits, width/inUnits)
	fmt.Fprintf(&src, "teams: [{ id: aliens }, { id: humans }]\nteamAssignment: { humanTeamId: humans }\nsettings: { %s }\n%s\n", b.settings, b.more)
	src.WriteString("buildings: [")
	for at := range strings.SplitSeq(b.buildings, ",") {
		var kind string
		var x, y float64
		if n, _ := fmt.Sscan(at, &kind, &x, &y); n == 3 {
			fmt.Fprintf(&src, "{ kind: %s, at: [%v, %v] }, ", kind, x/inUnits, y/inUnits)
		}
	}
	fmt.Fprintf(&src, "]\nbots:\n  - { id: one, name: One, teamId: %s, count: 1, %s behavior: { file: tree.bt } }\n%s\n", or(b.team, "humans"), b.class, b.bots)
	s, err := session.Start(filepath.Join(dir, "scene.yaml"), []byte(src.String()), session.Options{Workers: 1})
	if err != nil {
		t.Fatalf("%v\n%s", err, src.String())
	}
	t.Cleanup(s.Close)
	g := &arenatest.Game{T: t, Session: s, Arena: core.Of(s.Game())}
	at(g, arenatest.One, 3200, 3200)
	return g
}

// at puts a body at a spot, in units. It looks right.
func at(g *arenatest.Game, id components.ID, x, y float64) {
	g.Put(id, float32(x/inUnits), float32(y/inUnits), 1, 0)
}

// where is the place of a body, in units.
func where(g *arenatest.Game, id components.ID) (x, y float64) {
	x, y = g.At(id)
	return x * inUnits, y * inUnits
}

// plays gives a body another tree for good, of the text of a .bt file.
func plays(g *arenatest.Game, id components.ID, tree string) {
	g.T.Helper()
	p, _, err := behavior.LoadSource("other.bt", []byte("selector { "+tree+" }\n"), g.Game().Setup.Registry)
	if err != nil {
		g.T.Fatalf("%s: %v", tree, err)
	}
	if err := g.Game().SwitchBot(id, p); err != nil {
		g.T.Fatal(err)
	}
}
