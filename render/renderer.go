package render

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/internal/backdoor"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/window"
)

// Renderer draws the snapshots of one session: bodies, obstacles, places and items,
// in the colours of its scene. The exported fields may be changed between frames.
type Renderer struct {
	Unit     float64    // how large text, bars and bodies are; 1 is right for a small window
	Captions []string   // lines below the title; nil says how many are there
	Trails   bool       // bodies leave fading lines behind
	Light    bool       // dark on light
	Hide     Layers     // what is left out
	Sight    bool       // how far bots see: all while they are few, else the selected one
	Selected thicket.ID // named and marked, with a line to whom it chose; 0: nobody
	Hovered  thicket.ID // named; 0: nobody

	renderer *window.Renderer
}

// Layers are parts of a picture that can be left out, as bits.
type Layers uint8

// The layers.
const (
	LayerNames  = Layers(draw.LayerNames)
	LayerHealth = Layers(draw.LayerHealth)
	LayerSpeech = Layers(draw.LayerSpeech)
	LayerPaths  = Layers(draw.LayerPaths)
	LayerPlaces = Layers(draw.LayerPlaces)
)

// NewRenderer makes a renderer for snapshots of a session, with what its scene puts
// on the field.
func NewRenderer(s *thicket.Session) (*Renderer, error) {
	r, err := window.NewRenderer(backdoor.Inside(s))
	if err != nil {
		return nil, err
	}
	return &Renderer{Unit: r.Unit, Trails: r.Trails, renderer: r}, nil
}

// Draw draws a snapshot on all of a screen, which may be a part of another image.
// alpha, as thicket.Session.Advance gives it, is how far time has come from the
// snapshot's tick to the next. Bodies are drawn one tick late: alpha of the way from
// their positions in the tick before to those in the snapshot. With an alpha of 1 they
// are drawn where the snapshot has them.
func (r *Renderer) Draw(screen *ebiten.Image, s *thicket.Snapshot, alpha float64) error {
	to := r.renderer
	to.Unit, to.Captions, to.Trails, to.Light = r.Unit, r.Captions, r.Trails, r.Light
	to.Hide, to.Sight, to.Selected, to.Hovered = draw.Layers(r.Hide), r.Sight, r.Selected, r.Hovered
	return to.Draw(screen, s, alpha)
}

// BodyAt returns the body nearest to a point of the screen, in pixels from its top left
// corner as in the last frame, or 0 where none is within so many pixels.
func (r *Renderer) BodyAt(x, y int, within float64) thicket.ID {
	return r.renderer.BodyAt(x, y, within)
}

// Plot returns the part of the screen, in pixels from its top left corner, that showed the
// field in the last frame.
func (r *Renderer) Plot() image.Rectangle { return r.renderer.Plot() }

// Camera returns the camera of the last frame. At first it shows the
// whole field; before the first frame it has no scale yet, and takes it from there.
func (r *Renderer) Camera() Camera { return Camera(r.renderer.Camera()) }

// SetCamera sets the camera of the frames to come. [Camera.Center], Pan and Zoom derive one
// camera from another; the zero Camera shows the whole field.
func (r *Renderer) SetCamera(c Camera) { r.renderer.SetCamera(draw.Camera(c)) }

// Camera maps metres to pixels: the world's origin lies at pixel X, Y and a
// metre is Scale pixels long, the same in both directions. To zoom and pan,
// change the values. A camera without a scale takes it from the next frame.
type Camera struct {
	Scale    float64 // pixels a metre
	X, Y     float64 // pixels
	Centered bool    // without a scale: X, Y is the point in the middle, in metres
}

// Pixel gives the pixel of the point x, y (metres).
func (c Camera) Pixel(x, y float32) (px, py float32) { return draw.Camera(c).Pixel(x, y) }

// World gives the point (metres) that pixel px, py shows.
func (c Camera) World(px, py float32) (x, y float32) { return draw.Camera(c).World(px, py) }

// Zoom makes a camera that shows everything factor times as large, and the point at
// pixel px, py in the same place.
func (c Camera) Zoom(px, py float32, factor float64) Camera {
	return Camera(draw.Camera(c).Zoom(px, py, factor))
}

// Pan makes a camera that shows everything moved by dx, dy pixels.
func (c Camera) Pan(dx, dy float32) Camera { return Camera(draw.Camera(c).Pan(dx, dy)) }

// Center makes a camera of the same scale with the point x, y (metres) in the middle of r.
func (c Camera) Center(x, y float32, r image.Rectangle) Camera {
	return Camera(draw.Camera(c).Center(x, y, r))
}
