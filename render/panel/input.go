package panel

import (
	"image"
	"slices"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"
)

// Input is what a person does in an update.
type Input struct {
	Cursor  image.Point // in pixels of the screen
	Pressed bool        // the left button or a finger is down
	Wheel   float64     // notches, above 0 to go up
	Typed   []rune
	Keys    []ebiten.Key // that went down, or are held and repeat
	Shift   bool
}

// How long a key is held until it repeats, and how often it does then, in updates.
const repeatAfter, repeatEvery = 24, 3

// repeating are the keys that repeat.
var repeating = [...]ebiten.Key{ebiten.KeyBackspace, ebiten.KeyArrowUp, ebiten.KeyArrowDown, ebiten.KeyPageUp, ebiten.KeyPageDown}

// readEbiten reads mouse, first finger and keys into an input, whose memory it keeps.
func readEbiten(i *Input) {
	x, y := ebiten.CursorPosition()
	_, wheel := ebiten.Wheel()
	i.Cursor, i.Wheel = image.Pt(x, y), wheel
	i.Pressed = ebiten.IsMouseButtonPressed(ebiten.MouseButtonLeft)
	var fingers [8]ebiten.TouchID
	if down := ebiten.AppendTouchIDs(fingers[:0]); len(down) > 0 {
		x, y = ebiten.TouchPosition(slices.Min(down))
		i.Cursor, i.Pressed = image.Pt(x, y), true
	}
	i.Typed = ebiten.AppendInputChars(i.Typed[:0])
	i.Keys = inpututil.AppendJustPressedKeys(i.Keys[:0])
	for _, k := range repeating {
		if held := inpututil.KeyPressDuration(k); held > repeatAfter && held%repeatEvery == 0 {
			i.Keys = append(i.Keys, k)
		}
	}
	i.Shift = ebiten.IsKeyPressed(ebiten.KeyShift)
}
