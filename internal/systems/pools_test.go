package systems_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// minds has a prey that stands still, a pupil whose state names what it does,
// and a bot with a tree of its own.
const minds = `
tickRate: 10
world: { width: 40, height: 40 }
behaviors:
  hunt: { kind: chase_nearest, where: { key: prey, value: true } }
  shy: { kind: flee_nearest, where: { key: prey, value: true } }
playerJoinStates: { bell: true }
bots:
  - { id: prey, name: Prey, count: 1, speedMps: 0, initialState: { prey: true, behavior: hunt }, behavior: { kind: sequence, children: [] } }
  - { id: pupil, name: Pupil, count: 1, speedMps: 1, initialState: { behavior: %s } }
rules:
  - { on: contact, radius: 0.5, from: { bell: true }, to: { behavior: hunt }, set: { to: { behavior: shy } } }
`

const (
	prey  components.ID = 1
	pupil components.ID = 2
)

func school(t *testing.T, behavior string) *live.Session {
	s := open(t, strings.Replace(minds, "%s", behavior, 1))
	do(t, s, &session.Place{Who: who(prey), At: session.Point(10, 20)})
	do(t, s, &session.Place{Who: who(pupil), At: session.Point(20, 20), Heading: &components.Heading{Y: 1}})
	return s
}

// does wants what a bot did in the next tick, and where it heads after it.
func does(t *testing.T, s *live.Session, id components.ID, action string, x, y float32) {
	t.Helper()
	s.Step()
	if b := find(t, s, id); b.Action != action || b.HX != x || b.HY != y {
		t.Errorf("tick %d: %s did %q and heads (%v, %v), wanted %q and (%v, %v)",
			s.Snapshot().Tick, b.Name, b.Action, b.HX, b.HY, action, x, y)
	}
}

func TestStateNamesTheBehavior(t *testing.T) {
	for _, test := range []struct {
		behavior, action string
		x, y             float32
	}{
		{"hunt", "chase_nearest", -1, 0},
		{"shy", "flee_nearest", 1, 0},
		{"chase_nearest", "chase_nearest", -1, 0},
		{"flee_nearest", "flee_nearest", 1, 0},
		{"wander", "wander", 0, 1},
		{"nobody", "", 0, 1},
		{"Hunt", "", 0, 1},
		{"7", "", 0, 1},
		{"null", "", 0, 1},
	} {
		t.Run(test.behavior, func(t *testing.T) {
			s := school(t, test.behavior)
			does(t, s, pupil, test.action, test.x, test.y)
			does(t, s, prey, "", 0, 0) // its class has a tree: state.behavior is not asked
			if b := find(t, s, pupil); b.X == 20 && b.Y == 20 {
				t.Error("the pupil did not go where it heads")
			}
		})
	}
}

func TestAnUnknownBehaviorIsOneNotice(t *testing.T) {
	s := school(t, "hunnt")
	do(t, s, &session.Add{Class: "pupil", Count: 3})
	steps(s, 5)
	notices := s.Game().Pools.Notices()
	if len(notices) != 1 || !strings.Contains(notices[0], `"hunnt" names no behaviour, wanted one of the scene or an action that needs no arguments`) || !strings.Contains(notices[0], `"pupil"`) {
		t.Errorf("notices %q, wanted one about hunnt and its class", notices)
	}
	if len(school(t, "hunt").Game().Pools.Notices()) != 0 {
		t.Error("a notice about a behaviour that is known")
	}
}

func TestAContactSwitchesTheBehavior(t *testing.T) {
	s := school(t, "hunt")
	does(t, s, pupil, "chase_nearest", -1, 0)
	do(t, s, &session.Join{At: session.Point(19.8, 20)})
	does(t, s, pupil, "chase_nearest", -1, 0) // rung now, at the end of the tick
	does(t, s, pupil, "flee_nearest", 1, 0)
}

func TestSwitch(t *testing.T) {
	file := filepath.Join(t.TempDir(), "scene.yaml")
	tree := "{ kind: flee_nearest, where: { key: prey, value: true } }"
	if err := os.WriteFile(filepath.Join(filepath.Dir(file), "away.yaml"), []byte(tree), 0o600); err != nil {
		t.Fatal(err)
	}
	class, bot := session.Switch{Class: "pupil"}, session.Switch{Bot: &session.Who{ID: pupil}}
	for _, test := range []struct {
		name string
		to   session.Switch
	}{
		{"a class to a file", session.Switch{Class: class.Class, File: "away.yaml"}},
		{"a class to a named behaviour", session.Switch{Class: class.Class, Behavior: "shy"}},
		{"a bot to a file", session.Switch{Bot: bot.Bot, File: "away.yaml"}},
		{"a bot to a named behaviour", session.Switch{Bot: bot.Bot, Behavior: "shy"}},
		{"a bot to an action", session.Switch{Bot: bot.Bot, Behavior: "flee_nearest"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := live.Start(file, []byte(strings.Replace(minds, "%s", "hunt", 1)), live.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			do(t, s, &session.Place{Who: who(prey), At: session.Point(10, 20)})
			do(t, s, &session.Place{Who: who(pupil), At: session.Point(20, 20)})
			does(t, s, pupil, "chase_nearest", -1, 0)
			do(t, s, &test.to)
			does(t, s, pupil, "flee_nearest", 1, 0)
			added := do(t, s, &session.Add{Class: "pupil", Count: 1, At: session.Point(20, 20)}).IDs[0]
			if test.to.Bot == nil {
				does(t, s, added, "flee_nearest", 1, 0)
			} else {
				does(t, s, added, "chase_nearest", -1, 0)
			}
		})
	}
}

func TestABotKeepsTheTreeItWasGiven(t *testing.T) {
	s := school(t, "hunt")
	do(t, s, &session.Switch{Bot: &session.Who{ID: pupil}, Behavior: "wander"})
	do(t, s, &session.Join{At: session.Point(20, 20)}) // rings: state.behavior becomes shy
	does(t, s, pupil, "wander", 0, 1)
	if got := stateOf(t, s, pupil, "behavior"); got != `"shy"` {
		t.Fatalf("state.behavior is %s, wanted shy", got)
	}
	does(t, s, pupil, "wander", 0, 1)
	do(t, s, &session.Switch{Class: "pupil", Behavior: "hunt"}) // means all bots of the class
	do(t, s, &session.Place{Who: who(pupil), At: session.Point(20, 20)})
	does(t, s, pupil, "chase_nearest", -1, 0)
}

func TestSwitchIsRefused(t *testing.T) {
	s := school(t, "hunt")
	p := do(t, s, &session.Join{}).IDs[0]
	for want, c := range map[string]session.Command{
		`unknown behaviour "hont"; did you mean "hunt"?`: &session.Switch{Class: "pupil", Behavior: "hont"},
		`unknown bot class "pupils"`:                     &session.Switch{Class: "pupils", Behavior: "hunt"},
		"wanted one of the two":                          &session.Switch{Class: "pupil"},
		"a file or a named behaviour":                    &session.Switch{Class: "pupil", Behavior: "hunt", File: "x.yaml"},
		"nobody.yaml":                                    &session.Switch{Class: "pupil", File: "nobody.yaml"},
		"nobody has id 99":                               &session.Switch{Bot: &session.Who{ID: 99}, Behavior: "hunt"},
		"players have no tree":                           &session.Switch{Bot: &session.Who{ID: p}, Behavior: "hunt"},
	} {
		refuse(t, s, c, want)
	}
	does(t, s, pupil, "chase_nearest", -1, 0)
}
