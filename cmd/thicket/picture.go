package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/palette"
	"github.com/thicket-sim/thicket/render/draw"
	"github.com/thicket-sim/thicket/session"
)

// Pictures of a run.
const (
	movieRate   = 12.5 // frames a second of simulated time, at least
	movieFrames = 350  // at most; a longer run passes faster
	stillWidth  = 960  // pixels
)

// artist turns worlds into what package draw draws.
type artist struct {
	colors *palette.Colors
	field  draw.Field
	legend draw.Legend
	bodies []draw.Body
	items  []draw.Item
}

func newArtist(p *play) artist {
	humans := slices.ContainsFunc(p.orders.script, func(t session.Timed) bool { _, ok := t.Do.(*session.Join); return ok })
	return artist{colors: p.colors, field: p.colors.Field(), legend: p.colors.Legend(humans)}
}

// frame is the world as it is now. It is good until the next call.
func (a *artist) frame(p *play) draw.Frame {
	s := p.snapshot()
	a.bodies, a.items = a.colors.Bodies(a.bodies[:0], s), a.colors.Items(a.items[:0], s)
	return draw.Frame{Tick: s.Tick, Time: s.Time, Bodies: a.bodies, Items: a.items, Night: s.Night, Captions: []string{p.caption()}}
}

// caption is how the run stands, in a line.
func (p *play) caption() string {
	s := p.snapshot()
	var parts []string
	if standing := p.standing(); standing != "" {
		parts = append(parts, standing)
	}
	if s.Hour > 0 || s.Night {
		parts = append(parts, fmt.Sprintf("%02d:%02d", int(s.Hour), int(s.Hour*60)%60))
	}
	if len(p.tally.rules) > 0 || len(parts) == 0 {
		parts = append(parts, p.tally.caption())
	}
	return strings.Join(parts, "    ")
}

// movie draws a run as a GIF.
type movie struct {
	artist
	out    *output
	gif    *draw.GIF
	stride int64 // ticks from frame to frame
}

func newMovie(o *output, p *play) *movie {
	a := newArtist(p)
	stride, delay := frames(p.ticks, p.setup().TickRate)
	return &movie{artist: a, out: o, stride: stride, gif: draw.NewGIF(a.field, a.legend, draw.Options{
		FrameDelay: delay, MaxFrames: movieFrames + 2, Trails: true,
	})}
}

// frames says after how many ticks a frame is taken and for how long it is
// shown, in hundredths of a second: as long as the ticks last, unless a run is
// so long that frames are left out.
func frames(ticks int64, rate float64) (stride int64, delay int) {
	stride = max(1, int64(rate/movieRate))
	delay = min(max(2, int(math.Round(100*float64(stride)/rate))), math.MaxUint16)
	return max(stride, (ticks+movieFrames-1)/movieFrames), delay
}

func (m *movie) due(tick int64) bool { return tick%m.stride == 0 }

func (m *movie) add(p *play) error {
	if !m.gif.Add(m.frame(p)) {
		return m.gif.Encode(io.Discard) // which tells why
	}
	return nil
}

func (m *movie) finish() error {
	m.out.what = count(int64(m.gif.Len()), "frame")
	return m.gif.Encode(m.out)
}

// still draws the last moment of a run as a PNG.
type still struct {
	artist
	out *output
}

func newStill(o *output, p *play) *still { return &still{newArtist(p), o} }

func (s *still) draw(p *play) error {
	s.out.what = fmt.Sprintf("tick %d", p.snapshot().Tick)
	return draw.PNG(s.out, s.field, s.frame(p), s.legend, draw.Options{Width: stillWidth})
}
