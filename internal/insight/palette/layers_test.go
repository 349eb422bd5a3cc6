package palette

import (
	"bytes"
	"testing"

	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/insight/layers"
)

// An animation draws each layer.
func TestGIFsDrawEachLayer(t *testing.T) {
	shown := func(without ...layers.Layer) []byte {
		scene, snap, err := layers.Example()
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range without {
			layers.Without(l, scene, snap)
		}
		c := New(scene)
		g := draw.NewGIF(c.Field(), draw.Legend{}, draw.Options{})
		g.Add(draw.Frame{Tick: snap.Tick, Time: snap.Time, Bodies: c.Bodies(nil, snap), Items: c.Items(nil, snap)})
		var b bytes.Buffer
		if err := g.Encode(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	whole := shown()
	for _, l := range layers.All() {
		if bytes.Equal(whole, shown(l)) {
			t.Errorf("an animation without %s looks like one with them", l)
		}
	}
}
