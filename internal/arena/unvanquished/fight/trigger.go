package fight

import (
	"slices"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/base"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
	"github.com/thicket-sim/thicket/internal/ecs"
)

// The rules of weapons. Lengths are metres, times seconds.
const (
	switchTime   = 0.45
	sawMore      = 60 * lore.Unit  // how much farther a saw is tried at a player
	flameAtWalls = 100 * lore.Unit // how far a flamer is tried at buildings
	lucCharge    = 3               // to charge a lucifer cannon to the full
	lucMost      = 0.95            // to which a bot charges it
	lucLeast     = 30. / 265       // the share of its damage that its second shot does
	lucNear      = 100 * lore.Unit // where a bot lets go at once
	safeBarb     = 125 * lore.Unit
	hurtLately   = 4 // for which somebody's present health is known
)

// leapReach are from how far classes attack that leap, pounce or charge, by number.
var leapReach = [...]float64{lore.Mantis: 300 * lore.Unit, lore.Dragoon: 750 * lore.Unit, lore.AdvancedDragoon: 850 * lore.Unit, lore.SuitHuman: 0}

// blobReach is from how far an advanced granger attacks.
const blobReach = 300 * lore.Unit

// loaded reports whether an arm has a shot, in the clip or beside it.
func (s *Fight) loaded(m *core.Arm) bool {
	return m.Weapon >= 0 && (s.a.Config.Weapons[m.Weapon].Melee() || m.Loaded > 0 || m.Spare > 0)
}

// byHand reports whether a bot strikes with what it has in hand, as humans do; others
// strike with the first of their arms that reaches.
func (s *Fight) byHand(b int32) bool { return s.ArmNumbered(b, lore.Blaster) >= 0 }

// alienClass returns the number of a body's class when it is one of the aliens', else 0.
func (s *Fight) alienClass(b int32) int {
	if n := s.ClassNumber[s.a.Form[b]]; n < lore.NakedHuman {
		return n
	}
	return 0
}

// armFor returns the arm with which a bot strikes at somebody so many metres away, or
// -1.
func (s *Fight) armFor(b int32, far float64) int {
	c := &s.a.Cargo[b]
	if s.byHand(b) {
		return int(c.Hand)
	}
	return slices.IndexFunc(c.Arms[:], func(m core.Arm) bool {
		return s.loaded(&m) && far <= float64(s.a.Config.Weapons[m.Weapon].Range)
	})
}

// leaps reports whether a bot can leap at somebody.
func (s *Fight) leaps(b int32) bool {
	return s.a.Config.Game == lore.Name && leapReach[s.alienClass(b)] > 0 && s.leapSkill(b)
}

// leapSkill reports whether a bot can leap, pounce or charge.
func (s *Fight) leapSkill(b int32) bool {
	switch s.alienClass(b) {
	case lore.Mantis:
		return s.Has(b, lore.MantisJump)
	case lore.Dragoon, lore.AdvancedDragoon:
		return s.Has(b, lore.DragoonJump)
	case lore.Tyrant:
		return s.Has(b, lore.TyrantRun)
	}
	return false
}

// strikeRange returns how far a bot attacks a target, in metres; below 0 when it cannot.
func (s *Fight) strikeRange(b int32, m world.Target) float64 {
	c := &s.a.Cargo[b]
	far := -1.
	for i := range c.Arms {
		arm := &c.Arms[i]
		if s.byHand(b) && i != int(c.Hand) || !s.loaded(arm) {
			continue
		}
		far = max(far, float64(s.a.Config.Weapons[arm.Weapon].Range))
		if kinds := s.KindsAt(m); s.WeaponNumber[arm.Weapon] == lore.Flamer && kinds != 0 && kinds>>lore.AcidTube&1 == 0 {
			far = min(far, flameAtWalls)
		}
	}
	if s.a.Config.Game == lore.Name && s.alienClass(b) == lore.AdvancedGranger {
		far = blobReach
	}
	if s.leaps(b) {
		far = max(far, leapReach[s.alienClass(b)])
	}
	return far
}

// foeAt reports whether a target is an enemy that shots may be meant for.
func (s *Fight) foeAt(b int32, m world.Target) bool {
	if m.Kind == world.PlaceTarget {
		team := s.TeamAt(m)
		return s.attackStruct && team >= 0 && team != s.a.TeamOf(b)
	}
	q := s.LivingOf(m)
	return q >= 0 && s.a.Hostile(b, q) && (s.attackStruct || !s.IsBuilding(q))
}

// inAttackRange reports whether what a shot at a target hits first is an enemy within
// range: BotTargetInAttackRange.
func (s *Fight) inAttackRange(b int32, m world.Target) bool {
	if !s.EntityOf(m) {
		return false
	}
	far, gap := s.strikeRange(b, m), s.Gap(b, m)
	if s.foeAt(b, m) && gap-s.Half(m) <= far && s.inSight(b, m) {
		q := s.LivingOf(m)
		return q < 0 || !s.friendBefore(b, q, gap)
	}
	return gap > 0 && s.foeBefore(b, m, min(far, gap))
}

// foeBefore reports whether an enemy stands on the line to a target, no farther than
// some metres.
func (s *Fight) foeBefore(b int32, m world.Target, far float64) bool {
	x, y := s.a.Game.At(b)
	mx, my, _ := s.SpotOf(m)
	tx, ty := s.a.Field.Delta(x, y, mx, my)
	length := core.Length(tx, ty)
	near := s.a.Sight.Borrow()
	defer near.Return()
	for _, gi := range s.a.Groups[s.a.Group[b]].Foes {
		if far > 0 && s.a.Groups[gi].Index.Len() > 0 {
			near.List = s.a.Groups[gi].Index.Within(x, y, float32(far), near.List)
		}
	}
	return slices.ContainsFunc(near.List, func(q int32) bool {
		dx, dy := s.a.Delta(b, q)
		ahead := (float64(dx*tx) + float64(dy*ty)) / length
		aside := (float64(dx*ty) - float64(dy*tx)) / length
		return ahead > 0 && max(aside, -aside) <= float64(s.a.FormOf(q).Radius) && s.foeAt(b, s.TargetBody(q)) && s.a.Sight.InLine(b, q)
	})
}

// trigger presses the trigger at a body with a view (hx, hy), whether it is in range or
// not: BotFireWeapon.
func (t turn) trigger(q int32, hx, hy float64) {
	t.Unstick(t.Body)
	c := &t.Cargo[t.Body]
	far := t.Distance(t.Body, q) - float64(t.FormOf(q).Radius)
	arm := t.armFor(t.Body, far)
	switch {
	case arm < 0:
		if t.alienClass(t.Body) == lore.Granger {
			t.SetPose(slices.Index(core.Poses, "taunt"))
		}
		return
	case c.Ready.At > t.Now || !t.loaded(&c.Arms[arm]):
		return
	}
	m := &c.Arms[arm]
	w := &t.Config.Weapons[m.Weapon]
	if !w.Melee() && m.Loaded == 0 {
		t.switchTo(arm) // where it is loaded
		return
	}
	if t.WeaponNumber[m.Weapon] == lore.DragoonBarb && t.savesBarb(q, far, hx, hy) {
		return
	}
	share := float32(1)
	t.Records[t.Body].Stray.Hits = 0
	if t.WeaponNumber[m.Weapon] == lore.Lucifer {
		share = t.lucShare(q, far)
	}
	who := components.ID(0)
	part := t.shotShare(q, w, t.WeaponNumber[m.Weapon], hx, hy)
	t.Records[t.Body].Stray.Share *= share
	if part > 0 {
		who, share = t.ID(q), share*part
	}
	t.Do(t.ShootDeed(arm, who, share))
	t.kick(t.WeaponNumber[m.Weapon])
}

// savesBarb reports whether a bot that looks along (hx, hy) keeps its barb for now: the
// skilled shoot when they have aimed, and not at who is near.
func (t turn) savesBarb(q int32, far, hx, hy float64) bool {
	dx, dy := t.Delta(t.Body, q)
	ahead := float64(dx*hx) + float64(dy*hy)
	return t.Has(t.Body, lore.AimBarbs) && ahead < float64(base.AimedCosine*core.Length(dx, dy)) ||
		t.Has(t.Body, lore.SafeBarbs) && far <= safeBarb
}

// lucShare returns to which share of its damage a bot charges its lucifer cannon
// for a body.
func (t turn) lucShare(q int32, far float64) float32 {
	full := t.FormOf(q).Health
	if h := &t.Health[q]; t.Has(t.Body, lore.LuciferTricks) && h.HurtAt >= 0 && t.Since(h.HurtAt) < hurtLately && !t.IsBuilding(q) {
		full = h.Points
	}
	most := lore.Weapons[lore.Lucifer].Damage
	if far < lucNear || full <= lucLeast*most || t.Health[t.Body].Points <= lucLeast*most {
		return lucLeast
	}
	return max(min(full/most, lucMost), lucLeast)
}

// Shoot does the deed of a shot.
func (s *Fight) Shoot(b int32, d *core.Deed) {
	c := &s.a.Cargo[b]
	hand, weapon, due := c.Hand, c.Arms[d.Arg].Weapon, c.Ready
	q, number := s.a.BodyOf(d.Who), s.WeaponNumber[weapon]
	if !s.a.Arms.Strike(b, int(d.Arg), q, d.X*s.zoneShare(b, q)) {
		return
	}
	s.hurtFriend(b, s.a.Config.Weapons[weapon].Damage)
	s.after(b, q, number, s.a.Config.Weapons[weapon].Damage*d.X)
	if s.alienClass(b) > 0 {
		c.Hand = hand // a second attack is no other weapon
	}
	if number == lore.Lucifer {
		c.Ready = due.Next(s.a.Now, max(s.a.Span(lucCharge*float64(d.X)), 1))
	}
}

// switchTo takes another arm in hand, which takes a while.
func (t turn) switchTo(arm int) {
	if arm >= 0 && arm != int(t.Cargo[t.Body].Hand) {
		t.Do(t.SwitchDeed(arm))
	}
}

func (s *Fight) ChangeHand(b int32, arm int) {
	c := &s.a.Cargo[b]
	if c.Arms[arm].Weapon >= 0 {
		c.Hand = int8(arm)
		s.a.Delay(b, s.a.Now+s.a.Ticks(switchTime))
	}
}

// growBarb gives an advanced dragoon another barb when its time has come: sooner where
// it heals faster.
func (s *Fight) growBarb(b int32) {
	e, arm := &s.Bots[b], s.ArmNumbered(b, lore.DragoonBarb)
	if arm < 0 {
		return
	}
	m := s.a.Cargo[b].Arms[arm]
	switch {
	case int(m.Loaded) >= s.a.Config.Weapons[m.Weapon].Clip:
		e.Barb = ecs.Due{}
	case e.Barb.At == 0:
		e.Barb = e.Barb.Next(s.a.Now, s.a.Span(s.barbTime(b)))
	case e.Barb.At <= s.a.Now:
		s.a.Life.SetArm(b, arm, int(m.Weapon), int(m.Loaded)+1, int(m.Spare))
		e.Barb = e.Barb.Next(s.a.Now, s.a.Span(s.barbTime(b)))
	}
}

// barbTime returns how long an advanced dragoon takes to grow a barb, in seconds.
func (s *Fight) barbTime(b int32) float64 {
	switch lushness := s.Bots[b].Lushness; {
	case lushness >= 8:
		return 4
	case lushness >= 4:
		return 8
	}
	return 12
}

// dropEmpty switches to the blaster when what is in hand is the kit, or is empty.
func (t turn) dropEmpty() {
	m := t.InHand(t.Body)
	if m.Weapon < 0 || t.WeaponNumber[m.Weapon] == lore.Kit || !t.loaded(m) {
		t.switchTo(t.ArmNumbered(t.Body, lore.Blaster))
	}
}

// drawPrimary switches from the blaster to a primary weapon that has shots.
func (t turn) drawPrimary() {
	m, arm := t.InHand(t.Body), t.PrimaryArm(t.Body)
	if m.Weapon < 0 || t.WeaponNumber[m.Weapon] != lore.Blaster || arm < 0 {
		return
	}
	if p := &t.Cargo[t.Body].Arms[arm]; t.loaded(p) && t.WeaponNumber[p.Weapon] != lore.Kit {
		t.switchTo(arm)
	}
}
