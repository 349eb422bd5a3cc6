package dst

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

var errDamaged = errors.New("the save is damaged")

// thing is one of an image's things, and what was made of it.
type thing struct {
	kind  byte
	cells []any // nil, bool, float64, int64, string, thingNo
	made  any
	at    int // the next cell
}

type thingNo uint64

// developer makes a state from an image, of another state of the same program.
type developer struct {
	m      *machine
	things []*thing // by number
	late   []func() // once all is in place: functions of Go,
	trees  []func() // then trees
	*thing          // that is being read
}

// develop reads an image. What it returns puts it in place of all that the
// scripts of the state keep; before that the state is as it was.
func (m *machine) develop(b []byte) (place func(), err error) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case error:
			place, err = nil, v
		default:
			place, err = nil, errDamaged
		}
	}()
	d := &developer{m: m}
	d.parse(b)
	d.shells()
	for _, t := range d.things[len(m.fixedList)+1:] {
		d.fill(t)
	}
	return d.place, nil
}

// parse takes the bytes apart. Functions that are fixed have no bytes.
func (d *developer) parse(b []byte) {
	next := func() *thing {
		t := &thing{kind: b[0]}
		n, size := binary.Uvarint(b[1:])
		b = b[1+size:]
		for range n {
			kind := b[0]
			b = b[1:]
			var c any
			switch kind {
			case cellNil:
			case cellFalse, cellTrue:
				c = kind == cellTrue
			case cellNumber:
				c, b = math.Float64frombits(binary.LittleEndian.Uint64(b)), b[8:]
			case cellWhole:
				i, size := binary.Varint(b)
				c, b = i, b[size:]
			case cellText:
				n, size := binary.Uvarint(b)
				c, b = string(b[size:size+int(n)]), b[size+int(n):]
			case cellThing:
				no, size := binary.Uvarint(b)
				c, b = thingNo(no), b[size:]
			default:
				panic(errDamaged)
			}
			t.cells = append(t.cells, c)
		}
		return t
	}
	d.things = append(d.things, next())
	if d.things[0].cells[0] != int64(len(d.m.fixedList)) {
		panic(errors.New("saved by another version"))
	}
	for _, v := range d.m.fixedList {
		t := &thing{}
		if _, ok := v.(*glua.LTable); ok {
			t = next()
		}
		t.made = v
		d.things = append(d.things, t)
	}
	for len(b) > 0 {
		d.things = append(d.things, next())
	}
}

// shells makes all things, empty.
func (d *developer) shells() {
	data := func(h any) *glua.LUserData { return &glua.LUserData{Value: h, Metatable: glua.LNil} }
	for _, t := range d.things[len(d.m.fixedList)+1:] {
		switch t.kind {
		case thingTable:
			t.made = d.m.L.NewTable()
		case thingFunction, thingMade:
			t.made = &glua.LFunction{}
		case thingVariable:
			t.made = &glua.Upvalue{}
		case thingEntity:
			t.made = data(&entity{})
		case thingNode:
			t.made = data(&node{})
		case thingBT:
			t.made = data(&bt{m: d.m})
		case thingBrain:
			t.made = data(&brain{m: d.m})
		default:
			panic(errDamaged)
		}
	}
}

func (d *developer) cell() any {
	c := d.cells[d.at]
	d.at++
	return c
}

func (d *developer) value() glua.LValue {
	switch c := d.cell().(type) {
	case bool:
		return glua.LBool(c)
	case float64:
		return glua.LNumber(c)
	case string:
		return glua.LString(c)
	case thingNo:
		return d.things[c].made.(glua.LValue)
	}
	return glua.LNil
}

func (d *developer) values() []glua.LValue {
	list := make([]glua.LValue, d.count())
	for i := range list {
		list[i] = d.value()
	}
	return list
}

func (d *developer) bool() bool      { return d.cell().(bool) }
func (d *developer) number() float64 { return d.cell().(float64) }
func (d *developer) whole() int64    { return d.cell().(int64) }
func (d *developer) text() string    { return d.cell().(string) }

// count is the length of a list, whose elements are cells.
func (d *developer) count() int {
	n := d.whole()
	if n < 0 || n > int64(len(d.cells)-d.at) {
		panic(errDamaged)
	}
	return int(n)
}

func (d *developer) words() []uint32 {
	list := make([]uint32, d.count())
	for i := range list {
		list[i] = uint32(d.whole())
	}
	return list
}

// table is a value that is a table, nil for none.
func (d *developer) table() *glua.LTable {
	t, _ := d.value().(*glua.LTable)
	return t
}

// handle is what Go keeps for the next value. What it keeps may be empty yet,
// but it is the right one.
func handled[T any](d *developer) T {
	var none T
	no, ok := d.cell().(thingNo)
	if !ok {
		return none
	}
	return ofObject[T](d, no)
}

// ofObject finds it by the object's first entry, as its own table may be empty
// yet.
func ofObject[T any](d *developer, no thingNo) T {
	var none T
	t := d.things[no]
	if t.kind != thingTable || len(t.cells) < 3 || t.cells[1] == int64(0) {
		return none
	}
	first, ok := t.cells[2].(thingNo)
	if !ok {
		return none
	}
	u, ok := d.things[first].made.(*glua.LUserData)
	if !ok {
		return none
	}
	h, _ := u.Value.(T)
	return h
}

// fill gives a thing what it holds.
func (d *developer) fill(t *thing) {
	d.thing = t
	switch t.kind {
	case thingTable:
		meta := d.value()
		list, keys := d.values(), d.values()
		values := make([]glua.LValue, len(keys))
		for i := range values {
			values[i] = d.value()
		}
		lua.Fill(t.made.(*glua.LTable), meta, list, keys, values)
	case thingVariable:
		t.made.(*glua.Upvalue).SetValue(d.value())
	case thingFunction:
		d.function(t.made.(*glua.LFunction))
	case thingMade:
		f := t.made.(*glua.LFunction)
		what := d.text()
		var of []glua.LValue
		for d.at < len(d.cells) {
			of = append(of, d.value())
		}
		d.late = append(d.late, func() { // a table among them may be empty yet
			*f = *d.m.made(what, of...)
			if what == madeHost {
				d.m.hosts[f], _ = d.m.leafNamed(of[0].String(), of[1:])
			}
		})
	default:
		switch h := t.made.(*glua.LUserData).Value.(type) {
		case *entity:
			d.entity(h)
		case *node:
			d.node(h)
		case *bt:
			d.bt(h)
		case *brain:
			d.brain(h)
		}
	}
}

func (d *developer) function(f *glua.LFunction) {
	file, no := d.text(), d.whole()
	c := d.m.program.chunkOf(file)
	if c == nil {
		panic(fmt.Errorf("saved with a file that is not there: %s", file))
	}
	all := c.Functions()
	if no < 0 || int(no) >= len(all) {
		panic(errDamaged)
	}
	var shared []*glua.Upvalue
	for d.at < len(d.cells) {
		shared = append(shared, d.things[d.cell().(thingNo)].made.(*glua.Upvalue))
	}
	*f = *d.m.s.Remake(c, all[no], shared)
}

func (d *developer) entity(e *entity) {
	e.obj, e.id, e.what = d.table(), host.BotID(d.whole()), d.text()
	e.at = [2]float64{d.number(), d.number()}
	e.seen, e.thing, e.kind = d.whole(), uint32(d.whole()), entityKind(d.whole())
	e.food, e.invalid, e.asleep, e.stands = d.bool(), d.bool(), d.bool(), d.bool()
	if d.bool() { // a bot that was there once, until those that are there are put in place
		e.bot = &bot{m: d.m, e: e, row: -1, parked: true}
	}
	for range d.count() {
		name := d.text()
		if e.events == nil {
			e.events = map[string][]listener{}
		}
		for range d.count() {
			by := d.table()
			e.events[name] = append(e.events[name], listener{by, d.value()})
			e.listeners++
		}
	}
	for range d.count() {
		t := &task{f: d.value(), obj: d.table()}
		t.at, t.period, t.args = d.number(), d.number(), d.values()
		e.tasks = append(e.tasks, t)
	}
	if !d.bool() {
		return
	}
	e.drive = &drive{done: d.value()}
	name := d.text()
	leaf := tree.Leaf{Action: d.m.program.reg.Action(name), Facet: host.FacetID(d.whole())}
	if leaf.Action == nil {
		panic(fmt.Errorf("saved with an action that is not there: %s", name))
	}
	for range d.count() {
		var v host.Value
		switch kind := host.Kind(d.whole()); kind {
		case host.String:
			v = host.StringValue(d.text())
		case host.Opaque:
			v = host.OpaqueValue(d.text())
		case host.Bool:
			v = host.BoolValue(d.bool())
		case host.Int:
			v = host.IntValue(int64(d.number()))
		case host.Number:
			v = host.NumberValue(d.number())
		default:
			d.number()
		}
		leaf.Args = append(leaf.Args, v)
	}
	e.drive.leaf = leaf
}

func (d *developer) node(n *node) {
	n.obj, n.class, n.op = d.table(), d.table(), tree.Op(d.whole())
	n.at = syntax.Pos{File: d.text(), Line: int32(d.whole()), Col: int32(d.whole())}
	n.id = int(d.whole())
	for _, v := range []*glua.LValue{&n.name, &n.children, &n.parent, &n.fn, &n.fn2, &n.inst, &n.event, &n.data} {
		*v = d.value()
	}
	n.listener, _ = d.value().(*glua.LFunction)
	head := uint32(d.whole())
	n.head, n.slot = &head, d.words()
}

func (d *developer) bt(t *bt) {
	t.obj, t.inst = d.table(), d.value()
	if no, ok := d.cells[d.at].(thingNo); ok {
		t.top = ofObject[*node](d, no)
	}
	t.root, t.force = d.value(), d.bool()
	if !d.bool() {
		return
	}
	memory, exposed := d.words(), d.words()
	d.trees = append(d.trees, func() {
		t.in = d.m.bind(t.top)
		copy(t.in.memory, memory)
		for _, no := range exposed {
			t.in.nodes[no].show()
		}
	})
}

func (d *developer) brain(b *brain) {
	b.obj = d.table()
	if no, ok := d.cells[d.at].(thingNo); ok {
		b.e = ofObject[*entity](d, no)
	}
	b.inst = d.value()
	if no, ok := d.cells[d.at].(thingNo); ok {
		b.t = ofObject[*bt](d, no)
	}
	b.bt, b.stopped, b.events = d.value(), d.value(), d.value()
	b.paused, b.place, b.until = d.bool(), place(d.whole()), d.whole()
	for range d.count() {
		b.left = append(b.left, d.whole())
	}
}

// place puts all in place.
func (d *developer) place() {
	m := d.m
	bots := map[host.BotID]*bot{}
	for id, e := range m.known {
		if e.bot != nil {
			bots[id] = e.bot
		}
	}
	clear(m.hosts)
	clear(m.kinds)
	for _, t := range d.things[1 : len(m.fixedList)+1] {
		if t.kind == thingTable {
			d.fill(t)
		}
	}
	d.thing = d.things[0]
	d.whole()
	kept := lua.Kept{Frozen: d.bool(), Taken: d.whole()}
	m.weighAt, m.full, m.nodes, m.spawned, m.knownMost = d.whole(), d.bool(), int(d.whole()), int(d.whole()), int(d.whole())
	for range d.count() {
		kept.Written = append(kept.Written, d.text())
	}
	for range d.count() {
		kept.Files = append(kept.Files, d.text())
		kept.Values = append(kept.Values, d.value())
	}
	m.s.Keep(kept)
	m.brainClass, m.kit, m.receive = d.value(), orNone(d.value()), orNone(d.value())
	m.fields, m.playersAt = nil, -1
	m.playerList, m.listsPlayers = m.s.Get("AllPlayers").(*glua.LTable)
	if !m.listsPlayers {
		m.playerList = m.L.NewTable()
	}
	if d.bool() {
		m.fields = d.table()
	}
	clear(m.known)
	clear(m.thingsKnown)
	clear(m.spots)
	for range d.count() {
		id := host.BotID(d.whole())
		m.known[id] = handled[*entity](d)
	}
	for range d.count() {
		id := uint32(d.whole())
		m.thingsKnown[id] = handled[*entity](d)
	}
	for range d.count() {
		e := handled[*entity](d)
		m.spots[e.at] = e
	}
	for _, id := range slices.Sorted(maps.Keys(bots)) {
		b, e := bots[id], m.known[id]
		b.e, e.bot = e, b
		d.bot(b)
	}
	for _, f := range append(d.late, d.trees...) {
		f()
	}
}

// orNone is nothing for nil.
func orNone(v glua.LValue) glua.LValue {
	if v == glua.LNil {
		return nil
	}
	return v
}

func (d *developer) bot(b *bot) {
	b.brains, b.due, b.log = nil, nil, nil
	for range d.count() {
		br := handled[*brain](d)
		br.owner = b
		b.brains = append(b.brains, br)
	}
	b.bare, b.shown = handled[*bt](d), handled[*bt](d)
	b.faults, b.parked, b.updated, b.status = int(d.whole()), d.bool(), d.bool(), host.Status(d.whole())
	b.printed, b.lines = d.whole(), int(d.whole())
	for range d.count() {
		b.log = append(b.log, d.text())
	}
}
