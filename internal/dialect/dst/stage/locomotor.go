package stage

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/ground/libm"
)

// Motion is how a body moves and turns by itself: as its locomotor says, or as scripts
// set its motor.
type Motion struct {
	loco          *machine.Table // the locomotor; nil for forward and side
	forward, side float64        // metres a second
	facedAt       int64          // the tick in which it turned last
	on            bool
	turns         bool // it has yet to turn
	course        course
}

// course is what Go knows of how a locomotor goes on. It is found anew every few ticks,
// and after everything by which scripts may have changed it.
type course struct {
	until int64 // the tick in which it is found anew
	mps   float64
	reach float64 // how near it is there, in metres
	to    [2]float64
	whom  *Entity // where it goes, if that may move
	away  bool    // it is in limbo, where nobody walks
	aims  bool    // it has somewhere to go
	free  bool    // it may turn there
	slows bool    // before it is there
}

func (v *Motion) code(c script.Codec) {
	var loco machine.Value
	if v.loco != nil {
		loco = v.loco.V()
	}
	c.Value(&loco)
	v.loco = loco.Table()
	c.Number(&v.forward)
	c.Number(&v.side)
	script.Integer(c, &v.facedAt)
	c.Bool(&v.on)
	c.Bool(&v.turns)
}

// Lose forgets the course of a body: scripts ran that may have changed it.
func (e *Entity) Lose() { e.Motion.course.until = 0 }

// moves reports whether the body is to be moved or turned.
func (v *Motion) moves() bool { return v.on || v.turns }

// setMotor lets a body go as a locomotor says, or at a speed forward and to the side in
// metres a second; without either it stands.
func (ck *clock) setMotor(e *Entity, loco *machine.Table, forward, side float64) {
	if e.Kind != IsBody || e.Bot == nil {
		return
	}
	v := &e.Motion
	v.loco, v.forward, v.side = loco, forward, side
	was := v.on
	v.on = v.loco != nil || forward != 0 || side != 0
	e.Stands, v.course.until = false, 0
	if e.unseen && v.on != was {
		ck.veil(e)
	}
	e.Bot.Stir()
}

// turn lets an entity face somewhere at once, in degrees as the original counts them.
func (ck *clock) turn(e *Entity, angle float64) {
	if math.IsNaN(angle) || math.IsInf(angle, 0) {
		return
	}
	e.facing = math.Remainder(angle, 360)
	if e.Kind == IsBody && e.Bot != nil {
		e.Motion.facedAt, e.Motion.turns, e.Stands = ck.Tick, true, false
		e.Bot.Stir()
	}
}

// stateTagsOf are the tags of the state that an entity is in; nil without any.
func (s *slots) stateTagsOf(e *Entity) *machine.Table {
	return s.get(s.get(e.Object(), slotGraph).Table(), slotTags).Table()
}

// hasState reports whether a tag is among those of a state.
func hasState(tags *machine.Table, tag string) bool {
	return tags != nil && tags.Field(tag) == machine.Bool(true)
}

// part returns a component that an entity has already.
func (s *slots) part(e *Entity, name slot) *machine.Table {
	return s.get(s.get(e.Object(), slotComponents).Table(), name).Table()
}

// aim finds where a locomotor goes; false if only its script can say.
func (ck *clock) aim(c *course, loco *machine.Table) bool {
	dest := ck.get(loco, slotDest).Table()
	if c.aims = dest != nil; !c.aims {
		return true
	}
	if pt := ck.get(dest, slotPoint).Table(); pt != nil {
		x, okX := ck.get(pt, slotX).Number()
		z, okZ := ck.get(pt, slotZ).Number()
		c.to = [2]float64{x, z}
		return okX && okZ
	}
	e, ok := script.Handle(ck.get(dest, slotInst)).(*Entity)
	if !ok {
		return false
	}
	if item := ck.part(e, slotItem); item != nil { // what is held is where its holder is
		if owner, ok := script.Handle(ck.get(item, slotOwner)).(*Entity); ok {
			e = owner
		}
	}
	c.whom = e
	return ck.spy(c)
}

// spy looks where the one is to whom a body goes; false if nowhere.
func (ck *clock) spy(c *course) bool {
	if c.whom == nil {
		return true
	}
	if !ck.valid(c.whom) {
		return false
	}
	c.to = ck.position(c.whom)
	return true
}

// chart finds the course of a body; false if only its locomotor's script can say.
func (ck *clock) chart(e *Entity, loco *machine.Table) bool {
	c, tags := &e.Motion.course, ck.stateTagsOf(e)
	by := ck.multipliers(loco)
	walk, run := ck.speed(loco, slotWalkSpeed, by), ck.speed(loco, slotRunSpeed, by)
	*c = course{
		mps: walk, reach: max(ck.memberNumber(loco, slotArrives), run*ck.Dt/2), away: ck.InLimbo(e),
		free: hasState(tags, "canrotate") && !hasState(tags, "busy"), slows: !ck.memberBool(loco, slotHops),
	}
	if ck.memberBool(loco, slotRuns) {
		c.mps = run
	}
	if !ck.aim(c, loco) {
		*c = course{mps: c.mps, away: c.away}
		return false
	}
	c.until = ck.Tick + chartEvery - (ck.Tick+int64(e.ID))%chartEvery
	return true
}

// chartEvery is after how many ticks at most a course is found anew.
const chartEvery = 4

// gait returns how fast a locomotor lets its body go, in metres a second.
func (s *slots) gait(loco *machine.Table, run bool) float64 {
	if run {
		return s.speed(loco, slotRunSpeed, s.multipliers(loco))
	}
	return s.speed(loco, slotWalkSpeed, s.multipliers(loco))
}

// multipliers are what slows a locomotor down or makes it faster, in the order in which
// they count.
func (s *slots) multipliers(loco *machine.Table) (by [4]float64) {
	for i, name := range [...]slot{slotThrottle, slotOutside, slotEquipment, slotFloor} {
		by[i] = s.memberNumber(loco, name)
	}
	return by
}

func (s *slots) speed(loco *machine.Table, of slot, by [4]float64) float64 {
	mps := s.memberNumber(loco, of)
	for _, m := range by {
		mps *= m
	}
	return min(max(mps, 0), fastest)
}

// fastest is the highest speed that a body moves at, in metres a second.
const fastest = 1000

// checkEvery is in how many ticks the action that waits for the end of a way is looked
// at once, whether it can still be done.
const checkEvery = 8

// steady reports whether a component that is updated is a locomotor of Thicket's own, and
// its update would change nothing: the body goes on as it does.
func (ck *clock) steady(e *Entity, component machine.Value) bool {
	loco := component.Table()
	if loco == nil || e.Invalid || e.Motion.loco != loco && ck.member(loco, slotLed) != machine.Bool(true) {
		return false
	}
	v := &e.Motion
	if v.course.until <= ck.Tick || v.loco != loco {
		if !ck.isSteady(e, loco) || !ck.chart(e, loco) {
			v.course.until = 0
			return false
		}
	} else if !ck.spy(&v.course) {
		return false
	}
	if v.course.aims {
		at := ck.position(e)
		return libm.Hypot(v.course.to[0]-at[0], v.course.to[1]-at[1]) > v.course.reach
	}
	return true
}

// isSteady reports whether a locomotor wants what its body does.
func (ck *clock) isSteady(e *Entity, loco *machine.Table) bool {
	if !ck.memberBool(loco, slotWants) {
		return false
	}
	if tags := ck.stateTagsOf(e); !hasState(tags, "moving") || hasState(tags, "running") != ck.memberBool(loco, slotWantsRun) {
		return false
	}
	if ck.get(loco, slotDest).IsNil() {
		return true
	}
	if action := ck.get(loco, slotActs).Table(); action != nil {
		kind := ck.get(action, slotAction).Table()
		if (ck.Tick+int64(e.ID))%checkEvery == 0 || kind == nil || script.Text(ck.get(kind, slotID)) == "ATTACK" {
			return false
		}
	}
	if points, ok := ck.get(ck.part(e, slotHealth), slotPoints).Number(); ok && points <= 0 {
		return false
	}
	return true
}

// onlySteady reports whether the components of an entity that are updated need no script
// in this tick.
func (ck *clock) onlySteady(e *Entity) bool {
	if !e.active {
		return len(e.updating) == 0
	}
	for _, component := range e.updating {
		if !ck.calm(e, component) {
			return false
		}
	}
	return len(e.updating) > 0
}

// lead moves and turns the body of the bot whose turn it is. A bot that cannot get where
// it goes is told.
func (ck *clock) lead() {
	e := ck.Bot.Entity
	v := &e.Motion
	leads := v.on && v.loco != nil
	if leads && v.course.until > ck.Tick {
		leads = !v.course.away
	} else if leads = leads && !ck.InLimbo(e); leads {
		ck.chart(e, v.loco)
	}
	if leads && v.course.aims && v.course.free { // it turns by itself
		if v.turns {
			v.turns, v.facedAt = false, ck.Tick
		}
		ck.leadTo(e, v.loco)
		return
	}
	angle := ck.rotation(e)
	if v.turns {
		v.turns, v.facedAt = false, ck.Tick
	}
	switch {
	case leads:
		mps := v.course.mps
		if v.course.aims {
			mps *= ck.slowed(e)
		}
		ck.head(angle, mps, angle)
	case v.on && v.loco == nil && !ck.InLimbo(e):
		ck.head(angle-libm.Atan2(v.side, v.forward)*180/math.Pi, min(libm.Hypot(v.forward, v.side), fastest), angle)
	default:
		ck.head(angle, 0, angle)
	}
}

// slowFrom is how near to its goal a body slows down, in metres, and slowest by how much
// at most.
const (
	slowFrom = 0.5
	slowest  = 0.33
)

// slowed is the share of its speed that a body has left near its goal.
func (ck *clock) slowed(e *Entity) float64 {
	c, at := &e.Motion.course, ck.position(e)
	if far := libm.Hypot(c.to[0]-at[0], c.to[1]-at[1]); far <= slowFrom && c.slows {
		return max(slowest, far)
	}
	return 1
}

// leadTo moves a body on to where its locomotor wants to go.
func (ck *clock) leadTo(e *Entity, loco *machine.Table) {
	c := &e.Motion.course
	to := ck.inside(c.to[0], c.to[1])
	if ck.doHost(host.DoGo, to[0], to[1], 0, c.mps*ck.slowed(e)) != ck.StatusText(script.Failed) {
		return
	}
	if err := ck.Protect(func() { ck.Lua.Call(ck.Method(loco.V(), "NoPath"), loco.V()) }); err != nil {
		ck.owner.Fault(err)
	}
}

// head lets the body go in a direction, in degrees, at a speed, and face in another.
func (ck *clock) head(angle, mps, face float64) { ck.doHost(host.DoHead, angle, mps, face) }

// doHost runs an action of the game with numbers as arguments; nil without such an
// action.
func (ck *clock) doHost(name string, args ...float64) machine.Value {
	a := ck.Program.Reg.Action(name)
	if a == nil {
		return machine.Nil
	}
	ck.steering = tree.Leaf{Action: a, Args: ck.steering.Args[:0]}
	for _, n := range args {
		ck.steering.Args = append(ck.steering.Args, host.NumberValue(n))
	}
	return ck.CallHost(ck.steering)
}

// Move moves the body of the bot whose turn it is on; without a wish to move it stands.
func (ck *clock) Move() {
	e := ck.Bot.Entity
	if e.Kind != IsBody || !e.Motion.moves() && e.Stands {
		return
	}
	if err := ck.Bare(ck.moveOn); err != nil {
		e.Motion, e.Stands = Motion{}, true
		ck.owner.Fault(err)
	}
}

func (ck *clock) goOn() {
	e := ck.Bot.Entity
	if e.Motion.moves() {
		ck.lead()
		return
	}
	if stay := ck.Program.Reg.Action(host.DoStay); stay != nil {
		ck.CallHost(tree.Leaf{Action: stay})
	}
	e.Stands = true
}

// Halt ends the motion of a body, which has yet to be stopped.
func (e *Entity) Halt() {
	if e.Motion.moves() {
		e.Motion, e.Stands = Motion{}, false
	}
}

// openMotion offers Thicket's own files how bodies move.
func (st *Stage) openMotion() {
	for _, f := range []method{
		{"motor", func(c *machine.Call, e *Entity) int { st.setMotor(e, c.Get(2).Table(), 0, 0); return 0 }},
		{"push", func(c *machine.Call, e *Entity) int {
			st.setMotor(e, nil, st.NumberArg(c, 2), st.NumberArg(c, 3))
			return 0
		}},
		{"pushed", func(c *machine.Call, e *Entity) int {
			v := &e.Motion
			if v.on && v.loco != nil {
				return pushNumbers(c, [2]float64{st.gait(v.loco, st.memberBool(v.loco, slotRuns)), 0})
			}
			return pushNumbers(c, [2]float64{v.forward, v.side})
		}},
		{"gaits", func(c *machine.Call, e *Entity) int {
			if e.made || e.Kind != IsBody {
				return 0
			}
			walk, run := st.askText(e, host.AskSpeedAt, "walk", nil), st.askText(e, host.AskSpeedAt, "run", nil)
			if walk.Kind() == host.Null || run.Kind() == host.Null {
				return 0
			}
			return pushNumbers(c, [2]float64{walk.Number(), run.Number()})
		}},
	} {
		st.method(st.World, f)
	}
}
