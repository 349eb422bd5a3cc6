package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/command/sweeper"
	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/ground/wholefile"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/study/sweep/results"
)

// sweepFlags are the flags of `thicket sweep`.
type sweepFlags struct {
	natsFlags
	want  sweeper.Options
	write string
	names gameFlag
	json  bool
}

func newSweepCommand(own *Game) *cobra.Command {
	f := &sweepFlags{names: gameFlag{own: own}}
	c := &cobra.Command{
		Use:   "sweep FILE",
		Short: "Play a scene many times, and answer a question with the results",
		Long: `Sweep plays a scene many times, each time with a change or another seed, and answers a question:
which speed makes a game of tag last a minute? Which of two trees is stronger? Where is a measure
largest? docs/sweep.md has the language of the file; thicket new --sweep FILE writes one to start
from.

The runs wait in a queue of NATS JetStream. By default its server runs in this process
and keeps everything in a folder beside the file, see --store. With --nats the server is
elsewhere, and any number of thicket worker on other machines play runs, too. The rows
are the same whoever plays them.

A sweep that was stopped, by Ctrl-C or by anything else, goes on with --resume: each run
is counted once. The folder then has

  results.parquet  results.csv   a row for each run: factors, measures, digest
  report.html                    the answer, tables and plots; it stands alone
  scenes/                        the scene of each point, for thicket replay --from

Exit codes: 0 it is answered; 1 an error; 130 or 143 Ctrl-C or SIGTERM has stopped it, and
"whole" in --json is false.`,
		Example: `  thicket new --sweep tag-speed.yaml
  thicket sweep tag-speed.yaml                         the answer, and a report
  thicket sweep tag-speed.yaml --resume                go on with one that was stopped
  thicket sweep tag-speed.yaml --resume --write tag-60.yaml
                                                       the scene with the answer in it
  thicket sweep tag-speed.yaml --nats nats://10.0.0.7:4222 --workers 0
  thicket replay --from tag-speed.sweep/results.parquet --row 17`,
		Args:              args(1, "one sweep file"),
		ValidArgsFunction: complete(files(".yaml"), nothing),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd, args[0]); err != nil {
				return err
			}
			f.want.Limits = limitsOf(cmd)
			game, err := f.names.playing(cmd)
			if err != nil {
				return err
			}
			f.want.Own = game.Own
			if f.want.Scripts, err = game.swept(f.want.Limits); err != nil {
				return err
			}
			f.want.Begins = func(scene *scenes.Scene) { game.tell(cmd.ErrOrStderr(), scene) }
			return f.sweep(cmd)
		},
	}
	fs := c.Flags()
	fs.SortFlags = false
	fs.StringVar(&f.want.Folder, "store", "", "the `FOLDER` for results and for the queue (default the name of the file with .sweep)")
	fs.BoolVar(&f.want.Resume, "resume", false, "go on with what there is of this sweep")
	fs.BoolVar(&f.want.Fresh, "fresh", false, "forget what there is of this sweep, and begin anew")
	fs.IntVar(&f.want.Workers, "workers", runtime.GOMAXPROCS(0), "play `W` runs at once in this process; 0: other processes play all")
	addLenient(fs, &f.want.Lenient)
	fs.StringVar(&f.write, "write", "", "write the scene with the answer in it to this `FILE`")
	fs.BoolVar(&f.json, "json", false, "print a line of JSON for each step, and the result as the last")
	f.natsFlags.add(fs)
	f.names.add(c)
	_ = c.MarkFlagFilename("write", "yaml") // fails for unknown flags only
	return c
}

func (f *sweepFlags) check(cmd *cobra.Command, file string) error {
	if err := f.natsFlags.check(cmd.Flags()); err != nil {
		return err
	}
	switch {
	case f.want.Workers < 0 || f.want.Workers > 1024:
		return usagef("--workers %d, wanted 0 to 1024", f.want.Workers)
	case f.want.Workers == 0 && f.address.URL == "":
		return usagef("--workers 0 without --nats: nobody would play")
	case f.want.Resume && f.want.Fresh:
		return usagef("--resume and --fresh, wanted one of the two")
	}
	if f.want.Folder == "" {
		f.want.Folder = strings.TrimSuffix(file, filepath.Ext(file)) + ".sweep"
	}
	if f.address.URL != "" {
		f.want.Address = &f.address
	}
	f.want.File, f.want.Engine, f.want.Build = file, f.engine, version()
	return nil
}

// sweep plays the sweep, and prints and writes what came of it.
func (f *sweepFlags) sweep(cmd *cobra.Command) error {
	out, errs := cmd.OutOrStdout(), cmd.ErrOrStderr()
	f.want.Notice = func(text string) { fmt.Fprintln(errs, text) }
	over := f.show(out, errs)
	o, err := sweeper.Run(cmd.Context(), f.want)
	over()
	if err != nil {
		return err
	}
	var unwritten error
	if f.write != "" && o.Whole {
		text, err := o.Scene(f.write)
		if err == nil {
			err = wholefile.Write(f.write, text)
		}
		if err == nil {
			o.Written = f.write
		} else {
			unwritten = fmt.Errorf("--write: %w", err)
		}
	}
	if err := o.Write(f.want.Folder); err != nil {
		return err
	}
	if f.json {
		err = json.NewEncoder(out).Encode(o.Result())
	} else {
		err = f.print(out, o)
	}
	switch {
	case err != nil:
		return err
	case !o.Whole:
		return wasCut("stopped after %s: thicket sweep %s --resume goes on", humanize.Count(int64(len(o.Rows)), "run"), f.want.File)
	case len(o.Rows) == 0:
		return errors.New("the budget is not enough for a single run")
	}
	return unwritten
}

// print prints the result for people.
func (f *sweepFlags) print(out io.Writer, o *sweeper.Outcome) error {
	var b strings.Builder
	if err := o.Text(&b, terminal.StyleOf(out)); err != nil {
		return err
	}
	fmt.Fprintf(&b, "  report  %s\n", filepath.Join(f.want.Folder, results.Report))
	_, err := io.WriteString(out, b.String())
	return err
}

// show tells how far the sweep is: on a terminal, or as lines of JSON. over ends it.
func (f *sweepFlags) show(out, errs io.Writer) (over func()) {
	var last time.Time
	if f.json {
		e := json.NewEncoder(out)
		f.want.Each = func(p *sweeper.Progress) {
			if time.Since(last) > 250*time.Millisecond {
				last = time.Now()
				_ = e.Encode(p) // an error of the result is told
			}
		}
		return func() {}
	}
	tty, shown := terminal.File(errs)
	if !shown {
		return func() {}
	}
	bar := progressbar.NewOptions(-1, progressbar.OptionSetWriter(terminal.NewScreen(tty)), progressbar.OptionShowCount(), progressbar.OptionSetWidth(20),
		progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(true), progressbar.OptionShowIts(), progressbar.OptionSetItsString("runs"))
	var curve []float64
	f.want.Each = func(p *sweeper.Progress) {
		if p.Round > len(curve) {
			curve = append(curve, p.Estimate)
		}
		bar.ChangeMax(p.Asked)
		text := fmt.Sprintf("round %d, %s, %s", p.Round, humanize.Count(int64(p.Points), "point"), humanize.Count(int64(p.Workers), "worker"))
		if p.Failed > 0 {
			text += fmt.Sprintf(", %d failed", p.Failed)
		}
		if line := terminal.Sparkline(curve, 20); line != "" {
			text += " " + line
		}
		if p.Answer != "" {
			text += " " + terminal.Cut(p.Answer, 60)
		}
		bar.Describe(text)
		_ = bar.Set(p.Runs) // of no matter where nothing can be shown
	}
	return func() { _ = bar.Finish() }
}
