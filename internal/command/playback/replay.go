package playback

import (
	"fmt"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// Replayer plays a recording: it is the first observer of a run whose session was opened
// from it, and has as many ticks.
type Replayer struct {
	Idle
	play *live.Replay
	done []Reply
	tick int64
}

var _ reporter = (*Replayer)(nil)

// NewReplay makes a run that replays a recording of so many ticks. Its error is a
// [*session.Difference] where the worlds differ in the beginning.
func NewReplay(from *live.Recording, s *live.Session, name string, ticks int64) (*Run, error) {
	p := &Replayer{}
	var err error
	if p.play, err = live.NewReplay(from, s, p.did); err != nil {
		return nil, err
	}
	r := New(s, name, ticks, nil)
	r.Observers = append([]Observer{p}, r.Observers...)
	return r, nil
}

func (p *Replayer) did(c session.Command, err error) {
	p.done = append(p.done, replyOf(p.tick, c, err))
}

// Before carries out the commands that were recorded before the tick.
func (p *Replayer) Before(r *Run) error {
	p.tick = r.Done()
	n := len(p.done)
	more, err := p.play.Before()
	if len(p.done) > n {
		r.Touch()
	}
	if err == nil && !more {
		err = fmt.Errorf("the recording ends after %d ticks, wanted %d", r.Done(), r.Ticks)
	}
	return err
}

// After compares the tick with the recording.
func (p *Replayer) After(*Run) error { return p.play.After() }

// Close carries out and compares what was recorded after the last tick.
func (p *Replayer) Close(r *Run) (Written, error) {
	if r.Err() != nil || r.Cut() {
		return Written{}, nil
	}
	p.tick = r.Done()
	_, err := p.play.Before()
	return Written{}, err
}

func (p *Replayer) report(to *Result) { to.Replies = append(to.Replies, p.done...) }
