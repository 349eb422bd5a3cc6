package playback

import (
	"fmt"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
)

// digestLog writes the digest of every tick, a line each: two runs are the same game where
// their files are the same.
type digestLog struct {
	Idle
	out   *File
	lines int64
}

var _ Observer = (*digestLog)(nil)

func newDigestLog(f *File, r *Run) Observer {
	r.digests = true
	return &digestLog{out: f}
}

// After writes the line of the tick.
func (d *digestLog) After(r *Run) error {
	d.lines++
	_, err := fmt.Fprintf(d.out, "%d %016x\n", r.Session.World().Clock().Tick, r.Digest())
	return err
}

// Close finishes the file.
func (d *digestLog) Close(*Run) (Written, error) {
	return d.out.Finish(humanize.Count(d.lines, "digest"), nil)
}
