package playback

import (
	"fmt"
	"io"
	"math"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/insight/palette"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// Pictures of a run.
const (
	movieRate   = 12.5 // frames a second of simulated time, at least
	movieFrames = 350  // at most; a longer run passes faster
	stillWidth  = 960  // pixels
)

// artist turns snapshots into frames of package draw.
type artist struct {
	colors *palette.Colors
	field  draw.Field
	humans bool // some take part
	bodies []draw.Body
	items  []draw.Item
}

func newArtist(s *scenes.Scene, humans bool) artist {
	c := palette.New(s)
	return artist{colors: c, field: c.Field(), humans: humans}
}

// legend explains what the scene begins with, and what the frames so far showed.
func (a *artist) legend() draw.Legend { return a.colors.Legend(a.humans) }

// frame makes the frame of a snapshot. It is good until the next call.
func (a *artist) frame(s *session.Snapshot, captions ...string) draw.Frame {
	a.bodies, a.items = a.colors.Bodies(a.bodies[:0], s), a.colors.Items(a.items[:0], s)
	return draw.Frame{Tick: s.Tick, Time: s.Time, Bodies: a.bodies, Items: a.items, Night: s.Night, Captions: captions}
}

// film draws one snapshot in every stride ticks as a frame of a GIF.
type film struct {
	artist
	gif    *draw.GIF
	stride int64 // ticks from frame to frame
}

// newFilm makes a film whose frames are shown for delay hundredths of a second.
func newFilm(a artist, stride int64, delay, frames int) film {
	return film{a, draw.NewGIF(a.field, a.legend(), draw.Options{FrameDelay: delay, MaxFrames: frames, Trails: true}), stride}
}

func (f *film) due(tick int64) bool { return tick%f.stride == 0 }

func (f *film) add(fr draw.Frame) error {
	if !f.gif.Add(fr) {
		return f.gif.Encode(io.Discard) // which tells why
	}
	return nil
}

// pitch returns the number of ticks from frame to frame, and for how many hundredths
// of a second a frame is shown: as long as its ticks last.
func pitch(rate float64) (stride int64, delay int) {
	stride = max(1, int64(rate/movieRate))
	return stride, min(max(2, int(math.Round(100*float64(stride)/rate))), math.MaxUint16)
}

// frames is pitch for a run. A long run has a larger stride with the same delay, so
// that it passes faster.
func frames(ticks int64, rate float64) (stride int64, delay int) {
	stride, delay = pitch(rate)
	return max(stride, (ticks+movieFrames-1)/movieFrames), delay
}

// movie draws a run as a GIF, its last moment included.
type movie struct {
	Idle
	film
	out *File
}

func newMovie(f *File, r *Run) Observer {
	stride, delay := frames(r.Ticks, r.setup().TickRate)
	a := newArtist(r.Session.Scene(), r.Script.bringsPlayers())
	return &movie{film: newFilm(a, stride, delay, movieFrames+2), out: f}
}

func (m *movie) Before(r *Run) error {
	if r.Session.Paused() || !m.due(r.Session.World().Clock().Tick) {
		return nil
	}
	return m.add(m.frame(r.Snapshot(), r.caption()))
}

func (m *movie) Close(r *Run) (Written, error) {
	err := r.Err()
	if err == nil {
		err = m.add(m.frame(r.Snapshot(), r.caption()))
	}
	if err == nil {
		err = m.gif.Encode(m.out)
	}
	return m.out.Finish(humanize.Count(int64(m.gif.Len()), "frame"), err)
}

// still draws the last moment of a run as a PNG.
type still struct {
	Idle
	artist
	out *File
}

func newStill(f *File, r *Run) Observer {
	return &still{artist: newArtist(r.Session.Scene(), r.Script.bringsPlayers()), out: f}
}

func (s *still) Close(r *Run) (Written, error) {
	err := r.Err()
	if err == nil {
		fr := s.frame(r.Snapshot(), r.caption())
		err = draw.PNG(s.out, s.field, fr, s.legend(), draw.Options{Width: stillWidth})
	}
	return s.out.Finish(fmt.Sprintf("tick %d", r.Snapshot().Tick), err)
}

var (
	_ Observer = (*movie)(nil)
	_ Observer = (*still)(nil)
)

// recordFlag is the flag that asks for a [Recording].
const recordFlag = "record"

// recordingFrames is the number of frames a [Recording] has at most: two minutes.
const recordingFrames = 1500

// Recording records a session as a GIF for as long as it is played, whatever a
// window shows of it.
type Recording struct {
	film
	out  *File
	snap session.Snapshot
}

// Record makes the file, so that a path that cannot be written is known before the
// game.
func Record(path string, s *live.Session) (*Recording, error) {
	f, err := Create(path, io.Discard)
	if err != nil {
		return nil, lost(recordFlag, path, err)
	}
	stride, delay := pitch(s.Scene().Setup.TickRate)
	return &Recording{film: newFilm(newArtist(s.Scene(), true), stride, delay, recordingFrames), out: f}, nil
}

// Add takes a frame of the session where one is due: call it after each tick. It
// takes none past two minutes.
func (r *Recording) Add(s *live.Session) error {
	if !r.due(s.World().Clock().Tick) || r.gif.Len() >= recordingFrames {
		return nil
	}
	s.SnapshotInto(&r.snap)
	return r.add(r.frame(&r.snap))
}

// Close writes the recording.
func (r *Recording) Close() (Written, error) {
	done, err := r.out.Finish(humanize.Count(int64(r.gif.Len()), "frame"), r.gif.Encode(r.out))
	return done, lost(recordFlag, r.out.path, err)
}
