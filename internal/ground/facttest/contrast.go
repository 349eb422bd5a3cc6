package facttest

import (
	"image/color"
	"math"
)

// Contrast returns the ratio of the luminances of two colours, 1 to 21, as WCAG 2.2 has it.
func Contrast(a, b color.NRGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.NRGBA) (sum float64) {
	for i, v := range [...]uint8{c.R, c.G, c.B} {
		x := float64(v) / 255
		if x <= 0.04045 {
			x /= 12.92
		} else {
			x = math.Pow((x+0.055)/1.055, 2.4)
		}
		sum += float64(x * [...]float64{0.2126, 0.7152, 0.0722}[i])
	}
	return sum
}
