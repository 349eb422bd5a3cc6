package terminal

import (
	"image/color"
	"testing"
)

func TestPaint(t *testing.T) {
	for c, want := range map[color.RGBA]string{
		{}:                       "39",
		{0, 0, 0, 255}:           "38;5;16",
		{255, 255, 255, 255}:     "38;5;231",
		{255, 0, 0, 255}:         "38;5;196",
		{0x5f, 0x87, 0xaf, 255}:  "38;5;67",
		{0xff, 0xb4, 0x2e, 0xff}: "38;5;214",
	} {
		if got := (Style{On: true}).Paint(c); got != want {
			t.Errorf("%v: found %s, wanted %s", c, got, want)
		}
	}
}
