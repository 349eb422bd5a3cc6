package mind

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
)

// Clock returns the milliseconds since the bot appeared.
func (t Turn) Clock() int64 { return int64(t.Milliseconds(t.Health[t.Body].Born).Number()) }

// CircleSide returns the side to which the bot goes round its enemy: BotAlternateStrafe.
func (t Turn) CircleSide() int {
	if int64(matchTime(t).Number())%8000 < 4000 {
		return right
	}
	return left
}

// DodgeSide returns the side to which the bot dodges, or 0 for none: BotStrafeDodge.
func (t Turn) DodgeSide() int {
	now := t.Clock()
	if now%1000%300 >= 100 && now%3000 > 2000 {
		return 0
	}
	if (now%1000 >= 500) != (now%2000 < 1000) {
		return right
	}
	return left
}

// The bits of the directions of moveInDir.
const (
	Forward = 1 << iota
	Backward
	left
	right
)

// press moves the bot in directions relative to its view, or to its way where it takes
// a step to its goal in this tick, and adds them to those that it has pressed before. It
// keeps facing there. Forward beats backward and right beats left; none is standing.
func (t Turn) press(directions int, pace float32) host.Status {
	e := &t.Bots[t.Body]
	if e.PressedAt != t.Now {
		e.PressedAt, e.Keys = t.Now, 0
		e.ViewX, e.ViewY = t.Game.HeadingOf(t.Body)
		if e.ViewX == 0 && e.ViewY == 0 {
			e.ViewX = 1
		}
	}
	for _, pair := range [...][2]int{{Forward, Backward}, {right, left}} {
		switch first, second := pair[0], pair[1]; {
		case directions&first != 0:
			e.Keys = e.Keys&^uint8(second) | uint8(first)
		case directions&second != 0:
			e.Keys = e.Keys&^uint8(first) | uint8(second)
		}
	}
	x, y := float64(e.ViewX), float64(e.ViewY)
	size := core.Length(x, y)
	var dx, dy float64
	for bit, d := range Vectors(x/size, y/size) {
		if e.Keys>>bit&1 != 0 {
			dx, dy = dx+d[0], dy+d[1]
		}
	}
	t.tellKeys(e.Keys)
	t.MoveAlong(dx, dy, host.Endless, t.Effort(int(e.Keys), pace))
	t.Face(x, y)
	return host.Success
}

// TurnKeys makes what the bot presses in this tick relative to a view.
func (t Turn) TurnKeys(hx, hy float64) {
	e := &t.Bots[t.Body]
	if e.PressedAt != t.Now {
		e.PressedAt, e.Keys = t.Now, 0
	}
	e.ViewX, e.ViewY = float32(hx), float32(hy)
}

// Vectors returns the vectors of the four directions, by bit, for a heading (x,
// y). y points down.
func Vectors(x, y float64) [4][2]float64 { return [4][2]float64{{x, y}, {-x, -y}, {y, -x}, {-y, x}} }

// The stamina of humans. How it comes back in scenes of no game is Thicket's own.
const (
	fullStamina = 30000
	restored    = 1500 // a second
	airTime     = 0.7  // seconds that a jump lasts, Thicket's own too
)

// jumpCosts lists the costs of a jump for humans, by class.
var jumpCosts = [...]float64{lore.NakedHuman: 3750, lore.LightHuman: 3750, lore.MediumHuman: 4500, lore.SuitHuman: 6000}

// Stamina returns the stamina that a body has.
func (s *Minds) Stamina(b int32) float64 {
	e := &s.Bots[b]
	if _, ok := s.humanNumber(b); ok && s.Rules.Tires {
		return fullStamina - e.Tired
	}
	if e.Hop < 0 {
		return fullStamina
	}
	return fullStamina - max(e.Tired-float64(s.a.Since(e.Hop)*restored), 0)
}

// JumpCost returns what a jump costs a body: nothing for aliens.
func (s *Minds) JumpCost(b int32) float64 {
	if s.a.TeamOf(b) == lore.Aliens {
		return 0
	}
	return jumpCosts[max(s.ClassNumber[s.a.Form[b]], lore.NakedHuman)]
}

// strafes are the actions that move a bot for a tick.
var strafes = []Entry[Turn]{
	{
		Name: "alternateStrafe", Doc: "Goes sideways for a tick and keeps facing ahead: to the right for 4 seconds of the match, to the left for 4. With a step to the goal in the same tick it goes there and sideways.",
		Act: func(t Turn) host.Status { return t.press(t.CircleSide(), t.FormOf(t.Body).Paces.Run) },
	},
	{
		Name: "strafeDodge", Doc: "Goes sideways for a tick and keeps facing ahead, as `alternateStrafe`, but changes sides every half second or second, by the bot's own clock, and stands now and then.",
		Act: func(t Turn) host.Status { return t.press(t.DodgeSide(), t.FormOf(t.Body).Paces.Sprint) },
	},
	{
		Name: "moveInDir", Doc: "Goes in a direction for a tick, measured from where it faces, and keeps facing there; two directions are combined. Forward beats backward, and right beats left.",
		Act: func(t Turn) host.Status {
			return t.press(lore.Whole(t.Num(0))|lore.Whole(t.Num(1)), t.FormOf(t.Body).Paces.Run)
		},
	},
	{
		Name: "jump",
		Doc: "Jumps, which gets nowhere on a flat field and lasts 0.7 s. It costs a human 3,750 of 30,000 points of stamina, in medium armour 4,500, in a battlesuit 6,000, of which 1,500 come back in a second. " +
			"Fails for a human that has not got them.",
		Act: func(t Turn) host.Status {
			e, has, cost := &t.Bots[t.Body], t.Stamina(t.Body), t.JumpCost(t.Body)
			t.Because("stamina").Is(has, host.AtLeast, cost, "").Against("cost")
			if has < cost {
				return host.Failure
			}
			if e.Hop < 0 || t.Since(e.Hop) >= airTime {
				e.Hop, e.Tired = t.Now, fullStamina-has+cost
			}
			return host.Success
		},
	},
}
