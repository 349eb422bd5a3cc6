package window

import (
	"image"
	"image/color"
	"maps"
	"slices"

	eimage "github.com/ebitenui/ebitenui/image"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2/text/v2"

	"github.com/thicket-sim/thicket/internal/window/paint"
)

// widgets makes the buttons, texts and sliders of a panel at one size.
type widgets struct {
	unit    float64
	painter *paint.Painter
}

func (k *widgets) px(v float64) int { return int(v*k.unit + 0.5) }

func (k *widgets) face(size float64) *text.Face {
	var f text.Face = k.painter.Face(float32(size * k.unit))
	return &f
}

func fillImage(c color.NRGBA) *eimage.NineSlice { return eimage.NewNineSliceColor(c) }

// column makes a container with its children below each other.
func (k *widgets) column(spacing float64, back *eimage.NineSlice, padding float64, opts ...widget.WidgetOpt) *widget.Container {
	return widget.NewContainer(
		widget.ContainerOpts.BackgroundImage(back),
		widget.ContainerOpts.Layout(widget.NewRowLayout(
			widget.RowLayoutOpts.Direction(widget.DirectionVertical),
			widget.RowLayoutOpts.Spacing(k.px(spacing)),
			widget.RowLayoutOpts.Padding(widget.NewInsetsSimple(k.px(padding))),
		)),
		widget.ContainerOpts.WidgetOpts(opts...),
	)
}

// row makes a container with its children beside each other; those that stretch
// share the room that is left.
func (k *widgets) row(stretch ...bool) *widget.Container {
	return widget.NewContainer(
		widget.ContainerOpts.Layout(widget.NewGridLayout(
			widget.GridLayoutOpts.Columns(len(stretch)),
			widget.GridLayoutOpts.Stretch(stretch, []bool{false}),
			widget.GridLayoutOpts.Spacing(k.px(6), 0),
		)),
		widget.ContainerOpts.WidgetOpts(across()),
	)
}

// across makes a widget as wide as the column that it is in.
func across() widget.WidgetOpt {
	return widget.WidgetOpts.LayoutData(widget.RowLayoutData{Stretch: true})
}

// text makes a line of text.
func (k *widgets) text(s string, size float64, c color.NRGBA) *widget.Text {
	return widget.NewText(
		widget.TextOpts.Text(s, k.face(size), c),
		widget.TextOpts.Position(widget.TextPositionStart, widget.TextPositionCenter),
		widget.TextOpts.WidgetOpts(across()),
	)
}

// button makes a button that calls do when it is clicked.
func (k *widgets) button(label string, wide float64, do func()) *widget.Button {
	return widget.NewButton(
		widget.ButtonOpts.WidgetOpts(widget.WidgetOpts.MinSize(k.px(wide), k.px(26))),
		widget.ButtonOpts.Image(&widget.ButtonImage{
			Idle: fillImage(buttonColor), Hover: fillImage(hoverColor), Pressed: fillImage(downColor), Disabled: fillImage(offColor),
		}),
		widget.ButtonOpts.Text(label, k.face(13), &widget.ButtonTextColor{
			Idle: brightInk, Disabled: dimInk, Hover: brightInk, Pressed: brightInk,
		}),
		widget.ButtonOpts.TextPadding(&widget.Insets{Left: k.px(6), Right: k.px(6), Top: k.px(3), Bottom: k.px(3)}),
		widget.ButtonOpts.DisableDefaultKeys(),
		widget.ButtonOpts.ClickedHandler(func(*widget.ButtonClickedEventArgs) { do() }),
	)
}

// slider makes a slider from 0 to steps, which calls changed when it is moved.
func (k *widgets) slider(steps, now int, changed func(int)) *widget.Slider {
	return widget.NewSlider(
		widget.SliderOpts.WidgetOpts(across(), widget.WidgetOpts.MinSize(k.px(120), k.px(18))),
		widget.SliderOpts.MinMax(0, steps),
		widget.SliderOpts.InitialCurrent(now),
		widget.SliderOpts.Images(
			&widget.SliderTrackImage{Idle: fillImage(trackColor), Hover: fillImage(trackColor), Disabled: fillImage(trackColor)},
			&widget.ButtonImage{Idle: fillImage(gripColor), Hover: fillImage(brightInk), Pressed: fillImage(brightInk), Disabled: fillImage(idleColor)},
		),
		widget.SliderOpts.FixedHandleSize(k.px(12)),
		widget.SliderOpts.TrackOffset(0),
		widget.SliderOpts.DisableDefaultKeys(true),
		widget.SliderOpts.PageSizeFunc(func() int { return max(steps/10, 1) }),
		widget.SliderOpts.ChangedHandler(func(a *widget.SliderChangedEventArgs) { changed(a.Current) }),
	)
}

// input makes a line to type into, which calls enter with what was typed.
func (k *widgets) input(hint string, enter func(string)) *widget.TextInput {
	return widget.NewTextInput(
		widget.TextInputOpts.WidgetOpts(across(), widget.WidgetOpts.MinSize(k.px(100), k.px(26))),
		widget.TextInputOpts.Image(&widget.TextInputImage{Idle: fillImage(trackColor), Disabled: fillImage(offColor)}),
		widget.TextInputOpts.Face(k.face(13)),
		widget.TextInputOpts.Color(&widget.TextInputColor{Idle: brightInk, Disabled: dimInk, Caret: brightInk, DisabledCaret: dimInk}),
		widget.TextInputOpts.Padding(&widget.Insets{Left: k.px(8), Right: k.px(8), Top: k.px(4), Bottom: k.px(4)}),
		widget.TextInputOpts.Placeholder(hint),
		widget.TextInputOpts.ClearOnSubmit(true),
		widget.TextInputOpts.IgnoreEmptySubmit(true),
		widget.TextInputOpts.AllowDuplicateSubmit(true),
		widget.TextInputOpts.SubmitHandler(func(a *widget.TextInputChangedEventArgs) { enter(a.InputText) }),
	)
}

// field makes a line to type into, which calls changed with what is in it at each change.
func (k *widgets) field(hint, text string, changed func(string)) *widget.TextInput {
	in := widget.NewTextInput(
		widget.TextInputOpts.WidgetOpts(across(), widget.WidgetOpts.MinSize(k.px(100), k.px(26))),
		widget.TextInputOpts.Image(&widget.TextInputImage{Idle: fillImage(trackColor), Disabled: fillImage(offColor)}),
		widget.TextInputOpts.Face(k.face(13)),
		widget.TextInputOpts.Color(&widget.TextInputColor{Idle: brightInk, Disabled: dimInk, Caret: brightInk, DisabledCaret: dimInk}),
		widget.TextInputOpts.Padding(&widget.Insets{Left: k.px(8), Right: k.px(8), Top: k.px(4), Bottom: k.px(4)}),
		widget.TextInputOpts.Placeholder(hint),
		widget.TextInputOpts.ChangedHandler(func(a *widget.TextInputChangedEventArgs) { changed(a.InputText) }),
	)
	in.SetText(text)
	return in
}

// scroll makes a container that shows a part of its content and scrolls by the wheel.
func (k *widgets) scroll(content widget.PreferredSizeLocateableWidget) *widget.ScrollContainer {
	s := widget.NewScrollContainer(
		widget.ScrollContainerOpts.Content(content),
		widget.ScrollContainerOpts.StretchContentWidth(),
		widget.ScrollContainerOpts.Image(&widget.ScrollContainerImage{Idle: fillImage(panelColor), Mask: fillImage(panelColor)}),
	)
	s.GetWidget().ScrolledEvent.AddHandler(func(args any) {
		a, ok := args.(*widget.WidgetScrolledEventArgs)
		hidden := float64(s.ContentRect().Dy() - s.ViewRect().Dy())
		if ok && hidden > 0 {
			s.ScrollTop = min(max(s.ScrollTop-a.Y*40*k.unit/hidden, 0), 1)
		}
	})
	return s
}

// Widget tells where one of the panel's widgets is, in pixels of the window.
type Widget struct {
	Name string `json:"name"`
	X    int    `json:"x"` // of its middle
	Y    int    `json:"y"`
	W    int    `json:"w"`
	H    int    `json:"h"`
}

// Widgets lists what the panel has, by name, such as pause, hunter/more or
// hunter/speedMps, and then what the window draws itself, such as time/live: for programs
// that press its buttons, and for those who cannot see it.
func (g *Game) Widgets() []Widget {
	var all []Widget
	add := func(name string, r image.Rectangle) {
		at := r.Min.Add(r.Max).Div(2)
		all = append(all, Widget{name, at.X, at.Y, r.Dx(), r.Dy()})
	}
	if g.panel != nil && !g.hidden {
		for _, name := range slices.Sorted(maps.Keys(g.panel.named)) {
			add(name, g.panel.named[name].GetWidget().Rect)
		}
	}
	for _, h := range g.hots {
		add(h.name, h.r)
	}
	return all
}
