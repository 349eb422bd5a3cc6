package fight

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/mind"
)

// The distances of a fight, in metres: BotActionFight.
const (
	danceLeast = 100 * lore.Unit // nearer, humans go round their enemy
	danceMost  = 300 * lore.Unit // farther, they dodge
	roomBehind = 32 * lore.Unit  // that it takes to go back
	danceFrom  = 3               // the skill from which they keep off
	roundFrom  = 5               // the skill from which they go round
	hurtBefore = 3               // seconds after which the tired walk
)

// offMeshReach says how near an enemy must be whom no way leads to for a human to use a
// primary weapon on it, by number, in units; 0 for any distance, below 0 for never.
var offMeshReach = [lore.LastWeapon + 1]float64{lore.Kit: -1, lore.PainSaw: -1, lore.Shotgun: 518, lore.Chaingun: 910, lore.Rifle: 1638, lore.Flamer: 250}

// battles are the actions to fight.
var battles = []mind.Entry[turn]{
	{
		Name: "fight",
		Doc: "Makes the best enemy the goal, goes after it and attacks. Humans keep their distance, go round or dodge as their skill says, stand before buildings, and " +
			"use their blaster when the other weapon is empty; aliens go ahead and dodge. Succeeds when the enemy is dead; when it is out of sight and the best enemy is another one " +
			"to whom a straight way leads; and when it was out of sight for `g_bot_chasetime` (2 seconds), which for aliens within `g_bot_aliensenseRange` (47 m) never comes. Fails without an enemy, and when no way leads there.",
		Admit: func(t turn) bool {
			m := t.BestEnemy(t.Body)
			q := t.LivingOf(m)
			if q < 0 || !t.prey(t.Body, q) {
				t.Because("no enemy")
				return false
			}
			if !t.SetGoal(m) {
				if !t.offMesh(q) {
					return false
				}
				t.Bots[t.Body].Goal, t.Bots[t.Body].Changed = m, t.Now
			}
			t.Bots[t.Body].Saw = t.Now
			return true
		},
		Act: fight,
	},
	{
		Name: "fireWeapon",
		Doc: "Pulls the trigger at the goal, whether that is in range, aimed at and the weapon ready or not. Humans shoot with the weapon in hand, and switch to the blaster from an " +
			"empty weapon or the construction kit; others use the first of their weapons that reaches. Always succeeds; without a living body as the goal nothing happens.",
		Act: func(t turn) host.Status {
			t.dropEmpty()
			if q := t.LivingOf(t.Bots[t.Body].Goal); q >= 0 {
				t.Because("distance to", q).Has(t.Distance(t.Body, q), "m")
				hx, hy := t.Game.HeadingOf(t.Body)
				t.trigger(q, float64(hx), float64(hy))
			} else {
				t.Because("its goal is no living body")
			}
			t.Unstick(t.Body)
			return host.Success
		},
	},
	{
		Name: "classDodge",
		Doc: "Moves for a tick as the bot's class does in a fight with its goal: dretches, mantes, marauders and tyrants dodge sideways from skill 3 on, unless the goal looks elsewhere; " +
			"dragoons do so too; an advanced one with barbs stands before buildings. Mantes leap, dragoons pounce and tyrants charge at who is beyond their claws. Always succeeds.",
		Act: func(t turn) host.Status {
			hx, hy := t.Game.HeadingOf(t.Body)
			switch q := t.LivingOf(t.Bots[t.Body].Goal); {
			case t.alienClass(t.Body) <= 0:
				t.Because("it is of no class that dodges")
			case q < 0:
				t.Because("its goal is no living body")
			default:
				t.Because("dodges", q)
				t.dodge(q, float64(hx), float64(hy), 0)
			}
			return host.Success
		},
	},
}

// offMesh reports whether a human may fight an alien whom no way leads to: it stands in
// the line of fire.
func (t turn) offMesh(q int32) bool {
	return t.TeamOf(t.Body) == lore.Humans && t.TeamOf(q) == lore.Aliens && t.offMeshes && t.Sight.InLine(t.Body, q)
}

func fight(t turn) host.Status {
	e := &t.Bots[t.Body]
	q := t.LivingOf(e.Goal)
	switch {
	case q < 0 || !t.prey(t.Body, q):
		t.Because("its enemy is dead or gone")
		return host.Success
	case t.JustEntered():
		return host.Running
	}
	x, y := t.Game.At(q)
	seen, alien := t.Sight.InLine(t.Body, q), t.TeamOf(t.Body) == lore.Aliens
	reached := t.Land.Reaches(t.Body, x, y)
	if !reached && !t.offMesh(q) {
		t.Because("no way leads to", q)
		return host.Failure
	}
	if !alien || t.byHand(t.Body) {
		t.dropEmpty()
	}
	if alien && t.Distance(t.Body, q) <= float64(t.views[t.Form[t.Body]].radius) {
		e.Saw = t.Now
	}
	switch {
	case !seen:
		t.Because("an obstacle hides", q)
		return t.lose()
	case !reached:
		return t.shootFromAfar(q)
	case !alien:
		t.drawPrimary()
	}
	e.Saw = t.Now
	inRange := t.inAttackRange(t.Body, e.Goal)
	if t.Watched {
		t.Because("distance to", q).Has(t.Distance(t.Body, q), "m")
		t.Because("in range of its weapon").HasValue(host.BoolValue(inRange))
	}
	if !t.Land.StraightWay(t.Body, x, y) && (alien || !inRange) {
		return t.chase()
	}
	hx, hy := t.aimAtEnemy(q)
	if inRange || t.saws(q) {
		t.trigger(q, hx, hy)
	}
	if alien {
		t.dodge(q, hx, hy, mind.Forward)
	} else {
		t.dance(q, hx, hy, inRange)
	}
	if needsWay := alien || !inRange; t.losesAt(q, t.Next(), needsWay) { // and would come back in the next tick
		if dx, dy := t.Delta(t.Body, q); needsWay && float64(dx*hx)+float64(dy*hy) > 0 {
			return t.chase()
		}
		t.Stand() // and turns to it
	}
	return host.Running
}

// losesAt reports whether a bot would have to go after somebody from a place: an obstacle
// hides that one there, or is in the way of who needs a straight one.
func (t turn) losesAt(q int32, at components.Position, needsWay bool) bool {
	x, y := t.Game.At(q)
	return !t.Land.NothingBetween(at.X, at.Y, x, y) || needsWay && !t.Land.StraightWayFrom(at, x, y)
}

// lose decides whether the bot goes on after an enemy that it does not see.
func (t turn) lose() host.Status {
	e := &t.Bots[t.Body]
	if best := t.Living(e.Best); best >= 0 && best != t.LivingOf(e.Goal) {
		if x, y := t.Game.At(best); t.Land.StraightWay(t.Body, x, y) {
			t.Because("a straight way leads to a better one:", best)
			return host.Success
		}
	}
	t.TellSince("since it saw its enemy", e.Saw, t.chases)
	if t.Since(e.Saw) >= t.chases {
		return host.Success
	}
	return t.chase()
}

// chase takes a step to the enemy.
func (t turn) chase() host.Status {
	goal := t.Bots[t.Body].Goal
	t.StepOn(float64(t.FormOf(t.Body).Radius) + t.Half(goal))
	return host.Running
}

// shootFromAfar stands, aims and shoots at an enemy whom no way leads to.
func (t turn) shootFromAfar(q int32) host.Status {
	arm := t.PrimaryArm(t.Body)
	if arm >= 0 {
		m := &t.Cargo[t.Body].Arms[arm]
		far := offMeshReach[min(t.WeaponNumber[m.Weapon], lore.LastWeapon)]
		if !t.loaded(m) || far != 0 && t.Distance(t.Body, q) > far*lore.Unit {
			arm = -1
		}
	}
	if arm < 0 {
		arm = t.ArmNumbered(t.Body, lore.Blaster)
	}
	t.switchTo(arm)
	t.Stand()
	hx, hy := t.aimAtEnemy(q)
	t.trigger(q, hx, hy)
	return host.Running
}

// saws reports whether the bot has a saw in hand and a player is nearly in its reach.
func (t turn) saws(q int32) bool {
	m := t.InHand(t.Body)
	if m.Weapon < 0 || t.WeaponNumber[m.Weapon] != lore.PainSaw || t.IsBuilding(q) {
		return false
	}
	return t.Distance(t.Body, q)-float64(t.FormOf(q).Radius) <= float64(t.Config.Weapons[m.Weapon].Range)+sawMore
}

// dance moves a human for a tick that fights somebody and looks along (hx, hy).
func (t turn) dance(q int32, hx, hy float64, inRange bool) {
	if inRange && t.IsBuilding(q) {
		t.Stand()
		return
	}
	paces := &t.FormOf(t.Body).Paces
	pace := paces.Sprint
	if hurt := t.Bots[t.Body].Fought; t.Stamina(t.Body) < t.JumpCost(t.Body) && (hurt < 0 || t.Since(hurt) > hurtBefore) {
		pace = paces.Walk
	}
	x, y := t.Game.At(t.Body)
	here := t.danceAt(q, components.Position{X: x, Y: y}, hx, hy)
	t.stride(q, here, hx, hy, pace)
	if there := t.danceAt(q, t.Next(), hx, hy); (here^there)&(mind.Forward|mind.Backward) != 0 { // and would come back in the next tick
		t.Stand()
	}
}

// danceAt returns the directions in which a human would go at a place that fights somebody and
// looks along (hx, hy).
func (t turn) danceAt(q int32, at components.Position, hx, hy float64) int {
	skill, weapon := t.Skill(t.Body), 0
	if m := t.InHand(t.Body); m.Weapon >= 0 {
		weapon = t.WeaponNumber[m.Weapon]
	}
	qx, qy := t.Game.At(q)
	far := core.Length(t.Field.Delta(at.X, at.Y, qx, qy))
	switch {
	case skill >= danceFrom && far < danceMost && (far > danceLeast || skill < roundFrom) && weapon != lore.PainSaw && weapon != lore.Flamer && (t.Config.Game == lore.Name || t.roomBehind(at, hx, hy)):
		return mind.Backward
	case far < danceLeast:
		return mind.Forward | t.CircleSide()
	case far >= danceMost && weapon != lore.PainSaw:
		return mind.Forward | t.DodgeSide()
	}
	return mind.Forward
}

// roomBehind reports whether a bot at a place can go back from there that looks along (hx, hy).
func (t turn) roomBehind(at components.Position, hx, hy float64) bool {
	bx, by := at.X-float32(hx*roomBehind), at.Y-float32(hy*roomBehind)
	if !t.Field.Wrap && !t.Game.Setup.Has(bx, by) {
		return false
	}
	return t.Land.StraightWayFrom(at, bx, by)
}

// dodge moves an alien for a tick that fights somebody and looks along (hx, hy), in
// directions and as its class does.
func (t turn) dodge(q int32, hx, hy float64, directions int) {
	class := t.alienClass(t.Body)
	pace, leaps := t.leapAt(q, t.Distance(t.Body, q)-float64(t.FormOf(q).Radius), hx, hy)
	switch {
	case class == lore.AdvancedDragoon && t.barbs() && t.IsBuilding(q) && t.inAttackRange(t.Body, t.TargetBody(q)):
		t.Stand()
		t.Face(hx, hy)
		return
	case leaps:
		directions |= mind.Forward
	case class >= lore.Dretch && t.Has(t.Body, lore.StrafeAttack) && (t.IsBuilding(q) || t.looksAt(q) || class == lore.Dragoon || class == lore.AdvancedDragoon):
		directions |= t.DodgeSide()
	}
	t.stride(q, directions, hx, hy, pace)
}

// barbs reports whether a bot has a barb left.
func (t turn) barbs() bool {
	arm := t.ArmNumbered(t.Body, lore.DragoonBarb)
	return arm >= 0 && t.Cargo[t.Body].Arms[arm].Loaded > 0
}

// looksAt reports whether somebody looks in the bot's direction.
func (t turn) looksAt(q int32) bool {
	hx, hy := t.Game.HeadingOf(q)
	dx, dy := t.Delta(q, t.Body)
	return float64(dx*float64(hx))+float64(dy*float64(hy)) > 0
}

// stride moves the bot in directions relative to its view (hx, hy), straight ahead no nearer
// to somebody than that one's body, and no farther than where it aims.
func (t turn) stride(q int32, directions int, hx, hy float64, pace float32) {
	far := host.Endless
	if directions == mind.Forward {
		far = t.Distance(t.Body, q) - float64(t.FormOf(q).Radius) - float64(t.FormOf(t.Body).Radius)
		if aim := &t.Records[t.Body].Aiming; aim.Who == t.ID(q) && aim.Was == t.Now {
			x, y := t.Game.At(t.Body)
			far = min(far, core.Length(t.Field.Delta(x, y, aim.AtX, aim.AtY)))
		}
	}
	var dx, dy float64
	for bit, d := range mind.Vectors(hx, hy) {
		if directions>>bit&1 != 0 {
			dx, dy = dx+d[0], dy+d[1]
		}
	}
	t.MoveAlong(dx, dy, far, t.Effort(directions, pace))
	t.Face(hx, hy)
}
