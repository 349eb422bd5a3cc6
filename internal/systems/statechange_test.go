package systems_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/live"
)

const moody = `
world: { width: 500, height: 500 }
bots:
  - id: c
    name: C
    count: 3000
    initialState: { mood: calm, fuel: 1 }
    behavior: { kind: action, name: feel }
`

// TestSetStateActsAtTheEndOfTheTick has bots read what they and others are, and
// become something of their own that nobody was before.
func TestSetStateActsAtTheEndOfTheTick(t *testing.T) {
	t.Parallel()
	play := func(workers int) (number host.Sym, digest uint64) {
		var mood host.Key
		feel := host.Action{Name: "feel", Local: true, Tick: func(c *host.Call) host.Status {
			if c.Bot == 1 {
				time.Sleep(5 * time.Millisecond) // other workers ask before the first bot
			}
			c.SetState("mood", host.StringValue("lost"))
			c.SetState("mood", host.StringValue(fmt.Sprintf("mood %d of %d", c.Tick, c.Bot%97)))
			want := "calm"
			if c.Tick > 1 {
				want = fmt.Sprintf("mood %d of %d", c.Tick-1, c.Bot%97)
			}
			if got := c.State(c.Body, mood).Text(); got != want {
				panic(fmt.Sprintf("reads %q, wanted %q", got, want))
			}
			return host.Success
		}}
		reg := with(t, feel)
		mood = reg.Key("mood")
		s := openWith(t, moody, live.Options{Registry: reg, Workers: workers})
		for range 3 {
			s.Step()
			b := s.Snapshot().Bots[41]
			if got, want := b.State[1].Value.Text(), fmt.Sprintf("mood %d of %d", s.Snapshot().Tick, b.ID%97); got != want {
				t.Errorf("%d workers: the snapshot says %q, wanted %q", workers, got, want)
			}
		}
		if faults, _ := s.Game().Faults.List(); len(faults) > 0 {
			t.Fatal(faults[0])
		}
		return s.Scene().Setup.Registry.Sym(host.StringValue("mood 1 of 1")), s.Digest()
	}
	number, digest := play(1)
	for _, workers := range []int{2, 7} {
		if n, d := play(workers); n != number || d != digest {
			t.Errorf("%d workers: the first new value has number %d, digest %x, wanted %d, %x", workers, n, d, number, digest)
		}
	}
}

func TestSetStateRefusesWithItsPlace(t *testing.T) {
	feel := host.Action{Name: "feel", Tick: func(c *host.Call) host.Status {
		if c.Bot == 2 {
			c.SetState("moood", host.StringValue("x"))
			c.SetState("mood", host.NumberValue(3))
			c.SetState("mood", host.NullValue)
			c.SetState("fuel", host.IntValue(3))
		}
		return host.Success
	}}
	s := openWith(t, moody, live.Options{Registry: with(t, feel)})
	s.Step()
	var got []string
	faults, _ := s.Game().Faults.List()
	for _, f := range faults {
		got = append(got, f.String())
	}
	const at = "scene.yaml:8:15: feel of tree c, C 2, tick 1: cannot set state: "
	if diff := cmp.Diff([]string{
		at + `unknown state key "moood"; did you mean "mood"?`,
		at + `state key "mood": wanted a text, found 3`,
	}, got); diff != "" {
		t.Error(diff)
	}
	if state := s.Snapshot().Bots[1].State; state[0].Value != host.NumberValue(3) || state[1].Value != host.NullValue {
		t.Errorf("state %v, wanted fuel 3 and mood null", state)
	}
}

// TestSetStateOfABotThatIsGone removes the bot that asked before the tick ends.
func TestSetStateOfABotThatIsGone(t *testing.T) {
	feel := host.Action{Name: "feel", Tick: func(c *host.Call) host.Status {
		c.SetState("fuel", host.NumberValue(float64(c.Bot)))
		return host.Success
	}}
	s := openWith(t, strings.Replace(moody, "3000", "2", 1), live.Options{Registry: with(t, feel)})
	s.Game().World.Add(ecs.Rules, "dismissal", ecs.SystemFunc(func(*ecs.World) { _ = s.Game().Population.Dismiss(1) }))
	s.Step()
	bots := s.Snapshot().Bots
	if len(bots) != 1 || bots[0].ID != 2 || bots[0].State[0].Value.Number() != 2 {
		t.Errorf("left are %v, wanted bot 2 with fuel 2", bots)
	}
}

func TestSetStateAllocatesNothingOnceItHasRoom(t *testing.T) {
	feel := host.Action{Name: "feel", Local: true, Tick: func(c *host.Call) host.Status {
		if c.Tick%2 == 0 {
			c.SetState("fuel", host.NumberValue(float64(c.Tick%4)))
		}
		return host.Success
	}}
	s := openWith(t, moody, live.Options{Registry: with(t, feel)})
	steps(s, 20)
	if n := testing.AllocsPerRun(10, s.Step); n > 0 {
		t.Errorf("%v allocations a tick, wanted 0", n)
	}
}

// What a tree writes is there afterwards, whether or not it was before, and numbers that are equal
// are one value.
func TestWriteOfWhatIsThere(t *testing.T) {
	s := openWith(t, strings.Replace(moody, "count: 3000", "count: 2", 1), live.Options{Registry: with(t, host.Action{
		Name: "feel", Local: true, Tick: func(*host.Call) host.Status { return host.Success },
	})})
	g, names := s.Game(), s.Scene().Setup.Registry
	values := []host.Value{
		host.StringValue("calm"), host.StringValue("lost"), host.StringValue("lost"), host.IntValue(1), host.NumberValue(1), host.NumberValue(math.Copysign(0, -1)),
		host.NumberValue(0), host.IntValue(0), host.NumberValue(math.NaN()), host.NumberValue(math.NaN()), host.NullValue, host.BoolValue(true), host.StringValue("calm"),
	}
	for _, key := range []string{"mood", "fuel", "news"} {
		for i, v := range values {
			for id := components.ID(1); id <= 2; id++ {
				if id == 2 && i%3 == 0 {
					continue // the second has other values before
				}
				if err := g.Write(id, key, v); err != nil {
					t.Fatal(err)
				}
				if got, want := host.Sym(g.World.StateColumn(int(names.Key(key)))[g.World.Slot(id)]), names.Sym(v); got != want {
					t.Errorf("bot %d, %s: value %d after %v was written, wanted %d", id, key, got, v, want)
				}
			}
		}
	}
	if err := g.Write(99, "mood", host.StringValue("calm")); err == nil {
		t.Error("nobody has a mood")
	}
}
