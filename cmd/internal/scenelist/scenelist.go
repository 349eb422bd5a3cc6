package scenelist

import (
	"fmt"
	"io"
	"strings"

	"github.com/thicket-sim/thicket/internal/humanize"
	"github.com/thicket-sim/thicket/scenes"
)

// Write lists the shipped scenes. Of one that is shipped in YAML and in JSON there is one
// line.
func Write(w io.Writer) error {
	names := scenes.Shipped()
	width := 0
	for _, name := range names {
		width = max(width, len(name))
	}
	for _, name := range names {
		if strings.HasSuffix(name, ".json") {
			continue
		}
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
