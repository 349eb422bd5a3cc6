package mbt_test

import (
	"testing"

	"github.com/thicket-sim/thicket/components"
)

// eventFacts are about events.
var eventFacts = map[string]fact{
	"events-first-sight": {hold: func(t *testing.T) {
		p := stage{tree: `<Halt/>`, mate: `<Halt/>`}.open(t)
		p.listen(one).Steps(10)
		p.hears("OnNewAttentionTarget OnEnemySeen OnGroupTargetVisual")
		p.Steps(20)
		p.hears("")
		// What a bot has forgotten it finds anew.
		q := stage{tree: `<Sequence><Wait duration="1"/><ClearTargets/><Halt/></Sequence>`}.open(t)
		q.listen(one).Steps(9)
		q.heard = nil
		q.Steps(5).hears("OnNewAttentionTarget OnEnemySeen")
	}},
	"events-loss": {hold: func(t *testing.T) {
		p := stage{tree: `<Halt/>`}.open(t)
		p.listen(one).Steps(10)
		p.heard = nil
		p.Put(two, 80, 50, 0, 1).Steps(5)
		p.hears("OnNewAttentionTarget OnLostSightOfTarget OnGroupTargetMemory")
		p.Steps(150)
		p.hears("")
		p.Steps(10)
		p.hears("OnNoTarget")
	}},
	"events-group-target": {hold: func(t *testing.T) {
		p := stage{tree: `<Halt/>`}.open(t)
		p.Put(three, 90, 5, 0, 1).Put(two, 40, 60, 0, 1)
		p.Steps(10)
		p.counted("OnGroupTargetVisual", 2)
		p.Put(two, 99, 99, 0, 1).Steps(200)
		p.counted("OnGroupTargetMemory", 2)
		p.counted("OnGroupTargetNone", 0)
	}},
	"events-group-zero": {hold: func(t *testing.T) {
		p := stage{tree: `<Halt/>`, foe: loners}.open(t)
		p.Put(3, 20, 20, 1, 0).Put(4, 22, 20, 1, 0).Put(5, 95, 95, 1, 0).Put(one, 90, 95, 1, 0).Put(two, 90, 20, 1, 0)
		p.Steps(12).counted("OnEnemySeen", 2)
		p.counted("OnGroupTargetVisual", 0)
		for _, id := range []components.ID{3, 4} {
			if got := p.State(id, "got"); got != `"yes"` {
				t.Errorf("bot %d, of no team, has not heard the signal of its group", id)
			}
		}
	}},
	"events-cover-compromised": {hold: func(t *testing.T) {
		p := inCover(`<Wait duration="2"/>` + toSpot).open(t).arrive()
		p.Put(two, 30, 95, 0, -1).Steps(3)
		p.counted("OnCoverCompromised", 1)
		p.counted("OnLeaveCover", 1)
		p.Put(two, 40, 50, 0, 1) // from there it hides again
		p.ends("failed", 1, 60)  // but it is not offered
	}},
	"events-own-death": {hold: func(t *testing.T) {
		p := stage{tree: `<Halt/>`, class: ", respawn: 60s", mate: `<Sequence><WaitForEvent name="GroupMemberDied"/><SetState key="got" value="yes"/><Halt/></Sequence>`}.open(t)
		p.listen(one).Steps(10)
		for range 100 {
			p.Hurt(one)
		}
		p.heard = nil
		p.Steps(3).hears("")
		if !p.Bot(one).Dead {
			t.Fatal("it lives")
		}
		if got := p.State(three, "got"); got != `"yes"` {
			t.Error("its group has not heard of its death")
		}
	}},
}

// loners are a class without a team, of which each sees the second bot of the stage; each
// sends a signal to its group.
const loners = ` }
  - { id: lone, name: Lone, count: 2, speedMps: 4, health: 100, sight: { radius: 200 }, foes: [two], behavior: { file: lone.xml }`
