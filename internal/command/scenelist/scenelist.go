package scenelist

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// Names returns the names of the shipped scenes. Of a game that is shipped in YAML and in
// JSON there is one.
func Names() []string {
	return slices.DeleteFunc(scenes.Shipped(), func(name string) bool { return strings.HasSuffix(name, ".json") })
}

// Write lists the shipped scenes, a line each.
func Write(w io.Writer) error {
	names := Names()
	width := 0
	for _, name := range names {
		width = max(width, len(name))
	}
	for _, name := range names {
		scene, err := scenes.Load(name, scenes.Options{})
		if err != nil {
			return err
		}
		line := fmt.Sprintf("%-*s  %12s  %s", width, name, humanize.Count(int64(scene.Bots()), "bot"), scene.Description)
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " ")); err != nil {
			return err
		}
	}
	return nil
}
