package host_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
)

func tick(*host.Call) host.Status { return host.Success }
func eval(*host.Call) host.Value  { return host.NullValue }
func rows(*host.Rows)             {}

func TestAddActionRefuses(t *testing.T) {
	for _, c := range []struct {
		a    host.Action
		want string
	}{
		{host.Action{Tick: tick}, `action without a name`},
		{host.Action{Name: "a"}, `action "a" has no Tick function`},
		{host.Action{Name: "taken", Tick: tick}, `action "taken" is there already`},
		{host.Action{Name: "a", Tick: tick, Params: []host.Param{{}}}, `action "a": parameter 1 has no name`},
		{host.Action{Name: "a", Tick: tick, Params: []host.Param{{Name: "p", Kind: host.Int}, {Name: "p", Kind: host.Int}}}, `action "a": two parameters "p"`},
		{
			host.Action{Name: "a", Tick: tick, Params: []host.Param{{Name: "p", Kind: host.Where}, {Name: "q", Kind: host.Where}}},
			`action "a": a second selection of bodies "q"`,
		},
		{
			host.Action{Name: "a", Tick: tick, Params: []host.Param{{Name: "p", Kind: host.Int, Default: host.NumberValue(0.5)}}},
			`action "a": default of p: wanted a whole number, found 0.5`,
		},
		{host.Action{Name: "a", Tick: tick, Params: []host.Param{{Name: "p"}}}, `action "a": parameter "p": null is no kind of a parameter`},
		{host.Action{Name: "a", Tick: tick, Params: []host.Param{{Name: "p", Kind: 77}}}, `action "a": parameter "p": invalid is no kind of a parameter`},
		{
			host.Action{Name: "a", Tick: tick, Params: []host.Param{{Name: "p", Kind: host.Int, Optional: true}, {Name: "q", Kind: host.Int}}},
			`action "a": parameter "q" stands behind "p", which may be left out`,
		},
		{host.Action{Name: "a", Tick: tick, Bits: -1}, `action "a" has -1 bits of memory, wanted 0 to 65535`},
		{host.Action{Name: "a", Tick: tick, Bits: 65536}, `action "a" has 65536 bits of memory, wanted 0 to 65535`},
		{host.Action{Name: "a", Tick: tick, Bits: 1, Rows: rows}, `action "a" has Rows, which are only for leaves without memory`},
		{host.Action{Name: "a", Tick: tick, Kind: host.Gate, Rows: rows}, `action "a" has Rows, which are only for leaves without memory`},
		{host.Action{Name: "a", Tick: tick, Elements: []host.Element{{}}}, `action "a": element 1 has no name`},
		{host.Action{Name: "a", Tick: tick, Elements: []host.Element{{Name: "E"}, {Name: "e"}}}, `action "a": two elements "e"`},
		{host.Action{Name: "a", Tick: tick, Elements: []host.Element{{Name: "e", Least: 2, Most: 1}}}, `action "a": element "e": from 2 to 1 of it`},
		{
			host.Action{Name: "a", Tick: tick, Elements: []host.Element{{Name: "e", Elements: []host.Element{{Name: "f", Params: []host.Param{{Name: "p"}}}}}}},
			`action "a": element "e": element "f": parameter "p": null is no kind of a parameter`,
		},
		{
			host.Action{Name: "a", Tick: tick, Elements: []host.Element{{Name: "e", Params: []host.Param{{Name: "p", Kind: host.Where}}}}},
			`action "a": element "e": a selection of bodies is a parameter of the action itself`,
		},
	} {
		var r host.Registry
		if err := r.AddAction(host.Action{Name: "taken", Tick: tick}); err != nil {
			t.Fatal(err)
		}
		if err := r.AddAction(c.a); err == nil || err.Error() != c.want {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
		if got := r.ActionNames(); !cmp.Equal(got, []string{"taken"}) {
			t.Errorf("%s: the registry has %q", c.want, got)
		}
	}
}

func TestAddFuncRefuses(t *testing.T) {
	for _, c := range []struct {
		f    host.Func
		want string
	}{
		{host.Func{Eval: eval}, `function without a name`},
		{host.Func{Name: "f"}, `function "f" has no Eval function`},
		{host.Func{Name: "taken", Result: host.Any, Eval: eval}, `function "taken" is there already`},
		{host.Func{Name: "f", Result: host.Where, Eval: eval}, `function "f" gives a map {key, value}, which is no kind of a value`},
		{
			host.Func{Name: "f", Result: host.Any, Eval: eval, Rows: func(*host.Rows, *[64]float64) {}},
			`function "f" has Rows, which are only for numbers and truth values, and gives any value`,
		},
		{host.Func{Name: "f", Result: 99, Eval: eval}, `function "f" gives invalid, which is no kind of a value`},
		{host.Func{Name: "f", Result: host.Number, Eval: eval, Params: []host.Param{{Name: "limit", Kind: host.Number}}}, `function "f": the parameter "limit" is that of f_below`},
		{host.Func{Name: "f", Result: host.Any, Eval: eval, Params: []host.Param{{Name: "p", Kind: host.Int}, {Name: "p", Kind: host.Int}}}, `function "f": two parameters "p"`},
	} {
		var r host.Registry
		if err := r.AddFunc(host.Func{Name: "taken", Result: host.Any, Eval: eval}); err != nil {
			t.Fatal(err)
		}
		if err := r.AddFunc(c.f); err == nil || err.Error() != c.want {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
		if got := r.FuncNames(); !cmp.Equal(got, []string{"taken"}) {
			t.Errorf("%s: the registry has %q", c.want, got)
		}
	}
}

// A tree may ask by one name for either, so that one of two would never be called.
func TestActionsAndFunctionsHaveDifferentNames(t *testing.T) {
	for name, want := range map[string]string{
		"fuel":           `action "fuel": a function has this name`,
		"fuel_below":     `action "fuel_below": a function has this name`,
		"speed":          `function "speed": an action has the name "speed"`,
		"heat_at_least":  `function "heat": an action has the name "heat_at_least"`,
		"heat_at_most":   "",
		"Fuel":           "",
		"speed_at_least": `function "speed": an action has the name "speed_at_least"`,
	} {
		var r host.Registry
		number := func(name string) error {
			return r.AddFunc(host.Func{Name: name, Result: host.Number, Eval: eval})
		}
		var got string
		for _, err := range []error{number("fuel"), r.AddAction(host.Action{Name: name, Tick: tick}), number("speed"), number("heat")} {
			if err != nil {
				got += err.Error()
			}
		}
		if got != want {
			t.Errorf("action %s: %q, wanted %q", name, got, want)
		}
	}
}

func TestGuardRefuses(t *testing.T) {
	var r host.Registry
	if err := r.AddAction(host.Action{Name: "old", Tick: tick}); err != nil {
		t.Fatal(err)
	}
	host.Guard(&r, func(name string) error {
		if name == "fine" {
			return nil
		}
		return fmt.Errorf("it is %s", name)
	})
	for _, c := range []struct {
		err  error
		want string
	}{
		{r.AddAction(host.Action{Name: "a", Tick: tick}), `action "a": it is a`},
		{r.AddFunc(host.Func{Name: "f", Result: host.Bool, Eval: eval}), `function "f": it is f`},
		{r.AddAction(host.Action{Name: "old", Tick: tick}), `action "old" is there already`},
		{r.AddAction(host.Action{Tick: tick}), `action without a name`},
		{r.Overlay("d").AddAction(host.Action{Name: "b", Tick: tick}), `<nil>`},
		{r.AddAction(host.Action{Name: "fine", Tick: tick}), `<nil>`},
	} {
		if fmt.Sprint(c.err) != c.want {
			t.Errorf("got  %v\nwant %s", c.err, c.want)
		}
	}
	if names := r.ActionNames(); !cmp.Equal(names, []string{"old", "fine"}) {
		t.Errorf("the registry has %q", names)
	}
}

func TestRegistryFindsWhatWasAdded(t *testing.T) {
	var r host.Registry
	params := []host.Param{{Name: "radius", Kind: host.Number, Optional: true, Default: host.IntValue(3)}}
	for _, name := range []string{"zeal", "act"} {
		if err := r.AddAction(host.Action{Name: name, Tick: tick, Params: params}); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.AddFunc(host.Func{Name: "ask", Result: host.Any, Eval: eval}); err != nil {
		t.Error(err)
	}
	params[0].Name = "changed" // the registry keeps its own
	act := r.Action("act")
	if host.NumberOf(act) != 2 || r.ActionNames()[host.NumberOf(act)-1] != "act" {
		t.Errorf("number %d of %q", host.NumberOf(act), r.ActionNames())
	}
	if p := act.Params[0]; p.Name != "radius" || p.Default != host.NumberValue(3) {
		t.Errorf("parameter %+v", p)
	}
	if r.Func("ask") == nil || r.Func("zeal") != nil || r.Action("ACT") != nil {
		t.Error("found the wrong things")
	}
}

// A number is compared with a limit by conditions that take its parameters first.
func TestNumbersAreConditionsWithALimit(t *testing.T) {
	var r host.Registry
	fuel := host.Func{
		Name: "fuel", Result: host.Number, Unit: "litres",
		Params: []host.Param{{Name: "tank", Kind: host.Int}},
		Check: func(s *host.Site) error {
			if len(s.Args) != 1 || len(s.Params) != 1 || s.Args[0].Number() > 2 {
				return fmt.Errorf("tank %v", s.Args)
			}
			return nil
		},
		Eval: func(c *host.Call) host.Value {
			if len(c.Args) != 1 {
				t.Errorf("%d arguments, wanted its own one", len(c.Args))
			}
			switch c.Args[0].Number() {
			case 0:
				return host.NumberValue(6)
			case 1:
				return host.NumberValue(math.NaN())
			}
			return host.NullValue
		},
	}
	if err := r.AddFunc(fuel); err != nil {
		t.Fatal(err)
	}
	if err := r.AddFunc(host.Func{Name: "crew", Result: host.Int, Eval: fuel.Eval}); err != nil {
		t.Fatal(err)
	}
	if err := r.AddFunc(host.Func{Name: "flag", Result: host.Bool, Eval: fuel.Eval}); err != nil {
		t.Fatal(err)
	}
	want := []string{"fuel", "fuel_below", "fuel_at_least", "crew", "crew_below", "crew_at_least", "flag"}
	if got := r.FuncNames(); !slices.Equal(got, want) {
		t.Errorf("functions %q, wanted %q", got, want)
	}
	below, atLeast := r.Func("fuel_below"), r.Func("fuel_at_least")
	if p := below.Params[1]; below.Result != host.Bool || len(below.Params) != 2 || p.Name != "limit" || p.Kind != host.Number || p.Unit != "litres" {
		t.Errorf("fuel_below gives %v and has parameters %v", below.Result, below.Params)
	}
	for _, test := range []struct {
		tank, limit    float64
		below, atLeast bool
	}{
		{0, 5, false, true}, {0, 6, false, true}, {0, 7, true, false}, {1, 7, false, false}, {2, 7, false, false},
	} {
		c := host.Call{Args: []host.Value{host.NumberValue(test.tank), host.NumberValue(test.limit)}}
		if b, a := below.Eval(&c).Bool(), atLeast.Eval(&c).Bool(); b != test.below || a != test.atLeast || len(c.Args) != 2 {
			t.Errorf("tank %v: below %v is %v, at least %v", test.tank, test.limit, b, a)
		}
	}
	site := host.Site{Args: []host.Value{host.IntValue(3), host.NumberValue(1)}, Params: below.Params}
	if err := below.Check(&site); err == nil || err.Error() != "tank [3]" {
		t.Errorf("the function's own check says %v", err)
	}
}

// A game may mean something else by the name of such a condition.
func TestAFunctionTakesThePlaceOfALimit(t *testing.T) {
	number := func(*host.Call) host.Value { return host.NumberValue(1) }
	own := host.Func{Name: "fuel_below", Doc: "own", Result: host.Bool, Eval: number}
	fuel := host.Func{Name: "fuel", Result: host.Number, Eval: number}
	for _, order := range [][]host.Func{{own, fuel}, {fuel, own}} {
		var r host.Registry
		for _, f := range order {
			if err := r.AddFunc(f); err != nil {
				t.Fatal(err)
			}
		}
		if got := r.Func("fuel_below").Doc; got != "own" {
			t.Errorf("fuel_below is %q, wanted the game's own", got)
		}
		names := r.FuncNames()
		slices.Sort(names)
		if want := []string{"fuel", "fuel_at_least", "fuel_below"}; !slices.Equal(names, want) {
			t.Errorf("functions %q, wanted %q", names, want)
		}
	}
}

func TestAFunctionSaysWhatItGives(t *testing.T) {
	var r host.Registry
	err := r.AddFunc(host.Func{Name: "fuel", Eval: func(*host.Call) host.Value { return host.NullValue }})
	if err == nil || err.Error() != `function "fuel" does not say what it gives: Result is empty` {
		t.Errorf("a function without Result: %v", err)
	}
}
