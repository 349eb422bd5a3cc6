package tool_test

import (
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/command"
	"github.com/thicket-sim/thicket/internal/study/natsnode"
	"github.com/thicket-sim/thicket/mind"
	"github.com/thicket-sim/thicket/tool"
)

var update = flag.Bool("update", false, "write what programs print into the scripts that expect it")

// TestMain is one of the programs where one is started: two games, and thicket.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"hens": playHens, "goats": playGoats, "thicket": command.Main, "healthy": askHealth})
}

// TestScripts plays testdata/script with the files of both games.
func TestScripts(t *testing.T) {
	t.Parallel()
	here, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", UpdateScripts: *update,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"same": same, "nats": serveNATS},
		Setup: func(e *testscript.Env) error {
			return os.CopyFS(e.WorkDir, os.DirFS(here))
		},
	})
}

// same wants the same of `same GAME COMMAND ARG...` from the tool of a game and from thicket with the
// file game.json in the place of the game, but for how they are called; of `! same` also that both fail.
func same(ts *testscript.TestScript, neg bool, args []string) {
	tool := play(ts, neg, args[0], slices.Concat([]string{"tool"}, args[1:]))
	names := play(ts, neg, "thicket", slices.Concat(args[1:2], []string{"--vocabulary", "game.json"}, args[2:]))
	tool = strings.ReplaceAll(tool, args[0]+" tool ", "thicket ")
	names = strings.ReplaceAll(names, " --vocabulary game.json", "")
	tool, names = took.ReplaceAllString(tool, "(0.00s)"), took.ReplaceAllString(names, "(0.00s)")
	if tool == "" || tool != names {
		ts.Fatalf("the tool says\n%s\nand thicket with --vocabulary\n%s", tool, names)
	}
	fmt.Fprint(ts.Stdout(), tool)
}

// serveNATS starts a server with JetStream for a script: at the variable NATS, with its token in a file.
func serveNATS(ts *testscript.TestScript, _ bool, _ []string) {
	n, err := natsnode.Start(natsnode.Options{Folder: ts.MkAbs("nats")})
	ts.Check(err)
	ts.Defer(n.Close)
	ts.Setenv("NATS", n.Address().URL)
	ts.Check(os.WriteFile(ts.MkAbs("token"), []byte(n.Address().Token), 0o600))
}

// askHealth asks the server whose first line with an address a file has whether it is well, and prints the code of
// its answer.
func askHealth() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	answer, err := http.Get(regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(string(text)) + "/healthz")
	if err != nil {
		log.Fatal(err)
	}
	answer.Body.Close()
	fmt.Println(answer.StatusCode)
}

// took is how long a test took.
var took = regexp.MustCompile(`\(\d+\.\d\ds\)`)

// play returns what a program prints.
func play(ts *testscript.TestScript, fails bool, program string, args []string) string {
	if err := ts.Exec(program, args...); (err != nil) != fails {
		ts.Fatalf("%s %q: %v\n%s", program, args, err, ts.ReadFile("stderr"))
	}
	return ts.ReadFile("stdout")
}

// playHens is a game that plays scenes.
func playHens() {
	registry, err := henRegistry()
	if err != nil {
		panic(err)
	}
	o := thicket.Options{Registry: registry, Prepare: addCorn}
	if os.Getenv("HENS") == "without corn" {
		o.Prepare = nil
	}
	tool.Main(o)
	fmt.Println("the game itself, with", os.Args[1:])
}

// Corn is what a hen has picked up.
type Corn struct{ Grains int32 }

func addCorn(w *thicket.World) error {
	thicket.Register(w, Corn{})
	w.Add(thicket.Rules, "corn", thicket.SystemFunc(func(*thicket.World) {}))
	return nil
}

// henRegistry has ten nodes, which answer what the state of their bot says by their names, as
// stand-ins do.
func henRegistry() (*thicket.Registry, error) {
	r := thicket.NewRegistry()
	said := func(name string) func(*thicket.Call) thicket.Value {
		key := r.Key(name)
		return func(c *thicket.Call) thicket.Value { return c.State(c.Body, key) }
	}
	does := func(name string) func(*thicket.Call) thicket.Status {
		state := said(name)
		return func(c *thicket.Call) thicket.Status {
			c.Hold()
			switch state(c).Text() {
			case "failure":
				return thicket.Failure
			case "running":
				return thicket.Running
			}
			return thicket.Success
		}
	}
	number := func(name string) func(*thicket.Call) thicket.Value {
		state := said(name)
		return func(c *thicket.Call) thicket.Value { return thicket.NumberValue(state(c).Number()) }
	}
	truth := func(name string) func(*thicket.Call) thicket.Value {
		state := said(name)
		return func(c *thicket.Call) thicket.Value { return thicket.BoolValue(state(c).Bool()) }
	}
	for _, a := range []thicket.Action{
		{
			Name: "peck", Doc: "Pecks at the ground.", Tick: does("peck"),
			Params: []thicket.Param{{Name: "seconds", Kind: thicket.Number, Unit: "s", Optional: true, Default: thicket.NumberValue(0.5)}},
		},
		{
			Name: "cluck", Doc: "Says something.", Tick: does("cluck"),
			Params: []thicket.Param{{Name: "word", Kind: thicket.String}, {Name: "loud", Kind: thicket.Bool, Optional: true, Default: thicket.BoolValue(false)}},
		},
		{
			Name: "trail", Doc: "Goes behind another.", Tick: does("trail"),
			Params: []thicket.Param{{Name: "whom", Kind: thicket.Where}},
		},
		{
			Name: "look_out", Doc: "Counts hawks.", Outputs: []thicket.Param{{Name: "hawks", Kind: thicket.Int}},
			Tick: func(c *thicket.Call) thicket.Status {
				_ = c.Output("hawks", host.IntValue(0)) // the tree may not want it
				c.Hold()
				return thicket.Success
			},
		},
		{Name: "stubborn", Doc: "Answers as its child does.", Kind: host.Decorator, Tick: func(c *thicket.Call) thicket.Status { return c.Child }},
		{Name: "by_day", Doc: "Lets its child in by day.", Kind: host.Gate, Tick: does("by_day")},
		{Name: "in_turn", Doc: "Does one after the other.", Kind: host.Composite, Tick: inTurn},
	} {
		if err := r.AddAction(a); err != nil {
			return nil, err
		}
	}
	for _, f := range []thicket.Func{
		{Name: "peckish", Doc: "Whether it is hungry.", Result: thicket.Bool, Eval: truth("peckish")},
		{Name: "corn", Doc: "How much corn it has.", Result: thicket.Number, Unit: "g", Eval: number("corn")},
		{
			Name: "hears_word", Doc: "Whether it hears a word.", Result: thicket.Bool, Eval: truth("hears_word"),
			Params: []thicket.Param{{Name: "word", Kind: thicket.String}},
		},
	} {
		if err := r.AddFunc(f); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func inTurn(c *thicket.Call) thicket.Status {
	for i := range c.Kids.Len() {
		if s := c.Kids.Run(i); s != thicket.Success {
			return s
		}
	}
	return thicket.Success
}

// goat is an agent of a game with a world of its own.
type goat struct {
	name string
	x, y float64
}

func (g *goat) Hungry() bool           { return false }
func (g *goat) Hay() int               { return 0 }
func (g *goat) Herd() string           { return "" }
func (g *goat) Graze() mind.Status     { return mind.Success }
func (g *goat) Rival(other *goat) bool { return g.name != other.name }

func (g *goat) Butt(p struct {
	Whom  *goat
	Force float64 `default:"2"`
},
) mind.Status {
	return mind.Success
}

// playGoats is a game of minds.
func playGoats() {
	tool.Minds(mind.Options[*goat]{
		Methods: true, Position: func(g *goat) (x, y float64) { return g.x, g.y },
		Leaves: []mind.Leaf[*goat]{{Name: "Butt", Do: mind.With((*goat).Butt)}},
	}, func(name string, x, y float64) *goat { return &goat{name, x, y} })
	fmt.Println("the game itself")
}
