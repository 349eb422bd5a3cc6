package treedraw

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

const (
	pageColor   = "#ffffff"
	nameColor   = "#0f172a"
	edgeColor   = "#94a3b8"
	legendColor = "#64748b"
	fonts       = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace"

	legendHeight = 16
	dotRadius    = 5
	dotGap       = 16 // from the left of a dot to its text
	entryGap     = 20 // between the entries of the legend
)

// SVG writes trees as one picture, below each other, each under its name. The
// picture is as large as they need; the whole text of a node and its position
// are its tooltip.
func SVG(w io.Writer, trees ...*Tree) error { return svg(w, nil, trees) }

// Told holds the answer of a node at a moment.
type Told struct {
	Answer string // failure, success, running or another; empty where it was not asked
	Path   bool   // it leads to what the tree decided
	Text   string // why, for its tooltip
}

// ToldSVG is SVG of a tree at a moment: nodes have the colours of their answers, those that
// were not asked are pale, and the path is bold. told has them by id.
func ToldSVG(w io.Writer, t *Tree, told map[tree.NodeID]Told) error { return svg(w, told, []*Tree{t}) }

func svg(w io.Writer, told map[tree.NodeID]Told, trees []*Tree) error {
	p := svgPrinter{told: told}
	y, width := float64(margin), 0.0
	for i, t := range trees {
		if i > 0 {
			y += treeGap
		}
		wide, high := p.tree(t, y)
		width = max(width, wide)
		y += high
	}
	width = max(width, p.legend(y+margin)) + 2*margin
	y += margin + legendHeight + margin

	b := bufio.NewWriter(w)
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]s" height="%[2]s" viewBox="0 0 %[1]s %[2]s">`+"\n", num(width), num(y))
	writeStyle(b)
	if told != nil {
		writeAnswers(b)
	}
	b.WriteString("</style>\n")
	fmt.Fprintf(b, `<rect width="100%%" height="100%%" rx="10" fill="%s"/>`+"\n", pageColor)
	b.WriteString(p.b.String())
	b.WriteString("</svg>\n")
	return b.Flush()
}

func writeStyle(b *bufio.Writer) {
	fmt.Fprintf(b, `<style>
text{font-family:%s;font-size:%dpx;text-anchor:middle}
.name{font-size:%dpx;font-weight:600;fill:%s;text-anchor:start}
.kind{font-weight:600}
.detail{font-size:%dpx}
.legend{font-size:%[5]dpx;fill:%[6]s;text-anchor:start}
.edge{fill:none;stroke:%[7]s;stroke-width:1.5}
.box{stroke-width:1.5}
.ref{stroke-dasharray:4 3}
`, fonts, kindSize, nameSize, nameColor, detailSize, legendColor, edgeColor)
	for r := run.Composite; r <= run.Action; r++ {
		c := palette[r]
		fmt.Fprintf(b, ".%[1]s{fill:%[2]s;stroke:%[3]s}\n.%[1]s-text{fill:%[4]s}\n", r, c.fill, c.line, c.ink)
	}
}

func writeAnswers(b *bufio.Writer) {
	b.WriteString(".unasked{opacity:.4}\n.edge.path{stroke:#0f172a;stroke-width:3.5}\n.box.path{stroke-width:3.5}\n")
	for _, a := range answers {
		if a.colors.fill != "" {
			fmt.Fprintf(b, ".box.%[1]s{fill:%[2]s;stroke:%[3]s}\n", a.name, a.colors.fill, a.colors.line)
		}
	}
}

type svgPrinter struct {
	b       strings.Builder
	used    [run.Action + 1]bool // roles
	told    map[tree.NodeID]Told // nil for a tree at no moment
	answers [len(answers)]bool   // that are there
}

// answer returns the class of a node at a moment.
func (p *svgPrinter) answer(n tree.NodeID) (class string) {
	if p.told == nil {
		return ""
	}
	t := p.told[n]
	i := slices.IndexFunc(answers[:], func(a answer) bool { return a.name == t.Answer })
	if i < 0 {
		i = len(answers) - 1
	}
	if t.Path {
		class = " path"
	}
	if i < len(answers)-1 || !t.Path {
		p.answers[i] = true
		class += " " + answers[i].name
	}
	return class
}

func (p *svgPrinter) printf(format string, args ...any) { fmt.Fprintf(&p.b, format, args...) }

// tree draws a tree with its name at y, and returns the room that it takes.
func (p *svgPrinter) tree(t *Tree, y float64) (width, height float64) {
	p.printf(`<text class="name" x="%d" y="%s">%s</text>`+"\n", margin, num(y+nameSize), escape(Printable(t.Name)))
	boxes, width, height := layout(t.grow())
	for _, b := range boxes {
		b.x += margin
		b.y += y + nameHeight
		p.used[b.Role] = true
	}
	for _, b := range boxes {
		p.edges(b)
	}
	for _, b := range boxes {
		p.box(b)
	}
	return max(width, textWidth(t.Name, nameSize)), nameHeight + height
}

// edges draws a curve from the bottom of a box to the top of each child.
func (p *svgPrinter) edges(b *box) {
	for _, kid := range b.kids {
		y := b.y + b.height
		bend := num((y + kid.y) / 2)
		path := ""
		if p.told[b.ID].Path && p.told[kid.ID].Path && !kid.ref {
			path = " path"
		}
		p.printf(`<path class="edge%s" d="M%s %sC%s %s %s %s %s %s"/>`+"\n",
			path, num(b.x), num(y), num(b.x), bend, num(kid.x), bend, num(kid.x), num(kid.y))
	}
}

// box draws a node: a condition as a pill, anything else with round corners.
func (p *svgPrinter) box(b *box) {
	radius, class := 7.0, ""
	if b.Role == run.Condition {
		radius = b.height / 2
	}
	if b.ref {
		class = " ref"
	}
	class += p.answer(b.ID)
	text := b.tooltip()
	if t := p.told[b.ID]; t.Text != "" {
		text += "\n" + Printable(t.Text)
	}
	pale := ""
	if strings.HasSuffix(class, " unasked") {
		pale = ` class="unasked"`
	}
	p.printf(`<g%s><title>%s</title>`, pale, escape(text))
	p.printf(`<rect class="box %s%s" x="%s" y="%s" width="%s" height="%s" rx="%s"/>`,
		b.Role, class, num(b.x-b.width/2), num(b.y), num(b.width), num(b.height), num(radius))
	baseline := b.y + b.height/2 + kindSize*0.35
	if b.detail != "" {
		baseline = b.y + 19
		p.printf(`<text class="detail %s-text" x="%s" y="%s">%s</text>`, b.Role, num(b.x), num(b.y+34), escape(b.detail))
	}
	p.printf(`<text class="kind %s-text" x="%s" y="%s">%s</text></g>`+"\n", b.Role, num(b.x), num(baseline), escape(b.Kind))
}

func (b *box) tooltip() string {
	text := join(b.Kind, b.Detail)
	if b.Line > 0 {
		text += fmt.Sprintf("\n%s:%d:%d", b.File, b.Line, b.Col)
	}
	return text
}

// legend draws the names of the colours in use, and returns its width.
func (p *svgPrinter) legend(y float64) float64 {
	x := float64(margin)
	for _, name := range p.colors() {
		class := name
		if name == notAsked {
			class = "composite unasked"
		}
		p.printf(`<circle class="box %s" cx="%s" cy="%s" r="%d"/>`, class, num(x+dotRadius), num(y+legendHeight/2), dotRadius)
		p.printf(`<text class="legend" x="%s" y="%s">%s</text>`+"\n", num(x+dotGap), num(y+legendHeight/2+detailSize*0.35), name)
		x += dotGap + textWidth(name, detailSize) + entryGap
	}
	return x - margin - entryGap
}

// notAsked names, in the legend, the nodes that were not asked.
const notAsked = "not asked"

// colors returns the names of those in use: of roles, or of answers.
func (p *svgPrinter) colors() (names []string) {
	if p.told == nil {
		for r, used := range p.used {
			if used {
				names = append(names, run.Role(r).String())
			}
		}
		return names
	}
	for i, used := range p.answers {
		switch {
		case !used:
		case i == len(answers)-1:
			names = append(names, notAsked)
		default:
			names = append(names, answers[i].name)
		}
	}
	return names
}

// num returns a coordinate with two digits at most.
func num(f float64) string {
	s := strconv.FormatFloat(f, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

var svgEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func escape(s string) string { return svgEscapes.Replace(s) }
