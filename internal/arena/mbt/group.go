package mbt

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
)

// grouping are the nodes of groups. A group is a team, else a class.
var grouping = []action{
	{name: "SendSquadEvent", sends: "name", act: func(t turn) host.Status {
		return t.DoWithText(core.SignalDeed(core.ToGroup, 0), t.textArg("name"), host.NullValue)
	}, doc: "Sends an event to the bot's group."},
	{name: "IfSquadCount", act: func(t turn) host.Status {
		n := float64(len(t.Groups[t.Group[t.Body]].Members))
		t.Because("living members of its group").Has(n, "")
		fits := n > t.numberArg("isGreaterThan", -1) && n < t.numberArg("isLesserThan", math.Inf(1)) && n == t.numberArg("equals", n)
		return host.StatusOf(fits)
	}, doc: "Runs its child where the bot's group has so many living members."},
	{name: "HoldFormation", act: holdFormation, exit: func(t turn) { t.formation[t.Body] = false }, doc: "Others of its group fall in with the bot while its child runs; a child that succeeds runs again. Fails with it, and without a `name`."},
	{name: "JoinFormation", bits: 1, act: joinFormation, doc: "Follows the bot of its group that holds a formation, the one with the lowest id, else its leader, at 3 m. Gets the event ACT_JOIN_FORMATION as it begins. Runs for ever."},
}

func holdFormation(t turn) host.Status {
	if t.textArg("name") == "" {
		t.Because("the formation has no name")
		return host.Failure
	}
	t.formation[t.Body] = true
	return core.KeepOn(t.Kids.Run(0))
}

func joinFormation(t turn) host.Status {
	q := t.Living(t.Mind[t.Body].Leader)
	for _, p := range t.Groups[t.Group[t.Body]].Members {
		if p != t.Body && t.held[p] && !t.Dead(p) && (q < 0 || !t.held[q] || t.ID(p) < t.ID(q)) {
			q = p
		}
	}
	if q < 0 || q == t.Body {
		t.Because("nobody of its group holds a formation, and no leader lives")
		t.Stay()
		return host.Running
	}
	if t.Load(0, 1) == 0 {
		t.Store(0, 1, 1)
		t.DoWithText(core.SignalToDeed(t.ID(t.Body)), actJoinFormation.String(), host.NumberValue(float64(t.ID(q))))
	}
	t.Choose(q)
	const apart = 3 // metres
	x, y := t.Game.At(q)
	t.GoOn(x, y, apart, t.FormOf(t.Body).Paces.Run)
	return host.Running
}

// NearestMember returns the nearest other living body of a body's group, or -1.
func (s *agents) NearestMember(b int32) int32 {
	x, y := s.arena.Game.At(b)
	return s.arena.Groups[s.arena.Group[b]].Index.NearestWithin(x, y, float32(math.MaxFloat32), b)
}
