package playback

import (
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/cover"
)

// coverer counts which nodes of trees the run reaches. It writes that at the end, and fails
// where it is less than is wanted.
type coverer struct {
	Idle
	out     *File   // nil: nothing is written
	wanted  float64 // percent
	profile *cover.Profile
}

var _ Observer = (*coverer)(nil)

func newCoverer(f *File, r *Run) Observer {
	scene := r.Session.Scene()
	c := &coverer{out: f, wanted: r.WantCovered, profile: cover.New(scene.Programs(), scene.Source)}
	r.Session.Game().Watchers.Trace(c.profile.Tracer)
	return c
}

// watchCover has a run fail that reaches less than it is wanted to, where no output counts it.
func (r *Run) watchCover(p Paths) {
	counted := false
	for i, o := range Outputs {
		counted = counted || o.Flag == "cover" && p[i] != ""
	}
	if r.WantCovered > 0 && !counted {
		r.Observers = append(r.Observers, newCoverer(nil, r))
	}
}

// After finds out what was interrupted in the tick.
func (c *coverer) After(r *Run) error {
	if !r.Session.Paused() {
		c.profile.EndTick(chronicle.Minds(r.Session.Game()))
	}
	return nil
}

// Close writes what was counted.
func (c *coverer) Close(r *Run) (done Written, err error) {
	r.Session.Game().Watchers.Trace(nil)
	files := c.profile.Files()
	if err = r.Err(); c.out != nil {
		if err == nil {
			err = cover.Write(c.out, c.out.path, files)
		}
		done, err = c.out.Finish(cover.Share(files), err)
	}
	if err == nil && !r.Cut() { // what was cut off has no verdict
		err = cover.Want(files, c.wanted)
	}
	return done, err
}
