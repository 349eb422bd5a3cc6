package dst

import (
	"fmt"

	glua "github.com/yuin/gopher-lua"
)

// The words for functions of Go that are made while scripts run. Such a function
// has this word and what it works with as its upvalues, so that it can be saved.
const (
	madeInstance  = "is_instance"
	madeClass     = "class"
	madePropRead  = "read"
	madePropWrite = "write"
	madeListener  = "listener"
	madeFields    = "fields"
	madeHost      = "host"
	madeCaller    = "caller"
	madeLack      = "lack"
	madeNothing   = "nothing"
)

// maker makes a function from what it works with; nil if it cannot work with
// that.
type maker func(of []glua.LValue) glua.LGFunction

// ofTable is the maker of a function that works with one table.
func ofTable(f func(t *glua.LTable) glua.LGFunction) maker {
	return func(of []glua.LValue) glua.LGFunction {
		if len(of) > 0 {
			if t, ok := of[0].(*glua.LTable); ok {
				return f(t)
			}
		}
		return nil
	}
}

// openMakers registers the functions of classes.
func (m *classes) openMakers() {
	m.makers[madeInstance] = ofTable(func(class *glua.LTable) glua.LGFunction {
		return func(L *glua.LState) int {
			v, ok := L.Get(1).(*glua.LTable)
			L.Push(glua.LBool(ok && isA(v, class)))
			return 1
		}
	})
	m.makers[madeClass] = ofTable(m.instantiate)
	m.makers[madePropRead] = ofTable(propRead)
	m.makers[madePropWrite] = ofTable(m.propWrite)
}

// made makes a function by its word.
func (m *classes) made(what string, of ...glua.LValue) *glua.LFunction {
	f := m.makes(what, of)
	if f == nil {
		panic(fmt.Sprintf("dst: no function of the kind %q", what))
	}
	return m.L.NewClosure(f, append([]glua.LValue{glua.LString(what)}, of...)...)
}

func (m *classes) makes(what string, of []glua.LValue) glua.LGFunction {
	if f := m.makers[what]; f != nil {
		return f(of)
	}
	return nil
}
