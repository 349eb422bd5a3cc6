package mbt

import (
	"bytes"
	"fmt"
	"math/bits"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

const randomBlocks = `<Variables><Variable name="a"/><Variable name="b" default="true"/></Variables>
<SignalVariables><Signal name="E1" variable="a" value="!a"/><Signal name="E2" variable="b" value="a xor b"/></SignalVariables>
<Timestamps><Timestamp name="T1" setOnEvent="E1" exclusiveTo="T2"/><Timestamp name="T2" setOnEvent="E2"/></Timestamps>`

var randomConditions = []string{"a", "!a and b", "b or a", "(a != b) xor a", "true"}

// randomTree draws the XML of a node. Those that run alone are drawn only where
// alone is set.
func randomTree(t *rapid.T, depth int, alone bool) string {
	condition := func() string { return rapid.SampledFrom(randomConditions).Draw(t, "condition") }
	event := func() string { return rapid.SampledFrom([]string{"E1", "E2", "E3"}).Draw(t, "event") }
	number := func(most int) int { return rapid.IntRange(0, most).Draw(t, "number") }
	kid := func() string { return randomTree(t, depth-1, alone) }
	kids := func() string {
		var b strings.Builder
		for range rapid.IntRange(1, 3).Draw(t, "kids") {
			b.WriteString(kid())
		}
		return b.String()
	}
	wrap := func(tag, attrs, inside string) string {
		return "<" + tag + " " + attrs + ` _startLog="in" _failureLog="out">` + inside + "</" + tag + ">\n"
	}
	leaves := []func() string{
		func() string { return fmt.Sprintf(`<Do ticks="%d"/>`, number(3)) },
		func() string { return fmt.Sprintf(`<Try ticks="%d" _failureLog="x"/>`, number(3)) },
		func() string { return "<Dice/>" },
		func() string { return fmt.Sprintf(`<Wait duration="0.%d" variation="0.2"/>`, number(5)) },
		func() string { return fmt.Sprintf(`<Timeout duration="0.%d"/>`, number(5)) },
		func() string { return fmt.Sprintf(`<WaitForEvent name="%s"/>`, event()) },
		func() string { return fmt.Sprintf(`<SendEvent name="%s"/>`, event()) },
		func() string { return fmt.Sprintf(`<AssertCondition condition="%s"/>`, condition()) },
		func() string { return fmt.Sprintf(`<MonitorCondition condition="%s"/>`, condition()) },
		func() string {
			return fmt.Sprintf(`<AssertTime since="T1" isMoreThan="0.%d" orNeverBeenSet="1"/>`, number(5))
		},
		func() string { return `<WaitUntilTime since="T2" isLessThan="0.4"/>` },
		func() string { return `<Log message="m"/>` },
		func() string { return `<Halt/>` },
	}
	if alone {
		leaves = append(leaves, func() string { return fmt.Sprintf(`<Signal name="%s" filter="Group"/>`, event()) })
	}
	if depth == 0 {
		return rapid.SampledFrom(leaves).Draw(t, "leaf")()
	}
	inner := []func() string{
		func() string { return wrap("Sequence", "", kids()) },
		func() string { return wrap("Selector", "", kids()) },
		func() string { return wrap("Parallel", `successMode="any" failureMode="all"`, kids()) },
		func() string { return wrap("Parallel", "", kids()) },
		func() string { return wrap("Loop", fmt.Sprintf(`count="%d"`, number(3)), kid()) },
		func() string { return wrap("LoopUntilSuccess", fmt.Sprintf(`attemptCount="%d"`, number(3)), kid()) },
		func() string { return wrap("SuppressFailure", "", kid()) },
		func() string { return wrap("IfCondition", `condition="`+condition()+`"`, kid()) },
		func() string { return wrap("RandomGate", `opensWithChance="0.6"`, kid()) },
		func() string { return wrap("IfTime", `since="T1" isLessThan="0.3" orNeverBeenSet="1"`, kid()) },
		func() string { return wrap("Lucky", "", kid()) },
		func() string { return wrap("Not", "", kid()) },
		func() string { return wrap("AnyChild", "", kids()) },
		func() string {
			return "<Priority><Case condition='" + condition() + "'>" + kid() + "</Case><Case>" + kid() + "</Case></Priority>"
		},
		func() string {
			state := func(name, to string) string {
				return fmt.Sprintf("<State name='%s'><Transitions><Transition to='%s' onEvent='%s'/></Transitions><BehaviorTree>%s</BehaviorTree></State>",
					name, to, event(), kid())
			}
			return "<StateMachine>" + state("x", "y") + state("y", "x") + "</StateMachine>"
		},
	}
	if alone {
		inner = append(inner,
			func() string {
				return wrap("GroupScope", fmt.Sprintf(`name="s%d" allowedConcurrentUsers="2"`, number(1)), kid())
			},
			func() string { return wrap("LimitConcurrentUsers", fmt.Sprintf(`max="%d"`, number(4)), kid()) },
			func() string { return wrap("LuaGate", `code="return entity.id % 2 == 0"`, kid()) },
		)
	}
	return rapid.SampledFrom(inner).Draw(t, "inner")()
}

// disturb sends events that depend on nothing but the moment.
func disturb(p *player, reg *host.Registry) {
	for i, row := range p.Order() {
		if (p.tick+int64(i))%4 == 0 {
			p.send(reg, row, []string{"E1", "E2", "E3"}[(int64(i)+p.tick)%3])
		}
	}
}

// A pool that is saved in the middle of a run and loaded goes on as if nothing
// had happened, also where bots share scopes.
func TestSaveAndLoadGoOnBitForBit(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		reg := newGame(t)
		p := mustLoad(t, reg, randomBlocks, randomTree(rt, 3, true))
		pool := newPlayer(p, &world{}, 7)
		play := func(pool *player, ticks int) (picture []string) {
			for range ticks {
				disturb(pool, reg)
				pool.step()
				picture = append(picture, pool.picture())
			}
			return picture
		}
		play(pool, rapid.IntRange(0, 8).Draw(rt, "before"))
		var save bytes.Buffer
		if err := pool.Save(&save); err != nil {
			rt.Fatal(err)
		}
		saved, at := save.Bytes(), pool.tick
		want := play(pool, 8)
		pool.tick = at
		if err := pool.Load(bytes.NewReader(saved)); err != nil {
			rt.Fatal(err)
		}
		if diff := cmp.Diff(want, play(pool, 8)); diff != "" {
			rt.Fatalf("rewound (-want +got)\n%s", diff)
		}
		other := newPlayer(p, &world{}, 7)
		play(other, 3)
		other.tick = at
		if err := other.Load(bytes.NewReader(saved)); err != nil {
			rt.Fatal(err)
		}
		if diff := cmp.Diff(want, play(other, 8)); diff != "" {
			rt.Fatalf("in another world (-want +got)\n%s", diff)
		}
	})
}

// Trees that may run on any worker do the same on several.
func TestWorkersAgree(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		reg := newGame(t)
		p := mustLoad(t, reg, randomBlocks, randomTree(rt, 3, false))
		if !p.Tree.Local() {
			rt.Fatal("the tree runs alone")
		}
		alone, shared := newPlayer(p, &quiet{}, 40), newPlayer(p, &quiet{}, 40)
		execs := [4]run.Exec{shared.NewExec(), shared.NewExec(), shared.NewExec(), shared.NewExec()}
		for range 6 {
			disturb(alone, reg)
			disturb(shared, reg)
			alone.step()
			order := shared.Order()
			var wait sync.WaitGroup
			for i := range execs {
				wait.Go(func() { shared.TickRange(&execs[i], order[i*10:(i+1)*10], run.Moment{Tick: shared.tick, DT: testDT}) })
			}
			wait.Wait()
			shared.tick++
			if diff := cmp.Diff(alone.picture(), shared.picture()); diff != "" {
				rt.Fatalf("(-one +four)\n%s", diff)
			}
		}
	})
}

// lives counts how often leaves are entered and left.
type lives struct{ inside map[tree.NodeID]int }

func (l *lives) Node(int32, tree.NodeID, host.Notice, host.Status) {}
func (l *lives) Leaf(row int32, n tree.NodeID, what host.Notice, _ host.Status) {
	switch what {
	case host.Entered:
		l.inside[n]++
	case host.Exited:
		l.inside[n]--
	}
}

// Runtime data exists exactly while a node runs: an action is left as often as it
// is entered, a node runs only below one that runs, and a bot that goes leaves
// nothing behind.
func TestNodesAreLeftAsOftenAsEntered(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		reg := newGame(t)
		p := mustLoad(t, reg, randomBlocks, randomTree(rt, 4, true))
		w := &world{}
		pool := newPlayer(p, w, 1)
		l := &lives{map[tree.NodeID]int{}}
		pool.Trace = l
		for range 12 {
			disturb(pool, reg)
			pool.step()
			running := map[tree.NodeID]bool{}
			for _, n := range pool.inspect(0).Nodes {
				running[n.Node] = true
			}
			x := pool.NewExec()
			x.Seek(0)
			for n := range x.Tree.Nodes {
				if runs(&x, tree.NodeID(n)) && !running[tree.NodeID(n)] {
					rt.Fatalf("node %d runs, and what is above it does not", n)
				}
			}
			for n, times := range l.inside {
				if times != 0 && times != 1 || (times == 1) != running[n] {
					rt.Fatalf("node %d was entered %d times more than left, runs: %v", n, times, running[n])
				}
			}
		}
		pool.Remove(0, run.Moment{Tick: pool.tick, DT: testDT})
		for n, times := range l.inside {
			if times != 0 {
				rt.Fatalf("node %d is not left", n)
			}
		}
		for _, c := range w.kept {
			for name, room := range c.(*commons).rooms {
				for _, inside := range room.inside {
					if inside != 0 {
						rt.Fatalf("somebody is still in scope %v", name)
					}
				}
			}
		}
	})
}

// inScope counts the bots that run the child of each scope node.
func inScope(p *player, max map[tree.NodeID]uint32) map[tree.NodeID]uint32 {
	inside := map[tree.NodeID]uint32{}
	x := p.NewExec()
	for _, row := range p.Order() {
		x.Seek(row)
		for n := range max {
			if runs(&x, n) {
				inside[n]++
			}
		}
	}
	return inside
}

// taken returns how many places of a scope node without a group are taken.
func taken(p *player, n tree.NodeID) uint32 {
	x := p.NewExec()
	sem := p.Program().Semantics.(*semantics)
	return *sem.share(&x).rooms[sem.scopes[x.Tree.Nodes[n].Arg].slot].of(0)
}

// There are never more bots inside a LimitConcurrentUsers than it allows, and
// places are given back: those that are taken are those of the bots inside.
func TestLimitsHold(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		reg := newGame(t)
		limit := rapid.IntRange(0, 5).Draw(rt, "max")
		root := fmt.Sprintf(`<Loop><Selector><LimitConcurrentUsers max="%d">%s</LimitConcurrentUsers>%s</Selector></Loop>`,
			limit, randomTree(rt, 3, true), randomTree(rt, 2, true))
		p := mustLoad(t, reg, randomBlocks, root)
		sem := p.Semantics.(*semantics)
		max := map[tree.NodeID]uint32{}
		for n := range p.Tree.Nodes {
			node := &p.Tree.Nodes[n]
			if opOf(node) == opGroupScope && sem.scopes[node.Arg].everyone {
				max[tree.NodeID(n)] = sem.scopes[node.Arg].allowed
			}
		}
		pool := newPlayer(p, &world{}, rapid.IntRange(1, 30).Draw(rt, "bots"))
		for tick := range 8 {
			if tick == 4 && pool.Len() > 2 {
				pool.Remove(pool.Order()[0], run.Moment{Tick: pool.tick, DT: testDT})
				pool.Remove(pool.Order()[0], run.Moment{Tick: pool.tick, DT: testDT})
			}
			disturb(pool, reg)
			pool.step()
			for n, inside := range inScope(pool, max) {
				if inside > max[n] {
					rt.Fatalf("tick %d: %d bots in scope %d, wanted at most %d", tick, inside, n, max[n])
				}
				if taken := taken(pool, n); taken != inside {
					rt.Fatalf("tick %d: %d places of scope %d are taken by %d bots", tick, taken, n, inside)
				}
			}
		}
	})
}

// With fewer places than bots the lowest ids get them.
func TestLowestIDsGetThePlaces(t *testing.T) {
	reg := newGame(t)
	p := mustLoad(t, reg, "", `<Loop><Selector><LimitConcurrentUsers max="3"><Do ticks="2"/></LimitConcurrentUsers><Try/><Do ticks="5"/></Selector></Loop>`)
	pool := newPlayer(p, &world{}, 0)
	for _, bot := range []host.BotID{9, 4, 7, 2, 5} {
		pool.Add(bot, int32(bot), run.Moment{DT: testDT})
	}
	who := func() (mask uint64) {
		x := pool.NewExec()
		for _, row := range pool.Order() {
			if x.Seek(row); runs(&x, 3) {
				mask |= 1 << x.Bot
			}
		}
		return mask
	}
	pool.step()
	if got := who(); got != 1<<2|1<<4|1<<5 {
		t.Errorf("bots %b are inside, wanted 2, 4 and 5", got)
	}
	pool.Remove(pool.Order()[0], run.Moment{Tick: pool.tick, DT: testDT}) // bot 2 leaves its place
	for range 5 {
		pool.step()
	}
	if n := bits.OnesCount64(who()); n != 3 {
		t.Errorf("%d bots are inside after one went, wanted 3", n)
	}
}
