package window

import (
	"image"
	"math"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"
)

// controls tells what a person does with keys and mouse in this update.
type controls interface {
	held(ebiten.Key) bool
	pressed(ebiten.Key) bool // just now
	typed() []rune           // by keys that were pressed just now
	cursor() image.Point
	button(ebiten.MouseButton) bool
	clicked(ebiten.MouseButton) bool  // down just now
	released(ebiten.MouseButton) bool // up just now
	wheel() float64
	look() // takes up what there is in this update
}

// devices are the real ones.
type devices struct {
	pinch pinch
	press press
}

func (*devices) held(k ebiten.Key) bool    { return ebiten.IsKeyPressed(k) }
func (*devices) pressed(k ebiten.Key) bool { return inpututil.IsKeyJustPressed(k) }
func (*devices) typed() []rune {
	if len(inpututil.AppendJustPressedKeys(nil)) == 0 {
		return nil // keys that are held type on
	}
	return ebiten.AppendInputChars(nil)
}

// A finger is the left button: where the first one is, or where one was that has just gone up.
func (*devices) cursor() image.Point {
	if ids := ebiten.AppendTouchIDs(nil); len(ids) > 0 {
		return image.Pt(ebiten.TouchPosition(ids[0]))
	}
	if ids := inpututil.AppendJustReleasedTouchIDs(nil); len(ids) > 0 {
		return image.Pt(inpututil.TouchPositionInPreviousTick(ids[0]))
	}
	return image.Pt(ebiten.CursorPosition())
}

func (d *devices) button(b ebiten.MouseButton) bool {
	return ebiten.IsMouseButtonPressed(b) || b == d.press.button() && d.press.on
}

func (d *devices) clicked(b ebiten.MouseButton) bool {
	return inpututil.IsMouseButtonJustPressed(b) || b == d.press.button() && d.press.fresh
}

func (d *devices) released(b ebiten.MouseButton) bool {
	return inpututil.IsMouseButtonJustReleased(b) || b == d.press.button() && d.press.ended
}

// The wheel is that of the mouse, or two fingers that come together or part.
func (d *devices) wheel() float64 {
	_, y := ebiten.Wheel()
	return y + d.pinch.turn
}

func (d *devices) look() {
	ids := ebiten.AppendTouchIDs(nil)
	gap := 0.0
	if len(ids) == 2 {
		x0, y0 := ebiten.TouchPosition(ids[0])
		x1, y1 := ebiten.TouchPosition(ids[1])
		gap = math.Hypot(float64(x1-x0), float64(y1-y0))
	}
	d.pinch.move(gap)
	d.press.move(len(ids), d.cursor())
}

// press is a finger on the screen: the left button, and the right one once it has been held for
// a while where it came down.
type press struct {
	on, fresh, ended bool // in this update: down, down just now as the button that it is, up just now
	long             bool // it is the right button
	moved            bool
	several          bool
	from             image.Point
	updates          int
}

// A finger that is held for so many updates, and goes no farther than so many pixels, is the
// right button.
const (
	longPress = 30
	pressSlip = 12
)

// button returns the one of the mouse that the finger is, also when it has just gone up.
func (p *press) button() ebiten.MouseButton {
	if p.long {
		return ebiten.MouseButtonRight
	}
	return ebiten.MouseButtonLeft
}

// move takes up how many fingers are on the screen, and where the first one is. From a second
// one on until all are gone they are no button.
func (p *press) move(fingers int, at image.Point) {
	if p.several = fingers > 1 || p.several && fingers > 0; p.several {
		p.on, p.fresh, p.ended = false, false, false
		return
	}
	was, down := p.on, fingers == 1
	p.on, p.fresh, p.ended = down, down && !was, was && !down
	switch {
	case p.fresh:
		p.long, p.moved, p.from, p.updates = false, false, at, 0
	case down:
		by := at.Sub(p.from)
		p.moved = p.moved || by.X*by.X+by.Y*by.Y > pressSlip*pressSlip
		if p.updates++; p.updates == longPress && !p.moved {
			p.long, p.fresh = true, true
		}
	}
}

// pinch is two fingers on the screen.
type pinch struct {
	gap  float64 // between them in the last update, in pixels; 0: there were not two
	turn float64 // of the wheel, by which the field is as many times larger as the gap is
}

// move takes up how far the fingers are apart now, 0 where there are not two.
func (p *pinch) move(gap float64) {
	if p.turn = 0; p.gap > 0 && gap > 0 {
		p.turn = math.Log(gap/p.gap) / math.Log(wheelZoom)
	}
	p.gap = gap
}
