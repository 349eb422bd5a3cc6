package world

import (
	"github.com/thicket-sim/thicket/components"
)

// MostFrames limits the frames of the game in a second: with more, what bots
// see in the time of their reaction would not find room in the queue.
const MostFrames = 60

// queued limits the enemies that wait for a bot's reaction.
const queued = 31

// reaction is a queue of the enemies that a bot has seen or felt and will react to. They
// are in a ring, which is kept elsewhere: most queues are empty.
type reaction struct{ first, count uint8 }

// ring is the enemies of a queue.
type ring [queued]struct {
	_     struct{} `save:"lower"`
	who   components.ID
	since uint32 // the tick
}

// Push adds an enemy, unless the queue is full.
func (r *reaction) Push(in *ring, who components.ID, now int64) {
	if r.count == queued {
		return
	}
	at := &in[(r.first+r.count)%queued]
	at.who, at.since = who, uint32(now)
	r.count++
}

// Pop takes the oldest enemy out, if it came no later than a tick; 0 for none.
func (r *reaction) Pop(in *ring, until int64) (who components.ID, since int64) {
	if r.count == 0 || int64(in[r.first].since) > until {
		return 0, 0
	}
	who, since = in[r.first].who, int64(in[r.first].since)
	r.first = (r.first + 1) % queued
	r.count--
	return who, since
}
