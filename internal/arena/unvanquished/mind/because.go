package mind

import (
	"cmp"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

// About notes something of a target: a body, a place, or the point at which it is.
func (t Turn) About(what string, m world.Target) *host.Reason {
	if !t.Watched {
		return nil
	}
	switch m.Kind {
	case world.BodyTarget:
		return t.Because(what, t.a.BodyOf(m.Who))
	case world.PlaceTarget:
		return t.Because(what).About(t.Places()[m.Place].ID)
	case world.PointTarget:
		return t.Because(what + " a point")
	}
	return t.Because("no goal")
}

// TellGap notes how far a target is, and how near is near enough.
func (t Turn) TellGap(m world.Target, stop float64) {
	if t.Watched {
		t.About("distance to", m).Is(t.Gap(t.Body, m), host.AtMost, stop, "m")
	}
}

// TellLost notes that the bot cannot go on to its goal.
func (t Turn) TellLost(m world.Target) {
	if m.Kind == world.NoTarget {
		t.Because("no goal")
	} else {
		t.About("dead or gone:", m)
	}
}

// TellHealth notes the share of full health that a body has.
func (t Turn) TellHealth(q int32) {
	if t.Watched && q == t.Body {
		t.Because("health").Is(t.HealthShare(q), host.AtLeast, 1, "")
	} else if t.Watched {
		t.Because("health of", q).Is(t.HealthShare(q), host.AtLeast, 1, "")
	}
}

// TellSince notes how long ago a tick was, beside a limit in seconds.
func (t Turn) TellSince(what string, tick int64, limit float64) {
	if t.Watched {
		t.Because(what).Is(t.Since(tick), host.AtLeast, limit, "s")
	}
}

// tellKeys notes the directions in which the bot goes in this tick.
func (t Turn) tellKeys(keys uint8) {
	if !t.Watched {
		return
	}
	var names []string
	for bit, name := range [...]string{"forward", "backward", "left", "right"} {
		if keys>>bit&1 != 0 {
			names = append(names, name)
		}
	}
	t.Because("goes").About(cmp.Or(strings.Join(names, " and "), "nowhere"))
}
