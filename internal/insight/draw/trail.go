package draw

// Trails remembers where bodies were in the last trailTime seconds of
// simulated time, at most trailPoints places each. Worlds of more than
// trailBodies bodies leave none: their bodies are too small for it.
type Trails struct {
	tracks map[uint32]*track
	frames int64
}

const (
	trailTime   = 3.0 // seconds
	trailPoints = 24
	trailBodies = 5000
)

// track is a ring of positions, the newest at last.
type track struct {
	pts  [trailPoints]trailPoint
	n    int
	last int
	seen int64 // the frame that mentioned the body last
}

type trailPoint struct {
	x, y float32 // metres
	time float64 // seconds
}

// NewTrails makes a memory without any trail.
func NewTrails() *Trails { return &Trails{tracks: map[uint32]*track{}} }

// Add adds the positions of a frame. The trail of a body that is missing, or has jumped
// more than a quarter of the field, begins again; so do all where time went back.
func (t *Trails) Add(f Field, fr Frame) {
	t.frames++
	if len(fr.Bodies) > trailBodies {
		clear(t.tracks)
		return
	}
	jump := max(f.Width, f.Height) / 4
	for i := range fr.Bodies {
		b := &fr.Bodies[i]
		if !finite(b.X, b.Y) {
			continue
		}
		k := t.tracks[b.ID]
		if k == nil {
			k = new(track)
			t.tracks[b.ID] = k
		}
		k.seen = t.frames
		k.add(trailPoint{b.X, b.Y, fr.Time}, jump)
	}
	for id, k := range t.tracks {
		if k.seen != t.frames {
			delete(t.tracks, id)
		}
	}
}

func (k *track) add(p trailPoint, jump float32) {
	if k.n > 0 {
		last := k.pts[k.last]
		if abs(p.x-last.x) > jump || abs(p.y-last.y) > jump || p.time < last.time {
			k.n = 0
		} else if p.time-last.time < trailTime/trailPoints {
			return
		}
	}
	k.last = (k.last + 1) % trailPoints
	k.pts[k.last] = p
	k.n = min(k.n+1, trailPoints)
}

// drawTrails draws the trails of the bodies of fr, each from the body back to
// its oldest place, fading with age.
func (a *Layout) drawTrails(l *List, fr Frame, t *Trails, s sizes) {
	width := max(1, min(s.bot*0.3, a.px(2)))
	for i := range fr.Bodies {
		b, k := &fr.Bodies[i], t.tracks[fr.Bodies[i].ID]
		x, y := a.Camera.Pixel(b.X, b.Y)
		if k == nil || !finite(x, y) {
			continue
		}
		c := a.theme.opaque(b.Color, a.theme.body)
		if b.Marked && !b.Hued {
			c = a.theme.mark
		}
		for j := range k.n {
			p := k.pts[(k.last-j+trailPoints)%trailPoints]
			fade := 1 - (fr.Time-p.time)/trailTime
			if !(fade > 0) {
				break
			}
			px, py := a.Camera.Pixel(p.x, p.y)
			l.line(alpha(c, uint8(min(fade, 1)*100)), x, y, px, py, width)
			x, y = px, py
		}
	}
}
