package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// The exit codes.
const (
	exitDone = iota
	exitFault
	exitUsage
	exitStrict
)

// The exit codes of commands that compare, as those of diff and cmp. exitPart: what was
// compared is the same, and that is not all.
const (
	exitSame    = exitDone
	exitDiffers = exitFault
	exitTrouble = exitUsage
	exitPart    = exitStrict
)

// usageError is an error in the command line itself.
type usageError struct{ error }

// codedError is an error with an exit code of its own.
type codedError struct {
	error
	code int
}

// cutOff is the error of a command that a signal has ended before it was done. One that goes on
// until somebody ends it, such as serve, is done then and has none.
type cutOff struct{ error }

// wasCut returns the error of a command whose work the end of its context has cut off.
func wasCut(format string, args ...any) error { return cutOff{fmt.Errorf(format, args...)} }

// compares makes the error of a command that compares: what has no code, and is not in the
// command line, kept it from comparing.
func compares(err error) error {
	if err == nil || errors.As(err, new(usageError)) || errors.As(err, new(codedError)) || errors.As(err, new(cutOff)) || errors.Is(err, context.Canceled) {
		return err
	}
	return codedError{err, exitTrouble}
}

// output is standard output. It keeps the error of the first write that failed: a result
// that was lost is no success, whoever wrote it.
type output struct {
	io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// execute runs a command line of thicket and returns the exit code. When ctx ends, a run ends
// early, with its files and its summary complete, and the code says so.
func execute(ctx context.Context, args []string, out, errs io.Writer) int {
	return Execute(ctx, nil, program, args, out, errs)
}

// Execute runs a command line of a program that offers the command for a game of its own, and is
// called by a name, such as "mygame tool"; nil for thicket itself. It returns the exit code.
func Execute(ctx context.Context, own *Game, name string, args []string, out, errs io.Writer) int {
	root := newRootCommand(own)
	says := call(root, name)
	root.SetArgs(args)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		unquote(root)
	}
	to := &output{Writer: out}
	root.SetOut(to)
	if _, shown := terminal.File(out); shown {
		plain := terminal.NewPlain(out)
		defer plain.Flush()
		root.SetOut(plain)
	}
	said := terminal.NewPlain(errs)
	defer said.Flush()
	errs = said
	root.SetErr(errs)
	cmd, err := root.ExecuteContextC(ctx)
	var usage usageError
	var coded codedError
	if to.err != nil && (err == nil || errors.As(err, &coded) && coded.code == exitStrict) {
		err = fmt.Errorf("standard output: %w", to.err)
	}
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, new(cutOff)):
		fmt.Fprintln(errs, says(err.Error()))
		return signalCode(ctx)
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		fmt.Fprintln(errs, "stopped before it was done")
		return signalCode(ctx)
	case errors.As(err, &usage):
		fmt.Fprintf(errs, "%s: %s\nsee: %s --help\n", name, says(err.Error()), cmd.CommandPath())
		return exitUsage
	case errors.As(err, &coded):
		fmt.Fprintln(errs, says(err.Error()))
		return coded.code
	}
	fmt.Fprintln(errs, says(err.Error()))
	return exitFault
}

func newRootCommand(own *Game) *cobra.Command {
	root := &cobra.Command{
		Use:   "thicket",
		Short: "Bots that think in behaviour trees",
		Long: `Thicket plays scenes of bots that think in behaviour trees: in the terminal,
as fast as the machine goes, as pictures, or as data for other programs.

Exit codes: 0 it is done; 1 it failed, or a scene, a file or a test is faulty; 2 the
command line is; 130 or 143 when Ctrl-C (SIGINT) or SIGTERM cut it off: the part of its
result that is there says so. For a command that goes on until somebody ends it, a
signal is the usual end: serve, worker and test --watch end with 0 on both signals, a
picture on a terminal on q and Ctrl-C. Some commands have codes of their own, see their
help.`,
		Example: `  thicket run tag                       a minute of tag in the terminal
  thicket run --list                    the scenes that are shipped
  thicket run crowd --fast              100,000 bots at full speed
  thicket run tag --gif tag.gif         the same minute as a picture that moves
  thicket new tag my.yaml               a scene of your own to start from`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return unknownCommand(cmd, args[0])
		},
	}
	root.PersistentFlags().StringArray(limitFlag, nil, "set a limit, such as scene.rules=5000; docs/limits.md lists them (repeatable)")
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if _, err := readLimits(cmd); err != nil {
			return usagef("--limit %v", err)
		}
		return checkRoot(cmd, args)
	}
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(newRunCommand(own), newNewCommand(own), newCheckCommand(own), newTestCommand(own), newMutateCommand(own), newTreeCommand(own), newFmtCommand(own), newTraceCommand(own), newWhyCommand(own), newReplayCommand(own), newServeCommand(own), newPlaygroundCommand(), newPlayCommand(), newSwarmCommand(), newDiffCommand(own), newBenchCommand(own),
		newActionsCommand(own), newStripCommand(own), newMatchCommand(own), newSweepCommand(own), newWorkerCommand(own))
	if own != nil && own.Agents {
		for _, c := range root.Commands() {
			c.Hidden = c.Hidden || slices.Contains(playing, c.Name())
		}
	}
	return root
}

// playing are the commands that play scenes, or have to do with them.
var playing = []string{"run", "new", "replay", "serve", "play", "swarm", "diff", "bench", "match", "sweep", "worker"}

const limitFlag = "limit"

// readLimits reads the flags --limit.
func readLimits(cmd *cobra.Command) (limit.Values, error) {
	settings, _ := cmd.Flags().GetStringArray(limitFlag) // every command has it
	return limit.Parse(settings)
}

// limitsOf returns the limits of a command line, which was checked before.
func limitsOf(cmd *cobra.Command) limit.Values {
	limits, _ := readLimits(cmd)
	return limits
}

func unknownCommand(cmd *cobra.Command, name string) error {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if guess := syntax.Closest(name, names); guess != "" {
		return usagef("unknown command %q; did you mean %q?", name, guess)
	}
	return usagef("unknown command %q; the commands are %s", name, strings.Join(names, ", "))
}

// flagError adds a suggestion to the error about an unknown flag.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) || unknown.GetSpecifiedShortnames() != "" {
		return usageError{err}
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if guess := syntax.Closest(unknown.GetSpecifiedName(), names); guess != "" {
		return usagef("unknown flag --%s; did you mean --%s?", unknown.GetSpecifiedName(), guess)
	}
	return usageError{err}
}

// printJSON prints a value as people read it.
func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// args checks the number of arguments; its error names what is wanted.
func args(n int, wanted string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != n {
			return usagef("found %s, wanted %s", humanize.Count(int64(len(args)), "argument"), wanted)
		}
		return nil
	}
}

// someArgs wants at least one argument.
func someArgs(wanted string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usagef("found no arguments, wanted %s", wanted)
		}
		return nil
	}
}
