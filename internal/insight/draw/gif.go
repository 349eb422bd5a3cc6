package draw

import (
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"io"
)

// GIF gathers frames of one field into an endless animation. A frame is drawn
// and compressed when it is added, and holds only the pixels that changed, so
// that memory stays near the size of the file: image/gif.EncodeAll would want all
// frames in memory at once, which is why blocks are written here. The first frame
// fixes the picture's size, its caption lines and the colours of the palette. A GIF
// belongs to one goroutine.
type GIF struct {
	field  Field
	legend Legend
	opt    Options

	layout *Layout
	trails *Trails // nil when not wanted
	raster *Rasterizer
	quant  *quantizer
	list   List
	img    *image.RGBA
	shown  []uint8 // what a viewer sees after the last frame, as palette indices
	next   []uint8
	delta  []uint8      // the changed rectangle of next
	data   bytes.Buffer // the frames as they stand in the file
	frames int
	err    error // the first; Encode returns it
}

// NewGIF starts an animation without frames.
func NewGIF(f Field, lg Legend, opt Options) *GIF {
	return &GIF{field: f, legend: lg, opt: opt}
}

// Len counts the frames.
func (g *GIF) Len() int { return g.frames }

// Add adds a frame and reports whether it could: not when there are MaxFrames, nor
// when the field or the options are unfit, which is Encode's error.
func (g *GIF) Add(fr Frame) bool {
	if g.layout == nil && g.err == nil {
		g.start(fr)
	}
	if g.err != nil || g.frames >= g.opt.MaxFrames {
		return false
	}
	if g.trails != nil {
		g.trails.Add(g.field, fr)
	}
	g.list.Reset()
	g.layout.Draw(&g.list, fr, g.trails)
	g.raster.Draw(g.img, &g.list)
	g.quant.quantize(g.next, g.img)
	g.writeFrame(g.changes())
	g.shown, g.next = g.next, g.shown
	g.frames++
	return true
}

// start makes the layout and the palette for the first frame.
func (g *GIF) start(fr Frame) {
	if g.layout, g.err = NewLayout(g.field, g.legend, g.opt, max(len(fr.Captions), 1)); g.err != nil {
		return
	}
	g.opt = g.layout.opt
	if g.opt.Trails {
		g.trails = NewTrails()
	}
	g.raster = NewRasterizer()
	g.quant = newQuantizer(g.layout.theme, g.colors(fr))
	bounds := image.Rect(0, 0, g.layout.Width, g.layout.Height)
	g.img = image.NewRGBA(bounds)
	n := bounds.Dx() * bounds.Dy()
	g.shown, g.next, g.delta = make([]uint8, n), make([]uint8, n), make([]uint8, n)
}

// colors lists what the palette must show well, each once: the legend's
// colours first, then those of places and of the first frame's bodies.
func (g *GIF) colors(fr Frame) []color.NRGBA {
	var cs []color.NRGBA
	t, seen := g.layout.theme, map[color.NRGBA]bool{}
	add := func(c color.NRGBA) {
		if !seen[c] {
			seen[c] = true
			cs = append(cs, c)
		}
	}
	for _, e := range g.legend.Entries {
		add(t.opaque(e.Color, t.body))
	}
	for _, p := range g.field.Places {
		add(t.opaque(p.Color, t.place))
	}
	for i := range fr.Bodies {
		add(t.opaque(fr.Bodies[i].Color, t.body))
	}
	return cs
}

// changes gives the smallest rectangle with every pixel in which next differs from
// shown: a single pixel when none does.
func (g *GIF) changes() image.Rectangle {
	w := g.layout.Width
	r := image.Rectangle{}
	for y := range g.layout.Height {
		was, is := g.shown[y*w:(y+1)*w], g.next[y*w:(y+1)*w]
		if bytes.Equal(was, is) {
			continue
		}
		x0, x1 := 0, w
		for was[x0] == is[x0] {
			x0++
		}
		for was[x1-1] == is[x1-1] {
			x1--
		}
		r = r.Union(image.Rect(x0, y, x1, y+1))
	}
	if r.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return r
}

// writeFrame compresses the pixels of next in r; those that stay as shown
// become transparent, which makes long runs.
func (g *GIF) writeFrame(r image.Rectangle) {
	w := g.layout.Width
	delta := g.delta[:0]
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for i := y*w + r.Min.X; i < y*w+r.Max.X; i++ {
			if g.next[i] == g.shown[i] {
				delta = append(delta, transparent)
			} else {
				delta = append(delta, g.next[i])
			}
		}
	}
	le := binary.LittleEndian
	b := []byte{0x21, 0xf9, 4, 1<<2 | 1} // graphic control: leave in place, has a transparent colour
	b = le.AppendUint16(b, uint16(g.opt.FrameDelay))
	b = append(b, transparent, 0, 0x2c) // image descriptor
	for _, v := range [...]int{r.Min.X, r.Min.Y, r.Dx(), r.Dy()} {
		b = le.AppendUint16(b, uint16(v))
	}
	b = append(b, 0, 8) // no palette of its own; literals of 8 bits
	g.data.Write(b)
	blocks := &blockWriter{w: &g.data}
	z := lzw.NewWriter(blocks, lzw.LSB, 8)
	_, err := z.Write(delta)
	g.err = errors.Join(err, z.Close())
	blocks.close()
}

// Encode writes the animation. It fails when no frame was taken, when the
// field or the options are unfit, and when w does. More frames may follow.
func (g *GIF) Encode(w io.Writer) error {
	if g.err != nil {
		return g.err
	}
	if g.frames == 0 {
		return errors.New("draw: a GIF needs a frame")
	}
	b := []byte("GIF89a")
	b = binary.LittleEndian.AppendUint16(b, uint16(g.layout.Width))
	b = binary.LittleEndian.AppendUint16(b, uint16(g.layout.Height))
	b = append(b, 0xf7, transparent, 0) // a palette of 256 for all frames
	for _, c := range g.quant.palette {
		rgb := c.(color.RGBA)
		b = append(b, rgb.R, rgb.G, rgb.B)
	}
	b = append(b, "\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"...) // loop for ever
	for _, part := range [...][]byte{b, g.data.Bytes(), {0x3b}} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// blockWriter cuts its input into blocks of up to 255 bytes, each with its length
// before it.
type blockWriter struct {
	w   *bytes.Buffer
	buf [256]byte // the length, then the block
}

// Write never fails.
func (b *blockWriter) Write(p []byte) (int, error) {
	for _, v := range p {
		b.buf[0]++
		b.buf[b.buf[0]] = v
		if b.buf[0] == 255 {
			b.flush()
		}
	}
	return len(p), nil
}

func (b *blockWriter) flush() {
	b.w.Write(b.buf[:int(b.buf[0])+1])
	b.buf[0] = 0
}

// close ends the series with an empty block.
func (b *blockWriter) close() {
	if b.buf[0] > 0 {
		b.flush()
	}
	b.w.WriteByte(0)
}
