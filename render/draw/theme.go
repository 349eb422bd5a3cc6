package draw

import "image/color"

// The colours of a picture. Everything is dark and cool but the marked ones.
var (
	pageColor   = color.NRGBA{0x0b, 0x10, 0x19, 0xff}
	fieldColor  = color.NRGBA{0x12, 0x1a, 0x28, 0xff}
	gridColor   = color.NRGBA{0x1c, 0x27, 0x39, 0xff}
	borderColor = color.NRGBA{0x33, 0x43, 0x5e, 0xff}
	inkColor    = color.NRGBA{0xee, 0xf2, 0xf8, 0xff}
	dimColor    = color.NRGBA{0x9a, 0xa8, 0xbd, 0xff}
	markColor   = color.NRGBA{0xff, 0xb4, 0x2e, 0xff}
	bodyColor   = color.NRGBA{0x6f, 0xb1, 0xff, 0xff} // of those who have none
	wallColor   = color.NRGBA{0x3d, 0x4a, 0x60, 0xff}
	wallEdge    = color.NRGBA{0x5c, 0x6d, 0x8a, 0xff}
	itemColor   = color.NRGBA{0xe8, 0xc5, 0x6a, 0xff} // of those who have none
	hurtColor   = color.NRGBA{0xff, 0x5a, 0x5a, 0xff}
	fireColor   = color.NRGBA{0xff, 0x8a, 0x3c, 0xff}
	wellColor   = color.NRGBA{0x6f, 0xdc, 0x8c, 0xff}
	nightColor  = color.NRGBA{0x05, 0x08, 0x14, 0x8c}
	focusColor  = color.NRGBA{0x3d, 0xf0, 0x8a, 0xff} // of the one looked at
	placeColor  = color.NRGBA{0x8b, 0x9c, 0xb8, 0xff} // of those who have none
)

// alpha is c with opacity a of 255.
func alpha(c color.NRGBA, a uint8) color.NRGBA {
	c.A = a
	return c
}

// opaque is c without its transparency, or the fallback when c is unset.
func opaque(c color.RGBA, fallback color.NRGBA) color.NRGBA {
	switch c.A {
	case 0:
		return fallback
	case 255:
		return color.NRGBA(c)
	}
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	n.A = 255
	return n
}

// mix is a, with t of 255 parts replaced by b.
func mix(a, b color.NRGBA, t int) color.NRGBA {
	ch := func(x, y uint8) uint8 { return uint8((int(x)*(255-t) + int(y)*t + 127) / 255) }
	return color.NRGBA{ch(a.R, b.R), ch(a.G, b.G), ch(a.B, b.B), 255}
}
