package mbt_test

import (
	"fmt"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
)

// behindWall returns a soldier who hears so far, whom a wall hides from the shooter, and whom that
// one fires at, on the other side.
func behindWall(t *testing.T, hearing, tree string) *arenatest.Game {
	t.Helper()
	g := play(t, fmt.Sprintf(`
  - { id: one, name: One, teamId: red, count: 1, speedMps: 0, health: 100, sight: { radius: 40, hearing: %s }, behavior: { file: t.xml }, initialState: { is: none } }
  - { id: two, name: Two, teamId: blue, count: 1, speedMps: 0, health: 100, weapons: [rifle], behavior: { kind: action, name: attack } }
  - { id: three, name: Three, teamId: green, count: 1, speedMps: 0, health: 100 }
`, hearing), "", tree, "")
	return g.Put(one, 58, 25, 0, 1).Put(two, 66, 25, 1, 0).Put(three, 72, 25, 0, 1)
}

// A shot that is heard is a target where it came from, which fades.
func TestShotsAreHeard(t *testing.T) {
	const tree = `<Sequence><WaitForEvent name="OnThreateningSoundHeard"/>` +
		`<AssertLua code="return AI.GetAttentionTargetType(entity.id) == AITARGET_SOUND and AI.GetAttentionTargetThreat(entity.id) == AITHREAT_THREATENING and entity:GetTargetDistance() == 8"/>` +
		`<SetState key="is" value="heard"/><WaitForEvent name="OnNoTarget"/><SetState key="is" value="forgot"/><Halt/></Sequence>`
	if g := behindWall(t, "7", tree).Steps(20); g.Events("OnThreateningSoundHeard") > 0 {
		t.Error("it hears farther than it can")
	}
	g := behindWall(t, "9", tree).Steps(20)
	if g.State(one, "is") != `"heard"` {
		t.Fatalf("it is %s; %v", g.State(one, "is"), faults(g))
	}
	for event, want := range map[string]int64{"OnNewAttentionTarget": 1, "OnThreateningSoundHeard": 1, "OnGroupTargetSound": 1, "OnEnemySeen": 0} {
		if got := g.Events(event); got != want {
			t.Errorf("%d times %s, wanted %d", got, event, want)
		}
	}
	g.Put(two, 66, 27, 1, 0).Steps(25) // from another place, and later
	if got := g.Events("OnThreateningSoundHeard"); got != 2 {
		t.Errorf("%d times OnThreateningSoundHeard, wanted 2", got)
	}
	if got := g.Events("OnNewAttentionTarget"); got != 1 {
		t.Errorf("%d times OnNewAttentionTarget, wanted 1", got)
	}
	g.Put(three, 5, 5, 0, 1).Steps(130)
	if g.State(one, "is") != `"heard"` {
		t.Error("it forgets the sound at once")
	}
	if g.Steps(60).State(one, "is") != `"forgot"` {
		t.Error("it never forgets the sound")
	}
}

// Scripts change how far a bot hears.
func TestHearingByCall(t *testing.T) {
	g := behindWall(t, "0", `<Sequence><ExecuteLua code="AI.ChangeParameter(entity.id, AIPARAM_SOUNDRANGE, 20)"/><WaitForEvent name="OnThreateningSoundHeard"/><SetState key="is" value="heard"/><Halt/></Sequence>`)
	if g.Steps(20).State(one, "is") != `"heard"` {
		t.Error("it hears nothing")
	}
}

// A foe that comes near is in close contact: once in 1.5 s.
func TestCloseContact(t *testing.T) {
	p := stage{tree: "<Halt/>"}.open(t)
	p.Steps(20).counted("OnCloseContact", 0)
	p.Put(two, 21.5, 50, -1, 0).Steps(14).counted("OnCloseContact", 1)
	p.Steps(16).counted("OnCloseContact", 2)
}

// Every plan to move, and to stand, is told.
func TestMovementPlans(t *testing.T) {
	for node, want := range map[string]int64{
		`<Move to="RefPoint" speed="Run"/>`:                       1,
		`<StopMovement waitUntilStopped="1"/>`:                    1,
		`<Move to="RefPoint" speed="Run"/><StopMovement/>`:        2,
		`<Move to="Target" speed="Run" stopWithinDistance="99"/>`: 0,
	} {
		p := stage{tree: went(node), covers: at24}.open(t)
		p.Steps(40).Is(`"done"`)
		p.counted("MovementPlanProduced", want)
	}
}

// Who throws a grenade, whom it hits and who is near to that hear of it.
func TestGrenadesAreTold(t *testing.T) {
	p := stage{tree: went(`<ThrowGrenade timeout="3" type="frag"/>`), class: ", weapons: [frag]", mate: `<Halt/>`}.open(t)
	p.Put(three, 38, 50, 1, 0)
	p.ends("done", 2, 10)
	p.Steps(2).counted("OnFragGrenadeThrown", 1)
	p.counted("OnGrenadeDanger", 1)
	q := stage{tree: went(`<WaitForEvent name="OnExposedToExplosion"/>`), foe: ", weapons: [frag]"}.open(t)
	q.Steps(3)
	if !q.Arena.Arms.Strike(q.Arena.BodyOf(two), 0, q.Arena.BodyOf(one), 1) {
		t.Fatal("it does not throw")
	}
	q.ends("done", 1, 3)
}
