package draw

import "image/color"

// Kind says what a Prim is and what its numbers mean. All lengths are pixels.
type Kind uint8

// The primitives. Every one is smoothed at its edge, save Rect, which covers
// whole pixels.
const (
	Rect        Kind = iota // filled; X, Y top left, U wide, V high
	Line                    // from X, Y to U, V, cut square; R wide
	Disc                    // filled; centre X, Y, radius R
	Ring                    // centre X, Y, radius R of the middle of a stroke U wide
	Dart                    // filled DartOutline; centre X, Y, unit heading U, V, reach R
	Diamond                 // filled; centre X, Y, reach R along both axes
	DiamondRing             // centre X, Y, reach R of the middle of a stroke U wide
	Dot                     // one pixel's worth of colour at X, Y, shared by the pixels it lies on
	Polygon                 // regular, a side at the bottom; centre X, Y, corners R away, U of them (3 to 8); V wide stroke inside its edge, 0: filled
	Text                    // Str with its baseline at Y; X by Align; letters R high (font size)
)

// Align says which point of a Text its X is.
type Align uint8

// The alignments of a Text.
const (
	Left Align = iota
	Center
	Right
)

// DartOutline is a dart of reach 1 that heads along +x: tip, left, notch,
// right. Painted corners are rounded by DartRounding of the reach.
var DartOutline = [4][2]float32{{0.9, 0}, {-0.72, 0.6}, {-0.4, 0}, {-0.72, -0.6}}

// DartRounding says how far, in parts of its reach, a dart is painted beyond its outline.
const DartRounding = 0.1

// Prim is one primitive: its Kind tells what the numbers mean.
type Prim struct {
	Kind  Kind
	Align Align
	Color color.NRGBA
	X, Y  float32
	U, V  float32
	R     float32
	Str   string
}

// List is a picture as primitives, back to front. The zero value is empty;
// Reset keeps the memory for the next picture.
type List struct {
	Prims []Prim
}

// Reset empties the list.
func (l *List) Reset() { l.Prims = l.Prims[:0] }

func (l *List) rect(c color.NRGBA, x, y, w, h float32) {
	l.Prims = append(l.Prims, Prim{Kind: Rect, Color: c, X: x, Y: y, U: w, V: h})
}

func (l *List) line(c color.NRGBA, x0, y0, x1, y1, width float32) {
	l.Prims = append(l.Prims, Prim{Kind: Line, Color: c, X: x0, Y: y0, U: x1, V: y1, R: width})
}

func (l *List) disc(c color.NRGBA, x, y, r float32) {
	l.Prims = append(l.Prims, Prim{Kind: Disc, Color: c, X: x, Y: y, R: r})
}

func (l *List) ring(c color.NRGBA, x, y, r, width float32) {
	l.Prims = append(l.Prims, Prim{Kind: Ring, Color: c, X: x, Y: y, U: width, R: r})
}

func (l *List) dart(c color.NRGBA, x, y, hx, hy, r float32) {
	l.Prims = append(l.Prims, Prim{Kind: Dart, Color: c, X: x, Y: y, U: hx, V: hy, R: r})
}

func (l *List) diamond(c color.NRGBA, x, y, r float32) {
	l.Prims = append(l.Prims, Prim{Kind: Diamond, Color: c, X: x, Y: y, R: r})
}

func (l *List) diamondRing(c color.NRGBA, x, y, r, width float32) {
	l.Prims = append(l.Prims, Prim{Kind: DiamondRing, Color: c, X: x, Y: y, U: width, R: r})
}

// polygon adds a regular polygon: filled, or with a stroke above 0 its edge.
func (l *List) polygon(c color.NRGBA, x, y, r float32, corners int, stroke float32) {
	l.Prims = append(l.Prims, Prim{Kind: Polygon, Color: c, X: x, Y: y, U: float32(corners), V: stroke, R: r})
}

func (l *List) dot(c color.NRGBA, x, y float32) {
	l.Prims = append(l.Prims, Prim{Kind: Dot, Color: c, X: x, Y: y})
}

func (l *List) text(c color.NRGBA, a Align, x, y, size float32, s string) {
	l.Prims = append(l.Prims, Prim{Kind: Text, Align: a, Color: c, X: x, Y: y, R: size, Str: s})
}
