package window

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strings"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/insight/palette"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/window/paint"
	"github.com/thicket-sim/thicket/session"
)

// Names and trails are drawn only while there are few bodies.
const (
	namedBots   = 400   // bots whose names are drawn where there is room
	trailBodies = 5_000 // bodies that leave trails
)

// flashTime says how long a contact is shown, in seconds of simulated time.
const flashTime = 0.5

// Renderer draws the snapshots of one game: bodies, obstacles, places and items,
// in the colours of its scene. The exported fields may be changed between frames.
type Renderer struct {
	Unit     float64       // how large text, bars and bodies are; 1 is right for a small window
	Captions []string      // lines below the title; nil says how many are there
	Trails   bool          // bodies leave fading lines behind
	Light    bool          // dark on light
	Hide     draw.Layers   // what is left out
	Sight    bool          // how far bots see: all while they are few, else the selected one
	Selected components.ID // named and marked, with a line to whom it chose; 0: nobody
	Hovered  components.ID // named; 0: nobody

	lines   func(population string) []string // in place of Captions; or nil
	colors  *palette.Colors
	field   draw.Field
	painter *paint.Painter
	layout  *draw.Layout
	first   *draw.Camera // that of the first frame, where somebody set one
	made    settings     // what layout was made for
	list    draw.List
	bodies  []draw.Body
	items   []draw.Item
	sights  []draw.Sight
	endless func() bool // sight ends nowhere; nil: it does
	motion  motion
	flashes []flash
	trails  trails
}

// settings is everything that a layout depends on.
type settings struct {
	size     image.Point
	unit     float64
	captions int
	legend   string // its texts
	by       palette.By
	light    bool
}

// flash is a contact at a point, in metres, and a time.
type flash struct {
	x, y float32
	time float64
}

// NewRenderer makes a renderer for snapshots of a session, with what its scene puts
// on the field.
func NewRenderer(s *live.Session) (*Renderer, error) {
	p, err := paint.NewPainter()
	if err != nil {
		return nil, err
	}
	return newRenderer(s.Scene(), p), nil
}

func newRenderer(s *scenes.Scene, p *paint.Painter) *Renderer {
	c := palette.New(s)
	return &Renderer{Unit: 1, Trails: true, colors: c, field: c.Field(), painter: p}
}

// Camera returns the camera of the last frame. At first it shows the
// whole field; before the first frame it has no scale yet, and takes it from there.
func (r *Renderer) Camera() draw.Camera {
	switch {
	case r.layout != nil:
		return r.layout.Camera
	case r.first != nil:
		return *r.first
	}
	return draw.Camera{}
}

// SetCamera is for the frames to come. [draw.Camera.Center], Pan and Zoom make
// cameras of others.
func (r *Renderer) SetCamera(c draw.Camera) {
	if r.layout == nil {
		r.first = &c
		return
	}
	r.layout.Camera = c.Or(draw.Fit(r.field, r.layout.Plot()), r.layout.Plot())
}

// BodyAt returns the body nearest to a point of the screen, in pixels from its top left
// corner as in the last frame, or 0 where none is within so many pixels.
func (r *Renderer) BodyAt(x, y int, within float64) components.ID {
	c := r.Camera()
	wx, wy := c.World(float32(x), float32(y))
	return r.nearest(wx, wy, float32(within/c.Scale))
}

// nearest returns the body nearest to a point within so many metres, as drawn.
func (r *Renderer) nearest(x, y, within float32) (id components.ID) {
	best := within * within
	for i := range r.bodies {
		b := &r.bodies[i]
		dx, dy := b.X-x, b.Y-y
		if d := dx*dx + dy*dy; d < best {
			best, id = d, components.ID(b.ID)
		}
	}
	return id
}

// Plot returns the part of the screen, in pixels from its top left corner, that showed the
// field in the last frame.
func (r *Renderer) Plot() image.Rectangle {
	if r.layout == nil {
		return image.Rectangle{}
	}
	return r.layout.Plot()
}

// Painter returns the renderer's own painter, for games that paint draw lists on top.
func (r *Renderer) Painter() *paint.Painter { return r.painter }

// Draw draws a snapshot on all of a screen, which may be a part of another image.
// alpha is how far time has come from the snapshot's tick to the next, as
// Session.Advance gives it: bodies are drawn a tick late, alpha of the way from
// where they were in the tick before the snapshot's to where they are in it. With
// an alpha of 1 they are drawn where the snapshot has them.
func (r *Renderer) Draw(screen *ebiten.Image, s *session.Snapshot, alpha float64) error {
	r.bodies, r.items = r.colors.Bodies(r.bodies[:0], s), r.colors.Items(r.items[:0], s)
	captions := r.captions(s)
	if err := r.arrange(screen.Bounds().Size(), s, len(captions)); err != nil {
		return err
	}
	if r.motion.advance(s, r.bodies) {
		r.catch(s)
		r.leaveTrails(s.Time)
	}
	r.name(s)
	r.motion.blend(r.bodies, alpha, r.jump())
	fr := draw.Frame{Tick: s.Tick, Time: s.Time, Bodies: r.bodies, Items: r.items, Night: s.Night, Captions: captions}
	fr.Links = r.links(s)
	fr.Sights = r.look(s)
	r.layout.Hide = r.Hide
	for _, f := range r.flashes {
		fr.Flashes = append(fr.Flashes, draw.Flash{X: f.x, Y: f.y, Age: float32((s.Time - f.time) / flashTime)})
	}
	r.list.Reset()
	r.layout.DrawGround(&r.list)
	r.painter.Paint(screen, r.list.Prims)
	if r.Trails {
		r.trails.draw(screen, r.layout.Camera)
	}
	r.list.Reset()
	r.layout.DrawBodies(&r.list, fr, nil)
	r.layout.DrawBars(&r.list, fr)
	r.painter.Paint(screen, r.list.Prims)
	return nil
}

// look gives what the bots see that the layer of sight shows, from where they are drawn.
func (r *Renderer) look(s *session.Snapshot) []draw.Sight {
	r.sights = r.sights[:0]
	if !r.Sight || len(s.Bots) > namedBots && r.Selected == 0 || r.endless != nil && r.endless() {
		return nil
	}
	only := components.ID(0)
	if len(s.Bots) > namedBots {
		only = r.Selected
	}
	r.sights = r.colors.Sights(r.sights, s, only)
	for i := range r.sights {
		k := &r.sights[i]
		if b := find(r.bodies, len(s.Bots), components.ID(k.ID)); b != nil {
			k.X, k.Y = b.X, b.Y
		}
	}
	return r.sights
}

// captions returns the lines below the title.
func (r *Renderer) captions(s *session.Snapshot) []string {
	switch {
	case r.lines != nil:
		return r.lines(r.population(s))
	case r.Captions != nil:
		return r.Captions
	}
	return []string{r.population(s)}
}

// population says how many are there.
func (r *Renderer) population(s *session.Snapshot) string {
	buildings := r.colors.Buildings()
	line := humanize.Count(int64(len(s.Bots)-buildings), "bot")
	if buildings > 0 {
		line += ", " + humanize.Count(int64(buildings), "building")
	}
	if n := len(s.Players); n > 0 {
		line += fmt.Sprintf(", %d playing", n)
	}
	return line
}

// jump bounds how far, in metres, a body goes between two snapshots. One that went
// farther was put there.
func (r *Renderer) jump() float32 { return max(r.field.Width, r.field.Height) / 4 }

// arrange makes a new layout when the settings have changed. The camera keeps the point
// in its middle.
func (r *Renderer) arrange(size image.Point, s *session.Snapshot, captions int) error {
	legend := r.colors.Legend(len(s.Players) > 0)
	want := settings{size, r.Unit, captions, texts(&legend), r.colors.By(), r.Light}
	if r.layout != nil && want == r.made {
		return nil
	}
	o := draw.Options{Width: size.X, Height: size.Y, Unit: float32(r.Unit), Light: r.Light}
	layout, err := draw.NewLayout(r.field, legend, o, captions)
	if err != nil {
		return fmt.Errorf("render: %w", err)
	}
	if old := r.layout; old != nil && !fits(old, r.field) {
		was := old.Plot()
		x, y := old.Camera.World(middle(was))
		layout.Camera = draw.Camera{Scale: old.Camera.Scale * r.Unit / r.made.unit}.Center(x, y, layout.Plot())
	}
	if r.first != nil {
		layout.Camera, r.first = r.first.Or(layout.Camera, layout.Plot()), nil
	}
	r.layout, r.made = layout, want
	return nil
}

// texts tells legends apart: it returns their texts, and which classes stand still.
func texts(l *draw.Legend) string {
	var b strings.Builder
	for i := range l.Entries {
		b.WriteString(l.Entries[i].Text)
		if l.Entries[i].Still {
			b.WriteByte('\t')
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// fits reports whether a layout shows the whole field as it does at first.
func fits(l *draw.Layout, f draw.Field) bool { return l.Camera == draw.Fit(f, l.Plot()) }

func middle(r image.Rectangle) (x, y float32) {
	return float32(r.Min.X+r.Max.X) / 2, float32(r.Min.Y+r.Max.Y) / 2
}

// catch adds flashes for the contacts of a snapshot, and removes old ones.
func (r *Renderer) catch(s *session.Snapshot) {
	kept := r.flashes[:0]
	for _, f := range r.flashes {
		if age := s.Time - f.time; age >= 0 && age < flashTime {
			kept = append(kept, f)
		}
	}
	r.flashes = kept
	if len(s.Contacts) > namedBots {
		return
	}
	for _, c := range s.Contacts {
		if b := find(r.bodies, len(s.Bots), c.To); b != nil {
			r.flashes = append(r.flashes, flash{b.X, b.Y, s.Time})
		}
	}
}

// find finds a body by its id. The first so many bodies are bots, by id; then come
// the players, by id.
func find(bodies []draw.Body, bots int, id components.ID) *draw.Body {
	for _, list := range [][]draw.Body{bodies[:bots], bodies[bots:]} {
		at, ok := slices.BinarySearchFunc(list, uint32(id), func(b draw.Body, id uint32) int { return cmp.Compare(b.ID, id) })
		if ok {
			return &list[at]
		}
	}
	return nil
}

// name labels all bots while they are few, and always the selected and hovered ones.
func (r *Renderer) name(s *session.Snapshot) {
	if len(s.Bots) <= namedBots {
		for i := range s.Bots {
			r.bodies[i].Label = s.Bots[i].Name
		}
	}
	for _, id := range [...]components.ID{r.Selected, r.Hovered} {
		if id == 0 {
			continue
		}
		if v := s.Body(id); v != nil {
			b := find(r.bodies, len(s.Bots), id)
			b.Label, b.Named = v.Name, true
			b.Focus = b.Focus || id == r.Selected
		}
	}
}

// links gives the line from the selected bot to the body that it chose.
func (r *Renderer) links(s *session.Snapshot) []draw.Link {
	v := s.Body(r.Selected)
	if v == nil || v.Target == 0 {
		return nil
	}
	from, to := find(r.bodies, len(s.Bots), v.ID), find(r.bodies, len(s.Bots), v.Target)
	if from == nil || to == nil {
		return nil
	}
	return []draw.Link{{X0: from.X, Y0: from.Y, X1: to.X, Y1: to.Y}}
}
