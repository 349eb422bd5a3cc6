package mbt

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
)

// turn is one call of a leaf, and what the arena keeps for these trees.
type turn struct {
	core.Turn
	*agents
}

func turnOf(t core.Turn) turn {
	s, _ := core.StateOf[*agents](t.Arena)
	if s.kinds[t.Body] != thinker {
		s.kinds[t.Body] = thinker
	}
	return turn{t, s}
}

// agent returns the record of the bot.
func (t turn) agent() *agent { return &t.list[t.Body] }

// arg returns an argument by the name of its parameter; null where it was not
// given.
func (t turn) arg(name string) host.Value {
	for i := range host.RuntimeOf(t.Call).Action.Params {
		if host.RuntimeOf(t.Call).Action.Params[i].Name == name {
			return t.Args[i]
		}
	}
	return host.NullValue
}

func (t turn) textArg(name string) string {
	if v := t.arg(name); v.Kind() == host.String {
		return v.Text()
	}
	return ""
}

func (t turn) numberArg(name string, without float64) float64 {
	if v := t.arg(name); v.Kind() == host.Number || v.Kind() == host.Int {
		return v.Number()
	}
	return without
}

func (t turn) boolArg(name string) bool { return t.arg(name).Bool() }

// attribute returns the text of a parameter in a use of an action.
func attribute(s *host.Site, name string) string {
	for i := range s.Params {
		if s.Params[i].Name == name && s.Args[i].Kind() == host.String {
			return s.Args[i].Text()
		}
	}
	return ""
}

// onceDone is Running until something is done, and Success then.
func onceDone(done bool) host.Status {
	if done {
		return host.Success
	}
	return host.Running
}

// The first 64 bits of the memory of a node that lasts keep the tick in which it was
// entered, and 1.
const timed = 64

// began returns the tick in which the node was entered, and whether that is this one.
func (t turn) began() (tick int64, now bool) {
	if tick = t.LoadInt(0) - 1; tick < 0 {
		t.StoreInt(0, t.Tick+1)
		return t.Tick, true
	}
	return tick, tick == t.Tick
}

// lasted reports whether a node with 64 bits of memory has run for so many seconds.
func (t turn) lasted(seconds float64) bool {
	began, _ := t.began()
	t.tellPassed("since it began", t.Tick-began, seconds)
	return t.Tick-began >= t.Ticks(seconds)
}

// containsFold is strings.Contains without regard to the case of ASCII, for a
// part in lower case.
func containsFold(s, part string) bool {
	for i := 0; i+len(part) <= len(s); i++ {
		if strings.EqualFold(s[i:i+len(part)], part) {
			return true
		}
	}
	return false
}
