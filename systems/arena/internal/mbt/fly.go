package mbt

import (
	"errors"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// flying are the actions of helicopters, which fly low here.
var flying = []action{{name: "Fly", act: fly, check: flyable, doc: "Goes to the place with the tag `refpoint`."}}

// fly goes to a place by its name, or to the result of a query; for ever with
// loopAlongPath.
func fly(t turn) host.Status {
	to := t.textArg("name")
	if t.boolArg("goToRefPoint") {
		to = pointTag
	}
	p := t.NearestPlace(t.Body, to, core.Anyones)
	if p < 0 {
		return host.Failure
	}
	s := t.EnterPlace(p, t.numberArg("pathEndDistance", 0), t.FormOf(t.Body).Paces.Run)
	if t.boolArg("loopAlongPath") {
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
