package host_test

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
)

// TestCloneWith changes what the game's own leaves do in a copy, with the conditions that compare a
// number, and leaves the original as it is.
func TestCloneWith(t *testing.T) {
	number := func(x float64) func(*host.Call) host.Value {
		return func(*host.Call) host.Value { return host.NumberValue(x) }
	}
	answer := func(s host.Status) func(*host.Call) host.Status { return func(*host.Call) host.Status { return s } }
	var r host.Registry
	for _, err := range []error{
		r.AddAction(host.Action{Name: "walk", Tick: answer(host.Success)}),
		r.AddFunc(host.Func{Name: "given", Result: host.Number, Eval: number(1)}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	host.Guard(&r, func(string) error { return nil })
	for _, err := range []error{
		r.AddAction(host.Action{Name: "hop", Tick: answer(host.Success)}),
		r.AddFunc(host.Func{Name: "corn", Result: host.Number, Eval: number(1)}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	c := host.CloneWith(&r, func(a *host.Action) { a.Tick = answer(host.Failure) }, func(f *host.Func) { f.Eval = number(9) })
	atLeast := func(r *host.Registry, name string) bool {
		return r.Func(name + "_at_least").Eval(&host.Call{Args: []host.Value{host.NumberValue(5)}}).Bool()
	}
	got := []bool{
		c.Action("walk").Tick(nil) == host.Success, c.Action("hop").Tick(nil) == host.Failure, r.Action("hop").Tick(nil) == host.Success,
		!atLeast(c, "given"), atLeast(c, "corn"), !atLeast(&r, "corn"), c.Action("hop").Name == "hop",
	}
	for i, ok := range got {
		if !ok {
			t.Errorf("%d does not hold", i)
		}
	}
}
