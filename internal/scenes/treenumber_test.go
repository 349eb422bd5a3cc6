package scenes_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// hunt is a scene whose prey has a tree of each dialect in turn, and a class that shares it.
const hunt = `
name: Hunt
tickRate: 20
world: { width: 40, height: 40 }
teams: [{ id: red }, { id: blue }]
weapons: [{ id: claw, damage: 1, range: 2, cooldown: 1s }]
places: [{ id: nest, at: [20, 20], radius: 2 }]
BEHAVIORS
bots:
  - id: prey
    name: Prey
    teamId: red
    count: 12
    speedMps: 3
    health: 50
    weapons: [claw]
    behavior: TREE
    tunable: [{ key: KEY, min: MIN, max: MAX, step: 0.25 }]
  - { id: cousin, name: Cousin, teamId: red, count: 5, speedMps: 3, health: 50, weapons: [claw], behavior: TREE }
  - { id: fox, name: Fox, teamId: blue, count: 6, speedMps: 2, health: 50, weapons: [claw], behavior: { kind: action, name: roam } }
`

// dialects has a tree for prey in each dialect, with the key of one of its numbers.
var dialects = []struct {
	name, file, tree, key, written string
	from, to                       float64
}{
	{"inline", "", `{ kind: selector, children: [{ kind: action, name: flee, args: { who: enemy, distance: 4 } }, { kind: action, name: roam_near, args: { place: nest, radius: 15, every: 2 } }] }`,
		"tree.flee.distance", "distance: 4", 4, 12},
	{"yaml", "prey.yaml", "# what prey does\nkind: selector\nchildren:\n  - { kind: action, name: flee, args: { who: enemy, distance: 4 } } # metres\n  - { kind: action, name: roam_near, args: { place: nest, radius: 15, every: 2 } }\n",
		"tree.flee.distance", "distance: 4", 4, 12},
	{"unvanquished", "prey.bt", "selector\n{\n\tcondition ammo < 0 { action roam_near( \"nest\", \"ours\", 9 ) }\n\taction roam_near( \"nest\", \"ours\", 15, 2 ) // metres, seconds\n}\n",
		"tree.roam_near#2.radius", "\"ours\", 15", 15, 4},
	{"dragengine", "prey.debt", "<behaviorTree>\n  <choice id='ways'>\n    <action id='.near' name='roam_near'>\n      <parameter name='place'>nest</parameter>\n      <parameter name='radius'> 15 </parameter> <!-- metres -->\n    </action>\n    <action name='roam'><parameter name='every'>2</parameter></action>\n  </choice>\n</behaviorTree>\n",
		"tree.ways.near.radius", "> 15 <", 15, 4},
	{"mbt", "prey.xml", "<BehaviorTree>\n  <Root>\n    <Loop>\n      <Selector>\n        <Flee who=\"enemy\" distance=\"4\"/>\n        <Sequence><Wait duration=\"1\"/><Timeout duration=\"2.5\"/></Sequence>\n      </Selector>\n    </Loop>\n  </Root>\n</BehaviorTree>\n",
		"tree.Flee.distance", `distance="4"`, 4, 12},
}

// huntIn writes the scene for a dialect into a folder and opens it.
func huntIn(t *testing.T, i int, edit func(string) string) (s *live.Session, dir string) {
	t.Helper()
	return huntWith(t, i, edit, live.Options{Workers: 2})
}

func huntWith(t *testing.T, i int, edit func(string) string, o live.Options) (s *live.Session, dir string) {
	t.Helper()
	d := &dialects[i]
	dir = t.TempDir()
	tree, named := "ways", "behaviors: { ways: "+edit(d.tree)+" }"
	if d.file != "" {
		if err := os.WriteFile(filepath.Join(dir, d.file), []byte(edit(d.tree)), 0o600); err != nil {
			t.Fatal(err)
		}
		tree, named = "{ file: "+d.file+" }", ""
	}
	text := strings.NewReplacer("TREE", tree, "KEY", d.key, "MIN", "0.5", "MAX", "20", "BEHAVIORS", named).Replace(hunt)
	file := filepath.Join(dir, "hunt.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := live.Open(file, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s, dir
}

func as(s string) string { return s }

// change makes the text of a tree with its number changed to another one.
func change(i int, to float64) func(string) string {
	d := &dialects[i]
	return func(s string) string {
		other := strings.Replace(d.written, fmt.Sprint(d.from), fmt.Sprint(to), 1)
		return strings.Replace(s, d.written, other, 1)
	}
}

// compare plays two sessions and wants the same game in each tick.
func compare(t *testing.T, what string, a, b *live.Session, ticks int) {
	t.Helper()
	compareBy(t, (*systems.Game).Digest, what, a, b, ticks)
}

func compareBy(t *testing.T, digest func(*systems.Game) uint64, what string, a, b *live.Session, ticks int) {
	t.Helper()
	for range ticks {
		a.Step()
		b.Step()
		if digest(a.Game()) != digest(b.Game()) {
			t.Fatalf("%s: they differ at tick %d", what, a.World().Clock().Tick)
		}
	}
}

// where returns where the bots of a class are.
func where(s *live.Session, class string) (all []float32) {
	for _, b := range s.Snapshot().Bots {
		if b.Class == class {
			all = append(all, b.X, b.Y)
		}
	}
	return all
}

func prey(t *testing.T, s *live.Session, i int, value float64) {
	t.Helper()
	if err := s.Do(&session.Tune{Class: "prey", Key: dialects[i].key, Value: value}); err != nil {
		t.Fatal(err)
	}
}

// What is tuned is a tree that has the other number from the start, in each dialect, and the
// class beside it that has the same tree keeps the old number.
func TestTunedTreesAreTheTreesWithAnotherNumber(t *testing.T) {
	t.Parallel()
	for i := range dialects {
		d := &dialects[i]
		t.Run(d.name, func(t *testing.T) {
			tuned, _ := huntIn(t, i, as)
			plain, _ := huntIn(t, i, as)
			edited, _ := huntIn(t, i, change(i, d.to))
			prey(t, tuned, i, d.to)
			for range 300 {
				tuned.Step()
				plain.Step()
				edited.Step()
			}
			if first, n := tuned.Game().Faults.List(); n > 0 {
				t.Error(first)
			}
			if slices.Equal(where(tuned, "prey"), where(plain, "prey")) {
				t.Error("the number has no effect, so that this shows nothing")
			}
			for _, s := range []*live.Session{tuned, plain, edited} {
				if err := s.Do(&session.Switch{Class: "cousin", Behavior: "wander"}); err != nil {
					t.Fatal(err)
				}
			}
			if v, over := tuned.Game().Tuning.Tuned(0, d.key); v != d.to || !over {
				t.Errorf("it is tuned to %g, %v", v, over)
			}
			if v, over := plain.Game().Tuning.Tuned(0, d.key); v != d.from || over {
				t.Errorf("it is %g at first, tuned %v", v, over)
			}
		})
	}
}

// A class alone: prey that is tuned before the first tick plays as prey of the edited file.
func TestTunedFromTheStartIsEdited(t *testing.T) {
	for i := range dialects {
		d := &dialects[i]
		t.Run(d.name, func(t *testing.T) {
			tuned, _ := huntIn(t, i, as)
			edited, _ := huntIn(t, i, change(i, d.to))
			for _, s := range []*live.Session{tuned, edited} {
				if err := s.Do(&session.Remove{Class: "cousin", Count: 5}); err != nil {
					t.Fatal(err)
				}
			}
			prey(t, tuned, i, d.to)
			// Of the class without bots the tree is another one.
			compareBy(t, (*systems.Game).DigestOfBodies, "tuned and edited", tuned, edited, 300)
		})
	}
}

// Bots go on where they are: a number that is tuned and tuned back between two ticks changes
// nothing, and so does one that is tuned to what it is.
func TestTunedTreesGoOn(t *testing.T) {
	t.Parallel()
	for i := range dialects {
		d := &dialects[i]
		t.Run(d.name, func(t *testing.T) {
			plain, _ := huntIn(t, i, as)
			there, _ := huntIn(t, i, as)
			same, _ := huntIn(t, i, as)
			again, _ := huntIn(t, i, as)
			for round := range 6 {
				compare(t, "before", plain, there, 17)
				prey(t, there, i, d.to+float64(round))
				if err := there.Do(&session.Untune{Class: "prey", Key: d.key}); err != nil {
					t.Fatal(err)
				}
				if prey(t, same, i, d.from); round%2 == 0 {
					compare(t, "tuned to what it is", again, same, 17)
				}
			}
		})
	}
}

// A save, a fork, the past and a switch of trees keep what is tuned of a tree.
func TestTunedTreesAreKept(t *testing.T) {
	t.Parallel()
	for i := range dialects {
		d := &dialects[i]
		t.Run(d.name, func(t *testing.T) {
			s, _ := huntIn(t, i, as)
			for range 50 {
				s.Step()
			}
			prey(t, s, i, d.to)
			for range 30 {
				s.Step()
			}
			again := restored(t, s)
			if v, over := again.Game().Tuning.Tuned(0, d.key); v != d.to || !over {
				t.Errorf("after the save it is %g, tuned %v", v, over)
			}
			fork, err := again.Fork()
			if err != nil {
				t.Fatal(err)
			}
			defer fork.Close()
			for _, c := range []session.Command{
				&session.Switch{Class: "prey", Behavior: "wander"},
				&session.Tune{Class: "prey", Key: d.key, Value: d.to + 1},
				&session.Add{Class: "prey", Count: 2},
			} {
				for _, s := range []*live.Session{s, again, fork} {
					if err := s.Do(c); err != nil {
						t.Fatal(err)
					}
				}
				for range 20 {
					fork.Step()
				}
				compare(t, "restored", s, again, 20)
			}
			if compare(t, "forked", s, fork, 1); len(where(s, "prey")) != 28 {
				t.Error("the prey is not all there")
			}
		})
	}
}

const ambiguous = `
bots:
  - id: a
    name: A
    count: 1
    behavior:
      kind: selector
      children:
        - { kind: action, name: roam, args: { every: 2 } }
        - { kind: action, name: roam, args: { every: 5 } }
        - { kind: action, name: flee, args: { distance: 9 } }
    tunable: [{ key: tree.KEY, min: 1, max: 9 }]
  - { id: b, name: B, count: 1, tunable: [] }
`

func TestTreeNumbersThatAreRefused(t *testing.T) {
	for key, want := range map[string]string{
		"roam.every":    "t.yaml:12:22: \"tree.roam.every\": the tree has 2 numbers roam.every, wanted roam#1.every at t.yaml:9:54 or roam#2.every at t.yaml:10:54",
		"flee.distanc":  `t.yaml:12:22: "tree.flee.distanc": the tree has no number flee.distanc, it has roam#1.every, roam#2.every, flee.distance; did you mean "flee.distance"?`,
		"roam#3.every":  `the tree has no number roam#3.every`,
		"flee.who":      `the tree has no number flee.who`,
		"roam#2.every":  "",
		"flee.distance": "",
	} {
		_, err := scenes.Parse("t.yaml", []byte(strings.Replace(ambiguous, "KEY", key, 1)), scenes.Options{})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, wanted %q", key, err, want)
		}
	}
	none := strings.Replace(strings.Replace(ambiguous, "tree.KEY", "speedMps", 1), "tunable: []", "tunable: [{ key: tree.roam.every }]", 1)
	if _, err := scenes.Parse("t.yaml", []byte(none), scenes.Options{}); err == nil || !strings.Contains(err.Error(), "the class has no tree of its own") {
		t.Errorf("a class without a tree: %v", err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"b.lua":  "require \"behaviours/wander\"\nlocal B = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)\nfunction B:OnStart() self.bt = BT(self.inst, PriorityNode({ Wander(self.inst, nil, 20) }, 1)) end\nreturn B\n",
		"m.bt":   "#define FAR 15\nselector\n{\n\taction roam_near( \"nest\", \"ours\", FAR, 2 )\n}\n",
		"two.bt": "selector\n{\n\tcondition ammo < 3 { action roam_near( \"nest\", \"ours\", 3 ) }\n\tcondition ammo > 9 { action roam_near( \"nest\", \"ours\", 4 ) }\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ file, key, want string }{
		{"b.lua", "Wander.dist", "cannot be tuned: brains are put together by Lua"},
		{"m.bt", "roam_near.radius", `cannot be tuned: it stands in macro FAR at`},
		{"two.bt", "ammo.limit", "wanted ammo#1.limit at"},
		{"two.bt", "ammo#2.limit", ""},
		{"two.bt", "roam_near#1.radius", ""},
	} {
		text := "places: [{ id: nest, at: [20, 20] }]\nbots: [{ id: a, name: A, count: 1, behavior: { file: " + c.file + " }, tunable: [{ key: tree." + c.key + " }] }]\n"
		_, err := scenes.Parse(filepath.Join(dir, "t.yaml"), []byte(text), scenes.Options{})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, wanted %q", c.key, err, c.want)
		}
	}
	s, _ := huntIn(t, 0, as)
	for _, c := range []struct {
		tune session.Tune
		want string
	}{
		{session.Tune{Bot: &session.Who{ID: 1}, Key: "tree.flee.distance", Value: 5}, `tree.flee.distance is a number of the whole class: tune class "prey"`},
		{session.Tune{Class: "prey", Key: "tree.flee.distance", Value: 21}, "above max 20"},
		{session.Tune{Class: "cousin", Key: "tree.flee.distance", Value: 5}, "there are none"},
	} {
		if err := s.Do(&c.tune); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, wanted %q", c.tune, err, c.want)
		}
	}
	far := strings.NewReplacer("KEY", "flee.distance", "min: 1", "min: -9").Replace(ambiguous)
	s, err := live.Start("t.yaml", []byte(far), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Do(&session.Tune{Class: "a", Key: "tree.flee.distance", Value: -1}); err == nil || !strings.Contains(err.Error(), "the tree would not load") {
		t.Errorf("what the leaf does not take: %v", err)
	}
	if _, over := s.Game().Tuning.Tuned(0, "tree.flee.distance"); over {
		t.Error("it was tuned all the same")
	}
}
