package unvanquished

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
)

// pen is bots in a pool of their own.
type pen struct {
	byBot
	pool *run.Pool
	exec run.Exec
	next host.BotID
}

func newPen(p *run.Program) *pen {
	a := &pen{byBot: byBot{field: field{dead: map[int32]bool{}, queue: map[int32]int32{}}, done: map[host.BotID][]string{}}}
	a.pool = run.NewPool(p, &a.byBot)
	a.exec = a.pool.NewExec()
	return a
}

// add adds a bot. Who comes later has a lower body.
func (a *pen) add() {
	a.next++
	body := bodies - int32(a.next)
	a.pool.Add(a.next, body, run.Moment{DT: dt})
	a.dead[body] = body%11 == 5
	a.queue[body] = body % 5
}

const (
	dt     = 0.1
	bodies = 1000
)

func (*byBot) ID(body int32) host.BotID { return host.BotID(bodies - body) }

func (a *pen) saved(t *rapid.T) []byte {
	var b bytes.Buffer
	if err := a.pool.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// drawProgram compiles a random tree, of a file that mentions others.
func drawProgram(t *rapid.T, reg *host.Registry) (p *run.Program, text string) {
	files := map[string]string{"x.bt": drawNode(t, 2) + " // x", "y.bt": strings.ReplaceAll(drawNode(t, 1), "behavior y", "behavior x")}
	files["x.bt"] = strings.ReplaceAll(strings.ReplaceAll(files["x.bt"], "behavior x", "action A"), "behavior y", "action B")
	for name, src := range files { // a condition cannot end a file
		files[name] = "sequence { " + src + "\n}"
	}
	src := "sequence { " + drawNode(t, 4) + " }"
	if rapid.Bool().Draw(t, "selects") {
		src = "selectClass { sequence { " + drawNode(t, 1) + " } } " + src
	}
	var l syntax.List
	lib := newLibrary(reg, caseSource{&dryrun.Case{Files: files}}, &l)
	main := lib.root("main", "main.bt", []byte(src))
	if main == nil {
		t.Fatal(l.Err())
	}
	return compile(main, lib), main.Print()
}

// twins are the same bots in two pools: those of planes are evaluated side by side,
// those of each one after the other.
type twins struct {
	*rapid.T
	planes, each *pen
	tick         int64
	save         []byte // of both, at some time
}

// both does something with each pool, which answers the same.
func (w *twins) both(what string, do func(a *pen) any) {
	want := do(w.each)
	if diff := cmp.Diff(want, do(w.planes)); diff != "" {
		w.Fatalf("tick %d, %s (-each +planes)\n%s", w.tick, what, diff)
	}
}

func (w *twins) row() int32 {
	return rapid.SampledFrom(slices.Clone(w.each.pool.Order())).Draw(w.T, "row")
}

// disturb does something between two ticks.
func (w *twins) disturb(reg *host.Registry) {
	switch rapid.SampledFrom([]string{"none", "none", "add", "remove", "control", "revive", "send", "inspect", "hash", "save", "load", "reload"}).Draw(w.T, "between") {
	case "add":
		w.both("add", func(a *pen) any { a.add(); return a.pool.Len() })
		w.save = nil
	case "remove":
		if row := w.row(); w.each.pool.Len() > 1 {
			w.both("remove", func(a *pen) any { a.pool.Remove(row, run.Moment{Tick: w.tick, DT: dt}); return a.pool.Len() })
			w.save = nil
		}
	case "control":
		row, name := w.row(), rapid.SampledFrom([]string{Respawn, SelectClass}).Draw(w.T, "command")
		w.both("control", func(a *pen) any {
			return fmt.Sprint(a.pool.Control(row, run.Command{Name: name}, run.Moment{Tick: w.tick, DT: dt}))
		})
	case "revive":
		row := w.row()
		w.both("revive", func(a *pen) any {
			a.pool.Die(row, run.Moment{Tick: w.tick, DT: dt})
			a.pool.Revive(row, run.Moment{Tick: w.tick, DT: dt})
			return nil
		})
	case "send":
		row := w.row()
		w.both("send", func(a *pen) any { a.pool.Send(row, host.Event{}, run.Moment{Tick: w.tick, DT: dt}); return nil })
	case "inspect":
		row := w.row()
		w.both("inspect", func(a *pen) (seen any) {
			a.pool.Look(row, run.Moment{Tick: w.tick, DT: dt}, func(x *run.Exec) { seen = a.pool.Program().Semantics.(run.Inspector).Inspect(x) })
			return seen
		})
	case "hash":
		row := w.row()
		w.both("hash", func(a *pen) any { return a.pool.Hash(row) })
	case "save":
		w.both("save", func(a *pen) any { w.save = a.saved(w.T); return w.save })
	case "load":
		if w.save != nil {
			w.both("load", func(a *pen) any { return a.pool.Load(bytes.NewReader(w.save)) })
		}
	case "reload":
		p, _ := drawProgram(w.T, reg)
		m := run.NewMigration(w.each.pool.Program(), p)
		w.both("reload", func(a *pen) any {
			a.pool.Migrate(m, run.Moment{Tick: w.tick, DT: dt})
			a.exec = a.pool.NewExec()
			return nil
		})
		w.save = nil
	}
}

// step evaluates some of the bots, in two parts, and perhaps one with a tracer.
func (w *twins) step() {
	rows := slices.Clone(w.each.pool.Order())
	order := w.planes.pool.Order()
	if rapid.Bool().Draw(w.T, "by body") {
		order = w.planes.pool.ByBody()
	}
	traced := int32(-1)
	switch rapid.IntRange(0, 4).Draw(w.T, "who") {
	case 0: // a few
		order = rapid.SliceOfNDistinct(rapid.SampledFrom(rows), 0, len(rows), rapid.ID[int32]).Draw(w.T, "rows")
		rows = order
	case 1:
		traced = rapid.SampledFrom(rows).Draw(w.T, "traced")
	}
	cut := rapid.IntRange(0, len(rows)).Draw(w.T, "cut")
	w.each.pool.TickEach(&w.each.exec, rows, run.Moment{Tick: w.tick, DT: dt})
	for _, part := range [][]int32{order[:cut], order[cut:]} {
		if at := slices.Index(part, traced); at >= 0 {
			w.planes.pool.TickRange(&w.planes.exec, part[:at], run.Moment{Tick: w.tick, DT: dt})
			w.planes.pool.TickTraced(&w.planes.exec, traced, run.Moment{Tick: w.tick, DT: dt}, &leaves{})
			part = part[at+1:]
		}
		w.planes.pool.TickRange(&w.planes.exec, part, run.Moment{Tick: w.tick, DT: dt})
	}
	for _, row := range w.each.pool.Order() {
		if got, want := w.planes.pool.Status(row), w.each.pool.Status(row); got != want {
			w.Fatalf("tick %d, row %d: %v, want %v", w.tick, row, got, want)
		}
	}
	w.both("what leaves did", func(a *pen) any { return a.done })
	clear(w.planes.done)
	clear(w.each.done)
	w.tick++
	if rapid.Bool().Draw(w.T, "look") { // else what planes hold stays in them
		w.both("memories", func(a *pen) any { return fmt.Sprintf("%x", a.saved(w.T)) })
	}
}

// Bots side by side do what they do one after the other, whatever happens to them
// between ticks: the same statuses, memories, intents, draws and faults.
func TestPlanesAreTick(t *testing.T) {
	reg := wild(t)
	rapid.Check(t, func(t *rapid.T) {
		p, text := drawProgram(t, reg)
		t.Log(text)
		w := &twins{T: t, planes: newPen(p), each: newPen(p)}
		for range rapid.SampledFrom([]int{1, 4, 6, 63, 64, 65, 130}).Draw(t, "bots") {
			w.planes.add()
			w.each.add()
		}
		for range rapid.IntRange(1, 12).Draw(t, "ticks") {
			w.disturb(reg)
			w.step()
		}
		w.both("memories", func(a *pen) any { return a.saved(t) })
	})
}

// alike wants the same of bots side by side and of the same bots one after the other, in
// each of some ticks, with something done to both before each.
func alike(t *testing.T, src string, ticks int64, before func(a *pen, tick int64)) {
	t.Helper()
	p := mustLoad(t, wild(t), src)
	planes, each := newPen(p), newPen(p)
	for range 70 {
		planes.add()
		each.add()
	}
	for tick := range ticks {
		before(planes, tick)
		before(each, tick)
		planes.pool.TickRange(&planes.exec, planes.pool.ByBody(), run.Moment{Tick: tick, DT: dt})
		each.pool.TickEach(&each.exec, each.pool.Order(), run.Moment{Tick: tick, DT: dt})
		if diff := cmp.Diff(each.done, planes.done); diff != "" {
			t.Fatalf("tick %d (-each +planes)\n%s", tick, diff)
		}
		for _, row := range each.pool.Order() {
			if planes.pool.Hash(row) != each.pool.Hash(row) || planes.pool.Status(row) != each.pool.Status(row) {
				t.Fatalf("tick %d: row %d remembers something else", tick, row)
			}
		}
	}
}

// A save that is loaded brings back the times of timers, too.
func TestPlanesOfALoadedSave(t *testing.T) {
	saves := map[*pen]*bytes.Buffer{}
	alike(t, "selector { decorator timer( 1000 ) { decorator return( 0 ) { action I } } action B }", 9, func(a *pen, tick int64) {
		switch tick {
		case 3:
			saves[a] = &bytes.Buffer{}
			if err := a.pool.Save(saves[a]); err != nil {
				t.Fatal(err)
			}
		case 4: // the timers open at once
			for _, row := range a.pool.Order() {
				a.pool.Look(row, run.Moment{Tick: tick, DT: dt}, func(x *run.Exec) { clear(x.Mem) })
			}
		case 6:
			if err := a.pool.Load(saves[a]); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// A timer is open strictly after its time.
func TestPlanesOfTimers(t *testing.T) {
	for _, ms := range []int{-100, 0, 99, 100, 101, 199, 200} {
		alike(t, fmt.Sprintf("selector { decorator timer( %d ) { decorator return( 0 ) { action I } } action B }", ms), 9, func(*pen, int64) {})
	}
}

// A bot that comes in the row of one that left is another.
func TestPlanesOfABotInTheRowOfAnother(t *testing.T) {
	alike(t, "sequence { action B action C action F }", 9, func(a *pen, tick int64) {
		if tick == 4 {
			order := a.pool.Order()
			a.pool.Remove(order[len(order)-1], run.Moment{Tick: tick, DT: dt})
			a.add()
		}
	})
}

// What a command lists in the middle of a tick is forgotten like all else.
func TestPlanesOfWhatACommandListed(t *testing.T) {
	alike(t, `selectClass { selector { action A } } concurrent {
		decorator return( 1 ) { action I } decorator return( 1 ) { action H } decorator return( 1 ) { action I } }`, 20, func(*pen, int64) {})
}

// No more than 20 nodes are listed. Case unv-depth-limit.
func TestPlanesOfADeepTree(t *testing.T) {
	alike(t, strings.Repeat("sequence { action I ", 26)+"action B"+strings.Repeat("}", 26), 9, func(*pen, int64) {})
}

// Numbers compares as the game does: ints are exact, others have 32 bits, and what is no
// number compares as one all the same.
func TestPlanesOfNumbers(t *testing.T) {
	alike(t, `concurrent {
		decorator return( 1 ) { condition f() == 0.1 { action I } }
		decorator return( 1 ) { condition d() == 16777217 { action I } }
		decorator return( 1 ) { condition m() == 16777217 || m() == 0.1 { action I } }
		decorator return( 1 ) { condition ( d() < 16777217 ) == ( f() >= 0.1 ) { action I } }
		decorator return( 1 ) { condition !( e( 1 ) != 0 ) { action I } }
		decorator return( 1 ) { condition c() <= g() { action I } }
		decorator return( 1 ) { condition c() > d() || 1 { action I } } }`, 6, func(*pen, int64) {})
}
