package draw

import (
	"image"
	"image/color"
)

// transparent is the palette entry that leaves a pixel as the last frame had it.
const transparent = 0

// quantizer maps colours to a fixed palette of 256, to the nearest entry and
// without dithering, so that a flat area stays flat and a still pixel still.
type quantizer struct {
	palette color.Palette
	cache   [1 << 12]cached // direct-mapped by colour
}

// cached is an answer: the colour 0xRRGGBB plus 1, so that zero is empty.
type cached struct {
	key   uint32
	index uint8
}

// Palette shares: shades of a ramp from the field to a colour, and the levels
// of the cube that catches all else.
const (
	rampShades = 8
	inkShades  = 16
	cubeLevels = 4
)

// newQuantizer makes a palette for pictures in these colours: those of the
// theme, ramps from the field to ink and to as many of the colours as there is
// room for, in their order, and a coarse cube.
func newQuantizer(t *theme, colors []color.NRGBA) *quantizer {
	q := &quantizer{palette: make(color.Palette, 1, 256)}
	q.palette[transparent] = color.RGBA{}
	have := map[color.NRGBA]bool{}
	add := func(c color.NRGBA, most int) {
		if !have[c] && len(q.palette) < most {
			have[c] = true
			q.palette = append(q.palette, color.RGBA(c))
		}
	}
	ramp := func(from, to color.NRGBA, shades int) {
		for i := 0; i <= shades; i++ {
			add(mix(from, to, i*255/shades), 256-cubeLevels*cubeLevels*cubeLevels)
		}
	}
	for _, c := range [...]color.NRGBA{t.page, t.field, t.grid, t.border, t.ink, t.dim, t.mark} {
		add(c, 256)
	}
	ramp(t.page, t.ink, inkShades)
	ramp(t.page, t.dim, rampShades)
	ramp(t.field, t.mark, rampShades)
	for _, c := range colors {
		ramp(t.field, c, rampShades)
	}
	for i := range cubeLevels * cubeLevels * cubeLevels {
		level := func(v int) uint8 { return uint8(v % cubeLevels * 255 / (cubeLevels - 1)) }
		add(color.NRGBA{level(i / cubeLevels / cubeLevels), level(i / cubeLevels), level(i), 255}, 256)
	}
	for len(q.palette) < 256 {
		q.palette = append(q.palette, color.RGBA(t.page))
	}
	return q
}

// quantize writes the palette indices of src to dst, row by row.
func (q *quantizer) quantize(dst []uint8, src *image.RGBA) {
	for i := range dst {
		p := src.Pix[4*i : 4*i+3 : 4*i+3]
		dst[i] = q.index(p[0], p[1], p[2])
	}
}

func (q *quantizer) index(r, g, b uint8) uint8 {
	rgb := uint32(r)<<16 | uint32(g)<<8 | uint32(b)
	slot := &q.cache[rgb*2654435761>>20]
	if slot.key != rgb+1 {
		*slot = cached{rgb + 1, q.nearest(int(r), int(g), int(b))}
	}
	return slot.index
}

// nearest weighs the differences as an eye roughly does; of equals the first wins.
func (q *quantizer) nearest(r, g, b int) uint8 {
	best, index := 1<<30, 0
	for i := transparent + 1; i < len(q.palette); i++ {
		c := q.palette[i].(color.RGBA)
		dr, dg, db := r-int(c.R), g-int(c.G), b-int(c.B)
		if d := 2*dr*dr + 4*dg*dg + 3*db*db; d < best {
			best, index = d, i
		}
	}
	return uint8(index)
}
