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
func (m *scripts) sit(x *run.Exec, p *code) {
	m.turns++
	m.seat = seat{program: p, x: x, now: float64(float64(x.Tick) * x.DT), tick: x.Tick, dt: x.DT}
}

func (m *scripts) require(at syntax.Pos, ref string) (*lua.Chunk, error) {
	return m.program.require(at, ref)
}

// current is what require gives, looked up once until the next Checkpoint; nil for no file.
func (m *scripts) current(at syntax.Pos, ref string) *lua.Chunk {
	by := reference{path.Dir(at.File), ref}
	c, ok := m.program.current[by]
	if !ok {
		c, _ = m.program.require(at, ref)
		m.program.current[by] = c
	}
	return c
}

func (m *scripts) random() float64 {
	switch {
	case m.program.draw != nil:
		return m.program.draw()
	case m.x == nil:
		return 0.5
	}
	return m.x.Random(0)
}

// failAt ends the turn with an error at a place.
func (m *scripts) failAt(at syntax.Pos, format string, args ...any) {
	err := &syntax.Error{Pos: at, Msg: fmt.Sprintf(format, args...)}
	if m.inLua {
		m.lua.Throw(err)
	}
	panic(fault{err})
}

// here returns the place of the running script; no place if none runs.
func (m *scripts) here() syntax.Pos {
	if m.inLua {
		return m.lua.Where()
	}
	return syntax.Pos{}
}

// protect runs f, which may call scripts, within the budgets of a turn, and
// returns the error that ended it.
func (m *scripts) protect(f func()) *syntax.Error {
	return m.protectLua(func(*glua.LState) { f() })
}

func (m *scripts) protectLua(f func(*glua.LState)) *syntax.Error {
	return m.protectFor(m.program.limits.Steps, f)
}

// protectFor is protectLua with a budget of instructions, unless a script calls it.
func (m *scripts) protectFor(steps int64, f func(*glua.LState)) *syntax.Error {
	if m.inLua { // called by a script, which goes on afterwards
		return m.lua.Protect(0, f)
	}
	m.visits = m.program.limits.Visits
	m.inLua = true
	err := m.lua.Protect(steps, f)
	m.inLua, m.deep = false, 0
	m.after()
	return err
}

// protectApart is protect with budgets of f's own within a script.
func (m *scripts) protectApart(f func()) *syntax.Error {
	visits := m.visits
	m.visits = m.program.limits.Visits
	err := m.lua.ProtectApart(m.program.limits.Steps, func(*glua.LState) { f() })
	m.visits = visits
	return err
}

// bare is protect for what certainly calls no script.
func (m *scripts) bare(f func()) (err *syntax.Error) {
	m.visits = m.program.limits.Visits
	defer m.rescue(&err)
	f()
	return nil
}

func (m *scripts) rescue(err **syntax.Error) {
	if v := recover(); v != nil {
		m.deep = 0
		if e, ok := v.(fault); ok {
			*err = e.err
			return
		}
		*err = &syntax.Error{Pos: m.program.chunk.At, Msg: fmt.Sprintf("panic: %v", v)}
	}
}

// report tells the world of a failure or a note of the bot whose turn it is.
func (m *scripts) report(at syntax.Pos, text string, note bool) {
	if m.x != nil {
		m.x.World.Fault(host.Fault{Tree: m.program.name, Pos: at.String(), Bot: m.x.Bot, Tick: m.x.Tick, Text: text, Note: note})
	}
}

// reportFault is report for an error, with the calls that led there.
func (m *scripts) reportFault(err *syntax.Error, text string) {
	if m.x == nil {
		return
	}
	var calls strings.Builder
	for _, note := range err.Notes {
		fmt.Fprintf(&calls, "\t%s: %s\n", note.Pos, note.Msg)
	}
	m.x.World.Fault(host.Fault{Tree: m.program.name, Pos: err.Pos.String(), Bot: m.x.Bot, Tick: m.x.Tick, Text: text, Stack: calls.String()})
}

// logged passes on what a script printed to a world that keeps a log.
func (m *scripts) logged(at syntax.Pos, text string) {
	if m.x == nil {
		return
	}
	if w, ok := m.x.World.(host.Logger); ok {
		w.Log(host.LogEntry{Source: origin{m.program.name, at}, Bot: m.x.Bot, Tick: m.x.Tick, Text: text})
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
func (m *scripts) tell(text string) {
	if !m.program.stubbed[text] && len(m.program.stubbed) < mostStubs {
		m.program.stubbed[text] = true
		if m.notice != nil {
			m.notice(m.where(), text)
		}
	}
}

// where returns the place of the running script in the user's files, not in
// Thicket's own.
func (m *scripts) where() syntax.Pos {
	for level := 1; level < 12; level++ {
		text := strings.TrimSuffix(m.L.Where(level), ":")
		file, line, _ := strings.Cut(text, ":")
		for strings.Contains(line, ":") {
			more, rest, _ := strings.Cut(line, ":")
			file, line = file+":"+more, rest
		}
		if n, err := strconv.Atoi(line); err == nil && !strings.HasPrefix(file, ownFolder) {
			return m.program.shownAt(syntax.Pos{File: file, Line: int32(n), Col: 1})
		}
	}
	return m.lua.Where()
}

func (m *scripts) give(f func() glua.LValue) glua.LGFunction {
	return func(L *glua.LState) int {
		L.Push(f())
		return 1
	}
}

func (m *scripts) arguments(from int) (args []glua.LValue) {
	for i := from; i <= m.L.GetTop(); i++ {
		args = append(args, m.L.Get(i))
	}
	return args
}

// toNumber returns the number that v is, or that its text says; what names it in
// the error.
func (m *scripts) toNumber(v glua.LValue, what string) float64 {
	if f, ok := m.number(v); ok {
		return f
	}
	m.failAt(m.here(), "%s: wanted a number, found %s", what, describe(v))
	return 0
}

// number converts v to a number if it can; in lenient files it always can.
func (m *scripts) number(v glua.LValue) (float64, bool) {
	if m.program.lenient {
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
func (m *scripts) numberArg(i int) float64 {
	if m.program.lenient {
		return stubNumber(m.L.Get(i))
	}
	return float64(m.L.CheckNumber(i))
}

// toLua converts a value of the game for scripts, an opaque one to the tables
// that its JSON describes.
func (m *scripts) toLua(v host.Value) glua.LValue {
	if v.Kind() != host.Opaque {
		return lua.FromHost(v)
	}
	var any any
	if json.Unmarshal([]byte(v.String()), &any) != nil {
		return glua.LNil
	}
	return m.fromJSON(any)
}

func (m *scripts) fromJSON(v any) glua.LValue {
	switch v := v.(type) {
	case bool:
		return glua.LBool(v)
	case float64:
		return glua.LNumber(v)
	case string:
		return glua.LString(v)
	case []any:
		t := m.L.NewTable()
		for i, e := range v {
			t.RawSetInt(i+1, m.fromJSON(e))
		}
		return t
	case map[string]any:
		t := m.L.NewTable()
		for _, k := range sortedKeys(v) {
			t.RawSetString(k, m.fromJSON(v[k]))
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
