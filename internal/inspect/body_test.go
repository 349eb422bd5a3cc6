package inspect_test

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/inspect"
	"github.com/thicket-sim/thicket/systems"
)

func TestHowABodyFares(t *testing.T) {
	told := func(s *systems.Snapshot, v systems.BodyView, want string) {
		t.Helper()
		if got := strings.Join(inspect.Condition(s, &v), "; "); got != want {
			t.Errorf("%+v: %q, wanted %q", v, got, want)
		}
	}
	var plain systems.Snapshot
	told(&plain, systems.BodyView{Health: 1}, "")
	told(&plain, systems.BodyView{Health: 0.4, Cargo: 2}, "health 40%; carries 2")
	told(&plain, systems.BodyView{Dead: true}, "is dead")
	told(&plain, systems.BodyView{Health: 1, Pose: "sleep", Speech: "zz"}, `pose sleep; says "zz"`)

	arena := systems.Snapshot{Arena: true, Bots: []systems.BodyView{{ID: 7, Name: "Egg 1"}}}
	told(&arena, systems.BodyView{Health: 1, Points: 30, Weapon: "saw"}, "health 100%, 30 points; weapon saw")
	told(&arena, systems.BodyView{
		Health: 0.5, Weapon: "rifle", Clip: 30, Loaded: 12, Spare: 60, Tracked: true, Money: 250, Kills: 2, Timer: 12.25, Stuck: 1.5,
		Goal: systems.GoalView{Kind: systems.GoalBody, ID: 7, X: 3, Y: 4},
	}, "health 50%; weapon rifle, 12 of 30 + 60; money 250, kills 2; goal Egg 1 at 3.0, 4.0; timer 12.2 s, stuck 1.5 s")
	told(&arena, systems.BodyView{Health: 1, Goal: systems.GoalView{Kind: systems.GoalPlace, Place: "den", X: 1}}, "goal den at 1.0, 0.0")
	told(&arena, systems.BodyView{Health: 1, Goal: systems.GoalView{Kind: systems.GoalPoint, X: 1}}, "goal point at 1.0, 0.0")
	told(&arena, systems.BodyView{Health: 0.25, Building: systems.BuildingView{Kind: "egg", Finished: 0.4, Burning: true}},
		"health 25%; building egg, 40% built, burning, without power")
}

func TestTheFormOfABody(t *testing.T) {
	setup := &systems.Setup{Classes: []systems.Class{{ID: "alien", Name: "Alien"}, {ID: "alien_level4", Name: "Tyrant"}, {ID: "bare", Name: "bare"}}}
	for form, want := range map[string]string{"": "", "alien": "", "alien_level4": "Tyrant (alien_level4)", "bare": "bare", "lost": "lost"} {
		if got := inspect.Form(setup, &systems.BodyView{Class: "alien", Form: form}); got != want {
			t.Errorf("as %q: %q, wanted %q", form, got, want)
		}
	}
}
