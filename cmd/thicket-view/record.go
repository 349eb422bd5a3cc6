package main

import (
	"fmt"
	"io"
	"math"
	"os"

	"github.com/thicket-sim/thicket/internal/palette"
	"github.com/thicket-sim/thicket/render/draw"
	"github.com/thicket-sim/thicket/session"
	"github.com/thicket-sim/thicket/systems"
)

// A recording takes so many frames of simulated time a second, and ends by
// itself.
const (
	movieRate   = 12.5
	movieFrames = 1500 // two minutes
)

// movie records the whole field as a GIF, whatever the window shows of it.
type movie struct {
	path   string
	file   *os.File
	colors *palette.Colors
	gif    *draw.GIF
	stride int64 // ticks from frame to frame
	snap   systems.Snapshot
	bodies []draw.Body
	items  []draw.Item
}

// newMovie makes the file, so that a path that cannot be written is known
// before the game.
func newMovie(path string, s *session.Session) (*movie, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	setup := &s.Scene().Setup
	stride := max(1, int64(setup.TickRate/movieRate))
	c := palette.New(s.Scene())
	return &movie{
		path: path, file: f, colors: c, stride: stride,
		gif: draw.NewGIF(c.Field(), c.Legend(true), draw.Options{
			MaxFrames: movieFrames, Trails: true,
			FrameDelay: min(max(2, int(math.Round(100*float64(stride)/setup.TickRate))), math.MaxUint16),
		}),
	}, nil
}

// Add takes a frame where one is due.
func (m *movie) Add(s *session.Session) error {
	if s.World().Clock().Tick%m.stride != 0 || m.gif.Len() >= movieFrames {
		return nil
	}
	s.SnapshotInto(&m.snap)
	m.bodies, m.items = m.colors.Bodies(m.bodies[:0], &m.snap), m.colors.Items(m.items[:0], &m.snap)
	if !m.gif.Add(draw.Frame{Tick: m.snap.Tick, Time: m.snap.Time, Bodies: m.bodies, Items: m.items, Night: m.snap.Night}) {
		return m.gif.Encode(io.Discard) // which tells why
	}
	return nil
}

// close writes the recording.
func (m *movie) close(errs io.Writer) error {
	err := m.gif.Encode(m.file)
	if e := m.file.Close(); err == nil {
		err = e
	}
	if err == nil {
		fmt.Fprintf(errs, "wrote %s (%d frames)\n", m.path, m.gif.Len())
	}
	return err
}
