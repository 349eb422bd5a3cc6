package unvanquished

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// The bits of the directions of moveInDir.
const (
	forward = 1 << iota
	backward
	left
	right
)

// press moves the bot in directions relative to its view, or to its way where it takes
// a step to its goal in this tick, and adds them to those that it has pressed before. It
// keeps facing there. Forward beats backward and right beats left; none is standing.
func (t turn) press(directions int, pace float32) host.Status {
	e := &t.bots[t.Body]
	if e.pressedAt != t.Now {
		e.pressedAt, e.keys = t.Now, 0
		_, _, e.viewX, e.viewY = t.Game.Body(t.Body)
		if e.viewX == 0 && e.viewY == 0 {
			e.viewX = 1
		}
	}
	for _, pair := range [...][2]int{{forward, backward}, {right, left}} {
		switch first, second := pair[0], pair[1]; {
		case directions&first != 0:
			e.keys = e.keys&^uint8(second) | uint8(first)
		case directions&second != 0:
			e.keys = e.keys&^uint8(first) | uint8(second)
		}
	}
	x, y := float64(e.viewX), float64(e.viewY)
	size := core.Length(x, y)
	var dx, dy float64
	for bit, d := range vectors(x/size, y/size) {
		if e.keys>>bit&1 != 0 {
			dx, dy = dx+d[0], dy+d[1]
		}
	}
	t.tellKeys(e.keys)
	t.MoveAlong(dx, dy, host.Endless, pace)
	t.Face(x, y)
	return host.Success
}

// turnKeys makes what the bot presses in this tick relative to a view.
func (t turn) turnKeys(hx, hy float64) {
	e := &t.bots[t.Body]
	if e.pressedAt != t.Now {
		e.pressedAt, e.keys = t.Now, 0
	}
	e.viewX, e.viewY = float32(hx), float32(hy)
}

// vectors returns the vectors of the four directions, by bit, for a heading (x,
// y). y points down.
func vectors(x, y float64) [4][2]float64 { return [4][2]float64{{x, y}, {-x, -y}, {y, -x}, {-y, x}} }

// The stamina of humans. How it comes back is Thicket's own.
const (
	fullStamina = 30000
	restored    = 1500 // a second
	airTime     = 0.7  // seconds that a jump lasts, Thicket's own too
)

// jumpCosts is what a jump costs humans, by class.
var jumpCosts = [...]float64{nakedHuman: 3750, lightHuman: 3750, mediumHuman: 4500, suitHuman: 6000}

// stamina returns the stamina that a body has.
func (s *state) stamina(b int32) float64 {
	e := &s.bots[b]
	if e.hop < 0 {
		return fullStamina
	}
	return fullStamina - max(e.tired-float64(s.a.Since(e.hop)*restored), 0)
}

// jumpCost returns what a jump costs a body: nothing for aliens.
func (s *state) jumpCost(b int32) float64 {
	if s.a.TeamOf(b) == aliens {
		return 0
	}
	return jumpCosts[max(s.class[s.a.Form[b]], nakedHuman)]
}

// strafes are the actions that move a bot for a tick.
var strafes = []entry{
	{
		name: "alternateStrafe", doc: "Goes sideways for a tick and keeps facing ahead: to the right for 4 seconds of the match, to the left for 4. With a step to the goal in the same tick it goes there and sideways.",
		act: func(t turn) host.Status { return t.press(t.circleSide(), t.FormOf(t.Body).Paces.Run) },
	},
	{
		name: "strafeDodge", doc: "Goes sideways for a tick and keeps facing ahead, as `alternateStrafe`, but changes sides every half second or second, by the bot's own clock, and stands now and then.",
		act: func(t turn) host.Status { return t.press(t.dodgeSide(), t.FormOf(t.Body).Paces.Sprint) },
	},
	{
		name: "moveInDir", doc: "Goes in a direction for a tick, measured from where it faces, and keeps facing there; two directions are combined. Forward beats backward, and right beats left.",
		act: func(t turn) host.Status {
			return t.press(whole(t.Num(0))|whole(t.Num(1)), t.FormOf(t.Body).Paces.Run)
		},
	},
	{
		name: "jump",
		doc: "Jumps, which gets nowhere on a flat field and lasts 0.7 s. It costs a human 3,750 of 30,000 points of stamina, in medium armour 4,500, in a battlesuit 6,000, of which 1,500 come back in a second. " +
			"Fails for a human that has not got them.",
		act: func(t turn) host.Status {
			e, has, cost := &t.bots[t.Body], t.stamina(t.Body), t.jumpCost(t.Body)
			t.Because("stamina").Is(has, host.AtLeast, cost, "").Against("cost")
			if has < cost {
				return host.Failure
			}
			if e.hop < 0 || t.Since(e.hop) >= airTime {
				e.hop, e.tired = t.Now, fullStamina-has+cost
			}
			return host.Success
		},
	},
}
