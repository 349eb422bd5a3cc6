package draw

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"math"
	"testing"
)

var teams = Legend{[]LegendEntry{{Color: blue, Text: "Blue", Shape: ShapeBot}, {Color: red, Text: "Red", Shape: ShapeBot}, {Text: "it", Shape: ShapeMarked}}}

// film is n frames of bodies that move along their heading, one of them marked
// by turns, with a pause at frame 3.
func film(n int) []Frame {
	bs := append(spread(30, blue), spread(9, red)...)
	frames := make([]Frame, n)
	for i := range frames {
		now := make([]Body, len(bs))
		for j, b := range bs {
			step := float32(i)
			if i == 3 {
				step = 2
			}
			b.ID, b.Marked = uint32(j+1), j == int(step)
			b.X, b.Y = b.X+b.HX*step, b.Y+b.HY*step
			now[j] = b
		}
		frames[i] = Frame{Tick: int64(i), Time: float64(i) / 10, Bodies: now, Captions: []string{"tags 12"}}
	}
	frames[3].Tick, frames[3].Time = frames[2].Tick, frames[2].Time
	return frames
}

func encode(t *testing.T, g *GIF) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := g.Encode(&buf); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func decode(t *testing.T, b []byte) *gif.GIF {
	t.Helper()
	m, err := gif.DecodeAll(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestCompositeEqualsFrames plays the file as a viewer does and compares every
// picture with the frame drawn on its own.
func TestCompositeEqualsFrames(t *testing.T) {
	if testing.Short() {
		t.Skip("draws whole films")
	}
	for _, trails := range []bool{false, true} {
		frames := film(12)
		g := NewGIF(arena, teams, Options{Trails: trails})
		for _, fr := range frames {
			if !g.Add(fr) {
				t.Fatal("frame refused")
			}
		}
		m := decode(t, encode(t, g))
		if len(m.Image) != len(frames) || g.Len() != len(frames) {
			t.Fatalf("%d pictures, Len %d, want %d", len(m.Image), g.Len(), len(frames))
		}
		a := layout(t, arena, teams, Options{}, 1)
		var memory *Trails
		if trails {
			memory = NewTrails()
		}
		q := newQuantizer(&darkTheme, g.colors(frames[0]))
		screen := image.NewRGBA(image.Rect(0, 0, m.Config.Width, m.Config.Height))
		direct := image.NewRGBA(image.Rect(0, 0, a.Width, a.Height))
		indices := make([]uint8, a.Width*a.Height)
		for i, fr := range frames {
			pic := m.Image[i]
			for y := pic.Rect.Min.Y; y < pic.Rect.Max.Y; y++ {
				for x := pic.Rect.Min.X; x < pic.Rect.Max.X; x++ {
					if c := pic.At(x, y).(color.RGBA); c.A == 255 {
						screen.SetRGBA(x, y, c)
					}
				}
			}
			if memory != nil {
				memory.Add(arena, fr)
			}
			var l List
			a.Draw(&l, fr, memory)
			NewRasterizer().Draw(direct, &l)
			q.quantize(indices, direct)
			want := image.NewRGBA(direct.Rect)
			for k, index := range indices {
				want.SetRGBA(k%a.Width, k/a.Width, q.palette[index].(color.RGBA))
			}
			if r := differing(screen, want); !r.Empty() || screen.Rect != want.Rect {
				t.Fatalf("trails %v, frame %d: differs in %v", trails, i, r)
			}
			if worst, mean := distance(screen, direct); worst > 75 || mean > 0.5 {
				t.Errorf("trails %v, frame %d: palette is off by up to %.0f, %.2f in the mean", trails, i, worst, mean)
			}
		}
	}
}

// distance returns how far the colours of b are from those of a, of 441.
func distance(a, b *image.RGBA) (worst, mean float64) {
	sum := 0.0
	for i := 0; i < len(a.Pix); i += 4 {
		d := 0.0
		for k := range 3 {
			v := float64(a.Pix[i+k]) - float64(b.Pix[i+k])
			d += v * v
		}
		d = math.Sqrt(d)
		worst, sum = max(worst, d), sum+d
	}
	return worst, sum / float64(len(a.Pix)/4)
}

func TestFramesHoldOnlyChanges(t *testing.T) {
	g := NewGIF(arena, teams, Options{FrameDelay: 7})
	var sizes []int
	for _, fr := range film(6) {
		g.Add(fr)
		sizes = append(sizes, g.data.Len())
	}
	m := decode(t, encode(t, g))
	full := image.Rect(0, 0, m.Config.Width, m.Config.Height)
	if m.Image[0].Rect != full {
		t.Errorf("first picture is %v, want %v", m.Image[0].Rect, full)
	}
	if got := m.Image[3].Rect; got.Dx()*got.Dy() != 1 {
		t.Errorf("a pause takes %v, want one pixel", got)
	}
	if first, second := sizes[0], sizes[1]-sizes[0]; second > first/2 {
		t.Errorf("%d bytes for the first frame, %d for the changes after it", first, second)
	}
	still := 0
	for _, index := range m.Image[1].Pix {
		if index == transparent {
			still++
		}
	}
	if still < len(m.Image[1].Pix)*8/10 {
		t.Errorf("%d of %d pixels are transparent, want most", still, len(m.Image[1].Pix))
	}
	for i, d := range m.Delay {
		if d != 7 {
			t.Errorf("frame %d stays %d/100 s, want 7", i, d)
		}
	}
	if m.LoopCount != 0 {
		t.Errorf("loop count %d, want for ever", m.LoopCount)
	}
}

func TestGIFIsDeterministic(t *testing.T) {
	film8 := func() []byte {
		g := NewGIF(arena, teams, Options{Trails: true})
		for _, fr := range film(8) {
			g.Add(fr)
		}
		return encode(t, g)
	}
	if !bytes.Equal(film8(), film8()) {
		t.Error("the same frames give other bytes")
	}
}

func TestGIFTakesSoManyFrames(t *testing.T) {
	g := NewGIF(arena, teams, Options{MaxFrames: 3})
	var taken []bool
	for _, fr := range film(5) {
		taken = append(taken, g.Add(fr))
	}
	if g.Len() != 3 || !taken[2] || taken[3] || len(decode(t, encode(t, g)).Image) != 3 {
		t.Errorf("took %v, Len %d, want 3", taken, g.Len())
	}
	if err := NewGIF(arena, teams, Options{}).Encode(&bytes.Buffer{}); err == nil {
		t.Error("a GIF without frames was written")
	}
}

func TestEncodeMayBeRepeated(t *testing.T) {
	g := NewGIF(arena, teams, Options{})
	frames := film(4)
	g.Add(frames[0])
	if !bytes.Equal(encode(t, g), encode(t, g)) {
		t.Error("the second time gives other bytes")
	}
	g.Add(frames[1])
	if n := len(decode(t, encode(t, g)).Image); n != 2 {
		t.Errorf("%d pictures after one more frame, want 2", n)
	}
}

func TestPaletteHasWhatMatters(t *testing.T) {
	var many []color.NRGBA
	for i := range 60 {
		many = append(many, color.NRGBA{uint8(40 + 3*i), uint8(200 - 3*i), uint8(i * 97), 255})
	}
	tests := []struct {
		name   string
		colors []color.NRGBA
		exact  []color.NRGBA
	}{
		{"teams", []color.NRGBA{color.NRGBA(blue), color.NRGBA(red)}, []color.NRGBA{color.NRGBA(blue), color.NRGBA(red)}},
		{"more colours than room", many, many[:8]},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			q := newQuantizer(&darkTheme, tt.colors)
			if len(q.palette) != 256 {
				t.Fatalf("%d entries", len(q.palette))
			}
			for _, c := range append(tt.exact, darkTheme.page, darkTheme.field, darkTheme.grid, darkTheme.border, darkTheme.ink, darkTheme.dim, darkTheme.mark) {
				for range 2 { // from the palette, then from the cache
					if got := q.palette[q.index(c.R, c.G, c.B)]; got != color.RGBA(c) {
						t.Errorf("%v becomes %v", c, got)
					}
				}
			}
			for v := 0; v < 1<<24; v += 7919 {
				r, g, b := uint8(v>>16), uint8(v>>8), uint8(v)
				i := q.index(r, g, b)
				c := q.palette[i].(color.RGBA)
				if i == transparent {
					t.Fatalf("%06x becomes transparent", v)
				}
				if d := abs(float32(r)-float32(c.R)) + abs(float32(g)-float32(c.G)) + abs(float32(b)-float32(c.B)); d > 130 {
					t.Fatalf("%06x becomes %v", v, c)
				}
			}
		})
	}
}
