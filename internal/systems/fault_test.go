package systems_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/live"
)

func TestAFaultHasTheStackOfItsPanic(t *testing.T) {
	play := func(workers int) []host.Fault {
		explode := host.Action{Name: "explode", Local: true, Tick: func(c *host.Call) host.Status {
			return host.Status(fuse([]int{1, 2, 3}, int(c.Tick)))
		}}
		s := openWith(t, faulty, live.Options{Registry: with(t, explode), Workers: workers})
		steps(s, 5)
		first, n := s.Game().Faults.List()
		if n != 15000 {
			t.Errorf("%d faults, wanted one a bot in three ticks", n)
		}
		return first
	}
	first := play(1)
	if len(first) != 3 {
		t.Fatalf("%d kinds of faults, wanted 3", len(first))
	}
	for _, f := range first {
		lines := strings.Split(strings.TrimSpace(f.Stack), "\n")
		if !f.Panicked || len(lines) != 2 ||
			!strings.HasPrefix(lines[0], "github.com/thicket-sim/thicket/internal/systems_test.fuse ") ||
			!strings.Contains(lines[0], "fault_test.go:") ||
			!strings.Contains(lines[1], "TestAFaultHasTheStackOfItsPanic") {
			t.Errorf("%v: stack\n%s", f, f.Stack)
		}
	}
	if diff := cmp.Diff(first, play(7)); diff != "" {
		t.Error(diff)
	}
}

//go:noinline
func fuse(list []int, i int) int { return list[i] }

// An action by columns that panics in a herd is a fault of the first bot of its
// group, and fails for all.
func TestAnActionOfAHerdMayPanic(t *testing.T) {
	explode := host.Action{
		Name: "explode", Local: true,
		Tick: func(*host.Call) host.Status { return host.Failure },
		Rows: func(r *host.Rows) { panic("no powder") },
	}
	s := openWith(t, faulty, live.Options{Registry: with(t, explode)})
	steps(s, 1)
	first, n := s.Game().Faults.List()
	if n < 5000/64 || len(first) != 1 || first[0].Bot == 0 || first[0].Tick != 1 {
		t.Fatalf("%d faults %v, wanted one a group and the first of them", n, first)
	}
	if got, want := first[0].String(), "explode of tree c"; !strings.Contains(got, want) {
		t.Errorf("fault %q, wanted %q", got, want)
	}
	for _, b := range s.Snapshot().Bots {
		if b.Action != "wander" {
			t.Fatalf("bot %d did %q, wanted it to wander", b.ID, b.Action)
		}
	}
}
