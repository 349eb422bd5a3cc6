package window

import (
	"image/color"

	"github.com/thicket-sim/thicket/internal/insight/draw"
)

// Colours of what lies beside the field. They are those of the process's window: see
// wear.
var (
	brightInk, dimInk     color.NRGBA // of texts
	panelColor, cardColor color.NRGBA // that texts lie on
	idleColor             color.NRGBA // of lines

	// Colours of the statuses of nodes. Each status has a shape, too, for people who
	// cannot tell the colours apart.
	successColor, failureColor, runningColor color.NRGBA

	// Colours of buttons and sliders.
	buttonColor, hoverColor, downColor, offColor color.NRGBA
	trackColor, gripColor                        color.NRGBA
	litColor                                     color.NRGBA // of a button that is on
	alarmColor                                   color.NRGBA // of what went wrong

	pastColor, pastShade color.NRGBA // of what says that the past is shown, and of what was before it
)

// theme gives each of the colours above: dark, then light.
var theme = []struct {
	color       *color.NRGBA
	dark, light color.NRGBA
}{
	{&brightInk, color.NRGBA{0xee, 0xf2, 0xf8, 0xff}, color.NRGBA{0x12, 0x1a, 0x28, 0xff}},
	{&dimInk, color.NRGBA{0x9a, 0xa8, 0xbd, 0xff}, color.NRGBA{0x44, 0x51, 0x66, 0xff}},
	{&panelColor, color.NRGBA{0x17, 0x20, 0x30, 0xff}, color.NRGBA{0xf2, 0xf4, 0xf8, 0xff}},
	{&cardColor, color.NRGBA{0x1f, 0x2b, 0x3f, 0xff}, color.NRGBA{0xff, 0xff, 0xff, 0xff}},
	{&idleColor, color.NRGBA{0x4a, 0x58, 0x70, 0xff}, color.NRGBA{0xa6, 0xb2, 0xc4, 0xff}},
	{&successColor, color.NRGBA{0x3d, 0xf0, 0x8a, 0xff}, color.NRGBA{0x00, 0x75, 0x3a, 0xff}},
	{&failureColor, color.NRGBA{0xf0, 0x70, 0xa0, 0xff}, color.NRGBA{0xb8, 0x1e, 0x5c, 0xff}},
	{&runningColor, color.NRGBA{0x6f, 0xb1, 0xff, 0xff}, color.NRGBA{0x1b, 0x5c, 0xb8, 0xff}},
	{&buttonColor, color.NRGBA{0x2d, 0x3d, 0x59, 0xff}, color.NRGBA{0xdc, 0xe3, 0xee, 0xff}},
	{&hoverColor, color.NRGBA{0x3b, 0x50, 0x74, 0xff}, color.NRGBA{0xc6, 0xd2, 0xe4, 0xff}},
	{&downColor, color.NRGBA{0x24, 0x31, 0x48, 0xff}, color.NRGBA{0xb4, 0xc4, 0xdc, 0xff}},
	{&offColor, color.NRGBA{0x22, 0x2c, 0x3d, 0xff}, color.NRGBA{0xec, 0xef, 0xf4, 0xff}},
	{&trackColor, color.NRGBA{0x10, 0x17, 0x24, 0xff}, color.NRGBA{0xe2, 0xe7, 0xee, 0xff}},
	{&gripColor, color.NRGBA{0x6f, 0xb1, 0xff, 0xff}, color.NRGBA{0x1b, 0x5c, 0xb8, 0xff}},
	{&litColor, color.NRGBA{0x2f, 0x62, 0x9e, 0xff}, color.NRGBA{0xa9, 0xcb, 0xf5, 0xff}},
	{&alarmColor, color.NRGBA{0xff, 0x7a, 0x7a, 0xff}, color.NRGBA{0xb3, 0x12, 0x1d, 0xff}},
	{&pastColor, color.NRGBA{0xe8, 0xc5, 0x6a, 0xff}, color.NRGBA{0x85, 0x5e, 0x00, 0xff}},
	{&pastShade, color.NRGBA{0x4a, 0x43, 0x30, 0xff}, color.NRGBA{0xe6, 0xdc, 0xc0, 0xff}},
}

func init() { wear(false) }

// wear sets all colours to the dark or the light theme.
func wear(light bool) {
	for _, t := range theme {
		if *t.color = t.dark; light {
			*t.color = t.light
		}
	}
}

// shown returns a colour of the scene or of the palette as the field has it.
func (fr *frame) shown(c color.RGBA) color.NRGBA { return draw.Shown(c, fr.light) }

// SetLight shows the game dark on light, or light on dark, as at first. The colours
// beside the field are the same for all games of a process.
func (g *Game) SetLight(light bool) {
	g.light = light
	wear(light)
	g.renderer.Light = light
	g.Refresh()
}
