package sweepreport

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
)

// Plot is a picture of the report.
type Plot struct {
	Name string // of a file, without its ending; no two plots have the same
	Alt  string // what it shows, for who does not see it
	SVG  []byte // a whole file
}

// The size of a plot, in the units of its text.
const (
	plotWidth  vg.Length = 360
	plotHeight vg.Length = 240
)

// mostEffects is of how many measures the effects of factors are drawn.
const mostEffects = 4

// figures are plots of one kind.
type figures struct {
	Title string
	all   []drawing
}

// drawing is a plot before it is a file.
type drawing struct {
	name, alt, caption string
	width, height      vg.Length
	body               string
}

// Plots draws the convergence of the answer, the effect of each factor on the first four
// measures, the first measure by pairs of factors, and the distribution of each measure. What no
// run has a number for is left out.
func (r *Report) Plots() []Plot {
	var plots []Plot
	seen := map[string]bool{}
	for _, kind := range r.figures() {
		for i := range kind.all {
			f := &kind.all[i]
			name := f.name
			for n := 2; seen[name]; n++ {
				name = fmt.Sprintf("%s-%d", f.name, n)
			}
			seen[name] = true
			plots = append(plots, Plot{Name: name, Alt: f.alt, SVG: []byte(f.svg("<style>" + colours + "</style>\n"))})
		}
	}
	return plots
}

// figures returns all plots, by kind.
func (r *Report) figures() []figures {
	kinds := []figures{{Title: "The answer, round by round"}, {Title: "What each factor does"}, {Title: "Factors together"}, {Title: "How runs differ"}}
	to := func(kind int) func(drawing, bool) {
		return func(d drawing, ok bool) {
			if ok {
				kinds[kind].all = append(kinds[kind].all, d)
			}
		}
	}
	to(0)(r.convergence())
	for f := range r.Factors {
		for m := range r.Measures[:min(len(r.Measures), mostEffects)] {
			to(1)(r.effect(f, m))
		}
		for g := range f {
			to(2)(r.together(g, f))
		}
	}
	for m := range r.Measures {
		to(3)(r.distribution(m))
	}
	return slices.DeleteFunc(kinds, func(k figures) bool { return len(k.all) == 0 })
}

// svg returns the picture with what stands before its shapes.
func (f *drawing) svg(before string) string {
	w, h := short(f.width.Points()), short(f.height.Points())
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %[1]s %[2]s" role="img" aria-label="%s" font-family="Liberation Sans,Arial,Helvetica,sans-serif">`+"\n%s%s</svg>\n",
		w, h, html.EscapeString(f.alt), before, f.body)
}

// slug returns a text as a part of a file's name.
func slug(words string) string {
	return strings.Trim(strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' {
			return c
		}
		return '-'
	}, words), "-")
}

// newPlot returns an empty one whose axes go from 0 to 1.
func newPlot(x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	p.X.Label.Text, p.Y.Label.Text = fitted(x, 260), fitted(y, 190)
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Min, a.Max, a.Padding = 0, 1, 2
		a.Color, a.Tick.Color, a.Width, a.Tick.Width, a.Tick.Length = dim, dim, 0.75, 0.75, 4
		a.Label.TextStyle.Font, a.Tick.Label.Font = sans, sans
		a.Label.TextStyle.Color, a.Tick.Label.Color = text, dim
		a.Label.Padding = 3
	}
	return p
}

// drawn returns a plot as a figure.
func drawn(p *plot.Plot, height vg.Length, name, alt, caption string) drawing {
	c, area := newCanvas(plotWidth, height)
	area.SetColor(paper)
	area.Fill(area.Rectangle.Path())
	p.Draw(draw.Crop(area, 4, -10, 4, -8))
	return drawing{name: name, alt: alt, caption: caption, width: plotWidth, height: height, body: c.b.String()}
}

// marks lists the marks of a plot, in places from 0 to 1, first to last.
type marks []mark

// mark is a shape: an area, a line or a dot, or words.
type mark struct {
	kind   markKind
	points [][2]float64
	color  ink
	words  string
}

type markKind uint8

const (
	areaMark markKind = iota
	lineMark
	dotMark
	wordMark
)

// Plot draws the marks.
func (all marks) Plot(c draw.Canvas, p *plot.Plot) {
	for _, m := range all {
		points := make([]vg.Point, len(m.points))
		for i, at := range m.points {
			points[i] = vg.Point{X: c.X(min(max(at[0], 0), 1)), Y: c.Y(min(max(at[1], 0), 1))}
		}
		switch m.kind {
		case areaMark:
			c.FillPolygon(m.color, points)
		case lineMark:
			c.StrokeLines(draw.LineStyle{Color: m.color, Width: 1.5}, points)
		case dotMark:
			c.DrawGlyph(draw.GlyphStyle{Color: m.color, Radius: 3, Shape: draw.CircleGlyph{}}, points[0])
		case wordMark:
			style := p.X.Tick.Label
			style.Color, style.XAlign, style.YAlign, style.Rotation = m.color, draw.XCenter, draw.YCenter, 0
			c.FillText(style, points[0], m.words)
		}
	}
}

// box returns an area from one corner to the other.
func box(x0, y0, x1, y1 float64, k ink) mark {
	return mark{kind: areaMark, points: [][2]float64{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, color: k}
}

// effect draws a measure by what a factor was. The axis of the measure holds all means, and of
// intervals what lies among the values of runs: an interval of two runs may be many times as
// long.
func (r *Report) effect(factor, measure int) (drawing, bool) {
	groups := r.split(factor)
	values, _ := r.values(r.every(), measure)
	var estimates []estimate
	var ends, at []float64
	within := span(values)
	groups = slices.DeleteFunc(groups, func(g group) bool { return r.mean(g.rows, measure).n == 0 })
	if len(groups) == 0 {
		return drawing{}, false
	}
	for i := range groups {
		e := r.estimate(groups[i].rows, measure)
		estimates, at, ends = append(estimates, e), append(at, groups[i].at), append(ends, e.mean)
		if e.known() {
			ends = append(ends, max(e.low, min(within.low, e.mean)), min(e.high, max(within.high, e.mean)))
		}
	}
	f, m := &r.Factors[factor], &r.Measures[measure]
	listed := f.Levels != nil
	value := span(ends)
	place := func(across, along float64) [2]float64 { return [2]float64{across, along} }
	p, height := newPlot(f.String(), m.String()), plotHeight
	across := span(at)
	p.X.Tick.Marker, p.Y.Tick.Marker = thin(across.ticks(5), 280), value.ticks(5)
	if listed {
		place = func(across, along float64) [2]float64 { return [2]float64{along, across} }
		p, height = newPlot(m.String(), ""), 60+22*vg.Length(len(groups))
		p.X.Tick.Marker = thin(value.ticks(5), 220)
		var ticks plot.ConstantTicks
		for i := range groups {
			ticks = append(ticks, plot.Tick{Value: row(i, len(groups)), Label: fitted(groups[i].label, 120)})
		}
		p.Y.Tick.Marker = ticks
		p.Y.Tick.Length = 0
	}
	var line, bars marks
	var path [][2]float64
	for i, e := range estimates {
		x := across.at(at[i])
		if listed {
			x = row(i, len(groups))
		}
		here := place(x, value.at(e.mean))
		path = append(path, here)
		if e.known() {
			bars = append(bars, mark{kind: lineMark, color: accent, points: [][2]float64{place(x, value.at(e.low)), place(x, value.at(e.high))}})
		}
		bars = append(bars, mark{kind: dotMark, color: accent, points: [][2]float64{here}})
	}
	if !listed && len(path) > 1 {
		line = marks{{kind: lineMark, color: accent.of(0.4), points: path}}
	}
	p.Add(append(line, bars...))
	first, last := 0, 0
	for i, e := range estimates {
		if e.mean < estimates[first].mean {
			first = i
		}
		if e.mean > estimates[last].mean {
			last = i
		}
	}
	caption := fmt.Sprintf("%s by %s: means with 95 %% intervals%s", m, f, r.upTo(measure))
	alt := fmt.Sprintf("%s: least %s at %s, most %s at %s", caption, estimates[first], groups[first].label, estimates[last], groups[last].label)
	return drawn(p, height, "effect-"+slug(f.Name)+"-"+slug(m.Name), alt, caption), true
}

// upTo says where times are cut that a measure is the mean of; empty where none is.
func (r *Report) upTo(measure int) string {
	e := r.estimate(r.every(), measure)
	_, most := r.Measures[measure].Ends()
	switch {
	case e.late == 0:
		return ""
	case e.from < most:
		return ", of times up to where half of all games would go on"
	}
	return ", of times up to " + plain(most)
}

// row returns the place of one of n rows, the first at the top.
func row(i, n int) float64 { return 1 - (float64(i)+0.5)/float64(n) }

// distribution draws how many runs gave which values of a measure.
func (r *Report) distribution(measure int) (drawing, bool) {
	values, _ := r.values(r.every(), measure)
	if len(values) == 0 {
		return drawing{}, false
	}
	m := &r.Measures[measure]
	sorted := slices.Sorted(slices.Values(values))
	distinct := slices.Compact(slices.Clone(sorted))
	var bars [][2]float64 // ends of each
	var runs []int
	x := span(values)
	if len(distinct) <= mostValues && len(values) > 2*len(distinct) || len(distinct) == 1 {
		gap := 1.0
		for i := range distinct[1:] {
			gap = min(gap, x.at(distinct[i+1])-x.at(distinct[i]))
		}
		x.room = 0.15
		for _, v := range distinct {
			half := max(0.002, min(0.1, 0.35*gap))
			bars = append(bars, [2]float64{x.at(v) - half, x.at(v) + half})
			runs = append(runs, len(values)-len(without(values, v)))
		}
	} else {
		n := min(30, int(math.Ceil(2*math.Cbrt(float64(len(values))))))
		edges := edges(sorted[0], sorted[len(sorted)-1], max(n, 4))
		x = span(edges)
		runs = make([]int, len(edges)-1)
		for _, v := range values {
			runs[bin(edges, v)]++
		}
		for i := range runs {
			bars = append(bars, [2]float64{x.at(edges[i]) + 0.001, x.at(edges[i+1]) - 0.001})
		}
	}
	y := axis{high: float64(slices.Max(runs)) * 1.05}
	p := newPlot(m.String(), "runs")
	p.X.Tick.Marker = thin(x.ticks(6), 290)
	var whole plot.ConstantTicks
	for _, t := range y.ticks(5) {
		if !strings.Contains(t.Label, ".") {
			whole = append(whole, t)
		}
	}
	p.Y.Tick.Marker = whole
	var all marks
	for i, b := range bars {
		if runs[i] > 0 {
			all = append(all, box(b[0], 0, b[1], y.at(float64(runs[i])), accent))
		}
	}
	p.Add(all)
	mean := r.estimate(r.every(), measure)
	caption := fmt.Sprintf("%s in runs", m)
	if mean.late > 0 {
		caption += fmt.Sprintf(": %d of %d ended before, at %s", mean.late, mean.n, humanize.Ends(mean.from, mean.to))
	}
	median := ""
	if mean.late == 0 { // nobody knows that of runs some of which ended before
		median = ", median " + plain(sorted[len(sorted)/2])
	}
	alt := fmt.Sprintf("Distribution of %s in %d runs: %s to %s%s, mean %s", m, len(values), plain(sorted[0]), plain(sorted[len(sorted)-1]), median, mean)
	return drawn(p, plotHeight, "distribution-"+slug(m.Name), alt, caption), true
}

// without returns the values other than v.
func without(values []float64, v float64) []float64 {
	return slices.DeleteFunc(slices.Clone(values), func(x float64) bool { return x == v })
}

// convergence draws the answer and its interval after each round.
func (r *Report) convergence() (drawing, bool) {
	var ends, runs []float64
	for _, s := range r.Steps {
		for _, v := range []float64{s.Value, s.Low, s.High} {
			if finite(v) {
				ends, runs = append(ends, v), append(runs, float64(s.Runs))
			}
		}
	}
	if len(ends) == 0 {
		return drawing{}, false
	}
	x, y := span(runs), span(ends)
	p := newPlot("runs", printable(r.StepOf))
	p.X.Tick.Marker, p.Y.Tick.Marker = thin(x.ticks(5), 290), y.ticks(5)
	var bands, lines, dots marks
	var last *Step
	for i := range r.Steps {
		s := &r.Steps[i]
		at, before := x.at(float64(s.Runs)), (*Step)(nil)
		if i > 0 {
			before = &r.Steps[i-1]
		}
		if finite(s.Low) && finite(s.High) {
			switch {
			case before != nil && finite(before.Low) && finite(before.High):
				from := x.at(float64(before.Runs))
				bands = append(bands, mark{kind: areaMark, color: accent.of(0.25), points: [][2]float64{
					{from, y.at(before.Low)}, {at, y.at(s.Low)}, {at, y.at(s.High)}, {from, y.at(before.High)}}})
			default:
				bands = append(bands, mark{kind: lineMark, color: accent.of(0.25), points: [][2]float64{{at, y.at(s.Low)}, {at, y.at(s.High)}}})
			}
		}
		if finite(s.Value) {
			if before != nil && finite(before.Value) {
				lines = append(lines, mark{kind: lineMark, color: accent, points: [][2]float64{{x.at(float64(before.Runs)), y.at(before.Value)}, {at, y.at(s.Value)}}})
			}
			dots = append(dots, mark{kind: dotMark, color: accent, points: [][2]float64{{at, y.at(s.Value)}}})
			last = s
		}
	}
	p.Add(slices.Concat(bands, lines, dots))
	caption := printable(r.StepOf) + " after each round, with its 95 % interval"
	alt := caption
	if last != nil {
		alt += fmt.Sprintf(": at last %s after %d runs", estimate{n: last.Runs, mean: last.Value, low: last.Low, high: last.High}, last.Runs)
	}
	return drawn(p, plotHeight, "convergence", alt, caption), true
}
