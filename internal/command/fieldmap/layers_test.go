package fieldmap

import (
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/insight/layers"
	"github.com/thicket-sim/thicket/internal/insight/palette"
)

// A map in a terminal draws each layer.
func TestMapDrawsEachLayer(t *testing.T) {
	shown := func(without ...layers.Layer) []string {
		scene, snap, err := layers.Example()
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range without {
			layers.Without(l, scene, snap)
		}
		m := New(scene.Setup.Width, scene.Setup.Height, 90, 30, terminal.Style{On: true})
		m.Fill(snap, palette.New(scene))
		return m.Lines()
	}
	whole := shown()
	for _, l := range layers.All() {
		if slices.Equal(whole, shown(l)) {
			t.Errorf("a map without %s looks like one with them", l)
		}
	}
}
