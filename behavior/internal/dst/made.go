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

func (m *machine) makes(what string, of []glua.LValue) glua.LGFunction {
	switch what {
	case madeInstance:
		return func(L *glua.LState) int {
			t, ok := L.Get(1).(*glua.LTable)
			L.Push(glua.LBool(ok && isA(t, of[0])))
			return 1
		}
	case madeClass:
		return m.instantiate(of[0].(*glua.LTable))
	case madePropRead:
		return propRead(of[0].(*glua.LTable))
	case madePropWrite:
		return m.propWrite(of[0].(*glua.LTable))
	case madeListener:
		return func(L *glua.LState) int {
			m.dispatch(nodeOf(of[0]), mOnEvent, L.Get(2))
			return 0
		}
	case madeFields:
		return func(L *glua.LState) int {
			L.Push(m.entityField(L.CheckTable(1), L.Get(2)))
			return 1
		}
	case madeHost:
		leaf, err := m.leafNamed(of[0].String(), of[1:])
		if err != nil {
			return nil
		}
		return func(L *glua.LState) int {
			L.Push(m.callHost(leaf))
			return 1
		}
	case madeCaller:
		return m.callsHost(of[0].String())
	}
	return nil
}
