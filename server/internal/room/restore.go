package room

import (
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"time"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/server/internal/feed"
	"github.com/thicket-sim/thicket/session"
)

// A room that fails more often than maxFailures times in failuresIn has ended: its game fails
// again as soon as it goes on.
const (
	maxFailures = 3
	failuresIn  = time.Minute
)

// rescue is deferred around what plays the game. After a panic the room goes on from the
// last key frame of its session, or it ends. The room's lock is held.
func (r *Room) rescue(failed *error) {
	v := recover()
	if v == nil {
		return
	}
	r.o.Log(fmt.Sprintf("room %s: panic: %v\n%s", r.name, v, debug.Stack()))
	now := r.o.Clock()
	r.failed++
	r.failures = append(slices.DeleteFunc(r.failures, func(t time.Time) bool { return now.Sub(t) > failuresIn }), now)
	*failed = r.restore(now)
	if len(r.failures) > maxFailures {
		*failed = fmt.Errorf("the game failed %d times in %v", len(r.failures), failuresIn)
	}
	if *failed != nil {
		r.o.Log(fmt.Sprintf("room %s ends: %v", r.name, *failed))
		r.broken = true
		r.finish("the game has failed and cannot go on", false)
		return
	}
	*failed = errRestored
}

var errRestored = fmt.Errorf("the game failed and was taken back to an earlier moment")

// restore goes back to the last key frame.
func (r *Room) restore(now time.Time) error {
	from := r.snap.Tick
	if err := r.session.Recover(); err != nil {
		return err
	}
	to := r.session.World().Clock().Tick
	r.played = now
	r.endRecording() // the session has cut it off
	if err := r.record(); err != nil {
		return err
	}
	r.forgetCharts(to)
	r.moved()
	r.send(encode(notice{"notice", fmt.Sprintf("the game failed and goes on from %.1f seconds before", float64(max(0, from-to))/r.session.Scene().Setup.TickRate)}))
	return nil
}

// moved is called when the game is another one than it was: at another moment that is the
// present, or of a scene that was loaded anew. Everybody is welcomed again.
func (r *Room) moved() {
	r.past, r.returns, r.target, r.described = false, false, nowhere, nil
	r.played, r.rounds.table = r.o.Clock(), nil
	r.camera = feed.NewCamera(r.session.Scene())
	r.session.SnapshotInto(&r.snap)
	r.reseat()
	r.session.SnapshotInto(&r.snap)
	r.view = r.camera.Look(&r.snap)
	for g := range r.guests {
		g.rewelcome(r.welcome(g))
	}
}

// reseat gives those who are there the bodies that they have not at this moment, and takes
// away those of who has left.
func (r *Room) reseat() {
	for id := range r.gone {
		if r.snap.Body(id) == nil {
			delete(r.gone, id)
			continue
		}
		_, _ = r.do(&session.Leave{Player: session.Who{ID: id}}) // it is there
	}
	seated := r.players
	r.players = map[components.ID]*player{}
	for _, id := range slices.Sorted(maps.Keys(seated)) {
		p := seated[id]
		if r.snap.Body(id) != nil {
			r.players[id] = p
			if p.guest == nil {
				_, _ = r.do(&session.Input{Player: session.Who{ID: id}}) // it is there
			}
			continue
		}
		at, err := r.body(p.name)
		if err != nil {
			if p.guest != nil {
				p.guest.end(err.Error(), false)
				delete(r.guests, p.guest)
			}
			continue
		}
		r.players[at] = p
		if p.guest != nil {
			p.guest.body = at
		}
	}
}
