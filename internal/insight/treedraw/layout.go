package treedraw

import (
	"unicode"
	"unicode/utf8"
)

// Sizes in user units of the SVG, which are pixels at its natural size. The
// fonts are monospaced, so the width of a text follows from its length.
const (
	kindSize   = 13
	detailSize = 11
	nameSize   = 15
	charWidth  = 0.602 // of the font size

	boxHeight  = 30 // with a kind only
	tallHeight = 44 // with a detail below it
	boxPad     = 14 // left and right of the text
	siblingGap = 16
	treeGap    = 32 // between the trees of one file
	levelGap   = 36
	margin     = 24
	nameHeight = 30 // of the line with a tree's name

	maxDetail = 44 // characters; longer ones are cut
)

// box is a twig with its place: x is its middle, y its top.
type box struct {
	*twig
	kids          []*box
	detail        string // as it is shown
	level         int    // 0 for a root
	x, y          float64
	width, height float64
}

// contour says how far a subtree reaches to both sides of its root's middle, by
// level below that root.
type contour []struct{ left, right float64 }

// layout places the trees of one file beside each other, with the top of the
// first level at 0 and nothing left of 0.
func layout(roots []*twig) (boxes []*box, width, height float64) {
	var top []*box
	var heights []float64 // by level
	for _, r := range roots {
		top = append(top, measure(r, 0, &heights))
	}
	tops := make([]float64, len(heights))
	for level, h := range heights {
		tops[level] = height
		height += h
		if level < len(heights)-1 {
			height += levelGap
		}
	}
	reach := make([]contour, len(top))
	for i, b := range top {
		reach[i] = b.arrange()
	}
	at, reached := pack(reach, treeGap)
	left := 0.0
	for _, r := range reached {
		left, width = min(left, r.left), max(width, r.right)
	}
	for i, b := range top {
		b.settle(at[i]-left, tops, heights)
		boxes = b.append(boxes)
	}
	return boxes, width - left, height
}

// measure makes boxes of a twig and those below it, as large as their texts need.
func measure(t *twig, level int, heights *[]float64) *box {
	b := &box{twig: t, level: level, detail: shorten(t.Detail), height: boxHeight}
	if m := t.mark(); t.ref {
		b.detail = m
	} else if m != "" {
		b.detail = join(b.detail, m)
	}
	if b.detail != "" {
		b.height = tallHeight
	}
	b.width = max(textWidth(t.Kind, kindSize), textWidth(b.detail, detailSize)) + 2*boxPad
	if level == len(*heights) {
		*heights = append(*heights, 0)
	}
	(*heights)[level] = max((*heights)[level], b.height)
	for _, kid := range t.kids {
		b.kids = append(b.kids, measure(kid, level+1, heights))
	}
	return b
}

// arrange packs the children as close as their subtrees allow, with the box
// above the middle of the first and the last. It leaves in each child's x its
// distance from the box.
func (b *box) arrange() contour {
	reach := make([]contour, len(b.kids))
	for i, kid := range b.kids {
		reach[i] = kid.arrange()
	}
	at, below := pack(reach, siblingGap)
	middle := 0.0
	if n := len(at); n > 0 {
		middle = (at[0] + at[n-1]) / 2
	}
	for i, kid := range b.kids {
		kid.x = at[i] - middle
	}
	own := make(contour, 1, len(below)+1)
	own[0].left, own[0].right = -b.width/2, b.width/2
	for _, r := range below {
		r.left -= middle
		r.right -= middle
		own = append(own, r)
	}
	return own
}

// pack puts subtrees side by side. It returns the middles of their roots, the first
// at 0, and how far they reach together.
func pack(reach []contour, gap float64) (at []float64, all contour) {
	for i, c := range reach {
		x := 0.0
		if i > 0 {
			for level := range min(len(all), len(c)) {
				x = max(x, all[level].right+gap-c[level].left)
			}
		}
		for level, r := range c {
			r.left += x
			r.right += x
			if level < len(all) {
				all[level].right = r.right
			} else {
				all = append(all, r)
			}
		}
		at = append(at, x)
	}
	return at, all
}

// settle turns distances into positions; x is the middle of the box.
func (b *box) settle(x float64, tops, heights []float64) {
	b.x, b.y = x, tops[b.level]+(heights[b.level]-b.height)/2
	for _, kid := range b.kids {
		kid.settle(x+kid.x, tops, heights)
	}
}

func (b *box) append(list []*box) []*box {
	list = append(list, b)
	for _, kid := range b.kids {
		list = kid.append(list)
	}
	return list
}

// wide are characters that take two cells of a monospaced font.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{{0x1100, 0x115f, 1}, {0x2e80, 0xd7a3, 1}, {0xf900, 0xfaff, 1}, {0xfe30, 0xfe6f, 1}, {0xff00, 0xff60, 1}},
	R32: []unicode.Range32{{0x1f300, 0x3ffff, 1}},
}

// textWidth returns the width of a text in units of the SVG, in a font of a size.
func textWidth(s string, size float64) float64 {
	cells := 0
	for _, r := range s {
		cells++
		if unicode.Is(wide, r) {
			cells++
		}
	}
	return float64(float64(cells) * size * charWidth)
}

func shorten(s string) string {
	if utf8.RuneCountInString(s) <= maxDetail {
		return s
	}
	return string([]rune(s)[:maxDetail-1]) + "…"
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + "  " + b
}
