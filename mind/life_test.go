package mind_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/mind"
)

// TestLifeOfAnAction begins an action and ends it by an answer, by another branch, by a hold, which
// does not, by a load, by another tree and by a drop, with turns in every second tick.
func TestLifeOfAnAction(t *testing.T) {
	o := options(files{"a.bt": "selector { condition Hungry { action Act() } action Rest() }", "b.bt": "action Rest()"})
	var log []string
	note := func(what string) func(*crab) { return func(*crab) { log = append(log, what) } }
	o.Leaves = append(o.Leaves, mind.Leaf[*crab]{Name: "Act", Begin: note("begin"), End: note("end")})
	m := start(t, o)
	answer := mind.Running
	ann := add(t, m, &crab{name: "Ann", act: func(*crab) mind.Status { log = append(log, "act"); return answer }}, "a.bt")
	ann.mind.Every(2)
	want := func(what string) {
		t.Helper()
		if !slices.Equal(log, strings.Fields(what)) {
			t.Errorf("%v, wanted %s", log, what)
		}
		log = nil
	}
	tick(m, 4)
	want("begin act act")
	answer = mind.Success
	tick(m, 2)
	want("act end")
	answer = mind.Running
	tick(m, 2)
	ann.mind.Hold(true)
	tick(m, 6)
	ann.mind.Hold(false)
	tick(m, 2)
	want("begin act act")
	ann.food = 9
	tick(m, 4)
	want("end")
	ann.food = 0
	tick(m, 2)
	want("begin act")
	var save bytes.Buffer
	if err := m.Save(&save, func(c *crab) string { return c.name }); err != nil {
		t.Fatal(err)
	}
	if err := m.Load(&save, func(string) (*crab, bool) { return ann, true }); err != nil {
		t.Fatal(err)
	}
	tick(m, 2)
	want("act")
	if err := ann.mind.Use("b.bt"); err != nil {
		t.Fatal(err)
	}
	want("end")
	if err := ann.mind.Use("a.bt"); err != nil {
		t.Fatal(err)
	}
	tick(m, 2)
	ann.mind.Drop()
	want("begin act end")
}

// TestMemoryIsZeroAtBegin interrupts a walk.
func TestMemoryIsZeroAtBegin(t *testing.T) {
	m := start(t, options(files{"a.bt": "selector { condition Hungry { action Eat() } action Walk( 1 ) }"}))
	ann := add(t, m, &crab{name: "Ann", food: 3}, "a.bt")
	tick(m, 2)
	ann.food = 2
	tick(m, 3)
	wantDid(t, ann, "walk 1 0 false", "walk 2 -5 false", "Eat", "walk 1 0 false", "walk 2 -5 false")
}

// TestForeignWordsAreAskedFor loads a tree with a word of Unvanquished.
func TestForeignWordsAreAskedFor(t *testing.T) {
	for _, foreign := range []bool{false, true} {
		o := options(files{"a.bt": "action heal()"})
		o.Foreign = foreign
		_, err := start(t, o).Add(&crab{}, "a.bt")
		if (err == nil) != foreign || !foreign && !strings.Contains(fmt.Sprint(err), "heal") {
			t.Errorf("foreign %t: %v", foreign, err)
		}
	}
}

// TestLifeInATreeThatIsSwitched has a brain in Lua replace its tree in the turn in which an action
// of it was called, or update another one by itself: each life has its end, also with a save after
// the turn.
func TestLifeInATreeThatIsSwitched(t *testing.T) {
	for _, c := range []struct{ lua, want string }{
		{"self.bt = nil", "begin act end | |"},
		{"self.bt = BT(self.inst, HostNode(Rest))", "begin act end | |"},
		{"self.inst:StopBrain()", "begin act end | |"},
		{"other:Update()", "begin act begin act act end | act act act act | end"},
	} {
		for _, saved := range []bool{false, true} {
			o := options(files{"a.lua": `
local A = Class(Brain, function(self) Brain._ctor(self) end)
function A:OnStart()
    local other = BT(self.inst, HostNode(Act))
    self.bt = BT(self.inst, ParallelNode({ HostNode(Act), ActionNode(function() ` + c.lua + ` end) }))
end
return A
`})
			var log []string
			note := func(what string) func(*crab) { return func(*crab) { log = append(log, what) } }
			o.Leaves = append(o.Leaves, mind.Leaf[*crab]{Name: "Act", Begin: note("begin"), End: note("end")})
			o.OnFault = func(_ *crab, f mind.Fault) { log = append(log, f.Text) }
			m := start(t, o)
			ann := add(t, m, &crab{name: "Ann", act: func(*crab) mind.Status { note("act")(nil); return mind.Running }}, "a.lua")
			tick(m, 2)
			note("|")(nil)
			if saved {
				var save bytes.Buffer
				if err := m.Save(&save, func(c *crab) string { return c.name }); err != nil {
					t.Fatal(err)
				}
				if err := m.Load(&save, func(string) (*crab, bool) { return ann, true }); err != nil {
					t.Fatal(err)
				}
			}
			tick(m, 4)
			note("|")(nil)
			ann.mind.Drop()
			if got := strings.Join(log, " "); got != c.want {
				t.Errorf("%s, saved %t: %s, wanted %s", c.lua, saved, got, c.want)
			}
		}
	}
}
