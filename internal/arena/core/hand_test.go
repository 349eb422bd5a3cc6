package core_test

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// yard is a field on which nobody walks by itself.
const yard = `
tickRate: 10
world: { width: 60, height: 40 }
teams: [{ id: red }, { id: blue }]
teamAssignment: { humanTeamId: red }
match: { score: 100, kill: 1, purse: 5 }
places: [{ id: camp, at: [10, 10], radius: 3, tags: [store, heal, shop], team: red }, { id: post, at: [30, 30], radius: 0.1 }]
weapons: [{ id: sword, damage: 30, range: 2, cooldown: 0.5s }]
items: [{ kind: ore, count: 1, at: camp, respawn: never, worth: 2 }]
goods: [{ id: mail, price: 4, armour: 0.5 }]
bots:
  - { id: guard, name: Guard, teamId: red, count: 1, speedMps: 2, weapons: [sword], home: camp, health: 50, behavior: { kind: action, name: wait, args: { seconds: 9 } } }
  - { id: foe, name: Foe, teamId: blue, count: 1, speedMps: 2, health: 50, home: post, respawn: 60s, behavior: { kind: action, name: wait, args: { seconds: 9 } } }
`

func yardOf(t *testing.T) (*live.Session, func(session.Command) error) {
	t.Helper()
	return begun(t, yard)
}

func begun(t *testing.T, scene string) (*live.Session, func(session.Command) error) {
	t.Helper()
	s, err := live.Start("yard.yaml", []byte(scene), live.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s, s.Do
}

func TestPlayersActByTheRulesOfBots(t *testing.T) {
	t.Parallel()
	s, do := yardOf(t)
	join := &session.Join{Name: "Ann", SpeedMPS: 3}
	if err := do(join); err != nil {
		t.Fatal(err)
	}
	ann := join.IDs[0]
	offer := func() systems.Offer { return s.Game().Offer(ann) }
	act := func(verb string) {
		t.Helper()
		if err := do(&session.Act{Player: session.Who{ID: ann}, Verb: verb}); err != nil {
			t.Fatal(err)
		}
		s.Step()
	}
	place := func(who components.ID, x, y float64) {
		t.Helper()
		if err := do(&session.Place{Who: session.Who{ID: who}, At: session.Point(x, y)}); err != nil {
			t.Fatal(err)
		}
		s.Step()
	}
	me := func() session.BodyView { return s.Snapshot().Players[0] }
	s.Step()
	if p := me(); p.Weapon != "sword" || (p.X-10)*(p.X-10)+(p.Y-10)*(p.Y-10) > 9.1 {
		t.Errorf("a player begins with %q at (%g, %g), wanted the weapon and the home of a guard", p.Weapon, p.X, p.Y)
	}
	ore := s.Snapshot().Items[0]
	place(ann, float64(ore.X), float64(ore.Y))
	if o := offer(); o.Verb != "take" || o.What != "ore" {
		t.Errorf("beside ore: %+v", o)
	}
	if act(""); me().Cargo != 1 {
		t.Error("nothing was taken")
	}
	if o := offer(); o.Verb != "deliver" {
		t.Errorf("in the store with ore: %+v", o)
	}
	if act("drop"); me().Cargo != 0 {
		t.Error("nothing was dropped")
	}
	act("take")
	if act(""); s.Snapshot().Sides[0].Score != 2 {
		t.Errorf("a delivery scores %v", s.Snapshot().Sides)
	}
	if o := offer(); o.Verb != "buy" || o.What != "mail" {
		t.Errorf("in the shop: %+v", o)
	}
	if act(""); s.Snapshot().Sides[0].Purse != 3 {
		t.Errorf("after a purchase: %+v", s.Snapshot().Sides)
	}
	foe := s.Snapshot().Bots[1].ID
	place(ann, 30, 28.5)
	if o := offer(); o.Verb != "attack" || o.Who != foe || o.Aim != foe || o.Why != "fight" || o.Y < 1 {
		t.Errorf("beside a foe: %+v", o)
	}
	for range 3 { // of which the second must wait
		act("")
	}
	if h := s.Snapshot().Bots[1].Points; h != 20 {
		t.Errorf("three blows within 0.3 s leave %g points, wanted those of one: 20", h)
	}
	for range 10 {
		act("attack")
	}
	if b := s.Snapshot().Bots[1]; !b.Dead || me().Kills != 1 {
		t.Errorf("after enough blows: %+v", b)
	}
	if err := do(&session.Act{Player: session.Who{ID: foe}}); err == nil {
		t.Error("a bot acts by a key")
	}
	if err := do(&session.Act{Player: session.Who{ID: ann}, Verb: "fly"}); err == nil {
		t.Error("an unknown verb was taken")
	}
}

// A player is told the way to what pays, to where that is brought, and, hurt, to where it can rest.
func TestPlayersAreToldWhereToGo(t *testing.T) {
	t.Parallel()
	angry := strings.Replace(yard, "home: post, respawn: 60s, behavior: { kind: action, name: wait, args: { seconds: 9 } }",
		"home: post, weapons: [sword], behavior: { kind: action, name: fight, args: { who: enemy } }", 1)
	if angry == yard {
		t.Fatal("the foe is not angry")
	}
	s, do := begun(t, angry)
	join := &session.Join{Name: "Ann", SpeedMPS: 3}
	if err := do(join); err != nil {
		t.Fatal(err)
	}
	ann := join.IDs[0]
	errand := func() systems.Errand { return s.Game().Offer(ann).Errand }
	place := func(x, y float64) {
		t.Helper()
		if err := do(&session.Place{Who: session.Who{ID: ann}, At: session.Point(x, y)}); err != nil {
			t.Fatal(err)
		}
		s.Step()
	}
	ore := s.Snapshot().Items[0]
	place(float64(ore.X)+20, float64(ore.Y)-3)
	if e := errand(); e != (systems.Errand{Why: "take", What: "ore", X: -20, Y: 3}) {
		t.Errorf("with empty hands: %+v", e)
	}
	place(float64(ore.X), float64(ore.Y))
	if err := do(&session.Act{Player: session.Who{ID: ann}, Verb: "take"}); err != nil {
		t.Fatal(err)
	}
	s.Step()
	if e := errand(); e != (systems.Errand{}) {
		t.Errorf("in the store: %+v", e)
	}
	place(30, 10)
	if e := errand(); e != (systems.Errand{Why: "deliver", What: "camp", X: -20}) {
		t.Errorf("with ore: %+v", e)
	}
	if err := do(&session.Act{Player: session.Who{ID: ann}, Verb: "drop"}); err != nil {
		t.Fatal(err)
	}
	foe := s.Snapshot().Bots[1]
	place(float64(foe.X), float64(foe.Y)-1)
	me := func() session.BodyView { return s.Snapshot().Players[0] }
	for range 100 {
		if s.Step(); me().Health < 0.35 {
			break
		}
	}
	if p, e := me(), errand(); p.Dead || e.Why != "rest" || e.What != "camp" {
		t.Errorf("with %g of health: %+v", p.Health, e)
	}
}

// A player's kit is that of each class of its team in turn.
func TestPlayersChangeTheirKits(t *testing.T) {
	t.Parallel()
	s, do := yardOf(t)
	join := &session.Join{Name: "Ann"}
	if err := do(join); err != nil {
		t.Fatal(err)
	}
	if err := do(&session.Act{Player: session.Who{Name: "Ann"}, Verb: "become"}); err != nil {
		t.Fatal(err)
	}
	s.Step()
	if p := s.Snapshot().Players[0]; p.Form != "guard" || p.Weapon != "sword" {
		t.Errorf("after a change of kit: %q with %q", p.Form, p.Weapon)
	}
}
