package dragengine_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/dragengine"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// hutch is a scene with one timid bot, whose rule stands in RULE.
const hutch = `
seed: 5
tickRate: 10
world: { width: 100, height: 100 }
bots:
  - { id: hare, name: Hare, count: 1, speedMps: 4, health: 10, initialState: { done: 0 }, behavior: { file: hare.debt } }
  - { id: walker, name: Walker, count: 0, speedMps: 4, tags: [player], behavior: { kind: wander } }
`

// inHutch opens the hutch with rules for the tree's root, a choice.
func inHutch(t *testing.T, rules string) game { return inHutchWith(t, rules, "") }

// inHutchWith adds keys to the scene.
func inHutchWith(t *testing.T, rules, keys string) game {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("hare.debt", []byte("<behaviorTree><choice id='root'>"+rules+"</choice></behaviorTree>"), 0o666); err != nil {
		t.Fatal(err)
	}
	g := arenatest.Open(t, hutch+keys, 1)
	g.Put(1, 50, 50, 1, 0)
	return game{g}
}

const shy = "<action name='flee'><condition>playerNearby</condition></action>" +
	"<action name='backOff'><condition>playerNearby</condition></action><success/>"

// A bot that has looked in vain for a player who is near finds one who is farther
// away in the same tick.
func TestPlayersAtSeveralDistances(t *testing.T) {
	g := inHutch(t, "<action name='stand'><condition>playerNearby</condition><parameter name='player.distance'>2</parameter></action>"+
		"<action name='backOff'><condition>playerNearby</condition><parameter name='player.distance'>8</parameter></action>")
	g.Join(56, 50, components.Heading{}, 0)
	g.Steps(2)
	if b := g.Bot(1); b.X >= 50 {
		t.Errorf("the bot at %v, wanted it to back off", b.X)
	}
}

// A player that is put somewhere was not fast.
func TestPlayerThatIsPutSomewhere(t *testing.T) {
	g := inHutch(t, "<action name='stand'><condition>playerNotNearby</condition></action>"+shy)
	id := g.Join(80, 50, components.Heading{}, 5)
	g.Steps(2).Put(id, 53, 50, 0, 0).Steps(1)
	if a := g.action(); a != "backOff" {
		t.Errorf("it does %q, wanted it to back off", a)
	}
}

// Bots of a class with the tag player are players too.
func TestBotsThatPlayPlayers(t *testing.T) {
	g := inHutch(t, "<action name='flee'><parameter name='player.speed'>3.9</parameter></action>")
	if err := g.Do(&session.Add{Class: "walker", Count: 1, At: session.Point(56, 50)}); err != nil {
		t.Fatal(err)
	}
	g.Put(2, 56, 50, -1, 0).Steps(3)
	if b := g.Bot(1); b.Target != 2 || b.Action != "flee" {
		t.Errorf("it does %q with the target %d, wanted it to flee from 2", b.Action, b.Target)
	}
}

// What a rule says takes the place of the example's numbers.
func TestParametersOfTheActions(t *testing.T) {
	param := func(name string, v float64) string {
		return fmt.Sprintf("<parameter name='%s'>%v</parameter>", name, v)
	}
	rule := func(name string, params ...string) string {
		return "<action name='" + name + "'>" + strings.Join(params, "") + "</action>"
	}
	for _, c := range []struct {
		rule  string
		moved float64 // in the first tick, from a player that stands at 3 m
	}{
		{rule("backOff"), 0.2},
		{rule("backOff", param("backOff.speed", 3)), 0.3},
		{rule("backOff", param("backOff.speed", 50)), 0.6}, // its sprint
		{rule("backOff", param("player.speed", 0)), 0},
		{rule("flee"), 0},
		{rule("flee", param("player.speed", 0)), 0.6},
		{rule("flee", param("player.speed", 0), param("flee.speed", 1)), 0.1},
		{rule("wander", param("wander.chance", 0)), 0},
		{rule("wander", param("wander.chance", 1)), 0.2},
		{rule("wander", param("wander.chance", 1), param("wander.speed", 1)), 0.1},
	} {
		g := inHutch(t, c.rule+"<action name='stand'/>")
		g.Join(53, 50, components.Heading{}, 5)
		g.Steps(1)
		g.again()
		near(t, c.rule, g.From(50, 50), c.moved, 1e-4)
	}
	for _, distance := range []float64{0, 4, 6, 7.5} { // far enough, so that it does not begin to go on
		g := inHutch(t, rule("backOff", param("backOff.distance", distance))+"<action name='stand'/>")
		g.Join(53, 50, components.Heading{}, 5)
		g.Steps(2)
		for g.action() == "backOff" && g.rule() != "choice #root" {
			g.Steps(1)
		}
		near(t, fmt.Sprintf("far enough for %v m", distance), g.From(53, 50), max(distance, 3.2), 0.21)
	}
}

// In later steps a player who is gone is far away.
func TestPlayerWhoLeaves(t *testing.T) {
	g := inHutch(t, "<sequence><action name='backOff'/>"+thenDone+"</sequence><action name='stand'/>")
	id := g.Join(53, 50, components.Heading{}, 5)
	g.Steps(2)
	if err := g.Do(&session.Leave{Player: session.Who{ID: id}}); err != nil {
		t.Fatal(err)
	}
	if g.Steps(1); g.State(1, "done") != "1" {
		t.Errorf("it does %q, wanted it to be done", g.action())
	}
	if g.Steps(1); g.action() != "stand" {
		t.Errorf("it does %q, wanted nothing to back off from", g.action())
	}
}

// A walk goes on when its rule is left, until one that stands begins.
func TestAWalkGoesOn(t *testing.T) {
	g := inHutch(t, "<action id='.go' name='wander'><parameter name='wander.chance'>1</parameter></action><yield id='.on'/><action id='.rest' name='wait'/>")
	jump := func(id string) {
		if err := g.Do(&session.Control{Bot: &session.Who{ID: 1}, Name: "jump", Data: host.StringValue(id)}); err != nil {
			t.Fatal(err)
		}
	}
	for _, _, going := g.goal(); !going || g.From(50, 50) > 0.3; _, _, going = g.goal() { // a goal far enough away
		g.again()
	}
	g.again()
	near(t, "the first step", g.From(50, 50), 0.2, 1e-4)
	jump("root.on")
	g.Steps(1)
	near(t, "the way after two steps", g.From(50, 50), 0.4, 1e-3)
	jump("root.rest")
	g.Steps(2)
	near(t, "the way of one who waits", g.From(50, 50), 0.4, 1e-3)
	if _, _, going := g.goal(); going {
		t.Error("it still has a goal")
	}
}

// An action that steers in its own way ends a walk, and is not held.
func TestOtherActionsSteer(t *testing.T) {
	g := inHutch(t, "<action id='.go' name='wander'><parameter name='wander.chance'>1</parameter></action><action id='.run' name='flee_nearest'/>")
	g.Join(60, 50, components.Heading{}, 1)
	g.again()
	g.Put(1, 50, 50, -1, 0)
	for range 5 { // flee_nearest has succeeded after each tick
		if err := g.Do(&session.Control{Bot: &session.Who{ID: 1}, Name: "jump", Data: host.StringValue("root.run")}); err != nil {
			t.Fatal(err)
		}
		g.Steps(1)
	}
	near(t, "the way along its heading", g.From(50, 50), 2, 1e-3)
	if _, _, going := g.goal(); going {
		t.Error("it still has a goal")
	}
}

// On a field without edges a way leads over the edge.
func TestRetreatOverTheEdge(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("hare.debt", []byte("<behaviorTree><action name='backOff' id='root'/></behaviorTree>"), 0o666); err != nil {
		t.Fatal(err)
	}
	g := arenatest.Open(t, strings.Replace(hutch, "height: 100 }", "height: 100, edges: wrap }", 1), 1).Put(1, 1, 50, 1, 0)
	g.Join(4, 50, components.Heading{}, 1)
	g.Steps(15)
	if x, _ := g.At(1); x > 99 || x < 95 {
		t.Errorf("it is at %v, wanted it beyond the edge", x)
	}
}

// A bot in a corner gives up points that it cannot reach.
func TestWanderAmongWalls(t *testing.T) {
	g := inHutchWith(t, "<action name='wander'><parameter name='wander.distance'>20</parameter></action>",
		"obstacles: [{ rect: [40, 40, 20, 5] }, { rect: [40, 45, 5, 15] }]\n")
	g.Put(1, 47, 47, 1, 0)
	farthest := 0.0
	for range 3000 {
		g.Steps(1)
		g.Audit()
		farthest = max(farthest, g.From(47, 47))
	}
	if farthest < 8 || farthest > 20.3 {
		t.Errorf("it came %v m far from home, wanted it to get out of the corner", farthest)
	}
}

// use returns a tree that gives an action or a condition of the section one parameter.
func use(e words.Word, param, text string) string {
	if e.Role == words.Condition {
		return fmt.Sprintf("<behaviorTree><success id='r'><parameter name='%s'>%s</parameter><condition>%s</condition></success></behaviorTree>", param, text, e.Name)
	}
	return fmt.Sprintf("<behaviorTree><action id='r' name='%s'><parameter name='%s'>%s</parameter></action></behaviorTree>", e.Name, param, text)
}

// decorates reports whether nothing reads a parameter.
func decorates(p words.Param) bool { return strings.HasPrefix(p.Doc, "decoration") }

func loads(t *testing.T, tree string) (*live.Session, error) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("hare.debt", []byte(tree), 0o666); err != nil {
		t.Fatal(err)
	}
	return live.Start("scene.yaml", []byte(hutch), live.Options{})
}

// What is read must be a number of its range, and is refused where its text stands. Of
// decoration it is told that it changes nothing.
func TestWrongParameters(t *testing.T) {
	tried := 0
	for _, e := range dragengine.Section().Words {
		for _, p := range e.Params {
			for _, wrong := range []string{"-1", "much"} {
				tried++
				s, err := loads(t, use(e, p.Name, wrong))
				switch {
				case decorates(p) && (err != nil || !strings.Contains(s.Scene().Notices.Error(), "it is decoration")):
					t.Errorf("%s: %v", use(e, p.Name, wrong), err)
				case !decorates(p) && (err == nil || !strings.HasPrefix(err.Error(), "hare.debt:1:") || !strings.Contains(err.Error(), p.Name+": wanted a number")):
					t.Errorf("%s: error %v", use(e, p.Name, wrong), err)
				}
			}
		}
		if !strings.HasSuffix(e.Doc, ".") || e.Example == "" {
			t.Errorf("%s: doc %q, example %q", e.Name, e.Doc, e.Example)
		}
	}
	if tried < 28 {
		t.Errorf("%d wrong parameters, wanted 28 or more", tried)
	}
}

// A misspelt parameter, with or without what stands before its period, gets the right one
// of that very action or condition, and never decoration.
func TestMisspeltParameters(t *testing.T) {
	tried := 0
	for _, e := range dragengine.Section().Words {
		for _, p := range e.Params {
			if decorates(p) {
				continue
			}
			slip := p.Name[:len(p.Name)-2] + "x" + p.Name[len(p.Name)-1:]
			for _, word := range []string{slip, slip[strings.IndexByte(slip, '.')+1:]} {
				tried++
				s, err := loads(t, use(e, word, "1"))
				if err != nil {
					t.Fatal(err)
				}
				told := s.Scene().Notices.Error()
				_, hint, _ := strings.Cut(told, fmt.Sprintf("nothing reads the parameter %q of this rule; did you mean ", word))
				if !strings.Contains(hint, strconv.Quote(p.Name)) || strings.Contains(hint, `"chance"`) {
					t.Errorf("%s of %s: %s", word, e.Name, told)
				}
			}
		}
	}
	if tried < 24 {
		t.Errorf("%d slips, wanted 24 or more", tried)
	}
	s, err := loads(t, "<behaviorTree><action id='r' name='wander'><parameter name='chanse'>0.5</parameter></action></behaviorTree>")
	if told := fmt.Sprint(s.Scene().Notices); err != nil || !strings.Contains(told, `did you mean "wander.chance"?`) {
		t.Errorf("%v, %v", err, told)
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

// An action that heads the bot ends its walk, also one of a script; where nothing moves the
// bot then, it stands.
func TestWhoeverHeadsTheBotEndsItsWalk(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"hare.debt": `<behaviorTree><choice id='r'><action name='wander'><parameter name='wander.chance'>1</parameter>` +
			`<parameter name='wander.distance'>40</parameter><condition>early</condition></action><action name='east'/><running/></choice></behaviorTree>`,
		"hare.lua": "n = 0\nfunction conditions.early() n = n + 1 return n < 4 end\nfunction actions.east(bot) bot:head(1, 0) n = n + 1 return n < 9 and 'running' end",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, err := live.Start("scene.yaml", []byte(hutch+"lua: [hare.lua]\n"), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var xs, ys []float32
	for range 30 {
		s.Step()
		b := s.Snapshot().Bots[0]
		xs, ys = append(xs, b.X), append(ys, b.Y)
	}
	if ys[2] == ys[3] && xs[2] == xs[3] || ys[5] != ys[8] || xs[8] <= xs[5] || xs[12] != xs[29] || ys[12] != ys[29] {
		t.Errorf("x %v\ny %v: wanted a walk for 3 ticks, then one to the right, and no more", xs, ys)
	}
}

// Players around the hare are nearby where a scan of all says so: within the distance of
// the rule, which is less or more than the usual one, over the edges of a torus too.
func TestNearbyIsThatOfAScan(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	all, nearby := 0, 0
	for _, metres := range []float64{0.5, 4, 4.1, 9} {
		param := fmt.Sprintf("<parameter name='player.distance'>%v</parameter>", metres)
		g := inHutchWith(t, "<action name='stand'><condition>playerNearby</condition>"+param+"</action><action name='stay'/>", "")
		wrapped := arenatest.Open(t, strings.Replace(hutch, "height: 100", "height: 100, edges: wrap", 1), 1)
		for _, g := range []game{g, {wrapped}} {
			g.Join(1, 1, components.Heading{}, 0)
			g.Join(1, 1, components.Heading{}, 0)
			for range 40 {
				x, y := float32(50), float32(50)
				if g.Game == wrapped {
					x, y = float32(r.Float64())*0.5, float32(99.5+r.Float64()*0.5)
				}
				least := math.Inf(1)
				for id := range components.ID(2) {
					at := [2]float32{}
					for i, from := range [...]float32{x, y} {
						at[i] = from + float32(r.Float64()*4-2)*float32(metres)
						if g.Game == wrapped {
							at[i] -= 100 * float32(math.Floor(float64(at[i]/100)))
						}
						at[i] = min(max(at[i], 0), 100)
					}
					g.Put(id+2, at[0], at[1], 1, 0)
					least = min(least, g.Arena.Field.Dist2(x, y, at[0], at[1]))
				}
				want := "stay"
				if all++; math.Sqrt(least) < metres {
					want, nearby = "stand", nearby+1
				}
				g.control()
				g.Put(1, x, y, 1, 0).Steps(1)
				if got := g.action(); got != want {
					t.Fatalf("within %v m of (%v, %v), a player %v m away: it does %q, wanted %q", metres, x, y, math.Sqrt(least), got, want)
				}
			}
		}
	}
	if nearby < 40 || nearby > all-40 {
		t.Errorf("%d of %d were nearby: too few or many to tell", nearby, all)
	}
}
