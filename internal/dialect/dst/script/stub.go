package script

import (
	"regexp"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

// leniency lets a file run that needs more of its game than there is, by stubs.
type leniency struct {
	scripts
	Stubs    map[*glua.LTable]*Stub
	strays   map[string]*glua.LTable // stubs for what objects lack, by name
	stubMeta *glua.LTable
}

// Stub stands in for a name that nobody defines, in lenient files. It can be
// called, indexed, concatenated and calculated with. A call returns a number,
// false or another stub, by the name.
type Stub struct {
	Name   string
	Fields map[string]glua.LValue
	Result glua.LValue
}

func (le *leniency) StubOf(v glua.LValue) *Stub {
	t, ok := v.(*glua.LTable)
	if !ok {
		return nil
	}
	return le.Stubs[t]
}

var (
	// measures matches functions and fields that are numbers.
	measures = regexp.MustCompile(`(?i)dist|time|percent|radius|range|speed|angle|count|num|size|amount|damage|health$|height|weight|` +
		`random|chance|delay|period|max|min|rot|scale|length|level|day|phase|sq$|^[xyz]$|degrees|value|target_?d|cooldown$`)
	// questions matches functions that answer true or false.
	questions = regexp.MustCompile(`^(Is|Has|Can|Should|Are|Was|Test|In[A-Z]|Timer|Any|No[A-Z]|Contains|Eats?[A-Z]|TargetIs)|Exists$`)
	// points matches functions that return three numbers.
	points    = regexp.MustCompile(`\.(Get|GetWorldPosition|GetTileCenterPoint|Unpack)$`)
	constants = regexp.MustCompile(`^[A-Z][A-Z0-9_]+$`)
)

// OpenStubs lets scripts use what is nil, and stubs wherever a value is wanted.
func (le *leniency) OpenStubs() {
	le.makeStubs()
	le.openOdd()
	le.acceptStubs()
}

// makeStubs makes the metatable of stubs.
func (le *leniency) makeStubs() {
	meta := le.L.NewTable()
	set := func(name string, f glua.LGFunction) { meta.RawSetString(name, le.L.NewFunction(f)) }
	set("__index", func(L *glua.LState) int {
		s := le.StubOf(L.Get(1))
		name, isName := L.Get(2).(glua.LString)
		if s == nil || !isName {
			L.Push(glua.LNil)
			return 1
		}
		L.Push(le.stubKey(L.Get(1).(*glua.LTable), string(name)))
		return 1
	})
	set("__call", func(L *glua.LState) int {
		return le.callStub(le.StubOf(L.Get(1)))
	})
	number := func(f func(a, b float64) float64) glua.LGFunction {
		return func(L *glua.LState) int {
			L.Push(glua.LNumber(f(stubNumber(L.Get(1)), stubNumber(L.Get(2)))))
			return 1
		}
	}
	set("__add", number(func(a, b float64) float64 { return a + b }))
	set("__sub", number(func(a, b float64) float64 { return a - b }))
	set("__mul", number(func(a, b float64) float64 { return float64(a * b) }))
	set("__div", number(func(a, b float64) float64 { return a / b }))
	set("__mod", number(func(a, _ float64) float64 { return a }))
	set("__pow", number(func(a, _ float64) float64 { return a }))
	set("__unm", number(func(a, _ float64) float64 { return -a }))
	set("__concat", func(L *glua.LState) int {
		L.Push(glua.LString(le.StubText(L.Get(1)) + le.StubText(L.Get(2))))
		return 1
	})
	set("__tostring", func(L *glua.LState) int {
		L.Push(glua.LString(le.StubText(L.Get(1))))
		return 1
	})
	le.stubMeta = meta
}

// callStub calls a stub and pushes what it gives.
func (le *leniency) callStub(s *Stub) int {
	if points.MatchString(s.Name) {
		for range 3 {
			le.L.Push(glua.LNumber(1))
		}
		return 3
	}
	le.L.Push(le.stubResult(s))
	return 1
}

func (le *leniency) newStub(name string) *glua.LTable {
	t := le.L.NewTable()
	le.Stubs[t] = &Stub{Name: name, Fields: map[string]glua.LValue{}, Result: glua.LNil}
	t.Metatable = le.stubMeta
	return t
}

// longestStub bounds the names of stubs. The fields and results of one with a
// longer name are itself, so that a script that goes on from field to field makes
// no more.
const longestStub = 200

// MostStubs bounds the fields of a stub, and the stubs for what objects lack,
// because scripts can make up names without end.
const MostStubs = 1000

// stubKey returns a field of a stub.
func (le *leniency) stubKey(t *glua.LTable, key string) glua.LValue {
	s := le.StubOf(t)
	v, ok := s.Fields[key]
	if !ok {
		if v = t; len(s.Name) < longestStub && len(s.Fields) < MostStubs {
			v = le.stubField(s, key)
			s.Fields[key] = v
		}
	}
	return v
}

// stubField makes a field of a stub: 1 for a constant of TUNING, else a stub,
// which also counts as a number.
func (le *leniency) stubField(s *Stub, key string) glua.LValue {
	if constants.MatchString(key) && strings.HasPrefix(s.Name, "TUNING") {
		return glua.LNumber(1)
	}
	return le.newStub(s.Name + "." + key)
}

func (le *leniency) stubResult(s *Stub) glua.LValue {
	name := s.Name[strings.LastIndexAny(s.Name, ".:")+1:]
	switch {
	case questions.MatchString(name):
		return glua.LFalse
	case measures.MatchString(name):
		return glua.LNumber(1)
	case s.Result == glua.LNil && len(s.Name) >= longestStub:
		return glua.LNil
	case s.Result == glua.LNil:
		s.Result = le.newStub(s.Name + "()")
	}
	return s.Result
}

func stubNumber(v glua.LValue) float64 {
	if f, ok := AsNumber(v); ok {
		return f
	}
	return 1
}

func (le *leniency) StubText(v glua.LValue) string {
	if s := le.StubOf(v); s != nil {
		return s.Name
	}
	return lua.Text(v)
}

// Missing returns a stub for what an object of Thicket's own lacks, with a
// notice.
func (le *leniency) Missing(name string) *glua.LTable {
	if len(le.strays) >= MostStubs {
		name = "what is unknown"
	}
	if t := le.strays[name]; t != nil {
		return t
	}
	le.Tell(name + " is unknown: a stub stands in for it")
	t := le.newStub(name)
	le.strays[name] = t
	return t
}
