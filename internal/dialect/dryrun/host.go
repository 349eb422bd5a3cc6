package dryrun

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
)

var statuses = map[string]host.Status{"success": host.Success, "failure": host.Failure, "running": host.Running}

// more are answers that leaves of BehaviorTree.CPP's trees have besides: throw raises an error.
var more = []string{"skipped", "idle", "throw"}

// Host is a world of one bot whose leaves and state come from a case.
type Host struct {
	Registry *host.Registry
	// Broken, if set, is the Error of a tick in which the tree broke. The run
	// goes on after such a tick, and its faults are ignored.
	Broken string
	// Refuses: events that are refused, which is a fault in a game, change nothing.
	Refuses bool
	c       *Case
	calls   map[string]int // of each leaf, so far
	tick    int
	visits  []string
	draws   int
	fault   string
}

var (
	_ host.World  = (*Host)(nil)
	_ host.Valuer = (*Host)(nil)
)

// NewHost makes the host of a case, without actions.
func NewHost(c *Case) *Host {
	h := &Host{Registry: &host.Registry{}, c: c, calls: map[string]int{}}
	*host.LimitsOf(h.Registry) = c.Limits
	if c.Lenient {
		standin.Allow(h.Registry, standin.All)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Values)) {
		h.Registry.Key(name)
	}
	return h
}

// Offer fills the registry with the leaves of the vocabulary of the case, and refuses scripts for
// other leaves, and values that no leaf can give: those of conditions and functions where values
// is set. It reports whether there is a vocabulary. Actions answer by status; nil: by the script.
func (h *Host) Offer(values bool, status func(name string) host.Status) (done bool, err error) {
	v := h.c.Vocabulary
	if v == nil {
		return false, nil
	}
	if status == nil {
		status = func(name string) host.Status { return h.answer(name, host.Success) }
	}
	var l syntax.List
	check := func(name string, x host.Value) {
		if err := v.CheckAnswer(name, x, nil); err != nil {
			l.Errorf(syntax.Pos{File: h.c.Name, Line: 1, Col: 1}, "%s", strings.TrimPrefix(err.Error(), ": "))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(h.c.Leaves)) {
		check(name, host.StringValue(h.c.Leaves[name][0]))
	}
	for _, name := range slices.Sorted(maps.Keys(h.c.Values)) {
		for _, raw := range h.c.Values[name] {
			if values && !missing(raw) {
				check(name, Value(raw))
			}
		}
	}
	l.Add(v.Script(h.Registry, status, func(name string) (x host.Value, ok bool) {
		y := h.State(0, h.Registry.Key(name))
		if y == host.Missing {
			return x, false
		}
		return host.SymbolsOf(h.Registry).Value(y), true
	}))
	return true, l.Err()
}

// Action makes a scripted leaf: its k-th call answers element k of its script,
// the last repeats. A leaf without a script answers def.
func (h *Host) Action(name string, def host.Status, params ...host.Param) host.Action {
	return host.Action{Name: name, Params: params, Tick: func(*host.Call) host.Status { return h.answer(name, def) }}
}

// answer is that of a scripted leaf.
func (h *Host) answer(name string, def host.Status) host.Status {
	s := def
	if script := h.c.Leaves[name]; len(script) > 0 {
		k := min(h.calls[name], len(script)-1)
		h.calls[name]++
		s = statuses[script[k]]
	}
	h.visits = append(h.visits, name+"="+s.String())
	return s
}

// Func makes a scripted function, which returns the value of the tick, or null
// when that is missing.
func (h *Host) Func(name string) host.Func {
	key := h.Registry.Key(name)
	return host.Func{Name: name, Result: host.Any, Eval: func(c *host.Call) host.Value {
		if y := h.State(c.Body, key); y != host.Missing {
			return host.SymbolsOf(h.Registry).Value(y)
		}
		return host.NullValue
	}}
}

// Run ticks a program as its case says. A case without ticks is only loaded; the
// notices are its warnings.
func (h *Host) Run(p *run.Program, notices syntax.ErrorList) Result {
	r := Result{Name: h.c.Name}
	if err := h.c.Lacks(p, h.Registry); err != nil {
		r.Error = err.Error()
		return r
	}
	if h.c.Ticks == nil {
		r.Loaded, r.Warnings = p, []string{}
		for _, n := range notices {
			r.Warnings = append(r.Warnings, n.Error())
		}
		return r
	}
	r.Ticks = []Tick{}
	pool := run.NewPool(p, h)
	pool.Trace = h.c.Tracer(p)
	row := pool.Add(1, 0, run.Moment{DT: h.c.DT})
	x := pool.NewExec()
	for h.tick = 0; h.tick < *h.c.Ticks; h.tick++ {
		h.visits = []string{}
		for _, e := range h.c.Events {
			if e.Tick == h.tick {
				pool.Send(row, host.Event{ID: host.SymbolsOf(h.Registry).Event(e.Name), Arg: Value(e.Data)}, run.Moment{Tick: int64(h.tick), DT: h.c.DT})
				if h.Refuses {
					h.fault = ""
				}
			}
		}
		pool.TickRange(&x, pool.Order(), run.Moment{Tick: int64(h.tick), DT: h.c.DT})
		t := Tick{Status: pool.Status(row).String(), Visits: h.visits}
		if h.Broken != "" && pool.Status(row) == host.Error {
			t.Error, h.fault = h.Broken, ""
		}
		if h.fault != "" {
			r.Error = h.fault
			return r
		}
		r.Ticks = append(r.Ticks, t)
	}
	return r
}

// Value returns a JSON value as trees see it.
func Value(raw json.RawMessage) host.Value {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return host.NullValue
	}
	switch v := v.(type) {
	case bool:
		return host.BoolValue(v)
	case float64:
		return host.NumberValue(v)
	case string:
		return host.StringValue(v)
	case []any, map[string]any:
		return host.OpaqueValue(string(raw))
	}
	return host.NullValue
}

// State returns the scripted value of a key at this tick. What stands in for an action asks for its answer
// by that.
func (h *Host) State(_ int32, k host.Key) host.Sym {
	name := host.SymbolsOf(h.Registry).KeyNames()[k]
	script := h.c.Values[name]
	if len(script) == 0 {
		if h.c.Lenient && len(h.c.Leaves[name]) > 0 {
			return h.Registry.Sym(host.StringValue(h.answer(name, host.Success).String()))
		}
		return host.Missing
	}
	raw := script[min(h.tick, len(script)-1)]
	if missing(raw) {
		return host.Missing
	}
	return h.Registry.Sym(Value(raw))
}

// missing reports whether a value of a script is none.
func missing(raw json.RawMessage) bool {
	var absent struct {
		Missing bool `json:"missing"`
	}
	return json.Unmarshal(raw, &absent) == nil && absent.Missing
}

// Value returns the value of a number.
func (h *Host) Value(y host.Sym) host.Value { return host.SymbolsOf(h.Registry).Value(y) }

// StateColumn returns the column of the only bot.
func (h *Host) StateColumn(k host.Key) []uint32 { return []uint32{uint32(h.State(0, k))} }
func (*Host) Part(any) any                      { return nil }

// Random yields the numbers of the case in the order of asking; the last
// repeats, and without any it is always a half.
func (h *Host) Random(host.BotID, int64, uint16, uint32) uint64 {
	f := 0.5
	if n := len(h.c.Random); n > 0 {
		f = h.c.Random[min(h.draws, n-1)]
		h.draws++
	}
	return uint64(float64(f*(1<<53))) << 11
}

// Fault ends the run, a note does not.
func (h *Host) Fault(f host.Fault) {
	if !f.Note {
		h.fault = f.String()
	}
}

// ID is 1: there is one bot, alone at the origin.
func (h *Host) ID(int32) host.BotID                     { return 1 }
func (h *Host) Position(int32) (x, y float32)           { return 0, 0 }
func (h *Host) Heading(int32) (x, y float32)            { return 0, 0 }
func (h *Host) Delta(int32, int32) (dx, dy float64)     { return 0, 0 }
func (h *Host) Nearest(int32, host.FacetID) int32       { return -1 }
func (h *Host) Decide(int32, *host.Action, host.Intent) {}
