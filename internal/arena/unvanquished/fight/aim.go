package fight

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/mind"
	"github.com/thicket-sim/thicket/internal/ecs"
)

// The rules of aiming: BotAimAtEnemy and BotSlowAim.
const (
	foresight = 0.22 // seconds for which a bot foresees a walk
	leastDraw = 0.5  // of the random part of the delay
	fastShare = 0.6  // of the delay of who aims fast
	slowLeast = 0.1
	slowMost  = 0.5
	gameFrame = 0.025 // seconds of a frame of the game
)

// shotSpeeds lists the speeds at which the shots of weapons fly, by number, in units a
// second; 0 for those that are there at once.
var shotSpeeds = [lore.LastNumber + 1]float64{lore.Blaster: 1400, lore.Flamer: 400, lore.PulseRifle: 1200, lore.Lucifer: 700, lore.DragoonBarb: 1000, lore.Blob: 800}

// aimAtEnemy turns the bot's view to an enemy, and returns the view that it has then.
// From time to time the bot fixes a place, to which its view closes in: the better
// its skill, the more often.
func (t turn) aimAtEnemy(q int32) (hx, hy float64) {
	e := &t.Records[t.Body].Aiming
	x, y := t.Game.At(q)
	var vx, vy float64 // metres a second
	if e.Who == t.ID(q) && e.Was == t.Now-1 {
		dx, dy := t.Field.Delta(e.WasX, e.WasY, x, y)
		vx, vy = dx/t.DT, dy/t.DT
	}
	e.Who, e.WasX, e.WasY, e.Was, e.VX, e.VY = t.ID(q), x, y, t.Now, float32(vx), float32(vy)
	px, py := t.Game.At(t.Body)
	if e.Next.At <= t.Now {
		delay := t.aimDelay()
		ahead := min(delay, foresight) + t.flightTo(q)
		e.AtX, e.AtY = x+float32(vx*ahead), y+float32(vy*ahead)
		e.Lasts = max(t.Span(delay), 1)
		e.Next = e.Next.Next(t.Now, e.Lasts)
	}
	dx, dy := t.Field.Delta(px, py, e.AtX, e.AtY)
	x, y = t.Game.HeadingOf(t.Body)
	hx, hy = t.kicked(float64(x), float64(y))
	left := max(ecs.Span(e.Next.At-t.Now-1)*ecs.Tick-e.Next.Early, 0) // when this tick is over
	frame, over := t.Span(gameFrame), e.Lasts-left
	n := max(over-ecs.Tick, 0) / frame
	for left > 0 && (n+1)*frame <= over { // the frames of the game that end in this tick
		n++
		share := float64(n*frame) / float64(e.Lasts)
		e.Up -= float32(float64(e.Up) * share)
		hx, hy = nearer(hx, hy, dx, dy, share)
	}
	if left == 0 {
		e.Up = 0
		hx, hy = nearer(hx, hy, dx, dy, 1)
	}
	return t.turnTo(hx, hy)
}

// aimDelay returns for how long the bot keeps to a place at which it aims, in seconds.
func (t turn) aimDelay() float64 {
	each := t.aimDelays[1]
	if t.TeamOf(t.Body) == lore.Aliens {
		each = t.aimDelays[0]
	}
	if t.Has(t.Body, lore.FastAim) {
		each *= fastShare
	}
	return float64(10-t.Skill(t.Body)) * each * max(t.Random(), leastDraw)
}

// flightTo returns for how long the shot of a skilled human flies to an enemy, in
// seconds, and 0 for others.
func (t turn) flightTo(q int32) float64 {
	w := t.InHand(t.Body).Weapon
	if w < 0 || t.TeamOf(t.Body) == lore.Aliens || !t.Has(t.Body, lore.PredictAim) {
		return 0
	}
	if speed := flightOf(t.WeaponNumber[w]); speed > 0 {
		return t.Distance(t.Body, q) / (speed * lore.Unit)
	}
	return 0
}

// aimSlowly turns the bot's view to a point, in metres, the faster the farther off
// it is.
func (t turn) aimSlowly(x, y float32, factor float64) {
	px, py, hx, hy := t.Game.Body(t.Body)
	dx, dy := t.Field.Delta(px, py, x, y)
	d := core.Length(dx, dy)
	if d == 0 {
		return
	}
	cos := (float64(dx*float64(hx)) + float64(dy*float64(hy))) / d
	share := factor * min(max((1-cos)/2, slowLeast), slowMost)
	t.turnTo(nearer(float64(hx), float64(hy), dx, dy, min(share*t.DT/gameFrame, 1)))
}

// turnTo turns the bot's view to (hx, hy), and returns the view that it has then.
func (t turn) turnTo(hx, hy float64) (float64, float64) {
	t.Face(hx, hy)
	t.TurnKeys(hx, hy)
	if t.FormOf(t.Body).Turn > 0 { // it may turn more slowly than it wants
		x, y := t.Game.HeadingOf(t.Body)
		return float64(x), float64(y)
	}
	return hx, hy
}

// nearer returns the view that is a share of the way from a view (hx, hy) to (dx, dy), which
// may be of any length.
func nearer(hx, hy, dx, dy, share float64) (float64, float64) {
	d := core.Length(dx, dy)
	if d < onSpot {
		return hx, hy
	}
	nx, ny := hx+float64((dx/d-hx)*share), hy+float64((dy/d-hy)*share)
	n := core.Length(nx, ny)
	if n < straightBack { // by its side, not through itself
		return -hy, hx
	}
	return nx / n, ny / n
}

// onSpot says how near a place is, in metres, in whose direction nobody can look.
const onSpot = 1e-3

// straightBack is the length below which a view between two others is none.
const straightBack = 1e-3

// hits reports whether a shot or a bite hits a body that the bot aims at, with a view
// (hx, hy): nothing hides it, and the view passes near its middle. What bites needs
// not look as closely.
func (t turn) hits(q int32, w *core.Weapon, hx, hy float64) bool {
	dx, dy := t.Delta(t.Body, q)
	d := core.Length(dx, dy)
	half := float64(t.FormOf(q).Radius)
	if d-half > float64(w.Range) || !t.Sight.InLine(t.Body, q) {
		return false
	}
	ahead := float64(dx*hx) + float64(dy*hy)
	aside := math.Abs(float64(dx*hy) - float64(dy*hx))
	if w.Range <= biteReach && ahead >= float64(biteCos*d) || d <= half {
		return true
	}
	return ahead > 0 && aside <= half+shotSlack
}

// The game's shots hit boxes in three dimensions; how closely a bot must look is
// Thicket's own.
const (
	shotSlack = 8 * lore.Unit   // metres beside a body that still hit it
	biteReach = 128 * lore.Unit // metres: weapons that reach no farther bite
	biteCos   = 0.7071          // 45 degrees
)

// aims are the actions to turn the view.
var aims = []mind.Entry[turn]{
	{
		Name: "aimAtGoal",
		Doc: "Turns the view to the goal: to an entity of another team as a fight does, from place to place and the faster the better its skill, to others a part of the way " +
			"in each tick. Fails without a goal that lives.",
		Act: func(t turn) host.Status {
			goal := t.Bots[t.Body].Goal
			if !t.Valid(goal) {
				t.TellLost(goal)
				return host.Failure
			}
			t.About("turns to", goal)
			if q := t.LivingOf(goal); q >= 0 && t.TeamOf(q) != t.TeamOf(t.Body) {
				t.aimAtEnemy(q)
				return host.Success
			}
			x, y, _ := t.SpotOf(goal)
			t.aimSlowly(x, y, 0.5)
			return host.Success
		},
	},
}
