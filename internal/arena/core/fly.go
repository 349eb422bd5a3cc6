package core

// MoveAt is [Turn.MoveAlong] at a speed of its own, in metres a second, whatever the speed
// of the bot's class.
func (t Turn) MoveAt(dx, dy, maxDist, speed float64) {
	t.MoveAlong(dx, dy, maxDist, 1)
	if t.want[t.Body].mode == wantGo {
		t.hurry(speed)
	}
}
