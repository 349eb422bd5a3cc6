package playback

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// Observer watches a run. It is told of every tick, also of those in which the game
// is paused, which the session does not step: see [session.Session.Paused].
type Observer interface {
	// Before is called before a tick. An observer that changes the session says so
	// by [Run.Touch].
	Before(*Run) error
	// After is called after a tick. It may wait, until the run's context ends.
	After(*Run) error
	// Close is called once, after the last tick, and after an error of any observer,
	// which is then [Run.Err]. It finishes the file that the observer writes; others
	// return the zero Written.
	Close(*Run) (Written, error)
}

// Idle does nothing. An observer that has nothing to do at some moments embeds it.
type Idle struct{}

var _ Observer = Idle{}

// Before does nothing.
func (Idle) Before(*Run) error { return nil }

// After does nothing.
func (Idle) After(*Run) error { return nil }

// Close has written nothing.
func (Idle) Close(*Run) (Written, error) { return Written{}, nil }

// Endless are the ticks of a run that goes on until its match ends or somebody stops it.
const Endless int64 = math.MaxInt64

// Run is one run of a scene and everybody who watches it.
type Run struct {
	Session *live.Session
	Name    string // of the scene, as it was asked for
	Ticks   int64  // to play, or Endless; a tick in which the game is paused counts
	// Observers are told in this order. The first two are Script and Tally.
	Observers []Observer
	Script    *Script
	Tally     *Tally
	// SaveEvery is after how many ticks a run that saves the game does so before its end; 0
	// for never. It is set before Write.
	SaveEvery int64
	// WantCovered is the number of percent of the nodes of trees a run has to reach; 0 for any.
	// It is set before Write.
	WantCovered float64
	// Strips, where set, play the ticks in place of the session, which is up to date with them
	// after Settle. It is set before Write.
	Strips Strips
	// Tell, where set, shows lines to the person who waits for the run.
	Tell func(lines []string)

	ctx      context.Context
	bots     int           // at the start
	played   int64         // ticks
	done     int64         // ticks so far, paused ones included
	took     time.Duration // by the steps alone
	botTicks int64         // the sum of bots over the steps
	cut      bool          // ended before its time
	err      error
	wrote    []Written
	changed  bool // an observer changed the session before this tick
	behind   bool // the session is behind the strips
	digests  bool // of every tick are wanted
	digest   uint64
	kept     *kept // the last save, of a run that saves
	snap     session.Snapshot
	whole    session.Snapshot // without bodies
	snapped  bool             // snap is the world as it is now
}

// New makes a run of a session that carries out the commands of a script.
func New(s *live.Session, name string, ticks int64, script []live.Timed) *Run {
	r := &Run{Session: s, Name: name, Ticks: ticks, Script: &Script{toCome: script}, Tally: newTally(s), bots: s.Scene().Bots(), ctx: context.Background()}
	r.Observers = []Observer{r.Script, r.Tally}
	return r
}

// Play plays all ticks, or until ctx ends or the match does, and closes the
// observers.
func (r *Run) Play(ctx context.Context) error {
	r.ctx = ctx
	if r.err = r.play(); r.err == nil {
		r.err = r.Settle()
	}
	for _, o := range r.Observers {
		w, err := o.Close(r)
		if r.err == nil {
			r.err = err
		}
		if w != (Written{}) {
			r.wrote = append(r.wrote, w)
		}
	}
	return r.err
}

func (r *Run) play() error {
	for ; r.done < r.Ticks; r.done++ {
		if r.ctx.Err() != nil {
			r.cut = true
			return nil
		}
		r.changed = false
		for _, o := range r.Observers {
			if err := o.Before(r); err != nil {
				return err
			}
		}
		if !r.Session.Paused() {
			if err := r.step(); err != nil {
				return err
			}
		}
		for _, o := range r.Observers {
			if err := o.After(r); err != nil {
				return err
			}
		}
		if r.Session.Game().Over() || r.cut {
			r.done++
			return nil
		}
	}
	return nil
}

func (r *Run) step() (err error) {
	w := r.Session.World()
	r.played++
	r.botTicks += int64(w.Len() - w.Count(ecs.Human))
	start := time.Now()
	if r.Strips == nil {
		r.Session.Step()
	} else {
		r.digest, err = r.Strips.Step(r.digests)
		r.behind = true
	}
	r.took += time.Since(start)
	r.snapped = false
	return err
}

// Settle brings the session up to date with the strips.
func (r *Run) Settle() error {
	if !r.behind {
		return nil
	}
	r.behind, r.snapped = false, false
	return r.Strips.Settle()
}

// Digest returns the digest of the game after the last tick. Who asks for it in every tick of
// a run says so by the field digests before.
func (r *Run) Digest() uint64 {
	if r.behind {
		return r.digest
	}
	return r.Session.Digest()
}

// Context returns the context of Play.
func (r *Run) Context() context.Context { return r.ctx }

// Stop ends the run after the tick that is played.
func (r *Run) Stop() { r.cut = true }

// Done returns how many ticks were played, those in which the game was paused included.
func (r *Run) Done() int64 { return r.done }

// Cut reports whether the run has ended before its time because its context did, or because
// it was stopped.
func (r *Run) Cut() bool { return r.cut }

// Err says why the run has failed, or nil.
func (r *Run) Err() error { return r.err }

// Touch is for observers that have changed the session before a tick.
func (r *Run) Touch() { r.changed, r.snapped = true, false }

// Changed reports whether an observer has changed the session before this tick.
func (r *Run) Changed() bool { return r.changed }

// Snapshot returns the world as it is now. It is good until the next call.
func (r *Run) Snapshot() *session.Snapshot {
	if !r.snapped {
		r.Session.SnapshotInto(&r.snap)
		r.snapped = true
	}
	return &r.snap
}

// overview returns the world as it is now, without its bodies. It is good until the next call.
func (r *Run) overview() *session.Snapshot {
	if r.snapped {
		return &r.snap
	}
	r.Session.Game().Overview(&r.whole)
	return &r.whole
}

func (r *Run) setup() *systems.Setup { return &r.Session.Scene().Setup }

func (r *Run) tell(lines []string) {
	if r.Tell != nil {
		r.Tell(lines)
	}
}

// standing returns the result of a match, or its score so far; empty without a match.
func (r *Run) standing() string {
	s := r.overview()
	if s.Result != "" || len(s.Sides) == 0 {
		return s.Result
	}
	var scores []string
	for i, side := range s.Sides {
		scores = append(scores, fmt.Sprintf("%s %.4g", r.setup().Teams[i].Title(), side.Score))
	}
	return strings.Join(scores, ", ")
}

// caption sums up the run so far in a line.
func (r *Run) caption() string {
	s := r.overview()
	var parts []string
	if standing := r.standing(); standing != "" {
		parts = append(parts, standing)
	}
	if s.Hour > 0 || s.Night {
		parts = append(parts, fmt.Sprintf("%02d:%02d", int(s.Hour), int(s.Hour*60)%60))
	}
	if len(r.Tally.rules) > 0 || len(parts) == 0 {
		parts = append(parts, r.Tally.caption())
	}
	return strings.Join(parts, "    ")
}
