package live_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// ground is a scene in which commands are tried.
type ground struct {
	name    string
	file    string // of the scene
	folder  string // its root
	bots    int    // of all classes; 0 for as many as it has
	history bool
	ahead   int                      // ticks before the first command
	begin   []func() session.Command // what comes then
	// pairs is the number of ordered pairs of commands are tried of it; 0 for none.
	pairs int
	some  int    // how many orders are tried of it; 0 for all
	sure  string // the order that is tried whatever
}

func (g *ground) options(workers int) live.Options {
	o := silent(live.Options{Workers: workers, Root: g.folder, Files: g.folder})
	if g.history {
		o.History = session.History{Seconds: 100}
	}
	return o
}

func (g *ground) open(t testing.TB) *live.Session {
	t.Helper()
	g.asWritten(t)
	scene, err := scenes.Load(g.file, scenes.Options{Root: g.folder})
	if err == nil && g.bots > 0 {
		err = scene.Scale(g.bots)
	}
	if err != nil {
		t.Fatal(err)
	}
	s, err := live.New(scene, g.options(1))
	if err != nil {
		t.Fatal(err)
	}
	steps(g.ahead, s)
	for _, c := range g.begin {
		if err := s.Do(c()); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// asWritten puts the files of the folder back that commands edited.
func (g *ground) asWritten(t testing.TB) {
	t.Helper()
	if !strings.HasPrefix(g.name, "own") {
		return
	}
	for name, text := range ownFiles {
		if err := os.WriteFile(filepath.Join(g.folder, filepath.FromSlash(name)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func (g *ground) restore(t testing.TB, what string, b []byte) *live.Session {
	t.Helper()
	s, err := live.Restore(bytes.NewReader(b), g.options(2))
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	return s
}

func steps(n int, all ...*live.Session) {
	for _, s := range all {
		for range n {
			s.Step()
		}
	}
}

// order is a command in one of its forms. make gives it for a session, the same for sessions
// that are the same; nil where there is nothing to do it to.
type order struct {
	name string
	make func(g *ground, s *live.Session) session.Command
}

// firstBot returns a bot in the middle of a class, or nobody.
func firstBot(s *live.Session, class int) *session.Who {
	if class < 0 || class >= len(s.Scene().Setup.Classes) {
		return nil
	}
	ids := s.Game().Members(class)
	if len(ids) == 0 {
		return nil
	}
	return &session.Who{ID: ids[len(ids)/2]}
}

func lastPlayer(s *live.Session) *session.Who {
	for _, t := range s.World().Tables() {
		if rows := s.World().Identity.Column(t); t.Class == ecs.Human && len(rows) > 0 {
			return &session.Who{ID: rows[len(rows)-1].ID}
		}
	}
	return nil
}

func classID(s *live.Session, class int) string {
	if class < len(s.Scene().Setup.Classes) {
		return s.Scene().Setup.Classes[class].ID
	}
	return ""
}

// toBot returns a form that is for a bot of the first class, toClass one for that class.
func toBot(name string, f func(g *ground, s *live.Session, bot *session.Who) session.Command) order {
	return order{name, func(g *ground, s *live.Session) session.Command {
		if bot := firstBot(s, 0); bot != nil {
			return f(g, s, bot)
		}
		return nil
	}}
}

// toListener returns a form that is for a bot of a class whose tree takes commands, or of the first
// where the scene has no such class; and then one that is for its class.
func toListener(name string, f func(bot *session.Who, class string) session.Command) []order {
	of := func(s *live.Session) int {
		for i, c := range s.Scene().Setup.Classes {
			if c.ID == "hare" || c.ID == "blue" {
				return i
			}
		}
		return 0
	}
	return []order{
		{name + " of a bot", func(_ *ground, s *live.Session) session.Command {
			if bot := firstBot(s, of(s)); bot != nil {
				return f(bot, "")
			}
			return nil
		}},
		{name + " of a class", func(_ *ground, s *live.Session) session.Command { return f(nil, classID(s, of(s))) }},
	}
}

func toClass(name string, f func(g *ground, s *live.Session, class string) session.Command) order {
	return order{name, func(g *ground, s *live.Session) session.Command {
		if class := classID(s, 0); class != "" {
			return f(g, s, class)
		}
		return nil
	}}
}

func toPlayer(name string, f func(who session.Who) session.Command) order {
	return order{name, func(_ *ground, s *live.Session) session.Command {
		if who := lastPlayer(s); who != nil {
			return f(*who)
		}
		return nil
	}}
}

func plain(name string, f func() session.Command) order {
	return order{name, func(*ground, *live.Session) session.Command { return f() }}
}

// edited writes the other of two texts into a file of the folder, and gives what comes then.
func edited(file, old, now string, then func() session.Command) func(g *ground, s *live.Session) session.Command {
	return func(g *ground, _ *live.Session) session.Command {
		name := filepath.Join(g.folder, file)
		b, err := os.ReadFile(name)
		if err != nil || !strings.HasPrefix(g.name, "own") {
			return nil
		}
		from, to := old, now
		if strings.Contains(string(b), now) {
			from, to = now, old
		}
		if err := os.WriteFile(name, []byte(strings.Replace(string(b), from, to, 1)), 0o600); err != nil {
			panic(err)
		}
		return then()
	}
}

// alwaysRefused begins the names of orders that no scene accepts.
const alwaysRefused = "refused: "

// orders are the commands in all their forms.
var orders = makeOrders()

func makeOrders() (all []order) {
	reload := func() session.Command { return &session.Reload{} }
	all = []order{
		toClass("add", func(_ *ground, _ *live.Session, class string) session.Command {
			return &session.Add{Class: class, Count: 3}
		}),
		toClass("add at a point", func(_ *ground, _ *live.Session, class string) session.Command {
			return &session.Add{Class: class, At: session.Point(5, 5)}
		}),
		toClass("add at a place", func(_ *ground, s *live.Session, class string) session.Command {
			if places := s.Scene().Setup.Places; len(places) > 0 {
				return &session.Add{Class: class, Count: 2, At: &session.Spot{Place: places[0].ID}}
			}
			return nil
		}),
		{"add of the last class", func(_ *ground, s *live.Session) session.Command {
			if n := len(s.Scene().Setup.Classes); n > 1 {
				return &session.Add{Class: classID(s, n-1)}
			}
			return nil
		}},
		toBot("remove", func(_ *ground, _ *live.Session, bot *session.Who) session.Command {
			return &session.Remove{Bot: bot}
		}),
		toClass("remove of a class", func(_ *ground, _ *live.Session, class string) session.Command {
			return &session.Remove{Class: class, Count: 2}
		}),
		toClass("remove all", func(_ *ground, _ *live.Session, class string) session.Command {
			return &session.Remove{Class: class, Count: 100}
		}),
		toBot("place at a point", func(_ *ground, _ *live.Session, bot *session.Who) session.Command {
			return &session.Place{Who: *bot, At: session.Point(7, 3), Heading: &components.Heading{X: 1, Y: -1}}
		}),
		toBot("place at a place", func(_ *ground, s *live.Session, bot *session.Who) session.Command {
			if places := s.Scene().Setup.Places; len(places) > 0 {
				return &session.Place{Who: *bot, At: &session.Spot{Place: places[0].ID}}
			}
			return nil
		}),
		toPlayer("place a player", func(who session.Who) session.Command {
			return &session.Place{Who: who, Heading: &components.Heading{}}
		}),
		plain("event to all", func() session.Command { return &session.Event{Name: "alarm", All: true} }),
		toClass("event to a class", func(_ *ground, _ *live.Session, class string) session.Command {
			return &session.Event{Name: "food", Class: class, Data: host.IntValue(3)}
		}),
		toBot("event to a bot", func(_ *ground, _ *live.Session, bot *session.Who) session.Command {
			return &session.Event{Name: "gohome", Bot: bot, Data: host.StringValue("a text")}
		}),
		plain("event nobody knows", func() session.Command {
			return &session.Event{Name: "a new name", All: true, Data: host.NumberValue(0.5)}
		}),
		plain("announce", func() session.Command {
			return &session.Announce{Announcement: host.Announcement{Name: "dusk", Source: "sun", Data: host.BoolValue(true)}}
		}),
		plain("announce without data", func() session.Command { return &session.Announce{Announcement: host.Announcement{Name: "dusk"}} }),
		plain("pause", func() session.Command { return &session.Pause{} }),
		plain("resume", func() session.Command { return &session.Resume{} }),
		plain("seed", func() session.Command { return &session.Seed{Seed: 42} }),
		plain("seed below zero", func() session.Command { return &session.Seed{Seed: -7} }),
		plain("reload", reload),
		{"reload of another tree", edited("brave.yaml", "wander", "chase_nearest", reload)},
		{"reload of another script", edited("night.lua", "dark = event.data", "dark = event.source", reload)},
		{"reload of another tree of this class", edited("stroll.yaml", "wander", "flee_nearest", reload)},
		{"reload of another brain", edited("brains/idler.lua", "WALKS = 1", "WALKS = 3", reload)},
		{alwaysRefused + "reload of a faulty tree", func(g *ground, s *live.Session) session.Command {
			if strings.HasSuffix(g.file, "ownempty.yaml") || strings.HasSuffix(g.file, "ownbrains.yaml") {
				return nil // they have no such tree
			}
			return edited("stroll.yaml", "kind:", "knid:", reload)(g, s)
		}},
		{"reload of another scene", edited("own.yaml", "speedMps: 3 #", "speedMps: 4 #", reload)},
		{"reload of another rule", edited("own.yaml", "cooldown: 1s", "cooldown: 2s", reload)},
		{"join", func(*ground, *live.Session) session.Command { return &session.Join{} }},
		plain("join with all", func() session.Command {
			return &session.Join{Name: "Ann", At: session.Point(9, 9), Heading: components.Heading{X: 1, Y: 1}, SpeedMPS: 4}
		}),
		toBot("join with state", func(_ *ground, s *live.Session, _ *session.Who) session.Command {
			if key, value, ok := stateKey(s); ok {
				return &session.Join{Name: "Bob", State: []session.State{{Key: key, Value: value}}}
			}
			return nil
		}),
		toPlayer("leave", func(who session.Who) session.Command { return &session.Leave{Player: who} }),
		toPlayer("input", func(who session.Who) session.Command {
			return &session.Input{Player: who, Heading: components.Heading{Y: -1}}
		}),
		toPlayer("act", func(who session.Who) session.Command { return &session.Act{Player: who} }),
		toPlayer("act by a verb", func(who session.Who) session.Command { return &session.Act{Player: who, Verb: "attack"} }),
		plain("restart", func() session.Command { return &session.Restart{} }),
		plain("restart that waits", func() session.Command { return &session.Restart{Wait: true} }),
		toPlayer("input to stop", func(who session.Who) session.Command { return &session.Input{Player: who} }),
		toBot("state", func(_ *ground, s *live.Session, bot *session.Who) session.Command {
			if key, value, ok := stateKey(s); ok {
				return &session.SetState{Who: *bot, State: session.State{Key: key, Value: value}}
			}
			return nil
		}),
		toBot("state to null", func(_ *ground, s *live.Session, bot *session.Who) session.Command {
			if key, _, ok := stateKey(s); ok {
				return &session.SetState{Who: *bot, State: session.State{Key: key}}
			}
			return nil
		}),
		toBot("tune a bot", func(_ *ground, _ *live.Session, bot *session.Who) session.Command {
			return &session.Tune{Bot: bot, Key: "speedMps", Value: 2.5}
		}),
		toBot("untune a bot", func(_ *ground, _ *live.Session, bot *session.Who) session.Command {
			return &session.Untune{Bot: bot, Key: "speedMps"}
		}),
		toBot("hold a bot", func(_ *ground, _ *live.Session, bot *session.Who) session.Command {
			return &session.Hold{Bot: bot}
		}),
		toBot("let a bot go", func(_ *ground, _ *live.Session, bot *session.Who) session.Command {
			return &session.Release{Bot: bot}
		}),
		toBot("give a bot a spot", func(_ *ground, _ *live.Session, bot *session.Who) session.Command {
			return &session.Station{Bot: bot, At: session.Point(3, 4)}
		}),
		toClass("take spots away", func(_ *ground, _ *live.Session, class string) session.Command {
			return &session.Station{Class: class}
		}),
		toClass("hold a class", func(_ *ground, _ *live.Session, class string) session.Command {
			return &session.Hold{Class: class}
		}),
		toClass("let a class go", func(_ *ground, _ *live.Session, class string) session.Command {
			return &session.Release{Class: class}
		}),
		toClass("tree by name for a class", func(_ *ground, s *live.Session, class string) session.Command {
			return &session.Switch{Class: class, Behavior: behavior(s)}
		}),
		toBot("tree by name for a bot", func(_ *ground, s *live.Session, bot *session.Who) session.Command {
			return &session.Switch{Bot: bot, Behavior: behavior(s)}
		}),
		{"tree in a file that changed", edited("late.yaml", "wander", "flee_nearest", func() session.Command {
			return &session.Switch{Class: "fox", File: "late.yaml"}
		})},
	}
	for _, file := range []string{"brave.yaml", "nervous.debt", "monster.xml", "scout.bt", "brains/idler.lua", "faulty.yaml", "nowhere.yaml"} {
		refused := ""
		if file == "faulty.yaml" || file == "nowhere.yaml" {
			refused = alwaysRefused
		}
		all = append(all,
			toClass(refused+"tree in "+file+" for a class", func(_ *ground, _ *live.Session, class string) session.Command {
				return &session.Switch{Class: class, File: file}
			}),
			toBot(refused+"tree in "+file+" for a bot", func(_ *ground, _ *live.Session, bot *session.Who) session.Command {
				return &session.Switch{Bot: bot, File: file}
			}))
	}
	for _, file := range []string{"brave.yaml", "nervous.debt", "monster.xml", "scout.bt", "brains/idler.lua"} {
		text := strings.NewReplacer("kind: wander", "kind: flee_nearest", "WALKS = 1", "WALKS = 4").Replace(ownFiles[file])
		all = append(all, toClass("tree with the text of "+file, func(_ *ground, _ *live.Session, class string) session.Command {
			return &session.Switch{Class: class, File: file, Source: text}
		}))
	}
	all = append(all, toBot("tree with a text for a bot", func(_ *ground, _ *live.Session, bot *session.Who) session.Command {
		return &session.Switch{Bot: bot, File: "brought.yaml", Source: "kind: flee_nearest\n"}
	}), toBot(alwaysRefused+"tree with a faulty text", func(_ *ground, _ *live.Session, bot *session.Who) session.Command {
		return &session.Switch{Bot: bot, File: "brought.yaml", Source: "kind: fle_nearest\n"}
	}))
	for _, c := range []struct {
		name string
		data host.Value
	}{
		{"reset", host.NullValue}, {"jump", host.StringValue("dash")}, {"limit", host.IntValue(2)}, {"onRootFailed", host.StringValue("stop")},
		{"save", host.NullValue}, {"restore", host.NullValue}, {"set PlayerVisible", host.BoolValue(true)},
	} {
		all = append(all, toListener("control "+c.name, func(bot *session.Who, class string) session.Command {
			return &session.Control{Bot: bot, Class: class, Name: c.name, Data: c.data}
		})...)
	}
	for _, n := range []session.State{
		{Key: "season", Value: host.StringValue("winter")}, {Key: "daysLeft", Value: host.IntValue(3)}, {Key: "phase", Value: host.StringValue("night")},
		{Key: "moon", Value: host.StringValue("full")}, {Key: "weather", Value: host.StringValue("rain")},
		{Key: "temperature", Value: host.IntValue(-5)}, {Key: "nightmare", Value: host.StringValue("wild")},
	} {
		all = append(all, plain("nature "+n.Key, func() session.Command { return &session.Nature{Set: []session.State{n}} }))
	}
	for i := range 4 {
		tuned := func(make func(class, key string, value float64) session.Command) func(*ground, *live.Session) session.Command {
			return func(_ *ground, s *live.Session) session.Command {
				for _, c := range s.Scene().Setup.Classes {
					if i < len(c.Tunables) {
						n := c.Tunables[i]
						return make(c.ID, n.Key, n.Min+(n.Max-n.Min)/4)
					}
				}
				return nil
			}
		}
		all = append(all,
			order{fmt.Sprintf("tune number %d of a class", i), tuned(func(class, key string, value float64) session.Command {
				return &session.Tune{Class: class, Key: key, Value: value}
			})},
			order{fmt.Sprintf("untune number %d of a class", i), tuned(func(class, key string, _ float64) session.Command {
				return &session.Untune{Class: class, Key: key}
			})})
	}
	return all
}

// stateKey returns a key that the first bot has, and another value for it.
func stateKey(s *live.Session) (key string, value host.Value, ok bool) {
	for _, bot := range s.Snapshot().Bots {
		for _, v := range bot.State {
			switch v.Value.Kind() {
			case host.Bool:
				return v.Key, host.BoolValue(!v.Value.Bool()), true
			case host.Int, host.Number:
				return v.Key, host.IntValue(7), true
			case host.String:
				return v.Key, host.StringValue("a value that nobody has yet"), true
			}
		}
	}
	return "", host.NullValue, false
}

// behavior returns a named behaviour of the scene, or an action that each has.
func behavior(s *live.Session) string {
	if b := s.Scene().Setup.Behaviors; len(b) > 0 {
		return b[0].Name
	}
	return "wander"
}
