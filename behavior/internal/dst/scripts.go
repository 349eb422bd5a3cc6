package dst

import (
	"encoding/json"
	"fmt"
	"path"
	"strconv"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// scripts is the Lua state of a machine: whose turn it is, the budgets of that
// turn, and how errors and notices get out of it.
type scripts struct {
	lua *lua.State
	L   *glua.LState

	seat
	turns  int64  // how many turns scripts had
	visits int64  // what is left of the budget of visits in this turn
	deep   int    // how deep visits are nested
	inLua  bool   // within lua.State.Protect
	after  func() // called when scripts have ended
	notice func(at syntax.Pos, text string)
	log    func(at syntax.Pos, text string)
}

// How many bytes are charged for what Go makes for scripts.
const (
	entryBytes  = 120 // of an entry that a class copies
	objectBytes = 1000
)

// hostSteps is how many instructions are charged for a call of the game.
const hostSteps = 20

// seat is whose turn it is, by its file and its cursor, and when.
type seat struct {
	program *code
	x       *run.Exec // nil while a file is loaded
	now     float64   // seconds
	tick    int64
	dt      float64
	asked   *asked // the condition that a script is asked for while somebody looks, or nil
	// called are the nodes whose Visit a script's own Visit looked up while somebody looks;
	// nil where there is no such Visit
	called *[]tree.NodeID
}

// fault is what an error outside of Lua panics with.
type fault struct{ err *syntax.Error }

// sit begins a turn in which a file runs.
func (sc *scripts) sit(x *run.Exec, p *code) {
	sc.turns++
	sc.seat = seat{program: p, x: x, now: float64(float64(x.Tick) * x.DT), tick: x.Tick, dt: x.DT}
}

func (sc *scripts) require(at syntax.Pos, ref string) (*lua.Chunk, error) {
	return sc.program.require(at, ref)
}

// current is what require gives, looked up once until the next Checkpoint; nil for no file.
func (sc *scripts) current(at syntax.Pos, ref string) *lua.Chunk {
	by := reference{path.Dir(at.File), ref}
	c, ok := sc.program.current[by]
	if !ok {
		c, _ = sc.program.require(at, ref)
		sc.program.current[by] = c
	}
	return c
}

func (sc *scripts) random() float64 {
	switch {
	case sc.program.draw != nil:
		return sc.program.draw()
	case sc.x == nil:
		return 0.5
	}
	return sc.x.Random(0)
}

// failAt ends the turn with an error at a place.
func (sc *scripts) failAt(at syntax.Pos, format string, args ...any) {
	err := &syntax.Error{Pos: at, Msg: fmt.Sprintf(format, args...)}
	if sc.inLua {
		sc.lua.Throw(err)
	}
	panic(fault{err})
}

// here returns the place of the running script; no place if none runs.
func (sc *scripts) here() syntax.Pos {
	if sc.inLua {
		return sc.lua.Where()
	}
	return syntax.Pos{}
}

// protect runs f, which may call scripts, within the budgets of a turn, and
// returns the error that ended it.
func (sc *scripts) protect(f func()) *syntax.Error {
	return sc.protectLua(func(*glua.LState) { f() })
}

func (sc *scripts) protectLua(f func(*glua.LState)) *syntax.Error {
	return sc.protectFor(sc.program.limits.Steps, f)
}

// protectFor is protectLua with a budget of instructions, unless a script calls it.
func (sc *scripts) protectFor(steps int64, f func(*glua.LState)) *syntax.Error {
	if sc.inLua { // called by a script, which goes on afterwards
		return sc.lua.Protect(0, f)
	}
	sc.visits = sc.program.limits.Visits
	sc.inLua = true
	err := sc.lua.Protect(steps, f)
	sc.inLua, sc.deep = false, 0
	sc.after()
	return err
}

// protectApart is protect with budgets of f's own within a script.
func (sc *scripts) protectApart(f func()) *syntax.Error {
	visits := sc.visits
	sc.visits = sc.program.limits.Visits
	err := sc.lua.ProtectApart(sc.program.limits.Steps, func(*glua.LState) { f() })
	sc.visits = visits
	return err
}

// bare is protect for what certainly calls no script.
func (sc *scripts) bare(f func()) (err *syntax.Error) {
	sc.visits = sc.program.limits.Visits
	defer sc.rescue(&err)
	f()
	return nil
}

func (sc *scripts) rescue(err **syntax.Error) {
	if v := recover(); v != nil {
		sc.deep = 0
		if e, ok := v.(fault); ok {
			*err = e.err
			return
		}
		*err = &syntax.Error{Pos: sc.program.chunk.At, Msg: fmt.Sprintf("panic: %v", v)}
	}
}

// report tells the world of a failure or a note of the bot whose turn it is.
func (sc *scripts) report(at syntax.Pos, text string, note bool) {
	if sc.x != nil {
		sc.x.World.Fault(host.Fault{Tree: sc.program.name, Pos: at.String(), Bot: sc.x.Bot, Tick: sc.x.Tick, Text: text, Note: note})
	}
}

// reportFault is report for an error, with the calls that led there.
func (sc *scripts) reportFault(err *syntax.Error, text string) {
	if sc.x == nil {
		return
	}
	var calls strings.Builder
	for _, note := range err.Notes {
		fmt.Fprintf(&calls, "\t%s: %s\n", note.Pos, note.Msg)
	}
	sc.x.World.Fault(host.Fault{Tree: sc.program.name, Pos: err.Pos.String(), Bot: sc.x.Bot, Tick: sc.x.Tick, Text: text, Stack: calls.String()})
}

// logged passes on what a script printed to a world that keeps a log.
func (sc *scripts) logged(at syntax.Pos, text string) {
	if sc.x == nil {
		return
	}
	if w, ok := sc.x.World.(host.Logger); ok {
		w.Log(host.LogEntry{Source: origin{sc.program.name, at}, Bot: sc.x.Bot, Tick: sc.x.Tick, Text: text})
	}
}

// origin is where a script printed something.
type origin struct {
	tree string
	at   syntax.Pos
}

// Origin returns the file and the place.
func (o origin) Origin(uint16) (tree, pos string) { return o.tree, o.at.String() }

// tell gives a notice, each text once, if there were not too many.
func (sc *scripts) tell(text string) {
	if !sc.program.stubbed[text] && len(sc.program.stubbed) < mostStubs {
		sc.program.stubbed[text] = true
		if sc.notice != nil {
			sc.notice(sc.where(), text)
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
		if n, err := strconv.Atoi(line); err == nil && !strings.HasPrefix(file, ownFolder) {
			return sc.program.shownAt(syntax.Pos{File: file, Line: int32(n), Col: 1})
		}
	}
	return sc.lua.Where()
}

func (sc *scripts) give(f func() glua.LValue) glua.LGFunction {
	return func(L *glua.LState) int {
		L.Push(f())
		return 1
	}
}

func (sc *scripts) arguments(from int) (args []glua.LValue) {
	for i := from; i <= sc.L.GetTop(); i++ {
		args = append(args, sc.L.Get(i))
	}
	return args
}

// toNumber returns the number that v is, or that its text says; what names it in
// the error.
func (sc *scripts) toNumber(v glua.LValue, what string) float64 {
	if f, ok := sc.number(v); ok {
		return f
	}
	sc.failAt(sc.here(), "%s: wanted a number, found %s", what, describe(v))
	return 0
}

// number converts v to a number if it can; in lenient files it always can.
func (sc *scripts) number(v glua.LValue) (float64, bool) {
	if sc.program.lenient {
		return stubNumber(v), true
	}
	return asNumber(v)
}

func asNumber(v glua.LValue) (float64, bool) {
	switch v := v.(type) {
	case glua.LNumber:
		return float64(v), true
	case glua.LString:
		return lua.ParseNumber(string(v))
	}
	return 0, false
}

// numberArg returns argument i, which must be a number.
func (sc *scripts) numberArg(i int) float64 {
	if sc.program.lenient {
		return stubNumber(sc.L.Get(i))
	}
	return float64(sc.L.CheckNumber(i))
}

// toLua converts a value of the game for scripts, an opaque one to the tables
// that its JSON describes.
func (sc *scripts) toLua(v host.Value) glua.LValue {
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
		for _, k := range sortedKeys(v) {
			t.RawSetString(k, sc.fromJSON(v[k]))
		}
		return t
	}
	return glua.LNil
}

func describe(v glua.LValue) string {
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
