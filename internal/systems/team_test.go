package systems_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/session"
)

func TestTeams(t *testing.T) {
	const teams = "teams: [{ id: red }, { id: green }, { id: blue }]\n"
	for _, test := range []struct {
		name, scene string
		bots        []string
		joiners     []string
	}{
		{"balanced, ties in the order of the file",
			teams + `bots: [{ id: a, name: A, count: 1, teamId: green }]`,
			[]string{"green"}, []string{"red", "blue", "red", "green", "blue"}},
		{"bots without a team have none",
			teams + `bots: [{ id: a, name: A, count: 2 }]`,
			[]string{"", ""}, []string{"red", "green", "blue", "red"}},
		{"pinned humans",
			teams + `teamAssignment: { humanTeamId: blue }
bots: [{ id: a, name: A, count: 1 }, { id: b, name: B, count: 1, teamId: red }]`,
			[]string{"", "red"}, []string{"blue", "blue"}},
		{"bots without a team go to botTeamId",
			teams + `teamAssignment: { humanTeamId: blue, botTeamId: green }
bots: [{ id: a, name: A, count: 1 }, { id: b, name: B, count: 1, teamId: red }]`,
			[]string{"green", "red"}, []string{"blue"}},
		{"the ids that are named make the teams",
			`bots: [{ id: a, name: A, count: 2, teamId: x }, { id: b, name: B, count: 1, teamId: y }]`,
			[]string{"x", "x", "y"}, []string{"y", "x", "y"}},
		{"no teams", `bots: [{ id: a, name: A, count: 1 }]`, []string{""}, []string{"", ""}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, test.scene)
			for range test.joiners {
				do(t, s, &session.Join{})
			}
			var bots, joiners []string
			snap := s.Snapshot()
			for _, b := range snap.Bots {
				bots = append(bots, b.Team)
			}
			for _, p := range snap.Players {
				joiners = append(joiners, p.Team)
			}
			if diff := cmp.Diff(test.bots, bots); diff != "" {
				t.Errorf("bots: %s", diff)
			}
			if diff := cmp.Diff(test.joiners, joiners); diff != "" {
				t.Errorf("joiners: %s", diff)
			}
		})
	}
}

func TestWhoLeavesMakesRoomInTheTeam(t *testing.T) {
	s := open(t, "teams: [{ id: red }, { id: blue }]\nbots: []")
	first := do(t, s, &session.Join{})
	do(t, s, &session.Join{})
	do(t, s, &session.Leave{Player: who(first.IDs[0])})
	again := do(t, s, &session.Join{})
	if got := find(t, s, again.IDs[0]).Team; got != "red" {
		t.Errorf("the joiner is %s, wanted red, which has nobody", got)
	}
}

const court = `
tickRate: 10
world: { width: 20, height: 20 }
playerJoinStates: { prey: true, hp: 3 }
bots:
  - { id: c, name: Chaser, count: 1, speedMps: 0, initialState: { tagger: true }, behavior: { kind: chase_nearest, where: { key: prey, value: true } } }
  - { id: f, name: Fleer, count: 1, speedMps: 0, behavior: { kind: flee_nearest, where: { key: prey, value: true } } }
rules: [{ on: contact, radius: 1, from: { tagger: true }, to: { prey: true }, set: { to: { prey: false } } }]
`

func TestPlayersAreSeenAndTaggedLikeBots(t *testing.T) {
	s := open(t, court)
	do(t, s, &session.Place{Who: who(1), At: session.Point(10, 10)})
	do(t, s, &session.Place{Who: who(2), At: session.Point(10, 10)})
	p := do(t, s, &session.Join{At: session.Point(10, 14), Heading: components.Heading{Y: -2}, SpeedMPS: 5}).IDs[0]
	if stateOf(t, s, p, "hp") != "3" || stateOf(t, s, p, "prey") != "true" {
		t.Error("a joiner gets playerJoinStates")
	}
	s.Step()
	c, f, me := find(t, s, 1), find(t, s, 2), find(t, s, p)
	if c.Target != p || c.HX != 0 || c.HY != 1 {
		t.Errorf("the chaser heads (%v, %v) for %d, wanted (0, 1) for %d", c.HX, c.HY, c.Target, p)
	}
	if f.Target != p || f.HX != 0 || f.HY != -1 || math.Signbit(float64(f.HX)) {
		t.Errorf("the fleer heads (%v, %v) from %d, wanted (0, -1) from %d", f.HX, f.HY, f.Target, p)
	}
	if me.X != 10 || me.Y != 13.5 || me.HY != -1 {
		t.Errorf("the player is at (%v, %v), wanted (10, 13.5): half a metre on", me.X, me.Y)
	}
	steps(s, 4)
	if stateOf(t, s, p, "prey") != "true" {
		t.Error("tagged at more than a metre")
	}
	s.Step() // to 11 m: one metre away is within reach
	if stateOf(t, s, p, "prey") != "false" || len(s.Game().Contacts()) != 1 {
		t.Error("not tagged at one metre")
	}
	s.Step()
	if c := find(t, s, 1); c.Action != "" || c.Target != 0 || c.HY != 1 {
		t.Errorf("nobody matches, but the chaser did %q to %d and heads (%v, %v)", c.Action, c.Target, c.HX, c.HY)
	}
}

func TestInputTurnsAndStopsAPlayer(t *testing.T) {
	s := open(t, court)
	p := who(do(t, s, &session.Join{Name: "Ann", At: session.Point(19.5, 3), SpeedMPS: 10}).IDs[0])
	at := func() [2]float32 { b := find(t, s, p.ID); return [2]float32{b.X, b.Y} }
	s.Step()
	if at() != [2]float32{19.5, 3} {
		t.Errorf("without a heading Ann went to %v", at())
	}
	do(t, s, &session.Input{Player: session.Who{Name: "Ann"}, Heading: components.Heading{X: 3}})
	steps(s, 2)
	if at() != [2]float32{20, 3} {
		t.Errorf("Ann is at %v, wanted the edge to hold her at (20, 3)", at())
	}
	do(t, s, &session.Input{Player: p, Heading: components.Heading{X: -1e-20, Y: 0}})
	s.Step()
	if at() != [2]float32{19, 3} {
		t.Errorf("Ann is at %v, wanted (19, 3): any length turns", at())
	}
	do(t, s, &session.Input{Player: p, Heading: components.Heading{X: -5}})
	s.Step()
	if at() != [2]float32{18, 3} {
		t.Errorf("Ann is at %v, wanted (18, 3): nobody is faster by a longer heading", at())
	}
	do(t, s, &session.Input{Player: p})
	s.Step()
	if at() != [2]float32{18, 3} {
		t.Errorf("the zero heading did not stop Ann: %v", at())
	}
	nan := float32(math.NaN())
	refuse(t, s, &session.Input{Player: p, Heading: components.Heading{X: nan}}, "wanted two finite numbers")
	refuse(t, s, &session.Input{Player: who(1)}, "1 is a bot, wanted a player")
	refuse(t, s, &session.Leave{Player: who(1)}, "1 is a bot, wanted a player")
	refuse(t, s, &session.SetState{Who: who(99), State: session.State{Key: "prey"}}, "nobody has id 99")
	refuse(t, s, &session.Place{Who: p, At: session.Point(5, 21)}, "off the field")
	refuse(t, s, &session.Place{Who: p, At: session.Point(5, 5), Heading: &components.Heading{Y: nan}}, "two finite numbers")
	for _, mps := range []float64{-1, math.NaN(), math.Inf(1)} {
		refuse(t, s, &session.Join{SpeedMPS: mps}, "wanted 0 or more")
	}
	refuse(t, s, &session.Join{At: session.Point(-1, 0)}, "off the field")
	do(t, s, &session.SetState{Who: p, State: session.State{Key: "prey", Value: host.BoolValue(false)}})
	do(t, s, &session.Leave{Player: p})
	refuse(t, s, &session.Leave{Player: p}, "nobody has id 3")
	refuse(t, s, &session.Input{Player: session.Who{Name: "Ann"}}, `nobody is called "Ann"`)
}

func TestPlayersWithoutANameAreNumbered(t *testing.T) {
	s := open(t, "bots: []")
	for range 2 {
		do(t, s, &session.Join{})
	}
	do(t, s, &session.Leave{Player: session.Who{Name: "Player 2"}})
	p := do(t, s, &session.Join{})
	if got := find(t, s, p.IDs[0]).Name; got != "Player 3" {
		t.Errorf("the third is %q, wanted Player 3", got)
	}
}
