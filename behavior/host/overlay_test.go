package host_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
)

func TestOverlayHidesNothingFromOthers(t *testing.T) {
	var r host.Registry
	add := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	add(r.AddAction(host.Action{Name: "say", Tick: tick}))
	add(r.Overlay("a").AddAction(host.Action{Name: "say", Tick: tick}))
	add(r.Overlay("a").AddFunc(host.Func{Name: "f", Eval: eval}))
	add(r.Overlay("a").AddConst("TEAM", host.IntValue(2)))
	add(r.AddAction(host.Action{Name: "jump", Tick: tick}))

	if v, ok := r.Overlay("a").Const("TEAM"); !ok || v != host.IntValue(2) {
		t.Errorf("TEAM is %v, %v", v, ok)
	}
	if _, ok := r.Overlay("b").Const("TEAM"); ok || r.Overlay("b").Action("say") != nil || r.Func("f") != nil {
		t.Error("another dialect sees what is in the overlay")
	}
	if r.Overlay("a").Func("f") == nil {
		t.Error("the overlay has lost its function")
	}
	for name, got := range map[string][]string{
		"say jump": r.ActionNames(), "say say jump": host.NumberedActions(&r), "say": r.Overlay("a").ActionNames(),
		"f": r.Overlay("a").FuncNames(), "TEAM": r.Overlay("a").ConstNames(),
	} {
		text := ""
		for _, g := range got {
			text += g + " "
		}
		if text != name+" " {
			t.Errorf("names %q, want %q", got, name)
		}
	}
	numbers := []uint16{host.NumberOf(r.Action("say")), host.NumberOf(r.Overlay("a").Action("say")), host.NumberOf(r.Action("jump"))}
	if !cmp.Equal(numbers, []uint16{1, 2, 3}) {
		t.Errorf("numbers %v, want 1 2 3", numbers)
	}
	if err := r.Overlay("a").AddAction(host.Action{Name: "say", Tick: tick}); err == nil {
		t.Error("a second action of one name in an overlay")
	}
	if err := r.Overlay("a").AddConst("TEAM", host.NullValue); err == nil {
		t.Error("a second constant of one name in an overlay")
	}
}

func TestPutTakesThePlaceOfAName(t *testing.T) {
	var r host.Registry
	o := r.Overlay("a")
	for _, doc := range []string{"old", "new"} {
		if err := host.PutAction(o, host.Action{Name: "say", Doc: doc, Tick: tick}); err != nil {
			t.Fatal(err)
		}
		if err := host.PutFunc(o, host.Func{Name: "f", Doc: doc, Eval: eval}); err != nil {
			t.Fatal(err)
		}
	}
	if err := host.PutAction(o, host.Action{Name: "say", Doc: "wrong"}); err == nil {
		t.Error("an action without a Tick function")
	}
	if err := host.PutFunc(o, host.Func{Name: "f", Doc: "wrong"}); err == nil {
		t.Error("a function without an Eval function")
	}
	if a, f := o.Action("say"), o.Func("f"); a == nil || f == nil || a.Doc != "new" || f.Doc != "new" {
		t.Errorf("found %+v and %+v, wanted the new ones", a, f)
	}
	if names := append(o.ActionNames(), o.FuncNames()...); !cmp.Equal(names, []string{"say", "f"}) {
		t.Errorf("names %q, want each once", names)
	}
}
