package render

import (
	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/render/draw"
)

// mice lists what the mouse does, for the help.
var mice = [][2]string{
	{"Click", "select a bot or player"},
	{"Drag, arrows", "move the camera"},
	{"Wheel", "zoom to the cursor"},
	{"WASD, right", "steer, once you joined"},
}

// drawHelp lists all keys in the middle of the screen, in as many columns as its height
// asks for.
func (g *Game) drawHelp(screen *ebiten.Image) {
	p := &g.overlay
	p.list.Reset()
	const line, wide, top, edge = 21, 330, 58, 24
	rows := make([][2]string, 0, len(bindings)+len(mice))
	for i := range bindings {
		rows = append(rows, [2]string{g.keyOf(&bindings[i]).name, bindings[i].help})
	}
	rows = append(rows, mice...)
	size := screen.Bounds().Size()
	shade := panelColor
	shade.A = 0xb0
	p.rect(shade, 0, 0, float32(size.X), float32(size.Y))
	unit := p.unit
	defer func() { p.unit = unit }()
	long, columns := 0, 0
	for { // smaller, where the window is
		room := max(int((float32(size.Y)/p.unit-top-edge-legendHigh)/line), 1)
		columns = (len(rows) + room - 1) / room
		long = (len(rows) + columns - 1) / columns
		if p.px(float32(wide*columns+edge)) <= float32(size.X) || p.unit <= unit/2 {
			break
		}
		p.unit *= 0.95
	}
	w, high := p.px(float32(wide*columns+edge)), p.px(float32(line*long+top+edge+legendHigh))
	left, y0 := max((float32(size.X)-w)/2, 0), max((float32(size.Y)-high)/2, 0)
	p.rect(panelColor, left, y0, w, high)
	p.frame(idleColor, left, y0, w, high, p.px(1))
	p.text(brightInk, draw.Left, left+p.px(edge), y0+p.px(34), 18, "Keys")
	for i, row := range rows {
		x, y := left+p.px(float32(edge+wide*(i/long))), y0+p.px(float32(top+14+line*(i%long)))
		p.text(successColor, draw.Left, x, y, 13, row[0])
		p.text(brightInk, draw.Left, x+p.px(112), y, 13, p.fit(row[1], 13, p.px(wide-112-8)))
	}
	g.painter.Paint(screen, p.list.Prims)
}

// legendHigh is the room under the keys for the signs of nodes.
const legendHigh = 0
