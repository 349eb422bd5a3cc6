package room

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/thicket-sim/thicket/server/internal/feed"
	"github.com/thicket-sim/thicket/session"
)

// A game master can go back in what the session remembers. Meanwhile the room stands still
// there, and all are told. It goes on where it was after "live", and from the earlier moment
// after "branch".

// seekTime says how long a turn may take to go to another moment.
const seekTime = 30 * time.Millisecond

// errPast refuses what only the present can do.
var errPast = errors.New("the game master looks at an earlier moment, and the game waits")

// errNoEdit refuses the text of a tree.
var errNoEdit = errors.New("this server takes no texts of trees (--no-edit)")

// nowhere is the target of a room that goes to no other moment.
const nowhere = -1

// seek has the room go to a tick.
func (r *Room) seek(tick int64) error {
	from, to := r.session.Remembered()
	if from == to {
		return errors.New("the room remembers nothing of its past")
	}
	if tick < from || tick > to {
		return fmt.Errorf("tick %d is not remembered, wanted %d to %d", tick, from, to)
	}
	if !r.past {
		r.send(encode(notice{"notice", "the game master looks at an earlier moment; the game waits"}))
		r.pauseRecording()
	}
	r.past, r.target = true, tick
	return nil
}

// live has the room go on where it was before it went back.
func (r *Room) live() error {
	if !r.past {
		return errors.New("the game is at its present")
	}
	_, r.target = r.session.Remembered()
	r.returns = true
	return nil
}

// branch makes the moment of now the present.
func (r *Room) branch() error {
	if !r.past || r.target != nowhere {
		return errors.New("the game is at no earlier moment")
	}
	r.session.Branch()
	r.present(fmt.Sprintf("the game goes on from %s", r.time()))
	return nil
}

// travel goes on to the moment that was asked for.
func (r *Room) travel() {
	if r.target == nowhere {
		return
	}
	there, err := r.session.SeekFor(int(min(r.target, math.MaxInt32)), seekTime)
	switch {
	case err != nil:
		r.send(encode(notice{"notice", "the moment cannot be shown: " + err.Error()}))
		_, to := r.session.Remembered()
		if r.past, r.target = r.session.World().Clock().Tick < to, nowhere; !r.past {
			r.resumeRecording()
		}
	case there && r.returns:
		r.target = nowhere
		r.present("the game goes on")
	case there:
		r.target = nowhere
		r.arrived()
	}
}

// arrived shows an earlier moment.
func (r *Room) arrived() {
	r.camera = feed.NewCamera(r.session.Scene())
	r.stood, r.shown = time.Time{}, time.Time{}
	r.look()
	game := encode(r.describe())
	again := !bytes.Equal(game, r.described)
	r.described = game
	if again {
		for g := range r.guests {
			g.rewelcome(r.welcome(g))
		}
	}
}

// goHome takes a room that is to end to its present, which is what is saved.
func (r *Room) goHome() {
	if !r.past {
		return
	}
	defer r.rescue(new(error))
	_, to := r.session.Remembered()
	if err := r.session.Seek(int(to)); err != nil {
		r.o.Log(fmt.Sprintf("room %s cannot go back to its present: %v", r.name, err))
		return
	}
	r.moved()
}

// present is called when the game is at its present again.
func (r *Room) present(text string) {
	r.resumeRecording() // before moved, which may do commands
	r.moved()
	r.touch()
	r.stood = time.Time{}
	r.send(encode(notice{"notice", text}))
}

// step plays one tick of a game that stands still.
func (r *Room) step() error {
	if r.past {
		return r.seek(r.session.World().Clock().Tick + 1)
	}
	if !r.session.Paused() {
		return errors.New("the game is not paused")
	}
	if _, err := r.do(&session.Resume{}); err != nil {
		return err
	}
	r.tick()
	_, err := r.do(&session.Pause{})
	r.stood = time.Time{}
	return err
}

// advance plays what is due after so much time: a quarter of a second at most, and one tick
// at least.
func (r *Room) advance(seconds float64) {
	if r.past || r.session.Paused() {
		return
	}
	rate := r.session.Scene().Setup.TickRate
	for r.due = min(r.due+seconds*rate, max(1, math.Ceil(rate/4))); r.due >= 1; r.due-- {
		r.tick()
		r.touch()
	}
}

// time returns the moment of now, for people.
func (r *Room) time() string {
	s := int64(float64(r.session.World().Clock().Tick) / r.session.Scene().Setup.TickRate)
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
