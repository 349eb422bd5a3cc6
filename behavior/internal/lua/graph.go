package lua

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"runtime"

	glua "github.com/yuin/gopher-lua"
)

// Graph writes all that the scripts of a state keep as bytes, and reads it into
// another state that was made in the same way: tables, functions with their
// variables, and what these hold, each once, however often it is met. Equal states
// have equal bytes, so that their hash can go into digests.
type Graph struct {
	// Place finds the file of a function of a script, by a name, and its number
	// among the [Chunk.Functions] of that file.
	Place func(*glua.FunctionProto) (file string, number int, ok bool)
	// Chunk is the file of a name; nil for one that is not there.
	Chunk func(file string) *Chunk
	// Name is the name of a function of Go that was made after Fix, and Make makes
	// it; nil for an unknown name.
	Name func(*glua.LFunction) (name string, ok bool)
	Make func(name string) *glua.LFunction
	// Handle is the number of a table that stands for a thing outside of Lua.
	Handle func(*glua.LTable) (number uint64, ok bool)

	state *State
	fixed map[any]uint64 // the numbers of what every such state has
	list  []any          // those objects, in the order of their numbers
}

// The kinds of objects.
const (
	graphTable byte = iota
	graphHandle
	graphFunction // of a script
	graphMade     // of Go
	graphVariable
)

// The kinds of values.
const (
	graphNil byte = iota
	graphFalse
	graphTrue
	graphNumber
	graphText
	graphObject
)

var (
	errDamaged = errors.New("the save is damaged")
	errOther   = errors.New("saved by another version")
	errOdd     = errors.New("its scripts keep a function that finds matches, which cannot be saved")
)

// Fix numbers the tables and functions that a state has now, and those of the roots.
// What is made later is saved; of these only the content of tables is.
func (g *Graph) Fix(s *State, roots ...glua.LValue) {
	g.state, g.fixed, g.list = s, map[any]uint64{}, nil
	g.fix(s.globals)
	g.fix(s.L.GetMetatable(glua.LString("")))
	for _, v := range roots {
		g.fix(v)
	}
	for i := 0; i < len(g.list); i++ {
		switch v := g.list[i].(type) {
		case *glua.LTable:
			g.fix(v.Metatable)
			for k, e := v.Next(glua.LNil); k != glua.LNil; k, e = v.Next(k) {
				g.fix(e)
			}
		case *glua.LFunction:
			for _, up := range v.Upvalues {
				if up != nil {
					g.fix(up.Value())
				}
			}
		}
	}
}

func (g *Graph) fix(v glua.LValue) {
	switch v.(type) {
	case *glua.LTable, *glua.LFunction:
		if _, ok := g.fixed[v]; !ok {
			g.fixed[v] = uint64(len(g.list))
			g.list = append(g.list, v)
		}
	}
}

// graphWriter writes the objects in the order in which they are met.
type graphWriter struct {
	*Graph
	met map[any]uint64
	all []any
	out []byte
	err error
}

// Encode returns all that is reached from the globals and from the handles. Where that
// is not all that scripts keep, the error says what cannot be saved.
func (g *Graph) Encode(handles []*glua.LTable) ([]byte, error) {
	w := &graphWriter{Graph: g, met: make(map[any]uint64, len(g.list))}
	for _, v := range g.list {
		w.number(v)
	}
	w.whole(uint64(len(g.list)))
	w.whole(uint64(len(handles)))
	for _, t := range handles {
		w.value(t)
	}
	for i := 0; i < len(w.all); i++ {
		w.object(w.all[i], i < len(g.list))
	}
	return w.out, w.err
}

func (w *graphWriter) number(v any) uint64 {
	n, ok := w.met[v]
	if !ok {
		n = uint64(len(w.all))
		w.met[v] = n
		w.all = append(w.all, v)
	}
	return n
}

func (w *graphWriter) whole(n uint64) { w.out = binary.AppendUvarint(w.out, n) }

func (w *graphWriter) text(s string) {
	w.whole(uint64(len(s)))
	w.out = append(w.out, s...)
}

func (w *graphWriter) value(v glua.LValue) {
	switch v := v.(type) {
	case glua.LBool:
		if v {
			w.out = append(w.out, graphTrue)
		} else {
			w.out = append(w.out, graphFalse)
		}
	case glua.LNumber:
		w.out = append(w.out, graphNumber)
		w.out = binary.LittleEndian.AppendUint64(w.out, math.Float64bits(float64(v)))
	case glua.LString:
		w.out = append(w.out, graphText)
		w.text(string(v))
	case *glua.LTable, *glua.LFunction:
		w.out = append(w.out, graphObject)
		w.whole(w.number(v))
	default:
		w.out = append(w.out, graphNil)
	}
}

func (w *graphWriter) object(v any, isFixed bool) {
	switch v := v.(type) {
	case *glua.LTable:
		if number, ok := w.Handle(v); ok {
			w.out = append(w.out, graphHandle)
			w.whole(number)
		} else {
			w.out = append(w.out, graphTable)
		}
		w.table(v)
	case *glua.Upvalue:
		w.out = append(w.out, graphVariable)
		w.value(v.Value())
	case *glua.LFunction:
		if !isFixed {
			w.function(v)
		}
	}
}

func (w *graphWriter) table(t *glua.LTable) {
	list, keys := Entries(t)
	w.value(t.Metatable)
	w.whole(uint64(len(list)))
	for _, v := range list {
		w.value(v)
	}
	w.whole(uint64(len(keys)))
	for _, k := range keys {
		w.value(k)
		w.value(t.RawGet(k))
	}
}

func (w *graphWriter) function(f *glua.LFunction) {
	if f.IsG {
		name, ok := w.Name(f)
		if !ok {
			w.err = errOdd
		}
		w.out = append(w.out, graphMade)
		w.text(name)
		return
	}
	file, number, ok := w.Place(f.Proto)
	if !ok {
		w.err = fmt.Errorf("its scripts keep a function of %s, which no tree uses any more", f.Proto.SourceName)
	}
	w.out = append(w.out, graphFunction)
	w.text(file)
	w.whole(uint64(number))
	w.whole(uint64(len(f.Upvalues)))
	for _, up := range f.Upvalues {
		w.whole(w.number(up))
	}
}

// graphReader reads what graphWriter wrote. It stops with a panic of an error.
type graphReader struct {
	*Graph
	in      []byte
	objects []any
}

// graphTableContent is what a table holds.
type graphTableContent struct {
	meta               glua.LValue
	list, keys, values []glua.LValue
}

func (c *graphTableContent) fill(t *glua.LTable) { Fill(t, c.meta, c.list, c.keys, c.values) }

// Decode reads what Encode returned in a state that was made in the same way. Nothing
// is changed yet: commit, which it returns, puts the content of the tables that every
// state has in place. The handles come by their numbers.
func (g *Graph) Decode(b []byte) (handles map[uint64]*glua.LTable, commit func(), err error) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case runtime.Error:
			panic(v)
		case error:
			handles, commit, err = nil, nil, v
		default:
			panic(v)
		}
	}()
	r := &graphReader{Graph: g, in: b}
	if r.whole() != uint64(len(g.list)) {
		panic(errOther)
	}
	r.objects = make([]any, len(g.list), len(g.list)+16)
	copy(r.objects, g.list)
	handles = map[uint64]*glua.LTable{}
	roots := make([]func() *glua.LTable, r.count())
	for i := range roots {
		roots[i] = func(v func() glua.LValue) func() *glua.LTable {
			return func() *glua.LTable { return mustBe[*glua.LTable](v()) }
		}(r.value())
	}
	var tables []*glua.LTable
	var read []func() graphTableContent
	for _, v := range g.list {
		if t, ok := v.(*glua.LTable); ok {
			if r.take(1)[0] != graphTable {
				panic(errDamaged)
			}
			tables, read = append(tables, t), append(read, r.table())
		}
	}
	var fill []func()
	for len(r.in) > 0 {
		fill = append(fill, r.object(handles))
	}
	for _, f := range fill {
		f()
	}
	for _, f := range roots {
		f()
	}
	contents := make([]graphTableContent, len(tables))
	for i, f := range read {
		contents[i] = f()
	}
	return handles, func() {
		for i, t := range tables {
			contents[i].fill(t)
		}
	}, nil
}

// object reads an object behind those that every state has, and returns a function that
// fills it once all are there.
func (r *graphReader) object(handles map[uint64]*glua.LTable) func() {
	switch kind := r.take(1)[0]; kind {
	case graphTable, graphHandle:
		t := r.state.L.NewTable()
		if kind == graphHandle {
			handles[r.whole()] = t
		}
		r.objects = append(r.objects, t)
		content := r.table()
		return func() {
			c := content()
			c.fill(t)
		}
	case graphVariable:
		up := &glua.Upvalue{}
		r.objects = append(r.objects, up)
		v := r.value()
		return func() { up.SetValue(v()) }
	case graphMade:
		f := r.Make(r.text())
		if f == nil {
			panic(errDamaged)
		}
		r.objects = append(r.objects, f)
		return func() {}
	case graphFunction:
		f := &glua.LFunction{}
		r.objects = append(r.objects, f)
		file, number, shared := r.text(), r.whole(), make([]uint64, r.count())
		for i := range shared {
			shared[i] = r.whole()
		}
		return func() { r.remake(f, file, number, shared) }
	}
	panic(errDamaged)
}

func (r *graphReader) remake(f *glua.LFunction, file string, number uint64, shared []uint64) {
	c := r.Chunk(file)
	if c == nil {
		panic(fmt.Errorf("saved with a script that is not there: %s", file))
	}
	all := c.Functions()
	if number >= uint64(len(all)) || len(shared) != int(all[number].NumUpvalues) {
		panic(errDamaged)
	}
	ups := make([]*glua.Upvalue, len(shared))
	for i, n := range shared {
		ups[i] = mustBe[*glua.Upvalue](r.met(n))
	}
	*f = *r.state.Remake(c, all[number], ups)
}

// mustBe returns a value as the type that it has in a save that is whole.
func mustBe[T any](v any) T {
	t, ok := v.(T)
	if !ok {
		panic(errDamaged)
	}
	return t
}

func (r *graphReader) met(n uint64) any {
	if n >= uint64(len(r.objects)) {
		panic(errDamaged)
	}
	return r.objects[n]
}

func (r *graphReader) take(n uint64) []byte {
	if n > uint64(len(r.in)) {
		panic(errDamaged)
	}
	b := r.in[:n]
	r.in = r.in[n:]
	return b
}

func (r *graphReader) whole() uint64 {
	n, size := binary.Uvarint(r.in)
	if size <= 0 {
		panic(errDamaged)
	}
	r.in = r.in[size:]
	return n
}

// count reads how many elements follow, of at least a byte each.
func (r *graphReader) count() int {
	n := r.whole()
	if n > uint64(len(r.in)) {
		panic(errDamaged)
	}
	return int(n)
}

func (r *graphReader) text() string { return string(r.take(r.whole())) }

// value reads a value, which is asked for once all objects are there.
func (r *graphReader) value() func() glua.LValue {
	var v glua.LValue = glua.LNil
	switch r.take(1)[0] {
	case graphNil:
	case graphFalse:
		v = glua.LFalse
	case graphTrue:
		v = glua.LTrue
	case graphNumber:
		v = glua.LNumber(math.Float64frombits(binary.LittleEndian.Uint64(r.take(8))))
	case graphText:
		v = glua.LString(r.text())
	case graphObject:
		n := r.whole()
		return func() glua.LValue { return mustBe[glua.LValue](r.met(n)) }
	default:
		panic(errDamaged)
	}
	return func() glua.LValue { return v }
}

// table reads what a table holds, which is asked for once all objects are there.
func (r *graphReader) table() func() graphTableContent {
	meta := r.value()
	list := make([]func() glua.LValue, r.count())
	for i := range list {
		list[i] = r.value()
	}
	pairs := make([]func() glua.LValue, 2*r.count())
	for i := range pairs {
		pairs[i] = r.value()
	}
	return func() (c graphTableContent) {
		if c.meta = meta(); c.meta != glua.LNil {
			mustBe[*glua.LTable](c.meta)
		}
		for _, v := range list {
			c.list = append(c.list, v())
		}
		for i := 0; i < len(pairs); i += 2 {
			k := pairs[i]()
			if !isKey(k) {
				panic(errDamaged)
			}
			c.keys, c.values = append(c.keys, k), append(c.values, pairs[i+1]())
		}
		return c
	}
}

// isKey reports whether a value can be a key behind the list of a table.
func isKey(k glua.LValue) bool {
	if n, ok := k.(glua.LNumber); ok { // indices are in the list
		return n == n && !(n >= 1 && n < glua.LNumber(glua.MaxArrayIndex) && n == glua.LNumber(int(n)))
	}
	return k != glua.LNil
}
