package draw

import "image/color"

// theme has the colours of a picture. All but the marked ones are cool.
type theme struct {
	page, field, grid, border color.NRGBA
	ink, dim                  color.NRGBA // of texts
	mark                      color.NRGBA
	body                      color.NRGBA // of those who have none
	wall, wallEdge            color.NRGBA
	item                      color.NRGBA // of those who have none
	hurt, fire, well          color.NRGBA
	night                     color.NRGBA
	focus                     color.NRGBA // of the one looked at
	place                     color.NRGBA // of those who have none
	// brightest bounds the luma of bodies, 0 to 255, where it is below 255: what is bright on
	// a dark ground is dark on a light one.
	brightest int
}

var darkTheme = theme{
	page:   color.NRGBA{0x0b, 0x10, 0x19, 0xff},
	field:  color.NRGBA{0x12, 0x1a, 0x28, 0xff},
	grid:   color.NRGBA{0x1c, 0x27, 0x39, 0xff},
	border: color.NRGBA{0x33, 0x43, 0x5e, 0xff},
	ink:    color.NRGBA{0xee, 0xf2, 0xf8, 0xff},
	dim:    color.NRGBA{0x9a, 0xa8, 0xbd, 0xff},
	mark:   color.NRGBA{0xff, 0xb4, 0x2e, 0xff},
	body:   color.NRGBA{0x6f, 0xb1, 0xff, 0xff},
	wall:   color.NRGBA{0x3d, 0x4a, 0x60, 0xff}, wallEdge: color.NRGBA{0x5c, 0x6d, 0x8a, 0xff},
	item:  color.NRGBA{0xe8, 0xc5, 0x6a, 0xff},
	hurt:  color.NRGBA{0xff, 0x5a, 0x5a, 0xff},
	fire:  color.NRGBA{0xff, 0x8a, 0x3c, 0xff},
	well:  color.NRGBA{0x6f, 0xdc, 0x8c, 0xff},
	night: color.NRGBA{0x05, 0x08, 0x14, 0x8c},
	focus: color.NRGBA{0x3d, 0xf0, 0x8a, 0xff},
	place: color.NRGBA{0x8b, 0x9c, 0xb8, 0xff}, brightest: 255,
}

var lightTheme = theme{
	page:   color.NRGBA{0xf6, 0xf8, 0xfb, 0xff},
	field:  color.NRGBA{0xe9, 0xed, 0xf3, 0xff},
	grid:   color.NRGBA{0xd9, 0xdf, 0xe8, 0xff},
	border: color.NRGBA{0x9a, 0xa8, 0xbd, 0xff},
	ink:    color.NRGBA{0x12, 0x1a, 0x28, 0xff},
	dim:    color.NRGBA{0x48, 0x55, 0x6b, 0xff},
	mark:   color.NRGBA{0x6e, 0x3e, 0x00, 0xff},
	body:   color.NRGBA{0x24, 0x66, 0xb8, 0xff},
	wall:   color.NRGBA{0xb4, 0xbf, 0xcf, 0xff}, wallEdge: color.NRGBA{0x7d, 0x8b, 0xa1, 0xff},
	item:  color.NRGBA{0x96, 0x70, 0x10, 0xff},
	hurt:  color.NRGBA{0xc8, 0x1e, 0x1e, 0xff},
	fire:  color.NRGBA{0xd8, 0x5a, 0x10, 0xff},
	well:  color.NRGBA{0x1c, 0x8a, 0x3c, 0xff},
	night: color.NRGBA{0x2a, 0x34, 0x58, 0x48},
	focus: color.NRGBA{0x00, 0x75, 0x3a, 0xff},
	place: color.NRGBA{0x5a, 0x6a, 0x85, 0xff}, brightest: 118,
}

// alpha is c with opacity a of 255.
func alpha(c color.NRGBA, a uint8) color.NRGBA {
	c.A = a
	return c
}

// Shown returns a colour of a scene or of a palette as a picture has it: as it is on a dark ground,
// and with the lightness turned around on a light one.
func Shown(c color.RGBA, light bool) color.NRGBA {
	t := &darkTheme
	if light {
		t = &lightTheme
	}
	return t.opaque(c, t.body)
}

// MarkShown returns the colour of marked bodies.
func MarkShown(light bool) color.NRGBA {
	if light {
		return lightTheme.mark
	}
	return darkTheme.mark
}

// opaque returns the colour of a thing in the theme: c without its transparency, and turned around
// on a light ground, or the fallback when c is unset.
func (t *theme) opaque(c color.RGBA, fallback color.NRGBA) color.NRGBA {
	n := color.NRGBA(c)
	switch c.A {
	case 0:
		return fallback
	case 255:
	default:
		n = color.NRGBAModel.Convert(c).(color.NRGBA)
		n.A = 255
	}
	if t.brightest == 255 {
		return n
	}
	return t.turned(n)
}

// Lumas of colours on a dark ground that have the brightest luma on a light one, and the least
// luma there. Above turnFrom they become darker faster than they became brighter, which keeps
// those apart that differ in little else, also for eyes that lack a kind of cones.
const (
	turnFrom  = 160
	leastLuma = 12
)

// turned is c in its hue, the darker the brighter it was.
func (t *theme) turned(c color.NRGBA) color.NRGBA {
	luma := (2126*int(c.R) + 7152*int(c.G) + 722*int(c.B)) / 10000
	if luma == 0 {
		return c
	}
	want := max(min(t.brightest-(luma-turnFrom)*11/10, t.brightest), leastLuma)
	ch := func(v uint8) uint8 { return uint8(min(int(v)*want/luma, 255)) }
	return color.NRGBA{ch(c.R), ch(c.G), ch(c.B), c.A}
}

// mix returns a, with t of 255 parts replaced by b.
func mix(a, b color.NRGBA, t int) color.NRGBA {
	ch := func(x, y uint8) uint8 { return uint8((int(x)*(255-t) + int(y)*t + 127) / 255) }
	return color.NRGBA{ch(a.R, b.R), ch(a.G, b.G), ch(a.B, b.B), 255}
}
