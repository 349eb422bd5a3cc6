package playback

import (
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/insight/worldjson"
)

// dump writes worlds as JSON Lines: each as the next tick finds it, and the last
// one.
type dump struct {
	Idle
	out   *File
	line  []byte
	lines int64
}

var _ Observer = (*dump)(nil)

func newDump(f *File, _ *Run) Observer { return &dump{out: f} }

func (d *dump) Before(r *Run) error {
	if r.Session.Paused() {
		return nil
	}
	return d.write(r)
}

func (d *dump) Close(r *Run) (Written, error) {
	err := r.Err()
	if err == nil {
		err = d.write(r)
	}
	return d.out.Finish(humanize.Count(d.lines, "line"), err)
}

func (d *dump) write(r *Run) error {
	d.line = append(worldjson.Append(d.line[:0], r.Snapshot()), '\n')
	d.lines++
	_, err := d.out.Write(d.line)
	return err
}
