package window

import (
	"image/color"

	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/window/paint"
)

// Colours of what lies beside the field, by the names of their theme. They are those of the
// process's window: see wear.
var (
	brightInk, dimInk     color.NRGBA
	panelColor, cardColor color.NRGBA
	idleColor             color.NRGBA

	successColor, failureColor, runningColor color.NRGBA

	buttonColor, hoverColor, downColor, offColor color.NRGBA
	trackColor, gripColor, litColor              color.NRGBA

	alarmColor           color.NRGBA
	pastColor, pastShade color.NRGBA
)

func init() { wear(false) }

// wear sets all colours to the dark or the light theme.
func wear(light bool) {
	t := paint.ThemeOf(light)
	brightInk, dimInk, panelColor, cardColor, idleColor = t.Bright, t.Dim, t.Panel, t.Card, t.Idle
	successColor, failureColor, runningColor = t.Success, t.Failure, t.Running
	buttonColor, hoverColor, downColor, offColor = t.Button, t.Hover, t.Down, t.Off
	trackColor, gripColor, litColor = t.Track, t.Grip, t.Lit
	alarmColor, pastColor, pastShade = t.Alarm, t.Past, t.PastShade
}

// shown returns a colour of the scene or of the palette as the field has it.
func (fr *frame) shown(c color.RGBA) color.NRGBA { return draw.Shown(c, fr.light) }

// SetLight shows the game dark on light, or light on dark, as at first. The colours
// beside the field are the same for all games of a process.
func (g *Game) SetLight(light bool) {
	g.light = light
	wear(light)
	g.overlay.Theme = paint.ThemeOf(light)
	g.renderer.Light = light
	g.Refresh()
}
