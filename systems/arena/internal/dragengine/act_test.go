package dragengine_test

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/session"
	"github.com/thicket-sim/thicket/systems/arena"
	"github.com/thicket-sim/thicket/systems/arena/internal/arenatest"
	"github.com/thicket-sim/thicket/systems/arena/internal/dragengine"
)

// hutch is a scene with one timid bot, whose rule stands in RULE.
const hutch = `
seed: 5
tickRate: 10
world: { width: 100, height: 100 }
bots:
  - { id: hare, name: Hare, count: 1, speedMps: 4, health: 10, behavior: { file: hare.debt } }
  - { id: walker, name: Walker, count: 0, speedMps: 4, tags: [player], behavior: { kind: wander } }
`

// inHutch opens the hutch with rules for the tree's root, a choice.
func inHutch(t *testing.T, rules string) *arenatest.Game {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("hare.debt", []byte("<behaviorTree><choice id='root'>"+rules+"</choice></behaviorTree>"), 0o666); err != nil {
		t.Fatal(err)
	}
	return arenatest.Open(t, hutch, 1).Put(1, 50, 50, 1, 0)
}

const shy = "<action name='flee'><condition>playerNearby</condition></action>" +
	"<action name='backOff'><condition>playerNearby</condition></action><success/>"

// The distance of the player decides whether the bot minds it, and its speed
// whether the bot runs or walks.
func TestDistanceAndSpeedOfThePlayer(t *testing.T) {
	for _, c := range []struct {
		name  string
		x     float64 // the bot stands at 50
		mps   float64 // toward the bot
		moved float64 // in 3 ticks, the first of which sees a player stand
		pose  string
	}{
		{"far and slow", 62, 1, 0, ""},
		{"far and fast", 62, 3, 0, ""},
		{"near and slow", 57, 1, 3 * 0.2, ""},
		{"near and still", 57, 0, 3 * 0.2, ""},
		{"near and fast", 57, 3, 0.2 + 0 + 0.6, "panic"}, // it stands while it gives up walking
	} {
		t.Run(c.name, func(t *testing.T) {
			g := inHutch(t, "<action name='stand'><condition>playerNotNearby</condition></action>"+shy)
			g.Join(c.x, 50, components.Heading{X: -1}, c.mps)
			g.Steps(3)
			b := g.Bot(1)
			if moved := 50 - float64(b.X); math.Abs(moved-c.moved) > 1e-4 || b.Y != 50 || b.Pose != c.pose {
				t.Errorf("moved (%v, %v) with the pose %q, wanted (%v, 0) with %q", moved, b.Y-50, b.Pose, c.moved, c.pose)
			}
			if c.pose == "" && c.moved > 0 && b.HX != 1 {
				t.Errorf("it faces (%v, %v), wanted the player", b.HX, b.HY)
			}
		})
	}
}

// A bot that has looked in vain for a player who is near finds one who is farther
// away in the same tick.
func TestPlayersAtSeveralDistances(t *testing.T) {
	g := inHutch(t, "<action name='turning'><condition>playerNearby</condition><parameter name='player.distance'>2</parameter></action>"+
		"<action name='backOff'><condition>playerNearby</condition><parameter name='player.distance'>8</parameter></action>")
	g.Join(56, 50, components.Heading{}, 0)
	g.Steps(2)
	if b := g.Bot(1); b.X >= 50 {
		t.Errorf("the bot at %v, wanted it to back off", b.X)
	}
}

// A bot that runs goes over to walking as soon as the player slows down, and
// back.
func TestPlayerThatChangesItsSpeed(t *testing.T) {
	g := inHutch(t, shy)
	id := g.Join(54, 50, components.Heading{X: -1}, 2)
	step := func(h components.Heading) float64 {
		if err := g.Do(&session.Input{Player: session.Who{ID: id}, Heading: h}); err != nil {
			t.Fatal(err)
		}
		before := g.Bot(1).X
		g.Steps(1)
		return float64(before - g.Bot(1).X)
	}
	toward := components.Heading{X: -1}
	for i, c := range []struct {
		heading components.Heading
		want    float64
	}{
		{toward, 0.2}, {toward, 0}, {toward, 0.6}, // what it does next it begins a tick after it gives up the other
		{components.Heading{}, 0.6}, {components.Heading{}, 0.2}, {components.Heading{}, 0.2},
		{toward, 0.2}, {toward, 0}, {toward, 0.6},
	} {
		if got := step(c.heading); math.Abs(got-c.want) > 1e-4 {
			t.Errorf("tick %d: moved %v, wanted %v", i, got, c.want)
		}
	}
}

// A player that is put somewhere was not fast.
func TestPlayerThatIsPutSomewhere(t *testing.T) {
	g := inHutch(t, "<action name='stand'><condition>playerNotNearby</condition></action>"+shy)
	id := g.Join(80, 50, components.Heading{}, 5)
	g.Steps(2).Put(id, 56, 50, 0, 0).Steps(1)
	if b := g.Bot(1); math.Abs(float64(b.X)-49.8) > 1e-4 {
		t.Errorf("the bot at %v, wanted it to back off", b.X)
	}
}

// Bots of a class with the tag player are players too.
func TestBotsThatPlayPlayers(t *testing.T) {
	g := inHutch(t, "<action name='flee'><parameter name='player.speed'>3.9</parameter></action>")
	if err := g.Do(&session.Add{Class: "walker", Count: 1, At: session.Point(56, 50)}); err != nil {
		t.Fatal(err)
	}
	g.Put(2, 56, 50, -1, 0).Steps(3)
	if b := g.Bot(1); b.Target != 2 || b.X >= 50 {
		t.Errorf("the bot at %v with the target %d, wanted it to flee from 2", b.X, b.Target)
	}
}

func TestParametersOfFlight(t *testing.T) {
	param := func(name string, v float64) string {
		return fmt.Sprintf("<parameter name='%s'>%v</parameter>", name, v)
	}
	rule := func(name string, params ...string) string {
		return "<action name='" + name + "'>" + strings.Join(params, "") + "</action>"
	}
	for _, c := range []struct {
		rule  string
		moved float64 // in the first tick, from a player that stands at 7 m
	}{
		{rule("backOff"), 0.2},
		{rule("backOff", param("backOff.speed", 3)), 0.3},
		{rule("backOff", param("backOff.speed", 50)), 0.6}, // its sprint
		{rule("backOff", param("player.distance", 6.9)), 0},
		{rule("backOff", param("player.speed", 0)), 0},
		{rule("backOff", param("chance", 0)), 0},
		{rule("flee"), 0},
		{rule("flee", param("player.speed", 0)), 0.6},
		{rule("flee", param("player.speed", 0), param("flee.speed", 1)), 0.1},
		{rule("flee", param("player.speed", 0), param("player.distance", 6.9)), 0},
		{rule("flee", param("player.speed", 0), param("chance", 0)), 0},
	} {
		g := inHutch(t, c.rule+"<action name='stand'/>")
		g.Join(57, 50, components.Heading{}, 5)
		g.Steps(1)
		if moved := 50 - float64(g.Bot(1).X); math.Abs(moved-c.moved) > 1e-4 {
			t.Errorf("%s: moved %v, wanted %v", c.rule, moved, c.moved)
		}
	}
	for name, tree := range map[string]string{
		"flee":    "<parameter name='player.speed'>0</parameter><parameter name='flee.distance'>9</parameter>",
		"backOff": "<parameter name='backOff.distance'>9</parameter>",
	} {
		g := inHutch(t, "<action name='"+name+"'>"+tree+"</action><action name='stand'/>")
		g.Join(57, 50, components.Heading{}, 5)
		g.Steps(30)
		if b := g.Bot(1); b.X > 48 || b.X < 47 {
			t.Errorf("%s ends at %v, wanted 9 m from the player", name, b.X)
		}
	}
}

// A bot wanders to a point and then to another, and keeps to the chance.
func TestWanderAndWaitAndTurn(t *testing.T) {
	g := inHutch(t, "<action name='wander'><parameter name='wander.distance'>5</parameter></action>")
	legs := 0
	for range 600 {
		before := g.Bot(1)
		g.Steps(1)
		b := g.Bot(1)
		if d := math.Hypot(float64(b.X-before.X), float64(b.Y-before.Y)); d > 0.2+1e-4 {
			t.Fatalf("went %v m in a tick, wanted a walk", d)
		}
		if math.Abs(float64(b.HX-before.HX)) > 0.01 {
			legs++
		}
	}
	if legs < 8 || legs > 60 {
		t.Errorf("%d turns in a minute", legs)
	}
	g = inHutch(t, "<action name='turning'><parameter name='turning.angle'>30</parameter></action>")
	widest := 0.0
	for range 200 {
		before := g.Bot(1)
		g.Steps(1)
		b := g.Bot(1)
		widest = max(widest, math.Acos(min(float64(b.HX*before.HX+b.HY*before.HY), 1))*180/math.Pi)
	}
	if b := g.Bot(1); widest < 25 || widest > 30.1 || b.X != 50 || b.Y != 50 {
		t.Errorf("turned by up to %v degrees at (%v, %v)", widest, b.X, b.Y)
	}
	g = inHutch(t, "<action name='turning'><parameter name='chance'>0.25</parameter><parameter name='turning.angle'>0</parameter></action><action name='stand'/>")
	g.Steps(2000)
	if n := g.Game().ActionCounts()["stand"]; n < 1400 || n > 1600 {
		t.Errorf("failed %d times of 2000 with a chance of 0.25", n)
	}
}

// A bot waits for as long as the parameters say, and not always as long.
func TestWait(t *testing.T) {
	g := inHutch(t, "<sequence><action name='wait'><parameter name='wait.lower'>0.5</parameter><parameter name='wait.upper'>1</parameter></action>"+
		"<action name='move_dir'><parameter name='forward'>1</parameter></action></sequence>")
	seen := map[int]bool{}
	for range 40 {
		ticks := 0
		for g.Do(&session.Control{Bot: &session.Who{ID: 1}, Name: "reset"}); g.Steps(1).Bot(1).X == 50; ticks++ {
		}
		if g.Put(1, 50, 50, 1, 0); ticks < 5 || ticks > 10 {
			t.Errorf("waited for %d ticks, wanted 5 to 10", ticks)
		}
		seen[ticks] = true
	}
	if len(seen) < 4 {
		t.Errorf("waited %v, wanted it to differ", seen)
	}
}

// A bot in a corner gives up points that it cannot reach.
func TestWanderAmongWalls(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("hare.debt", []byte("<behaviorTree><action id='root' name='wander'/></behaviorTree>"), 0o666); err != nil {
		t.Fatal(err)
	}
	g := arenatest.Open(t, hutch+"obstacles: [{ rect: [40, 40, 20, 5] }, { rect: [40, 45, 5, 15] }]\n", 1).Put(1, 47, 47, 1, 0)
	for range 3000 {
		g.Steps(1)
		g.Audit()
	}
	if b := g.Bot(1); math.Hypot(float64(b.X-47), float64(b.Y-47)) < 5 {
		t.Errorf("the bot at (%v, %v) after 300 s, wanted it to get out of the corner", b.X, b.Y)
	}
}

func TestWrongParameters(t *testing.T) {
	tried := 0
	{
		for _, e := range dragengine.Section().Entries {
			for _, p := range e.Params {
				for _, wrong := range []string{"-1", "much"} {
					tried++
					rule := fmt.Sprintf("<action name='%s'><parameter name='%s'>%s</parameter></action>", e.Name, p.Name, wrong)
					if e.Kind == "condition" {
						rule = fmt.Sprintf("<success><parameter name='%s'>%s</parameter><condition>%s</condition></success>", p.Name, wrong, e.Name)
					}
					t.Chdir(t.TempDir())
					if err := os.WriteFile("hare.debt", []byte("<behaviorTree>"+rule+"</behaviorTree>"), 0o666); err != nil {
						t.Fatal(err)
					}
					_, err := session.Start("scene.yaml", []byte(hutch), session.Options{})
					if err == nil || !strings.HasPrefix(err.Error(), "hare.debt:1:") || !strings.Contains(err.Error(), p.Name+": wanted a number") {
						t.Errorf("%s: error %v", rule, err)
					}
				}
			}
			if !strings.HasSuffix(e.Doc, ".") || e.Example == "" {
				t.Errorf("%s: doc %q, example %q", e.Name, e.Doc, e.Example)
			}
		}
	}
	if tried < 40 {
		t.Errorf("%d wrong parameters, wanted 40 or more", tried)
	}
}

// Trees of all other files have what everybody has.
func TestNamesHideNothingElsewhere(t *testing.T) {
	reg := arena.NewRegistry()
	for name, params := range map[string]int{"wander": 0, "wait": 1, "flee": 3} {
		if a := reg.Action(name); a == nil || len(a.Params) != params {
			t.Errorf("%s is %+v for everybody", name, a)
		}
	}
	if reg.Action("backOff") != nil || reg.Func("playerNearby") != nil {
		t.Error("everybody has the names of one kind of files")
	}
}
