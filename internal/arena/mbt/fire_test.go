package mbt_test

import (
	"strings"
	"testing"
)

// shots returns how many shots the first bot has in its clip.
func (p *staged) shots() int { return int(p.Arena.Cargo[p.Arena.BodyOf(one)].Arms[0].Loaded) }

// spent returns how many shots it has fired in some ticks.
func (p *staged) spent(ticks int) int {
	before := p.shots()
	p.Steps(ticks)
	return before - p.shots()
}

// at24 is a reference point within range.
const at24 = `{ id: ref, at: [24, 50], radius: 1, tags: [refpoint] },`

// A shot at a point is a shot, whoever stands there.
func TestShotsAtPoints(t *testing.T) {
	for node, turned := range map[string]bool{
		`<Shoot at="RefPoint" stance="Stand" fireMode="Burst" duration="9"/>`:                                          true,
		`<Shoot at="LocalSpacePosition" position="4,0" stance="Stand" fireMode="Burst" duration="9"/>`:                 true,
		`<Shoot at="RefPoint" stance="Stand" fireMode="Aim" duration="9"/>`:                                            false,
		`<Sequence><Shoot at="RefPoint" stance="Stand" fireMode="Burst" duration="0"/><Wait duration="9"/></Sequence>`: false,
	} {
		p := stage{tree: went(node), covers: at24}.open(t)
		p.Put(two, 90, 90, 0, 1)
		if n := p.spent(9); turned != (n >= 3) {
			t.Errorf("%s: %d shots in 0.9 s", node, n)
		}
		p.counted("damaged", 0)
		p.Put(three, 24, 50.2, 0, 1).Steps(10)
		if hit := p.Events("damaged") > 0; hit != turned {
			t.Errorf("%s: who stands at the point is hit: %v", node, hit)
		}
	}
}

// An order to fire from a script stands while other nodes run, until it is taken back.
func TestFireOrdersStand(t *testing.T) {
	t.Parallel()
	order := func(mode string) string {
		return `<ExecuteLua code="AI.SetFireMode(entity.id, ` + mode + `)"/>`
	}
	p := stage{tree: `<Sequence>` + order("FIREMODE_BURST") + `<Wait duration="1"/>` + order("FIREMODE_OFF") + `<Halt/></Sequence>`}.open(t)
	p.Put(two, 30, 50, 0, 1)
	if n := p.spent(10); n < 3 || p.Events("damaged") < 3 {
		t.Errorf("%d shots in 1 s, %d of which hit", n, p.Events("damaged"))
	}
	p.Step()
	if n := p.spent(10); n > 0 {
		t.Errorf("%d shots after the order was taken back", n)
	}
	for mode, want := range map[string]int{"FIREMODE_AIM": 0, "FIREMODE_BURST_ONCE": 1, "FIREMODE_MELEE": 0} {
		p := stage{tree: `<Sequence>` + order(mode) + `<Halt/></Sequence>`}.open(t)
		if n := p.Put(two, 30, 50, 0, 1).spent(20); n != want {
			t.Errorf("%s: %d shots", mode, n)
		}
	}
	refused := stage{tree: `<Sequence>` + order("16") + `<Halt/></Sequence>`}.open(t)
	refused.Steps(2).warns("AI.SetFireMode: found 16, wanted a number from FIREMODE_OFF to FIREMODE_BURST_ONCE")
}

// A bot fires at where it saw its target last while it can see that place; by force also
// through what is in between.
func TestFireAtWhatIsRemembered(t *testing.T) {
	for mode, through := range map[string]bool{"Burst": false, "Forced": true} {
		tree := `<Parallel><Shoot at="Target" stance="Stand" fireMode="` + mode + `" duration="99"/></Parallel>`
		p := stage{tree: tree, walls: "{ rect: [20, 60, 40, 2] }"}.open(t)
		p.Put(two, 30, 50, 0, 1).Steps(5).Put(two, 30, 58, 0, 1).Steps(3).Put(two, 30, 70, 0, 1).Steps(2)
		if n := p.spent(10); n < 3 {
			t.Errorf("%s: %d shots in 1 s at where it was seen last", mode, n)
		}
		p.Put(one, 30, 70, 0, -1).Put(two, 99, 99, 0, 1).Step()
		if n := p.spent(10); through != (n > 0) {
			t.Errorf("%s: %d shots in 1 s through the wall", mode, n)
		}
	}
}

// The second weapon is fired by its own modes.
func TestSecondWeapon(t *testing.T) {
	for node, want := range map[string]int{
		`<Shoot at="Target" stance="Stand" fireMode="Secondary" duration="9"/>`: 1,
		`<FlyShoot useSecondaryWeapon="1"/>`:                                    1,
		`<FlyShoot/>`:                                                           0,
	} {
		p := stage{tree: node, class: ", weapons: [gun, frag]"}.open(t)
		p.Put(two, 30, 50, 0, 1).Steps(5)
		if used := 1 - int(p.Arena.Cargo[p.Arena.BodyOf(one)].Arms[1].Loaded); used != want {
			t.Errorf("%s: %d shots of the second weapon", node, used)
		}
	}
}

// A bot that was pushed away drifts back to where it hovers.
func TestHoverDriftsBack(t *testing.T) {
	p := stage{tree: `<Hover/>`}.open(t)
	p.Steps(3).Put(one, 22, 50, 1, 0).Steps(20)
	p.at(one, 21, 50, 0.1)
	p.Steps(30).at(one, 20, 50, 0.02)
}

// Only players are pushed away.
func TestWhoIsPushed(t *testing.T) {
	for tags, moves := range map[string]bool{"": false, ", tags: [player]": true} {
		p := stage{tree: `<KeepTargetAtADistance distance="15" impulsePower="2"/>`, foe: tags}.open(t)
		p.Put(two, 30, 50, 0, 1).Steps(10)
		if x := p.Bot(two).X; moves != (x > 31) {
			t.Errorf("tags %q: it is at %v", strings.TrimPrefix(tags, ", "), x)
		}
	}
}

// The target of a machine that flies is forced by a field of its entity.
func TestForcedTarget(t *testing.T) {
	p := stage{
		tree: `<Sequence><ExecuteLua code="entity.Helicopter_ForcedTargetId = 3"/><Parallel successMode="any"><FlyForceAttentionTarget/><Wait duration="1"/></Parallel>` +
			`<LuaGate code="return entity.over"><SetState key="is" value="so"/></LuaGate><Halt/></Sequence>`,
		more: "lua: [stage.lua]", lua: "function entity:ForceAttentionTargetFinished() self.over = true end",
	}.open(t)
	p.Steps(3)
	if who := p.Arena.Mind[p.Arena.BodyOf(one)].Target; who != three {
		t.Errorf("its target is %d", who)
	}
	p.Steps(12).Is(`"so"`)
}
