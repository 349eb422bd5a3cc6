package draw

import (
	"image"
	"testing"
)

// house returns the picture of a building of a shape in the middle of the arena, as changed.
func house(t *testing.T, shape Shape, time float64, change func(*Body)) *image.RGBA {
	t.Helper()
	b := Body{X: 40, Y: 25, Radius: 4, Color: red, Shape: shape}
	if change != nil {
		change(&b)
	}
	return render(t, arena, Frame{Time: time, Bodies: []Body{b}}, Legend{}, Options{})
}

// inked counts the pixels whose red is at least so bright.
func inked(img *image.RGBA, least uint8) (n int) {
	area := arenaPixels(img)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if img.RGBAAt(x, y).R >= least {
				n++
			}
		}
	}
	return n
}

// arenaPixels returns the part of a picture below its title.
func arenaPixels(img *image.RGBA) image.Rectangle {
	return image.Rect(0, 60, img.Rect.Dx(), img.Rect.Dy()-60)
}

// Each shape of buildings looks like no other, nor like a bot.
func TestBuildingsDifferByShape(t *testing.T) {
	seen := map[string]Shape{}
	for shape := ShapeBot; shape <= ShapeBuilding; shape++ {
		if shape != ShapeBot && !shape.IsBuilding() {
			continue
		}
		look := string(house(t, shape, 0, nil).Pix)
		if other, same := seen[look]; same {
			t.Errorf("shape %d looks like %d", shape, other)
		}
		seen[look] = shape
	}
	if len(seen) != 12 {
		t.Errorf("%d looks, wanted 11 shapes and a bot", len(seen))
	}
}

// A building fills as it is built; without power it is dim, and destroyed an outline.
func TestBuildingsShowHowTheyStand(t *testing.T) {
	bright := func(change func(*Body)) int { return inked(house(t, ShapeShop, 0, change), red.R-10) }
	whole := bright(nil)
	begun, half := bright(func(b *Body) { b.Unfinished = 0.9 }), bright(func(b *Body) { b.Unfinished = 0.5 })
	if begun == 0 || half <= begun || whole <= half {
		t.Errorf("%d bright pixels when begun, %d when half built, %d when finished", begun, half, whole)
	}
	for name, change := range map[string]func(*Body){
		"dim": func(b *Body) { b.Dim = true }, "destroyed": func(b *Body) { b.Dead = true },
	} {
		if n := bright(change); n > 0 {
			t.Errorf("%d bright pixels of one that is %s", n, name)
		}
		if differing(house(t, ShapeShop, 0, change), render(t, arena, Frame{}, Legend{}, Options{})).Empty() {
			t.Errorf("one that is %s does not show", name)
		}
	}
}

// A fire moves without a jump: from one frame to the next few pixels change by much.
func TestFiresDoNotBlink(t *testing.T) {
	if testing.Short() {
		t.Skip("draws 30 large frames")
	}
	burning := func(time float64) *image.RGBA {
		return house(t, ShapeCore, time, func(b *Body) { b.Burning = true })
	}
	before, moved := burning(0), false
	if differing(before, house(t, ShapeCore, 0, nil)).Empty() {
		t.Fatal("a fire does not show")
	}
	for frame := range 30 {
		after := burning(float64(frame+1) / 30)
		sum, area := 0, arenaPixels(after)
		for i := after.PixOffset(area.Min.X, area.Min.Y); i < after.PixOffset(area.Min.X, area.Max.Y); i++ {
			d := int(max(before.Pix[i], after.Pix[i]) - min(before.Pix[i], after.Pix[i]))
			sum += d
			moved = moved || d > 0
		}
		// The whole fire is some 3,000 pixels of up to 3 x 100 steps.
		if sum > 60_000 {
			t.Errorf("frame %d: all channels change by %d", frame, sum)
		}
		before = after
	}
	if !moved {
		t.Error("a fire stands still")
	}
}

// Bots stand over buildings.
func TestBuildingsLieUnderBots(t *testing.T) {
	bodies := []Body{{X: 40, Y: 25, HX: 1, Color: blue}, {X: 40, Y: 25, Color: red, Radius: 6, Shape: ShapeBuilding}}
	if got := at(t, render(t, arena, Frame{Bodies: bodies}, Legend{}, Options{}), 40, 25); got != blue {
		t.Errorf("pixel %v, wanted that of the bot", got)
	}
}
