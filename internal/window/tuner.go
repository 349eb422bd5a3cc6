package window

import (
	"fmt"
	"math"

	"github.com/ebitenui/ebitenui/widget"

	"github.com/thicket-sim/thicket/internal/systems"
)

// tuner is a slider for a tunable, with its label, its value and a button that
// takes the override back.
type tuner struct {
	name    string // among the panel's widgets
	tunable *systems.Tunable
	now     func() (value float64, over bool)
	set     func(float64)
	reset   func()
}

// scale is the values that a slider can have: from, from + step, and so on, and
// to itself.
type scale struct{ from, to, step float64 }

// scaleOf gives the scale of a tunable. Bounds or a step that the scene does not set
// are chosen to suit the present value.
func scaleOf(t *systems.Tunable, now float64) scale {
	s := scale{t.Min, t.Max, t.Step}
	if math.IsInf(s.from, 0) || s.from < 0 {
		s.from = 0
	}
	if math.IsInf(s.to, 0) {
		s.to = math.Ceil(max(4*now, s.from+10))
	}
	switch {
	case t.Key == "minCount" || t.Key == "maxCount":
		s.step = max(math.Round(s.step), 1)
	case s.step <= 0:
		s.step = (s.to - s.from) / 100
	}
	return s
}

// steps counts the steps.
func (s scale) steps() int {
	if s.to <= s.from || s.step <= 0 {
		return 0
	}
	return int(min(math.Ceil((s.to-s.from)/s.step-1e-9), 10_000))
}

// value gives the value of a step, rounded to nine decimals.
func (s scale) value(i int) float64 {
	v := min(s.from+float64(i)*s.step, s.to)
	return math.Round(v*1e9) / 1e9
}

// index gives the step nearest to a value.
func (s scale) index(v float64) int {
	switch {
	case s.step <= 0:
		return 0
	case v >= s.to:
		return s.steps() // the last step may be a short one
	}
	return min(max(int(math.Round((v-s.from)/s.step)), 0), s.steps())
}

// tuner makes the widgets of a tuner.
func (p *panel) tuner(t tuner) widget.PreferredSizeLocateableWidget {
	now, _ := t.now()
	s := scaleOf(t.tunable, now)
	box := p.widgets.column(2, nil, 0, across())
	label := t.tunable.Label
	if label == "" {
		label = t.tunable.Key
	}
	value := widget.NewText(
		widget.TextOpts.Text("", p.widgets.face(13), brightInk),
		widget.TextOpts.Position(widget.TextPositionEnd, widget.TextPositionCenter),
		widget.TextOpts.WidgetOpts(widget.WidgetOpts.MinSize(p.widgets.px(48), 0)),
	)
	reset := p.button(t.name+"/reset", "reset", 48, t.reset)
	head := p.widgets.row(true, false, false)
	head.AddChild(p.widgets.text(p.cut(label, 13, panelWidth-170), 13, dimInk), value, reset)
	slider := p.widgets.slider(s.steps(), s.index(now), func(i int) {
		if was, _ := t.now(); i != s.index(was) {
			t.set(s.value(i))
		}
	})
	p.named[t.name] = slider
	box.AddChild(head, slider)
	dragged := slider.Current
	p.refresh = append(p.refresh, func() {
		v, over := t.now()
		setText(value, fmt.Sprintf("%g", math.Round(v*1000)/1000))
		reset.GetWidget().Disabled = !over
		if slider.Current == dragged { // it was changed elsewhere, if at all
			slider.Current = s.index(v)
		}
		dragged = slider.Current
	})
	return box
}
