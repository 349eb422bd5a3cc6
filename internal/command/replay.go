package command

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/command/bisect"
	"github.com/thicket-sim/thicket/internal/command/playback"
	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/live"
)

// replayFlags are the flags of `thicket replay`.
type replayFlags struct {
	workers int
	lenient bool
	json    bool
	bisect  bool
	outputs playback.Paths
	from    *rereader // of recordings
	row     rowFlags
	names   gameFlag
	game    *Game
}

func newReplayCommand(own *Game) *cobra.Command {
	f := &replayFlags{outputs: playback.NewPaths(), names: gameFlag{own: own}}
	c := &cobra.Command{
		Use:   "replay FILE",
		Short: "Play a recording and prove it",
		Long: `Replay plays a recording of thicket run --record, and compares every tick with it.
The recording has the scene and all files in it: nothing else is needed. It writes
what a run writes, on any number of workers. FILE may be -, for standard input.

Exit codes: 0 this build plays all of it to the same digests; 1 it does not: the
first tick that differs is printed, with the parts of the world and the bots that
differ; 2 nothing could be compared, as with a file that is no recording, or an
output could not be written; 3 all ticks that are there are the same, but the end of
the recording is missing, because the program that wrote it was killed; 130 or 143 a
signal ended the replay, and all ticks compared until then are the same. In --json,
"recording" tells how many ticks it has, how many of them were compared, whether it
is whole and, if not, which part is missing.

--bisect finds where two recordings differ first, or a recording and this build: the
tick, the bots, whether they or their memory differ, and the node of the tree that
decided what they did. Recordings do not say what trees did, so this build plays one
of the two up to that tick, and watches. Two recordings are compared in the ticks
that both have. The exit codes are the same.

--from FILE plays a run of a sweep again, that of --row in its results, and
compares its digest; --view also shows it in the window, from its beginning.`,
		Example: `  thicket run siege --ticks 1800 --record siege.rec
  thicket replay siege.rec                        exit code 0: every digest is the same
  thicket replay siege.rec --workers 4 --json     the result as one JSON object
  thicket replay siege.rec --gif siege.gif        a picture of it
  thicket replay --bisect siege.rec               where this build parts from it
  thicket replay --bisect mine.rec yours.rec      where two recordings part
  thicket replay --from tag.sweep/results.parquet --row 17 --view
  thicket replay --from tag.sweep/results.parquet --worst`,
		Args: func(cmd *cobra.Command, a []string) error {
			if f.row.isMeant(cmd.Flags()) {
				return nil
			}
			if f.bisect && len(a) == 2 {
				return nil
			}
			if f.bisect {
				return args(1, "one or two recordings")(cmd, a)
			}
			return args(1, "one recording")(cmd, a)
		},
		ValidArgsFunction: complete(files(".rec"), files(".rec")),
		RunE: func(cmd *cobra.Command, args []string) error {
			if given, err := f.row.check(cmd, args); given || err != nil {
				if err == nil {
					if f.game, err = f.names.playing(cmd); err == nil {
						err = f.row.replay(cmd, f.game)
					}
				}
				return err
			}
			err := wantPaths(cmd, outputFlags())
			if err == nil {
				err = f.check(args)
			}
			if err == nil {
				err = onceOnly(args...)
			}
			if err == nil {
				f.game, err = f.names.playing(cmd)
			}
			f.from = &rereader{in: cmd.InOrStdin()}
			defer f.from.close()
			switch {
			case err != nil:
			case f.bisect:
				err = f.find(cmd, args)
			default:
				err = f.run(cmd, args[0])
			}
			return compares(err)
		},
	}
	fs := c.Flags()
	fs.SortFlags = false
	fs.IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "think on `W` workers; the result is the same")
	addLenient(fs, &f.lenient)
	fs.BoolVar(&f.bisect, "bisect", false, "find where two recordings part, or one and this build")
	fs.StringVar(&f.row.from, "from", "", "play a run of a sweep again, of these results: a `FILE` results.parquet")
	fs.IntVar(&f.row.row, "row", 0, "the row `N` of --from, counted from 0")
	fs.BoolVar(&f.row.worst, "worst", false, "the row of --from that failed, or is farthest from the value in question")
	fs.BoolVar(&f.row.view, "view", false, "show the run of --from in the window")
	_ = c.MarkFlagFilename("from", "parquet") // fails for unknown flags only
	f.names.add(c)
	fs.BoolVar(&f.json, "json", false, "print the result as one JSON object")
	for i, o := range playback.Outputs {
		fs.StringVar(&f.outputs[i], o.Flag, "", o.Usage)
		_ = c.MarkFlagFilename(o.Flag, o.Ext) // fails for unknown flags only
	}
	return c
}

func (f *replayFlags) check(names []string) error {
	if f.workers < 1 || f.workers > 1024 {
		return usagef("--workers %d, wanted 1 to 1024", f.workers)
	}
	var out []string
	if f.json {
		out = append(out, "--json")
	}
	if out = append(out, f.outputs.ToStdout()...); len(out) > 1 {
		return usagef("%s all write to standard output, wanted one of them to", strings.Join(out, " and "))
	}
	for i, path := range f.outputs {
		if f.bisect && path != "" {
			return usagef("--bisect and --%s, wanted one of the two", playback.Outputs[i].Flag)
		}
	}
	if err := f.outputs.Apart(playback.Input{What: "the recording", Path: names[0]}); err != nil {
		return usageError{err}
	}
	return nil
}

// recordingView is a recording, as --json prints it.
type recordingView struct {
	File     string `json:"file"`
	Build    string `json:"build"`
	Begins   int64  `json:"begins"`            // the tick that it begins with
	Ticks    int64  `json:"ticks"`             // that it has
	Compared int64  `json:"compared"`          // of these
	Whole    bool   `json:"whole"`             // it has an end
	Missing  string `json:"missing,omitempty"` // where it ends without one
}

// survey reads a recording to its end.
func (f *replayFlags) survey(name string, limits limit.Values) (*recordingView, error) {
	file, err := f.from.open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rec, err := live.ReadRecording(file, limits)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", called(name), err)
	}
	v := &recordingView{File: called(name), Build: rec.Build, Begins: rec.Begins, Ticks: -1} // the first entry is the beginning
	for err == nil {
		var e *live.Entry
		if e, err = rec.Next(); err == nil && e.Detail != nil {
			v.Ticks++
		}
	}
	if err != io.EOF {
		return nil, fmt.Errorf("%s: %w", called(name), err)
	}
	if v.Whole = rec.Cut() == nil; !v.Whole {
		v.Missing = rec.Cut().Error()
	}
	return v, nil
}

// run replays a recording.
func (f *replayFlags) run(cmd *cobra.Command, name string) error {
	out, errs := cmd.OutOrStdout(), cmd.ErrOrStderr()
	view, err := f.survey(name, limitsOf(cmd))
	if err != nil {
		return err
	}
	file, err := f.from.open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	rec, err := live.ReadRecording(file, limitsOf(cmd))
	if err != nil {
		return fmt.Errorf("%s: %w", called(name), err)
	}
	tell := func(lines []string) { fmt.Fprintln(errs, strings.Join(lines, "\n")) }
	s, err := rec.Open(live.Options{
		Registry: f.game.Registry,
		Prepare:  f.game.Prepare,
		Workers:  f.workers,
		Lenient:  f.lenient,
		OnFault:  func(host.Fault) {}, // PrintNotes lists them at the end
		OnNotice: func(text string) { tell([]string{"note: " + text}) },
	})
	if err != nil {
		return fmt.Errorf("%s: %w", called(name), err)
	}
	defer s.Close()
	f.game.tell(errs, s.Scene())
	r, err := playback.NewReplay(rec, s, rec.Bundle.File, view.Ticks)
	if err == nil {
		if err = r.Write(f.outputs, out); err != nil {
			return err
		}
		r.Tell = tell
		if tty, ok := terminal.File(errs); ok {
			r.Observers = append(r.Observers, playback.NewProgress(tty, r))
		}
		tell = r.Tell
		err = r.Play(cmd.Context())
	}
	var d *live.Difference
	if errors.As(err, &d) {
		return f.part(cmd, name, d)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", called(name), err)
	}
	view.Compared = r.Done()
	r.PrintNotes(errs)
	if err := f.report(out, errs, r, view); err != nil {
		return err
	}
	switch {
	case r.Cut():
		return wasCut("%s: stopped by a signal after %d of %s", view.File, view.Compared, humanize.Count(view.Ticks, "tick"))
	case !view.Whole:
		err = fmt.Errorf("%s: the end is missing, after %s: %s", view.File, humanize.Count(view.Ticks, "tick"), view.Missing)
	default:
		return nil
	}
	return codedError{err, exitPart}
}

// report prints the result of a replay in which nothing differed.
func (f *replayFlags) report(out, errs io.Writer, r *playback.Run, view *recordingView) error {
	if f.json {
		return printJSON(out, struct {
			*playback.Result
			Recording *recordingView `json:"recording"`
		}{r.Result(), view})
	}
	if len(f.outputs.ToStdout()) > 0 {
		out = errs
	}
	all := "every tick is"
	switch {
	case r.Cut():
		all = fmt.Sprintf("of %s the first %d are", humanize.Count(view.Ticks, "tick"), view.Compared)
	case view.Ticks == 0 && !view.Whole:
		all = "no tick is there, and the beginning is"
	case !view.Whole:
		all = fmt.Sprintf("the part that is there, %s, is", humanize.Count(view.Ticks, "tick"))
	}
	_, err := fmt.Fprintf(out, "%s\n%s: %s as it was recorded (%s)\n", r.Summary(terminal.Colored(out)), view.File, all, view.Build)
	return err
}

// part tells where this build parts from a recording. It plays once more for that.
func (f *replayFlags) part(cmd *cobra.Command, name string, d *live.Difference) error {
	err := f.find(cmd, []string{name})
	var coded codedError
	switch {
	case errors.As(err, &coded) && coded.code == exitDiffers:
		return err
	case err == nil:
		err = errors.New("played once more, it does not: this build does not play the same twice")
	}
	return codedError{fmt.Errorf("%s: this build parts from it: %w; %w", name, d, err), exitDiffers}
}

// find is --bisect.
func (f *replayFlags) find(cmd *cobra.Command, names []string) error {
	out, errs := cmd.OutOrStdout(), cmd.ErrOrStderr()
	other := ""
	if len(names) == 2 {
		other = names[1]
	}
	o := bisect.Options{Context: cmd.Context(), Limits: limitsOf(cmd), Own: f.game.Own, Lenient: f.lenient, Open: f.from.open, Workers: f.workers}
	tty, shown := terminal.File(errs)
	if shown {
		o.Progress = func(tick int64) { fmt.Fprintf(tty, "\r\x1b[Ktick %d\r", tick) }
	}
	r, err := bisect.Find(names[0], other, o)
	if shown {
		fmt.Fprint(tty, "\r\x1b[K")
	}
	if err != nil {
		return err
	}
	if f.json {
		err = printJSON(out, r)
	} else {
		_, err = io.WriteString(out, r.String())
	}
	switch {
	case err != nil:
		return err
	case !r.Equal:
		return codedError{fmt.Errorf("%s parts from %s at tick %d", called(r.Runs[0]), called(r.Runs[1]), r.Tick), exitDiffers}
	case len(r.Cut) > 0:
		return codedError{fmt.Errorf("not all of it was compared: %s", strings.Join(r.Cut, "; ")), exitPart}
	}
	return nil
}
