package machine

import (
	"errors"
	"slices"
	"unsafe"
)

// Codec goes through all that scripts keep: tables, functions with their variables, and what
// stands for objects of the owner. Each type says once, in one function, what it keeps and in
// which order; a graph writes it and reads it by that function. These methods are called with
// what the type keeps. Only one that reads changes it, or returns something else than it was
// given.
type Codec interface {
	Value(v *Value)
	Bool(b *bool)
	Number(f *float64)
	Whole(i int64) int64
	Text(s *string)
	Variable(c **Cell)
	Thread(t **Thread)

	// Content visits what a table holds.
	Content(t *Table)
	// Length stands before a list of n elements, of at least one cell each.
	Length(n int) int
	// Rest stands before a list of n elements, one cell each, at the end of a record.
	Rest(n int) int
	// Later makes one that reads call f once what was read is in place.
	Later(f func())
}

// ErrDamaged is what functions that read panic with when bytes are no save.
var ErrDamaged = errors.New("the save is damaged")

// Contents are what a table holds: its list, and its other keys in their order, those that were
// cleared as well.
type Contents struct {
	Meta               Value
	List, Keys, Values []Value
}

// Of gathers what a table holds.
func (t *Contents) Of(from *Table) {
	t.Meta, t.List, t.Keys, t.Values = Nil, from.list(), t.Keys[:0], t.Values[:0]
	if from.meta != nil {
		t.Meta = from.meta.V()
	}
	for at := from.Len(); at < from.Len()+from.keys(); at++ {
		k, v, _ := from.pair(at)
		if k.p == nil {
			continue // it is in the list
		}
		t.Keys, t.Values = append(t.Keys, k), append(t.Values, v)
	}
}

// Check refuses what no table can hold.
func (t *Contents) Check() {
	if t.Meta.p != nil && !t.Meta.isTable() || len(t.List) > 0 && t.List[len(t.List)-1].p == nil {
		panic(ErrDamaged)
	}
	for _, k := range t.Keys {
		if k.p == nil || k.isNumber() && (k.f() != k.f() || index(k.f()) > 0 && index(k.f()) <= len(t.List)+1) {
			panic(ErrDamaged)
		}
	}
}

func (t *Contents) Fill(s *State, to *Table) {
	to.meta, to.absent = t.Meta.Table(), 0
	to.setList(nil)
	if n := len(t.List); n > fewItems {
		to.setList(t.List)
	} else if n > 0 {
		to.reserve(n)
		to.header().length = uint32(n)
		copy(to.list(), t.List)
	}
	library := to.dict() != nil && to == s.globals || to.bits&isLibrary != 0
	room := 0
	if !library {
		room = min(len(t.Keys), maxNames)
	}
	to.bare(to.root(s), room)
	if library {
		to.spread()
	}
	for i, k := range t.Keys {
		if k.isText() && (len(k.text().s) <= 40 || library) {
			k = s.name(k.text().s).v()
		}
		if to.dict() == nil && k.isText() && to.shape().find(k.text()) < 0 {
			if next := s.shapes.after(s, to.shape(), k.text()); next != nil {
				to.addSlot(next, t.Values[i])
				continue
			}
		}
		if to.dict() == nil {
			to.spread()
		}
		if to.dict().find(k) >= 0 {
			panic(ErrDamaged)
		}
		to.dict().add(k, t.Values[i])
	}
}

// MayHold refuses contents that a table of the state cannot have: globals and libraries have names
// alone.
func (t *Contents) MayHold(s *State, at *Table) {
	t.Check()
	isOther := func(k Value) bool { return !k.isText() }
	if (at == s.globals || at.bits&isLibrary != 0) && (t.Meta.p != nil || len(t.List) > 0 || slices.ContainsFunc(t.Keys, isOther)) {
		panic(ErrDamaged)
	}
	t.Fill(s, s.NewTable())
}

// Ref refers to a table, a function, a cell or data. It is half as large as a value, and a key of maps.
type Ref struct{ p unsafe.Pointer }

// Ref refers to a value that is one of these.
func (v Value) Ref() Ref { return Ref{v.p} }

// V returns the value; nil for the zero Ref.
func (r Ref) V() Value { return Value{p: r.p} }

// Cell returns a variable that functions share; nil for another value. Scripts see none.
func (v Value) Cell() *Cell {
	if v.Kind() == KindCell {
		return v.cell()
	}
	return nil
}

// NewCell makes a variable.
func NewCell() *Cell { return &Cell{head: head{KindCell}} }

// Held is where the value of a variable lies.
func (c *Cell) Held() *Value { return &c.v }

// Cells are the variables that a function of a script keeps.
func (f *Function) Cells() []*Cell {
	if f.with == nil || f.native {
		return nil
	}
	return unsafe.Slice((**Cell)(f.with), len(f.code.Caps))
}

// Remake makes a function of a script that keeps nothing yet, see Keep.
func (s *State) Remake(p *Proto) *Function {
	s.chunks[p.Chunk.Name] = p.Chunk
	return newFunction(s.codeOf(p))
}

// Keep gives a function the variables that it keeps, which are as many as its source says.
func (f *Function) Keep(cells []*Cell) {
	if len(cells) != len(f.code.Caps) {
		panic(ErrDamaged)
	}
	f.with = unsafe.Pointer(unsafe.SliceData(cells))
}

// RemakeNative makes a function of Go that does nothing yet, see Become.
func RemakeNative() *Function {
	return &Function{head: head{KindFunction}, native: true, with: unsafe.Pointer(&native{})}
}

// Become makes it do what another does.
func (f *Function) Become(made *Function) { f.native, f.with = made.native, made.with }

// Roots are what every state has: the globals, _G, and what scripts see but cannot name.
func (s *State) Roots() []Value { return []Value{s.globals.V(), s.view.V(), s.eachF.V()} }

// MakeMatches makes the function that string.gmatch made; nil for another.
func (s *State) MakeMatches(name string, kept []Value) *Function {
	if name != MatchesName {
		return nil
	}
	if len(kept) != 3 || !kept[0].isText() || !kept[1].isText() || !kept[2].isNumber() || kept[2].f() < 0 || kept[2].f() > float64(len(kept[0].text().s)+1) {
		panic(ErrDamaged)
	}
	return s.matchesOf(kept[0], kept[1], kept[2].f())
}
