package command

import (
	"bufio"
	"bytes"
	_ "embed" // the help
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/command/playback"
	"github.com/thicket-sim/thicket/internal/command/scenelist"
	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/dialect/lua/profile"
	"github.com/thicket-sim/thicket/internal/dialect/lua/profile/pprof"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/ground/wholefile"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

//go:embed help/run.txt
var runHelp string

//go:embed help/run-examples.txt
var runExamples string

// defaultSeconds says how much simulated time a run takes by default.
const defaultSeconds = 60

// runFlags are the flags of `thicket run`.
type runFlags struct {
	limits      limit.Values
	ticks       int64 // -1: defaultSeconds
	seed        int64
	seeded      bool // seed was given
	workers     int
	bots        []string
	population  scenes.Population
	json        bool
	strict      bool
	fast        bool
	list        bool
	lenient     bool
	noNotices   bool
	outputs     playback.Paths
	commands    string
	root        string
	profile     string
	spent       *profile.Recorder // where the time goes; nil where nobody asks
	wider       sourcefile.Wider
	reload      bool
	restore     string
	files       string
	saveEvery   time.Duration
	inspect     string
	coverMin    string
	wantCovered float64 // percent that coverMin says
	seconds     float64 // 0: as usual
	speed       string
	times       float64 // what speed says
	creature    string
	prefab      string
	strips      int // 0: one world in this process
	names       gameFlag
	game        *Game
}

func newRunCommand(own *Game) *cobra.Command {
	f := &runFlags{outputs: playback.NewPaths(), names: gameFlag{own: own}}
	c := &cobra.Command{
		Use:     "run SCENE",
		Short:   "Play a scene",
		Long:    strings.TrimSuffix(runHelp, "\n"),
		Example: strings.TrimSuffix(runExamples, "\n"),
		Args: func(cmd *cobra.Command, a []string) error {
			if f.list {
				return args(0, "none with --list")(cmd, a)
			}
			if cmd.Flags().Changed("restore") {
				return args(0, "none with --restore, which brings its own")(cmd, a)
			}
			return args(1, "one scene (a file, or a name of `thicket run --list`)")(cmd, a)
		},
		ValidArgsFunction: complete(scenesAndTrees, nothing),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.list {
				return scenelist.Write(cmd.OutOrStdout())
			}
			name := f.restore
			if len(args) > 0 {
				name = args[0]
			}
			if err := f.check(cmd, name); err != nil {
				return err
			}
			return f.run(cmd, name)
		},
	}
	fs := c.Flags()
	fs.SortFlags = false
	fs.Int64Var(&f.ticks, "ticks", -1, "end after `N` ticks, at full speed")
	fs.Float64Var(&f.seconds, "seconds", 0, "end after `N` seconds of simulated time")
	fs.StringVar(&f.speed, "speed", "1x", "on a terminal, play `4x` as fast as in real time, or another number of times")
	fs.Int64Var(&f.seed, "seed", 0, "play with random seed `S` instead of the scene's")
	fs.StringArrayVar(&f.bots, "bots", nil, "start with `N` bots, field scaled to match, or with CLASS=N of one class (repeatable)")
	fs.IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "think on `W` workers; the result is the same")
	fs.IntVar(&f.strips, "strips", 0, "play the field as `N` strips, each in a process of its own; the result is the same")
	fs.BoolVar(&f.fast, "fast", false, "run at full speed on a terminal, too")
	fs.BoolVar(&f.json, "json", false, "print the result as one JSON object")
	fs.BoolVar(&f.strict, "strict", false, "end with exit code 3 when there was a fault")
	fs.StringVar(&f.commands, "commands", "", "carry out the commands of `FILE` (JSON Lines)")
	for i, o := range playback.Outputs {
		fs.StringVar(&f.outputs[i], o.Flag, "", o.Usage)
		_ = c.MarkFlagFilename(o.Flag, o.Ext) // fails for unknown flags only
	}
	fs.DurationVar(&f.saveEvery, "save-every", 0, "with --save: save also every `10s` of simulated time, or another")
	fs.StringVar(&f.restore, "restore", "", "go on from `FILE`, which --save wrote, in place of a scene")
	fs.StringVar(&f.files, "files", "", "with --restore: read files that commands and reloads name from `DIR`")
	fs.StringVar(&f.inspect, "inspect", "", "show `BOT` and its tree: an id, a name or closest")
	fs.StringVar(&f.coverMin, "cover-min", "", "fail when less than `90%` of the nodes of trees were asked")
	fs.BoolVar(&f.reload, "reload", false, "follow the files of the scene while they are edited")
	addRoots(fs, &f.root, &f.wider, "the `DIR` that / means in the scene's references to files")
	addLenient(fs, &f.lenient)
	addNoticesAreErrors(fs, &f.noNotices)
	addCreatureFlags(fs, &f.creature, &f.prefab)
	fs.StringVar(&f.profile, "profile", "", "write where the time of brains in Lua goes to `FILE`, for pprof")
	f.names.add(c)
	fs.BoolVar(&f.list, "list", false, "list the shipped scenes")
	_ = c.MarkFlagFilename("restore", "save")
	for _, name := range []string{"seed", "ticks", "seconds", "speed", "save-every", "strips"} {
		fs.Lookup(name).DefValue = "0" // a zero default is not printed; the usage tells the default
	}
	_ = c.MarkFlagFilename("commands", "jsonl")
	_ = c.MarkFlagDirname("root")
	_ = c.MarkFlagDirname("files")
	return c
}

// live reports whether the run is shown in real time, and on which terminal.
func (f *runFlags) live(out io.Writer) (*os.File, bool) {
	if f.fast || f.json || f.strips > 0 || f.ticks >= 0 || len(f.outputs.ToStdout()) > 0 || os.Getenv("TERM") == "dumb" {
		return nil, false
	}
	return terminal.File(out)
}

// length returns how many ticks are played. What is watched goes on until somebody ends it,
// but for a film, whose pace depends on its length.
func (f *runFlags) length(rate float64, live bool) int64 {
	switch {
	case f.ticks >= 0:
		return f.ticks
	case f.seconds > 0:
		return max(1, int64(math.Round(f.seconds*rate)))
	case live && !f.outputs.Films():
		return playback.Endless
	}
	return max(1, int64(math.Round(defaultSeconds*rate)))
}

// botBytes is the least memory of a bot: one of a crowd when the game begins, with what Go
// leaves unused for the next collection. Measured with a million of them.
const botBytes = 1500

// load loads the scene and applies the flags to it.
func (f *runFlags) load(name string) (*scenes.Scene, error) {
	o := f.game.Loading(f.limits)
	o.Wider = f.wider
	o.Root, o.Lenient, o.Creature, o.Prefab = f.root, f.lenient, f.creature, f.prefab
	scene, err := scenes.Load(name, o)
	if err != nil {
		return nil, err
	}
	if f.seeded {
		scene.Setup.Seed = uint64(f.seed)
	}
	if err := scene.Populate(f.population); err != nil {
		return nil, fmt.Errorf("--bots %w", err)
	}
	need := int64(scene.Bots()) * botBytes
	if left, bounded := memoryLeft(); bounded && need > left {
		return nil, fmt.Errorf("%s take %s of memory or more, and the limit of the process (ulimit -v) leaves %s",
			humanize.Count(int64(scene.Bots()), "bot"), humanize.Size(need), humanize.Size(left))
	}
	return scene, nil
}

// record has the time of brains in Lua gathered, where that is asked for.
func (f *runFlags) record(scene *scenes.Scene) {
	if f.profile != "" {
		f.spent = &profile.Recorder{}
		scene.Record(f.spent)
	}
}

// writeProfile writes where the time went.
func (f *runFlags) writeProfile(errs io.Writer) error {
	if f.spent == nil {
		return nil
	}
	if f.spent.Empty() {
		fmt.Fprintln(errs, "note: --profile: no brain in Lua ran")
	}
	var out bytes.Buffer
	if err := pprof.Write(&out, f.spent.Samples()); err != nil {
		return fmt.Errorf("--profile: %w", err)
	}
	return wholefile.Write(f.profile, out.Bytes())
}

// script reads the commands.
func (f *runFlags) script(in io.Reader) ([]live.Timed, error) {
	name, src, err := f.scriptSource(in)
	if err != nil {
		return nil, err
	}
	return live.ReadScript(name, src, f.limits)
}

// scriptSource returns the text of the commands, and how it is called; nothing without any.
func (f *runFlags) scriptSource(in io.Reader) (name string, src []byte, err error) {
	switch name = called(f.commands); f.commands {
	case "":
	case stdin:
		src, err = markup.Read(name, in, markup.LimitsOf(f.limits))
	default:
		src, err = markup.ReadFile(name, markup.LimitsOf(f.limits))
	}
	return name, src, err
}

// open loads the scene, or reads the save, and the commands, and makes a session.
func (f *runFlags) open(cmd *cobra.Command, name string, o live.Options) (*live.Session, []live.Timed, error) {
	if f.restore == "" {
		scene, err := f.load(name)
		if err != nil {
			return nil, nil, err
		}
		script, err := f.script(cmd.InOrStdin())
		if err != nil {
			return nil, nil, err
		}
		s, err := live.New(scene, o)
		return s, script, err
	}
	script, err := f.script(cmd.InOrStdin())
	if err != nil {
		return nil, nil, err
	}
	if f.files != "" {
		if err := sourcefile.CheckRoot(f.files); err != nil {
			return nil, nil, usagef("--files: %v", err)
		}
	}
	from, err := open(cmd, f.restore)
	if err != nil {
		return nil, nil, fmt.Errorf("--restore: %w", err)
	}
	defer from.Close()
	s, err := live.Restore(bufio.NewReaderSize(from, 1<<20), o)
	if err != nil {
		return nil, nil, fmt.Errorf("--restore %s: %w", called(f.restore), err)
	}
	return s, script, nil
}

// run plays the scene. It creates no file before all files that it reads were read
// without an error.
func (f *runFlags) run(cmd *cobra.Command, name string) error {
	out, errs := cmd.OutOrStdout(), cmd.ErrOrStderr()
	tell := func(lines []string) { fmt.Fprintln(errs, strings.Join(lines, "\n")) }
	tty, shown := f.live(out)
	f.limits = limitsOf(cmd)
	var err error
	if f.game, err = f.names.playing(cmd); err != nil {
		return err
	}
	s, script, err := f.open(cmd, name, live.Options{
		Registry: f.game.Registry,
		Prepare:  f.game.Prepare,
		Workers:  f.workers,
		Limits:   f.limits,
		Lenient:  f.lenient,
		Files:    f.files,
		History:  f.history(shown),
		OnFault:  func(host.Fault) {}, // PrintNotes lists them at the end
		OnNotice: func(text string) { tell([]string{"note: " + text}) },
	})
	if err != nil {
		return err
	}
	defer s.Close()
	f.game.tell(errs, s.Scene())
	if n := len(s.Scene().Notices); f.noNotices && n > 0 {
		return fmt.Errorf("found %s, wanted none with --notices-are-errors", humanize.Count(int64(n), "notice"))
	}
	f.record(s.Scene())
	rate := s.Scene().Setup.TickRate
	r := playback.New(s, name, f.length(rate, shown), script)
	r.WantCovered = f.wantCovered
	if f.saveEvery > 0 {
		r.SaveEvery = max(1, int64(math.Round(f.saveEvery.Seconds()*rate)))
	}
	if f.strips > 0 {
		played, err := f.startStrips(s)
		if err != nil {
			return err
		}
		defer played.Close()
		r.Strips = played
	}
	var bot *playback.Inspector
	if f.inspect != "" {
		if bot, err = playback.NewInspector(s, f.inspect); err != nil {
			return fmt.Errorf("--inspect: %w", err)
		}
		r.Observers = append(r.Observers, bot)
	}
	if f.reload {
		reloader, err := playback.NewReloader(s)
		if err != nil {
			return err
		}
		defer reloader.Stop()
		r.Observers = append(r.Observers, reloader)
	}
	if err := r.Write(f.outputs, out); err != nil {
		return err
	}
	r.Tell = tell
	if shown {
		screen := f.watch(tty, cmd.InOrStdin(), r, bot)
		defer screen.Restore() // also after a panic
	} else if tty, ok := terminal.File(errs); ok {
		r.Observers = append(r.Observers, playback.NewProgress(tty, r))
	}
	tell = r.Tell
	if err := r.Play(cmd.Context()); err != nil {
		return goesOn(err, r)
	}
	if err := errors.Join(f.report(out, errs, r), f.writeProfile(errs)); err != nil {
		return err
	}
	r.PrintNotes(errs)
	if shown {
		fmt.Fprintln(out, r.Verdict())
	}
	if r.Cut() && cmd.Context().Err() != nil {
		return wasCut("stopped by a signal after %s", humanize.Count(r.Done(), "tick"))
	}
	if f.strict && r.Failed() {
		return codedError{errors.New("thicket: there were faults"), exitStrict}
	}
	return nil
}

// watch adds the observer for people: a map in real time, and keys where somebody can
// press them.
func (f *runFlags) watch(tty *os.File, in io.Reader, r *playback.Run, bot *playback.Inspector) *playback.Live {
	var board *terminal.Keyboard
	if keys, ok := in.(*os.File); ok && f.commands != stdin && f.restore != stdin {
		board, _ = terminal.OpenKeyboard(keys) // nil where it is no terminal: there are no keys then
	}
	screen := playback.NewLive(tty, board, r, bot, f.times)
	r.Observers = append(r.Observers, screen)
	return screen
}

// history limits the history of a run that is watched: enough to tell what a bot did in the
// last tick that was not shown then.
func (f *runFlags) history(live bool) session.History {
	if !live {
		return session.History{}
	}
	return session.History{Seconds: 3, Bytes: 64 << 20}
}

// report prints the result: one JSON object, or a summary. The summary goes to
// standard error where standard output is taken by an output.
func (f *runFlags) report(out, errs io.Writer, r *playback.Run) error {
	if f.json {
		return r.Result().Print(out)
	}
	if len(f.outputs.ToStdout()) > 0 {
		out = errs
	}
	_, err := io.WriteString(out, r.Summary(terminal.Colored(out)))
	return err
}
