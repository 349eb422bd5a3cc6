package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/thicket-sim/thicket/internal/ground/wholefile"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/study/sweep"
	"github.com/thicket-sim/thicket/internal/study/sweep/results"
)

// rowFlags name a row of the results of a sweep.
type rowFlags struct {
	from  string
	row   int
	worst bool
	view  bool
}

// isMeant reports whether a command line is about a row.
func (f *rowFlags) isMeant(fs *pflag.FlagSet) bool {
	return slices.ContainsFunc([]string{"from", "row", "worst", "view"}, fs.Changed)
}

// check refuses flags that do not go together; given is whether a row is meant at all.
func (f *rowFlags) check(cmd *cobra.Command, args []string) (given bool, err error) {
	fs := cmd.Flags()
	switch {
	case !f.isMeant(fs):
		return false, nil
	case f.from == "":
		return true, usagef("a row without --from, which says of which results")
	case len(args) > 0:
		return true, usagef("--from and %s, wanted one of the two", args[0])
	case fs.Changed("row") == f.worst:
		return true, usagef("--from wants one of --row and --worst, which say which run")
	case f.row < 0:
		return true, usagef("--row %d, wanted 0 or more", f.row)
	}
	return true, nil
}

// replay plays a run of a sweep again and compares its last digest.
func (f *rowFlags) replay(cmd *cobra.Command, game *Game) error {
	table, err := results.Read(f.from, limitsOf(cmd))
	if err != nil {
		return err
	}
	scripts, err := game.swept(limitsOf(cmd))
	if err != nil {
		return err
	}
	table.Sweep.Experiment.Use(game.Own, scripts)
	n := f.row
	if f.worst {
		if n, err = table.Worst(); err != nil {
			return fmt.Errorf("%s: %w", f.from, err)
		}
	}
	if n >= len(table.Rows) {
		return fmt.Errorf("%s has %d rows, counted from 0; there is no row %d", f.from, len(table.Rows), n)
	}
	row := &table.Rows[n]
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "row %d:", n)
	for _, name := range table.Told() {
		if cell := row.Cells[name]; cell != "" {
			fmt.Fprintf(out, "  %s %s", name, cell)
		}
	}
	fmt.Fprintln(out)
	text, err := os.ReadFile(table.SceneFile(row))
	if err != nil {
		return fmt.Errorf("the scene of the row: %w", err)
	}
	bundle, err := sweep.DecodeBundle(text, limitsOf(cmd))
	if err != nil {
		return err
	}
	start := filepath.Join(filepath.Dir(f.from), "row-"+strconv.Itoa(n)+".save")
	run, err := table.Sweep.Run(cmd.Context(), bundle, row.Seed, func(s *live.Session) error {
		game.tell(cmd.ErrOrStderr(), s.Scene())
		return saveTo(start, s)
	})
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case err != nil && row.Failed != "":
		fmt.Fprintf(out, "it fails again: %v\n", err)
		return nil
	case err != nil:
		return err
	case run.Ticks != row.Ticks || fmt.Sprintf("%016x", run.Digest) != row.Digest:
		return codedError{fmt.Errorf("row %d ends after %d ticks with the digest %016x here, and did after %d with %s", n, run.Ticks, run.Digest, row.Ticks, row.Digest), exitPart}
	}
	fmt.Fprintf(out, "after %d ticks the digest is the same, %s\n", row.Ticks, row.Digest)
	return f.open(cmd, start)
}

// saveTo saves a session to a file.
func saveTo(name string, s *live.Session) error {
	file, err := wholefile.Create(name)
	if err != nil {
		return err
	}
	defer file.Abort()
	if err := s.Save(file); err != nil {
		return err
	}
	return file.Commit()
}

// open shows a save in the window, where that program is beside this one or in the path.
func (f *rowFlags) open(cmd *cobra.Command, save string) error {
	how := "thicket-view " + save
	if !f.view {
		fmt.Fprintf(cmd.OutOrStdout(), "its beginning is saved; in the window: %s\n", how)
		return nil
	}
	program, err := exec.LookPath("thicket-view")
	if own, e := os.Executable(); e == nil && err != nil {
		program, err = exec.LookPath(filepath.Join(filepath.Dir(own), "thicket-view"))
	}
	if err != nil {
		return errors.New("there is no program thicket-view beside this one or in the path: `go install ./cmd/thicket-view` in a clone makes it; then " + how)
	}
	c := exec.CommandContext(cmd.Context(), program, save)
	c.Stdout, c.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
	if err := c.Run(); cmd.Context().Err() == nil {
		return err
	}
	return nil // who ends this program ends the window
}
