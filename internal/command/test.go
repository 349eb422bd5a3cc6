package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"time"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/command/playback"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/ground/wholefile"
	"github.com/thicket-sim/thicket/internal/insight/cover"
	"github.com/thicket-sim/thicket/internal/insight/testfiles"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/insight/treetest/junit"
)

// testFlags are the flags of `thicket test`.
type testFlags struct {
	verbose bool
	json    bool
	watch   bool
	match   string
	seed    int64
	junit   string
	cover   string
	least   string  // of --cover-min
	wanted  float64 // percent, what that says
	names   gameFlag
	runner  treetest.Runner
}

func newTestCommand(own *Game) *cobra.Command {
	f := &testFlags{names: gameFlag{own: own}}
	c := &cobra.Command{
		Use:   "test [FILE|FOLDER|SCENE]...",
		Short: "Test scenes and behaviour trees",
		Long: `Test plays the tests of *.test.yaml files. A test gives a situation and events, and says
what bots must then do; docs/testing.md describes the language. It takes test files, folders with all
below them, scenes and trees that have a test file beside them, and names of shipped scenes; without
arguments, it takes the folder that it is called in.

For a test that fails it prints each statement that does not hold, the moment, the way
of the bot through its tree at that moment with the reasons of each answer, and the
command that plays the test again. --record writes recordings of failed runs, for
thicket replay.

--cover writes which nodes of the trees all tests together have asked, as thicket run does;
--cover-min makes the command fail when they ask a smaller share of the nodes. A node that
a test file leaves out, with the reason why no test asks it, does not count.

With --vocabulary FILE trees have the names that a game offers, as Minds.Manifest of package
mind or actions --json of the game's own tool writes them. These are stand-ins: they answer what
the state of a bot says by their names.

With --watch it goes on until Ctrl-C: when a test file, a scene or a tree changes,
it plays the tests again that depend on it.

Exit status: 0 when all tests passed, otherwise 1; 130 or 143 when Ctrl-C or SIGTERM has
stopped it, with "stopped" in --json. With --watch these signals are the usual end: 0.`,
		Example: `  thicket test                          all tests here and below
  thicket test siege                    the tests of a shipped scene
  thicket test hens.test.yaml -v        one file, with the tests that pass
  thicket test --run 'runs from'        tests whose name matches
  thicket test --vocabulary game.json ai
  thicket test --watch                  again whenever a file is saved
  thicket test siege --cover siege.html --cover-min 90%
  thicket test --junit report.xml       for continuous integration`,
		ValidArgsFunction: complete(scenesAndTrees),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			if len(args) == 0 {
				args = []string{"."}
			}
			f.runner.Limits = limitsOf(cmd)
			if err := f.setGame(cmd); err != nil {
				return err
			}
			if f.runner.Context = cmd.Context(); f.watch {
				return f.follow(cmd, args)
			}
			files, err := testfiles.Find(args...)
			if err != nil {
				return err
			}
			began := time.Now()
			report := treetest.ReportOf(f.runner.Run(files...), time.Since(began).Seconds())
			if err := f.write(cmd.OutOrStdout(), report); err != nil {
				return err
			}
			if err := allPassed(report); err != nil || f.runner.Cover == nil {
				return err
			}
			return cover.Want(f.runner.Cover.Files(), f.wanted)
		},
	}
	fs := c.Flags()
	fs.SortFlags = false
	fs.BoolVarP(&f.verbose, "verbose", "v", false, "tell of tests that pass, too")
	fs.StringVar(&f.match, "run", "", "play only tests whose name matches the regular expression `PATTERN`")
	fs.Int64Var(&f.seed, "seed", 0, "play each test with random seed `S` alone")
	fs.IntVar(&f.runner.Workers, "workers", 0, "play `W` runs at once (default one for each processor)")
	fs.BoolVar(&f.json, "json", false, "print the result as one JSON object")
	fs.StringVar(&f.junit, "junit", "", "write the result as JUnit XML to `FILE`, too")
	fs.StringVar(&f.cover, "cover", "", "write which nodes of trees were asked to `FILE` (.html, .info, .json; else text; - for standard output)")
	fs.StringVar(&f.least, "cover-min", "", "fail when less than `90%` of the nodes of trees were asked")
	fs.StringVar(&f.runner.Record, "record", "", "write a recording of each run that fails to the folder `DIR`")
	f.names.add(c)
	addLenient(fs, &f.runner.Lenient)
	fs.BoolVar(&f.watch, "watch", false, "go on, and play again what changed files concern")
	_ = c.MarkFlagFilename("junit", "xml")  // fails for unknown flags only
	_ = c.MarkFlagFilename("cover", "html") // likewise
	_ = c.MarkFlagDirname("record")         // likewise
	return c
}

// setGame has the tests played with what the game offers.
func (f *testFlags) setGame(cmd *cobra.Command) error {
	game, err := f.names.read(cmd)
	if err != nil {
		return err
	}
	if v := game.Vocabulary; f.runner.Record != "" && v != nil && !v.Arena {
		return usagef("--record with agents of a world of their own, wanted a game with scenes: nothing plays such a recording")
	}
	return game.play(&f.runner, cmd.Root().CommandPath())
}

// check looks at the flags.
func (f *testFlags) check(cmd *cobra.Command) error {
	if err := wantPaths(cmd, []string{"junit", "record", "cover"}); err != nil {
		return err
	}
	if f.runner.Workers < 0 || f.runner.Workers > 1024 {
		return usagef("--workers %d, wanted 1 to 1024", f.runner.Workers)
	}
	if f.runner.Record != "" {
		if info, err := os.Stat(f.runner.Record); err != nil || !info.IsDir() {
			return usagef("--record: no folder %q", f.runner.Record)
		}
	}
	if f.json && f.cover == playback.Stdout {
		return usagef("--json and --cover both write to standard output, wanted one of them to")
	}
	if f.watch && (f.json || f.junit != "" || f.cover != "" || f.least != "") {
		return usagef("--watch goes on, and has no result for --json, --junit, --cover or --cover-min")
	}
	var err error
	if f.wanted, err = coverMin(f.least); err != nil {
		return err
	}
	if f.cover != "" || f.least != "" {
		f.runner.Cover = &cover.Total{}
	}
	if cmd.Flags().Changed("seed") {
		f.runner.Seed = &f.seed
	}
	if f.match != "" {
		if f.runner.Match, err = regexp.Compile(f.match); err != nil {
			return usagef("--run: %v", err)
		}
	}
	return nil
}

// write prints a report, and writes the files of --junit and --cover.
func (f *testFlags) write(w io.Writer, r *treetest.Report) error {
	var covered bytes.Buffer
	if f.cover != "" {
		err := cover.Write(&covered, f.cover, f.runner.Cover.Files())
		if err == nil && f.cover != playback.Stdout {
			err = wholefile.Write(f.cover, covered.Bytes())
		}
		if err != nil {
			return fmt.Errorf("--cover: %w", err)
		}
	}
	if f.junit != "" {
		var b bytes.Buffer
		if err := junit.Write(&b, r); err != nil {
			return err
		}
		if err := wholefile.Write(f.junit, b.Bytes()); err != nil {
			return fmt.Errorf("--junit: %w", err)
		}
	}
	if f.json {
		return r.WriteJSON(w)
	}
	if err := r.WriteText(w, f.verbose); err != nil || f.cover != playback.Stdout {
		return err
	}
	_, err := covered.WriteTo(w)
	return err
}

// allPassed returns the error of a report that is not all right.
func allPassed(r *treetest.Report) error {
	switch {
	case r.Stopped:
		return wasCut("stopped: %d of %s played, and %d failed", r.Passed+r.Failed, humanize.Count(int64(r.Tests()), "test"), r.Failed)
	case r.OK:
		return nil
	case r.Broken > 0 && r.Failed > 0:
		return fmt.Errorf("%d of %d tests failed, and %d of %d files have errors", r.Failed, r.Failed+r.Passed, r.Broken, len(r.Files))
	case r.Broken > 0:
		return fmt.Errorf("%d of %d files have errors", r.Broken, len(r.Files))
	}
	return errors.New(failed(r))
}

func failed(r *treetest.Report) string {
	return fmt.Sprintf("%d of %d tests failed", r.Failed, r.Failed+r.Passed)
}
