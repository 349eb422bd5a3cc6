package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/cmd/internal/playback"
	"github.com/thicket-sim/thicket/cmd/internal/scenelist"
	"github.com/thicket-sim/thicket/cmd/internal/terminal"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/scenes"
	"github.com/thicket-sim/thicket/session"
)

// defaultSeconds is how much simulated time a run takes by default.
const defaultSeconds = 60

// runFlags are the flags of `thicket run`.
type runFlags struct {
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
	outputs     playback.Paths
	commands    string
	root        string
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
}

func newRunCommand() *cobra.Command {
	f := &runFlags{outputs: playback.NewPaths()}
	c := &cobra.Command{
		Use:   "run SCENE",
		Short: "Play a scene",
		Long: `Run plays a scene: a shipped one by its name, any other by its file.

On a terminal it plays in real time and draws the field, until the scene's match ends
or you press q. Other keys: space pauses, . plays one tick, + and - change the speed,
Tab shows the next bot and its tree, / filters what happens and whom Tab shows. With
--fast, --ticks or --json, or when its output is piped, it runs as fast as the machine
allows, for a minute of simulated time. --seconds or --ticks say for how long; a match
that ends earlier ends the run. It ends with a summary. Ctrl-C and SIGTERM cut it off, with
its files and its summary, with "stopped" in --json, where "ticksWanted" counts the ticks that it
was to play, and with exit code 130 or 143. To leave a picture by q or Ctrl-C is its usual
end, with exit code 0.

The same scene, seed, bots and commands give the same digest, on any number of
workers. Times in the result count the ticks alone, without files and
pictures.

With --reload the files of the scene are watched: the scene, its trees and what
these include. When one of them is saved, the run takes up its trees, its rules and
the numbers of its classes between two ticks. Bots keep their memory of nodes that
are still in the same place. A file with errors changes nothing. Each reload is
reported as it happens, and with --json in the list "reloads".

--inspect shows a bot and its tree: the status of each node in the last tick, and
what the tree's dialect tells, such as running nodes with the seconds left,
variables, and the last events and log messages. BOT is an id, a name, or closest:
the bot nearest to the first player, or to the middle of the field without one. On
a terminal it is shown live, otherwise as it is at the end; --json has it as the
object "inspect".

A run ends with a table of its faults on standard error: each failure of an action or
a script once, with how often it came, the tick and the bot of the first, and its place.
--faults writes every single one, and notes, as JSON Lines; --json has the table as
"faults", and oddities of files, the game and scripts as "notices". Faults do not
make a run fail: its exit code is 0 all the same, or 3 with --strict.

--log writes the log messages of trees as JSON Lines: tick, bot, tree, position of the node
(file:line:col) and text. Trees of the Drag[en]gine also log each step: the rules that ran,
and the one that became current.

--cover writes which nodes of the trees were asked, how often, and how they answered: as a
page with the sources for a name that ends in .html, as a tracefile of lcov for .info, as
data for .json, and as text for any other. A line is covered when all nodes on it were
asked, each condition was true and false, and each of its comparisons held and did not.
--cover-min makes a run fail that asked less than that share of the nodes.

--dump writes the world of every tick as JSON Lines, with the commands of that tick
carried out; in an arena with every column of each body. The dead and the hidden do
nothing, and have no action there. --commands reads JSON Lines: commands, each with the
tick before which it is carried out. A command that breaks a rule is refused, and the run goes on.

--save writes the whole game as it is at the end, with its scene and all files of that,
and --save-every also meanwhile, after so much simulated time each: the file is always
whole. --restore goes on from such a file, in place of a scene: on any machine, with any
number of workers, and with the same digests as the run that was not interrupted. The
ticks of --commands count from there. A recording of it begins with that save. In --json,
"ticks" is how old the game is, and "ticksPlayed" how many of these were of this run.
--save may name the file of --restore: it is replaced when the new one is whole.

A game that was restored has the files that it was made of, and reads no others: a tree
that is in none of them and a reload are refused. --files names the folder of the scene as
it is now, or its --root: files are read from there, and only missing ones from
the save. With it --reload follows them, too.

--strips plays a scene of trees that remember nothing and of contact rules as strips of its
field, each in a process of its own, and makes the same game. What cannot be played so is
refused with its place. Such a run has no picture while it goes on, and takes no commands.
With --save it saves also when it begins and then every 10 s of simulated time, so that it can
go on from there when a strip has ended. --workers is how many each strip has. --digests writes
the digest of every tick, of any run.

Each file that is written may be -, for standard output. What cannot be written, such as
on a full disk or to a pipe that nobody reads any more, ends the run with exit code 1 and
the reason; then there is no new file. With --commands - and --restore -, the commands or
the save are read from standard input to its end before the run begins.`,
		Example: `  thicket run tag                                 a minute of tag in the terminal
  thicket run tag --ticks 600 --json              600 ticks, the result as one JSON object
  thicket run crowd --fast --workers 4            100,000 bots on four cores
  thicket run my.yaml --bots 500                  more bots, and a field that has room for them
  thicket run chase --bots hunter=20 --seed 7     more of one class
  thicket run tag --inspect closest               one bot and its tree, live
  thicket run my.yaml --reload                    edit my.yaml and its trees meanwhile
  thicket run tag --gif tag.gif --png last.png    pictures
  thicket run tag --dump - | head -1              the world as data
  thicket run monsters --ticks 900 --log -         what the trees log
  thicket run siege --cover siege.html             which nodes of the trees were asked
  thicket run siege --save s.save --save-every 10s  the game as a file
  thicket run --restore s.save --ticks 600        600 ticks more
  thicket run --restore my.save --files . --reload  go on, and edit the scene meanwhile
  thicket run crowd --strips 4 --save c.save      one world in four processes
  thicket run bots-vs-humans --commands join.jsonl
      where join.jsonl holds, a line each, commands such as
      {"tick": 0, "do": "join", "name": "Ann", "heading": [1, 0], "speedMps": 3}
      {"tick": 90, "do": "add", "class": "hunter", "count": 3, "at": "red-base"}`,
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
			f.seeded = cmd.Flags().Changed("seed")
			if err := wantPaths(cmd, append([]string{"commands", "restore", "files"}, outputFlags()...)); err != nil {
				return err
			}
			if err := f.checkRestore(cmd); err != nil {
				return err
			}
			if err := f.checkStrips(cmd); err != nil {
				return err
			}
			if cmd.Flags().Changed("inspect") && f.inspect == "" {
				return usagef("--inspect is empty, wanted an id, a name or %s", playback.Closest)
			}
			name := f.restore
			if len(args) > 0 {
				name = args[0]
			}
			if err := f.check(name, cmd.Flags().Changed("ticks")); err != nil {
				return err
			}
			if err := f.checkTime(cmd.Flags().Changed("seconds")); err != nil {
				return err
			}
			var err error
			if f.wantCovered, err = coverMin(f.coverMin); err != nil {
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
	fs.StringVar(&f.root, "root", "", "the `DIR` that / means in the scene's references to files")
	fs.BoolVar(&f.lenient, "lenient", false, "let stubs stand in for what a script wants and the game does not offer")
	addCreatureFlags(fs, &f.creature, &f.prefab)
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

// outputFlags are the flags that name a file to write.
func outputFlags() []string {
	var names []string
	for _, o := range playback.Outputs {
		names = append(names, o.Flag)
	}
	return names
}

// wantPaths refuses flags for files that are given without a path.
func wantPaths(cmd *cobra.Command, flags []string) error {
	for _, name := range flags {
		if given := cmd.Flags().Lookup(name); given.Changed && given.Value.String() == "" {
			return usagef("--%s is empty, wanted a path", name)
		}
	}
	return nil
}

// checkRestore refuses flags that contradict --restore and --save-every.
func (f *runFlags) checkRestore(cmd *cobra.Command) error {
	given := cmd.Flags().Changed
	if given("restore") {
		for _, name := range []string{"seed", "bots", "root", "lenient", "creature", "prefab"} {
			if given(name) {
				return usagef("--%s cannot be with --restore: the game has begun, with all that belongs to it", name)
			}
		}
	}
	switch {
	case given("files") && !given("restore"):
		return usagef("--files wants --restore: a scene reads the files beside it, and those of --root")
	case f.reload && given("restore") && !given("files"):
		return usagef("--reload with --restore wants --files DIR: the save brings the files that it was made of")
	}
	if err := onceOnly(f.restore, f.commands); err != nil {
		return err
	}
	if !given("save-every") {
		return nil
	}
	path := cmd.Flags().Lookup("save").Value.String()
	switch {
	case path == "" || path == playback.Stdout:
		return usagef("--save-every wants --save FILE")
	case f.saveEvery <= 0:
		return usagef("--save-every %v, wanted more than 0s", f.saveEvery)
	}
	return nil
}

// check refuses values out of range and flags that contradict each other.
func (f *runFlags) check(scene string, ticked bool) error {
	switch {
	case ticked && f.ticks < 0:
		return usagef("--ticks %d, wanted 0 or more", f.ticks)
	case f.workers < 1 || f.workers > 1024:
		return usagef("--workers %d, wanted 1 to 1024", f.workers)
	}
	if _, _, shipped := scenes.Source(scene); shipped && f.reload && f.restore == "" {
		return usagef("--reload wants a scene in a file; `thicket new %s my.yaml` writes one", scene)
	}
	var out []string
	if f.json {
		out = append(out, "--json")
	}
	out = append(out, f.outputs.ToStdout()...)
	if len(out) > 1 {
		return usagef("%s all write to standard output, wanted one of them to", strings.Join(out, " and "))
	}
	read := []playback.Input{{What: "--commands", Path: f.commands}, {What: "--restore", Path: f.restore, Turns: "save"}}
	if f.restore == "" {
		read = append(read, playback.Input{What: "the scene", Path: scene})
	}
	if err := f.outputs.Apart(read...); err != nil {
		return usageError{err}
	}
	population, err := scenes.ParsePopulation(f.bots)
	if err != nil {
		return usagef("--bots %v", err)
	}
	f.population = population
	return nil
}

// checkTime refuses times and speeds out of range.
func (f *runFlags) checkTime(seconds bool) error {
	times, err := strconv.ParseFloat(strings.TrimSuffix(f.speed, "x"), 64)
	switch {
	case err != nil || !(times >= slowest && times <= fastest):
		return usagef("--speed %s, wanted a number of times of real time, %gx to %gx", f.speed, slowest, fastest)
	case seconds && f.ticks >= 0:
		return usagef("--seconds and --ticks, wanted one of the two")
	case seconds && !(f.seconds > 0 && f.seconds <= maxSeconds):
		return usagef("--seconds %v, wanted more than 0, up to %g", f.seconds, maxSeconds)
	}
	f.times = times
	return nil
}

// The range of --speed, and the most of --seconds.
const (
	slowest    = 0.01
	fastest    = 1000.0
	maxSeconds = 1e9
)

// live reports whether the run is shown in real time, and on which terminal.
func (f *runFlags) live(out io.Writer) (*os.File, bool) {
	if f.fast || f.json || f.strips > 0 || f.ticks >= 0 || len(f.outputs.ToStdout()) > 0 || os.Getenv("TERM") == "dumb" {
		return nil, false
	}
	return terminal.File(out)
}

// length is how many ticks are played. What is watched goes on until somebody ends it, but
// for a film, whose pace depends on its length.
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

// botBytes is what a bot takes at least: one of a crowd when the game begins, with what Go
// leaves unused for the next collection. Measured with a million of them.
const botBytes = 1500

// load loads the scene and applies the flags to it.
func (f *runFlags) load(name string) (*scenes.Scene, error) {
	scene, err := scenes.Load(name, scenes.Options{Root: f.root, Lenient: f.lenient, Creature: f.creature, Prefab: f.prefab})
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

// script reads the commands.
func (f *runFlags) script(in io.Reader) ([]session.Timed, error) {
	name, src, err := f.scriptSource(in)
	if err != nil {
		return nil, err
	}
	return session.ReadScript(name, src)
}

// scriptSource is the text of the commands, and how it is called; nothing without any.
func (f *runFlags) scriptSource(in io.Reader) (name string, src []byte, err error) {
	switch name = called(f.commands); f.commands {
	case "":
	case stdin:
		src, err = syntax.Read(name, in, syntax.DefaultLimits)
	default:
		src, err = syntax.ReadFile(name, syntax.DefaultLimits)
	}
	return name, src, err
}

// open loads the scene, or reads the save, and the commands, and makes a session.
func (f *runFlags) open(cmd *cobra.Command, name string, o session.Options) (*session.Session, []session.Timed, error) {
	if f.restore == "" {
		scene, err := f.load(name)
		if err != nil {
			return nil, nil, err
		}
		script, err := f.script(cmd.InOrStdin())
		if err != nil {
			return nil, nil, err
		}
		s, err := session.New(scene, o)
		return s, script, err
	}
	script, err := f.script(cmd.InOrStdin())
	if err != nil {
		return nil, nil, err
	}
	if f.files != "" {
		if err := syntax.CheckRoot(f.files); err != nil {
			return nil, nil, usagef("--files: %v", err)
		}
	}
	from, err := open(cmd, f.restore)
	if err != nil {
		return nil, nil, fmt.Errorf("--restore: %w", err)
	}
	defer from.Close()
	s, err := session.Restore(bufio.NewReaderSize(from, 1<<20), o)
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
	tty, live := f.live(out)
	s, script, err := f.open(cmd, name, session.Options{
		Workers:  f.workers,
		Files:    f.files,
		History:  f.history(live),
		OnFault:  func(host.Fault) {}, // PrintNotes lists them at the end
		OnNotice: func(text string) { tell([]string{"note: " + text}) },
	})
	if err != nil {
		return err
	}
	defer s.Close()
	rate := s.Scene().Setup.TickRate
	r := playback.New(s, name, f.length(rate, live), script)
	r.WantCovered = f.wantCovered
	if f.saveEvery > 0 {
		r.SaveEvery = max(1, int64(math.Round(f.saveEvery.Seconds()*rate)))
	}
	if f.strips > 0 {
		if r.Strips, err = f.startStrips(s); err != nil {
			return err
		}
		defer r.Strips.Close()
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
	if live {
		screen := f.watch(tty, cmd.InOrStdin(), r, bot)
		defer screen.Restore() // also after a panic
	} else if tty, ok := terminal.File(errs); ok {
		r.Observers = append(r.Observers, playback.NewProgress(tty, r))
	}
	tell = r.Tell
	if err := r.Play(cmd.Context()); err != nil {
		return goesOn(err, r)
	}
	if err := f.report(out, errs, r); err != nil {
		return err
	}
	r.PrintNotes(errs)
	if live {
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

// history is what a run that is watched remembers: enough to tell what a bot did in the last
// tick that was not shown then.
func (f *runFlags) history(live bool) session.History {
	if !live || f.lenient { // what was loaded leniently cannot be saved
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
