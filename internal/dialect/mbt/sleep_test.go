package mbt

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// sleepless is a program's semantics without the sleep: its method of that name
// is not the one of a run.Sleeper.
type sleepless struct{ *semantics }

func (sleepless) Sleep() {}

func awake(p *run.Program) *run.Program {
	return &run.Program{Tree: p.Tree, Semantics: sleepless{p.Semantics.(*semantics)}}
}

// memories are status, memory and environment of all bots.
func (p *player) memories() []string {
	var list []string
	x := p.NewExec()
	for _, row := range p.Order() {
		x.Seek(row)
		list = append(list, fmt.Sprint(p.Status(row), x.Mem, x.Env))
	}
	return list
}

// Bots that sleep remember, answer, log and signal what those do that are
// evaluated in each tick, whatever the tree and the length of a tick.
func TestSleepChangesNothing(t *testing.T) {
	slept := 0
	rapid.Check(t, func(rt *rapid.T) {
		src := randomTree(rt, 3, true)
		dt := rapid.SampledFrom([]float64{testDT, 1.0 / 60, 1.0 / 30, 0.007, 1}).Draw(rt, "dt")
		often := rapid.IntRange(1, 9).Draw(rt, "events")
		reg := newGame(t)
		play := func(rest bool) (picture []string, w *world) {
			p := mustLoad(t, reg, randomBlocks, src)
			if !rest {
				p = awake(p)
			}
			w = &world{}
			pool := newPlayer(p, w, 5)
			for range 40 {
				for i, row := range pool.Order() {
					if (pool.tick+int64(3*i))%int64(often) == 0 {
						pool.Send(row, host.Event{ID: host.SymbolsOf(reg).Event([]string{"E1", "E2", "E3"}[(int64(i)+pool.tick)%3])}, run.Moment{Tick: pool.tick, DT: dt})
					}
				}
				pool.TickRange(&pool.exec, pool.Order(), run.Moment{Tick: pool.tick, DT: dt})
				pool.tick++
				picture = append(picture, pool.memories()...)
				if rest {
					slept += sleeping(pool, dt)
				}
			}
			return picture, w
		}
		got, w := play(true)
		want, v := play(false)
		if diff := cmp.Diff(want, got); diff != "" {
			rt.Fatalf("sleep changes what bots remember (-want +got)\n%s", diff)
		}
		if !slices.Equal(w.logs, v.logs) || !slices.Equal(w.faults, v.faults) || !slices.Equal(w.signals, v.signals) {
			rt.Fatalf("sleep changes logs, faults or signals:\n%q %q\n%q %q", v.logs, v.faults, w.logs, w.faults)
		}
	})
	if slept < 100 {
		t.Errorf("bots slept for %d ticks, wanted 100 or more", slept)
	}
}

// sleeping counts the bots that will not be evaluated in the next tick.
func sleeping(p *player, dt float64) (n int) {
	x := p.NewExec()
	x.Tick, x.DT = p.tick-1, dt
	for _, row := range p.Order() {
		x.Seek(row)
		if p.Status(row) != host.Running {
			continue
		}
		if ticks, _ := p.Program().Semantics.(run.Sleeper).Sleep(&x); ticks > 1 {
			n++
		}
	}
	return n
}

// TestWhatSleeps holds the sleep after the second tick to what the nodes wait
// for. A tick takes 0.1 s.
func TestWhatSleeps(t *testing.T) {
	const forever = -1
	for root, want := range map[string]int64{
		`<Halt/>`:                                     forever,
		`<WaitForEvent name="E1"/>`:                   forever,
		`<Wait duration="5"/>`:                        49,
		`<Wait duration="-1"/>`:                       forever,
		`<Timeout duration="2"/>`:                     19,
		`<SendTransitionEvent name="E3"/>`:            forever,
		`<MonitorCondition condition="a"/>`:           forever,
		`<WaitUntilTime since="T1" isMoreThan="3"/>`:  1,
		`<Do ticks="9"/>`:                             1,
		`<Parallel><Halt/><Do ticks="9"/></Parallel>`: 1,
		`<Parallel><Wait duration="9"/><Timeout duration="2"/></Parallel>`:                       19,
		`<Parallel><MonitorCondition condition="a"/><SendTransitionEvent name="E1"/></Parallel>`: forever, // one succeeded in the second tick
		`<Loop><Breakpoint/></Loop>`:                                                                                   1,
		`<Loop><Sequence><Breakpoint/><Halt/></Sequence></Loop>`:                                                       forever,
		`<SuppressFailure><Selector><Fail/><Wait duration="5"/></Selector></SuppressFailure>`:                          49,
		`<Priority><Case condition="a"><Breakpoint/></Case><Case><Halt/></Case></Priority>`:                            forever,
		`<Priority><Case condition="a"><Do ticks="9"/></Case><Case><SendTransitionEvent name="E1"/></Case></Priority>`: 1,
		`<Not><Halt/></Not>`:                            1,
		`<AnyChild><Halt/></AnyChild>`:                  1,
		`<Graft/>`:                                      1,
		`<GroupScope name="s"><Halt/></GroupScope>`:     forever,
		`<LuaGate code="return true"><Halt/></LuaGate>`: forever,
	} {
		p := mustLoad(t, newGame(t), randomBlocks, root)
		pool := newPlayer(p, &world{}, 1)
		pool.step()
		pool.step()
		x := pool.NewExec()
		x.Tick, x.DT = pool.tick-1, testDT
		x.Seek(0)
		ticks, always := p.Semantics.(run.Sleeper).Sleep(&x)
		if ticks = max(ticks, 1); always {
			ticks = forever
		}
		if ticks != want {
			t.Errorf("%s: %d ticks, wanted %d", root, ticks, want)
		}
	}
}
