package fieldmap

import (
	"image/color"
	"math"
	"strings"
	"unicode"

	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/insight/palette"
	"github.com/thicket-sim/thicket/session"
)

// The glyphs of a map.
const (
	blank       = ' '
	placeGlyph  = '+'
	wallGlyph   = '#'
	itemGlyph   = '·'
	deadGlyph   = '×'
	markGlyph   = '●'
	signGlyph   = '◎' // a bot with a further mark
	playerGlyph = '◆'
	houseGlyph  = '■' // a building
	pathGlyph   = '.'
)

// arrows are indexed by what tells the classes of a colour apart, and by heading, in eighths
// of a turn clockwise from right. Other classes are letters.
var arrows = [...][8]rune{
	{'→', '↘', '↓', '↙', '←', '↖', '↑', '↗'},
	{'⇒', '⇘', '⇓', '⇙', '⇐', '⇖', '⇑', '⇗'},
	{'▶', '◢', '▼', '◣', '◀', '◤', '▲', '◥'},
}

// stillGlyphs lists the glyphs of bots that head nowhere, by what tells classes apart.
var stillGlyphs = [...]rune{'•', '◦', '▪'}

// signOf returns how a body of a class looks that heads somewhere. In ASCII the arrows of all classes look
// alike, so that only the first class of a colour has them.
func (m *Map) signOf(c *palette.Colors, class string, hx, hy float32) rune {
	glyph := int(c.Glyph(class))
	switch {
	case glyph >= len(arrows):
		return unicode.ToUpper([]rune(class + "?")[0])
	case hx == 0 && hy == 0 || m.style.ASCII && glyph > 0:
		return stillGlyphs[glyph]
	}
	turn := math.Atan2(float64(hy), float64(hx)) / (math.Pi / 4)
	return arrows[glyph][int(math.Round(turn))&7]
}

// shades are indexed by how full a cell is. They stand for bots on maps with more bots
// than cells.
var shades = [...]rune{'░', '▒', '▓', '█'}

// fullASCII is the last of the shades in ASCII, where that would look like a wall.
const fullASCII = '8'

// Map is a field in characters, each twice as high as wide.
type Map struct {
	// Part: the map is of a part of the field, and shows nothing beyond it; else that is at its edges.
	Part bool

	cols, rows int
	metres     float64 // width of a column; a row is twice as high
	cells      []cell
	bots       int     // on the map
	marked     int     // of them
	left, top  float32 // where the field begins, metres
	style      terminal.Style
}

type cell struct {
	bots, marked int
	glyph        rune
	hurt, laden  bool // the bot that is shown has less than half of its health, or carries something
	color        color.RGBA
	plain        color.RGBA // of the first bot that is not marked
	rank         rank
}

// rank decides which of several things in a cell is shown: the highest.
type rank uint8

const (
	nobody rank = iota
	trodden
	spoken
	thing
	landmark
	house
	anybot
	signed
	marked
	human
)

// New makes the largest map of a field, in metres, that fits into so many columns and
// rows.
func New(width, height float32, cols, rows int, s terminal.Style) *Map {
	w, h := float64(width), float64(height)
	m := &Map{metres: max(w/float64(cols), h/float64(2*rows)), style: s}
	m.cols = min(max(1, int(math.Ceil(w/m.metres-1e-6))), cols)
	m.rows = min(max(1, int(math.Ceil(h/m.metres/2-1e-6))), rows)
	m.cells = make([]cell, m.cols*m.rows)
	return m
}

// Width returns how many columns the map has, with its frame.
func (m *Map) Width() int { return m.cols + 2 }

// at returns the cell of a point.
func (m *Map) at(x, y float32) *cell {
	return &m.cells[m.line(y)*m.cols+m.column(x)]
}

// holds reports whether the map shows a point.
func (m *Map) holds(x, y float32) bool {
	if !m.Part {
		return true
	}
	x, y = x-m.left, y-m.top
	return x >= 0 && y >= 0 && float64(x) <= float64(m.cols)*m.metres && float64(y) <= float64(m.rows)*2*m.metres
}

// column returns the column of a point.
func (m *Map) column(x float32) int { return min(max(int(float64(x-m.left)/m.metres), 0), m.cols-1) }

// line returns the row of a point.
func (m *Map) line(y float32) int { return min(max(int(float64(y-m.top)/m.metres/2), 0), m.rows-1) }

// show puts a glyph into a cell, unless the one in it has the same rank or a higher
// one.
func (c *cell) show(r rank, glyph rune, paint color.RGBA) {
	if r > c.rank {
		c.rank, c.glyph, c.color = r, glyph, paint
	}
}

// Fill empties the map and puts a world on it.
func (m *Map) Fill(s *session.Snapshot, colors *palette.Colors) {
	clear(m.cells)
	field := colors.Field()
	m.left, m.top = field.X, field.Y
	for _, p := range field.Places {
		if !m.holds(p.X, p.Y) {
			continue
		}
		m.at(p.X, p.Y).show(landmark, placeGlyph, color.RGBA{})
	}
	m.walls(colors)
	m.paths(field.Paths)
	for _, it := range s.Items {
		m.at(it.X, it.Y).show(thing, itemGlyph, colors.Item(it.Kind))
	}
	m.bots, m.marked = len(s.Bots), 0
	for i := range s.Bots {
		m.put(&s.Bots[i], colors)
	}
	for i := range s.Players {
		v := &s.Players[i]
		c := colors.Color(v)
		if colors.Marked(v) {
			c = palette.MarkColor
		} else if sign := colors.Sign(v); sign.A > 0 {
			c = sign
		}
		m.at(v.X, v.Y).show(human, playerGlyph, c)
	}
	if m.Crowded() {
		m.shade()
		return
	}
	for v := range s.All() {
		m.say(v)
	}
}

// paths marks the cells along paths.
func (m *Map) paths(all []draw.Path) {
	for _, p := range all {
		for i := 1; i < len(p.Points); i++ {
			x, y := float64(p.Points[i-1][0]), float64(p.Points[i-1][1])
			dx, dy := float64(p.Points[i][0])-x, float64(p.Points[i][1])-y
			n := math.Ceil(max(math.Abs(dx), math.Abs(dy)) / m.metres)
			for k := range int(n) + 1 {
				part := float64(k) / max(n, 1)
				if px, py := float32(x+float64(dx*part)), float32(y+float64(dy*part)); m.holds(px, py) {
					m.at(px, py).show(trodden, pathGlyph, color.RGBA{})
				}
			}
		}
	}
}

// say writes what a body says right of it, as far as nothing else is there.
func (m *Map) say(v *session.BodyView) {
	if v.Hidden || v.Dead || v.Speech == "" {
		return
	}
	col := m.column(v.X)
	row := m.cells[m.line(v.Y)*m.cols:][:m.cols]
	for i, c := range []rune(v.Speech) {
		at := col + 2 + i
		if at >= m.cols || row[at].rank > trodden || !unicode.IsPrint(c) {
			return
		}
		row[at].rank, row[at].glyph, row[at].color = spoken, c, color.RGBA{}
	}
}

// walls marks the cells whose middle is in an obstacle.
func (m *Map) walls(colors *palette.Colors) {
	obstacles := colors.Obstacles()
	if len(obstacles) == 0 {
		return
	}
	for i := range m.cells {
		x, y := (float64(i%m.cols)+0.5)*m.metres, (float64(i/m.cols)+0.5)*2*m.metres
		for o := range obstacles {
			if obstacles[o].Covers(m.left+float32(x), m.top+float32(y), 1e-3) {
				m.cells[i].show(landmark, wallGlyph, color.RGBA{})
				break
			}
		}
	}
}

func (m *Map) put(v *session.BodyView, colors *palette.Colors) {
	if v.Hidden {
		return
	}
	c := m.at(v.X, v.Y)
	if v.Dead {
		c.show(thing, deadGlyph, colors.Color(v))
		return
	}
	if v.Building.Kind != "" {
		c.show(house, houseGlyph, colors.Color(v))
		return
	}
	c.bots++
	if colors.Marked(v) {
		c.marked++
		m.marked++
		c.show(marked, markGlyph, palette.MarkColor)
		return
	}
	if sign := colors.Sign(v); sign.A > 0 {
		c.show(signed, signGlyph, sign)
		return
	}
	class := v.Form
	if class == "" {
		class = v.Class
	}
	if c.rank < anybot {
		c.hurt, c.laden = v.Health < 0.5, v.Cargo > 0
	}
	c.show(anybot, m.signOf(colors, class, v.HX, v.HY), colors.Color(v))
	if c.plain.A == 0 {
		c.plain = colors.Color(v)
	}
}

// Crowded reports whether cells are likely to hold several bots.
func (m *Map) Crowded() bool { return m.bots > len(m.cells)/2 }

// shade shows how many bots are in each cell, and marks those that have more
// marked ones than most.
func (m *Map) shade() {
	mean, usual := m.mean(m.bots), m.mean(m.marked)
	for i := range m.cells {
		c := &m.cells[i]
		if c.rank == marked && c.plain.A > 0 && float64(c.marked) <= usual {
			c.rank, c.color = anybot, c.plain
		}
		if c.rank == anybot {
			c.glyph = shades[min(int(float64(c.bots)/mean*2), len(shades)-1)]
			if m.style.ASCII && c.glyph == shades[len(shades)-1] {
				c.glyph = fullASCII
			}
		}
	}
}

func (m *Map) mean(n int) float64 { return float64(n) / float64(len(m.cells)) }

// Lines returns the lines of the map with a frame around it.
func (m *Map) Lines() []string {
	edge := strings.Repeat("─", m.cols)
	out := []string{m.style.Dim("┌" + edge + "┐")}
	side := m.style.Dim("│")
	for row := range m.rows {
		out = append(out, side+m.row(m.cells[row*m.cols:(row+1)*m.cols])+side)
	}
	return append(out, m.style.Dim("└"+edge+"┘"))
}

// row writes the cells of a row, with a colour code only where the colour changes.
func (m *Map) row(cells []cell) string {
	var b strings.Builder
	was := ""
	for _, c := range cells {
		if c.rank == nobody {
			b.WriteRune(blank)
			continue
		}
		code := m.code(c)
		if m.style.On && code != was {
			b.WriteString("\x1b[0;" + code + "m")
			was = code
		}
		b.WriteRune(c.glyph)
	}
	if was != "" {
		b.WriteString("\x1b[0m")
	}
	return b.String()
}

// code returns how a cell is painted: the hurt are faint, and those who carry something are
// underlined.
func (m *Map) code(c cell) string {
	paint := m.style.Paint(c.color)
	switch c.rank {
	case landmark, trodden:
		return "2"
	case spoken:
		return "3"
	case marked, human:
		return "1;" + paint
	case anybot:
		if c.laden && !m.Crowded() {
			paint = "4;" + paint
		}
		if c.hurt && !m.Crowded() {
			paint = "2;" + paint
		}
	}
	return paint
}
