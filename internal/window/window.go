package window

import (
	"fmt"
	"image"
	"image/color"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/insight/palette"
)

// Sizes of a window, in the units of the display: at first, and the least and the largest ones.
const (
	windowWidth, windowHeight = 1280, 720
	leastWidth, leastHeight   = 320, 360
	largestSide               = 8192
)

// CheckSize returns the error of a size of a window, or nil.
func CheckSize(size image.Point) error {
	if size.X < leastWidth || size.Y < leastHeight || size.X > largestSide || size.Y > largestSide {
		return fmt.Errorf("a window of %dx%d, wanted %dx%d to %dx%[5]d", size.X, size.Y, leastWidth, leastHeight, largestSide)
	}
	return nil
}

// fullscreen lets the window fill the screen, or no longer.
func (g *Game) fullscreen() { ebiten.SetFullscreen(!ebiten.IsFullscreen()) }

// picture keeps what the next frame shows.
func (g *Game) picture() {
	if g.OnPicture == nil {
		g.Log("this program keeps no pictures")
		return
	}
	g.shoot = true
}

// takePicture keeps what a frame shows, if a person asked for it.
func (g *Game) takePicture(screen *ebiten.Image) {
	if !g.shoot {
		return
	}
	g.shoot = false
	b := screen.Bounds()
	img := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	screen.ReadPixels(img.Pix)
	where, err := g.OnPicture(g, img)
	if err != nil {
		g.Fail(err)
		return
	}
	g.Log("the picture is in %s", where)
}

// Run opens the game's window, with the scene's name as its title, and returns
// when it is closed or something fails.
func (g *Game) Run() error {
	ebiten.SetWindowSize(g.Size.X, g.Size.Y)
	ebiten.SetFullscreen(g.Fullscreen)
	ebiten.SetWindowSizeLimits(leastWidth, leastHeight, -1, -1)
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled)
	ebiten.SetWindowTitle(g.session.Scene().Setup.Name)
	ebiten.SetWindowIcon(icons())
	return ebiten.RunGame(g)
}

// icons returns the window's icon in the sizes that systems ask for: a bot that chases
// another one.
func icons() (all []image.Image) {
	for _, size := range []int{16, 32, 48, 128} {
		k := float32(size)
		img := image.NewRGBA(image.Rect(0, 0, size, size))
		list := draw.List{Prims: []draw.Prim{
			{Kind: draw.Rect, Color: panelColor, U: k, V: k},
			{Kind: draw.Dart, Color: color.NRGBA(palette.MarkColor), X: 0.36 * k, Y: 0.62 * k, U: 0.8, V: -0.6, R: 0.3 * k},
			{Kind: draw.Dart, Color: runningColor, X: 0.7 * k, Y: 0.34 * k, U: 0.8, V: -0.6, R: 0.2 * k},
		}}
		draw.NewRasterizer().Draw(img, &list)
		all = append(all, img)
	}
	return all
}
