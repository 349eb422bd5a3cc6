package dst

import (
	"encoding/binary"
	"errors"
	"maps"
	"math"
	"slices"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// An image is all that the scripts of a state keep: tables, functions with their
// variables, entities, nodes, trees, brains and tasks. Things have numbers: 0
// is the state itself, then come the fixed ones, which each state has from the
// start, then the others in the order in which they are met. Each thing is its
// kind and a list of cells.
//
// What is equal has the same image, so that its hash goes into digests.

// The kinds of things.
const (
	thingState byte = iota
	thingTable
	thingFunction // of a script
	thingMade     // see made.go
	thingVariable
	thingEntity
	thingNode
	thingBT
	thingBrain
)

// The kinds of cells.
const (
	cellNil byte = iota
	cellFalse
	cellTrue
	cellNumber
	cellWhole
	cellText
	cellThing
)

// fix numbers what a new state has.
func (m *machine) fix() {
	m.fixed = map[any]uint64{}
	var todo []glua.LValue
	add := func(v glua.LValue) {
		switch v.(type) {
		case *glua.LTable, *glua.LFunction:
			if _, ok := m.fixed[v]; !ok {
				m.fixed[v] = uint64(len(m.fixed)) + 1
				m.fixedList = append(m.fixedList, v)
				todo = append(todo, v)
			}
		}
	}
	add(m.s.Globals())
	for op := range numOps {
		add(m.classes[op])
		for _, f := range m.methods[op] {
			if f != nil {
				add(f)
			}
		}
	}
	for _, v := range []glua.LValue{m.entities, m.native, m.taskMeta, m.L.GetMetatable(glua.LString("")), m.fieldRead, m.fieldWrite} {
		add(v)
	}
	for len(todo) > 0 {
		v := todo[0]
		todo = todo[1:]
		switch v := v.(type) {
		case *glua.LTable:
			add(v.Metatable)
			for k, e := v.Next(glua.LNil); k != glua.LNil; k, e = v.Next(k) {
				add(e)
			}
		case *glua.LFunction:
			for _, up := range v.Upvalues {
				if up != nil {
					add(up.Value())
				}
			}
		}
	}
}

var errOdd = errors.New("its scripts keep a function that finds matches, which cannot be saved")

// painter makes an image.
type painter struct {
	m     *machine
	ids   map[any]uint64
	todo  []any
	cells []byte
	count uint64
	out   []byte
	err   error
}

// image is the state as bytes.
func (m *machine) image() ([]byte, error) {
	p := &painter{m: m, ids: maps.Clone(m.fixed)}
	p.state()
	p.flush(thingState)
	for _, v := range m.fixedList {
		if t, ok := v.(*glua.LTable); ok {
			p.table(t)
			p.flush(thingTable)
		}
	}
	for len(p.todo) > 0 {
		v := p.todo[0]
		p.todo = p.todo[1:]
		p.flush(p.thing(v))
	}
	return p.out, p.err
}

func (p *painter) flush(kind byte) {
	p.out = append(p.out, kind)
	p.out = binary.AppendUvarint(p.out, p.count)
	p.out = append(p.out, p.cells...)
	p.cells, p.count = p.cells[:0], 0
}

func (p *painter) cell(kind byte) {
	p.cells = append(p.cells, kind)
	p.count++
}

func (p *painter) bool(b bool) {
	if b {
		p.cell(cellTrue)
	} else {
		p.cell(cellFalse)
	}
}

func (p *painter) number(f float64) {
	p.cell(cellNumber)
	p.cells = binary.LittleEndian.AppendUint64(p.cells, math.Float64bits(f))
}

func (p *painter) whole(i int64) {
	p.cell(cellWhole)
	p.cells = binary.AppendVarint(p.cells, i)
}

func (p *painter) text(s string) {
	p.cell(cellText)
	p.cells = binary.AppendUvarint(p.cells, uint64(len(s)))
	p.cells = append(p.cells, s...)
}

func (p *painter) ref(v any) {
	id, ok := p.ids[v]
	if !ok {
		id = uint64(len(p.ids)) + 1
		p.ids[v] = id
		p.todo = append(p.todo, v)
	}
	p.cell(cellThing)
	p.cells = binary.AppendUvarint(p.cells, id)
}

func (p *painter) value(v glua.LValue) {
	switch v := v.(type) {
	case glua.LBool:
		p.bool(bool(v))
	case glua.LNumber:
		p.number(float64(v))
	case glua.LString:
		p.text(string(v))
	case *glua.LTable:
		p.ref(v)
	case *glua.LFunction:
		p.ref(v)
	case *glua.LUserData:
		p.ref(v)
	default: // nil, or nothing
		p.cell(cellNil)
	}
}

func (p *painter) values(list []glua.LValue) {
	p.whole(int64(len(list)))
	for _, v := range list {
		p.value(v)
	}
}

func (p *painter) words(list []uint32) {
	p.whole(int64(len(list)))
	for _, w := range list {
		p.whole(int64(w))
	}
}

func (p *painter) table(t *glua.LTable) {
	list, keys := lua.Entries(t)
	p.value(t.Metatable)
	p.values(list)
	p.values(keys)
	for _, k := range keys {
		p.value(t.RawGet(k))
	}
}

// thing is what is behind a number.
func (p *painter) thing(v any) byte {
	switch v := v.(type) {
	case *glua.LTable:
		p.table(v)
		return thingTable
	case *glua.Upvalue:
		p.value(v.Value())
		return thingVariable
	case *glua.LFunction:
		return p.function(v)
	case *glua.LUserData:
		switch h := v.Value.(type) {
		case *entity:
			p.entity(h)
			return thingEntity
		case *node:
			p.node(h)
			return thingNode
		case *bt:
			p.bt(h)
			return thingBT
		case *brain:
			p.brain(h)
			return thingBrain
		}
	}
	p.err = errOdd
	return thingTable
}

func (p *painter) function(f *glua.LFunction) byte {
	if !f.IsG {
		where := p.m.program.wheres(f.Proto)
		p.text(where.file)
		p.whole(int64(where.no))
		for _, up := range f.Upvalues {
			p.ref(up)
		}
		return thingFunction
	}
	if len(f.Upvalues) == 0 || f.Upvalues[0].Value().Type() != glua.LTString {
		p.err = errOdd
		return thingMade
	}
	for _, up := range f.Upvalues {
		p.value(up.Value())
	}
	return thingMade
}

func (p *painter) entity(e *entity) {
	p.value(e.obj)
	p.whole(int64(e.id))
	p.text(e.what)
	p.number(e.at[0])
	p.number(e.at[1])
	p.whole(e.seen)
	p.whole(int64(e.thing))
	p.whole(int64(e.kind))
	for _, b := range []bool{e.food, e.invalid, e.asleep, e.stands, e.bot != nil} {
		p.bool(b)
	}
	names := sortedKeys(e.events)
	p.whole(int64(len(names)))
	for _, name := range names {
		p.text(name)
		p.whole(int64(len(e.events[name])))
		for _, l := range e.events[name] {
			p.value(l.by)
			p.value(l.f)
		}
	}
	p.whole(int64(len(e.tasks)))
	for _, t := range e.tasks {
		p.value(t.f)
		p.value(t.obj)
		p.number(t.at)
		p.number(t.period)
		p.values(t.args)
	}
	p.bool(e.drive != nil)
	if d := e.drive; d != nil {
		p.value(d.done)
		p.text(d.leaf.Action.Name)
		p.whole(int64(d.leaf.Facet))
		p.whole(int64(len(d.leaf.Args)))
		for _, a := range d.leaf.Args {
			p.whole(int64(a.Kind()))
			switch a.Kind() {
			case host.String, host.Opaque:
				p.text(a.Text())
			case host.Bool:
				p.bool(a.Bool())
			default:
				p.number(a.Number())
			}
		}
	}
}

func (p *painter) node(n *node) {
	p.value(n.obj)
	p.value(n.class)
	p.whole(int64(n.op))
	p.text(n.at.File)
	p.whole(int64(n.at.Line))
	p.whole(int64(n.at.Col))
	p.whole(int64(n.id))
	for _, v := range []glua.LValue{n.name, n.children, n.parent, n.fn, n.fn2, n.inst, n.event, n.data} {
		p.value(v)
	}
	if n.listener != nil {
		p.value(n.listener)
	} else {
		p.value(glua.LNil)
	}
	p.whole(int64(*n.head))
	p.words(n.slot)
}

func (p *painter) bt(t *bt) {
	p.value(t.obj)
	p.value(t.inst)
	p.value(t.root)
	p.bool(t.force)
	bound := t.top != nil && t.in != nil && t.in.current() && t.in.nodes[1] == t.top
	p.bool(bound)
	if bound {
		p.words(t.in.memory)
		p.whole(int64(len(t.in.exposed)))
		for _, no := range t.in.exposed {
			p.whole(int64(no))
		}
	}
}

func (p *painter) brain(b *brain) {
	for _, v := range []glua.LValue{b.obj, b.inst, b.bt, b.stopped, b.events} {
		p.value(v)
	}
	p.bool(b.paused)
	p.whole(int64(b.place))
	p.whole(b.until)
	p.whole(int64(len(b.left)))
	for _, t := range b.left {
		p.whole(t)
	}
}

// state is the machine and its bots.
func (p *painter) state() {
	m := p.m
	p.whole(int64(len(m.fixedList)))
	kept := m.s.Kept()
	p.bool(kept.Frozen)
	p.whole(kept.Taken)
	p.whole(m.weighAt)
	p.bool(m.full)
	p.whole(int64(m.nodes))
	p.whole(int64(m.spawned))
	p.whole(int64(m.knownMost))
	p.whole(int64(len(kept.Written)))
	for _, name := range kept.Written {
		p.text(name)
	}
	p.whole(int64(len(kept.Files)))
	for i, file := range kept.Files {
		p.text(file)
		p.value(kept.Values[i])
	}
	for _, v := range []glua.LValue{m.brainClass, m.kit, m.receive} {
		p.value(v)
	}
	p.bool(m.fields != nil)
	if m.fields != nil {
		p.value(m.fields)
	}
	entities(p, m.known)
	entities(p, m.thingsKnown)
	spots := slices.SortedFunc(maps.Keys(m.spots), func(a, b [2]float64) int { return slices.Compare(a[:], b[:]) })
	p.whole(int64(len(spots)))
	for _, at := range spots {
		p.value(m.spots[at].obj)
	}
	for _, id := range slices.Sorted(maps.Keys(m.known)) {
		if b := m.known[id].bot; b != nil {
			p.bot(b)
		}
	}
}

func entities[K host.BotID | uint32](p *painter, known map[K]*entity) {
	p.whole(int64(len(known)))
	for _, id := range slices.Sorted(maps.Keys(known)) {
		p.whole(int64(id))
		p.value(known[id].obj)
	}
}

func (p *painter) bot(b *bot) {
	tree := func(t *bt) {
		if t == nil {
			p.cell(cellNil)
			return
		}
		p.value(t.obj)
	}
	p.whole(int64(len(b.brains)))
	for _, br := range b.brains {
		p.value(br.obj)
	}
	tree(b.bare)
	tree(b.shown)
	p.whole(int64(b.faults))
	p.bool(b.parked)
	p.bool(b.updated)
	p.whole(int64(b.status))
	p.whole(b.printed)
	p.whole(int64(b.lines))
	p.whole(int64(len(b.log)))
	for _, line := range b.log {
		p.text(line)
	}
}

// where is the place of a function: a file and its number there. A file of
// Thicket's own has a mark, since the user's may have the same name.
type where struct {
	file string
	no   int
}

const ownMark = "\x00"

// wheres finds a function among all that were compiled.
func (p *program) wheres(f *glua.FunctionProto) where {
	if w, ok := p.places[f]; ok {
		return w
	}
	p.places = map[*glua.FunctionProto]where{}
	add := func(file string, c *lua.Chunk) {
		for no, f := range c.Functions() {
			p.places[f] = where{file, no}
		}
	}
	add("", p.chunk)
	for file, c := range p.modules {
		add(file, c)
	}
	chunks.Range(func(ref, c any) bool {
		add(ownMark+ref.(string), c.(*lua.Chunk))
		return true
	})
	return p.places[f]
}

// chunkOf is the file of such a place.
func (p *program) chunkOf(file string) *lua.Chunk {
	ref, own := strings.CutPrefix(file, ownMark)
	switch {
	case own:
		return ownChunk(ref)
	case file == "":
		return p.chunk
	}
	if c := p.modules[file]; c != nil {
		return c
	}
	ref = strings.TrimPrefix(file, ownFolder)
	if c, err := p.require(syntax.Pos{File: p.name}, ref); err == nil && c.At.File == file {
		return c
	}
	return nil
}
