package paint

import (
	"bytes"
	_ "embed"
	"fmt"
	"image/color"
	"math"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
	"golang.org/x/image/font/gofont/goregular"

	"github.com/thicket-sim/thicket/internal/insight/draw"
)

//go:embed shapes.kage
var shapes []byte

// Painter paints draw lists on Ebiten images. Shapes that follow each other are
// one batch of triangles and one draw call, whatever kinds they are and however
// many; only texts, and the dots of crowds, come between. The memory of batches
// is kept from frame to frame. A Painter belongs to the game's goroutine.
type Painter struct {
	shader   *ebiten.Shader
	source   *text.GoTextFaceSource
	faces    map[float32]*text.GoTextFace
	vertices []ebiten.Vertex
	indices  []uint32
	subpixel subpixel
	calls    int
	x, y     float32 // where the list's pixels count from
}

// NewPainter makes a Painter. It fails where the shader does not compile, which
// no driver is known to do.
func NewPainter() (*Painter, error) {
	shader, err := ebiten.NewShader(shapes)
	if err != nil {
		return nil, fmt.Errorf("render: shapes: %w", err)
	}
	source, err := text.NewGoTextFaceSource(bytes.NewReader(goregular.TTF))
	if err != nil {
		return nil, fmt.Errorf("render: font: %w", err)
	}
	return &Painter{shader: shader, source: source, faces: map[float32]*text.GoTextFace{}}, nil
}

// Calls counts the draw calls for shapes since it was called last.
func (p *Painter) Calls() int {
	n := p.calls
	p.calls = 0
	return n
}

// Face gives the typeface with letters size pixels high.
func (p *Painter) Face(size float32) *text.GoTextFace {
	f := p.faces[size]
	if f == nil {
		f = &text.GoTextFace{Source: p.source, Size: float64(size)}
		p.faces[size] = f
	}
	return f
}

// Paint paints primitives back to front. Their pixels count from dst's top left
// corner, also where dst is a part of another image.
func (p *Painter) Paint(dst *ebiten.Image, prims []draw.Prim) {
	at := dst.Bounds().Min
	p.x, p.y = float32(at.X), float32(at.Y)
	for i := 0; i < len(prims); i++ {
		switch s := &prims[i]; s.Kind {
		case draw.Dot:
			p.flush(dst)
			end := i + 1
			for end < len(prims) && prims[end].Kind == draw.Dot {
				end++
			}
			p.subpixel.paint(dst, prims[i:end])
			p.calls++
			i = end - 1
		case draw.Text:
			p.flush(dst)
			p.text(dst, s)
		default:
			p.add(s)
		}
	}
	p.flush(dst)
}

// add makes a shape the last of the batch.
func (p *Painter) add(s *draw.Prim) {
	switch s.Kind {
	case draw.Rect:
		x0, y0 := pixel(s.X), pixel(s.Y)
		x1, y1 := pixel(s.X+s.U), pixel(s.Y+s.V)
		p.quad(s, (x0+x1)/2, (y0+y1)/2, (x1-x0)/2, (y1-y0)/2, 1, 0, 0, 0)
	case draw.Line:
		dx, dy := s.U-s.X, s.V-s.Y
		long := float32(math.Hypot(float64(dx), float64(dy)))
		if long > 0 {
			p.quad(s, (s.X+s.U)/2, (s.Y+s.V)/2, long/2+1, s.R/2+1, dx/long, dy/long, s.R, long/2)
		}
	case draw.Disc:
		p.around(s)
	case draw.Diamond:
		p.quad(s, s.X, s.Y, s.R+1, s.R+1, 1, 0, s.R, 0)
	case draw.Dart:
		p.quad(s, s.X, s.Y, s.R+1, s.R*0.75+1, s.U, s.V, s.R, 0)
	case draw.Polygon:
		p.quad(s, s.X, s.Y, s.R+1, s.R+1, 1, 0, s.R, s.V)
	case draw.Ring, draw.DiamondRing:
		p.quad(s, s.X, s.Y, s.R+s.U+1, s.R+s.U+1, 1, 0, s.R, s.U)
	}
}

// pixel returns the nearest whole pixel.
func pixel(v float32) float32 { return float32(math.Floor(float64(v) + 0.5)) }

// vertex makes a vertex of a shape, without its place.
func vertex(s *draw.Prim, size, width float32) ebiten.Vertex {
	a := float32(s.Color.A) / (255 * 255)
	corners := float32(0)
	if s.Kind == draw.Polygon {
		corners = s.U
	}
	return ebiten.Vertex{
		SrcX: float32(s.Kind), SrcY: corners,
		ColorR: float32(s.Color.R) * a, ColorG: float32(s.Color.G) * a, ColorB: float32(s.Color.B) * a,
		ColorA:  float32(s.Color.A) / 255,
		Custom2: size, Custom3: width,
	}
}

// quad adds a rectangle around x, y, that reaches u along the unit vector
// ax, ay and v across it.
func (p *Painter) quad(s *draw.Prim, x, y, u, v, ax, ay, size, width float32) {
	x, y = x+p.x, y+p.y
	ux, uy, vx, vy := ax*u, ay*u, -ay*v, ax*v
	n := uint32(len(p.vertices))
	a := vertex(s, size, width)
	b, c, d := a, a, a
	a.DstX, a.DstY, a.Custom0, a.Custom1 = x-ux-vx, y-uy-vy, -u, -v
	b.DstX, b.DstY, b.Custom0, b.Custom1 = x+ux-vx, y+uy-vy, u, -v
	c.DstX, c.DstY, c.Custom0, c.Custom1 = x+ux+vx, y+uy+vy, u, v
	d.DstX, d.DstY, d.Custom0, d.Custom1 = x-ux+vx, y-uy+vy, -u, v
	p.vertices = append(p.vertices, a, b, c, d)
	p.indices = append(p.indices, n, n+1, n+2, n, n+2, n+3)
}

// around adds a triangle around a disc. Crowds have many discs, and three corners are
// a quarter less to write than four.
func (p *Painter) around(s *draw.Prim) {
	x, y, r := s.X+p.x, s.Y+p.y, s.R+1
	half := r * 1.7320508 // of the base: the root of 3
	n := uint32(len(p.vertices))
	a := vertex(s, s.R, 0)
	b, c := a, a
	a.DstX, a.DstY, a.Custom0, a.Custom1 = x, y-2*r, 0, -2*r
	b.DstX, b.DstY, b.Custom0, b.Custom1 = x+half, y+r, half, r
	c.DstX, c.DstY, c.Custom0, c.Custom1 = x-half, y+r, -half, r
	p.vertices = append(p.vertices, a, b, c)
	p.indices = append(p.indices, n, n+1, n+2)
}

// flush paints the batch.
func (p *Painter) flush(dst *ebiten.Image) {
	if len(p.indices) == 0 {
		return
	}
	dst.DrawTrianglesShader32(p.vertices, p.indices, p.shader, nil)
	p.calls++
	p.vertices, p.indices = p.vertices[:0], p.indices[:0]
}

func (p *Painter) text(dst *ebiten.Image, s *draw.Prim) {
	if s.Str == "" {
		return
	}
	face := p.Face(s.R)
	x := float64(s.X)
	switch s.Align {
	case draw.Center:
		x -= Width(s.Str, face) / 2
	case draw.Right:
		x -= Width(s.Str, face)
	}
	o := &text.DrawOptions{}
	o.GeoM.Translate(math.Round(x+float64(p.x)), math.Round(float64(s.Y+p.y)-face.Metrics().HAscent))
	o.ColorScale.ScaleWithColor(color.NRGBA(s.Color))
	text.Draw(dst, s.Str, face, o)
}

// Width returns the pixels that a line of text takes.
func Width(s string, face text.Face) float64 {
	w, _ := text.Measure(s, face, 0)
	return w
}
