package command

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/mutant"
	"github.com/thicket-sim/thicket/internal/insight/testfiles"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
)

// mutateFlags are the flags of `thicket mutate`.
type mutateFlags struct {
	tests   []string
	verbose bool
	json    bool
	most    string // of --max-unnoticed
	want    treetest.Mutation
	names   gameFlag
	runner  treetest.Runner
}

func newMutateCommand(own *Game) *cobra.Command {
	f := &mutateFlags{names: gameFlag{own: own}}
	c := &cobra.Command{
		Use:   "mutate SCENE|TREE",
		Short: "Find out which changes of a tree no test notices",
		Long: `Mutate changes the trees of a scene in one place at a time, and plays the tests with each such
mutant: a change that no test notices shows what no test asks for. For each mutant that goes
unnoticed it prints the place, the change, and whether tests visit that node at all.

  swap      a sequence becomes a selector, or the other way round
  negate    a condition becomes its opposite
  drop      a child of a list is left out
  number    a number is a tenth larger
  reorder   two neighbours in a list change places

The tests stand beside the scene, or --tests names them, and have to pass with the trees
as they are. A mutant is played only by the tests that visit its node, until one fails.
Each begins shortly before that visit: a save of the test goes on with the changed tree.
Mutants that do not load, or that make the same tree, do not count. docs/mutate.md says
more.

Exit status: 0 with the result, 1 with an error or when more than --max-unnoticed are left,
130 or 143 when Ctrl-C or SIGTERM has stopped it: "untried" in --json counts the mutants that it has
not tried.`,
		Example: `  thicket mutate tag                       with the tests of a shipped scene
  thicket mutate my.yaml --tests my.test.yaml,more.test.yaml
  thicket mutate bots/guard.bt --operator negate,drop
  thicket mutate ai/guard.bt --vocabulary game.json
  thicket mutate wilds --max 50            fifty of them, drawn by --seed
  thicket mutate tag --max-unnoticed 25%   for continuous integration
  thicket mutate tag --json                as data, those that are noticed, too`,
		Args:              args(1, "one scene or tree"),
		ValidArgsFunction: complete(scenesAndTrees, nothing),
		RunE: func(cmd *cobra.Command, args []string) error {
			most, share, err := f.check(cmd)
			if err != nil {
				return err
			}
			report, err := f.mutate(cmd, args[0])
			if err != nil {
				return err
			}
			if f.json {
				err = report.WriteJSON(cmd.OutOrStdout())
			} else {
				err = report.WriteText(cmd.OutOrStdout(), f.verbose)
			}
			switch rest := float64(report.Rest()); {
			case err != nil:
				return err
			case report.Untried > 0:
				return wasCut("stopped with %d mutants untried", report.Untried)
			case share && rest > most/100*float64(report.Tried), !share && rest > most:
				return fmt.Errorf("no test notices %d of %d mutants, wanted at most %s", report.Rest(), report.Tried, f.most)
			}
			return nil
		},
	}
	fs := c.Flags()
	fs.SortFlags = false
	fs.StringSliceVar(&f.tests, "tests", nil, "test `FILES`, folders with such, or scenes that have some (repeatable; default those beside the scene)")
	fs.StringSliceVar(&f.want.Operators, "operator", nil, "only `OPERATORS`: "+strings.Join(mutant.Operators, ", "))
	fs.IntVar(&f.want.Max, "max", 0, "try `N` mutants at most, drawn by --seed")
	fs.Uint64Var(&f.want.Draw, "seed", 0, "draw the mutants of --max by seed `S`")
	fs.StringVar(&f.most, "max-unnoticed", "", "fail when more than `N` mutants, or N%, are left that no test notices")
	fs.BoolVar(&f.want.FromStart, "from-start", false, "play each test from its start, not from a save; it takes longer")
	fs.BoolVarP(&f.verbose, "verbose", "v", false, "tell of mutants that are noticed, too, and by what")
	fs.IntVar(&f.runner.Workers, "workers", 0, "try `W` mutants at once; the result is the same (default one for each processor)")
	f.names.add(c)
	addLenient(fs, &f.runner.Lenient)
	fs.BoolVar(&f.json, "json", false, "print the result as one JSON object")
	_ = c.RegisterFlagCompletionFunc("operator", cobra.FixedCompletions(mutant.Operators, cobra.ShellCompDirectiveNoFileComp)) // fails for unknown flags only
	_ = c.MarkFlagFilename("tests", "yaml")
	return c
}

// check refuses values out of range, and reads --max-unnoticed: a number, or a share in percent.
func (f *mutateFlags) check(cmd *cobra.Command) (most float64, share bool, err error) {
	switch {
	case f.runner.Workers < 0 || f.runner.Workers > 1024:
		return 0, false, usagef("--workers %d, wanted 1 to 1024", f.runner.Workers)
	case cmd.Flags().Changed("max") && f.want.Max < 1:
		return 0, false, usagef("--max %d, wanted 1 or more", f.want.Max)
	}
	for _, name := range f.want.Operators {
		if !slices.Contains(mutant.Operators, name) {
			e := &syntax.Error{Msg: fmt.Sprintf("--operator %q, wanted %s", name, markup.Or(mutant.Operators))}
			e.Suggest(name, mutant.Operators)
			return 0, false, usagef("%s", strings.TrimPrefix(e.Error(), ": "))
		}
	}
	if !cmd.Flags().Changed("max-unnoticed") {
		return math.Inf(1), false, nil
	}
	text, share := strings.CutSuffix(f.most, "%")
	most, err = strconv.ParseFloat(text, 64)
	if err != nil || !(most >= 0) || share && most > 100 || !share && most != math.Trunc(most) {
		return 0, false, usagef("--max-unnoticed %s, wanted a number of mutants, or a share of them such as 10%%", f.most)
	}
	return most, share, nil
}

// mutate makes and tries the mutants. On a terminal it shows how far it is.
func (f *mutateFlags) mutate(cmd *cobra.Command, name string) (*treetest.MutationReport, error) {
	tests := f.tests
	if len(tests) == 0 {
		tests = []string{name}
	}
	files, err := testfiles.Find(tests...)
	if err != nil {
		return nil, err
	}
	if tty, shown := terminal.File(cmd.ErrOrStderr()); shown {
		bar := progressbar.NewOptions(-1, progressbar.OptionSetWriter(terminal.NewScreen(tty)), progressbar.OptionSetDescription("mutants"),
			progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(false))
		defer bar.Finish()
		f.want.Progress = func(done, all int) {
			bar.ChangeMax(all)
			_ = bar.Set(done) // of no matter where nothing can be shown
		}
	}
	f.runner.Limits = limitsOf(cmd)
	game, err := f.names.read(cmd)
	if err != nil {
		return nil, err
	}
	if err := game.play(&f.runner, cmd.Root().CommandPath()); err != nil {
		return nil, err
	}
	report, err := f.runner.Mutate(cmd.Context(), name, files, f.want)
	if errors.Is(err, context.Canceled) {
		return nil, wasCut("stopped before the tests had been played with the trees as they are")
	}
	return report, err
}
