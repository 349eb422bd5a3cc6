package run_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Side by side a leaf does for each row what it does for one: same answers,
// memory, random numbers, intents and faults, whoever panics.
func TestActEachIsLeafForEach(t *testing.T) {
	const bots = 9
	note := func(log *[]string) host.Action {
		return host.Action{Name: "a", Bits: 9, Tick: func(c *host.Call) host.Status {
			c.Store(0, 9, c.Load(0, 9)+1+uint32(c.Bot))
			c.Head(1, float64(c.Bot))
			*log = append(*log, fmt.Sprint(c.Bot, c.Body, c.Load(0, 9), c.Random()))
			if c.Bot%3 == 0 {
				panic("broke")
			}
			return host.Status(c.Bot % 3)
		}}
	}
	ask := func(log *[]string) *host.Func {
		return &host.Func{Name: "f", Eval: func(c *host.Call) host.Value {
			*log = append(*log, fmt.Sprint(c.Bot, c.Random()))
			if c.Bot%4 == 0 {
				panic("lost")
			}
			return host.IntValue(int64(c.Bot))
		}}
	}
	play := func(each bool) (log []string, s [64]host.Status, v [64]host.Value, saved []byte) {
		a := note(&log)
		root := &spec{op: sum, leaf: tree.Leaf{Action: &a}, funcs: []*host.Func{ask(&log)}}
		p := program("batch", root)
		w := &world{}
		pool := run.NewPool(p, w)
		for i := range bots {
			pool.Add(host.BotID(i+1), int32(i+100), 0, 0.1)
		}
		x := pool.NewExec()
		x.Tick, x.DT = 5, 0.1
		n, leaf := p.Tree.Entries[0], uint16(p.Tree.Exprs[p.Tree.Nodes[p.Tree.Entries[0]].Arg].A)
		rows := pool.Order()
		if each {
			x.BeginBatch(rows)
			x.ActEach(n, (1<<bots-1)&^4, &s)
			x.AskEach(n, leaf, 1<<bots-1, &v)
			x.ActEach(n, 1<<bots-1, &s)
			for i := range rows {
				if x.BatchBody(i) != int32(i+100) || len(x.BatchMemory(i)) != p.Tree.Words() {
					t.Errorf("row %d has body %d and %d words", i, x.BatchBody(i), len(x.BatchMemory(i)))
				}
			}
		} else {
			x.BeginBatch(rows)
			step := func(i int, f func()) { x.Enter(i); f(); x.Leave(i) }
			for i := range rows {
				if i != 2 {
					step(i, func() { s[i] = x.Leaf(n) })
				}
			}
			for i := range rows {
				step(i, func() { v[i] = x.Value(n, leaf) })
			}
			for i := range rows {
				step(i, func() { s[i] = x.Leaf(n) })
			}
		}
		log = append(append(log, w.log...), w.faults...)
		var b bytes.Buffer
		if err := pool.Save(&b); err != nil {
			t.Fatal(err)
		}
		return log, s, v, b.Bytes()
	}
	log, s, v, mem := play(true)
	wantLog, wantS, wantV, wantMem := play(false)
	if diff := cmp.Diff(wantLog, log); diff != "" || len(log) < 3*bots {
		t.Errorf("what leaves did (-one by one +side by side)\n%s", diff)
	}
	if s != wantS || v != wantV {
		t.Errorf("answers %v %v\nwant    %v %v", s[:bots], v[:bots], wantS[:bots], wantV[:bots])
	}
	if !cmp.Equal(mem, wantMem) {
		t.Error("the memories differ")
	}
}
