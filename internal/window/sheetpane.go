package window

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/draw"
)

// cellOfSheet is a label and what stands beside it.
type cellOfSheet struct {
	label, text string
	bar         float64 // below 0: none
	key         string  // of the state, where it can be edited
	warn        bool
}

// Sizes of the sheet, in units.
const (
	sheetLine = 17
	sheetMost = 9   // lines
	twoFrom   = 340 // a sidebar that is as wide has two columns
)

// sheetPane is the sheet of the selected body in the panel.
type sheetPane struct {
	*frame
	sheet     *chronicle.Sheet // nil for none
	wideCells map[string]bool  // by label: they have a line each
}

// cellsOf returns the cells of the sheet of the selected body.
func (sp *sheetPane) cellsOf() (cells []cellOfSheet) {
	sh := sp.sheet
	if sh == nil || sh.ID != sp.renderer.Selected {
		sh = chronicle.NewSheet(sp.session, &sp.snap, sp.renderer.Selected, sp.journal.Journal)
	}
	if sh == nil {
		return nil
	}
	is := sh.Class
	if sh.Human {
		is = "a player"
	}
	for _, part := range []string{sh.Form, sh.Team} {
		if part != "" {
			is += ", " + part
		}
	}
	cells = append(cells, cellOfSheet{label: "is", text: is, bar: -1})
	switch {
	case sh.Dead:
		cells = append(cells, cellOfSheet{label: "is", text: "dead", bar: -1})
	case sh.Hidden:
		cells = append(cells, cellOfSheet{label: "is", text: "out of sight", bar: -1})
	}
	for i := range sh.Rows {
		r := &sh.Rows[i]
		c := cellOfSheet{label: r.Label, text: r.Text, bar: -1}
		if share, ok := r.Bar(); ok {
			c.bar = share
		}
		cells = append(cells, c)
	}
	for _, f := range sp.inspect.told.Values {
		cells = append(cells, cellOfSheet{label: strings.TrimSpace(f.Kind + " " + f.Name), text: f.Value, bar: -1})
	}
	for _, st := range sh.State {
		c := cellOfSheet{label: st.Key, text: st.Value.String(), bar: -1}
		if st.Editable {
			c.key = st.Key
		}
		cells = append(cells, c)
	}
	for i := range sh.Faults {
		cells = append(cells, cellOfSheet{label: "fault", text: sh.Faults[i].Text, bar: -1, warn: true})
	}
	return cells
}

// columns returns how many columns the sheet has.
func (sp *sheetPane) columns() int {
	if sp.inspectWide() >= twoFrom {
		return 2
	}
	return 1
}

// cellRoom returns how wide a cell is, in pixels.
func (sp *sheetPane) cellRoom() float32 {
	return sp.overlay.Px((float32(sp.inspectWide())-28)/float32(sp.columns()) - 8)
}

// sheetLines returns the cells line by line: one that has no room beside another has a line for
// itself, and so has one that had none before, so that cells stay where they are.
func (sp *sheetPane) sheetLines(cells []cellOfSheet) (lines [][]cellOfSheet) {
	p, columns := &sp.overlay, sp.columns()
	open := false // the last line has room for another cell
	for _, c := range cells {
		if p.Px(8)+p.Width(c.label, 12)+p.Width(c.text, 12) > sp.cellRoom() {
			if sp.wideCells == nil {
				sp.wideCells = map[string]bool{}
			}
			sp.wideCells[c.label] = true
		}
		if open && !sp.wideCells[c.label] {
			last := &lines[len(lines)-1]
			*last = append(*last, c)
			open = len(*last) < columns
			continue
		}
		lines = append(lines, []cellOfSheet{c})
		open = columns > 1 && !sp.wideCells[c.label]
	}
	return lines
}

// sheetHigh returns how high a sheet of some cells is, in pixels.
func (sp *sheetPane) sheetHigh(cells []cellOfSheet) int {
	return int(float64(min(max(len(sp.sheetLines(cells)), 3), sheetMost)*sheetLine) * sp.unit())
}

// tall reports whether the sheet wants another height than it has. It does not shrink, so
// that the tree below does not jump.
func (p *panel) tall() bool {
	g := p.game
	return p.facts != nil && !p.typing() && g.sheetPane.sheetHigh(g.sheetPane.cellsOf()) > p.factsHigh
}

// drawSheet draws the sheet into a rectangle. State that can be edited is a button.
func (g *Game) drawSheet(r image.Rectangle) {
	p := &g.overlay
	cells := g.sheetPane.cellsOf()
	if len(cells) == 0 {
		p.Text(brightInk, draw.Left, float32(r.Min.X), float32(r.Min.Y)+p.Px(13), 13, "is gone")
		return
	}
	lines, high := g.sheetPane.sheetLines(cells), p.Px(sheetLine)
	room := int(float32(r.Dy()) / high)
	first := 0
	if len(lines) > room {
		g.hands.sheetTop = min(max(g.hands.sheetTop, 0), len(lines)-room)
		first = g.hands.sheetTop
		g.hots = append(g.hots, hot{name: "sheet", r: r, wheel: func(by float64, _, _ int) {
			g.hands.sheetTop -= int(by)
		}})
		share := float32(room) / float32(len(lines))
		p.Rect(idleColor, float32(r.Max.X)-p.Px(3), float32(r.Min.Y)+float32(r.Dy())*float32(first)/float32(len(lines)), p.Px(3), float32(r.Dy())*share)
	}
	cell := g.sheetPane.cellRoom()
	for i, line := range lines[first:min(first+room, len(lines))] {
		x, y := float32(r.Min.X), float32(r.Min.Y)+high*float32(i)
		for _, c := range line {
			wide := cell
			if g.sheetPane.wideCells[c.label] {
				wide = float32(r.Dx()) - p.Px(16)
			}
			g.drawCell(&c, image.Rect(int(x), int(y), int(x+wide), int(y+high)))
			x += cell + p.Px(8)
		}
	}
}

func (g *Game) drawCell(c *cellOfSheet, r image.Rectangle) {
	p := &g.overlay
	x, base, wide := float32(r.Min.X), float32(r.Min.Y)+p.Px(13), float32(r.Dx())
	ink := brightInk
	if c.warn {
		ink = failureColor
	}
	if c.key != "" {
		back := buttonColor
		if g.controls.cursor().In(r) {
			back = hoverColor
		}
		p.Rect(back, x, float32(r.Min.Y)+p.Px(1), wide, p.Px(sheetLine-2))
		g.hots = append(g.hots, hot{name: "state/" + c.key, r: r, press: func(image.Point) { g.editState(c.key) }})
	}
	label := p.Fit(c.label, 12, max(wide*0.5, wide-p.Px(8)-p.Width(c.text, 12)))
	p.Text(dimInk, draw.Left, x+p.Px(2), base, 12, label)
	left := x + p.Px(8) + p.Width(label, 12)
	p.Text(ink, draw.Left, left, base, 12, p.Fit(c.text, 12, x+wide-left))
	if c.bar >= 0 {
		hue := successColor
		if c.bar < 0.35 {
			hue = failureColor
		}
		p.Rect(offColor, x, float32(r.Max.Y)-p.Px(2), wide, p.Px(2))
		p.Rect(hue, x, float32(r.Max.Y)-p.Px(2), wide*float32(c.bar), p.Px(2))
	}
}

// stateOf returns the state key of the selected body with a name, or nil.
func (sp *sheetPane) stateOf(key string) *chronicle.StateRow {
	if sp.sheet == nil {
		return nil
	}
	i := slices.IndexFunc(sp.sheet.State, func(s chronicle.StateRow) bool { return s.Key == key })
	if i < 0 {
		return nil
	}
	return &sp.sheet.State[i]
}

// editState turns a truth around, and puts another value into the line of the hands, to be
// edited there.
func (g *Game) editState(key string) {
	st := g.sheetPane.stateOf(key)
	if st == nil {
		return
	}
	if text := st.Value.String(); text == "true" || text == "false" {
		g.hand(fmt.Sprintf("state %s %v", key, text == "false"))
		return
	}
	g.hands.edit = fmt.Sprintf("state %s %s", key, st.Value)
	g.Refresh()
}
