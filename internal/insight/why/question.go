package why

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/internal/live"
)

// Question says what is asked of a bot.
type Question struct {
	Bot string // its id or its name
	At  Time
	// Diff is a moment to compare At with; nil for none.
	Diff *Time
	// Not asks what would have to be different for the bot not to do this, and Instead for it
	// to do that: names of actions; empty for no question.
	Not, Instead string
}

// Time is a moment of a game.
type Time struct {
	kind    timeKind
	tick    int64
	seconds float64
}

type timeKind uint8

const (
	atTick timeKind = iota
	atSeconds
	atNext
	atEnd
)

// The moments that need no number.
var (
	Next = Time{kind: atNext} // the tick after that with which the game begins
	End  = Time{kind: atEnd}  // the last one, of games that end
)

// ParseTime reads a tick, such as 372, or seconds of simulated time, such as 12.4s.
func ParseTime(text string) (Time, error) {
	if number, ok := strings.CutSuffix(text, "s"); ok {
		if f, err := strconv.ParseFloat(number, 64); err == nil && f > 0 && f <= 1e9 {
			return Time{kind: atSeconds, seconds: f}, nil
		}
	} else if n, err := strconv.ParseInt(text, 10, 64); err == nil && n > 0 {
		return Time{kind: atTick, tick: n}, nil
	}
	return Time{}, fmt.Errorf("found %q, wanted a tick from 1 on, such as 372, or seconds, such as 12.4s", text)
}

// in returns the tick of the moment in a game that begins with a tick; math.MaxInt64 for its end.
func (t Time) in(rate float64, begins int64) int64 {
	switch t.kind {
	case atSeconds:
		return max(1, int64(math.Round(t.seconds*rate)))
	case atNext:
		return begins + 1
	case atEnd:
		return math.MaxInt64
	}
	return t.tick
}

// Player plays a session as it was, or is to be, played.
type Player interface {
	// Before carries out what happens before the next tick, and tells whether there is one.
	Before() (more bool, err error)
	// After is called when the tick was played.
	After() error
}

var _ Player = (*live.Replay)(nil)

// Open opens the game, each time the same. The session is closed by who opened it.
type Open func() (*live.Session, Player, error)

// game is a game that is being played.
type game struct {
	ctx   context.Context
	s     *live.Session
	p     Player
	rate  float64
	began int64 // the tick
}

func start(ctx context.Context, open Open) (*game, error) {
	s, p, err := open()
	if err != nil {
		return nil, err
	}
	return &game{ctx: ctx, s: s, p: p, rate: s.Scene().Setup.TickRate, began: s.World().Clock().Tick}, nil
}

func (g *game) tick() int64 { return g.s.World().Clock().Tick }

// before carries out what happens before a tick, which is one that is not there yet. It is
// false at the end of a game.
func (g *game) before() (more bool, err error) {
	if err := g.ctx.Err(); err != nil {
		return false, err
	}
	return g.p.Before()
}

// step plays the tick.
func (g *game) step() error {
	g.s.Step()
	return g.p.After()
}

// seconds returns how much simulated time some ticks are.
func (g *game) seconds(ticks int64) float64 { return float64(ticks) / g.rate }
