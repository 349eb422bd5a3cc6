package draw

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"image/color"
	"os"
	"testing"

	"github.com/thicket-sim/thicket/internal/insight/layers"
)

var update = flag.Bool("update", false, "write the look of the pages")

// The pages have their layers, colours and figures from here: look.ts says what this package does.
func TestPagesLookAlike(t *testing.T) {
	hex := func(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x%02x", c.R, c.G, c.B, c.A) }
	colours := func(t *theme) map[string]string {
		return map[string]string{
			"page": hex(t.page), "field": hex(t.field), "grid": hex(t.grid), "border": hex(t.border), "ink": hex(t.ink), "dim": hex(t.dim),
			"mark": hex(t.mark), "body": hex(t.body), "wall": hex(t.wall), "wallEdge": hex(t.wallEdge), "item": hex(t.item), "hurt": hex(t.hurt),
			"fire": hex(t.fire), "well": hex(t.well), "night": hex(t.night), "focus": hex(t.focus), "place": hex(t.place),
		}
	}
	var words []string
	for _, l := range layers.All() {
		words = append(words, l.String())
	}
	shapes := map[string]any{}
	for s := ShapeSpawn; s <= ShapeBuilding; s++ {
		f := &figures[s]
		shapes[s.String()] = map[string]any{"corners": f.corners, "reach": f.reach, "mark": [...]string{"none", "dot", "ring", "bars", "plus"}[f.mark]}
	}
	var b bytes.Buffer
	b.WriteString("// How pictures look, from the Go package that draws them: go test ./internal/insight/draw -run PagesLookAlike -update.\n")
	put := func(name, kind string, v any) {
		text, err := json.MarshalIndent(v, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "\nexport const %s%s = %s", name, kind, text)
	}
	put("layers", "", words)
	b.WriteString(" as const;\n")
	put("dark", "", colours(&darkTheme))
	b.WriteString(";\n")
	put("light", ": typeof dark", colours(&lightTheme))
	b.WriteString(";\n\n/** The lumas of colours on a light ground: see turned. */")
	put("luma", "", map[string]int{"brightest": lightTheme.brightest, "from": turnFrom, "least": leastLuma})
	b.WriteString(";\n\n/** The outlines of buildings: polygons with so many corners, discs for 0. */")
	put("figures", ": Record<string, { corners: number; reach: number; mark: string }>", shapes)
	b.WriteString(";\n")
	put("dart", ": [number, number][]", DartOutline)
	b.WriteString(";\n")
	const file = "../../../web/pages/look.ts"
	if *update {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, b.Bytes()) {
		t.Errorf("%s is not how this package draws: run this test with -update", file)
	}
}
