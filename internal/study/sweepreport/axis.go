package sweepreport

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// axis places numbers from 0 to 1, with some room at both ends.
type axis struct {
	low, high float64
	room      float64
}

// span returns the axis of a range of numbers.
func span(values []float64) axis {
	a := axis{low: math.Inf(1), high: math.Inf(-1), room: 0.05}
	for _, v := range values {
		a.low, a.high = min(a.low, v), max(a.high, v)
	}
	return a
}

// at returns where a number is, which may be beyond the ends.
func (a axis) at(v float64) float64 {
	length := a.high/2 - a.low/2
	if length == 0 {
		return 0.5
	}
	return a.room + float64((1-2*a.room)*((v/2-a.low/2)/length))
}

// ticks are about n round numbers of the axis.
func (a axis) ticks(n int) plot.ConstantTicks {
	s := step(a.low, a.high, n)
	if s == 0 {
		return plot.ConstantTicks{{Value: a.at(a.low), Label: plain(a.low)}}
	}
	_, exponent := leading(s)
	var all plot.ConstantTicks
	for k := math.Ceil(a.low / s); k*s <= a.high && len(all) <= 2*n; k++ {
		all = append(all, plot.Tick{Value: a.at(k * s), Label: figure(k*s, -exponent)})
	}
	return all
}

// thin leaves out labels, all but every second, third and so on, until those that are left
// fit beside each other.
func thin(all plot.ConstantTicks, room vg.Length) plot.ConstantTicks {
	for every := 1; every <= len(all); every++ {
		var wide vg.Length
		for i := 0; i < len(all); i += every {
			wide += width(all[i].Label) + 10
		}
		if wide > room {
			continue
		}
		for i := range all {
			if i%every != 0 {
				all[i].Label = ""
			}
		}
		break
	}
	return all
}

// sans is the font that text is measured by; pages show it, or one of their own.
var sans = font.Font{Typeface: "Liberation", Variant: "Sans", Size: 11}

// width returns the width of a text in a plot.
func width(words string) vg.Length {
	face := font.DefaultCache.Lookup(sans, sans.Size)
	return face.Width(words)
}

// fitted shortens a text to a width.
func fitted(words string, most vg.Length) string {
	for n := len([]rune(words)); n > 3 && width(words) > most; n-- {
		words = cut(words, n-1)
	}
	return words
}
