package window

import (
	"slices"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/ground/windowtest"
	"github.com/thicket-sim/thicket/internal/insight/layers"
	"github.com/thicket-sim/thicket/internal/window/paint"
)

// The window draws each layer.
func TestWindowDrawsEachLayer(t *testing.T) {
	windowtest.Need(t)
	shown := func(without ...layers.Layer) []byte {
		scene, snap, err := layers.Example()
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range without {
			layers.Without(l, scene, snap)
		}
		p, err := paint.NewPainter()
		if err != nil {
			t.Fatal(err)
		}
		r := newRenderer(scene, p)
		r.Captions = []string{}
		screen := ebiten.NewImage(900, 600)
		defer screen.Deallocate()
		if err := r.Draw(screen, snap, 1); err != nil {
			t.Fatal(err)
		}
		plot := r.Plot() // the legend is no layer
		pixels := make([]byte, 4*plot.Dx()*plot.Dy())
		screen.SubImage(plot).(*ebiten.Image).ReadPixels(pixels)
		return pixels
	}
	whole := shown()
	for _, l := range layers.All() {
		if slices.Equal(whole, shown(l)) {
			t.Errorf("a window without %s looks like one with them", l)
		}
	}
}
