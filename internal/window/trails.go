package window

import (
	"image"
	"image/color"
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/insight/draw"
)

// trails holds the lines that bodies leave behind, in one image. It covers more of the
// field than the screen shows, so that the camera can move some way over it.
type trails struct {
	image  *ebiten.Image
	camera draw.Camera // of the image
	time   float64     // seconds of simulated time, of the newest piece
	faded  float64     // of the last fading
	list   draw.List
}

// Trails fade to one in e of their strength in trailTime seconds of simulated
// time, by a step every fadeEvery.
const (
	trailTime   = 0.9
	fadeEvery   = 0.1
	trailMargin = 0.25 // of the screen's size, around it
	trailWidth  = 1.6
)

// fade scales every pixel down by an alpha. In eight bits faint pixels would stay as
// they are by rounding, so that wane subtracts a little from all.
var (
	fade = blend(ebiten.BlendFactorZero, ebiten.BlendFactorOneMinusSourceAlpha, ebiten.BlendOperationAdd)
	wane = blend(ebiten.BlendFactorOne, ebiten.BlendFactorOne, ebiten.BlendOperationReverseSubtract)
)

// blend makes a blend that treats colours and alpha the same way.
func blend(source, destination ebiten.BlendFactor, op ebiten.BlendOperation) ebiten.Blend {
	return ebiten.Blend{
		BlendFactorSourceRGB: source, BlendFactorSourceAlpha: source,
		BlendFactorDestinationRGB: destination, BlendFactorDestinationAlpha: destination,
		BlendOperationRGB: op, BlendOperationAlpha: op,
	}
}

// leaveTrails draws a line from where each body was in the last snapshot to where it
// is now.
func (r *Renderer) leaveTrails(time float64) {
	t := &r.trails
	if !r.Trails || len(r.bodies) > trailBodies || time < t.time {
		t.drop()
		t.time, t.faded = time, time
		return
	}
	t.follow(r.layout)
	if past := time - t.faded; past >= fadeEvery {
		fill(t.image, 1-math.Exp(-past/trailTime), fade)
		fill(t.image, 1.0/255, wane)
		t.faded = time
	}
	t.time = time
	t.list.Reset()
	width := float32(trailWidth * r.Unit)
	r.motion.each(r.jump(), func(before, now *pose, i int) {
		c := draw.Shown(r.bodies[i].Color, r.Light)
		if r.bodies[i].Marked && !r.bodies[i].Hued {
			c = draw.MarkShown(r.Light)
		}
		c.A = 90
		x0, y0 := t.camera.Pixel(before.x, before.y)
		x1, y1 := t.camera.Pixel(now.x, now.y)
		t.list.Prims = append(t.list.Prims, draw.Prim{Kind: draw.Line, Color: c, X: x0, Y: y0, U: x1, V: y1, R: width})
	})
	r.painter.Paint(t.image, t.list.Prims)
}

// follow makes a new image when the camera has left the old one or has zoomed, and
// copies what is there.
func (t *trails) follow(l *draw.Layout) {
	mx, my := int(float64(l.Width)*trailMargin), int(float64(l.Height)*trailMargin)
	size := image.Pt(l.Width+2*mx, l.Height+2*my)
	want := l.Camera.Pan(float32(mx), float32(my))
	if t.image != nil && t.image.Bounds().Size() == size && t.camera.Scale == want.Scale &&
		math.Abs(t.camera.X-want.X) < float64(mx) && math.Abs(t.camera.Y-want.Y) < float64(my) {
		return
	}
	old, oldCamera := t.image, t.camera
	t.image, t.camera = ebiten.NewImage(size.X, size.Y), want
	if old != nil {
		t.image.DrawImage(old, over(oldCamera, want, image.Point{}))
		old.Deallocate()
	}
}

// draw paints the trails as a camera sees them.
func (t *trails) draw(screen *ebiten.Image, c draw.Camera) {
	if t.image != nil {
		screen.DrawImage(t.image, over(t.camera, c, screen.Bounds().Min))
	}
}

// over gives the options that draw an image of one camera as another one shows it,
// with pixels that count from a point of the screen.
func over(from, to draw.Camera, at image.Point) *ebiten.DrawImageOptions {
	o := &ebiten.DrawImageOptions{}
	k := to.Scale / from.Scale
	o.GeoM.Scale(k, k)
	o.GeoM.Translate(to.X-from.X*k+float64(at.X), to.Y-from.Y*k+float64(at.Y))
	if k != 1 {
		o.Filter = ebiten.FilterLinear
	}
	return o
}

func (t *trails) drop() {
	if t.image != nil {
		t.image.Deallocate()
		t.image = nil
	}
}

// fill lays a white of so much alpha over an image.
func fill(dst *ebiten.Image, alpha float64, b ebiten.Blend) {
	size := dst.Bounds().Size()
	o := &ebiten.DrawImageOptions{Blend: b}
	o.GeoM.Scale(float64(size.X), float64(size.Y))
	o.ColorScale.ScaleAlpha(float32(alpha))
	dst.DrawImage(white(), o)
}

var whitePixel *ebiten.Image

// white returns an image of one white pixel.
func white() *ebiten.Image {
	if whitePixel == nil {
		whitePixel = ebiten.NewImage(1, 1)
		whitePixel.Fill(color.White)
	}
	return whitePixel
}
