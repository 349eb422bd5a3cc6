package benchmark

import (
	"bytes"
	"cmp"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/thicket-sim/thicket/internal/humanize"
)

// plotColors can be told apart by people with any kind of colour blindness (Okabe and
// Ito, 2008).
var plotColors = []color.RGBA{
	{0x00, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff},
	{0xcc, 0x79, 0xa7, 0xff}, {0xe6, 0x9f, 0x00, 0xff}, {0x56, 0xb4, 0xe9, 0xff}, {0x33, 0x33, 0x33, 0xff},
}

var plotGlyphs = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.PyramidGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{}, draw.RingGlyph{},
}

// Plot draws, as SVG, nanoseconds a bot and tick against bots, both logarithmic, a
// line for each layout and number of workers.
func Plot(w io.Writer, name string, rows []Row) error {
	p := plot.New()
	p.Title.Text = name + ": time for a bot and tick"
	p.X.Label.Text = "bots"
	p.Y.Label.Text = "nanoseconds a bot and tick"
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Scale, axis.Tick.Marker = plot.LogScale{}, decades{}
		axis.Label.TextStyle.Font, axis.Tick.Label.Font = sans(12), sans(10)
		axis.Padding = 0
	}
	p.Title.TextStyle.Font, p.Title.Padding = sans(14), vg.Points(8)
	p.Legend.Top, p.Legend.Left, p.Legend.Padding = true, true, vg.Points(3)
	p.Legend.XOffs, p.Legend.YOffs = vg.Points(8), vg.Points(-6)
	p.Legend.TextStyle.Font = sans(10)
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{0xcc}, color.Gray{0xcc}
	p.Add(grid)
	curves := benchCurves(rows)
	for i, c := range curves {
		line, points, err := plotter.NewLinePoints(c.points)
		if err != nil {
			return err
		}
		line.Color, line.Width = plotColors[i%len(plotColors)], vg.Points(1.5)
		if c.workers > 1 {
			line.Dashes = []vg.Length{vg.Points(5), vg.Points(3)}
		}
		points.Color, points.Shape, points.Radius = line.Color, plotGlyphs[i%len(plotGlyphs)], vg.Points(3.5)
		p.Add(line, points)
		p.Legend.Add(c.name, line, points)
	}
	p.X.Min, p.X.Max = p.X.Min/1.25, p.X.Max*1.25
	p.Y.Min, p.Y.Max = p.Y.Min/1.5, p.Y.Max*1.5
	p.Y.Max *= math.Pow(p.Y.Max/p.Y.Min, 0.1*float64(len(curves))) // room for the legend
	return writeSVG(w, p)
}

type benchCurve struct {
	name    string
	layout  Layout
	workers int
	points  plotter.XYs
}

// benchCurves groups the rows by layout and workers, and sorts each group by bots.
func benchCurves(rows []Row) []benchCurve {
	var curves []benchCurve
	for _, r := range rows {
		i := slices.IndexFunc(curves, func(c benchCurve) bool { return c.layout == r.Scene && c.workers == r.Workers })
		if i < 0 {
			name := fmt.Sprintf("%s, %d workers", r.Scene, r.Workers)
			if r.Workers == 1 {
				name = fmt.Sprintf("%s, 1 worker", r.Scene)
			}
			i = len(curves)
			curves = append(curves, benchCurve{name: name, layout: r.Scene, workers: r.Workers})
		}
		curves[i].points = append(curves[i].points, plotter.XY{X: float64(r.Bots), Y: r.NsPerBotTick})
	}
	for _, c := range curves {
		slices.SortFunc(c.points, func(a, b plotter.XY) int { return cmp.Compare(a.X, b.X) })
	}
	return curves
}

// sans is a font whose widths the plot library knows.
func sans(points float64) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(points)}
}

// decades marks 1, 2 and 5 times the powers of ten.
type decades struct{}

// Ticks are the marks between two positive numbers.
func (decades) Ticks(lo, hi float64) []plot.Tick {
	var ticks []plot.Tick
	for e := math.Floor(math.Log10(lo)); e <= math.Ceil(math.Log10(hi)); e++ {
		for _, m := range []float64{1, 2, 5} {
			if x := m * math.Pow(10, e); x >= lo && x <= hi {
				label := fmt.Sprintf("%g", x)
				if x >= 1 {
					label = humanize.Thousands(int64(math.Round(x)))
				}
				ticks = append(ticks, plot.Tick{Value: x, Label: label})
			}
		}
	}
	return ticks
}

func writeSVG(w io.Writer, p *plot.Plot) error {
	canvas := vgsvg.NewWith(vgsvg.UseWH(8*vg.Inch, 5*vg.Inch))
	dc := draw.New(canvas)
	dc.SetColor(color.White)
	dc.Fill(dc.Rectangle.Path())
	p.Draw(draw.Crop(dc, vg.Points(8), -vg.Points(16), vg.Points(8), -vg.Points(8)))
	var svg bytes.Buffer
	if _, err := canvas.WriteTo(&svg); err != nil {
		return err
	}
	// Arial has the same widths, for systems without Liberation.
	text := bytes.ReplaceAll(svg.Bytes(), []byte("font-family:Liberation Sans"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif"))
	_, err := w.Write(text)
	return err
}
