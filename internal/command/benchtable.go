package command

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/command/benchmark"
)

// benchScene is a scene that the table shows.
type benchScene struct {
	name string
	bots []int
	warm int           // ticks
	cost time.Duration // about, of a bot in a tick
}

// benchScenes are in the order of the table. The crowd is there twice, because it
// costs more a tick after some time; arenas take too long to be played as far.
var benchScenes = []benchScene{
	{"crowd", []int{1_000, 10_000, 100_000, 1_000_000}, 3000, 40},
	{"crowd", []int{100_000}, 65, 40},
	{"siege", []int{10_000, 100_000}, 100, 1000},
	{"meadow", []int{10_000, 100_000}, 100, 1500},
	{"skirmish", []int{10_000, 100_000}, 100, 700},
	{"bases", []int{10_000, 100_000}, 100, 900},
	{"cowardly", []int{10_000, 100_000}, 100, 500},
	{"patrol", []int{10_000, 100_000}, 100, 300},
	{"squad", []int{2_000, 10_000}, 100, 2500},
	{"camp", []int{2_000}, 100, 8000},
	{"wilds", []int{2_000}, 100, 4000},
}

// tableParts lists the parts of the table, on one worker and on all processors.
func (f *benchFlags) tableParts(c *cobra.Command, name string) ([]benchmark.Part, error) {
	flags := c.Flags()
	if name != "" {
		return nil, fmt.Errorf("--table measures scenes of its own, and not %s", name)
	}
	for _, other := range []string{"scenes", "full", "plot", "root", "lenient", "creature", "prefab", "vocabulary"} {
		if flags.Changed(other) {
			return nil, fmt.Errorf("--table measures scenes of its own, and --%s has no meaning for it", other)
		}
	}
	workers := f.workers
	if !flags.Changed("workers") {
		workers = slices.Compact([]int{1, runtime.GOMAXPROCS(0)})
	}
	layouts := []benchmark.Layout{benchmark.Uniform}
	if err := f.check(layouts, f.bots, flags); err != nil {
		return nil, err
	}
	var parts []benchmark.Part
	for _, s := range benchScenes {
		if flags.Changed("bots") {
			s.bots = f.bots
		}
		if flags.Changed("warm") {
			s.warm = f.warm
		}
		source, err := f.open(s.name)
		if err != nil {
			return nil, err
		}
		parts = append(parts, benchmark.Part{Source: source, Cases: benchmark.Matrix(layouts, s.bots, workers), Warm: s.warm, Cost: s.cost})
	}
	return parts, nil
}
