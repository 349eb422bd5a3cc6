package machine

import (
	"math"
	"unsafe"
)

// Table is a table of Lua. Its values lie in three places: a list for the keys from 1 on; the
// slots of a [Shape], while all other keys are names; and a dictionary that has all other
// keys in the order in which they came, once one is no name. That is also the order of a
// traversal: the list, then the keys as they came. A key that was cleared keeps its place
// until another key comes.
type Table struct {
	head
	bits      uint8
	count     uint8 // of slots
	slotRoom  uint8
	absent    uint32 // events of a metatable that are known to be missing from it
	meta      *Table
	form      unsafe.Pointer // its *Shape, or its *dict where it isSpread
	firstSlot *Value         // where it hasList, that lies before it
}

// list is the list of a table, whose last value is not nil. It lies in the place of a value
// before the slots; behind it, where there are no slots, lie the values if they are few.
type list struct {
	first        *Value
	length, room uint32
}

// fewItems is how long a list may be that lies in one piece with its values.
const fewItems = 16

// What Table.bits say.
const (
	isView    = 1 << iota // _G, which reads and writes globals
	isLibrary             // string, table and math, which scripts may only add to
	hasHost               // it stands for something in Go
	isInner               // it lies in what it stands for
	isSpread              // it has a dictionary
	hasList               // a list lies before its first slot
)

// shape returns its shape; nil where there is a dictionary.
func (t *Table) shape() *Shape {
	if t.bits&isSpread != 0 {
		return nil
	}
	return (*Shape)(t.form)
}

// dict returns its dictionary; nil where there is a shape.
func (t *Table) dict() *dict {
	if t.bits&isSpread == 0 {
		return nil
	}
	return (*dict)(t.form)
}

// slot returns a slot that the shape has.
func (t *Table) slot(i int) *Value {
	return (*Value)(unsafe.Add(unsafe.Pointer(t.firstSlot), uintptr(i)*unsafe.Sizeof(Value{})))
}

// slots returns the values of the names in the shape.
func (t *Table) slots() []Value { return unsafe.Slice(t.firstSlot, t.count) }

// bare takes all slots or the dictionary away, and gives the shape of a table without names and
// room for some.
func (t *Table) bare(root *Shape, room int) {
	t.bits &^= isSpread
	t.form, t.count = unsafe.Pointer(root), 0
	t.makeRoom(room)
}

// makeRoom gives the table room for so many slots, at least for those that it has.
func (t *Table) makeRoom(room int) {
	slots := t.slots()
	switch {
	case t.bits&hasList == 0 && room == 0:
		t.firstSlot = nil
	case t.bits&hasList == 0:
		t.firstSlot = unsafe.SliceData(make([]Value, room))
	case room > 0 || t.slotRoom > 0:
		l := *t.header()
		t.firstSlot = &make([]Value, 1+max(room, 1))[1]
		*t.header() = l
	}
	t.slotRoom = uint8(room)
	copy(t.slots(), slots)
}

// addSlot gives the table a shape with one more name, and the value for it.
func (t *Table) addSlot(next *Shape, v Value) {
	t.shape().leadsTo(next)
	if t.count == t.slotRoom {
		t.makeRoom(next.room())
	}
	t.form = unsafe.Pointer(next)
	*t.slot(int(t.count)) = v
	t.count++
}

// header returns its list, which it has.
func (t *Table) header() *list {
	return (*list)(unsafe.Add(unsafe.Pointer(t.firstSlot), -int(unsafe.Sizeof(Value{}))))
}

// list returns the values of the keys from 1 on.
func (t *Table) list() []Value {
	if t.bits&hasList == 0 {
		return nil
	}
	return unsafe.Slice(t.header().first, t.header().length)
}

// item returns a value of the list, from 0 on; the list has it.
func (t *Table) item(i int) *Value {
	return (*Value)(unsafe.Add(unsafe.Pointer(t.header().first), uintptr(i)*unsafe.Sizeof(Value{})))
}

// listRoom is how long its list can become where it lies.
func (t *Table) listRoom() int {
	if t.bits&hasList == 0 {
		return 0
	}
	return int(t.header().room)
}

// setList gives the table a list, or none.
func (t *Table) setList(values []Value) {
	if cap(values) == 0 {
		if t.bits &^= hasList; t.slotRoom == 0 {
			t.firstSlot = nil
		}
		return
	}
	if t.bits&hasList == 0 {
		slots := t.slots()
		t.firstSlot = &make([]Value, 1+max(t.slotRoom, 1))[1]
		t.bits |= hasList
		copy(t.slots(), slots)
	}
	*t.header() = list{unsafe.SliceData(values), uint32(len(values)), uint32(cap(values))}
}

// reserve gives the table an empty list with room for so many values.
func (t *Table) reserve(room int) {
	if room > fewItems || t.slotRoom > 0 {
		t.setList(make([]Value, 0, room))
		return
	}
	t.firstSlot = &make([]Value, 1+room)[1]
	t.bits |= hasList
	*t.header() = list{t.firstSlot, 0, uint32(room)}
}

// add adds a value to the list.
func (t *Table) add(v Value) {
	n, room := t.Len(), t.listRoom()
	switch before := t.list(); {
	case n < room:
	case 2*room <= fewItems && t.slotRoom == 0:
		t.reserve(max(1, 2*room))
		copy(unsafe.Slice(t.firstSlot, n), before)
	default:
		if t.slotRoom == 0 { // its values lie elsewhere from now on
			t.setList(nil)
		}
		t.setList(append(before, v))
		return
	}
	*t.item(n) = v
	t.header().length = uint32(n) + 1
}

// Object is a table that stands for something in Go.
type Object struct {
	Table
	Host any
}

// Kin is what tables have in common that stand for values of Go of one type, and lie in them. They
// need no word that says so: their shapes do.
type Kin struct {
	near *[shapeNear]seen
	root *Shape
	host func(*Table) any
}

// NewKin makes the kin of tables that values of a type begin with.
func NewKin[T any](s *State) *Kin {
	k := &Kin{near: s.shapes.near, host: func(t *Table) any { return (*T)(unsafe.Pointer(t)) }}
	s.shapes.count++
	k.root = &Shape{id: uint16(s.shapes.count), kin: k}
	return k
}

// Init makes the table that a value of Go begins with one that stands for it, and is empty.
func (k *Kin) Init(t *Table) {
	*t = Table{head: head{KindTable}, bits: hasHost | isInner, form: unsafe.Pointer(k.root)}
}

// kin returns what it has in common with others; the table is inner.
func (t *Table) kin() *Kin {
	if d := t.dict(); d != nil {
		return d.kin
	}
	return t.shape().kin
}

// root returns the shape of such a table without names.
func (t *Table) root(s *State) *Shape {
	if t.bits&isInner != 0 {
		return t.kin().root
	}
	return s.shapes.root
}

// Host is what an object stands for; nil for a plain table.
func (t *Table) Host() any {
	switch t.bits & (hasHost | isInner) {
	case 0:
		return nil
	case hasHost:
		return (*Object)(unsafe.Pointer(t)).Host
	}
	return t.kin().host(t)
}

// NewTable makes an empty table. It counts no memory; scripts pay for theirs.
func (s *State) NewTable() *Table {
	return &Table{head: head{KindTable}, form: unsafe.Pointer(s.shapes.root)}
}

// NewObject makes an empty table that stands for something.
func (s *State) NewObject(host any) *Table {
	o := &Object{Table: Table{head: head{KindTable}, bits: hasHost, form: unsafe.Pointer(s.shapes.root)}, Host: host}
	return &o.Table
}

// Meta returns the metatable, nil for none.
func (t *Table) Meta() *Table { return t.meta }

// SetMeta gives it a metatable, or none.
func (t *Table) SetMeta(m *Table) { t.meta = m }

// Bounds of tables. A list may have gaps of some length, so that what is filled from its
// end or in any order still becomes one.
const (
	maxNames = 40 // of a shape
	listGap  = 8
)

// index is the whole number that a key is, for a list; 0 for another.
func index(f float64) int {
	if f >= 1 && f < 1<<31 {
		if i := int(f); float64(i) == f {
			return i
		}
	}
	return 0
}

// Get returns the value of a key, without a metatable.
func (t *Table) Get(k Value) Value {
	switch {
	case k.isNumber():
		return t.getNumber(k.f())
	case k.isText():
		return t.getText(k.text())
	case t.dict() == nil || k.p == nil:
		return Nil
	}
	return t.dict().get(k)
}

// At returns the value at a whole number from 1 on.
func (t *Table) At(i int) Value {
	if i >= 1 && i <= t.Len() {
		return t.list()[i-1]
	}
	return t.getNumber(float64(i))
}

func (t *Table) getNumber(f float64) Value {
	if i := index(f); i > 0 && i <= t.Len() {
		return t.list()[i-1]
	}
	if t.dict() == nil || f != f {
		return Nil
	}
	return t.dict().get(Number(f))
}

// Field returns the value of a name, without a metatable.
func (t *Table) Field(name string) Value {
	if t.dict() == nil {
		for i, n := range t.shape().names() {
			if n.s == name {
				return t.slots()[i]
			}
		}
		return Nil
	}
	k := Text{head: head{KindText}, s: name}
	return t.dict().get(k.v())
}

func (t *Table) getText(k *Text) Value {
	if t.dict() != nil {
		return t.dict().get(k.v())
	}
	if i := t.shape().find(k); i >= 0 {
		return t.slots()[i]
	}
	return Nil
}

// Len is the length of the list: the last of its values that is not nil.
func (t *Table) Len() int {
	if t.bits&hasList == 0 {
		return 0
	}
	return int(t.header().length)
}

// SetField gives a name a value, without a metatable.
func (s *State) SetField(t *Table, name string, v Value) { t.set(s, s.name(name).v(), v) }

// Set gives a key a value, without a metatable. The key is neither nil nor NaN.
func (s *State) Set(t *Table, k, v Value) { t.set(s, k, v) }

// Clear takes all that it holds out of a table, but for its metatable.
func (s *State) Clear(t *Table) {
	t.absent = 0
	t.setList(nil)
	t.bare(t.root(s), 0)
}

// SetAt gives the place of a list a value, from 1 on.
func (s *State) SetAt(t *Table, i int, v Value) { t.setWhole(s, i, v) }

// Append adds a value to the list.
func (s *State) Append(t *Table, v Value) { t.setAt(s, t.Len()+1, v) }

// set returns how many bytes more the table may take now, as memory is counted.
func (t *Table) set(s *State, k, v Value) int64 {
	t.absent = 0
	switch {
	case k.isNumber():
		if i := index(k.f()); i > 0 {
			return t.setAt(s, i, v)
		}
	case k.isText():
		return t.setText(s, k.text(), v)
	}
	return t.setOther(k, v)
}

func (t *Table) setText(s *State, k *Text, v Value) int64 {
	if t.dict() != nil {
		return t.setOther(k.v(), v)
	}
	if i := t.shape().find(k); i >= 0 {
		t.slots()[i] = v
		return 0
	}
	if v.p == nil {
		return 0
	}
	if len(t.slots()) > 8 {
		if t.drop(s); t.dict() != nil { // there were too many shapes for what is left
			return t.setOther(k.v(), v)
		}
	}
	next := s.shapes.after(s, t.shape(), k)
	if next == nil {
		return t.setOther(k.v(), v)
	}
	t.addSlot(next, v)
	return BytesOfSlot
}

// drop forgets the names that were cleared, if they are too many.
func (t *Table) drop(s *State) {
	live := 0
	for _, v := range t.slots() {
		if v.p != nil {
			live++
		}
	}
	if !tooMany(len(t.slots())-live, live) {
		return
	}
	names, slots := t.shape().names(), t.slots()
	t.bare(t.root(s), live)
	for i, v := range slots {
		if v.p != nil {
			t.setText(s, names[i], v)
		}
	}
}

func (t *Table) setAt(s *State, i int, v Value) int64 {
	n := t.Len()
	if i <= n {
		t.list()[i-1] = v
		if v.p == nil && i == n {
			t.shrink()
		}
		return 0
	}
	if v.p == nil {
		if t.dict() != nil {
			t.dict().put(Number(float64(i)), v)
		}
		return 0
	}
	if i > n+listGap && i > 2*n || i > math.MaxInt32/2 {
		return t.setOther(Number(float64(i)), v)
	}
	numbers := t.dict() != nil && t.dict().numbers > 0
	if numbers && t.dict().get(Number(float64(i))).p != nil { // it stays where a traversal has come to
		return t.dict().put(Number(float64(i)), v)
	}
	for n = t.Len(); n < i-1; n++ { // a gap, unless the dictionary has it
		var between Value
		if numbers {
			between = t.dict().take(Number(float64(n + 1)))
		}
		t.add(between)
	}
	if numbers {
		t.dict().take(Number(float64(i)))
	}
	t.add(v)
	for numbers && t.dict().numbers > 0 {
		v := t.dict().take(Number(float64(t.Len() + 1)))
		if v.p == nil {
			break
		}
		t.add(v)
	}
	return int64(t.Len()-n) * BytesOfItem
}

// shrink ends the list with a value.
func (t *Table) shrink() {
	n := t.Len()
	for n > 0 && t.list()[n-1].p == nil {
		n--
	}
	t.header().length = uint32(n)
}

func (t *Table) setOther(k, v Value) int64 {
	if t.dict() == nil {
		if v.p == nil {
			return 0
		}
		t.spread()
	}
	return t.dict().put(k, v)
}

// spread gives the table a dictionary with the names that it has.
func (t *Table) spread() {
	d := &dict{entries: make([]entry, 0, len(t.slots())+2)}
	for i, v := range t.slots() {
		d.add(t.shape().names()[i].v(), v)
	}
	d.kin = t.shape().kin
	t.form, t.count = unsafe.Pointer(d), 0
	t.makeRoom(0)
	t.bits |= isSpread
}

// keys is how many places the keys beside the list have, cleared ones included.
func (t *Table) keys() int {
	if t.dict() != nil {
		return len(t.dict().entries)
	}
	return len(t.slots())
}

// pair is what is at a place of a traversal; ok is false at a gap or a cleared key.
func (t *Table) pair(at int) (k, v Value, ok bool) {
	if at < t.Len() {
		v = t.list()[at]
		return Number(float64(at + 1)), v, v.p != nil
	}
	if at -= t.Len(); t.dict() != nil {
		e := &t.dict().entries[at]
		return e.key, e.value, e.value.p != nil
	}
	return t.shape().names()[at].v(), t.slots()[at], t.slots()[at].p != nil
}

// place is where a traversal goes on after a key; negative for a key that the table never had.
func (t *Table) place(k Value) int {
	if k.p == nil {
		return 0
	}
	if k.isNumber() {
		if i := index(k.f()); i > 0 && (t.dict() == nil || t.dict().numbers == 0 || i <= t.Len()) {
			return min(i, t.Len()) // past the end of a list that was cut meanwhile
		}
	}
	at := -1
	switch {
	case t.dict() != nil:
		at = t.dict().find(k)
	case k.isText():
		at = t.shape().find(k.text())
	}
	if at < 0 {
		if k.isNumber() && index(k.f()) > 0 {
			return t.Len()
		}
		return -1
	}
	return t.Len() + at + 1
}

// Next returns the pair after a key, from nil on, and nil at the end. ok is false for a key
// that the table does not have.
func (t *Table) Next(k Value) (key, v Value, ok bool) {
	at := t.place(k)
	if at < 0 {
		return Nil, Nil, false
	}
	key, v, _ = t.from(at)
	return key, v, true
}

// from returns the first pair from a place on, and the place behind it; nil at the end.
func (t *Table) from(at int) (k, v Value, after int) {
	for end := t.Len() + t.keys(); at < end; at++ {
		if k, v, ok := t.pair(at); ok {
			return k, v, at + 1
		}
	}
	return Nil, Nil, at
}

// Pairs goes through what the table holds, in the order of a traversal.
func (t *Table) Pairs(yield func(k, v Value) bool) {
	for at := 0; ; {
		k, v, after := t.from(at)
		if k.p == nil || !yield(k, v) {
			return
		}
		at = after
	}
}
