package stage_test

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// stage is an arena in which one bot has a tree, and another one stands.
type stage struct {
	tree  string // of self.inst, which is inst
	mob   [2]float64
	other [2]float64
	ticks int
	start string // what the brain does before
	does  string // the other one; it stays otherwise
}

// moment is what is seen of the two.
type moment struct {
	x, y, hx, hy, ox, oy, health, gap float64 // gap: between the two; health: of the other one
	carried                           int
	berries                           int
	speech                            string
}

const stageScene = `
world: { width: 100, height: 100 }
places: [ { id: nest, at: [50, 50], radius: 3 } ]
items: [ { kind: berry, count: 12, food: 0.5 } ]
weapons: [ { id: teeth, damage: 25, range: 2, cooldown: 0.5s } ]
bots:
  - { id: mob, name: Mob, count: 0, health: 100, speedMps: 4, sight: { radius: 60, angle: 360 }, hunger: { lasts: 50s }, home: nest, weapons: [teeth], foes: [other], cargo: 3,
      paces: { walk: 0.5, run: 1 }, initialState: { burning: false }, behavior: { file: brain.lua } }
  - { id: other, name: Other, count: 0, health: 100, speedMps: 2, sight: { radius: 60 }, tags: [scary, flower, lightsource, farm_plant, boat], initialState: { burning: false },
      behavior: { kind: action, name: %s } }
`

func (s stage) play(t *testing.T) (seen []moment) {
	t.Helper()
	dir := t.TempDir()
	src := `local B = Class(Brain, function(self) Brain._ctor(self) end)
		function B:OnStart()
			local inst, c, other = self.inst, self.inst.components, nil
			local function friend() return FindEntity(inst, 100, nil, { "scary" }) end
			` + s.start + `
			self.bt = BT(inst, PriorityNode({ ` + s.tree + ` }, 0.1, true))
		end
		return B`
	if err := os.WriteFile(filepath.Join(dir, "brain.lua"), []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	does := cmp.Or(s.does, "stay")
	scene, err := scenes.Parse(filepath.Join(dir, "scene.yaml"), fmt.Appendf(nil, stageScene, does), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	play, err := live.New(scene, live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer play.Close()
	for _, c := range []session.Command{
		&session.Add{Class: "mob", Count: 1, At: session.Point(s.mob[0], s.mob[1])},
		&session.Add{Class: "other", Count: 1, At: session.Point(s.other[0], s.other[1])},
		&session.Place{Who: session.Who{ID: 1}, At: session.Point(s.mob[0], s.mob[1])}, // it began at home
	} {
		if err := play.Do(c); err != nil {
			t.Fatal(err)
		}
	}
	var world session.Snapshot
	for range s.ticks {
		play.Step()
		play.Game().Snapshot(&world)
		seen = append(seen, look(&world))
	}
	all, _ := play.Game().Faults.List()
	for _, f := range all {
		if !f.Note {
			t.Error(f)
		}
	}
	return seen
}

func look(world *session.Snapshot) (m moment) {
	for i := range world.Bots {
		b := &world.Bots[i]
		if b.Class == "mob" {
			m.x, m.y, m.hx, m.hy = float64(b.X), float64(b.Y), float64(b.HX), float64(b.HY)
			m.carried, m.speech = b.Cargo, b.Speech
		} else {
			m.ox, m.oy, m.health = float64(b.X), float64(b.Y), float64(b.Health)
			if b.Dead {
				m.health = 0
			}
		}
	}
	m.gap = math.Hypot(m.x-m.ox, m.y-m.oy)
	m.berries = len(world.Items)
	return m
}

func (m moment) from(x, y float64) float64 { return math.Hypot(m.x-x, m.y-y) }

// way is how far the bot went altogether.
func way(seen []moment) (d float64) {
	for i := range seen[1:] {
		d += seen[i+1].from(seen[i].x, seen[i].y)
	}
	return d
}

// most is the largest of a number over some moments.
func most(seen []moment, f func(moment) float64) float64 {
	v := math.Inf(-1)
	for _, m := range seen {
		v = max(v, f(m))
	}
	return v
}

func gap(m moment) float64 { return m.gap }

// TestBehavioursInTheArena plays each behaviour and looks at what the bot did.
func TestBehavioursInTheArena(t *testing.T) {
	for name, c := range map[string]struct {
		stage
		right func(seen []moment, last moment) bool
	}{
		"Wander goes about": {stage{tree: `Wander(inst, function() return Vector3(50, 0, 50) end, 10, { minwalktime = 1, randwalktime = 1, minwaittime = 0.5, randwaittime = 0.5 })`, mob: [2]float64{50, 50}, other: [2]float64{5, 5}, ticks: 1800},
			func(seen []moment, _ moment) bool {
				return way(seen) > 30 && most(seen, func(m moment) float64 { return m.from(50, 50) }) < 10+5
			}},
		"Wander comes back": {stage{tree: `Wander(inst, function() return Vector3(50, 0, 50) end, 10)`, mob: [2]float64{80, 50}, other: [2]float64{5, 5}, ticks: 900},
			func(_ []moment, last moment) bool { return last.from(50, 50) < 15 }},
		"RunAway runs": {stage{tree: `RunAway(inst, "scary", 8, 14)`, mob: [2]float64{50, 50}, other: [2]float64{46, 50}, ticks: 300},
			func(_ []moment, last moment) bool { return last.gap > 14 && last.gap < 20 && last.x > 50 }},
		"RunAway stands who is safe": {stage{tree: `RunAway(inst, "scary", 8, 14)`, mob: [2]float64{50, 50}, other: [2]float64{30, 50}, ticks: 300},
			func(seen []moment, _ moment) bool { return way(seen) == 0 }},
		"Follow comes near": {stage{tree: `Follow(inst, friend, 2, 5, 9)`, mob: [2]float64{20, 20}, other: [2]float64{60, 20}, ticks: 600},
			func(_ []moment, last moment) bool { return last.gap > 2 && last.gap < 5.5 }},
		"Follow backs off": {stage{tree: `Follow(inst, friend, 4, 6, 9)`, mob: [2]float64{51, 50}, other: [2]float64{50, 50}, ticks: 300},
			func(_ []moment, last moment) bool { return last.gap >= 3.9 && last.gap < 9 }},
		"Follow keeps up": {stage{tree: `Follow(inst, friend, 2, 5, 9)`, mob: [2]float64{50, 50}, other: [2]float64{45, 50}, ticks: 1200, does: "wander"},
			func(seen []moment, _ moment) bool { return most(seen[300:], gap) < 10.5 }},
		"Approach arrives": {stage{tree: `Approach(inst, friend, 3, true)`, mob: [2]float64{20, 50}, other: [2]float64{60, 50}, ticks: 600},
			func(_ []moment, last moment) bool { return last.gap < 3.2 }},
		"Leash returns": {stage{tree: `Leash(inst, function() return Vector3(50, 0, 50) end, 20, 5, true)`, mob: [2]float64{90, 50}, other: [2]float64{5, 5}, ticks: 600},
			func(_ []moment, last moment) bool { return last.from(50, 50) < 5.2 }},
		"Leash lets go within": {stage{tree: `Leash(inst, Vector3(50, 0, 50), 20, 5, true)`, mob: [2]float64{60, 50}, other: [2]float64{5, 5}, ticks: 300},
			func(seen []moment, _ moment) bool { return way(seen) == 0 }},
		"ChaseAndAttack kills": {stage{tree: `ChaseAndAttack(inst, 60, 100, nil, friend)`, mob: [2]float64{30, 50}, other: [2]float64{60, 50}, ticks: 900},
			func(_ []moment, last moment) bool { return last.health == 0 }},
		"ChaseAndAttack asks how far from the shore at sea alone": {stage{tree: `ChaseAndAttack(inst, 60, 100, nil, friend, nil, function() error("asked on land") end)`, mob: [2]float64{30, 50}, other: [2]float64{60, 50}, ticks: 900},
			func(_ []moment, last moment) bool { return last.health == 0 }},
		"ChaseAndAttack gives up by hits": {stage{tree: `SequenceNode{ ChaseAndAttack(inst, 60, 100, 2, friend), StandStill(inst) }`, mob: [2]float64{48, 50}, other: [2]float64{50, 50}, ticks: 600},
			func(_ []moment, last moment) bool { return last.health > 0.3 && last.health < 0.8 }},
		"ChaseAndAttack gives up by distance": {stage{tree: `ChaseAndAttack(inst, 60, 6, nil, friend)`, mob: [2]float64{20, 50}, other: [2]float64{80, 50}, ticks: 300},
			func(seen []moment, last moment) bool { return way(seen) < 0.5 }},
		"ChaseAndAttack gives up by time": {stage{tree: `WhileNode(function() return not gaveup end, "hunt", ChaseAndAttack(inst, 2, 90, nil, friend)), StandStill(inst)`,
			start: `local gaveup inst:ListenForEvent("giveuptarget", function() gaveup = true end)`, mob: [2]float64{20, 50}, other: [2]float64{80, 50}, ticks: 600},
			func(seen []moment, last moment) bool { return last.x > 26 && last.x < 30 }},
		"ChaseAndAttack takes functions": {stage{tree: `WhileNode(function() return not gaveup end, "hunt", ChaseAndAttack(inst, function() return 2 end, function() return 90 end, nil, friend)), StandStill(inst)`,
			start: `local gaveup inst:ListenForEvent("giveuptarget", function() gaveup = true end)`, mob: [2]float64{20, 50}, other: [2]float64{80, 50}, ticks: 600},
			func(seen []moment, last moment) bool { return last.x > 26 && last.x < 30 }},
		"RunAway takes functions": {stage{tree: `RunAway(inst, "scary", function() return 8 end, function() return 14 end)`, mob: [2]float64{50, 50}, other: [2]float64{46, 50}, ticks: 300},
			func(_ []moment, last moment) bool { return last.gap > 14 && last.gap < 20 }},
		"Wander takes functions": {stage{tree: `Wander(inst, nil, nil, { minwalktime = function() return 1 end, randwalktime = 0, minwaittime = function() return 0.1 end, randwaittime = 0 }, nil, nil, nil, { wander_dist = function() return 2 end, should_run = true })`,
			mob: [2]float64{50, 50}, other: [2]float64{5, 5}, ticks: 300},
			func(seen []moment, last moment) bool { return way(seen) > 8 }},
		"StandAndAttack stands": {stage{tree: `StandAndAttack(inst, friend)`, mob: [2]float64{49, 50}, other: [2]float64{50, 50}, ticks: 300},
			func(seen []moment, last moment) bool { return way(seen) < 0.5 && last.health < 0.6 }},
		"ChaseAndRam runs at it and hits": {stage{tree: `ChaseAndRam(inst, 10, 40, 30, 3)`, start: `c.combat:SetRetargetFunction(1, friend)`, mob: [2]float64{30, 50}, other: [2]float64{50, 50}, ticks: 240},
			func(seen []moment, last moment) bool {
				return last.health < 1 && most(seen, func(m moment) float64 { return m.x }) > 47
			}},
		"StandStill stands": {stage{tree: `StandStill(inst)`, mob: [2]float64{50, 50}, other: [2]float64{5, 5}, ticks: 300},
			func(seen []moment, _ moment) bool { return way(seen) == 0 }},
		"FaceEntity looks": {stage{tree: `FaceEntity(inst, friend, function() return true end)`, mob: [2]float64{50, 50}, other: [2]float64{50, 60}, ticks: 60},
			func(seen []moment, last moment) bool { return last.hy > 0.99 && way(seen) == 0 }},
		"Panic runs about": {stage{tree: `Panic(inst)`, mob: [2]float64{50, 50}, other: [2]float64{5, 5}, ticks: 300},
			func(seen []moment, _ moment) bool { return way(seen) > 30 }},
		"PanicAndAvoid keeps off": {stage{tree: `PanicAndAvoid(inst, friend, 10)`, mob: [2]float64{50, 50}, other: [2]float64{48, 50}, ticks: 300},
			func(seen []moment, last moment) bool { return way(seen) > 30 && last.gap > 8 }},
		"DoAction goes and does": {stage{tree: `DoAction(inst, function() return BufferedAction(inst, friend(), ACTIONS.WALKTO) end, "walk", true)`, mob: [2]float64{30, 50}, other: [2]float64{60, 50}, ticks: 450},
			func(_ []moment, last moment) bool { return last.gap < 2 }},
		"DoAction eats": {stage{tree: `DoAction(inst, function() local e = FindEntity(inst, 60, nil, nil, nil, c.eater:GetEdibleTags()) return e and BufferedAction(inst, e, ACTIONS.EAT) end)`, mob: [2]float64{40, 50}, other: [2]float64{5, 5}, ticks: 900},
			func(seen []moment, last moment) bool { return last.berries < seen[0].berries }},
		"DoAction picks up": {stage{tree: `DoAction(inst, function() local e = FindPickupableItem(inst, 60) return e and BufferedAction(inst, e, ACTIONS.PICKUP) end)`, mob: [2]float64{40, 50}, other: [2]float64{5, 5}, ticks: 900},
			func(_ []moment, last moment) bool { return last.carried > 0 }},
		"DoAction goes home": {stage{tree: `DoAction(inst, function() return BufferedAction(inst, c.homeseeker.home, ACTIONS.GOHOME) end)`, mob: [2]float64{80, 80}, other: [2]float64{5, 5}, ticks: 900},
			func(_ []moment, last moment) bool { return last.from(50, 50) < 3 }},
		"ChattyNode talks": {stage{tree: `ChattyNode(inst, "MOB_TALK_HELLO", StandStill(inst), 1, 1)`, mob: [2]float64{50, 50}, other: [2]float64{5, 5}, ticks: 60},
			func(seen []moment, _ moment) bool {
				return most(seen, func(m moment) float64 { return float64(len(m.speech)) }) > 3
			}},
		"FindClosest arrives": {stage{tree: `FindClosest(inst, 60, 3, { "scary" })`, mob: [2]float64{30, 50}, other: [2]float64{60, 50}, ticks: 450},
			func(_ []moment, last moment) bool { return last.gap < 3.5 }},
		"FindFlower arrives": {stage{tree: `FindFlower(inst)`, start: `c.pollinator.CanPollinate = function() return true end`, mob: [2]float64{50, 50}, other: [2]float64{60, 50}, ticks: 450},
			func(_ []moment, last moment) bool { return last.gap < 3 }},
		"FindLight arrives": {stage{tree: `FindLight(inst, 40, 4)`, mob: [2]float64{30, 50}, other: [2]float64{60, 50}, ticks: 450},
			func(_ []moment, last moment) bool { return last.gap < 5 }},
		"MinPeriod waits": {stage{tree: `MinPeriod(inst, 2, true, ActionNode(function() n = n + 1 c.talker:Say(string.rep("x", n)) end))`, start: `local n = 0`, mob: [2]float64{50, 50}, other: [2]float64{5, 5}, ticks: 190},
			func(seen []moment, _ moment) bool {
				return most(seen, func(m moment) float64 { return float64(len(m.speech)) }) == 4
			}},
		"UseShield hides for a while": {stage{tree: `UseShield(inst, 50, 1)`, mob: [2]float64{50, 50}, other: [2]float64{5, 5}, ticks: 120, start: `
				inst:ListenForEvent("entershield", function() c.talker:Say("in") end)
				inst:ListenForEvent("exitshield", function() c.talker:Say("outside") end)
				inst:DoTaskInTime(1, function() inst:PushEvent("attacked", { damage = 60 }) end)`},
			func(seen []moment, last moment) bool { return seen[45].speech == "in" && last.speech == "outside" }},
		"AttackWall attacks what is in the way": {stage{tree: `AttackWall(inst)`, start: `inst:DoTaskInTime(0.2, function() friend():AddTag("wall") end)`, mob: [2]float64{49, 50}, other: [2]float64{50, 50}, ticks: 300},
			func(_ []moment, last moment) bool { return last.health < 1 }},
		"AvoidElectricFence leaves": {stage{tree: `AvoidElectricFence(inst)`, start: `inst:DoTaskInTime(0.5, function() inst:PushEvent("shocked_by_new_field", { fence = friend() }) end)`, mob: [2]float64{51, 50}, other: [2]float64{50, 50}, ticks: 120},
			func(_ []moment, last moment) bool { return last.gap > 4 }},
		"LeashAndAvoid returns": {stage{tree: `LeashAndAvoid(inst, friend, 4, Vector3(50, 0, 50), 20, 5, true)`, mob: [2]float64{90, 50}, other: [2]float64{70, 51}, ticks: 900},
			func(seen []moment, last moment) bool {
				return last.from(50, 50) < 5.5 && -most(seen, func(m moment) float64 { return -m.gap }) > 1
			}},
		"ChaseAndAttackAndAvoid hunts": {stage{tree: `ChaseAndAttackAndAvoid(inst, function() end, 3, 60, 100, nil, friend)`, mob: [2]float64{40, 50}, other: [2]float64{60, 50}, ticks: 900},
			func(_ []moment, last moment) bool { return last.health == 0 }},
		"AvoidLight walks and waits by turns": {stage{tree: `AvoidLight(inst)`, mob: [2]float64{50, 50}, other: [2]float64{5, 5}, ticks: 600},
			func(seen []moment, _ moment) bool {
				waits, walks := 0, 0
				for i := 1; i < len(seen); i++ {
					if seen[i].from(seen[i-1].x, seen[i-1].y) == 0 {
						waits++
					} else {
						walks++
					}
				}
				return waits > 20 && walks > 2*waits && way(seen) > 20
			}},
		"ControlMinions fails without": {stage{tree: `SelectorNode{ ControlMinions(inst), ActionNode(function() c.talker:Say("none") end) }`, mob: [2]float64{50, 50}, other: [2]float64{5, 5}, ticks: 30},
			func(_ []moment, last moment) bool { return last.speech == "none" }},
		"PanicTrigger panics who burns": {stage{tree: `BrainCommon.PanicTrigger(inst)`, start: `inst:DoTaskInTime(0.5, function() c.burnable:Ignite() end)`, mob: [2]float64{50, 50}, other: [2]float64{5, 5}, ticks: 300},
			func(seen []moment, _ moment) bool { return way(seen) > 20 }},
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			seen := c.play(t)
			if last := seen[len(seen)-1]; !c.right(seen, last) {
				t.Errorf("first %+v, last %+v, way %v", seen[0], last, way(seen))
			}
		})
	}
}
