package btcpp

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// byBot is a world that writes down what each bot's leaves did. Who comes later has a lower body.
type byBot struct {
	quiet
	done map[host.BotID][]string
}

const bodies = 1000

func (*byBot) ID(body int32) host.BotID { return host.BotID(bodies - body) }

func (w *byBot) note(bot host.BotID, args ...any) {
	w.done[bot] = append(w.done[bot], fmt.Sprint(args...))
}

func (w *byBot) Fault(f host.Fault) { w.note(f.Bot, f.String()) }

func (w *byBot) Decide(body int32, a *host.Action, in host.Intent) { w.note(w.ID(body), a.Name, in) }

func (w *byBot) Random(bot host.BotID, tick int64, node uint16, draw uint32) uint64 {
	w.note(bot, "draws ", node, " ", draw)
	return w.quiet.Random(bot, tick, node, draw)
}

// unruly offers leaves that do all that a leaf may do to a tree, beside those of wildGame.
func unruly(t testing.TB) *bench {
	b := wildGame(t)
	turn := func(w host.World, body int32, tick int64) host.Status {
		return host.Status((int64(w.ID(body)) + tick/2) % 3)
	}
	offerAll(t, b.reg, []host.Action{
		{Name: "Odd", Local: true, Skips: true, Tick: func(c *host.Call) host.Status {
			c.Head(c.Random(), 1)
			return host.Status(40 * c.Random()) // now and then one that there is not
		}},
		{
			Name: "Stay", Local: true, Bits: 9, Tick: func(c *host.Call) host.Status {
				if n := c.Load(0, 9); n > 0 {
					c.Store(0, 9, n-1)
					return host.Running
				}
				return host.Status(2 * c.Random())
			},
			Enter: func(c *host.Call) { c.Store(0, 9, uint32(4*c.Random())) },
			Stop:  func(c *host.Call) { c.Store(0, 9, uint32(2*c.Random())) },
		},
		{Name: "Fall", Local: true, Tick: func(c *host.Call) host.Status {
			if c.Random() < 0.2 {
				panic("fell")
			}
			return host.Running
		}},
		{Name: "Halter", Local: true, Stop: halts(0.2), Tick: func(c *host.Call) host.Status {
			halts(0.3)(c)
			return host.Status(3 * c.Random())
		}},
		{Name: "Ender", Local: true, Begin: func(*host.Call) {}, End: halts(0.5), Tick: func(c *host.Call) host.Status { return host.Status(3 * c.Random()) }},
		{Name: "Quick", Local: true, Tick: func(c *host.Call) host.Status { return turn(c.World, c.Body, c.Tick) }, Rows: func(r *host.Rows) {
			r.Success, r.Running = ^r.Mask, ^r.Mask // of whom it was not asked does not count
			r.Each(func(i int) bool {
				s := turn(r.World, r.Body[i], r.Tick)
				if s == host.Running {
					r.Running |= 1 << i
				}
				if s != host.Failure {
					r.Decide(i, host.Intent{})
				}
				return s == host.Success
			})
		}},
	}, []host.Func{
		{Name: "Sure", Local: true, Result: host.Bool, Eval: func(c *host.Call) host.Value {
			return host.BoolValue(turn(c.World, c.Body, c.Tick) == host.Success)
		}, Rows: func(r *host.Rows, numbers *[64]float64) {
			r.Each(func(i int) bool {
				if numbers[i] = 0; turn(r.World, r.Body[i], r.Tick) == host.Success {
					numbers[i] = 1
				}
				return true
			})
		}},
		{Name: "Lost", Local: true, Result: host.Bool, Eval: func(c *host.Call) host.Value {
			if c.Random() < 0.2 {
				panic("lost")
			}
			return host.NumberValue(c.Random()) // it is no truth value
		}},
	})
	return b
}

// halts makes a call that halts the bot's own tree, now and then.
func halts(chance float64) func(*host.Call) {
	return func(c *host.Call) {
		if c.Random() < chance {
			if err := c.Control(commandHalt, host.NullValue); err != nil {
				c.Warnf("%v", err)
			}
		}
	}
}

// unrulyElements are leaves of unruly, and more of wildGame.
var unrulyElements = []string{
	`<Odd/>`, `<Stay/>`, `<Stay/>`, `<Fall/>`, `<Halter/>`, `<Ender/>`, `<Quick/>`, `<Sure/>`, `<Lost/>`, `<Walk/>`, `<Sleep msec="250"/>`,
	`<Timeout msec="250"><Stay/></Timeout>`, `<Swap><Halter/></Swap>`, `<Stay _while="a"/>`, `<Script code="a = 1 - a"/>`,
	`<Timeout msec="150"><Halter/></Timeout>`, `<AnyChild><Walk/><Act/><Sleep msec="150"/></AnyChild>`,
	`<SubTree ID="Ports" name="p$" text="{t}" code="v := 1" said="{=}"/>`,
}

// planar takes most of what runs bot by bot out of a tree.
func (u *unit) planar(rt *rapid.T) {
	if rapid.IntRange(0, 5).Draw(rt, "scripts") > 0 {
		u.scripts = nil
	} else {
		delete(u.scripts, "_onHalted")
	}
	u.flag = u.flag && u.name != "TryCatch"
	for _, k := range u.kids {
		k.planar(rt)
	}
}

// pen is bots in a pool of their own.
type pen struct {
	herd
	world *byBot
	next  host.BotID
}

func newPen(p *run.Program) *pen {
	w := &byBot{done: map[host.BotID][]string{}}
	a := &pen{world: w, herd: herd{Pool: run.NewPool(p, w)}}
	a.exec = a.NewExec()
	return a
}

func (a *pen) at() run.Moment { return run.Moment{Tick: a.tick, DT: testDT} }

func (a *pen) add() {
	a.next++
	a.Add(a.next, bodies-int32(a.next), a.at())
}

func (a *pen) saved(t *rapid.T) []byte {
	var b bytes.Buffer
	if err := a.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// twins are the same bots in two pools: those of planes are evaluated side by side, those of each one
// after the other.
type twins struct {
	*rapid.T
	planes, each *pen
	draw         func() *run.Program
	save         []byte // of both, at some time
}

// both does something with each pool, which answers the same.
func (w *twins) both(what string, do func(a *pen) any) {
	want := do(w.each)
	if diff := cmp.Diff(want, do(w.planes)); diff != "" {
		w.Fatalf("tick %d, %s (-each +planes)\n%s", w.each.tick, what, diff)
	}
}

func (w *twins) row() int32 { return rapid.SampledFrom(slices.Clone(w.each.Order())).Draw(w.T, "row") }

// disturb does something between two ticks.
func (w *twins) disturb() {
	switch rapid.SampledFrom([]string{"none", "none", "none", "add", "remove", "control", "set", "inspect", "hash", "wake", "save", "load", "reload"}).Draw(w.T, "between") {
	case "add":
		w.both("add", func(a *pen) any { a.add(); return a.Len() })
		w.save = nil
	case "remove":
		if row := w.row(); w.each.Len() > 1 {
			w.both("remove", func(a *pen) any { a.Remove(row, a.at()); return a.Len() })
			w.save = nil
		}
	case "control":
		row, name := w.row(), rapid.SampledFrom([]string{commandHalt, commandRestart}).Draw(w.T, "command")
		w.both("control", func(a *pen) any { return fmt.Sprint(a.Control(row, run.Command{Name: name}, a.at())) })
	case "set":
		row := w.row()
		w.both("set", func(a *pen) any {
			return fmt.Sprint(a.Control(row, run.Command{Name: commandSet + "a", Arg: host.IntValue(1)}, a.at()))
		})
	case "inspect":
		row := w.row()
		w.both("inspect", func(a *pen) (seen any) {
			a.At(row, a.at(), func(x *run.Exec) { seen = a.Program().Semantics.(run.Inspector).Inspect(x) })
			return seen
		})
	case "hash":
		row := w.row()
		w.both("hash", func(a *pen) any { return a.Hash(row) })
	case "wake":
		row := w.row()
		w.both("wake", func(a *pen) any { a.Wake(row); return a.Hash(row) })
	case "save":
		w.both("save", func(a *pen) any { w.save = a.saved(w.T); return w.save })
	case "load":
		if w.save != nil {
			w.both("load", func(a *pen) any { return a.Load(bytes.NewReader(w.save)) })
		}
	case "reload":
		m := run.NewMigration(w.each.Program(), w.draw())
		w.both("reload", func(a *pen) any {
			a.Migrate(m, a.at())
			a.exec = a.NewExec()
			return a.picture()
		})
		w.save = nil
	}
}

// step evaluates some of the bots, in two parts, and perhaps one with a tracer.
func (w *twins) step() {
	rows := slices.Clone(w.each.Order())
	order := w.planes.Order()
	if rapid.Bool().Draw(w.T, "by body") {
		order = w.planes.ByBody()
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
	w.each.TickEach(&w.each.exec, rows, w.each.at())
	if traced >= 0 && slices.Contains(rows, traced) {
		// a row that sleeps is evaluated for the tracer, too
		w.each.TickTraced(&w.each.exec, traced, w.each.at(), &everything{})
	}
	for _, part := range [][]int32{order[:cut], order[cut:]} {
		w.planes.TickRange(&w.planes.exec, part, w.planes.at())
	}
	if traced >= 0 && slices.Contains(rows, traced) {
		w.planes.TickTraced(&w.planes.exec, traced, w.planes.at(), &everything{})
	}
	w.both("statuses", func(a *pen) any {
		var all []string
		for _, row := range a.Order() {
			all = append(all, fmt.Sprint(row, a.Status(row)))
		}
		return all
	})
	w.both("what leaves did", func(a *pen) any { return a.world.done })
	clear(w.planes.world.done)
	clear(w.each.world.done)
	w.each.tick++
	w.planes.tick++
	if rapid.Bool().Draw(w.T, "look") { // else what planes hold stays in them
		w.both("memories", func(a *pen) any { return fmt.Sprintf("%x", a.saved(w.T)) })
	}
}

// planesAreTick plays random trees side by side and one after the other, whatever happens to the bots
// between ticks: it wants the same statuses, memories, intents, draws and faults.
func planesAreTick(rt *rapid.T, b *bench) (laid bool) {
	draw := func() *run.Program {
		root := randomUnit(rt, rapid.IntRange(1, 4).Draw(rt, "depth"), unrulyElements)
		root.planar(rt)
		src := root.source()
		rt.Log(src)
		return b.load(rt, src, rapid.Bool().Draw(rt, "exactly"))
	}
	p := draw()
	w := &twins{T: rt, planes: newPen(p), each: newPen(p), draw: draw}
	for range rapid.SampledFrom([]int{1, 4, 6, 63, 64, 65, 130}).Draw(rt, "bots") {
		w.planes.add()
		w.each.add()
	}
	for range rapid.IntRange(1, 12).Draw(rt, "ticks") {
		w.disturb()
		w.step()
	}
	w.both("memories", func(a *pen) any { return fmt.Sprintf("%x", a.saved(rt)) })
	return hasPlanes(p)
}

func hasPlanes(p *run.Program) bool { return len(p.Semantics.(*semantics).Layout().Words) > 0 }

func TestPlanesAreTick(t *testing.T) {
	b := unruly(t)
	laid, all := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		if all++; planesAreTick(rt, b) {
			laid++
		}
	})
	if 4*laid < all {
		t.Errorf("%d of %d trees ran by planes, wanted a quarter or more", laid, all)
	}
}

func FuzzPlanes(f *testing.F) {
	b := unruly(f)
	f.Fuzz(rapid.MakeFuzz(func(rt *rapid.T) { planesAreTick(rt, b) }))
}

// alike wants the same of 70 bots side by side and one after the other, with something done to both
// before each tick.
func alike(t *testing.T, b *bench, root string, ticks int64, before func(a *pen)) {
	t.Helper()
	p := b.load(t, oneTree(root), false)
	if !hasPlanes(p) {
		t.Fatal("it does not run by planes")
	}
	planes, each := newPen(p), newPen(p)
	for range 70 {
		planes.add()
		each.add()
	}
	for range ticks {
		before(planes)
		before(each)
		planes.TickRange(&planes.exec, planes.ByBody(), planes.at())
		each.TickEach(&each.exec, each.Order(), each.at())
		planes.tick++
		each.tick++
		if diff := cmp.Diff([]any{each.world.done, each.picture()}, []any{planes.world.done, planes.picture()}); diff != "" {
			t.Fatalf("tick %d (-each +planes)\n%s", planes.tick, diff)
		}
	}
}

func oneTree(root string) string {
	return `<root BTCPP_format="4"><BehaviorTree ID="Main">` + root + `</BehaviorTree></root>`
}

// Children that are skipped count for a Parallel with a threshold below 0.
func TestPlanesOfAParallel(t *testing.T) {
	alike(t, unruly(t), `<Parallel success_count="-2" failure_count="3"><Act/><Walk/><Act/><Stay/></Parallel>`, 40, func(*pen) {})
}

// The end of an action's life may halt the tree.
func TestPlanesOfALifeThatEnds(t *testing.T) {
	alike(t, unruly(t), `<Sequence><Cond/><ForceSuccess><Ender/></ForceSuccess><Sleep msec="500"/><Stay/></Sequence>`, 40, func(*pen) {})
	alike(t, unruly(t), `<Sequence><Timeout msec="350"><ReactiveSequence><Inverter><Sure/></Inverter><Ender/></ReactiveSequence></Timeout><Cond/><Stay/><Stay/></Sequence>`, 40, func(*pen) {})
}

// Children that were skipped are forgotten when none may be skipped any more.
func TestPlanesOfAReloadedTree(t *testing.T) {
	b := unruly(t)
	next := b.load(t, oneTree(`<ForceSuccess><Sequence><Stay/></Sequence></ForceSuccess>`), false)
	alike(t, b, `<ForceSuccess><Sequence><RunOnce><AlwaysSuccess/></RunOnce><RunOnce><AlwaysSuccess/></RunOnce><Stay/></Sequence></ForceSuccess>`, 30, func(a *pen) {
		if a.tick == 15 {
			a.Migrate(run.NewMigration(a.Program(), next), a.at())
			a.exec = a.NewExec()
		}
	})
}

// Most trees run by planes: those with scripts here and there, and with timers, too.
func TestWhatRunsByPlanes(t *testing.T) {
	b := unruly(t)
	for root, want := range map[string]bool{
		`<ReactiveFallback><ReactiveSequence><Cond/><Stay/></ReactiveSequence><Stay/></ReactiveFallback>`:           true,
		`<Sequence><Stay/><Script code="a = 1"/><Sleep msec="100"/></Sequence>`:                                     true,
		`<Fallback><Sequence><Cond/><Timeout msec="100"><Stay/></Timeout></Sequence><Walk/></Fallback>`:             true,
		`<TryCatch><Stay/><Stay/></TryCatch>`:                                                                       false,
		`<Sequence><Script code="a = 1"/><Script code="b = 1"/><ScriptCondition code="a == b"/></Sequence>`:         false,
		`<Sequence><Cond/><Stay _onHalted="a = 1"/></Sequence>`:                                                     false,
		`<Sequence><Cond/><TryCatch catch_on_halt="true"><Stay/><Stay/></TryCatch><Cond/><Cond/><Walk/></Sequence>`: false,
	} {
		if got := hasPlanes(b.load(t, oneTree(root), false)); got != want {
			t.Errorf("%s: %v, wanted %v", root, got, want)
		}
	}
}
