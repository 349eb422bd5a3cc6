package command

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/command/playback"
	"github.com/thicket-sim/thicket/internal/ground/sections"
	"github.com/thicket-sim/thicket/internal/ground/wholefile"
	"github.com/thicket-sim/thicket/internal/insight/testfiles"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/insight/why"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// whyFlags are the flags of `thicket why`.
type whyFlags struct {
	runFlags
	question why.Question
	at, diff string
	svg      string
	test     string // of a file of tests
}

func newWhyCommand(own *Game) *cobra.Command {
	f := &whyFlags{runFlags: runFlags{names: gameFlag{own: own}}}
	c := &cobra.Command{
		Use:   "why SCENE|SAVE|RECORDING|TESTS",
		Short: "Explain what a bot did at a moment",
		Long: `Why plays a scene, a save or a recording up to a moment, and explains what a bot did then. It
shows the nodes of its tree that were asked, each with its answer and the numbers behind it; the
leaf that decided, and since when it does; and what changed when that began: answers, with their
numbers before and after, and how far the bodies concerned moved.

--at is the moment: seconds of simulated time, such as 12.4s, or a tick, such as 372.
Without it, a recording is explained at its end, and a save in the tick that comes
next.

--test plays a test of a file of tests instead, with its situation and events, as
thicket test does; a test that fails prints the command line.

--not ACTION asks what would have to be different for the bot not to do that action, and
--instead ACTION what would make it do another one of its tree. The answer is found by
trying: up to 200 copies of the game play the tick, each with a condition of this bot
turned round, or with a failed action counted as successful; first with one such change,
then with two and three at once. So every answer has been played.

--diff compares two moments: the nodes that answered otherwise, with the numbers of both.

--svg draws the tree at that moment: answers in colour, and the way to the leaf that
decided in bold. A game is the same whether somebody asks or not.`,
		Example: `  thicket why tag --bot "Tag Bot 3" --at 12.4s
  thicket why siege --bot 3 --at 372 --instead fight
  thicket why siege --bot "Red Soldier 1" --at 20s --not move_to_place
  thicket why siege --bot 3 --at 20s --diff 19s   what has changed in a second
  thicket why siege.rec --bot 3 --svg why.svg     the end of a recording, as a picture
  thicket why siege --test "soldiers in the camp buy mail" --bot 3 --at 2
  thicket why s.save --bot 3 --json               what comes next in a save, as data`,
		Args:              args(1, "one scene, save, recording or file of tests"),
		ValidArgsFunction: complete(playedOrKept, nothing),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.seeded = cmd.Flags().Changed("seed")
			if err := f.checkWhy(cmd); err != nil {
				return err
			}
			return f.explain(cmd, args[0])
		},
	}
	fs := c.Flags()
	fs.SortFlags = false
	fs.StringVar(&f.question.Bot, "bot", "", "the `BOT`, by its name or id")
	fs.StringVar(&f.at, "at", "", "the moment: `12.4s` of simulated time, or a tick such as 372")
	fs.StringVar(&f.question.Not, "not", "", "what would keep it from doing `ACTION`")
	fs.StringVar(&f.question.Instead, "instead", "", "what would make it do `ACTION`")
	fs.StringVar(&f.diff, "diff", "", "compare with another moment, a `TICK` or seconds")
	fs.BoolVar(&f.json, "json", false, "print one JSON object")
	fs.StringVar(&f.svg, "svg", "", "draw the tree at that moment into `FILE`")
	fs.Int64Var(&f.seed, "seed", 0, "play with random seed `S` instead of the scene's")
	fs.StringArrayVar(&f.bots, "bots", nil, "start with `N` bots, field scaled to match, or with CLASS=N of one class (repeatable)")
	fs.StringVar(&f.test, "test", "", "play the test of this `NAME` instead of the scene alone")
	fs.StringVar(&f.commands, "commands", "", "carry out the commands of `FILE` (JSON Lines)")
	fs.IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "think on `W` workers; the result is the same")
	addRoots(fs, &f.root, &f.wider, "the `DIR` that / means in the scene's references to files")
	addCreatureFlags(fs, &f.creature, &f.prefab)
	f.names.add(c)
	addLenient(fs, &f.lenient)
	fs.Lookup("seed").DefValue = "0" // a zero default is not printed; the usage tells the default
	_ = c.MarkFlagFilename("commands", "jsonl")
	_ = c.MarkFlagFilename("svg", "svg")
	_ = c.MarkFlagDirname("root")
	return c
}

// playedOrKept offers scenes and trees, recordings and saves.
func playedOrKept(word string) ([]string, cobra.ShellCompDirective) {
	names, _ := shippedScenes(word)
	paths, directive := files(append(playable(), ".rec", ".save")...)(word)
	return append(names, paths...), directive
}

// checkWhy refuses values out of range, and reads the moments.
func (f *whyFlags) checkWhy(cmd *cobra.Command) error {
	given := cmd.Flags().Changed
	for _, name := range []string{"bot", "at", "not", "instead", "diff", "svg", "commands", "test"} {
		if given(name) && cmd.Flags().Lookup(name).Value.String() == "" {
			return usagef("--%s is empty", name)
		}
	}
	switch {
	case !given("bot"):
		return usagef("--bot is missing, wanted the name or the id of a bot")
	case f.workers < 1 || f.workers > 1024:
		return usagef("--workers %d, wanted 1 to 1024", f.workers)
	case f.json && f.svg == playback.Stdout:
		return usagef("--json and --svg both write to standard output, wanted one of them to")
	}
	var err error
	if f.population, err = scenes.ParsePopulation(f.bots); err != nil {
		return usagef("--bots %v", err)
	}
	if given("at") {
		if f.question.At, err = why.ParseTime(f.at); err != nil {
			return usagef("--at: %v", err)
		}
	}
	if given("diff") {
		t, err := why.ParseTime(f.diff)
		if err != nil {
			return usagef("--diff: %v", err)
		}
		f.question.Diff = &t
	}
	return nil
}

// explain answers the question.
func (f *whyFlags) explain(cmd *cobra.Command, name string) error {
	open, usual, err := f.opener(cmd, name)
	if err != nil {
		return err
	}
	if f.at == "" {
		if usual == nil {
			return usagef("--at is missing, wanted seconds such as 12.4s, or a tick such as 372")
		}
		f.question.At = *usual
	}
	told := false
	r, err := why.Explain(cmd.Context(), func() (*live.Session, why.Player, error) {
		s, p, err := open()
		if err == nil && !told {
			told = true
			f.game.tell(cmd.ErrOrStderr(), s.Scene())
		}
		return s, p, err
	}, f.question)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if f.svg != "" {
		var b bytes.Buffer
		if err = r.SVG(&b); err == nil && f.svg == playback.Stdout {
			_, err = b.WriteTo(out)
			return err
		}
		if err == nil {
			err = wholefile.Write(f.svg, b.Bytes())
		}
		if err != nil {
			return fmt.Errorf("--svg: %w", err)
		}
	}
	if f.json {
		return printJSON(out, r)
	}
	return r.Text(out)
}

// opener returns how the game is opened, any number of times, and which moment is explained
// where none is asked for: nil for none.
func (f *whyFlags) opener(cmd *cobra.Command, name string) (why.Open, *why.Time, error) {
	f.limits = limitsOf(cmd)
	var err error
	if f.game, err = f.names.read(cmd); err != nil {
		return nil, nil, err
	}
	o := f.game.Silent(f.limits)
	o.Workers, o.Lenient = f.workers, f.lenient
	if f.test != "" || strings.HasSuffix(name, testfiles.Suffix) {
		open, err := f.testOpener(cmd, name, o)
		return open, nil, err
	}
	if err := f.game.scenes(cmd); err != nil {
		return nil, nil, err
	}
	kind, err := kindOf(name)
	if err != nil {
		return nil, nil, err
	}
	if kind != "" {
		for _, flag := range []string{"seed", "bots", "root", "creature", "prefab"} {
			if cmd.Flags().Changed(flag) {
				return nil, nil, usagef("--%s cannot be with a %s: the game has begun, with all that belongs to it", flag, kind)
			}
		}
	}
	if kind == "recording" {
		if f.commands != "" {
			return nil, nil, usagef("--commands cannot be with a recording, which has its own")
		}
		return func() (*live.Session, why.Player, error) { return openRecording(name, o) }, &why.End, nil
	}
	from, script, err := f.scriptSource(cmd.InOrStdin())
	if err != nil {
		return nil, nil, err
	}
	open := func() (s *live.Session, p why.Player, err error) {
		toCome, err := live.ReadScript(from, script, f.limits)
		if err != nil {
			return nil, nil, err
		}
		if kind == "" {
			var scene *scenes.Scene
			if scene, err = f.load(name); err == nil {
				s, err = live.New(scene, o)
			}
		} else {
			s, err = openSave(name, o)
		}
		return s, &scripted{s: s, toCome: toCome}, err
	}
	if kind == "" {
		return open, nil, nil
	}
	return open, &why.Next, nil
}

// testOpener opens a test of a file of tests.
func (f *whyFlags) testOpener(cmd *cobra.Command, name string, o live.Options) (why.Open, error) {
	if f.test == "" {
		return nil, usagef("--test is missing, wanted the name of a test of %s", name)
	}
	for _, flag := range []string{"bots", "commands", "root", "creature", "prefab"} {
		if cmd.Flags().Changed(flag) {
			return nil, usagef("--%s cannot be with --test: the test has a situation and events of its own", flag)
		}
	}
	found, err := testfiles.Find(name)
	if err != nil {
		return nil, err
	}
	if len(found) > 1 {
		return nil, usagef("%s has %d files of tests, wanted one of them", name, len(found))
	}
	file, err := treetest.Read(found[0], f.limits)
	if err != nil {
		return nil, err
	}
	file.Lenient = f.lenient
	t, err := file.Test(f.test)
	if err != nil {
		return nil, err
	}
	r := treetest.Runner{Limits: f.limits}
	if err := f.game.play(&r, ""); err != nil {
		return nil, err
	}
	if r.Scripts != nil {
		o.Registry = r.RegistryOf(t)
	}
	var seed *int64
	if f.seeded {
		seed = &f.seed
	}
	return func() (*live.Session, why.Player, error) {
		s, p, err := t.Open(seed, o)
		return s, p, err
	}, nil
}

// kindOf is save or recording for a file that is one; empty for any other, and for the name
// of a shipped scene.
func kindOf(name string) (string, error) {
	if _, _, shipped := scenes.Source(name); shipped {
		return "", nil
	}
	file, err := openFile(name)
	if err != nil {
		return "", nil // whoever loads it says what is wrong
	}
	defer file.Close()
	switch kind := sections.KindOf(file); kind {
	case "", "save":
		return kind, nil
	case "record":
		return "recording", nil
	default:
		return "", fmt.Errorf("%s is a %s, wanted a scene, a save or a recording", name, kind)
	}
}

func openSave(name string, o live.Options) (*live.Session, error) {
	file, err := openFile(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	s, err := live.Restore(bufio.NewReaderSize(file, 1<<20), o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

func openRecording(name string, o live.Options) (*live.Session, why.Player, error) {
	file, err := openFile(name)
	if err != nil {
		return nil, nil, err
	}
	data, err := io.ReadAll(file) // it is read as the game is played, and nobody else closes it
	file.Close()
	if err != nil {
		return nil, nil, err
	}
	rec, err := live.ReadRecording(bytes.NewReader(data), o.Limits)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	s, err := rec.Open(o)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	p, err := live.NewReplay(rec, s, nil)
	if err != nil {
		s.Close()
		return nil, nil, fmt.Errorf("%s: this build parts from it: %w", name, err)
	}
	return s, p, nil
}

// scripted plays a session with commands.
type scripted struct {
	s      *live.Session
	toCome []live.Timed
	step   int64 // that comes next, those in which the game was paused included
}

// Before carries out what is due. A game that is paused goes on with the command that lets it.
func (p *scripted) Before() (more bool, err error) {
	for {
		for len(p.toCome) > 0 && p.toCome[0].Tick <= p.step {
			_ = p.s.Do(p.toCome[0].Do) // one that is refused changes nothing
			p.toCome = p.toCome[1:]
		}
		switch {
		case !p.s.Paused():
			return true, nil
		case len(p.toCome) == 0:
			return false, nil
		}
		p.step = p.toCome[0].Tick
	}
}

// After counts the tick.
func (p *scripted) After() error {
	p.step++
	return nil
}
