package playback

import (
	"io"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/live"
)

// recorder writes a recording. Its file has its name from the first moment: what was
// written so far can always be replayed.
type recorder struct {
	Idle
	out *File
	to  *live.Recorder
	err error
}

var _ Observer = (*recorder)(nil)

func newRecorder(f *File, r *Run) Observer {
	rec := &recorder{out: f}
	if rec.to, rec.err = r.Session.Record(unbuffered{f}); rec.err == nil {
		rec.err = f.place()
	}
	return rec
}

// unbuffered writes to a file at once.
type unbuffered struct{ f *File }

var _ io.Writer = unbuffered{}

func (u unbuffered) Write(p []byte) (int, error) {
	n, err := u.f.Write(p)
	if err == nil {
		err = u.f.Flush()
	}
	return n, err
}

// Before fails where the recording does.
func (rec *recorder) Before(*Run) error {
	if rec.err == nil {
		rec.err = rec.to.Err()
	}
	return rec.err
}

// Close ends the recording, also that of a run that failed.
func (rec *recorder) Close(r *Run) (Written, error) {
	err := rec.err
	if rec.to != nil {
		if e := rec.to.Close(); err == nil {
			err = e
		}
	}
	return rec.out.Finish(humanize.Count(r.Session.World().Clock().Tick, "tick"), err)
}
