package sweepreport

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// together draws the mean of the first measure by two factors: the more there is of a colour,
// the higher it is.
func (r *Report) together(first, second int) (drawing, bool) {
	if len(r.Measures) == 0 {
		return drawing{}, false
	}
	columns, rows := r.split(first), r.split(second)
	means := make([][]float64, len(columns))
	var known []float64
	for i := range columns {
		for k := range rows {
			both := slices.DeleteFunc(slices.Clone(columns[i].rows), func(n int) bool {
				_, found := slices.BinarySearch(rows[k].rows, n)
				return !found
			})
			e := r.mean(both, 0)
			if means[i] = append(means[i], e.mean); e.n > 0 {
				known = append(known, e.mean)
			}
		}
	}
	if len(known) == 0 {
		return drawing{}, false
	}
	scale := span(known)
	scale.room = 0
	strength := func(v float64) float64 { return 0.08 + 0.92*scale.at(v) }
	cell := (250 / vg.Length(len(columns)))
	fits := true
	for _, v := range known {
		fits = fits && width(digits(v, 3))+4 < cell
	}
	var all marks
	across, up := float64(len(columns)), float64(len(rows))
	for i := range means {
		for k, v := range means[i] {
			if !finite(v) {
				continue
			}
			x, y := float64(i)/across, row(k, len(rows))
			all = append(all, box(x, y-0.5/up, x+1/across, y+0.5/up, accent.of(strength(v))))
			if fits {
				over := text
				if strength(v) >= 0.55 {
					over = paper
				}
				all = append(all, mark{kind: wordMark, color: over, words: digits(v, 3), points: [][2]float64{{x + 0.5/across, y}}})
			}
		}
	}
	f, g, m := &r.Factors[first], &r.Factors[second], &r.Measures[0]
	p := newPlot(f.String(), g.String())
	var below, beside plot.ConstantTicks
	var wide vg.Length
	for i := range columns {
		label := fitted(columns[i].label, 90)
		wide = max(wide, width(label)+6)
		below = append(below, plot.Tick{Value: (float64(i) + 0.5) / across, Label: label})
	}
	for k := range rows {
		beside = append(beside, plot.Tick{Value: row(k, len(rows)), Label: fitted(rows[k].label, 90)})
	}
	height := max(plotHeight, 90+20*vg.Length(len(rows)))
	if wide > cell {
		p.X.Tick.Label.Rotation = math.Pi / 2
		p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XRight, draw.YCenter
		height += wide
	}
	p.X.Tick.Marker, p.Y.Tick.Marker = below, beside
	p.X.Padding, p.Y.Padding, p.X.Tick.Length, p.Y.Tick.Length = 0, 0, 0, 0
	p.Add(all)

	c, area := newCanvas(plotWidth, height)
	area.SetColor(paper)
	area.Fill(area.Rectangle.Path())
	p.Draw(draw.Crop(area, 4, -10, 4, -30))
	key(area, p, m.String(), scale, strength)
	caption := fmt.Sprintf("Mean %s by %s and %s%s", m, f, g, r.upTo(0))
	alt := fmt.Sprintf("%s: %s to %s", caption, digits(scale.low, 3), digits(scale.high, 3))
	return drawing{name: "heat-" + slug(f.Name) + "-" + slug(g.Name), alt: alt, caption: caption, width: plotWidth, height: height, body: c.b.String()}, true
}

// key says above a heat map which colours mean what.
func key(area draw.Canvas, p *plot.Plot, what string, scale axis, strength func(float64) float64) {
	style := p.X.Label.TextStyle
	style.XAlign, style.YAlign, style.Rotation = draw.XRight, draw.YCenter, 0
	right, y := area.Max.X-10, area.Max.Y-14
	high, low := digits(scale.high, 3), digits(scale.low, 3)
	area.FillText(style, vg.Point{X: right, Y: y}, high)
	right -= width(high) + 5
	const boxes, wide = 6, vg.Length(12)
	for i := range boxes {
		x := right - wide*vg.Length(boxes-i)
		share := float64(i) / (boxes - 1)
		level := float64(scale.low*(1-share)) + float64(scale.high*share)
		area.FillPolygon(accent.of(strength(level)), []vg.Point{{X: x, Y: y - 5}, {X: x + wide, Y: y - 5}, {X: x + wide, Y: y + 5}, {X: x, Y: y + 5}})
	}
	right -= wide*boxes + 5
	area.FillText(style, vg.Point{X: right, Y: y}, low)
	right -= width(low) + 10
	area.FillText(style, vg.Point{X: right, Y: y}, fitted(what, right-area.Min.X-8))
}
