package draw

import (
	"sort"
	"strings"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
)

// typeface returns the one font of all pictures. Its bytes are part of the program, so they parse. It
// is no variable, as programs that draw nothing would have those bytes, too.
func typeface() *opentype.Font {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		panic(err)
	}
	return f
}

// faces holds the typeface at the sizes asked for so far. A face keeps scratch
// memory, so faces belong to one goroutine.
type faces map[float32]font.Face

// at returns the typeface with letters size pixels high.
func (f faces) at(size float32) font.Face {
	if face, ok := f[size]; ok {
		return face
	}
	face, err := opentype.NewFace(typeface(), &opentype.FaceOptions{Size: float64(size), DPI: 72})
	if err != nil {
		panic(err) // NewFace fails for no size
	}
	f[size] = face
	return face
}

// width returns how many pixels s takes.
func (f faces) width(size float32, s string) float32 {
	return float32(font.MeasureString(f.at(size), s)) / 64
}

// fit is s on one line, cut with an ellipsis where it is wider than room
// pixels; nothing where not even that fits.
func (f faces) fit(size, room float32, s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
	if f.width(size, s) <= room {
		return s
	}
	rs := []rune(s)
	cut := func(n int) string { return strings.TrimRight(string(rs[:n]), " ") + "…" }
	n := sort.Search(len(rs), func(n int) bool { return f.width(size, cut(n)) > room })
	if n == 0 {
		return ""
	}
	return cut(n - 1)
}
