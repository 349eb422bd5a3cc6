package render

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
	look() // takes up what they are in this update
}

// devices are the real ones.
type devices struct{ touches touches }

func (*devices) held(k ebiten.Key) bool    { return ebiten.IsKeyPressed(k) }
func (*devices) pressed(k ebiten.Key) bool { return inpututil.IsKeyJustPressed(k) }
func (*devices) typed() []rune {
	if len(inpututil.AppendJustPressedKeys(nil)) == 0 {
		return nil // keys that are held type on
	}
	return ebiten.AppendInputChars(nil)
}

func (d *devices) look() { d.touches.look() }

func (d *devices) cursor() image.Point {
	if len(d.touches.ids) > 0 || d.touches.lifted() {
		return d.touches.last
	}
	return image.Pt(ebiten.CursorPosition())
}

func (d *devices) button(b ebiten.MouseButton) bool {
	return ebiten.IsMouseButtonPressed(b) || b == ebiten.MouseButtonLeft && len(d.touches.ids) == 1
}

func (d *devices) clicked(b ebiten.MouseButton) bool {
	return inpututil.IsMouseButtonJustPressed(b) ||
		b == ebiten.MouseButtonLeft && len(d.touches.ids) == 1 && len(inpututil.AppendJustPressedTouchIDs(nil)) > 0
}

func (d *devices) released(b ebiten.MouseButton) bool {
	return inpututil.IsMouseButtonJustReleased(b) || b == ebiten.MouseButtonLeft && d.touches.lifted()
}

func (d *devices) wheel() float64 {
	_, y := ebiten.Wheel()
	return y + d.touches.turn
}

// pinch is how far the wheel is to be turned for two fingers that were so far apart.
func pinch(before, after float64) float64 { return math.Log(after/before) / math.Log(wheelZoom) }

func length(p image.Point) float64 { return math.Hypot(float64(p.X), float64(p.Y)) }
