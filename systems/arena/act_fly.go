package arena

import (
	"errors"
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
)

// flights are the plays of helicopters, which fly low here, and of gunners.
var flights = []play{
	{name: "Fly", act: fly, check: flyable},
	{name: "FlyShoot", act: func(a *Arena, c *host.Call) host.Status {
		if q := a.prey(c.Body); q >= 0 {
			a.attack(c, q)
		}
		return host.Running
	}},
	{name: "FlyAimAtCombatTarget", act: func(a *Arena, c *host.Call) host.Status { return keepOn(a.lookAt(c, "")) }},
	{name: "FlyForceAttentionTarget", act: func(a *Arena, c *host.Call) host.Status {
		if q := a.prey(c.Body); q >= 0 {
			a.mind[c.Body].Target = a.id(q)
			c.Choose(q)
		}
		return host.Running
	}},
	{name: "WaitAlignedWithAttentionTarget", act: waitAligned},
	{name: "AimAroundWhileUsingAMachingGun", act: func(a *Arena, c *host.Call) host.Status {
		const round = 8 // seconds
		a.spin(c, round)
		return host.Running
	}},
	{name: "PullDownThreatLevel", act: func(a *Arena, c *host.Call) host.Status {
		to := min(max(figure(c, "to", 0), 0), float64(a.mind[c.Body].Alert))
		a.want[c.Body].alert = int8(to) + 1
		return host.Success
	}},
	{name: "AnimationTagWrapper", act: func(a *Arena, c *host.Call) host.Status {
		a.poseAs(c, told(c, "name"))
		return c.Child
	}},
}

// fly goes to a place by its name, or to what a query found; round and round
// where it is told so.
func fly(a *Arena, c *host.Call) host.Status {
	to := told(c, "name")
	if flag(c, "goToRefPoint", false) {
		to = pointTag
	}
	s := a.goToPlace(c, to, figure(c, "pathEndDistance", 0), a.form(c.Body).Paces.Run)
	if flag(c, "loopAlongPath", false) {
		return keepOn(s)
	}
	return s
}

// flyable says what a Fly lacks.
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

// waitAligned succeeds once the body faces its target, as closely as is wanted.
func waitAligned(a *Arena, c *host.Call) host.Status {
	q := a.prey(c.Body)
	if q < 0 {
		return host.Failure
	}
	const usual = 20 // degrees
	_, least := sinCos(min(max(figure(c, "toleranceDegrees", usual), 0), 180) * math.Pi / 180)
	_, _, hx, hy := a.g.Body(c.Body)
	dx, dy := a.delta(c.Body, q)
	ahead := float64(dx*float64(hx)) + float64(dy*float64(hy))
	return either(ahead >= float64(least*length(dx, dy)), host.Success, host.Running)
}
