package room

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/thicket-sim/thicket/internal/ground/wholefile"
	"github.com/thicket-sim/thicket/internal/live"
)

// recording is a recording that a room writes.
type recording struct {
	name   string // without its folder
	file   *wholefile.File
	to     *live.Recorder
	failed bool // it was told that it cannot be written
}

// record begins a recording in a file of its own: NAME.rec, NAME-2.rec and so on.
func (r *Room) record() error {
	if r.o.Record == "" {
		return nil
	}
	path := filepath.Join(r.o.Record, r.name+".rec")
	for n := 2; there(path); n++ {
		path = filepath.Join(r.o.Record, fmt.Sprintf("%s-%d.rec", r.name, n))
	}
	f, err := wholefile.Create(path)
	if err != nil {
		return err
	}
	to, err := r.session.Record(f)
	if err == nil {
		err = f.Place()
	}
	if err != nil {
		f.Abort()
		return err
	}
	r.recording = &recording{name: filepath.Base(path), file: f, to: to}
	return nil
}

func there(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// watchRecording tells all where the recording cannot be written.
func (r *Room) watchRecording() {
	if rec := r.recording; rec != nil && !rec.failed {
		if err := rec.to.Err(); err != nil {
			rec.failed = true
			r.unrecorded(err)
		}
	}
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
