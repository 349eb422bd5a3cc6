package mbt_test

import (
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/session"
)

// spotting sets a variable when a foe is seen, and a timestamp.
const spotting = `<Variables><Variable name="Spotted"/></Variables>
<SignalVariables><Signal name="OnEnemySeen" variable="Spotted" value="true"/><Signal name="OnLostSightOfTarget" variable="Spotted" value="false"/></SignalVariables>
<Timestamps><Timestamp name="Seen" setOnEvent="OnEnemySeen"/></Timestamps>`

// A root that finishes goes on with what its instance knows. One that starts as new is told again
// what holds.
func TestAReboot(t *testing.T) {
	const root = `<Sequence><Wait duration="3"/><AssertCondition condition="Spotted"/><SetState key="is" value="so"/></Sequence>`
	for policy, told := range map[string]int{"reboot": 1, "fresh": 2} {
		p := stage{tree: root, blocks: spotting, more: "onRootFinished: " + policy}.open(t).listen(one)
		for range 50 {
			p.Step()
		}
		n := 0
		for _, e := range p.heard {
			if e == "OnEnemySeen" {
				n++
			}
		}
		if is := p.State(one, "is"); is != `"so"` || n != told {
			t.Errorf("%s: %s, and was told %d times, wanted %d; faults %v", policy, is, n, told, p.faults)
		}
	}
	p := stage{tree: `<Sequence><WaitForEvent name="OnEnemySeen"/><Wait duration="1"/></Sequence>`, blocks: spotting}.open(t)
	for range 40 {
		p.Step()
	}
	if len(p.faults) != 1 || !slices.ContainsFunc(p.faults, func(s string) bool {
		return s == "the root SUCCEEDED and the tree starts again in the next tick with its variables and timestamps as they are; finished: (3) Wait. (3) Sequence."
	}) {
		t.Errorf("%q", p.faults)
	}
}

// A tree that begins in the middle of a bot's life hears what holds: a foe in sight, or one that
// was.
func TestATreeThatBeginsLateIsTold(t *testing.T) {
	for _, step := range []struct {
		lost bool
		want []string
	}{
		{false, []string{"OnNewAttentionTarget", "OnEnemySeen", "OnGroupTargetVisual"}},
		{true, []string{"OnNewAttentionTarget", "OnLostSightOfTarget", "OnGroupTargetMemory"}},
	} {
		p := stage{tree: "<Halt/>", mate: "<Halt/>", more: "behaviors: { late: { file: lone.xml } }"}.open(t)
		for range 10 {
			p.Step()
		}
		if step.lost {
			p.Put(two, 90, 50, 1, 0)
			p.Put(three, 5, 99, 1, 0)
			for range 5 {
				p.Step()
			}
		}
		p.listen(one)
		id := one
		if err := p.Do(&session.Switch{Bot: &session.Who{ID: id}, Behavior: "late"}); err != nil {
			t.Fatal(err)
		}
		for range 4 {
			p.Step()
		}
		if !slices.Equal(p.heard, step.want) {
			t.Errorf("lost %v: it hears %v, wanted %v", step.lost, p.heard, step.want)
		}
	}
}
