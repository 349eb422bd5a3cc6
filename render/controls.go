package render

import (
	"image"

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
}

// devices are the real ones.
type devices struct{}

func (devices) held(k ebiten.Key) bool    { return ebiten.IsKeyPressed(k) }
func (devices) pressed(k ebiten.Key) bool { return inpututil.IsKeyJustPressed(k) }
func (devices) typed() []rune {
	if len(inpututil.AppendJustPressedKeys(nil)) == 0 {
		return nil // keys that are held type on
	}
	return ebiten.AppendInputChars(nil)
}
func (devices) wheel() float64 { _, y := ebiten.Wheel(); return y }

// A finger is the left button: where the first one is, or where one was that has just gone up.
func (devices) cursor() image.Point {
	if ids := ebiten.AppendTouchIDs(nil); len(ids) > 0 {
		return image.Pt(ebiten.TouchPosition(ids[0]))
	}
	if ids := inpututil.AppendJustReleasedTouchIDs(nil); len(ids) > 0 {
		return image.Pt(inpututil.TouchPositionInPreviousTick(ids[0]))
	}
	return image.Pt(ebiten.CursorPosition())
}

func (devices) button(b ebiten.MouseButton) bool {
	return ebiten.IsMouseButtonPressed(b) || b == ebiten.MouseButtonLeft && len(ebiten.AppendTouchIDs(nil)) > 0
}

func (devices) clicked(b ebiten.MouseButton) bool {
	return inpututil.IsMouseButtonJustPressed(b) || b == ebiten.MouseButtonLeft && len(inpututil.AppendJustPressedTouchIDs(nil)) > 0
}

func (devices) released(b ebiten.MouseButton) bool {
	return inpututil.IsMouseButtonJustReleased(b) || b == ebiten.MouseButtonLeft && len(inpututil.AppendJustReleasedTouchIDs(nil)) > 0
}
