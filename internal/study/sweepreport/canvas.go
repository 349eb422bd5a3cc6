package sweepreport

import (
	"fmt"
	"html"
	"image"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// ink is a colour by its name in the style sheet, more or less of it.
type ink struct {
	name    string
	opacity float64
}

// The inks of a page.
var (
	text   = ink{"ink", 1}
	dim    = ink{"dim", 1}
	accent = ink{"accent", 1}
	paper  = ink{"paper", 1}
)

func (k ink) of(opacity float64) ink { return ink{k.name, opacity} }

// RGBA makes an ink a colour for the plotting library, which only hands it on.
func (k ink) RGBA() (r, g, b, a uint32) { return 0, 0, 0, 0xffff }

// canvas draws SVG with inks.
type canvas struct {
	b      strings.Builder
	height vg.Length
	now    pen
	stack  []pen
}

// pen says with what a canvas draws, and where: x' = a·x + c·y + e, y' = b·x + d·y + f.
type pen struct {
	color            color.Color
	width            vg.Length
	dash             []vg.Length
	offset           vg.Length
	a, b, c, d, e, f float64
}

var _ vg.Canvas = (*canvas)(nil)

// newCanvas is one with its origin at the bottom left.
func newCanvas(width, height vg.Length) (*canvas, draw.Canvas) {
	c := &canvas{height: height, now: pen{color: text, width: 1, a: 1, d: 1}}
	return c, draw.Canvas{Canvas: c, Rectangle: vg.Rectangle{Max: vg.Point{X: width, Y: height}}}
}

func (c *canvas) SetLineWidth(w vg.Length)                    { c.now.width = w }
func (c *canvas) SetLineDash(dash []vg.Length, off vg.Length) { c.now.dash, c.now.offset = dash, off }
func (c *canvas) SetColor(clr color.Color)                    { c.now.color = clr }
func (c *canvas) Push()                                       { c.stack = append(c.stack, c.now) }
func (c *canvas) Pop() {
	c.now, c.stack = c.stack[len(c.stack)-1], c.stack[:len(c.stack)-1]
}

func (c *canvas) Rotate(angle float64) {
	sin, cos := math.Sincos(angle)
	p := c.now
	c.now.a, c.now.b = float64(p.a*cos)+float64(p.c*sin), float64(p.b*cos)+float64(p.d*sin)
	c.now.c, c.now.d = float64(p.c*cos)-float64(p.a*sin), float64(p.d*cos)-float64(p.b*sin)
}

func (c *canvas) Translate(pt vg.Point) {
	c.now.e, c.now.f = c.place(pt)
}

func (c *canvas) Scale(x, y float64) {
	c.now.a, c.now.b, c.now.c, c.now.d = c.now.a*x, c.now.b*x, c.now.c*y, c.now.d*y
}

// place returns where a point is from the bottom left.
func (c *canvas) place(pt vg.Point) (x, y float64) {
	p, px, py := &c.now, pt.X.Points(), pt.Y.Points()
	return float64(p.a*px) + float64(p.c*py) + p.e, float64(p.b*px) + float64(p.d*py) + p.f
}

// at returns where a point is in the picture, whose origin is at the top left.
func (c *canvas) at(pt vg.Point) string {
	x, y := c.place(pt)
	return short(x) + "," + short(c.height.Points()-y)
}

// short writes a length to a hundredth.
func short(v float64) string {
	text := strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.2f", v), "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

// shown returns the attributes that give an element its colour.
func (c *canvas) shown(what string) string {
	k, ok := c.now.color.(ink)
	if !ok {
		k = text
	}
	attributes := fmt.Sprintf(` class="%s-%s"`, what, k.name)
	if k.opacity != 1 {
		attributes += fmt.Sprintf(` %s-opacity="%s"`, what, short(k.opacity))
	}
	return attributes
}

func (c *canvas) Stroke(p vg.Path) {
	if c.now.width <= 0 {
		return
	}
	fmt.Fprintf(&c.b, `<path d="%s" fill="none"%s stroke-width="%s"`, c.path(p), c.shown("stroke"), short(c.now.width.Points()))
	if len(c.now.dash) > 0 {
		var all []string
		for _, n := range c.now.dash {
			all = append(all, short(n.Points()))
		}
		fmt.Fprintf(&c.b, ` stroke-dasharray="%s" stroke-dashoffset="%s"`, strings.Join(all, " "), short(c.now.offset.Points()))
	}
	c.b.WriteString("/>\n")
}

func (c *canvas) Fill(p vg.Path) {
	fmt.Fprintf(&c.b, `<path d="%s"%s/>`+"\n", c.path(p), c.shown("fill"))
}

func (c *canvas) path(p vg.Path) string {
	var b strings.Builder
	for i := range p {
		switch part := &p[i]; part.Type {
		case vg.MoveComp:
			b.WriteString("M" + c.at(part.Pos))
		case vg.LineComp:
			b.WriteString("L" + c.at(part.Pos))
		case vg.ArcComp:
			c.arc(&b, part, i == 0)
		case vg.CurveComp:
			b.WriteString([]string{"Q", "C"}[len(part.Control)-1])
			for _, pt := range part.Control {
				b.WriteString(c.at(pt) + " ")
			}
			b.WriteString(c.at(part.Pos))
		case vg.CloseComp:
			b.WriteString("Z")
		default:
			panic(fmt.Sprintf("sweepreport: a path has a part of kind %d", part.Type))
		}
	}
	return b.String()
}

// arc goes to the beginning of an arc, and along it in parts of less than half a circle.
func (c *canvas) arc(b *strings.Builder, part *vg.PathComp, first bool) {
	on := func(angle float64) string {
		sin, cos := math.Sincos(angle)
		return c.at(vg.Point{X: part.Pos.X + part.Radius*vg.Length(cos), Y: part.Pos.Y + part.Radius*vg.Length(sin)})
	}
	if b.WriteString("L" + on(part.Start)); first {
		panic("sweepreport: a path begins with an arc")
	}
	sweep := 0 // y grows downwards in SVG
	if part.Angle < 0 {
		sweep = 1
	}
	radius := short(part.Radius.Points() * math.Sqrt(math.Abs(float64(c.now.a*c.now.d)-float64(c.now.b*c.now.c))))
	n := int(math.Abs(part.Angle)/3) + 1
	for i := 1; i <= n; i++ {
		fmt.Fprintf(b, "A%s,%s 0 0 %d %s", radius, radius, sweep, on(part.Start+part.Angle*float64(i)/float64(n)))
	}
}

// FillString writes text as wide as the plotting library takes it for, in whatever font the
// page has.
func (c *canvas) FillString(f font.Face, pt vg.Point, words string) {
	x, y := c.place(pt)
	where := fmt.Sprintf(`x="%s" y="%s"`, short(x), short(c.height.Points()-y))
	if turn := math.Atan2(c.now.b, c.now.a) * 180 / math.Pi; turn != 0 {
		where += fmt.Sprintf(` transform="rotate(%s %s %s)"`, short(-turn), short(x), short(c.height.Points()-y))
	}
	fmt.Fprintf(&c.b, `<text %s font-size="%s" textLength="%s" lengthAdjust="spacingAndGlyphs"%s>%s</text>`+"\n",
		where, short(f.Font.Size.Points()), short(f.Width(words).Points()), c.shown("fill"), html.EscapeString(words))
}

// DrawImage is asked for by the interface; no plot of a report has a picture in it.
func (c *canvas) DrawImage(vg.Rectangle, image.Image) {
	panic("sweepreport: a plot with a picture")
}
