package machine

import (
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/internal/dialect/lua/bytecode"
	"github.com/thicket-sim/thicket/internal/dialect/lua/number"
)

// ArgError ends the script with an error about an argument.
func (c *Call) ArgError(i int, format string, args ...any) {
	c.S.Raise("bad argument #%d to '%s' (%s)", i, c.f.goes().name, fmt.Sprintf(format, args...))
}

// typeError is ArgError of an argument of the wrong kind, with its name where the script has one.
func (c *Call) typeError(i int, wanted string) {
	if name := c.ArgumentOfUser(i); name != "" {
		if wanted == "string" {
			wanted = "text"
		}
		c.S.Raise("%s is %s, where a %s is wanted", name, c.Get(i).Kind().article(), wanted)
	}
	found := "no value"
	if i <= c.n {
		found = c.Get(i).Kind().String()
		if kind, name := c.nameOf(i); name != "" {
			found += ", " + kind + " '" + name + "'"
		}
	}
	c.ArgError(i, "%s expected, got %s", wanted, found)
}

// nameOf is what the script that calls names an argument, and what kind of thing that is; empty where it has
// no name.
func (c *Call) nameOf(i int) (kind, name string) {
	fr := c.th.last
	if c.byGo || fr == &c.th.root {
		return "", ""
	}
	p, pc := fr.fn.code.Proto, max(fr.pc-1, 0)
	in := &p.Code[pc]
	isCall := in.Op == bytecode.Call || in.Op == bytecode.Tail
	if !isCall || int(fr.base)+int(in.A)+1 != c.base || int(in.B)-1 != c.n { // otherwise they may have moved
		return "", ""
	}
	return p.NameAt(pc, int(in.A)+i)
}

// CheckAny returns an argument that must be there.
func (c *Call) CheckAny(i int) Value {
	if i > c.n {
		c.ArgError(i, "value expected")
	}
	return c.Get(i)
}

// CheckTable returns an argument that must be a table.
func (c *Call) CheckTable(i int) *Table {
	t := c.Get(i).Table()
	if t == nil {
		c.typeError(i, "table")
	}
	return t
}

// CheckFunction returns an argument that must be a function.
func (c *Call) CheckFunction(i int) *Function {
	f := c.Get(i).Function()
	if f == nil {
		c.typeError(i, "function")
	}
	return f
}

// CheckText returns an argument that must be a text or a number, as text. A long one is charged
// for.
func (c *Call) CheckText(i int) string {
	v := c.Get(i)
	if v.isNumber() {
		return number.Show(v.f())
	}
	text, ok := v.Text()
	if !ok {
		c.typeError(i, "string")
	}
	if len(text) >= bytesPerStep {
		c.S.Charge(int64(len(text) / bytesPerStep))
	}
	return text
}

// OptText is CheckText of an argument that may be left out.
func (c *Call) OptText(i int, without string) string {
	if c.Get(i).p == nil {
		return without
	}
	return c.CheckText(i)
}

// CheckNumber returns an argument that must be a number, or a text that has one.
func (c *Call) CheckNumber(i int) float64 {
	v := c.Get(i)
	if v.isNumber() {
		return v.f()
	}
	f, ok := c.S.toNumber(v)
	if !ok {
		c.typeError(i, "number")
	}
	return f
}

// OptNumber is CheckNumber of an argument that may be left out.
func (c *Call) OptNumber(i int, without float64) float64 {
	if c.Get(i).p == nil {
		return without
	}
	return c.CheckNumber(i)
}

// CheckWhole is CheckNumber as a whole number, see whole.
func (c *Call) CheckWhole(i int) int { return whole(c.CheckNumber(i)) }

// OptWhole is CheckWhole of an argument that may be left out.
func (c *Call) OptWhole(i, without int) int { return whole(c.OptNumber(i, float64(without))) }

// whole truncates a number to a whole one, within a range whose differences cannot overflow, on
// a machine whose int has 32 bits either. NaN is 0.
func whole(f float64) int {
	const most = 1 << 29
	if f != f {
		return 0
	}
	return int(math.Trunc(max(-most, min(most, f))))
}

// CheckBool returns an argument that must be a truth value.
func (c *Call) CheckBool(i int) bool {
	if c.Get(i).Kind() != KindBool {
		c.typeError(i, "boolean")
	}
	return c.Get(i).Truth()
}

// Give pushes a value as the only result.
func (c *Call) Give(v Value) int {
	c.Push(v)
	return 1
}

// giveText pushes a text as the only result, and charges for it.
func (c *Call) giveText(text string) int {
	c.S.chargeText(len(text))
	return c.Give(String(text))
}

// function is one entry of a library, listed in a fixed order.
type function struct {
	name string
	f    func(*Call) int
}
