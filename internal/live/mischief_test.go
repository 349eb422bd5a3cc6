package live_test

import (
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// prank does something wrong for one bot, and names the right thing that leaves the game the
// same for all others.
type prank struct {
	wrong, right func(*host.Call) host.Status
	// system is added to a stage, and told in which game it is.
	system func(w *ecs.World, id components.ID, wrong bool)
	stage  ecs.Stage
	fault  string // part of its text
}

var (
	nan = math.NaN()
	inf = math.Inf(1)
)

func fails(*host.Call) host.Status { return host.Failure }

// holds checks what becomes of a heading that is none.
func holds(c *host.Call) host.Status {
	c.Hold()
	return host.Success
}

// stands lets a system do what there is to do.
func stands(c *host.Call) host.Status {
	c.Head(0.6, 0.8)
	return host.Success
}

func intends(hx, hy float32) func(*host.Call) host.Status {
	return func(c *host.Call) host.Status {
		c.Intent = host.Intent{Steer: host.SteerHead, HX: hx, HY: hy}
		return host.Success
	}
}

func puts(x, y float32) func(w *ecs.World, id components.ID, wrong bool) {
	return func(w *ecs.World, id components.ID, wrong bool) {
		if p := w.Position.Of(id); wrong {
			p.X, p.Y = x, y
		}
	}
}

func turns(x, y float32) func(w *ecs.World, id components.ID, wrong bool) {
	return func(w *ecs.World, id components.ID, wrong bool) {
		h := w.Heading.Of(id)
		*h = components.Heading{}
		if wrong {
			h.X, h.Y = x, y
		}
	}
}

func speeds(w *ecs.World, id components.ID, wrong bool) {
	v := w.Speed.Of(id)
	v.MPS = 0
	if wrong {
		v.MPS = float32(nan)
	}
}

var pranks = map[string]prank{
	"panics":            {wrong: func(*host.Call) host.Status { panic("over a stone") }, right: fails, fault: "panic: over a stone"},
	"follows nil":       {wrong: func(*host.Call) host.Status { var c *host.Call; return c.Child }, right: fails, fault: "nil pointer"},
	"answers 77":        {wrong: func(*host.Call) host.Status { return 77 }, right: fails, fault: "status 77"},
	"chooses nobody":    {wrong: func(c *host.Call) host.Status { c.Choose(1 << 30); return host.Success }, right: fails, fault: "out of range"},
	"heads nowhere":     {wrong: func(c *host.Call) host.Status { c.Head(nan, 1); return host.Success }, right: holds, fault: "no direction"},
	"heads infinitely":  {wrong: func(c *host.Call) host.Status { c.Head(-inf, 1); return host.Success }, right: holds, fault: "no direction"},
	"intends NaN":       {wrong: intends(float32(nan), 0), right: holds, fault: "heading (NaN, 0)"},
	"intends infinity":  {wrong: intends(0, float32(inf)), right: holds, fault: "heading (0, +Inf)"},
	"intends too much":  {wrong: intends(3e30, 4e30), right: stands, fault: "length 1"},
	"asks for NaN":      {wrong: asks, right: fails},
	"is put at NaN":     {system: puts(float32(nan), 3), stage: ecs.Command, fault: "position is set to (NaN, 3)"},
	"is put at it late": {system: puts(float32(nan), 3), stage: ecs.Publish, fault: "position is set to (NaN, 3)"},
	"is put at it then": {system: puts(3, float32(-inf)), stage: ecs.Think, fault: "position is set to (3, -Inf)"},
	"is turned to NaN":  {system: turns(0, float32(nan)), stage: ecs.Command, fault: "heading is set to (0, NaN)"},
	"is turned late":    {system: turns(float32(inf), 0), stage: ecs.Rules, fault: "heading is set to (+Inf, 0)"},
	"has no speed":      {system: speeds, stage: ecs.Populate, fault: "speed is set to NaN"},
	"has no speed now":  {system: speeds, stage: ecs.Think, fault: "speed is set to NaN"},
}

// asks hands to every method of the world what is no number, and too much.
func asks(c *host.Call) host.Status {
	if c.Tick%8 != 3 {
		return host.Failure
	}
	w := c.World.(interface {
		host.Classifier
		host.Grounded
		host.Stocked
		host.Bounded
	})
	for _, x := range []float32{float32(nan), float32(inf), -float32(inf), math.MaxFloat32, -math.MaxFloat32, -1, 0} {
		for _, y := range []float32{float32(nan), float32(inf), 3, -math.MaxFloat32} {
			w.Ground(x, y)
			w.Inside(x, y)
			w.Clear(x, y, y, x)
			w.Clear(3, 3, x, y)
			for _, r := range []float32{float32(nan), float32(inf), 0, -1, math.MaxFloat32} {
				w.Within(x, y, r, nil)
				w.Around(x, y, r, nil)
				w.Things(x, y, r, nil)
			}
		}
	}
	return host.Failure
}

// TestMischiefStaysLocal plays games of stateless herds, of an arena and of each kind of
// tree with memory, in which one class does something wrong, and the same games in which
// it does not: all others go the same way in both, tick by tick.
func TestMischiefStaysLocal(t *testing.T) {
	names := []string{"tag", "siege", "monsters", "skirmish", "cowardly", "camp"}
	if testing.Short() {
		names = names[:1] // each is played for every prank, and again without
	}
	for _, scene := range names {
		file := withRogues(t, scene)
		counts := []int{2}
		if longtest.On {
			counts = []int{1, 2, 7}
		}
		if scene == "camp" {
			counts = []int{2} // scripts of a class have one worker
		}
		for what, p := range pranks {
			t.Run(scene+" "+what, func(t *testing.T) {
				if p.wrong == nil {
					p.wrong, p.right = stands, stands
				}
				right := p.play(t, file, 1, false)
				for _, workers := range counts {
					wrong := p.play(t, file, workers, true)
					for tick := range right {
						if !reflect.DeepEqual(right[tick], wrong[tick]) {
							for i, b := range right[tick] {
								if i < len(wrong[tick]) && !reflect.DeepEqual(b, wrong[tick][i]) {
									t.Fatalf("%d workers, tick %d: %+v, and without mischief %+v", workers, tick+1, wrong[tick][i], b)
								}
							}
							t.Fatalf("%d workers, tick %d: other bots", workers, tick+1)
						}
					}
				}
			})
		}
	}
}

const rogueTicks = 20

// withRogues returns a shipped scene on disk with a class more.
func withRogues(t *testing.T, name string) string {
	t.Helper()
	file := onDisk(t, name)
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(src), "\nbots:\n", "\nbots:\n  - { id: rogue, name: Rogue, count: 3, speedMps: 0, behavior: { kind: action, name: mischief } }\n", 1)
	if text == string(src) {
		t.Fatal("no list of bots")
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// play returns all bots but the rogues after each tick, and what is seen of the rogues by
// others: where they are.
func (p *prank) play(t *testing.T, file string, workers int, wrong bool) (ticks [][]session.BodyView) {
	t.Helper()
	reg := arena.NewRegistry()
	tick := p.right
	if wrong {
		tick = p.wrong
	}
	if err := reg.AddAction(host.Action{Name: "mischief", Local: true, Tick: tick}); err != nil {
		t.Fatal(err)
	}
	s, err := live.Open(file, live.Options{Registry: reg, Workers: workers, OnFault: func(host.Fault) {}, OnNotice: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if p.system != nil {
		s.World().Add(p.stage, "prank", ecs.SystemFunc(func(w *ecs.World) {
			if w.Clock().Tick%7 == 3 {
				for _, b := range s.Game().Members(0) {
					p.system(w, b, wrong)
				}
			}
		}))
	}
	for range rogueTicks {
		s.Step()
		snap := s.Snapshot()
		for i := range snap.Bots {
			if b := &snap.Bots[i]; b.Class == "rogue" {
				if w, h := s.Scene().Setup.Width, s.Scene().Setup.Height; !(b.X >= 0 && b.X <= w && b.Y >= 0 && b.Y <= h && b.HX*b.HX+b.HY*b.HY < 1.001) {
					t.Fatalf("tick %d: %+v", snap.Tick, b)
				}
				*b = session.BodyView{ID: b.ID, X: b.X, Y: b.Y}
			}
		}
		ticks = append(ticks, snap.Bots)
	}
	told := 0
	kinds, _ := s.Faults()
	for _, k := range kinds {
		if p.fault != "" && strings.Contains(k.Text, p.fault) && strings.HasPrefix(k.Name, "Rogue ") {
			told++
		} else if strings.HasPrefix(k.Name, "Rogue ") {
			t.Errorf("fault %v", k)
		}
	}
	if (told > 0) != (wrong && p.fault != "") {
		t.Errorf("%d kinds of faults of rogues, wrong %v: %s", told, wrong, fmt.Sprint(kinds))
	}
	return ticks
}
