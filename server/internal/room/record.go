package room

import (
	"fmt"
	"path/filepath"
	"sync/atomic"

	"github.com/thicket-sim/thicket/internal/ground/wholefile"
	"github.com/thicket-sim/thicket/internal/live"
)

// recording is a recording that a room writes.
type recording struct {
	name   string // without its folder
	file   *wholefile.File
	to     *live.Recorder
	size   atomic.Int64 // bytes that were written
	first  int64        // of them for the moment at which it begins
	begins int64        // the tick of that
	failed bool         // it was told that it cannot be written
}

// partsOf is in how many files at least the recordings of a room are that have all the bytes they
// may: the oldest of them goes when another one begins.
const partsOf = 4

// record begins a recording in a file of its own: NAME.rec, NAME-2.rec and so on.
func (r *Room) record() error {
	if r.o.Record == "" {
		return nil
	}
	on := shelf{r.o.Record, r.name, r.o.Recorded, r.o.Kept}
	path, err := on.next(r.o.Clock(), r.o.Log)
	if err != nil {
		return err
	}
	f, err := wholefile.Create(path)
	if err != nil {
		return err
	}
	rec := &recording{name: filepath.Base(path), file: f}
	rec.to, err = r.session.Record(rec)
	if err == nil {
		err = f.Place()
	}
	if err != nil {
		f.Abort()
		return err
	}
	rec.first, rec.begins = rec.size.Load(), r.session.World().Clock().Tick
	r.recording = rec
	return nil
}

// Write writes a part of the recording.
func (rec *recording) Write(p []byte) (int, error) {
	n, err := rec.file.Write(p)
	rec.size.Add(int64(n))
	return n, err
}

// watchRecording tells all where the recording cannot be written, and begins another one
// where it has grown to its share of all or has as many ticks as it may.
func (r *Room) watchRecording() {
	rec := r.recording
	if rec == nil || rec.failed {
		return
	}
	if err := rec.to.Err(); err != nil {
		rec.failed = true
		r.unrecorded(err)
		return
	}
	full := r.o.Recorded > 0 && rec.size.Load()-rec.first > r.o.Recorded/partsOf
	if !full && (r.o.Part == 0 || r.session.World().Clock().Tick-rec.begins < r.o.Part) {
		return
	}
	r.endRecording()
	if err := r.record(); err != nil {
		r.unrecorded(err)
	}
}

// FlushRecording writes what has been played so far to the recording of a room, if it has one.
func FlushRecording(r *Room) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.recording == nil {
		return nil
	}
	return r.recording.to.Flush()
}

// pauseRecording ends the recording, whole, before the room goes to an earlier moment: what
// is played there belongs to no recording.
func (r *Room) pauseRecording() {
	if rec := r.recording; rec != nil {
		r.endRecording()
		r.tellMasters(fmt.Sprintf("the recording %s ends here; another one begins when the game goes on", rec.name))
	}
}

// resumeRecording begins another recording, with a save of the moment from which the room
// goes on.
func (r *Room) resumeRecording() {
	if r.o.Record == "" {
		return
	}
	if err := r.record(); err != nil {
		r.unrecorded(err)
		return
	}
	r.tellMasters(fmt.Sprintf("the game is recorded from this moment on, in %s", r.recording.name))
}

// unrecorded tells all that the room is not recorded any more.
func (r *Room) unrecorded(err error) {
	r.unrecording = true
	r.o.Log(fmt.Sprintf("room %s is not recorded any more: %v", r.name, err))
	r.send(encode(notice{"notice", "the game is not recorded any more: the server cannot write its file"}))
}

// tellMasters says something to the game masters alone.
func (r *Room) tellMasters(text string) {
	for g := range r.guests {
		if g.role == GameMaster {
			g.offer(r.view, encode(notice{"notice", text}))
		}
	}
}

// endRecording ends the recording. One that was cut off ends where it is.
func (r *Room) endRecording() {
	rec := r.recording
	if rec == nil {
		return
	}
	r.recording = nil
	err := rec.to.Close()
	if e := rec.file.Commit(); err == nil {
		err = e
	}
	if err != nil && !rec.failed {
		r.o.Log(fmt.Sprintf("the recording of room %s: %v", r.name, err))
	}
}
