package window

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
	"github.com/thicket-sim/thicket/internal/window/paint"
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
	p.Reset()
	const line, wide, top, edge = 21, 360, 58, 24
	rows := make([][2]string, 0, len(bindings)+len(mice))
	for i := range bindings {
		rows = append(rows, [2]string{g.keyOf(&bindings[i]).name, bindings[i].help})
	}
	rows = append(rows, mice...)
	size := screen.Bounds().Size()
	shade := panelColor
	shade.A = 0xb0
	p.Rect(shade, 0, 0, float32(size.X), float32(size.Y))
	unit := p.Unit
	defer func() { p.Unit = unit }()
	long, columns := 0, 0
	for { // smaller, where the window is
		room := max(int((float32(size.Y)/p.Unit-top-edge-legendHigh)/line), 1)
		columns = (len(rows) + room - 1) / room
		long = (len(rows) + columns - 1) / columns
		if p.Px(float32(wide*columns+edge)) <= float32(size.X) || p.Unit <= unit/2 {
			break
		}
		p.Unit *= 0.95
	}
	w, high := p.Px(float32(wide*columns+edge)), p.Px(float32(line*long+top+edge+legendHigh))
	left, y0 := max((float32(size.X)-w)/2, 0), max((float32(size.Y)-high)/2, 0)
	p.Rect(panelColor, left, y0, w, high)
	p.Frame(idleColor, left, y0, w, high, p.Px(1))
	p.Text(brightInk, draw.Left, left+p.Px(edge), y0+p.Px(34), 18, "Keys")
	g.helps = g.helps[:0]
	for i, row := range rows {
		x, y := left+p.Px(float32(edge+wide*(i/long))), y0+p.Px(float32(top+14+line*(i%long)))
		if i < len(bindings) {
			g.helps = append(g.helps, helpRow{image.Rect(int(x), int(y-p.Px(15)), int(x+p.Px(wide-8)), int(y+p.Px(6))), bindings[i].do})
		}
		p.Text(successColor, draw.Left, x, y, 13, row[0])
		p.Text(brightInk, draw.Left, x+p.Px(112), y, 13, p.Fit(row[1], 13, p.Px(wide-112-8)))
	}
	drawLegend(p, left+p.Px(edge), y0+high-p.Px(legendHigh), w-p.Px(2*edge))
	g.painter.Paint(screen, p.Prims)
}

// legendHigh is the room under the keys for the signs of nodes.
const legendHigh = 76

// drawLegend explains the signs and answers of nodes in lines of a width.
func drawLegend(p *paint.List, left, y, wide float32) {
	x := left
	entry := func(text string, picture func(x, y float32)) {
		long := p.Px(16) + p.Width(text, 12) + p.Px(16)
		if x > left && x+long > left+wide {
			x, y = left, y+p.Px(20)
		}
		picture(x+p.Px(5), y+p.Px(10))
		p.Text(brightInk, draw.Left, x+p.Px(16), y+p.Px(14), 12, text)
		x += long
	}
	for s := range treedraw.Signs {
		entry(s.String(), func(x, y float32) { p.Sign(brightInk, x, y, s) })
	}
	for _, s := range []host.Status{host.Success, host.Running, host.Failure} {
		entry(s.String(), func(x, y float32) { p.Status(x, y, s, true) })
	}
	entry("not asked", func(x, y float32) { p.Status(x, y, host.Failure, false) })
}
