package machine

import "github.com/thicket-sim/thicket/internal/dialect/lua/source"

// environments are getfenv and setfenv, which the sandbox has only for sources with an
// environment, see [source.Environment].
var environments = map[string]func(*Call) int{"getfenv": getEnvironment, "setfenv": setEnvironment}

// environment finds where the environment lies of the function that an argument means: the function
// itself, or a level of those that called; nil where it has none. of is that function, if it was
// handed over.
func (c *Call) environment(i int) (at *Value, of *Function, cell int) {
	if f := c.Get(i).Function(); f != nil {
		if f.code == nil {
			return nil, f, -1
		}
		cell = placeOfEnvironment(f)
		if cell < 0 {
			return nil, f, -1
		}
		return f.Cells()[cell].Held(), f, cell
	}
	fr := c.th.last
	for level := c.OptWhole(i, 1); level > 1 && fr != &c.th.root; level-- {
		fr = fr.outer
	}
	if fr == &c.th.root {
		return nil, nil, -1
	}
	if cell = placeOfEnvironment(fr.fn); cell >= 0 {
		return fr.fn.Cells()[cell].Held(), nil, cell
	}
	p := fr.fn.code.Proto
	if p.Number > 0 || len(p.Locals) == 0 || p.Locals[0].Name != source.Environment {
		return nil, nil, -1
	}
	at = &c.th.stack[fr.base]
	if inCell := at.Cell(); inCell != nil {
		at = inCell.Held()
	}
	return at, nil, -1
}

// placeOfEnvironment is the place of the environment among the variables that a function keeps; negative
// where it keeps none.
func placeOfEnvironment(f *Function) int {
	for i, k := range f.code.Caps {
		if k.Name == source.Environment {
			return i
		}
	}
	return -1
}

func getEnvironment(c *Call) int {
	if at, _, _ := c.environment(1); at != nil {
		return c.Give(*at)
	}
	c.S.Raise("getfenv is not in the sandbox")
	return 0
}

// setEnvironment changes the environment of a function that was handed over for that alone, and
// otherwise for its whole file.
func setEnvironment(c *Call) int {
	at, of, cell := c.environment(1)
	if at == nil {
		c.S.Raise("setfenv is not in the sandbox")
	}
	to := c.CheckTable(2).V()
	if of == nil {
		*at = to
		return c.Give(c.Get(1))
	}
	cells := append([]*Cell{}, of.Cells()...)
	cells[cell] = NewCell()
	*cells[cell].Held() = to
	of.Keep(cells)
	return c.Give(c.Get(1))
}

// UpValue returns the name and the value of a variable that a function of a script keeps, from 1 on;
// an empty name where there is none.
func (f *Function) UpValue(i int) (name string, at *Value) {
	if f.code == nil || i < 1 || i > len(f.code.Caps) {
		return "", nil
	}
	return f.code.Caps[i-1].Name, f.Cells()[i-1].Held()
}

// IsLibrary reports whether a function is Go's, or stands in a file of the owner's own.
func (c *Call) IsLibrary(f *Function) bool { return f.code == nil || c.S.isLibrary(f.code.Chunk) }
