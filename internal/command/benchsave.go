package command

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/command/benchmark"
)

// saves is bench --save.
func (f *benchFlags) saves(c *cobra.Command, name string) error {
	flags := c.Flags()
	for _, other := range []string{"table", "workers", "ticks", "plot", "no-naive"} {
		if flags.Changed(other) {
			return fmt.Errorf("--save measures on one worker and no ticks, and --%s has no meaning for it", other)
		}
	}
	source, err := f.open(name)
	if err != nil {
		return err
	}
	if !flags.Changed("bots") {
		f.bots = []int{10_000}
		if source.IsCrowd() {
			f.bots = []int{1_000_000}
		}
	}
	if f.layouts == nil {
		f.layouts = []string{string(benchmark.Uniform)}
	}
	f.workers = []int{1}
	cases, err := f.cases(source, flags)
	if err != nil {
		return err
	}
	bar := newBenchBar(c.ErrOrStderr())
	rows, err := benchmark.RunSaves(c.Context(), benchmark.Part{Source: source, Cases: cases, Warm: f.warm}, benchmark.Options{Progress: bar.show})
	bar.clear()
	cut, err := measured(err, len(rows), len(cases))
	switch {
	case err != nil:
	case f.json:
		err = printRows(c.OutOrStdout(), rows, cut != nil)
	default:
		err = benchmark.WriteSaves(c.OutOrStdout(), source.Name, rows)
	}
	return cmp.Or(err, cut)
}
