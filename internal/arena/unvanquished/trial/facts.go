package trial

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/trees"
)

// Scene is a scene of the game, by which facts are tested: the first bot plays a tree.
// Times are frames of 50 ms, lengths are the game's units unless said.
type Scene struct {
	Team      string // of the first bot: humans where it is empty
	People    string // the team of players: humans where it is empty
	Tree      string // the text of a .bt file; gesture where it is empty
	Class     string // further keys of the class of the first bot, as YAML
	Bots      string // further classes of bots, a line each, as YAML
	Buildings string // such as "reactor 100 200, egg 300 400": kinds and where, in units
	Settings  string // as YAML: "g_bot_builder: 1, g_bot_fov: 360"
	More      string // further keys of the scene, a line each
	width     int    // of the square field in units; 6400 where it is 0
	Rate      int    // ticks a second; 20 where it is 0
}

// InUnits is the number of units of the game in a metre.
const InUnits = 32

// Open starts the scene. The first bot stands at (3200, 3200) and looks right.
func (b Scene) Open(t *testing.T) *arenatest.Game {
	t.Helper()
	dir := t.TempDir()
	or := func(s, other string) string {
		if s == "" {
			return other
		}
		return s
	}
	if err := os.WriteFile(filepath.Join(dir, "tree.bt"), []byte("selector { "+or(b.Tree, "action gesture")+" }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	width := 6400
	if b.width > 0 {
		width = b.width
	}
	var src strings.Builder
	fmt.Fprintf(&src, "seed: 5\ntickRate: %d\ngame: unvanquished\nworld: { width: %v, height: %v }\n", cmp.Or(b.Rate, 20), width/InUnits, width/InUnits)
	fmt.Fprintf(&src, "teams: [{ id: aliens }, { id: humans }]\nteamAssignment: { humanTeamId: %s }\nsettings: { %s }\n%s\n", or(b.People, "humans"), b.Settings, b.More)
	src.WriteString("buildings: [")
	for at := range strings.SplitSeq(b.Buildings, ",") {
		var kind string
		var x, y float64
		if n, _ := fmt.Sscan(at, &kind, &x, &y); n == 3 {
			fmt.Fprintf(&src, "{ kind: %s, at: [%v, %v] }, ", kind, x/InUnits, y/InUnits)
		}
	}
	fmt.Fprintf(&src, "]\nbots:\n  - { id: one, name: One, teamId: %s, count: 1, %s behavior: { file: tree.bt } }\n%s\n", or(b.Team, "humans"), b.Class, b.Bots)
	s, err := live.Start(filepath.Join(dir, "scene.yaml"), []byte(src.String()), live.Options{Workers: 1})
	if err != nil {
		t.Fatalf("%v\n%s", err, src.String())
	}
	t.Cleanup(s.Close)
	g := &arenatest.Game{T: t, Session: s, Arena: core.Of(s.Game())}
	At(g, arenatest.One, 3200, 3200)
	return g
}

// At puts a body at a spot, in units. It looks right.
func At(g *arenatest.Game, id components.ID, x, y float64) {
	g.Put(id, float32(x/InUnits), float32(y/InUnits), 1, 0)
}

// Where returns the place of a body, in units.
func Where(g *arenatest.Game, id components.ID) (x, y float64) {
	x, y = g.At(id)
	return x * InUnits, y * InUnits
}

// Plays gives a body another tree for good, of the text of a .bt file.
func Plays(g *arenatest.Game, id components.ID, tree string) {
	g.T.Helper()
	p, _, err := trees.LoadSource("other.bt", []byte("selector { "+tree+" }\n"), g.Game().Setup.Registry)
	if err != nil {
		g.T.Fatalf("%s: %v", tree, err)
	}
	if err := g.Game().Pools.SwitchBot(id, p); err != nil {
		g.T.Fatal(err)
	}
}
