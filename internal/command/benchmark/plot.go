package benchmark

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
)

// plotColors can be told apart by people with any kind of colour blindness (Okabe and
// Ito, 2008). plotGlyphs are paths around a point.
var (
	plotColors = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#333333"}
	plotGlyphs = []string{
		"m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", "m-3.5 -3.5h7v7h-7z", "m0 -4.5l4.5 8h-9z", "m0 4.5l4.5 -8h-9z",
		"m-4 -4l8 8m0 -8l-8 8", "m-5 0h10m-5 -5v10", "m0 -5l5 5l-5 5l-5 -5z",
	}
)

// The picture, in pixels: its size, and where the field with the curves is in it.
const (
	plotWidth, plotHeight      = 768, 480
	plotLeft, plotRight        = 84, 744
	plotTop, plotBottom        = 44, 420
	legendRow, legendX, labelY = 18, 16, 18
)

// Plot draws, as SVG, nanoseconds a bot and tick against bots, both logarithmic, a
// line for each layout and number of workers.
func Plot(w io.Writer, name string, rows []Row) error {
	curves := benchCurves(rows)
	x, y := axis{from: plotLeft, to: plotRight}, axis{from: plotBottom, to: plotTop}
	for _, c := range curves {
		for _, p := range c.points {
			x.take(p.bots)
			y.take(p.ns)
		}
	}
	x.widen(1.25, 1.25)
	room := math.Pow(y.hi/y.lo, 0.1*float64(len(curves))) // for the legend
	y.widen(1.5, 1.5*room)
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="Liberation Sans,Arial,Helvetica,sans-serif" font-size="13">`+"\n", plotWidth, plotHeight)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", plotWidth, plotHeight)
	text := func(px, py float64, anchor, more, what string) {
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="%s"%s>%s</text>`+"\n", px, py, anchor, more, html.EscapeString(what))
	}
	line := func(x1, y1, x2, y2 float64, color string) {
		fmt.Fprintf(&b, `<path d="M%.1f %.1fL%.1f %.1f" stroke="%s"/>`+"\n", x1, y1, x2, y2, color)
	}
	middle := float64(plotLeft+plotRight) / 2
	text(middle, 26, "middle", ` font-size="18"`, name+": time for a bot and tick")
	for _, v := range x.marks() {
		line(x.at(v), plotTop, x.at(v), plotBottom, "#ccc")
		text(x.at(v), plotBottom+labelY, "middle", "", markText(v))
	}
	for _, v := range y.marks() {
		line(plotLeft, y.at(v), plotRight, y.at(v), "#ccc")
		text(plotLeft-8, y.at(v)+4, "end", "", markText(v))
	}
	line(plotLeft, plotBottom, plotRight, plotBottom, "#000")
	line(plotLeft, plotTop, plotLeft, plotBottom, "#000")
	text(middle, plotHeight-14, "middle", ` font-size="15"`, "bots")
	const up = float64(plotTop+plotBottom) / 2
	text(22, up, "middle", fmt.Sprintf(` font-size="15" transform="rotate(-90 22 %.1f)"`, up), "nanoseconds a bot and tick")
	for i, c := range curves {
		var points [][2]float64
		for _, p := range c.points {
			points = append(points, [2]float64{x.at(p.bots), y.at(p.ns)})
		}
		c.draw(&b, i, points)
		py := float64(plotTop + 16 + legendRow*i)
		c.draw(&b, i, [][2]float64{{plotLeft + legendX, py}, {plotLeft + legendX + 36, py}})
		text(plotLeft+legendX+46, py+4, "start", "", c.name)
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// axis is a logarithmic axis: from lo to hi there are pixels.
type axis struct{ lo, hi, from, to float64 }

// take makes the axis reach a value, which is above 0.
func (a *axis) take(v float64) {
	if a.lo == 0 || v < a.lo {
		a.lo = v
	}
	a.hi = max(a.hi, v)
}

// widen makes the axis begin and end these times farther out.
func (a *axis) widen(below, above float64) { a.lo, a.hi = a.lo/below, a.hi*above }

// at returns the pixel of a value.
func (a *axis) at(v float64) float64 {
	return a.from + (a.to-a.from)*math.Log(v/a.lo)/math.Log(a.hi/a.lo)
}

// marks are 1, 2 and 5 times the powers of ten on the axis.
func (a *axis) marks() (list []float64) {
	if a.lo <= 0 {
		return nil
	}
	for e := math.Floor(math.Log10(a.lo)); e <= math.Ceil(math.Log10(a.hi)); e++ {
		for _, m := range []float64{1, 2, 5} {
			if v := m * math.Pow(10, e); v >= a.lo && v <= a.hi {
				list = append(list, v)
			}
		}
	}
	return list
}

func markText(v float64) string {
	if v >= 1 {
		return humanize.Thousands(int64(math.Round(v)))
	}
	return fmt.Sprintf("%g", v)
}

type benchCurve struct {
	name    string
	layout  Layout
	workers int
	points  []benchPoint
}

// benchPoint is a row of a curve: so many bots, and nanoseconds a bot and tick.
type benchPoint struct{ bots, ns float64 }

// draw draws the curve of a number through some pixels.
func (c *benchCurve) draw(b *bytes.Buffer, number int, points [][2]float64) {
	color, glyph, dashes := plotColors[number%len(plotColors)], plotGlyphs[number%len(plotGlyphs)], ""
	if c.workers > 1 {
		dashes = ` stroke-dasharray="7 4"`
	}
	var way, marks strings.Builder
	for i, p := range points {
		fmt.Fprintf(&way, "%c%.1f %.1f", "ML"[min(i, 1)], p[0], p[1])
		fmt.Fprintf(&marks, "M%.1f %.1f%s", p[0], p[1], glyph)
	}
	fmt.Fprintf(b, `<path d="%s" fill="none" stroke="%s" stroke-width="2"%s/>`+"\n", way.String(), color, dashes)
	fmt.Fprintf(b, `<path d="%s" fill="%s" stroke="%[2]s" stroke-width="1.5"/>`+"\n", marks.String(), color)
}

// benchCurves groups the rows by layout and workers, and sorts each group by bots. Rows that
// took no time that could be measured are left out: they have no place on the axis.
func benchCurves(rows []Row) []benchCurve {
	var curves []benchCurve
	for _, r := range rows {
		if r.Bots <= 0 || !(r.NsPerBotTick > 0) {
			continue
		}
		i := slices.IndexFunc(curves, func(c benchCurve) bool { return c.layout == r.Scene && c.workers == r.Workers })
		if i < 0 {
			i = len(curves)
			curves = append(curves, benchCurve{name: fmt.Sprintf("%s, %s", r.Scene, humanize.Count(int64(r.Workers), "worker")), layout: r.Scene, workers: r.Workers})
		}
		curves[i].points = append(curves[i].points, benchPoint{float64(r.Bots), r.NsPerBotTick})
	}
	for _, c := range curves {
		slices.SortFunc(c.points, func(a, b benchPoint) int { return cmp.Compare(a.bots, b.bots) })
	}
	return curves
}
