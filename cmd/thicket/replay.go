package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/cmd/internal/bisect"
	"github.com/thicket-sim/thicket/cmd/internal/playback"
	"github.com/thicket-sim/thicket/cmd/internal/terminal"
	"github.com/thicket-sim/thicket/session"
)

// replayFlags are the flags of `thicket replay`.
type replayFlags struct {
	workers int
	json    bool
	bisect  bool
	outputs playback.Paths
}

func newReplayCommand() *cobra.Command {
	f := &replayFlags{outputs: playback.NewPaths()}
	c := &cobra.Command{
		Use:   "replay FILE",
		Short: "Play a recording and prove it",
		Long: `Replay plays a recording of thicket run --record, and compares every tick with it.
The recording has the scene and all files in it: nothing else is needed. It writes
what a run writes, on any number of workers.

Exit code 0 says that this build plays all of it to the same digests. Else the exit
code is 1, and the first tick that differs is told, with the parts of the world and
the bots that do. A recording whose tail is missing, because the program that wrote
it was killed, is played as far as it goes, and a note says so.

--bisect finds where two recordings part, or a recording and this build: the tick,
the bots, whether they or their memory differ, and the node of the tree that decided
what they did. What trees did is in no recording: this build plays one of the two up
to the tick, and watches. The exit code is 1 where they part.`,
		Example: `  thicket run siege --ticks 1800 --record siege.rec
  thicket replay siege.rec                        exit code 0: every digest is the same
  thicket replay siege.rec --workers 4 --json     the result as one JSON object
  thicket replay siege.rec --gif siege.gif        a picture of it
  thicket replay --bisect siege.rec               where this build parts from it
  thicket replay --bisect mine.rec yours.rec      where two recordings part`,
		Args: func(cmd *cobra.Command, a []string) error {
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
			if err := wantPaths(cmd, outputFlags()); err != nil {
				return err
			}
			if err := f.check(args); err != nil {
				return err
			}
			if f.bisect {
				return f.find(cmd, args)
			}
			return f.run(cmd, args[0])
		},
	}
	fs := c.Flags()
	fs.SortFlags = false
	fs.IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "think on `W` workers; the result is the same")
	fs.BoolVar(&f.bisect, "bisect", false, "find where two recordings part, or one and this build")
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

// survey reads a recording to its end and counts its ticks.
func survey(name string) (ticks int64, cut, err error) {
	file, err := os.Open(name)
	if err != nil {
		return 0, nil, err
	}
	defer file.Close()
	rec, err := session.ReadRecording(file)
	for first := true; err == nil; {
		var e *session.Entry
		if e, err = rec.Next(); err == nil && e.Detail != nil {
			if !first {
				ticks++
			}
			first = false
		}
	}
	if err != io.EOF || rec == nil {
		return 0, nil, fmt.Errorf("%s: %w", name, err)
	}
	return ticks, rec.Cut(), nil
}

// run replays a recording.
func (f *replayFlags) run(cmd *cobra.Command, name string) error {
	out, errs := cmd.OutOrStdout(), cmd.ErrOrStderr()
	ticks, cut, err := survey(name)
	if err != nil {
		return err
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	rec, err := session.ReadRecording(file)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	tell := func(lines []string) { fmt.Fprintln(errs, strings.Join(lines, "\n")) }
	s, err := rec.Open(session.Options{
		Workers:  f.workers,
		OnFault:  func(host.Fault) {}, // PrintNotes lists them at the end
		OnNotice: func(text string) { tell([]string{"note: " + text}) },
	})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer s.Close()
	r, err := playback.NewReplay(rec, s, rec.Bundle.File, ticks)
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
	var d *session.Difference
	if errors.As(err, &d) {
		return f.part(cmd, name)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if cut != nil {
		tell([]string{fmt.Sprintf("note: %s: %v: what is before was played", name, cut)})
	}
	r.PrintNotes(errs)
	if f.json {
		return r.Result().Print(out)
	}
	if len(f.outputs.ToStdout()) > 0 {
		out = errs
	}
	all := "every tick is"
	if r.Cut() {
		all = "as far as it was played, every tick is"
	}
	_, err = fmt.Fprintf(out, "%s\n%s: %s as it was recorded (%s)\n", r.Summary(terminal.Colored(out)), name, all, rec.Build)
	return err
}

// part tells where this build parts from a recording.
func (f *replayFlags) part(cmd *cobra.Command, name string) error {
	f.bisect = true
	return f.find(cmd, []string{name})
}

// find is --bisect.
func (f *replayFlags) find(cmd *cobra.Command, names []string) error {
	out, errs := cmd.OutOrStdout(), cmd.ErrOrStderr()
	other := ""
	if len(names) == 2 {
		other = names[1]
	}
	o := bisect.Options{Workers: f.workers}
	if tty, ok := terminal.File(errs); ok {
		o.Progress = func(tick int64) { fmt.Fprintf(tty, "\r\x1b[Ktick %d\r", tick) }
	}
	r, err := bisect.Find(names[0], other, o)
	if o.Progress != nil {
		fmt.Fprint(errs, "\r\x1b[K")
	}
	if err != nil {
		return err
	}
	if f.json {
		e := json.NewEncoder(out)
		e.SetIndent("", "  ")
		err = e.Encode(r)
	} else {
		_, err = io.WriteString(out, r.String())
	}
	if err == nil && !r.Equal {
		err = fmt.Errorf("%s parts from %s at tick %d", r.Runs[0], r.Runs[1], r.Tick)
	}
	return err
}
