package dragengine

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// relations lists the relations of the comparisons.
var relations = [...]host.Relation{
	Equal: host.Equal, NotEqual: host.Differs, LessThan: host.Below, LessThanOrEqual: host.AtMost,
	GreaterThan: host.Above, GreaterThanOrEqual: host.AtLeast,
}

// tell notes what a condition of this package, or an action that asks something, compares.
// It is called before that is asked, which may reset a flag.
func (s *semantics) tell(x *run.Exec, n tree.NodeID, r *ready) {
	if x.Trace == nil {
		return
	}
	compared := func(found, bound host.Value) *host.Reason {
		told := x.Because(n, nameAt(s.entries, r.at)).IsValue(found, relations[r.op], bound)
		if r.from != 0 {
			told.Against(nameAt(s.entries, r.from))
		}
		return told
	}
	switch r.kind {
	case compareBool:
		yes := r.yes
		if r.from != 0 {
			yes = s.tables.bool(x, r.from, yes)
		}
		compared(host.BoolValue(s.tables.bool(x, r.at, r.fallbackIs)), host.BoolValue(yes))
	case compareInt:
		value := r.whole
		if r.from != 0 {
			value = s.tables.int(x, r.from, value)
		}
		compared(host.IntValue(int64(s.tables.int(x, r.at, r.otherwise))), host.IntValue(int64(value)))
	case compareFloat:
		value := r.value
		if r.from != 0 {
			value = s.tables.float(x, r.from, value)
		}
		found := s.tables.float(x, r.at, r.fallback)
		if told := compared(host.NumberValue(float64(found)), host.NumberValue(float64(value))); told != nil {
			told.Holds = compareFloats(Comparison(r.op), found, value) // which is lenient
		}
	case askTrigger:
		on, f := s.triggerAt(x, r.at), Firing(r.op)
		what, found := "trigger fires:", on.fired
		if f == EverFired || f == NeverFired {
			what, found = "trigger ever fired:", on.ever
		}
		x.Because(n, what).About(s.targets[r.at].name).IsValue(host.BoolValue(found), host.Equal, host.BoolValue(f == Fired || f == EverFired))
	case flagState, flagCheck:
		x.Because(n, "flag").About(nameAt(s.flags, r.at)).IsValue(host.BoolValue(s.tables.words(x, r.at, 1)[0] != 0), host.Equal, host.BoolValue(!r.clears))
	case timerIsRunning, timerIsFinished, timerWait:
		name := nameAt(s.timers, r.at)
		if s.tables.words(x, r.at, timerWords)[0]&timerRuns == 0 {
			x.Because(n, "not started, or stopped: timer").About(name)
			return
		}
		relation := host.AtMost
		if r.kind == timerIsRunning {
			relation = host.Above
		}
		x.Because(n, host.TimeLeft+" of").About(name).Is(s.tables.left(x, r.at), relation, 0, "s")
	case tableCheck:
		if !slices.Contains(r.numbers.has[:], true) {
			x.Because(n, "compared with nothing:").About(nameAt(s.entries, r.at))
		}
		v := float64(s.tables.int(x, r.at, 0))
		for i, relation := range [...]host.Relation{host.Equal, host.Differs, host.Below, host.Above} {
			if r.numbers.has[i] {
				x.Because(n, nameAt(s.entries, r.at)).Is(v, relation, float64(r.numbers.n[i]), "")
			}
		}
	}
}

// tellMade notes what an action of this package, which cannot fail, has made of a bot's value or
// of a trigger.
func (s *semantics) tellMade(x *run.Exec, n tree.NodeID, r *ready) {
	if x.Trace == nil {
		return
	}
	switch r.kind {
	case updateParameter:
		x.Because(n, nameAt(s.entries, r.at)).Has(float64(s.tables.float(x, r.at, 0)), "")
	case tableSet:
		x.Because(n, nameAt(s.entries, r.at)).Has(float64(s.tables.int(x, r.at, 0)), "")
	case useTrigger:
		x.Because(n, "trigger fires:").About(s.targets[r.at].name).HasValue(host.BoolValue(s.triggerAt(x, r.at).fired))
	case flagSet:
		x.Because(n, "flag").About(nameAt(s.flags, r.at)).HasValue(host.BoolValue(!r.clears))
	case timerStart:
		x.Because(n, host.TimeLeft+" of").About(nameAt(s.timers, r.at)).Has(s.tables.left(x, r.at), "s")
	case timerStop:
		x.Because(n, "stopped: timer").About(nameAt(s.timers, r.at))
	}
}

// runScript calls a function of a script. While somebody looks, it notes what the function
// compared and what it answered.
func (s *semantics) runScript(x *run.Exec, n tree.NodeID, table int, c *call) (v machine.Value, ok bool) {
	w := s.share(x).scripts
	if x.Trace == nil {
		return w.do(s, x, n, table, c)
	}
	w.state.Witness(func(c machine.Comparison) {
		lua.Compared(x.Because(n, c.Left), c)
	}, func() { v, ok = w.do(s, x, n, table, c) })
	name := scriptTables[table] + "." + c.name
	if ok {
		x.Because(n, "script").About(name).HasValue(lua.Shown(v))
	} else {
		x.Because(n, "the script failed:").About(name)
	}
	return v, ok
}

// nameAt returns the name that has an offset in a table.
func nameAt(table map[string]int, at int) string {
	for name, i := range table {
		if i == at {
			return name // of each offset there is one
		}
	}
	return ""
}
