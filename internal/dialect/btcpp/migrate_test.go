package btcpp

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// calls offers actions that note their calls and halts: those that are called run*, and others that
// succeed.
func calls(t testing.TB) (*host.Registry, *[]string) {
	reg, notes := &host.Registry{}, &[]string{}
	note := func(text string) { *notes = append(*notes, text) }
	for _, name := range []string{"A", "B", "C", "D", "run1", "run2", "run3"} {
		answer := host.Success
		if len(name) > 1 {
			answer = host.Running
		}
		offerAll(t, reg, []host.Action{{
			Name: name, Tick: func(*host.Call) host.Status { note(name); return answer }, Stop: func(*host.Call) { note("halt " + name) },
		}}, nil)
	}
	return reg, notes
}

// What goes on in a newer version of a tree: the child that runs, counted from the same nodes; what has
// ended in a Parallel; entries by name and type; what is gone is halted.
func TestReload(t *testing.T) {
	sub := func(root string) string {
		return "<root BTCPP_format=\"4\" main_tree_to_execute=\"Main\"><BehaviorTree ID=\"Main\">" + root + "</BehaviorTree><BehaviorTree ID=\"Inner\"><Sequence><Script code=\"x := 1; y := 's'\"/><run1/></Sequence></BehaviorTree></root>"
	}
	for name, test := range map[string]struct {
		before, after string
		want          []string // that is heard when it moves, and in the tick after that
		entries       map[string]string
	}{
		"a child more behind":       {`<Sequence><A/><run1/></Sequence>`, `<Sequence><A/><run1/><C/></Sequence>`, []string{"run1"}, nil},
		"one before is gone":        {`<Sequence><A/><B/><run1/></Sequence>`, `<Sequence><A/><B/></Sequence>`, []string{"halt run1"}, nil},
		"the last of three is gone": {`<Fallback><run1/><B/><C/></Fallback>`, `<Fallback><run1/></Fallback>`, []string{"run1"}, nil},
		"another kind":              {`<Sequence><A/><run1/></Sequence>`, `<ReactiveSequence><A/><run1/></ReactiveSequence>`, []string{"halt run1", "A", "run1"}, nil},
		"a Parallel with one more":  {`<Parallel><A/><run1/></Parallel>`, `<Parallel><A/><run1/><B/></Parallel>`, []string{"run1", "B"}, nil},
		"a Parallel with one less":  {`<ParallelAll><A/><run1/><run2/></ParallelAll>`, `<ParallelAll><A/><run1/></ParallelAll>`, []string{"halt run2", "run1"}, nil},
		"a Switch with one more":    {`<Switch2 variable="x" case_1="x" case_2="y"><run1/><A/><A/></Switch2>`, `<Switch3 variable="x" case_1="x" case_2="y" case_3="z"><run1/><A/><A/><A/></Switch3>`, []string{"halt run1", "run1"}, nil},
		"an else":                   {`<IfThenElse><A/><run1/></IfThenElse>`, `<IfThenElse><A/><run1/><B/></IfThenElse>`, []string{"halt run1", "A", "run1"}, nil},
		"entries": {
			`<Sequence><Script code="a := 1; b := 2; t := 'n' .. 7"/><run1/></Sequence>`, `<Sequence><Script code="b := 5; t := 's'; c := 3"/><run1/></Sequence>`,
			[]string{"run1"}, map[string]string{"b": "i:2", "t": "s:n7"},
		},
		"an entry of another type": {
			`<Sequence><Sleep msec="{n}" _skipIf="true"/><SetBlackboard value="5" output_key="n"/><run1/></Sequence>`, `<Sequence><Repeat num_cycles="{n}"  _skipIf="true"><A/></Repeat><SetBlackboard value="5" output_key="n"/><run1/></Sequence>`,
			[]string{"run1"}, map[string]string{"n": "-"},
		},
		"an entry that was removed": {
			`<Sequence><SetBlackboard value="5" output_key="n"/><UnsetBlackboard key="n"/><Sleep msec="{n}" _skipIf="true"/><run1/></Sequence>`, `<Sequence><SetBlackboard value="6" output_key="n"/><UnsetBlackboard key="n"/><Sleep msec="{n}" _skipIf="true"/><run1/></Sequence>`,
			[]string{"run1"}, map[string]string{},
		},
		"a name that no file has": {
			`<Sequence><Script code="k := 'n' .. 1"/><SetBlackboard value="5" output_key="{k}"/><run1/></Sequence>`, `<Sequence><Script code="k := 'n' .. 1; n1 := 2"/><SetBlackboard value="5" output_key="{k}"/><run1/></Sequence>`,
			[]string{"run1"}, map[string]string{"k": "s:n1", "n1": "s:5"},
		},
		"entries of a SubTree":         {`<SubTree ID="Inner" name="in"/>`, `<SubTree ID="Inner" name="in" z="4"/>`, []string{"run1"}, map[string]string{"in/x": "i:1", "in/y": "s:s", "in/z": "i:4"}},
		"entries of a SubTree renamed": {`<SubTree ID="Inner" name="in"/>`, `<SubTree ID="Inner" name="out"/>`, []string{"run1"}, map[string]string{}},
		"no entries any more":          {`<Sequence><Script code="a := 1"/><run1/></Sequence>`, `<Sequence><AlwaysSuccess/><run1/></Sequence>`, []string{"run1"}, map[string]string{}},
	} {
		t.Run(name, func(t *testing.T) {
			reg, notes := calls(t)
			h := newHerdIn(&strict{t: t}, mustLoad(t, reg, sub(test.before)), 1)
			h.step()
			*notes = nil
			p := mustLoad(t, reg, sub(test.after))
			h.Migrate(run.NewMigration(h.Program(), p), run.Moment{Tick: h.tick, DT: testDT})
			h.exec = h.NewExec()
			if test.entries != nil {
				h.exec.Seek(0)
				got := p.Semantics.(*semantics).shown(&h.exec, []string{"b", "t", "n", "k", "n1", "in/x", "in/y", "in/z"})
				if diff := cmp.Diff(test.entries, got); diff != "" {
					t.Errorf("entries (-want +got)\n%s", diff)
				}
			}
			h.step()
			if diff := cmp.Diff(test.want, *notes); diff != "" {
				t.Errorf("calls (-want +got)\n%s", diff)
			}
		})
	}
}

// A timer goes on in a newer version, and fires when it would have.
func TestReloadKeepsTimers(t *testing.T) {
	reg, _ := calls(t)
	h := newHerdIn(&strict{t: t}, mustLoad(t, reg, whole(`<Sequence><Sleep msec="350"/><Script code="a := 1"/></Sequence>`)), 1)
	h.play(2)
	h.Migrate(run.NewMigration(h.Program(), mustLoad(t, reg, whole(`<Sequence><Sleep msec="900"/><Script code="b := 2; a := 2"/></Sequence>`))), run.Moment{Tick: h.tick, DT: testDT})
	h.exec = h.NewExec()
	for tick := 2; tick < 5; tick++ {
		h.step()
		if want := []host.Status{host.Running, host.Success}[tick/4]; h.Status(0) != want {
			t.Errorf("tick %d: %v, wanted %v", tick, h.Status(0), want)
		}
	}
}

// A save of one tree is none of another, and what is damaged is refused.
func TestSavesOfOthersAreRefused(t *testing.T) {
	reg, _ := calls(t)
	with := mustLoad(t, reg, whole(`<Script code="t := 'n' .. 1"/>`)).Semantics.(*semantics)
	without := mustLoad(t, reg, whole(`<A/>`)).Semantics.(*semantics)
	side := &aside{}
	if b, err := without.SaveSide(nil); b != nil || err != nil || without.HashSide(nil) != 0 {
		t.Errorf("no sidecar is saved as %v, %v", b, err)
	}
	good, err := with.SaveSide(side)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		sem   *semantics
		side  any
		saved []byte
		ok    bool
	}{
		"its own":                {with, side, good, true},
		"nothing of nothing":     {without, nil, nil, true},
		"something of nothing":   {without, nil, good, false},
		"a slot too many":        {with, side, []byte{1, 9, 0, 0}, false},
		"an unknown type":        {with, side, []byte{1, 0, 99, 0}, false},
		"a blackboard too many":  {with, side, append([]byte{0, 1, 9, 0, 0, 0, 1, 'n'}, make([]byte, 17)...), false},
		"an end that is missing": {with, side, good[:len(good)-1], false},
	} {
		if _, err := test.sem.ReadSide(test.side, test.saved); (err == nil) != test.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
