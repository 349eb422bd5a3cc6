package nav2_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/live"
)

// The robot, and the crate.
const robot, crate = arenatest.One, arenatest.Two

// stage is a field of 40 x 30 m, 10 ticks a second. A wall stands from (20, 0) to (21, 20). The robot, at
// (10, 10), faces right, drives 2 m/s and has the tree; a crate stands at (30, 25).
type stage struct {
	*arenatest.Game
	faults []string
}

// ends returns a tree that runs a node once, notes in the state `is` how it went, and in `code` what the
// entry of that name has.
func ends(node string) string {
	note := func(is string) string {
		return `<SetState key="is" value="` + is + `"/><SetState key="code" value="{code}" _skipIf="code == 0"/><SetState key="n" value="{number_recoveries}" _skipIf="code != 0"/><Stay/>`
	}
	return `<Sequence><Script code="number_recoveries := 0; code := 0"/><Fallback><Sequence>` + node + note("done") + `</Sequence><Sequence>` + note("failed") + `</Sequence></Fallback></Sequence>`
}

func open(t *testing.T, tree, state string) *stage {
	t.Helper()
	dir := t.TempDir()
	src := `<root BTCPP_format="4"><BehaviorTree ID="T">` + tree + `</BehaviorTree></root>`
	if err := os.WriteFile(filepath.Join(dir, "one.xml"), []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	scene := fmt.Sprintf(`
seed: 7
vocabularies: [nav2]
tickRate: 10
world: { width: 40, height: 30 }
obstacles: [ { rect: [20, 0, 1, 20] } ]
places:
  - { id: dock, at: [4, 4], radius: 1, tags: [charger] }
  - { id: shelf1, at: [30, 5], radius: 1, tags: [shelf] }
bots:
  - { id: one, name: One, count: 1, speedMps: 2, behavior: { file: one.xml }, initialState: { %s } }
  - { id: two, name: Two, count: 1, speedMps: 2, radius: 0.6, behavior: { kind: action, name: stay } }
`, state)
	p := &stage{}
	s, err := live.Start(filepath.Join(dir, "scene.yaml"), []byte(scene), live.Options{Workers: 1, OnNotice: func(string) {}, OnFault: func(f host.Fault) { p.faults = append(p.faults, f.Text) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	p.Game = &arenatest.Game{T: t, Session: s, Arena: core.Of(s.Game())}
	p.Put(robot, 10, 10, 1, 0).Put(crate, 30, 25, 1, 0)
	return p
}

// is returns a key of the robot's state as it is written.
func (p *stage) is(key string) string { return strings.Trim(p.State(robot, key), `"`) }

// until steps until the state `is` is there, at most so many ticks, and returns how many.
func (p *stage) until(most int) int {
	p.T.Helper()
	for i := range most {
		if p.Step(); p.is("is") != "" {
			return i + 1
		}
	}
	return most
}

// ends wants the tree to end in some tick, from least to most.
func (p *stage) ends(is string, least, most int) {
	p.T.Helper()
	if n := p.until(most + 1); p.is("is") != is || n < least || n > most {
		x, y := p.At(robot)
		p.T.Errorf("%q after %d ticks, wanted %q after %d to %d; it is at (%.2f, %.2f), code %s", p.is("is"), n, is, least, most, x, y, p.is("code"))
	}
	for _, f := range p.faults {
		p.T.Errorf("fault: %s", f)
	}
}

// at wants the robot near a point.
func (p *stage) at(x, y, by float64) {
	p.T.Helper()
	if ax, ay := p.At(robot); core.Length(ax-x, ay-y) > by {
		p.T.Errorf("the robot is at (%.2f, %.2f), wanted (%v, %v)", ax, ay, x, y)
	}
}
