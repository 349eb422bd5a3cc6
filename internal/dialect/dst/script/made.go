package script

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
	MadeListener  = "listener"
	MadeFields    = "fields"
	MadeParts     = "parts"
	MadeLive      = "live"
	MadeHost      = "host"
	madeCaller    = "caller"
	MadeLack      = "lack"
	MadeNothing   = "nothing"
)

// maker makes a function from what it works with; nil if it cannot work with
// that.
type maker func(of []glua.LValue) glua.LGFunction

// OfTable is the maker of a function that works with one table.
func OfTable(f func(t *glua.LTable) glua.LGFunction) maker {
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
func (cl *classes) openMakers() {
	cl.Makers[madeInstance] = OfTable(func(class *glua.LTable) glua.LGFunction {
		return func(L *glua.LState) int {
			v, ok := L.Get(1).(*glua.LTable)
			L.Push(glua.LBool(ok && isA(v, class)))
			return 1
		}
	})
	cl.Makers[MadeLive] = cl.live
	cl.Makers[madeClass] = OfTable(cl.instantiate)
	cl.Makers[madePropRead] = OfTable(propRead)
	cl.Makers[madePropWrite] = OfTable(cl.propWrite)
}

// Made makes a function by its word.
func (cl *classes) Made(what string, of ...glua.LValue) *glua.LFunction {
	f := cl.Makes(what, of)
	if f == nil {
		panic(fmt.Sprintf("dst: no function of the kind %q", what))
	}
	made := cl.L.NewClosure(f, append([]glua.LValue{glua.LNil}, of...)...)
	word := cl.words[what]
	if word == nil {
		word = made.Upvalues[0]
		word.SetValue(glua.LString(what))
		cl.words[what] = word
	}
	made.Upvalues[0] = word
	return made
}

func (cl *classes) Makes(what string, of []glua.LValue) glua.LGFunction {
	if f := cl.Makers[what]; f != nil {
		return f(of)
	}
	return nil
}

// live makes the __index of a class some of whose fields are found when they are read: by
// functions of the object, under their names in a table. All else is in the class.
func (cl *classes) live(of []glua.LValue) glua.LGFunction {
	if len(of) < 2 {
		return nil
	}
	class, ok := of[0].(*glua.LTable)
	finders, too := of[1].(*glua.LTable)
	if !ok || !too {
		return nil
	}
	return func(L *glua.LState) int {
		key := L.Get(2)
		if find := finders.RawGet(key); find != glua.LNil {
			L.Push(cl.Lua.Call(find, L.Get(1)))
		} else {
			L.Push(class.RawGet(key))
		}
		return 1
	}
}
