package mbt

import (
	"errors"
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// flying are the actions of helicopters, which fly low here, and of gunners.
var flying = []action{
	{name: "Fly", act: fly, check: flyable},
	{name: "FlyShoot", act: func(t turn) host.Status {
		if q := t.target(); q >= 0 {
			t.Attack(q)
		}
		return host.Running
	}},
	{name: "FlyAimAtCombatTarget", act: func(t turn) host.Status { return core.KeepOn(t.lookAt("")) }},
	{name: "FlyForceAttentionTarget", act: func(t turn) host.Status {
		if q := t.target(); q >= 0 {
			t.Mind[t.Body].Target = t.ID(q)
			t.Choose(q)
		}
		return host.Running
	}},
	{name: "WaitAlignedWithAttentionTarget", act: waitAligned},
	{name: "AimAroundWhileUsingAMachingGun", act: func(t turn) host.Status {
		const round = 8 // seconds
		t.Spin(round)
		return host.Running
	}},
	{name: "PullDownThreatLevel", act: func(t turn) host.Status {
		t.SetAlertness(0)
		return host.Success
	}},
	{name: "AnimationTagWrapper", act: func(t turn) host.Status {
		t.poseAs(t.textArg("name"))
		return t.Child
	}},
}

// fly goes to a place by its name, or to the result of a query; for ever with
// loopAlongPath.
func fly(t turn) host.Status {
	to := t.textArg("name")
	if t.boolArg("goToRefPoint", false) {
		to = pointTag
	}
	s := t.goToPlace(to, t.numberArg("pathEndDistance", 0), t.FormOf(t.Body).Paces.Run)
	if t.boolArg("loopAlongPath", false) {
		return core.KeepOn(s)
	}
	return s
}

// flyable returns the error for a Fly without a place to go to.
func flyable(s *host.Site) error {
	for i := range s.Params {
		if s.Params[i].Name == "goToRefPoint" && s.Args[i].Kind() == host.Bool && s.Args[i].Bool() {
			return tagged(s, pointTag)
		}
	}
	if to := attribute(s, "name"); to != "" {
		return tagged(s, to)
	}
	return errors.New("no place is named, and there are no paths")
}

// waitAligned succeeds once the bot faces its target within an angle.
func waitAligned(t turn) host.Status {
	q := t.target()
	if q < 0 {
		return host.Failure
	}
	const usual = 20 // degrees
	_, least := core.SinCos(min(max(t.numberArg("toleranceDegrees", usual), 0), 180) * math.Pi / 180)
	_, _, hx, hy := t.Game.Body(t.Body)
	dx, dy := t.Delta(t.Body, q)
	ahead := float64(dx*float64(hx)) + float64(dy*float64(hy))
	return onceDone(ahead >= float64(least*core.Length(dx, dy)))
}
