package ecs

import "math"

// Span is a length of time in parts of a tick. What goes on at a rate counts spans: a
// number of whole ticks would be another rate in each game of another tick rate.
type Span int64

// Tick is a span of one tick.
const Tick Span = 1 << 20

// Span returns so many seconds to the nearest part of a tick. It is at most 2^62.
func (c Clock) Span(seconds float64) Span {
	return Span(min(math.Round(seconds/c.DT*float64(Tick)), 1<<62))
}

// Ticks returns the least number of ticks that lasts as long.
func (s Span) Ticks() int64 { return int64((s + Tick - 1) >> 20) }

// Rest returns by how much the least number of ticks is longer than the span, 0 to below
// a tick.
func (s Span) Rest() Span { return Span(s.Ticks())*Tick - s }

// Rounds returns how often the span has passed when ticks have, and whether a round begins
// with this tick, as the first does with tick 0. A span below a tick counts as one.
func (s Span) Rounds(ticks int64) (n int64, now bool) {
	s = max(s, Tick)
	n = ticks << 20 / int64(s)
	return n, ticks == 0 || n != (ticks-1)<<20/int64(s)
}

// Due says when something that goes on at a rate can happen again.
type Due struct {
	At    int64 // the first tick in which it can
	Early Span  // how long before that tick it was due, 0 to below a tick
}

// Next returns when it can happen again that happens in tick now: a span after it was due,
// if now is the first tick in which it could, and a span after now otherwise. So the rest
// of a tick is carried to the next time, and nothing else is saved up. A span above 0 lasts
// at least until the next tick.
func (d Due) Next(now int64, every Span) Due {
	left := every
	if d.At == now {
		left -= d.Early
	}
	if every > 0 && left <= 0 { // faster than ticks are
		return Due{At: now + 1}
	}
	return Due{now + left.Ticks(), left.Rest()}
}
