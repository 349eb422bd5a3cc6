package systems_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/session"
)

const herd = `
world: { width: 100, height: 60 }
places: [{ id: pen, at: [99, 1], radius: 8 }]
bots:
  - id: sheep
    name: Sheep
    count: 4
    minCount: 2
    maxCount: 6
    initialState: { wool: 1 }
    start: [{ count: 1, state: { wool: 2, ram: true } }, { count: 2, state: { wool: 3 } }]
    tunable: [{ key: minCount, min: 1, max: 6 }, { key: maxCount, min: 3 }, { key: speedMps, min: 1, max: 8 }]
  - { id: dog, name: Dog, count: 1 }
`

func TestNamesAreNeverUsedTwice(t *testing.T) {
	s := open(t, herd)
	do(t, s, &session.Remove{Class: "sheep", Count: 1})
	do(t, s, &session.Add{Class: "sheep", Count: 2})
	do(t, s, &session.Remove{Bot: &session.Who{Name: "Sheep 1"}})
	do(t, s, &session.Add{Class: "sheep", Count: 1})
	want := []string{"Sheep 2", "Sheep 3", "Dog 1", "Sheep 5", "Sheep 6", "Sheep 7"}
	if diff := cmp.Diff(want, names(s)); diff != "" {
		t.Error(diff)
	}
}

func TestClassesThatShareANameCountOn(t *testing.T) {
	s := open(t, `bots: [{ id: a, name: Bot, count: 2 }, { id: b, name: Bot, count: 1 }]`)
	do(t, s, &session.Add{Class: "a", Count: 1})
	if diff := cmp.Diff([]string{"Bot 1", "Bot 2", "Bot 3", "Bot 4"}, names(s)); diff != "" {
		t.Error(diff)
	}
	do(t, s, &session.Remove{Bot: &session.Who{Name: "Bot 3"}})
	if n := count(s, "b"); n != 0 {
		t.Errorf("Bot 3 was found elsewhere: class b has %d bots", n)
	}
}

func TestWhoIsFoundByName(t *testing.T) {
	s := open(t, `bots: [{ id: a, name: "Bot 1", count: 1 }, { id: b, name: Bot, count: 11 }]`)
	do(t, s, &session.Join{Name: "Bot 1"})
	do(t, s, &session.Join{Name: "Ann"})
	for name, want := range map[string]components.ID{"Bot 1 1": 1, "Bot 11": 12, "Bot 1": 2, "Ann": 14} {
		if got, _ := s.Game().ByName(name); got != want {
			t.Errorf("%q is %d, wanted %d", name, got, want)
		}
	}
	for _, name := range []string{"", "Bot", "Bot 0", "Bot 01", "Bot +1", "Bot 12", "Bot 4294967297", "ann"} {
		if id, many := s.Game().ByName(name); many > 0 {
			t.Errorf("%q is %d, wanted nobody", name, id)
		}
	}
}

func TestStartOverridesTheFirst(t *testing.T) {
	s := open(t, herd)
	for id, want := range []string{"", "2", "3", "3", "1"} {
		if id > 0 && stateOf(t, s, components.ID(id), "wool") != want {
			t.Errorf("sheep %d: wool %s, wanted %s", id, stateOf(t, s, components.ID(id), "wool"), want)
		}
	}
	if stateOf(t, s, 1, "ram") != "true" || stateOf(t, s, 2, "ram") != "" {
		t.Error("only the first sheep should be a ram")
	}
	id := do(t, s, &session.Add{Class: "sheep", Count: 1}).IDs[0]
	if got := stateOf(t, s, id, "wool"); got != "1" {
		t.Errorf("a sheep that comes later: wool %s, wanted 1", got)
	}
}

func TestAddsAreClamped(t *testing.T) {
	s := open(t, herd)
	add := do(t, s, &session.Add{Class: "sheep", Count: 10})
	if want := `added 2 of 10: class "sheep" is at its maxCount`; len(add.IDs) != 2 || add.Note != want {
		t.Errorf("reply %v %q, wanted 2 ids and %q", add.IDs, add.Note, want)
	}
	refuse(t, s, &session.Add{Class: "sheep", Count: 1}, `"sheep" is full: 6 bots, maxCount 6`)
	refuse(t, s, &session.Add{Class: "dog", Count: -1}, "cannot add -1 bots")
	refuse(t, s, &session.Add{Class: "shep", Count: 1}, `unknown bot class "shep"; did you mean "sheep"?`)
	if add := do(t, s, &session.Add{Class: "dog", Count: 500}); len(add.IDs) != 500 || add.Note != "" {
		t.Errorf("a class without a ceiling took %d of 500: %q", len(add.IDs), add.Note)
	}
}

func TestRemovesAreClampedAtTheFloor(t *testing.T) {
	s := open(t, herd)
	remove := do(t, s, &session.Remove{Class: "sheep", Count: 10})
	if want := []components.ID{3, 4}; !slices.Equal(remove.IDs, want) {
		t.Errorf("removed %v, wanted the youngest, %v", remove.IDs, want)
	}
	if want := `removed 2 of 10: class "sheep" has no more to spare`; remove.Note != want {
		t.Errorf("note %q, wanted %q", remove.Note, want)
	}
	refuse(t, s, &session.Remove{Class: "sheep", Count: 1}, "at its minCount 2")
	refuse(t, s, &session.Remove{Bot: &session.Who{ID: 1}}, "at its minCount 2")
	refuse(t, s, &session.Remove{Bot: &session.Who{ID: 3}}, "nobody has id 3")
	do(t, s, &session.Remove{Class: "dog", Count: 1})
	refuse(t, s, &session.Remove{Class: "dog", Count: 1}, `class "dog" has no bots`)
	p := do(t, s, &session.Join{})
	refuse(t, s, &session.Remove{Bot: &session.Who{ID: p.IDs[0]}}, "players leave")
}

func TestFloorAndCeilingCanBeTuned(t *testing.T) {
	s := open(t, herd)
	tune := func(key string, v float64) *session.Tune { return &session.Tune{Class: "sheep", Key: key, Value: v} }
	do(t, s, tune("minCount", 6))
	if n := count(s, "sheep"); n != 4 {
		t.Errorf("%d sheep before the next tick, wanted 4", n)
	}
	s.Step()
	if n := count(s, "sheep"); n != 6 {
		t.Errorf("%d sheep with a floor of 6", n)
	}
	refuse(t, s, tune("maxCount", 5), "maxCount 5 would be below minCount 6")
	do(t, s, tune("maxCount", 9))
	do(t, s, &session.Add{Class: "sheep", Count: 3})
	if n := count(s, "sheep"); n != 9 {
		t.Errorf("%d sheep, wanted 9", n)
	}
}

func TestLoweringTheCeilingOnlyStopsAdds(t *testing.T) {
	s := open(t, herd)
	do(t, s, &session.Tune{Class: "sheep", Key: "maxCount", Value: 3})
	steps(s, 3)
	if n := count(s, "sheep"); n != 4 {
		t.Errorf("%d sheep, wanted all 4 to stay", n)
	}
	refuse(t, s, &session.Add{Class: "sheep", Count: 1}, "full: 4 bots, maxCount 3")
}

func TestTakingAnOverrideBackKeepsFloorBelowCeiling(t *testing.T) {
	s := open(t, herd)
	tune := func(key string, v float64) *session.Tune { return &session.Tune{Class: "sheep", Key: key, Value: v} }
	do(t, s, tune("minCount", 1))
	do(t, s, tune("maxCount", 20))
	do(t, s, tune("minCount", 6))
	do(t, s, &session.Untune{Class: "sheep", Key: "maxCount"}) // 6 and 6
	do(t, s, &session.Untune{Class: "sheep", Key: "minCount"})

	s = open(t, `bots: [{ id: c, name: C, minCount: 2, maxCount: 3, tunable: [{ key: minCount }, { key: maxCount }] }]`)
	do(t, s, &session.Tune{Class: "c", Key: "maxCount", Value: 9})
	do(t, s, &session.Tune{Class: "c", Key: "minCount", Value: 5})
	refuse(t, s, &session.Untune{Class: "c", Key: "maxCount"}, "maxCount 3 would be below minCount 5")
	do(t, s, &session.Untune{Class: "c", Key: "minCount"})
	do(t, s, &session.Tune{Class: "c", Key: "minCount", Value: 0})
	do(t, s, &session.Tune{Class: "c", Key: "maxCount", Value: 1})
	refuse(t, s, &session.Untune{Class: "c", Key: "minCount"}, "minCount 2 would be above maxCount 1")
}

func TestNoClassGrowsWithoutBound(t *testing.T) {
	s := open(t, `bots: [{ id: c, name: C, tunable: [{ key: minCount }] }]`)
	refuse(t, s, &session.Tune{Class: "c", Key: "minCount", Value: 20_000_000}, "above maxCount 10000000")
}

func TestBotsAppearInTheirPlace(t *testing.T) {
	s := open(t, herd)
	ids := do(t, s, &session.Add{Class: "dog", Count: 300, At: &session.Spot{Place: "pen"}}).IDs
	far := 0
	for _, id := range ids {
		b := find(t, s, id)
		if d := math.Hypot(float64(b.X)-99, float64(b.Y)-1); d > 8.00001 {
			t.Errorf("bot %d is %v m from the middle of its place", id, d)
		} else if d > 4 {
			far++
		}
		if b.X < 0 || b.X > 100 || b.Y < 0 || b.Y > 60 {
			t.Errorf("bot %d at (%v, %v) is off the field", id, b.X, b.Y)
		}
	}
	if far < 100 {
		t.Errorf("%d of 300 in the outer ring, wanted them spread out", far)
	}
	refuse(t, s, &session.Add{Class: "dog", Count: 1, At: &session.Spot{Place: "barn"}}, `unknown place "barn"`)
	refuse(t, s, &session.Add{Class: "dog", Count: 1, At: session.Point(101, 5)}, "(101, 5) is off the field of 100 x 60 m")
	refuse(t, s, &session.Add{Class: "dog", Count: 1, At: session.Point(math.NaN(), 5)}, "off the field")
}

// A component's first value may depend on where a body appears, and on its class.
func TestFirstValuesSeeWhereABodyAppears(t *testing.T) {
	s := open(t, herd)
	w := s.World()
	type copied struct{ components.Position }
	born := ecs.RegisterFunc(w, func(id components.ID) copied { return copied{*w.Position.Of(id)} })
	do(t, s, &session.Add{Class: "sheep", Count: 1, At: session.Point(20, 30)})
	do(t, s, &session.Join{Name: "Ann", At: session.Point(7, 8)})
	for name, want := range map[string]components.Position{"Sheep 5": {X: 20, Y: 30}, "Ann": {X: 7, Y: 8}} {
		id, _ := s.Game().ByName(name)
		if got := born.Of(id); *got != (copied{want}) {
			t.Errorf("%s appeared at %v as a component sees it, want %v", name, *got, want)
		}
	}
}
