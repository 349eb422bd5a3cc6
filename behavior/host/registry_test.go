package host_test

import (
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
		{host.Action{Name: "a", Tick: tick, Params: []host.Param{{Name: "p"}, {Name: "p"}}}, `action "a": two parameters "p"`},
		{
			host.Action{Name: "a", Tick: tick, Params: []host.Param{{Name: "p", Kind: host.Where}, {Name: "q", Kind: host.Where}}},
			`action "a": a second selection of bodies "q"`,
		},
		{
			host.Action{Name: "a", Tick: tick, Params: []host.Param{{Name: "p", Kind: host.Int, Default: host.NumberValue(0.5)}}},
			`action "a": default of p: wanted a whole number, found 0.5`,
		},
		{host.Action{Name: "a", Tick: tick, Bits: -1}, `action "a" has -1 bits of memory, wanted 0 to 65535`},
		{host.Action{Name: "a", Tick: tick, Bits: 65536}, `action "a" has 65536 bits of memory, wanted 0 to 65535`},
		{host.Action{Name: "a", Tick: tick, Bits: 1, Rows: rows}, `action "a" has Rows, which are only for leaves without memory`},
		{host.Action{Name: "a", Tick: tick, Kind: host.Gate, Rows: rows}, `action "a" has Rows, which are only for leaves without memory`},
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
		{host.Func{Name: "taken", Eval: eval}, `function "taken" is there already`},
		{host.Func{Name: "f", Eval: eval, Params: []host.Param{{Name: "p"}, {Name: "p"}}}, `function "f": two parameters "p"`},
	} {
		var r host.Registry
		if err := r.AddFunc(host.Func{Name: "taken", Eval: eval}); err != nil {
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

func TestRegistryFindsWhatWasAdded(t *testing.T) {
	var r host.Registry
	params := []host.Param{{Name: "radius", Kind: host.Number, Optional: true, Default: host.IntValue(3)}}
	for _, name := range []string{"zeal", "act"} {
		if err := r.AddAction(host.Action{Name: name, Tick: tick, Params: params}); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.AddFunc(host.Func{Name: "act", Eval: eval}); err != nil {
		t.Errorf("a function may have the name of an action: %v", err)
	}
	params[0].Name = "changed" // the registry keeps its own
	act := r.Action("act")
	if act.Number() != 2 || r.ActionNames()[act.Number()-1] != "act" {
		t.Errorf("number %d of %q", act.Number(), r.ActionNames())
	}
	if p := act.Params[0]; p.Name != "radius" || p.Default != host.NumberValue(3) {
		t.Errorf("parameter %+v", p)
	}
	if r.Func("act") == nil || r.Func("zeal") != nil || r.Action("ACT") != nil {
		t.Error("found the wrong things")
	}
}
