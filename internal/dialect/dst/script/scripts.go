package script

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/lua/number"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
)

// scripts is the Lua state of a machine: whose turn it is, the budgets of that
// turn, and how errors and notices get out of it.
type scripts struct {
	Lua *machine.State

	Seat
	statuses [len(StatusNames)]machine.Value // as scripts see them
	Turns    int64                           // how many turns scripts had
	Visits   int64                           // what is left of the budget of visits in this turn
	Deep     int                             // how deep visits are nested
	InLua    bool                            // within Lua.Protect
	after    func()                          // called when scripts have ended
	Notice   func(at syntax.Pos, text string)
	Log      func(at syntax.Pos, text string)
}

// How many bytes are charged for what Go makes for scripts.
const (
	EntryBytes  = machine.BytesOfSlot // of an entry that a class copies
	ObjectBytes = 600
)

// HostSteps is how many steps are charged for a call of the game.
const HostSteps = 20

// Seat is whose turn it is, by its file and its cursor, and when.
type Seat struct {
	Program *Code
	X       *run.Exec // nil while a file is loaded
	Now     float64   // seconds
	Tick    int64
	Dt      float64
	Asked   *Asked // the condition that a script is asked for while somebody looks, or nil
	// Called are the nodes whose Visit a script's own Visit looked up while somebody looks;
	// nil where there is no such Visit
	Called *[]tree.NodeID
}

// Fault is what an error outside of Lua panics with.
type Fault struct{ err *syntax.Error }

// Sit begins a turn in which a file runs.
func (sc *scripts) Sit(x *run.Exec, p *Code) {
	sc.Turns++
	sc.Seat = Seat{Program: p, X: x, Now: float64(float64(x.Tick) * x.DT), Tick: x.Tick, Dt: x.DT}
}

func (sc *scripts) require(at syntax.Pos, ref string) (*machine.Chunk, error) {
	return sc.Program.require(at, ref)
}

// current is what require gives, looked up once until the next Checkpoint; nil for no file.
func (sc *scripts) current(at syntax.Pos, ref string) *machine.Chunk {
	by := reference{path.Dir(at.File), ref}
	c, ok := sc.Program.current[by]
	if !ok {
		c, _ = sc.Program.require(at, ref)
		sc.Program.current[by] = c
	}
	return c
}

func (sc *scripts) random() float64 {
	switch {
	case sc.Program.Draw != nil:
		return sc.Program.Draw()
	case sc.X == nil:
		return 0.5
	}
	return sc.X.Random(0)
}

// FailAt ends the turn with an error at a place.
func (sc *scripts) FailAt(at syntax.Pos, format string, args ...any) {
	err := &syntax.Error{Pos: at, Msg: fmt.Sprintf(format, args...)}
	if sc.InLua {
		sc.Lua.Throw(err)
	}
	panic(Fault{err})
}

// Here returns the place of the running script; no place if none runs.
func (sc *scripts) Here() syntax.Pos {
	if sc.InLua {
		return sc.Lua.Where()
	}
	return syntax.Pos{}
}

// Protect runs f, which may call scripts, within the budgets of a turn, and
// returns the error that ended it.
func (sc *scripts) Protect(f func()) *syntax.Error {
	return sc.ProtectFor(machine.Budget{Steps: sc.Program.Limits.Steps, Limit: StepsLimit}, f)
}

// ProtectFor is Protect with a budget of steps, unless a script calls it.
func (sc *scripts) ProtectFor(steps machine.Budget, f func()) *syntax.Error {
	if sc.InLua { // called by a script, which goes on afterwards
		return sc.Lua.Protect(machine.Budget{}, f)
	}
	sc.Visits = sc.Program.Limits.Visits
	sc.InLua = true
	err := sc.Lua.Protect(steps, f)
	sc.InLua, sc.Deep = false, 0
	sc.after()
	return err
}

// ProtectApart is protect with budgets of f's own within a script.
func (sc *scripts) ProtectApart(f func()) *syntax.Error {
	visits := sc.Visits
	sc.Visits = sc.Program.Limits.Visits
	err := sc.Lua.ProtectApart(machine.Budget{Steps: sc.Program.Limits.Steps, Limit: StepsLimit}, f)
	sc.Visits = visits
	return err
}

// Bare is protect for what certainly calls no script.
func (sc *scripts) Bare(f func()) (err *syntax.Error) {
	sc.Visits = sc.Program.Limits.Visits
	defer sc.rescue(&err)
	f()
	return nil
}

func (sc *scripts) rescue(err **syntax.Error) {
	if v := recover(); v != nil {
		sc.Deep = 0
		if e, ok := v.(Fault); ok {
			*err = e.err
			return
		}
		*err = &syntax.Error{Pos: sc.Program.Chunk.At, Msg: fmt.Sprintf("panic: %v", v)}
	}
}

// Report tells the world of a failure or a note of the bot whose turn it is.
func (sc *scripts) Report(at syntax.Pos, text string, note bool) {
	if sc.X != nil {
		sc.X.World.Fault(host.Fault{Tree: sc.Program.Name, Pos: at.String(), Bot: sc.X.Bot, Tick: sc.X.Tick, Text: text, Note: note})
	}
}

// ReportFault is report for an error, with the calls that led there.
func (sc *scripts) ReportFault(err *syntax.Error, text string) {
	if sc.X == nil {
		return
	}
	var calls strings.Builder
	for _, note := range err.Notes {
		fmt.Fprintf(&calls, "\t%s: %s\n", note.Pos, note.Msg)
	}
	sc.X.World.Fault(host.Fault{Tree: sc.Program.Name, Pos: err.Pos.String(), Bot: sc.X.Bot, Tick: sc.X.Tick, Text: text, Stack: calls.String()})
}

// Logged passes on what a script printed to a world that keeps a log.
func (sc *scripts) Logged(at syntax.Pos, text string) {
	if sc.X == nil {
		return
	}
	if w, ok := host.Find[host.Logger](sc.X.World); ok {
		w.Log(host.LogEntry{Source: origin{sc.Program.Name, at}, Bot: sc.X.Bot, Tick: sc.X.Tick, Text: text})
	}
}

// origin is where a script printed something.
type origin struct {
	tree string
	at   syntax.Pos
}

// Origin returns the file and the place.
func (o origin) Origin(uint16) (tree, pos string) { return o.tree, o.at.String() }

// Tell gives a notice, each text once, if there were not too many.
func (sc *scripts) Tell(text string) { sc.TellOf(text, "") }

// TellOf is Tell of a name that a script gave to a part of Thicket's own, which may need it only later.
func (sc *scripts) TellOf(text, name string) {
	if !sc.Program.Stubbed[text] && len(sc.Program.Stubbed) < MostStubs {
		sc.Program.Stubbed[text] = true
		if sc.Notice != nil {
			sc.Notice(sc.where(name), text)
		}
	}
}

// tellPlace gives a notice for each place of what it tells of.
func (sc *scripts) tellPlace(text string) {
	at := sc.where("")
	if key := at.String() + text; !sc.Program.Stubbed[key] && len(sc.Program.Stubbed) < MostStubs {
		sc.Program.Stubbed[key], sc.Program.Stubbed[text] = true, true
		if sc.Notice != nil {
			sc.Notice(at, text)
		}
	}
}

// where returns the place of the running script in the user's files, not in
// Thicket's own. Where only Thicket's own run, as when a component's time is up, it is where the file of
// the creature has the name that this is about, else the beginning of that file.
func (sc *scripts) where(name string) syntax.Pos {
	at := sc.Lua.WhereOfUser()
	if c := sc.Program.Creature; c != nil && strings.HasPrefix(at.File, OwnFolder) {
		at = c.At
		for _, w := range source.Words(c.Lines.Text()) {
			if name != "" && w.Kind == source.TextWord && Unquoted(w.Text) == name {
				at = c.Lines.At(int32(w.From))
				break
			}
		}
	}
	return sc.Program.ShownAt(at)
}

// Offer gives a table a function of Go.
func (sc *scripts) Offer(t *machine.Table, name string, f func(*machine.Call) int) {
	sc.Lua.SetField(t, name, sc.Lua.NewFunction(name, f).V())
}

// OfferGlobal gives scripts a function of Go as a global, which they may replace.
func (sc *scripts) OfferGlobal(name string, f func(*machine.Call) int) {
	sc.Lua.SetGlobal(name, sc.Lua.NewFunction(name, f).V())
}

// StatusText is a status as scripts see it.
func (sc *scripts) StatusText(s Status) machine.Value { return sc.statuses[s] }

// Arguments lists the arguments of a call from one on.
func Arguments(c *machine.Call, from int) (args []machine.Value) {
	for i := from; i <= c.Len(); i++ {
		args = append(args, c.Get(i))
	}
	return args
}

// Callable reports whether scripts can call a value.
func (sc *scripts) Callable(v machine.Value) bool {
	if v.Function() != nil {
		return true
	}
	meta := sc.Lua.MetaOf(v)
	return meta != nil && !meta.Field("__call").IsNil()
}

// Method returns what an object, or its class, has under a name.
func (sc *scripts) Method(of machine.Value, name string) machine.Value {
	return sc.Lua.Index(of, sc.Lua.Constant(name))
}

// ToNumber returns the number that v is, or that its text says; what names it in
// the error.
func (sc *scripts) ToNumber(v machine.Value, what string) float64 {
	if f, ok := sc.Number(v); ok {
		return f
	}
	if sc.InLua {
		sc.Refuse(v, what+": ", "a number")
	}
	sc.FailAt(sc.Here(), "%s: wanted a number, found %s", what, Describe(v))
	return 0
}

// Refuse ends a script that gave a function of Go something else than what it wants. The error begins with
// what was called.
func (sc *scripts) Refuse(v machine.Value, called, wanted string) {
	if name := sc.Lua.NameGiven(v); name != "" {
		sc.Lua.Raise("%s%s is %s, where %s is wanted", called, name, Describe(v), wanted)
	}
	sc.Lua.Raise("%swanted %s, found %s", called, wanted, Describe(v))
}

// Number converts v to a number if it can; in lenient files it always can.
func (sc *scripts) Number(v machine.Value) (float64, bool) {
	if sc.Program.Lenient {
		return stubNumber(v), true
	}
	return AsNumber(v)
}

func AsNumber(v machine.Value) (float64, bool) {
	if text, ok := v.Text(); ok {
		return number.Parse(text)
	}
	return v.Number()
}

// NumberArg returns argument i, which must be a number.
func (sc *scripts) NumberArg(c *machine.Call, i int) float64 {
	if sc.Program.Lenient {
		return stubNumber(c.Get(i))
	}
	return c.CheckNumber(i)
}

// ToLua converts a value of the game for scripts, an opaque one to the tables
// that its JSON describes.
func (sc *scripts) ToLua(v host.Value) machine.Value {
	if v.Kind() != host.Opaque {
		return lua.FromHost(v)
	}
	var any any
	if json.Unmarshal([]byte(v.String()), &any) != nil {
		return machine.Nil
	}
	return sc.fromJSON(any)
}

func (sc *scripts) fromJSON(v any) machine.Value {
	switch v := v.(type) {
	case bool:
		return machine.Bool(v)
	case float64:
		return machine.Number(v)
	case string:
		return machine.String(v)
	case []any:
		t := sc.Lua.NewTable()
		for i, e := range v {
			sc.Lua.SetAt(t, i+1, sc.fromJSON(e))
		}
		return t.V()
	case map[string]any:
		t := sc.Lua.NewTable()
		for _, k := range SortedKeys(v) {
			sc.Lua.Set(t, machine.String(k), sc.fromJSON(v[k]))
		}
		return t.V()
	}
	return machine.Nil
}

func Describe(v machine.Value) string {
	switch v.Kind() {
	case machine.KindNil:
		return "nil"
	case machine.KindText:
		return fmt.Sprintf("the text %q", machine.Show(v))
	case machine.KindNumber, machine.KindBool:
		return machine.Show(v)
	}
	return "a " + v.Kind().String()
}
