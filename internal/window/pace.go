package window

import (
	"fmt"
	"time"
)

// speeds are the speeds that a game can go at; 1 is real time.
var speeds = [...]float64{0.25, 0.5, 1, 2, 4, 8, 16, 32, 64}

// patience says how long the steps of one update may take. A slower game falls behind
// and does not catch up, so that the window stays responsive.
const patience = 14 * time.Millisecond

// pace says how many ticks an update plays. It differs from Session.Advance in
// what a window needs: its speeds go far beyond real time, it gives up by the
// clock, and it is told of every tick.
type pace struct {
	speed  int     // index of speeds
	due    float64 // ticks, a part of one as a rule
	behind bool    // the last update ran out of patience
}

func newPace() pace { return pace{speed: 2} }

// times returns the speed as a factor of real time.
func (p *pace) times() float64 { return speeds[p.speed] }

// SetSpeed lets the game go so many times as fast as real time: 0.25, 0.5, and so on to 64.
func (g *Game) SetSpeed(times float64) error {
	for i, s := range speeds {
		if s == times {
			g.pace.speed = i
			return nil
		}
	}
	near := 0
	for i, s := range speeds {
		if max(s, times)/min(s, times) < max(speeds[near], times)/min(speeds[near], times) {
			near = i
		}
	}
	guess := ""
	if times > 0 {
		guess = fmt.Sprintf("; did you mean %gx?", speeds[near])
	}
	return fmt.Errorf("%gx is no speed of the window, wanted one of %g%s", times, speeds, guess)
}

// change goes to the next speed up or down.
func (p *pace) change(by int) { p.speed = min(max(p.speed+by, 0), len(speeds)-1) }

// run calls step for each tick that is due after so many seconds, and counts them.
func (p *pace) run(seconds, rate float64, step func()) (ticks int) {
	p.due += seconds * p.times() * rate
	begin := time.Now()
	p.behind = false
	for p.due >= 1 {
		p.due--
		step()
		ticks++
		if p.due >= 1 && time.Since(begin) > patience {
			p.due, p.behind = 0, true
		}
	}
	return ticks
}
