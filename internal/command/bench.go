package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/thicket-sim/thicket/internal/command/benchmark"
	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/ground/wholefile"
	"github.com/thicket-sim/thicket/internal/scenes"
)

const maxBenchWorkers = 1024

// benchFlags are the flags of bench as they were given.
type benchFlags struct {
	limits           limit.Values
	bots             []int
	workers          []int
	layouts          []string
	ticks            int
	warm             int
	full             bool
	noNaive          bool
	table            bool
	save             bool
	json             bool
	plot             string
	root             string
	wider            sourcefile.Wider
	lenient          bool
	creature, prefab string
	names            gameFlag
	game             *Game
}

func newBenchCommand(own *Game) *cobra.Command {
	f := benchFlags{names: gameFlag{own: own}}
	c := &cobra.Command{
		Use:   "bench [SCENE or TREE]",
		Short: "Measure how many bots this machine can think for",
		Long: `Bench plays a scene with more and more bots. It prints how long a tick and its parts take,
how much memory a bot takes, and how much faster this is than the plain way to do the
same.

Without a name it measures the shipped crowd, laid out in five ways
(uniform, clustered, all-it, nobody-it, five-percent) with 1,000 to 100,000
bots; that takes about half a minute. A scene of yours, or a tree of yours
run by the crowd, is measured uniform and clustered.

A game that has been played for a while may take longer for a tick than a new one:
--warm says how many ticks are played before any is timed. --table measures what
docs/performance.md shows, in some minutes: the crowd after 3,000 ticks, with up to
a million bots, and scenes of the arena with 10,000 and 100,000. It prints Markdown;
--bots, --workers, --warm and --ticks change it.

--save measures saves instead: how long it takes to save a game of a million of the
crowd, or of 10,000 bots of another scene, and to restore it, and how many bytes that
is. --bots, --scenes, --full and --warm change it.

When Ctrl-C or SIGTERM cuts it off, it prints the rows that it has, with "stopped" in
--json, and ends with exit code 130 or 143.`,
		Example: `  thicket bench
  thicket bench siege --bots 10000 --warm 300
  thicket bench --table > figures.md
  thicket bench --save --json
  thicket bench --full --plot bots.svg
  thicket bench --bots 1000,100000 --workers 1,2 --scenes uniform --json
  thicket bench hunter.yaml`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: complete(scenesAndTrees, nothing),
		RunE: func(c *cobra.Command, args []string) error {
			name := ""
			if len(args) > 0 {
				name = args[0]
			}
			f.limits = limitsOf(c)
			return f.bench(c, name)
		},
	}
	flags := c.Flags()
	flags.IntSliceVar(&f.bots, "bots", []int{1_000, 10_000, 100_000}, "how many bots, one or more numbers")
	flags.IntSliceVar(&f.workers, "workers", nil, "how many workers (default 1, and uniform also on all processors)")
	flags.StringSliceVar(&f.layouts, "scenes", nil, "how the bots begin (default all that the scene can have)")
	flags.IntVar(&f.ticks, "ticks", 0, "ticks to time for each row (default about a second's worth)")
	flags.IntVar(&f.warm, "warm", 0, "ticks to play before (default until ticks take their usual time)")
	flags.BoolVar(&f.full, "full", false, "add a million bots")
	flags.BoolVar(&f.noNaive, "no-naive", false, "do not time the plain way beside it, which takes long with many bots; above two millions it never is")
	flags.BoolVar(&f.table, "table", false, "measure what docs/performance.md shows, and print Markdown")
	flags.BoolVar(&f.save, "save", false, "measure how long it takes to save and to restore, and how many bytes that is")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	flags.StringVar(&f.plot, "plot", "", "draw ns a bot against bots into this SVG `file`")
	addRoots(flags, &f.root, &f.wider, "the `folder` that file references must stay in")
	addLenient(flags, &f.lenient)
	addCreatureFlags(flags, &f.creature, &f.prefab)
	f.names.add(c)
	return c
}

// bench measures and prints. When it is cut off, it prints the rows that it has.
func (f *benchFlags) bench(c *cobra.Command, name string) (err error) {
	if f.game, err = f.names.playing(c); err != nil {
		return err
	}
	if f.save {
		return f.saves(c, name)
	}
	parts, err := f.parts(c, name)
	if err != nil {
		return err
	}
	var picture *wholefile.File
	if f.plot != "" { // made before the work: a path that cannot be written costs no time
		if picture, err = wholefile.Create(f.plot); err != nil {
			return fmt.Errorf("--plot: %w", err)
		}
		defer picture.Abort()
	}
	bar := newBenchBar(c.ErrOrStderr())
	rows, err := benchmark.Run(c.Context(), parts, benchmark.Options{Ticks: f.ticks, NoNaive: f.noNaive, Progress: bar.show})
	bar.clear()
	all := 0
	for _, p := range parts {
		all += len(p.Cases)
	}
	cut, err := measured(err, len(rows), all)
	if err != nil {
		return err
	}
	if err := f.print(c.OutOrStdout(), parts, rows, cut != nil); err != nil {
		return err
	}
	if picture == nil {
		return cut
	}
	err = benchmark.Plot(picture, parts[0].Source.Name, rows)
	if err == nil {
		err = picture.Commit()
	}
	if err != nil {
		return fmt.Errorf("--plot: %w", err)
	}
	return cut
}

// measured tells the error of a bench that has so many of all rows from that of one that was
// cut off and has some to print.
func measured(err error, rows, all int) (cut, failed error) {
	switch {
	case errors.Is(err, context.Canceled) && rows == 0:
		return nil, wasCut("stopped before anything was measured")
	case errors.Is(err, context.Canceled):
		return wasCut("stopped: %d of %d measured", rows, all), nil
	}
	return nil, err
}

func (f *benchFlags) print(w io.Writer, parts []benchmark.Part, rows []benchmark.Row, cut bool) error {
	switch {
	case f.json:
	case f.table:
		return benchmark.WriteMarkdown(w, "Measured", rows)
	default:
		return benchmark.WriteTables(w, parts[0].Source.Name, rows)
	}
	return printRows(w, rows, cut)
}

// printRows prints rows as JSON.
func printRows(w io.Writer, rows any, cut bool) error {
	return printJSON(w, struct {
		Rows    any  `json:"rows"`
		Stopped bool `json:"stopped"` // there were to be more
	}{rows, cut})
}

// parts checks the flags and makes the list of what to measure.
func (f *benchFlags) parts(c *cobra.Command, name string) ([]benchmark.Part, error) {
	if f.table {
		return f.tableParts(c, name)
	}
	source, err := f.open(name)
	if err != nil {
		return nil, err
	}
	cases, err := f.cases(source, c.Flags())
	return []benchmark.Part{{Source: source, Cases: cases, Warm: f.warm}}, err
}

func (f *benchFlags) open(name string) (*benchmark.Source, error) {
	return benchmark.Open(name, scenes.Options{Limits: f.limits, Root: f.root, Wider: f.wider, Lenient: f.lenient, Creature: f.creature, Prefab: f.prefab}, f.game.Own)
}

// cases checks the flags and makes the list of cases to measure.
func (f *benchFlags) cases(s *benchmark.Source, flags *pflag.FlagSet) ([]benchmark.Case, error) {
	layouts := s.Layouts()
	if f.layouts != nil {
		layouts = nil
		for _, name := range f.layouts {
			if err := s.Has(benchmark.Layout(name)); err != nil {
				return nil, fmt.Errorf("--scenes: %w", err)
			}
			layouts = append(layouts, benchmark.Layout(name))
		}
	}
	bots := f.bots
	if f.full {
		bots = append(bots[:len(bots):len(bots)], 1_000_000)
	}
	if err := f.check(layouts, bots, flags); err != nil {
		return nil, err
	}
	if f.workers == nil {
		return benchmark.Ladder(layouts, bots, runtime.GOMAXPROCS(0)), nil
	}
	return benchmark.Matrix(layouts, bots, f.workers), nil
}

func (f *benchFlags) check(layouts []benchmark.Layout, bots []int, flags *pflag.FlagSet) error {
	if len(layouts) == 0 || len(bots) == 0 || f.workers != nil && len(f.workers) == 0 {
		return errors.New("--scenes, --bots and --workers want one value or more")
	}
	for _, n := range bots {
		if n < 1 || n > scenes.MaxBots {
			return fmt.Errorf("--bots: %d, wanted 1 to %d", n, scenes.MaxBots)
		}
	}
	for _, n := range f.workers {
		if n < 1 || n > maxBenchWorkers {
			return fmt.Errorf("--workers: %d, wanted 1 to %d", n, maxBenchWorkers)
		}
	}
	if flags.Changed("ticks") && f.ticks < 1 {
		return fmt.Errorf("--ticks: %d, wanted 1 or more", f.ticks)
	}
	if flags.Changed("warm") && f.warm < 1 {
		return fmt.Errorf("--warm: %d, wanted 1 or more", f.warm)
	}
	if ext := filepath.Ext(f.plot); f.plot != "" && ext != ".svg" {
		return fmt.Errorf("--plot: %s, wanted a file that ends in .svg", f.plot)
	}
	return nil
}

// benchBar shows the progress of a bench on a terminal, and nothing elsewhere.
type benchBar struct{ *progressbar.ProgressBar }

const benchBarSteps = 1000

func newBenchBar(w io.Writer) benchBar {
	tty, ok := terminal.File(w)
	if !ok {
		return benchBar{}
	}
	return benchBar{progressbar.NewOptions(benchBarSteps,
		progressbar.OptionSetWriter(terminal.NewScreen(tty)), progressbar.OptionSetWidth(24),
		progressbar.OptionSetPredictTime(false), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetElapsedTime(true),
	)}
}

func (b benchBar) show(source string, c benchmark.Case, done float64) {
	if b.ProgressBar == nil {
		return
	}
	b.Describe(fmt.Sprintf("%-48s", fmt.Sprintf("%s, %s", source, c)))
	_ = b.Set(int(done * (benchBarSteps - 1))) // a terminal may be closed meanwhile
}

func (b benchBar) clear() {
	if b.ProgressBar != nil {
		_ = b.Clear()
	}
}
