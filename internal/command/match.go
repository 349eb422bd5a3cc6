package command

import (
	"runtime"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/study/match"
)

// mostSeeds is the largest number of matches that one command plays.
const mostSeeds = 1_000_000

// matchFlags are the flags of `thicket match`.
type matchFlags struct {
	want  match.Options
	seed  int64
	bots  []string
	names gameFlag
	json  bool
}

func newMatchCommand(own *Game) *cobra.Command {
	f := &matchFlags{names: gameFlag{own: own}}
	c := &cobra.Command{
		Use:   "match SCENE...",
		Short: "Play the match of a scene with many seeds, and count who won with what",
		Long: `Match plays the match of a scene with many seeds at once, and prints a table of all of
them: who won, with an interval for the true share (Wilson, 95 %), how long they took, kills and
deaths by class, how often each weapon hit, and what was bought, evolved to and built. Each scene has
a table of its own.

The first match has the seed of the scene, or that of --seed S, and each further one the
next seed. A match is the same as the run of its seed: thicket run SCENE --seed S --fast
plays it again, and --json has the digest of each. For other measures of many runs use
thicket sweep.

A scene without a match, or with one that nobody can win, is refused.

Exit codes: 0 all were played; 1 an error; 130 or 143 Ctrl-C or SIGTERM has stopped it, and
the table has the matches that had ended by then.`,
		Example: `  thicket match squad                           ten matches of a shipped scene
  thicket match bases --seeds 40 --workers 2    forty, two at a time
  thicket match my.yaml --ticks 9000            give up what takes longer
  thicket match siege skirmish --json           numbers for other programs`,
		Args:              someArgs("scenes with a match"),
		ValidArgsFunction: complete(scenesAndTrees),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			game, err := f.names.playing(cmd)
			if err != nil {
				return err
			}
			f.want.Own = game.Own
			f.want.Begins = func(scene *scenes.Scene) { game.tell(cmd.ErrOrStderr(), scene) }
			if game.Prepare != nil && !cmd.Flags().Changed("workers") {
				f.want.Workers = 1 // variables of the game belong to one session
			}
			return f.play(cmd, args)
		},
	}
	fs := c.Flags()
	fs.SortFlags = false
	fs.IntVar(&f.want.Seeds, "seeds", 10, "play `N` matches, each with another seed")
	fs.Int64Var(&f.seed, "seed", 0, "begin with random seed `S` instead of the scene's")
	fs.Int64Var(&f.want.Ticks, "ticks", 0, "give a match up after `N` ticks (default an hour of simulated time)")
	fs.StringArrayVar(&f.bots, "bots", nil, "start with `N` bots, field scaled to match, or with CLASS=N of one class (repeatable)")
	fs.IntVar(&f.want.Workers, "workers", runtime.GOMAXPROCS(0), "play `W` matches at once; the result is the same")
	fs.BoolVar(&f.json, "json", false, "print the result as one JSON object for each scene")
	addLenient(fs, &f.want.Lenient)
	fs.Lookup("seed").DefValue, fs.Lookup("ticks").DefValue = "0", "0" // a zero default is not printed
	f.names.add(c)
	return c
}

func (f *matchFlags) check(cmd *cobra.Command) (err error) {
	switch {
	case f.want.Seeds < 1 || f.want.Seeds > mostSeeds:
		return usagef("--seeds %d, wanted 1 to %d", f.want.Seeds, mostSeeds)
	case f.want.Workers < 1 || f.want.Workers > 1024:
		return usagef("--workers %d, wanted 1 to 1024", f.want.Workers)
	case cmd.Flags().Changed("ticks") && f.want.Ticks < 1:
		return usagef("--ticks %d, wanted 1 or more", f.want.Ticks)
	}
	if cmd.Flags().Changed("seed") {
		f.want.First = &f.seed
	}
	f.want.Limits = limitsOf(cmd)
	if f.want.Population, err = scenes.ParsePopulation(f.bots); err != nil {
		return usagef("--bots %v", err)
	}
	return nil
}

// play plays the matches of each scene, and prints them.
func (f *matchFlags) play(cmd *cobra.Command, names []string) error {
	out, errs := cmd.OutOrStdout(), cmd.ErrOrStderr()
	for i, name := range names {
		f.want.Scene = name
		over := func() {}
		if tty, shown := terminal.File(errs); shown {
			bar := progressbar.NewOptions(f.want.Seeds, progressbar.OptionSetWriter(terminal.NewScreen(tty)), progressbar.OptionShowCount(), progressbar.OptionSetWidth(20),
				progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(true), progressbar.OptionSetDescription(terminal.Printable(name)))
			f.want.Each = func(done int) { _ = bar.Set(done) } // of no matter where nothing can be shown
			over = func() { _ = bar.Finish() }
		}
		r, err := match.Play(cmd.Context(), f.want)
		over()
		if r == nil {
			return err
		}
		if i > 0 && !f.json {
			if _, err := out.Write([]byte("\n")); err != nil {
				return err
			}
		}
		var printed error
		if f.json {
			printed = printJSON(out, r)
		} else {
			printed = r.Write(out)
		}
		switch {
		case printed != nil:
			return printed
		case err != nil:
			return wasCut("stopped after %d of %d matches", len(r.Matches), f.want.Seeds)
		}
	}
	return nil
}
