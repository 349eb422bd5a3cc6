package mbt_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/live"
)

// stage is a field of 100 x 100 m on which bots of two teams stand, 10 ticks a second. The
// first is of the team red, at (20, 50), and has the tree; the second its foe, at (40, 50);
// the third its friend, at (10, 50), with the tree mate. All see 60 m all around. A wall
// stands from (60, 30) to (62, 70), and a cover behind it at (63, 50).
type stage struct {
	tree   string            // what stands in <Root>
	blocks string            // beside it
	mate   string            // what stands in the <Root> of the third
	more   string            // more keys of the scene
	class  string            // more keys of the first
	foe    string            // more keys of the second
	walls  string            // in place of the wall
	covers string            // places in place of the cover
	lua    string            // what the file stage.lua has, for the key lua of the scene
	files  map[string]string // more files beside the scene
	rate   int               // ticks a second, in place of 10
}

// staged is a stage with what happens on it.
type staged struct {
	*arenatest.Game
	dir    string           // of its files
	heard  []string         // the events of the bot that is listened to, in order
	tick   map[string]int64 // in which each of them came last
	faults []string
	noted  []string // the faults that are notes
}

// with returns what a text is, or else what it is by default.
func with(text, def string) string {
	if text == "" {
		return def
	}
	return text
}

// note is a node that writes into the state `is` how the node before it went, and waits.
const note = `<SetState key="is" value="done"/><Halt/>`

// went returns a tree that runs a node once and notes how it went.
func went(node string) string {
	return `<Selector><Sequence>` + node + note + `</Sequence><Sequence><SetState key="is" value="failed"/><Halt/></Sequence></Selector>`
}

func (s stage) open(t *testing.T) *staged {
	t.Helper()
	dir := t.TempDir()
	file := func(name, root, blocks string) {
		src := "<BehaviorTree>" + blocks + "<Root>" + root + "</Root></BehaviorTree>"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file("one.xml", s.tree, s.blocks)
	file("lone.xml", `<Sequence><Wait duration="0.5"/><Signal name="Help" filter="Group"/><Parallel successMode="any"><WaitForEvent name="Help"/><Timeout duration="3"/></Parallel><SetState key="got" value="yes"/><Halt/></Sequence>`, "")
	file("mate.xml", with(s.mate, "<Halt/>"), s.blocks)
	if err := os.WriteFile(filepath.Join(dir, "stage.lua"), []byte(s.lua), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, text := range s.files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	src := fmt.Sprintf(`
seed: 7
vocabularies: [mbt]
tickRate: %d
world: { width: 100, height: 100 }
teams: [{ id: red }, { id: blue }]
obstacles: [ %s ]
places: [ %s { id: home, at: [5, 5], radius: 1 } ]
weapons: [ { id: gun, damage: 1, range: 30, cooldown: 0.2s, clip: 20, ammo: 100, reload: 1s }, { id: frag, damage: 1, range: 30, cooldown: 1s, clip: 1, ammo: 0 } ]
%s
bots:
  - { id: one, name: One, teamId: red, count: 1, speedMps: 4, health: 100, sight: { radius: 60 }, home: home, behavior: { file: one.xml } %s }
  - { id: two, name: Two, teamId: blue, count: 1, speedMps: 4, health: 100, behavior: { kind: action, name: stand } %s }
  - { id: three, name: Three, teamId: red, count: 1, speedMps: 4, health: 100, sight: { radius: 60 }, behavior: { file: mate.xml } }
`, cmp.Or(s.rate, 10), with(s.walls, "{ rect: [60, 30, 2, 40] }"), with(s.covers, "{ id: spot, at: [63, 50], radius: 1, tags: [cover] },"), s.more, with(s.class, ", weapons: [gun]"), s.foe)
	p := &staged{dir: dir}
	opts := live.Options{Workers: 1, OnNotice: func(string) {}, OnFault: func(f host.Fault) {
		if f.Note {
			p.noted = append(p.noted, f.Text)
			return
		}
		p.faults = append(p.faults, f.Text)
	}}
	made, err := live.Start(filepath.Join(dir, "scene.yaml"), []byte(src), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(made.Close)
	p.Game = &arenatest.Game{T: t, Session: made, Arena: core.Of(made.Game())}
	p.Put(one, 20, 50, 1, 0).Put(two, 40, 50, -1, 0).Put(three, 10, 50, 1, 0)
	return p
}

// until steps until the state `is` is there, and returns after how many ticks; at most so
// many.
func (p *staged) until(most int) (ticks int, is string) {
	for i := range most {
		p.Step()
		if is := p.State(one, "is"); is != "" {
			return i + 1, strings.Trim(is, `"`)
		}
	}
	return most, ""
}

// ends wants a tree of went to end in some tick, from least to most, or not within most
// ticks where is is "runs".
func (p *staged) ends(is string, least, most int) {
	p.T.Helper()
	ticks, got := p.until(most + 1)
	if is == "runs" {
		is = ""
		least = 0
	}
	if got != is || is != "" && (ticks < least || ticks > most) {
		p.T.Errorf("%q after %d ticks, wanted %q after %d to %d", got, ticks, is, least, most)
	}
}

// at wants a bot near a point.
func (p *staged) at(id components.ID, x, y, by float32) {
	p.T.Helper()
	b := p.Bot(id)
	if dx, dy := b.X-x, b.Y-y; dx*dx+dy*dy > by*by {
		p.T.Errorf("tick %d: bot %d is at (%.2f, %.2f), wanted (%v, %v) by %v", p.Game.Game().World.Clock().Tick, id, b.X, b.Y, x, y, by)
	}
}

// warns wants a fault with a text in it.
func (p *staged) warns(text string) {
	p.T.Helper()
	if !slices.ContainsFunc(p.faults, func(f string) bool { return strings.Contains(f, text) }) {
		p.T.Errorf("faults %q, wanted %q", p.faults, text)
	}
}

// notices wants a note with a text in it, and no fault.
func (p *staged) notices(text string) {
	p.T.Helper()
	if !slices.ContainsFunc(p.noted, func(f string) bool { return strings.Contains(f, text) }) || len(p.faults) > 0 {
		p.T.Errorf("notes %q and faults %q, wanted the note %q alone", p.noted, p.faults, text)
	}
}

// counted wants an event to have been sent so often in all.
func (p *staged) counted(event string, want int64) {
	p.T.Helper()
	if got := p.Events(event); got != want {
		p.T.Errorf("tick %d: %d times %s, wanted %d", p.Game.Game().World.Clock().Tick, got, event, want)
	}
}

// ear is a tracer that takes down what a bot's tree hears.
type ear struct{ p *staged }

func (ear) Leaf(int32, tree.NodeID, host.Notice, host.Status) {}
func (ear) Node(int32, tree.NodeID, host.Notice, host.Status) {}

func (e ear) Event(_ int32, event host.Event) {
	g := e.p.Game.Game()
	name := host.SymbolsOf(g.Setup.Registry).EventName(event.ID)
	e.p.heard = append(e.p.heard, name)
	e.p.tick[name] = g.World.Clock().Tick
}

// listen takes down what the tree of a bot hears.
func (p *staged) listen(id components.ID) *staged {
	p.T.Helper()
	p.tick = map[string]int64{}
	if err := p.Game.Game().Watchers.Watch(id, func(*run.Program) run.Tracer { return ear{p} }); err != nil {
		p.T.Fatal(err)
	}
	return p
}

// hears wants the events that were heard since the last call, of those of the original.
func (p *staged) hears(names string) {
	p.T.Helper()
	var got []string
	for _, e := range p.heard {
		if strings.HasPrefix(e, "On") || e == "GroupMemberDied" {
			got = append(got, e)
		}
	}
	if want := strings.Fields(names); !slices.Equal(got, want) {
		p.T.Errorf("tick %d: heard %q, wanted %q", p.World().Clock().Tick, got, want)
	}
	p.heard = nil
}

// Steps is [arenatest.Game.Steps].
func (p *staged) Steps(n int) *staged {
	p.Game.Steps(n)
	return p
}

// Put is [arenatest.Game.Put].
func (p *staged) Put(id components.ID, x, y, hx, hy float32) *staged {
	p.T.Helper()
	p.Game.Put(id, x, y, hx, hy)
	return p
}
