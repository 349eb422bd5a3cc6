package render

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/internal/backdoor"
	"github.com/thicket-sim/thicket/internal/window"
)

// Game is a session in a window, with its panel: an ebiten.Game.
type Game struct {
	// OnUpdate, if set, is called at the beginning of each update, for programs that send
	// commands to the session.
	OnUpdate func(*Game) error
	// Size is the window's first size, in the units of the display, unless it is Fullscreen.
	Size       image.Point
	Fullscreen bool

	window *window.Game
}

var _ ebiten.Game = (*Game)(nil)

// NewGame makes a window for a session, to be run by [Game.Run] or by Ebiten. The game steps the
// session; commands from elsewhere are given in OnUpdate.
func NewGame(s *thicket.Session) (*Game, error) {
	w, err := window.NewGame(backdoor.Inside(s))
	if err != nil {
		return nil, err
	}
	g := &Game{window: w, Size: w.Size}
	w.OnUpdate = func(*window.Game) error {
		if g.OnUpdate == nil {
			return nil
		}
		return g.OnUpdate(g)
	}
	return g, nil
}

// Snapshot returns the world that is shown. It is good until the next update.
func (g *Game) Snapshot() *thicket.Snapshot { return g.window.Snapshot() }

// Run opens the window, with the scene's name as its title, and returns when it is closed or
// something fails. It is for main: a process has one window, and on some systems it must be
// opened by the main goroutine.
func (g *Game) Run() error {
	g.window.Size, g.window.Fullscreen = g.Size, g.Fullscreen
	return g.window.Run()
}

// Update is called by Ebiten sixty times a second.
func (g *Game) Update() error { return g.window.Update() }

// Draw is called by Ebiten for each frame.
func (g *Game) Draw(screen *ebiten.Image) { g.window.Draw(screen) }

// Layout is called by Ebiten, in units that LayoutF replaces.
func (g *Game) Layout(w, h int) (width, height int) { return g.window.Layout(w, h) }

// LayoutF is called by Ebiten. It draws at the full resolution of the display.
func (g *Game) LayoutF(w, h float64) (width, height float64) { return g.window.LayoutF(w, h) }

// Run shows a session in a window, with its panel, until the window is closed. It
// plays the session, and does not close it. It is for main, as [Game.Run].
func Run(s *thicket.Session) error {
	g, err := NewGame(s)
	if err != nil {
		return err
	}
	return g.Run()
}
