package window

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
)

// mice lists what the mouse does, for the help.
var mice = [][2]string{
	{"Click", "select a bot or player"},
	{"Drag, arrows", "move the camera"},
	{"Wheel", "zoom to the cursor"},
	{"Click a node", "its line in the source"},
	{"Blue bar", "how often the node ran for this bot"},
	{"Amber bar", "and for the bots of its class"},
	{"Right click", "a node, or hold it: stop when it runs"},
	{"Drag the border", "a wider tree"},
	{"WASD, hold", "steer, once you joined"},
}

// helpRow is a key in the help, which a click does as the key would.
type helpRow struct {
	r  image.Rectangle
	do func(*Game)
}

// pressHelp closes the help, and does what the row under a point says.
func (g *Game) pressHelp(at image.Point) {
	g.help = false
	for _, row := range g.helps {
		if at.In(row.r) {
			row.do(g)
			return
		}
	}
}

// drawHelp lists all keys in the middle of the screen, in as many columns as its height
// asks for.
func (g *Game) drawHelp(screen *ebiten.Image) {
	p := &g.overlay
	p.list.Reset()
	const line, wide, top, edge = 21, 360, 58, 24
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
	g.helps = g.helps[:0]
	for i, row := range rows {
		x, y := left+p.px(float32(edge+wide*(i/long))), y0+p.px(float32(top+14+line*(i%long)))
		if i < len(bindings) {
			g.helps = append(g.helps, helpRow{image.Rect(int(x), int(y-p.px(15)), int(x+p.px(wide-8)), int(y+p.px(6))), bindings[i].do})
		}
		p.text(successColor, draw.Left, x, y, 13, row[0])
		p.text(brightInk, draw.Left, x+p.px(112), y, 13, p.fit(row[1], 13, p.px(wide-112-8)))
	}
	p.legend(left+p.px(edge), y0+high-p.px(legendHigh), w-p.px(2*edge))
	g.painter.Paint(screen, p.list.Prims)
}

// legendHigh is the room under the keys for the signs of nodes.
const legendHigh = 76

// legend explains the signs and answers of nodes in lines of a width.
func (p *overlayList) legend(left, y, wide float32) {
	x := left
	entry := func(text string, picture func(x, y float32)) {
		long := p.px(16) + p.width(text, 12) + p.px(16)
		if x > left && x+long > left+wide {
			x, y = left, y+p.px(20)
		}
		picture(x+p.px(5), y+p.px(10))
		p.text(brightInk, draw.Left, x+p.px(16), y+p.px(14), 12, text)
		x += long
	}
	for s := range treedraw.Signs {
		entry(s.String(), func(x, y float32) { p.sign(brightInk, x, y, s) })
	}
	for _, s := range []host.Status{host.Success, host.Running, host.Failure} {
		entry(s.String(), func(x, y float32) { p.status(x, y, s, true) })
	}
	entry("not asked", func(x, y float32) { p.status(x, y, host.Failure, false) })
}
