package main

import (
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/command/uses"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/window"
	"github.com/thicket-sim/thicket/session"
)

// options are a parsed command line.
type options struct {
	limits     limit.Values
	scene      string
	population scenes.Population
	seed       int64
	seeded     bool
	workers    int
	record     string
	root       string
	lenient    bool
	vocabulary []string
	web        string
	list       bool
	light      bool
	window     string // its size, as WIDTHxHEIGHT
	size       image.Point
	full       bool
	paused     bool
	pace       string // 4x
	speed      float64
	chosen     string // who is selected
	keys       []string
	onNotice   func(string) // nil: standard error
}

const usage = `Thicket-view plays a scene in a window: a shipped one by its name, any other by
its file. It goes on with the game of a save, NAME.save. H lists the keys.

Usage:
  thicket-view SCENE|SAVE [flags]
  thicket-view --web ADDRESS

Examples:
  thicket-view tag                           tag, and J to play along
  thicket-view crowd --bots 10000            a crowd
  thicket-view my.yaml                       your scene; save it, and the game goes on with it
  thicket-view siege --select "Red Soldier 3" --paused --size 1920x1080
  thicket-view chase --record chase.gif      a recording, written when the window is closed
  thicket-view --web :8080                   the same in a browser

Flags:
`

// parse reads a command line. Its error is pflag.ErrHelp when help was asked for and
// printed.
func parse(args []string, out io.Writer) (*options, error) {
	o := &options{}
	var bots []string
	fs := pflag.NewFlagSet("thicket-view", pflag.ContinueOnError)
	fs.SortFlags = false
	fs.SetOutput(io.Discard)
	fs.StringArrayVar(&bots, "bots", nil, "start with `N` bots, field scaled to match, or with CLASS=N of one class (repeatable)")
	limits := fs.StringArray("limit", nil, "set a limit, such as scene.rules=5000; docs/limits.md lists them (repeatable)")
	fs.Int64Var(&o.seed, "seed", 0, "play with random seed `S` instead of the scene's")
	fs.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "think on `W` workers; the game is the same")
	fs.StringVar(&o.record, "record", "", "record the game as `FILE`, a GIF")
	fs.StringVar(&o.root, "root", "", "the `DIR` that / means in the scene's references to files")
	fs.BoolVar(&o.lenient, "lenient", false, "put stand-ins for what trees want and the game does not offer")
	fs.StringArrayVar(&o.vocabulary, "vocabulary", nil, "let stand-ins play what a game offers to trees, which it has written into `FILE` (repeatable)")
	fs.StringVar(&o.web, "web", "", "serve the window to browsers at `ADDRESS`, such as :8080; wants the Go tool and a clone")
	fs.BoolVar(&o.light, "light", false, "dark on light")
	fs.StringVar(&o.window, "size", "1280x720", "open a window of `WIDTHxHEIGHT`")
	fs.BoolVar(&o.full, "fullscreen", false, "fill the screen")
	fs.BoolVar(&o.paused, "paused", false, "begin paused")
	fs.StringVar(&o.pace, "speed", "1x", "begin `4x` as fast as in real time, or another number of times, 0.25x to 64x")
	fs.StringVar(&o.chosen, "select", "", "select `BOT` by its name")
	fs.StringArrayVar(&o.keys, "key", nil, "give what key `OLD` does to key NEW, as OLD=NEW, such as J=F5 (repeatable)")
	fs.BoolVar(&o.list, "list", false, "list the names of the shipped scenes")
	err := fs.Parse(args)
	if errors.Is(err, pflag.ErrHelp) {
		fmt.Fprint(out, usage, fs.FlagUsages())
		return nil, err
	}
	if err != nil {
		return nil, guess(fs, err)
	}
	if o.limits, err = limit.Parse(*limits); err != nil {
		return nil, fmt.Errorf("--limit %w", err)
	}
	o.seeded = fs.Changed("seed")
	switch {
	case o.workers < 1 || o.workers > 1024:
		return nil, fmt.Errorf("--workers %d, wanted 1 to 1024", o.workers)
	case fs.Changed("record") && !strings.HasSuffix(o.record, ".gif"):
		return nil, fmt.Errorf("--record %s, wanted a file that ends in .gif", o.record)
	case o.list || o.web != "":
		if fs.NArg() > 0 {
			return nil, fmt.Errorf("found %q, wanted no scene with --list or --web", fs.Arg(0))
		}
		return o, nil
	case fs.NArg() != 1:
		return nil, fmt.Errorf("found %d arguments, wanted one scene: a file, or a name of thicket-view --list", fs.NArg())
	}
	o.scene = fs.Arg(0)
	if strings.HasSuffix(o.scene, saveExt) && (fs.Changed("seed") || fs.Changed("bots") || fs.Changed("root")) {
		return nil, fmt.Errorf("%s: a save goes on as it is, wanted no --seed, --bots and --root", o.scene)
	}
	if o.population, err = scenes.ParsePopulation(bots); err != nil {
		return nil, fmt.Errorf("--bots %w", err)
	}
	return o, o.check()
}

// guess adds to an error about a flag that is none the one that was meant.
func guess(fs *pflag.FlagSet, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) || unknown.GetSpecifiedShortnames() != "" {
		return err
	}
	var names []string
	fs.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if name := syntax.Closest(unknown.GetSpecifiedName(), names); name != "" {
		return fmt.Errorf("unknown flag --%s; did you mean --%s?", unknown.GetSpecifiedName(), name)
	}
	return err
}

// check reads the size of the window and the speed.
func (o *options) check() error {
	wide, high, ok := strings.Cut(o.window, "x")
	var first, second error
	o.size.X, first = strconv.Atoi(wide)
	o.size.Y, second = strconv.Atoi(high)
	if !ok || first != nil || second != nil {
		return fmt.Errorf("--size %s, wanted WIDTHxHEIGHT, such as 1280x720", o.window)
	}
	if err := window.CheckSize(o.size); err != nil {
		return fmt.Errorf("--size: %w", err)
	}
	times, err := strconv.ParseFloat(strings.TrimSuffix(o.pace, "x"), 64)
	if err != nil {
		return fmt.Errorf("--speed %s, wanted a number of times of real time, such as 4x", o.pace)
	}
	o.speed = times
	return nil
}

// past limits what a window's game remembers: ten minutes, as far as the memory goes.
var past = session.History{Seconds: 600, Bytes: pastBytes()}

// pastBytes returns how much memory the past may take, in bytes. A page has less.
func pastBytes() int64 {
	if runtime.GOOS == "js" {
		return 64 << 20
	}
	return 200 << 20
}

// open loads the scene, applies the options and starts a session. Where the session cannot
// remember its past, it is played without, and a notice says why.
func (o *options) open() (*live.Session, error) {
	s, err := o.start(past)
	if err == nil {
		return s, nil
	}
	plain, again := o.start(session.History{})
	if again != nil {
		return nil, again
	}
	if o.onNotice != nil {
		o.onNotice(err.Error())
	}
	return plain, nil
}

func (o *options) start(h session.History) (*live.Session, error) {
	game, made, err := o.game()
	if err != nil {
		return nil, err
	}
	to := live.Options{
		Registry: game.Registry, Workers: o.workers, Limits: o.limits, Lenient: o.lenient, OnNotice: o.onNotice, History: h,
	}
	var s *live.Session
	if strings.HasSuffix(o.scene, saveExt) {
		s, err = o.restore(to)
	} else {
		s, err = o.play(game, to)
	}
	if err == nil && made != nil && o.onNotice != nil {
		for _, n := range uses.Notices(s.Scene(), made) {
			o.onNotice(n.At.String() + ": " + n.Text)
		}
	}
	return s, err
}

// game returns what files of --vocabulary offer, and which leaves of it are stand-ins.
func (o *options) game() (game live.Own, made *vocabulary.Vocabulary, err error) {
	if len(o.vocabulary) > 0 {
		game.Registry, made, err = uses.Read(o.vocabulary, o.limits)
	}
	return game, made, err
}

// play starts the scene.
func (o *options) play(game live.Own, to live.Options) (*live.Session, error) {
	from := game.Loading(o.limits)
	from.Root, from.Lenient = o.root, o.lenient
	scene, err := scenes.Load(o.scene, from)
	if err != nil {
		return nil, err
	}
	if o.seeded {
		scene.Setup.Seed = uint64(o.seed)
	}
	if err := scene.Populate(o.population); err != nil {
		return nil, fmt.Errorf("--bots %w", err)
	}
	return live.New(scene, to)
}

// saveExt ends the names of saves.
const saveExt = ".save"

// restore opens a game where it was saved.
func (o *options) restore(to live.Options) (*live.Session, error) {
	f, err := os.Open(o.scene)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s, err := live.Restore(f, to)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.scene, err)
	}
	return s, nil
}

// dress gives a window the look and the keys that the command line asks for.
func (o *options) dress(g *window.Game) error {
	g.SetLight(o.light)
	g.Size, g.Fullscreen = o.size, o.full
	if err := g.SetSpeed(o.speed); err != nil {
		return fmt.Errorf("--speed %w", err)
	}
	if o.paused {
		if err := g.Session().Do(&session.Pause{}); err != nil {
			return fmt.Errorf("--paused: %w", err)
		}
	}
	if o.chosen != "" {
		if err := g.SelectNamed(o.chosen); err != nil {
			return fmt.Errorf("--select: %w", err)
		}
	}
	for _, k := range o.keys {
		old, other, ok := strings.Cut(k, "=")
		if !ok {
			return fmt.Errorf("--key %q, wanted OLD=NEW", k)
		}
		if err := g.Rebind(old, other); err != nil {
			return fmt.Errorf("--key %s: %w", k, err)
		}
	}
	return nil
}
