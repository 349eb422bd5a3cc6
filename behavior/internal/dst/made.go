package dst

import (
	"fmt"

	glua "github.com/yuin/gopher-lua"
)

// Functions of Go that are made while scripts run. What they work with are
// their upvalues, behind the word for what they do, so that they can be saved.
const (
	madeInstance  = "is_instance"
	madeClass     = "class"
	madePropRead  = "read"
	madePropWrite = "write"
	madeListener  = "listener"
	madeFields    = "fields"
	madeHost      = "host"
	madeCaller    = "caller"
)

// made makes such a function.
func (m *machine) made(what string, of ...glua.LValue) *glua.LFunction {
	f := m.makes(what, of)
	if f == nil {
		panic(fmt.Sprintf("dst: no function of the kind %q", what))
	}
	return m.L.NewClosure(f, append([]glua.LValue{glua.LString(what)}, of...)...)
}

// makes gives the function that does what is asked for; nil for a word or values
// that made was never given.
func (m *machine) makes(what string, of []glua.LValue) glua.LGFunction {
	if what == madeFields {
		return func(L *glua.LState) int {
			L.Push(m.entityField(L.CheckTable(1), L.Get(2)))
			return 1
		}
	}
	if len(of) == 0 {
		return nil
	}
	t, isTable := of[0].(*glua.LTable)
	switch {
	case what == madeHost:
		leaf, err := m.leafNamed(of[0].String(), of[1:])
		if err != nil {
			return nil
		}
		return func(L *glua.LState) int {
			L.Push(m.callHost(leaf))
			return 1
		}
	case what == madeCaller:
		return m.callsHost(of[0].String())
	case !isTable:
		return nil
	}
	switch what {
	case madeInstance:
		return func(L *glua.LState) int {
			v, ok := L.Get(1).(*glua.LTable)
			L.Push(glua.LBool(ok && isA(v, t)))
			return 1
		}
	case madeClass:
		return m.instantiate(t)
	case madePropRead:
		return propRead(t)
	case madePropWrite:
		return m.propWrite(t)
	case madeListener:
		return func(L *glua.LState) int {
			m.dispatch(nodeOf(t), mOnEvent, L.Get(2))
			return 0
		}
	}
	return nil
}
