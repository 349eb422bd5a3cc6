package host_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
)

// world keeps faults and draws predictable numbers.
type world struct {
	host.World
	faults []string
	draws  []string
}

func (w *world) Fault(f host.Fault)            { w.faults = append(w.faults, f.String()) }
func (w *world) ID(body int32) host.BotID      { return host.BotID(body) + 100 }
func (w *world) Origin(n uint16) (_, _ string) { return "guard", fmt.Sprintf("g.yaml:%d:3", n) }

func (w *world) Random(bot host.BotID, tick int64, node uint16, draw uint32) uint64 {
	w.draws = append(w.draws, fmt.Sprint(bot, tick, node, draw))
	return [...]uint64{0, math.MaxUint64, 1 << 63}[draw%3]
}

func call(w *world) *host.Call {
	c := &host.Call{World: w, Bot: 7, Tick: 30}
	*host.RuntimeOf(c) = host.Runtime{Source: w, Node: 4}
	return c
}

func TestCallHead(t *testing.T) {
	const diagonal = float32(0.6)
	huge, tiny, inf, nan := math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1), math.NaN()
	for _, c := range []struct {
		dx, dy float64
		want   host.Intent
		fault  bool
	}{
		{3, 4, host.Intent{Steer: host.SteerHead, HX: diagonal, HY: 0.8}, false},
		{-1, 0, host.Intent{Steer: host.SteerHead, HX: -1}, false},
		{huge, 0, host.Intent{Steer: host.SteerHead, HX: 1}, false},
		{0, -tiny, host.Intent{Steer: host.SteerHead, HY: -1}, false},
		{3e200, 4e200, host.Intent{Steer: host.SteerHead, HX: diagonal, HY: 0.8}, false},
		{3e-200, -4e-200, host.Intent{Steer: host.SteerHead, HX: diagonal, HY: -0.8}, false},
		{0, 0, host.Intent{Steer: host.SteerHold}, false},
		{inf, 1, host.Intent{Steer: host.SteerHold}, true},
		{1, -inf, host.Intent{Steer: host.SteerHold}, true},
		{nan, 1, host.Intent{Steer: host.SteerHold}, true},
		{0, nan, host.Intent{Steer: host.SteerHold}, true},
	} {
		var w world
		k := call(&w)
		k.Head(c.dx, c.dy)
		if k.Intent != c.want {
			t.Errorf("Head(%v, %v) wants %+v, want %+v", c.dx, c.dy, k.Intent, c.want)
		}
		if (len(w.faults) > 0) != c.fault {
			t.Errorf("Head(%v, %v) reports %q", c.dx, c.dy, w.faults)
		}
	}
}

func TestCallHoldTakesBackHead(t *testing.T) {
	k := call(&world{})
	k.Choose(5)
	k.Head(1, 0)
	k.Hold()
	if want := (host.Intent{Steer: host.SteerHold, Target: 105}); k.Intent != want {
		t.Errorf("wants %+v, want %+v", k.Intent, want)
	}
}

func TestCallRandom(t *testing.T) {
	var w world
	k := call(&w)
	got := []float64{k.Random(), k.Random(), k.Random()}
	if want := []float64{1 - 1.0/(1<<53), 0.5, 0}; !cmp.Equal(got, want) {
		t.Errorf("drew %v, want %v", got, want)
	}
	if want := []string{"7 30 4 1", "7 30 4 2", "7 30 4 3"}; !cmp.Equal(w.draws, want) {
		t.Errorf("asked for %q, want %q", w.draws, want)
	}
}

func TestFloat64(t *testing.T) {
	for bits, want := range map[uint64]float64{0: 0, 1<<11 - 1: 0, 1 << 11: 0x1p-53, 1 << 63: 0.5, math.MaxUint64: 1 - 0x1p-53} {
		if got := host.Float64(bits); got != want {
			t.Errorf("Float64(%#x) = %v, want %v", bits, got, want)
		}
	}
}

func TestCallTextParam(t *testing.T) {
	k := host.Call{Texts: []host.TextParam{{Name: "timer", Value: ""}, {Name: "value", Value: "3"}}}
	for name, want := range map[string]string{"timer": `"" true`, "value": `"3" true`, "Value": `"" false`} {
		text, ok := k.TextParam(name)
		if got := fmt.Sprintf("%q %v", text, ok); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

func TestCallWarnf(t *testing.T) {
	var w world
	c := call(&w)
	c.Warnf("no goal %q", "base")
	host.RuntimeOf(c).Action = &host.Action{Name: "go"}
	c.Warnf("no way")
	want := []string{`g.yaml:4:3: tree guard, bot 7, tick 30: no goal "base"`, `g.yaml:4:3: go of tree guard, bot 7, tick 30: no way`}
	if !cmp.Equal(w.faults, want) {
		t.Errorf("reports %q, want %q", w.faults, want)
	}
}

func TestRowsEach(t *testing.T) {
	r := host.Rows{Mask: 1<<63 | 1<<5 | 1<<2 | 1}
	var asked []int
	r.Each(func(i int) bool {
		asked = append(asked, i)
		return i != 5
	})
	if !cmp.Equal(asked, []int{0, 2, 5, 63}) || r.Success != 1<<63|1<<2|1 {
		t.Errorf("asked %v, success %#x", asked, r.Success)
	}
}

func TestNamesOfStatusesAndKinds(t *testing.T) {
	for v, want := range map[fmt.Stringer]string{
		host.Failure: "failure", host.Error: "error", host.Status(99): "invalid",
		host.Leaf: "leaf", host.Decorator: "decorator", host.ActionKind(99): "invalid",
		host.Where: "a map {key, value}", host.Kind(99): "invalid",
	} {
		if v.String() != want {
			t.Errorf("%T %v, want %s", v, v, want)
		}
	}
}
