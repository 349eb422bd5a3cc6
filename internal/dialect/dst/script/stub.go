package script

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/lazy"
)

// leniency lets a file run that needs more of its game than there is, by stubs.
type leniency struct {
	scripts
	StubState
	stubMeta *machine.Table
	Offered  []string // to the main files of mods, which may have meant one of them
}

// StubState is what is saved of stubs.
type StubState struct {
	Stubs  []*Stub
	strays map[string]*Stub // for what objects lack, by name
}

// Code visits all stubs, which scripts may not hold all.
func (s *StubState) Code(c Codec) {
	List(c, &s.Stubs, func(p **Stub) { MustPointer(c, p) })
	Dict(c, &s.strays, c.Text, func(p **Stub) { MustPointer(c, p) })
	if s.strays == nil {
		s.strays = map[string]*Stub{}
	}
}

// Stub stands in for a name that nobody defines, in lenient files. It can be
// called, indexed, concatenated and calculated with. A call returns a number,
// false or another stub, by the name.
type Stub struct {
	Obj    *machine.Table // what scripts hold
	Name   string
	Fields map[string]machine.Value
	Result machine.Value
	Entity machine.Value // that stands where it is taken for one; nil until then
}

// Object returns what scripts hold.
func (s *Stub) Object() *machine.Table { return s.Obj }

// Code visits what is saved of a stub.
func (s *Stub) Code(c Codec) {
	c.Text(&s.Name)
	Dict(c, &s.Fields, c.Text, c.Value)
	c.Value(&s.Result)
	c.Value(&s.Entity)
}

func (le *leniency) StubOf(v machine.Value) *Stub {
	s, _ := Handle(v).(*Stub)
	return s
}

var (
	// measures matches functions and fields that are numbers.
	measures = lazy.Regexp(`(?i)dist|time|percent|radius|range|speed|angle|count|num|size|amount|damage|health$|height|weight|` +
		`random|chance|delay|period|max|min|rot|scale|length|level|day|phase|sq$|^[xyz]$|degrees|value|target_?d|cooldown$`)
	// questions matches functions that answer true or false.
	questions = lazy.Regexp(`^(Is|Has|Can|Should|Are|Was|Test|In[A-Z]|Timer|Any|No[A-Z]|Contains|Eats?[A-Z]|TargetIs)|Exists$`)
	// points matches functions that return three numbers.
	points    = lazy.Regexp(`\.(Get|GetWorldPosition|GetTileCenterPoint|Unpack)$`)
	constants = lazy.Regexp(`^[A-Z][A-Z0-9_]+$`)
)

// OpenStubs lets scripts use what is nil, and stubs wherever a value is wanted.
func (le *leniency) OpenStubs() {
	le.makeStubs()
	le.openOdd()
	le.acceptStubs()
}

// odds are the metamethods of what stands for a number or a text that is not there.
func (le *leniency) odds() map[string]func(*machine.Call) int {
	number := func(f func(a, b float64) float64) func(*machine.Call) int {
		return func(c *machine.Call) int {
			return c.Give(machine.Number(f(stubNumber(c.Get(1)), stubNumber(c.Get(2)))))
		}
	}
	return map[string]func(*machine.Call) int{
		"__add": number(func(a, b float64) float64 { return a + b }),
		"__sub": number(func(a, b float64) float64 { return a - b }),
		"__mul": number(func(a, b float64) float64 { return float64(a * b) }),
		"__div": number(func(a, b float64) float64 { return a / b }),
		"__mod": number(func(a, _ float64) float64 { return a }),
		"__pow": number(func(a, _ float64) float64 { return a }),
		"__unm": number(func(a, _ float64) float64 { return -a }),
		"__concat": func(c *machine.Call) int {
			return c.Give(machine.String(le.StubText(c.Get(1)) + le.StubText(c.Get(2))))
		},
		"__tostring": func(c *machine.Call) int { return c.Give(machine.String(le.StubText(c.Get(1)))) },
	}
}

// makeStubs makes the metatable of stubs.
func (le *leniency) makeStubs() {
	le.stubMeta = le.Lua.NewTable()
	le.Offer(le.stubMeta, "__index", func(c *machine.Call) int {
		s := le.StubOf(c.Get(1))
		name, isName := c.Get(2).Text()
		if s == nil || !isName {
			return c.Give(machine.Nil)
		}
		return c.Give(le.stubKey(s, name))
	})
	le.Offer(le.stubMeta, "__call", func(c *machine.Call) int { return le.callStub(c, le.StubOf(c.Get(1))) })
	odds := le.odds()
	for _, name := range SortedKeys(odds) {
		le.Offer(le.stubMeta, name, odds[name])
	}
}

// StubRoots are the tables of stubs that no script holds.
func (le *leniency) StubRoots() []machine.Value {
	if le.stubMeta == nil {
		return nil
	}
	return []machine.Value{le.stubMeta.V()}
}

// callStub calls a stub and pushes what it gives.
func (le *leniency) callStub(c *machine.Call, s *Stub) int {
	if v, ok := le.scripted(s.Name); ok {
		return c.Give(v)
	}
	if points().MatchString(s.Name) {
		for range 3 {
			c.Push(machine.Number(1))
		}
		return 3
	}
	return c.Give(le.stubResult(s))
}

func (le *leniency) newStub(name string) *Stub {
	s := le.BlankStub()
	s.Name = name
	s.Obj.SetMeta(le.stubMeta)
	le.Stubs = append(le.Stubs, s)
	return s
}

// BlankStub makes a stub that is about to be read from a save.
func (le *leniency) BlankStub() *Stub {
	s := &Stub{Fields: map[string]machine.Value{}}
	s.Obj = le.Lua.NewObject(s)
	return s
}

// scripted is what the state of the bot whose turn it is says that a stub answers, by the last word of
// its name.
func (le *leniency) scripted(name string) (machine.Value, bool) {
	if le.X == nil {
		return machine.Nil, false
	}
	c := host.Call{World: le.X.World, Body: le.X.Body}
	v := standin.Scripted(&c, le.Program.Reg, name[strings.LastIndexAny(name, ".:")+1:])
	return le.ToLua(v), v.Kind() != host.Null
}

// longestStub bounds the names of stubs. The fields and results of one with a
// longer name are itself, so that a script that goes on from field to field makes
// no more.
const longestStub = 200

// MostStubs bounds the fields of a stub, and the stubs for what objects lack,
// because scripts can make up names without end.
const MostStubs = 1000

// stubKey returns a field of a stub.
func (le *leniency) stubKey(s *Stub, key string) machine.Value {
	v, ok := s.Fields[key]
	if !ok {
		if v = s.Obj.V(); len(s.Name) < longestStub && len(s.Fields) < MostStubs {
			v = le.stubField(s, key)
			s.Fields[key] = v
		}
	}
	return v
}

// stubField makes a field of a stub: 1 for a constant of TUNING, else a stub,
// which also counts as a number.
func (le *leniency) stubField(s *Stub, key string) machine.Value {
	if constants().MatchString(key) && strings.HasPrefix(s.Name, "TUNING") {
		return machine.Number(1)
	}
	return le.newStub(s.Name + "." + key).Obj.V()
}

func (le *leniency) stubResult(s *Stub) machine.Value {
	name := s.Name[strings.LastIndexAny(s.Name, ".:")+1:]
	switch {
	case questions().MatchString(name):
		return machine.Bool(false)
	case measures().MatchString(name):
		return machine.Number(1)
	case s.Result.IsNil() && len(s.Name) >= longestStub:
		return machine.Nil
	case s.Result.IsNil():
		s.Result = le.newStub(s.Name + "()").Obj.V()
	}
	return s.Result
}

func stubNumber(v machine.Value) float64 {
	if f, ok := AsNumber(v); ok {
		return f
	}
	return 1
}

func (le *leniency) StubText(v machine.Value) string {
	if s := le.StubOf(v); s != nil {
		return s.Name
	}
	return machine.Show(v)
}

// Missing returns a stub for what an object of Thicket's own lacks, with a
// notice.
func (le *leniency) Missing(name string) *Stub {
	if len(le.strays) >= MostStubs {
		name = "what is unknown"
	}
	text := name + " is unknown: a stub stands in for it"
	if near := syntax.Closest(name, le.Offered); near != "" {
		text += fmt.Sprintf("; did you mean %q?", near)
	}
	if le.X == nil { // the notice counts the places that files have
		le.tellPlace(text)
	}
	if s := le.strays[name]; s != nil {
		return s
	}
	le.Tell(text)
	s := le.newStub(name)
	le.strays[name] = s
	return s
}
