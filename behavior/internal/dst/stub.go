package dst

import (
	"regexp"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/lua"
)

// leniency lets a file run that needs more of its game than there is, by stubs.
type leniency struct {
	scripts
	stubs    map[*glua.LTable]*stub
	strays   map[string]*glua.LTable // stubs for what objects lack, by name
	stubMeta *glua.LTable
}

// stub stands in for a name that nobody defines, in lenient files. It can be
// called, indexed, concatenated and calculated with. A call returns a number,
// false or another stub, by the name.
type stub struct {
	name   string
	fields map[string]glua.LValue
	result glua.LValue
}

func (m *leniency) stubOf(v glua.LValue) *stub {
	t, ok := v.(*glua.LTable)
	if !ok {
		return nil
	}
	return m.stubs[t]
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

// openStubs makes the metatable of stubs.
func (m *leniency) openStubs() {
	meta := m.L.NewTable()
	set := func(name string, f glua.LGFunction) { meta.RawSetString(name, m.L.NewFunction(f)) }
	set("__index", func(L *glua.LState) int {
		s := m.stubOf(L.Get(1))
		name, isName := L.Get(2).(glua.LString)
		if s == nil || !isName {
			L.Push(glua.LNil)
			return 1
		}
		v, ok := s.fields[string(name)]
		if !ok {
			if v = L.Get(1); len(s.name) < longestStub && len(s.fields) < mostStubs {
				v = m.stubField(s, string(name))
				s.fields[string(name)] = v
			}
		}
		L.Push(v)
		return 1
	})
	set("__call", func(L *glua.LState) int {
		s := m.stubOf(L.Get(1))
		if points.MatchString(s.name) {
			for range 3 {
				L.Push(glua.LNumber(1))
			}
			return 3
		}
		L.Push(m.stubResult(s))
		return 1
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
		L.Push(glua.LString(m.stubText(L.Get(1)) + m.stubText(L.Get(2))))
		return 1
	})
	set("__tostring", func(L *glua.LState) int {
		L.Push(glua.LString(m.stubText(L.Get(1))))
		return 1
	})
	m.stubMeta = meta
	m.openOdd()
	m.acceptStubs()
}

func (m *leniency) newStub(name string) *glua.LTable {
	t := m.L.NewTable()
	m.stubs[t] = &stub{name: name, fields: map[string]glua.LValue{}, result: glua.LNil}
	t.Metatable = m.stubMeta
	return t
}

// longestStub bounds the names of stubs. The fields and results of one with a
// longer name are itself, so that a script that goes on from field to field makes
// no more.
const longestStub = 200

// mostStubs bounds the fields of a stub, and the stubs for what objects lack,
// because scripts can make up names without end.
const mostStubs = 1000

// stubField makes a field of a stub: 1 for a constant of TUNING, else a stub,
// which also counts as a number.
func (m *leniency) stubField(s *stub, key string) glua.LValue {
	if constants.MatchString(key) && strings.HasPrefix(s.name, "TUNING") {
		return glua.LNumber(1)
	}
	return m.newStub(s.name + "." + key)
}

func (m *leniency) stubResult(s *stub) glua.LValue {
	name := s.name[strings.LastIndexByte(s.name, '.')+1:]
	switch {
	case questions.MatchString(name):
		return glua.LFalse
	case measures.MatchString(name):
		return glua.LNumber(1)
	case s.result == glua.LNil && len(s.name) >= longestStub:
		return glua.LNil
	case s.result == glua.LNil:
		s.result = m.newStub(s.name + "()")
	}
	return s.result
}

func stubNumber(v glua.LValue) float64 {
	if f, ok := asNumber(v); ok {
		return f
	}
	return 1
}

func (m *leniency) stubText(v glua.LValue) string {
	if s := m.stubOf(v); s != nil {
		return s.name
	}
	return lua.Text(v)
}

// forgive returns a stub for an unknown name, with a notice.
func (m *leniency) forgive(name string) glua.LValue {
	m.tell("unknown name " + name + ": a stub stands in for it")
	if constants.MatchString(name) && measures.MatchString(name) && !strings.HasPrefix(name, "TUNING") {
		return glua.LNumber(1)
	}
	return m.newStub(name)
}

// missing returns a stub for what an object of Thicket's own lacks, with a
// notice.
func (m *leniency) missing(name string) glua.LValue {
	if len(m.strays) >= mostStubs {
		name = "what is unknown"
	}
	if t := m.strays[name]; t != nil {
		return t
	}
	m.tell(name + " is unknown: a stub stands in for it")
	t := m.newStub(name)
	m.strays[name] = t
	return t
}

// forgiveMissing makes a table of Thicket's own return stubs for what it and its
// class lack.
func (m *leniency) forgiveMissing(t *glua.LTable, name string) {
	meta := m.L.NewTable()
	class, _ := t.Metatable.(*glua.LTable)
	var look glua.LValue = glua.LNil
	if class != nil {
		for k, v := class.Next(glua.LNil); k != glua.LNil; k, v = class.Next(k) {
			if k != glua.LString("__index") {
				meta.RawSet(k, v)
			}
		}
		look = class.RawGetString("__index")
	}
	meta.RawSetString("__index", m.L.NewFunction(func(L *glua.LState) int {
		key := L.Get(2)
		v := glua.LValue(glua.LNil)
		switch look := look.(type) {
		case *glua.LTable:
			v = look.RawGet(key)
		case *glua.LFunction:
			v = m.lua.Call(look, t, key)
		}
		if s, ok := key.(glua.LString); v == glua.LNil && ok && !unset[string(s)] {
			v = m.missing(name + "." + string(s))
			t.RawSet(key, v)
		}
		L.Push(v)
		return 1
	}))
	t.Metatable = meta
}
