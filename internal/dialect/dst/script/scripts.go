package script

import (
	"encoding/json"
	"fmt"
	"path"
	"strconv"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

// scripts is the Lua state of a machine: whose turn it is, the budgets of that
// turn, and how errors and notices get out of it.
type scripts struct {
	Lua *lua.State
	L   *glua.LState

	Seat
	Turns  int64  // how many turns scripts had
	Visits int64  // what is left of the budget of visits in this turn
	Deep   int    // how deep visits are nested
	InLua  bool   // within lua.State.Protect
	after  func() // called when scripts have ended
	Notice func(at syntax.Pos, text string)
	Log    func(at syntax.Pos, text string)
}

// How many bytes are charged for what Go makes for scripts.
const (
	EntryBytes  = 120 // of an entry that a class copies
	ObjectBytes = 1000
)

// HostSteps is how many instructions are charged for a call of the game.
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

func (sc *scripts) require(at syntax.Pos, ref string) (*lua.Chunk, error) {
	return sc.Program.require(at, ref)
}

// current is what require gives, looked up once until the next Checkpoint; nil for no file.
func (sc *scripts) current(at syntax.Pos, ref string) *lua.Chunk {
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
	return sc.ProtectLua(func(*glua.LState) { f() })
}

func (sc *scripts) ProtectLua(f func(*glua.LState)) *syntax.Error {
	return sc.ProtectFor(sc.Program.Limits.Steps, f)
}

// ProtectFor is protectLua with a budget of instructions, unless a script calls it.
func (sc *scripts) ProtectFor(steps int64, f func(*glua.LState)) *syntax.Error {
	if sc.InLua { // called by a script, which goes on afterwards
		return sc.Lua.Protect(0, f)
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
	err := sc.Lua.ProtectApart(sc.Program.Limits.Steps, func(*glua.LState) { f() })
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
	if w, ok := sc.X.World.(host.Logger); ok {
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
func (sc *scripts) Tell(text string) {
	if !sc.Program.Stubbed[text] && len(sc.Program.Stubbed) < MostStubs {
		sc.Program.Stubbed[text] = true
		if sc.Notice != nil {
			sc.Notice(sc.where(), text)
		}
	}
}

// where returns the place of the running script in the user's files, not in
// Thicket's own.
func (sc *scripts) where() syntax.Pos {
	for level := 1; level < 12; level++ {
		text := strings.TrimSuffix(sc.L.Where(level), ":")
		file, line, _ := strings.Cut(text, ":")
		for strings.Contains(line, ":") {
			more, rest, _ := strings.Cut(line, ":")
			file, line = file+":"+more, rest
		}
		if n, err := strconv.Atoi(line); err == nil && !strings.HasPrefix(file, OwnFolder) {
			return sc.Program.ShownAt(syntax.Pos{File: file, Line: int32(n), Col: 1})
		}
	}
	return sc.Lua.Where()
}

func (sc *scripts) Give(f func() glua.LValue) glua.LGFunction {
	return func(L *glua.LState) int {
		L.Push(f())
		return 1
	}
}

func (sc *scripts) Arguments(from int) (args []glua.LValue) {
	for i := from; i <= sc.L.GetTop(); i++ {
		args = append(args, sc.L.Get(i))
	}
	return args
}

// ToNumber returns the number that v is, or that its text says; what names it in
// the error.
func (sc *scripts) ToNumber(v glua.LValue, what string) float64 {
	if f, ok := sc.Number(v); ok {
		return f
	}
	sc.FailAt(sc.Here(), "%s: wanted a number, found %s", what, Describe(v))
	return 0
}

// Number converts v to a number if it can; in lenient files it always can.
func (sc *scripts) Number(v glua.LValue) (float64, bool) {
	if sc.Program.Lenient {
		return stubNumber(v), true
	}
	return AsNumber(v)
}

func AsNumber(v glua.LValue) (float64, bool) {
	switch v := v.(type) {
	case glua.LNumber:
		return float64(v), true
	case glua.LString:
		return lua.ParseNumber(string(v))
	}
	return 0, false
}

// NumberArg returns argument i, which must be a number.
func (sc *scripts) NumberArg(i int) float64 {
	if sc.Program.Lenient {
		return stubNumber(sc.L.Get(i))
	}
	return float64(sc.L.CheckNumber(i))
}

// ToLua converts a value of the game for scripts, an opaque one to the tables
// that its JSON describes.
func (sc *scripts) ToLua(v host.Value) glua.LValue {
	if v.Kind() != host.Opaque {
		return lua.FromHost(v)
	}
	var any any
	if json.Unmarshal([]byte(v.String()), &any) != nil {
		return glua.LNil
	}
	return sc.fromJSON(any)
}

func (sc *scripts) fromJSON(v any) glua.LValue {
	switch v := v.(type) {
	case bool:
		return glua.LBool(v)
	case float64:
		return glua.LNumber(v)
	case string:
		return glua.LString(v)
	case []any:
		t := sc.L.NewTable()
		for i, e := range v {
			t.RawSetInt(i+1, sc.fromJSON(e))
		}
		return t
	case map[string]any:
		t := sc.L.NewTable()
		for _, k := range SortedKeys(v) {
			t.RawSetString(k, sc.fromJSON(v[k]))
		}
		return t
	}
	return glua.LNil
}

func Describe(v glua.LValue) string {
	switch v := v.(type) {
	case *glua.LNilType:
		return "nil"
	case glua.LString:
		return fmt.Sprintf("the text %q", string(v))
	case glua.LNumber, glua.LBool:
		return lua.Text(v)
	}
	return "a " + v.Type().String()
}
