package script

import (
	"fmt"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// The words for functions of Go that are made while scripts run. Such a function has the word as
// its name, and keeps what it works with, so that it can be saved.
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
	MadeConstants = "constants"
)

// maker makes a function from what it works with; nil if it cannot work with that.
type maker func(of []machine.Value) func(*machine.Call) int

// OfTable is the maker of a function that works with one table, which it keeps first.
func OfTable(f func(*machine.Call) int) maker {
	return func(of []machine.Value) func(*machine.Call) int {
		if len(of) == 0 || of[0].Table() == nil {
			return nil
		}
		return f
	}
}

// openMakers registers the functions of classes.
func (cl *classes) openMakers() {
	cl.Makers[madeInstance] = OfTable(func(c *machine.Call) int {
		return c.Give(machine.Bool(cl.isObjectOf(c.Get(1), c.Kept()[0].Table())))
	})
	cl.Makers[MadeLive] = cl.live
	cl.Makers[madeClass] = OfTable(cl.instantiate)
	cl.Makers[madePropRead] = OfTable(cl.propRead)
	cl.Makers[madePropWrite] = OfTable(cl.propWrite)
}

// Made makes a function by its word.
func (cl *classes) Made(what string, of ...machine.Value) machine.Value {
	f := cl.Remade(what, of)
	if f == nil {
		panic(fmt.Sprintf("dst: no function of the kind %q", what))
	}
	return f.V()
}

// Remade is Made for a word from a save; nil for one that there is not.
func (cl *classes) Remade(what string, of []machine.Value) *machine.Function {
	maker := cl.Makers[what]
	if maker == nil {
		return nil
	}
	f := maker(of)
	if f == nil {
		return nil
	}
	return cl.Lua.NewFunction(what, f, of...)
}

// live makes the __index of a class some of whose fields are found when they are read: by
// functions of the object, under their names in a table. All else is in the class.
func (cl *classes) live(of []machine.Value) func(*machine.Call) int {
	if len(of) < 2 || of[0].Table() == nil || of[1].Table() == nil {
		return nil
	}
	class, finders := of[0].Table(), of[1].Table()
	return func(c *machine.Call) int {
		key := c.Get(2)
		if find := finders.Get(key); !find.IsNil() {
			return c.Give(cl.Lua.Call(find, c.Get(1)))
		}
		return c.Give(class.Get(key))
	}
}
