package trees_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/trees"
)

// crowd is a world of many bots that write down what their leaf is told, each by itself.
type crowd struct {
	stateless
	told [][]string
}

func (*crowd) StateColumn(host.Key) []uint32 { return nil }

// Bots that are evaluated by columns have the same lives as one after the other, and the
// same memory, whichever of them have a turn.
func TestLivesByColumnsAreThoseOfEach(t *testing.T) {
	const bots = 150
	for _, file := range []string{"a.yaml", "a.bt"} {
		var told [2][][]string
		var hashes [2][]uint64
		for i, each := range []bool{false, true} {
			w := &crowd{told: make([][]string, bots)}
			note := func(c *host.Call, what string) { w.told[c.Body] = append(w.told[c.Body], what) }
			reg := &host.Registry{}
			act := host.Action{
				Name: "act", Bits: 8, Local: true,
				Begin: func(c *host.Call) { note(c, "Begin") },
				End:   func(c *host.Call) { note(c, "End") },
				Tick: func(c *host.Call) host.Status {
					n := c.Load(0, 8) + 1
					c.Store(0, 8, n)
					switch {
					case n == uint32(c.Body)%7+1:
						return host.Success
					case (c.Tick+int64(c.Body))%11 == 0:
						return host.Failure
					}
					return host.Running
				},
			}
			other := host.Action{Name: "other", Local: true, Tick: func(*host.Call) host.Status { return host.Running }}
			for _, a := range []host.Action{act, other} {
				if err := reg.AddAction(a); err != nil {
					t.Fatal(err)
				}
			}
			err := reg.AddFunc(host.Func{Name: "on", Result: host.Bool, Local: true, Eval: func(c *host.Call) host.Value {
				return host.BoolValue((c.Tick/3+int64(c.Body))%4 != 0)
			}})
			if err != nil {
				t.Fatal(err)
			}
			p, _, err := trees.LoadSource(file, []byte(lifeTrees[file]), reg)
			if err != nil {
				t.Fatal(err)
			}
			pool := run.NewPool(p, w)
			for b := range int32(bots) {
				pool.Add(host.BotID(b+1), b, run.Moment{DT: 0.1})
			}
			x := pool.NewExec()
			for tick := range int64(60) {
				rows := pool.ByBody()
				if tick%3 == 0 { // not all of them have a turn
					rows = slices.DeleteFunc(slices.Clone(rows), func(row int32) bool { return (int64(row)+tick)%5 == 0 })
				}
				now := run.Moment{Tick: tick + 1, DT: 0.1}
				if each {
					pool.TickEach(&x, rows, now)
				} else {
					pool.TickRange(&x, rows, now)
				}
			}
			told[i] = w.told
			for row := range int32(bots) {
				hashes[i] = append(hashes[i], pool.Hash(row))
			}
		}
		if diff := cmp.Diff(told[1], told[0]); diff != "" {
			t.Errorf("%s: lives by columns (-each +columns)\n%s", file, diff)
		}
		if !slices.Equal(hashes[0], hashes[1]) {
			t.Errorf("%s: bots remember other things by columns", file)
		}
		begins := 0
		for _, list := range told[0] {
			alive := false
			for _, what := range list {
				if alive == (what == "Begin") {
					t.Fatalf("%s: %q", file, list)
				}
				if alive = what == "Begin"; alive {
					begins++
				}
			}
		}
		if begins < 10*bots {
			t.Errorf("%s: %d lives", file, begins)
		}
	}
}
