package unvanquished

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// gated returns a game of actions that ask to be admitted, and note that they were asked
// with a ?.
func gated(t testing.TB, admits map[string]func() bool, names ...string) *game {
	t.Helper()
	g := newGame(t, false)
	for _, name := range names {
		a := host.Action{Name: name, Tick: func(*host.Call) host.Status {
			g.calls = append(g.calls, name)
			return pop(g.answers, name)
		}}
		a.Admit = func(*host.Call) bool {
			g.calls = append(g.calls, name+"?")
			return admits[name] == nil || admits[name]()
		}
		offerAll(t, g.reg, []host.Action{a}, nil)
	}
	return g
}

// pop returns the next answer for a name; Running where there is none.
func pop(answers map[string][]host.Status, name string) host.Status {
	left := answers[name]
	if len(left) == 0 {
		return host.Running
	}
	answers[name] = left[1:]
	return left[0]
}

func refuse() bool { return false }

// calledIn returns what is called in each of some ticks.
func (g *game) calledIn(b *bot, ticks int) (got []string) {
	for range ticks {
		b.step()
		got = append(got, g.take())
	}
	return got
}

// An action that is not admitted fails, is not ticked, and leaves the one that goes
// on alone: that one is not asked again.
func TestWhoIsNotAdmittedLeavesTheCurrentActionAlone(t *testing.T) {
	g := gated(t, map[string]func() bool{"heal": refuse}, "heal", "roam")
	got := g.calledIn(newBot(mustLoad(t, g.reg, "selector { action heal action roam }")), 3)
	if diff := cmp.Diff([]string{"heal? roam? roam", "heal? roam", "heal? roam"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// An action that was admitted is the current one, also where it fails in the same
// tick: the one before starts over.
func TestWhoFailsAfterItWasAdmittedTakesThePlace(t *testing.T) {
	turn := 0
	g := gated(t, map[string]func() bool{"heal": func() bool { turn++; return turn == 2 }}, "heal", "roam")
	g.answers["heal"] = []host.Status{host.Failure}
	got := g.calledIn(newBot(mustLoad(t, g.reg, "selector { action heal action roam }")), 3)
	if diff := cmp.Diff([]string{"heal? roam? roam", "heal? heal roam? roam", "heal? roam"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// The current action is asked again when it ended, and when another took its place;
// not when the tree left it out for some ticks.
func TestWhenAnActionIsAskedAgain(t *testing.T) {
	g := gated(t, nil, "walk", "fight")
	offerAll(t, g.reg, []host.Action{{Name: "hop", Tick: func(*host.Call) host.Status { return host.Success }}}, []host.Func{
		{Name: "now", Result: host.Int, Eval: func(c *host.Call) host.Value { return host.IntValue(c.Tick) }},
	})
	g.answers["walk"] = []host.Status{host.Running, host.Running, host.Success}
	b := newBot(mustLoad(t, g.reg, "selector { condition now == 1 || now == 2 { action hop } condition now == 6 { action fight } action walk }"))
	want := []string{"walk? walk", "", "", "walk", "walk", "walk? walk", "fight? fight", "walk? walk"}
	if diff := cmp.Diff(want, g.calledIn(b, 8)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// A panic while it is asked is a fault, and the action is not admitted.
func TestAPanicInAdmitIsAFault(t *testing.T) {
	g := gated(t, map[string]func() bool{"heal": func() bool { panic("broke") }}, "heal", "roam")
	b := newBot(mustLoad(t, g.reg, "selector { action heal action roam }"))
	b.step()
	if got := g.take(); got != "heal? roam? roam" {
		t.Errorf("first: %s", got)
	}
	if said := b.step(); g.take() != "heal? roam" || !strings.Contains(said, "broke") || strings.Count(said, "broke") != 1 {
		t.Errorf("then: %s", said)
	}
}

// leaves is a tracer that writes down what leaves did.
type leaves struct{ log []string }

func (*leaves) Node(int32, tree.NodeID, host.Notice, host.Status) {}

func (l *leaves) Leaf(_ int32, n tree.NodeID, what host.Notice, s host.Status) {
	l.log = append(l.log, fmt.Sprint(n, " ", what, " ", s))
}

// A tracer sees an action that was not admitted as one that failed, and nothing
// changes by it.
func TestATracerSeesWhoIsNotAdmittedFail(t *testing.T) {
	program := func() (*game, *bot) {
		g := gated(t, map[string]func() bool{"heal": refuse}, "heal", "roam")
		return g, newBot(mustLoad(t, g.reg, "selector { action heal action roam }"))
	}
	_, plain := program()
	_, traced := program()
	seen := &leaves{}
	for tick := range int64(2) {
		plain.step()
		traced.pool.TickTraced(&traced.exec, traced.row, run.Moment{Tick: tick, DT: 0.1}, seen)
	}
	want := []string{
		fmt.Sprint("3 ", host.Visited, " ", host.Failure), fmt.Sprint("4 ", host.Entered, " ", host.Ready), fmt.Sprint("4 ", host.Visited, " ", host.Running),
		fmt.Sprint("3 ", host.Visited, " ", host.Failure), fmt.Sprint("4 ", host.Visited, " ", host.Running),
	}
	if diff := cmp.Diff(want, seen.log); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	var a, b bytes.Buffer
	if plain.pool.Save(&a) != nil || traced.pool.Save(&b) != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("the memories differ")
	}
}
