package run_test

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// A composite runs the children that it wants, in its own order, and its call is
// the same after each of them: memory, draws and all.
func TestACompositeRunsItsChildren(t *testing.T) {
	w := &world{}
	inner := &host.Action{Name: "inner", Kind: host.Composite, Bits: 8, Tick: func(c *host.Call) host.Status {
		c.Store(0, 8, c.Load(0, 8)+1)
		return c.Kids.Run(0)
	}}
	outer := &host.Action{Name: "outer", Kind: host.Composite, Bits: 8, Tick: func(c *host.Call) host.Status {
		before, was := *c, *host.RuntimeOf(c)
		c.Random()
		var got []string
		for i := c.Kids.Len() - 1; i >= 0; i-- {
			got = append(got, fmt.Sprint(c.Kids.Run(i), c.Kids.Runs(i)))
		}
		c.Kids.Stop(0)
		w.logf("last %s, first %s, then %v", got[0], got[2], c.Kids.Runs(0))
		if rt := host.RuntimeOf(c); rt.Node != was.Node || rt.Action != was.Action || !reflect.DeepEqual(c.Memory, before.Memory) || rt.Draws <= was.Draws {
			t.Errorf("the call was %+v and is %+v", before, *c)
		}
		c.Store(0, 8, c.Load(0, 8)+1)
		if c.Load(0, 8) == 3 {
			panic("three times")
		}
		return host.Running
	}}
	pool := newTicker(program("kids", &spec{op: compose, leaf: tree1(outer), kids: []*spec{
		act(count("long", 9)), act(dice), {op: compose, leaf: tree1(inner), kids: []*spec{act(count("short", 2))}},
	}}), w, 1)
	for range 3 {
		pool.step()
	}
	var lines []string
	for _, l := range w.log {
		if strings.HasPrefix(l, "last") {
			lines = append(lines, l)
		}
	}
	want := []string{
		"last running false, first running true, then false",
		"last success false, first running true, then false",
		"last running false, first running true, then false",
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]string{"kids:1:1: outer of tree kids, bot 1, tick 2: panic: three times"}, w.faults); diff != "" || pool.Status(0) != host.Failure {
		t.Errorf("status %v (-want +got)\n%s", pool.Status(0), diff)
	}
}

// counting is a dialect that counts in something shared what its bots remember.
type counting struct {
	*toy
	total int
}

var _ run.Sharer = (*counting)(nil)

func (c *counting) Share(host.World) any { return &c.total }

func (*counting) HashShare(any) uint64 { return 0 }

func (c *counting) Tally(x *run.Exec, on bool) {
	if n := int(x.Env[0]); on {
		*x.Shared.(*int) += n
	} else {
		*x.Shared.(*int) -= n
	}
}

func (c *counting) Tick(x *run.Exec) host.Status {
	before := int(x.Env[0])
	s := c.toy.Tick(x)
	*x.Shared.(*int) += int(x.Env[0]) - before
	return s
}

// What bots share is counted anew from what they remember when that is loaded.
func TestLoadTallies(t *testing.T) {
	p := program("tally", group(sequence, &spec{op: raise}, wait(0)))
	c := &counting{toy: p.Semantics.(*toy)}
	p.Semantics = c
	pool := newTicker(p, &world{}, 3)
	pool.step()
	var save bytes.Buffer
	if err := pool.Save(&save); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		pool.step()
	}
	if c.total <= 3 {
		t.Fatalf("the total is %d after 5 ticks, wanted more than after one", c.total)
	}
	if err := pool.Load(&save); err != nil {
		t.Fatal(err)
	}
	if c.total != 3 {
		t.Errorf("the total is %d, wanted what 3 bots had at the save: 3", c.total)
	}
}

// texts is a world that keeps what trees log.
type texts struct {
	world
	got []string
}

func (w *texts) Log(e host.LogEntry) { w.got = append(w.got, e.String()) }

func TestTextsGoToWorldsThatWantThem(t *testing.T) {
	w := &texts{}
	for _, world := range []host.World{w, &world{}} {
		pool := newTicker(program("log", act(always(host.Success))), world, 1)
		x := pool.NewExec()
		x.Tick = 4
		x.Seek(0)
		x.Log(1, "hello")
	}
	if want := []string{"log:1:1: tree log, bot 1, tick 4: hello"}; !cmp.Equal(want, w.got) {
		t.Errorf("%q, wanted %q", w.got, want)
	}
}

// A function that no leaf of the tree is sees the bot all the same, and its panic
// is reported at the node.
func TestApply(t *testing.T) {
	w := &world{}
	pool := newTicker(program("apply", act(always(host.Success))), w, 2)
	x := pool.NewExec()
	x.Seek(1)
	add := &host.Func{Name: "add", Eval: func(c *host.Call) host.Value {
		if len(c.Args) == 0 {
			panic("no numbers")
		}
		return host.NumberValue(c.Args[0].Number() + float64(c.Bot))
	}}
	if got := x.Apply(1, add, []host.Value{host.NumberValue(40)}); got != host.NumberValue(42) {
		t.Errorf("got %v, wanted 42", got)
	}
	x.Apply(1, add, nil)
	if want := []string{"apply:1:1: tree apply, bot 2, tick 0: panic: no numbers"}; !cmp.Equal(want, w.faults) {
		t.Errorf("faults %q", w.faults)
	}
}
