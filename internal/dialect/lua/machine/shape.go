package machine

import (
	"math"
	"unsafe"
)

// Shape is which names lie in which slots. Tables that were given the same names in the same
// order share one.
type Shape struct {
	id     uint16
	count  uint8  // of its names
	space  uint8  // for names, where they lie
	came   uint32 // tables that were given its last name while they had the others
	first  **Text // of its names, each kept once in the state
	last   *Text  // the name that most tables were given next, and the shape then
	then   *Shape
	others map[*Text]*Shape
	kin    *Kin // of its tables
}

// names lists the names of a shape, in the order of their slots.
func (h *Shape) names() []*Text { return unsafe.Slice(h.first, h.space)[:h.count] }

// keep gives a shape its names.
func (h *Shape) keep(names []*Text) {
	h.first, h.count, h.space = unsafe.SliceData(names), uint8(len(names)), uint8(min(cap(names), math.MaxUint8))
}

// seen is a name that was looked for in a shape, and its slot; negative where it has none.
type seen struct {
	name  *Text
	shape *Shape
	slot  int32
}

// shapeNear is how many answers of shapes a state remembers, a power of two.
const shapeNear = 1 << 10

// maxShapes bounds those of one state. Tables that would need more have dictionaries.
const maxShapes = 1 << 12

// shapes are those of a state.
type shapes struct {
	root  *Shape
	count int
	near  *[shapeNear]seen
	names map[string]*Text
}

func (a *shapes) open() {
	a.near = new([shapeNear]seen)
	a.root = &Shape{kin: &Kin{near: a.near}}
	a.names = map[string]*Text{}
}

// name returns the text that names a field, which is kept once.
func (s *State) name(text string) *Text {
	if n := s.shapes.names[text]; n != nil {
		return n
	}
	n := &Text{head: head{KindText}, name: true, s: text}
	n.sum()
	s.shapes.names[text] = n
	return n
}

// find returns the slot of a name; negative for none.
func (h *Shape) find(k *Text) int {
	if !k.name {
		for i, n := range h.names() {
			if n.s == k.s {
				return i
			}
		}
		return -1
	}
	e := &h.kin.near[(uint32(h.id)*31^k.hash>>8)&(shapeNear-1)]
	if e.name == k && e.shape == h {
		return int(e.slot)
	}
	slot := -1
	for i, n := range h.names() {
		if n == k {
			slot = i
			break
		}
	}
	*e = seen{k, h, int32(slot)}
	return slot
}

// after returns the shape with one more name; nil if there are too many.
func (a *shapes) after(s *State, h *Shape, k *Text) *Shape {
	if h.last == k {
		return h.then
	}
	if !k.name {
		if n := a.names[k.s]; n != nil {
			k = n
		} else if len(a.names) >= maxShapes*4 {
			return nil
		} else {
			k = s.name(k.s)
		}
		if h.last == k {
			return h.then
		}
	}
	if next := h.others[k]; next != nil {
		return next
	}
	if h.count >= maxNames || a.count >= maxShapes {
		return nil
	}
	a.count++
	next := &Shape{id: uint16(a.count), kin: h.kin}
	if h.last == nil { // the first goes on in the same piece of memory
		next.keep(append(h.names(), k))
		h.last, h.then = k, next
		return next
	}
	next.keep(append(append(make([]*Text, 0, h.count+4), h.names()...), k))
	if h.others == nil {
		h.others = map[*Text]*Shape{}
	}
	h.others[k] = next
	return next
}

// leadsTo counts a table of the shape that has another one now.
func (h *Shape) leadsTo(next *Shape) {
	if next.came++; h.then != next && next.came > h.then.came {
		k := next.names()[next.count-1]
		delete(h.others, k)
		h.others[h.last] = h.then
		h.last, h.then = k, next
	}
}

// room returns how many slots a table of the shape is given: as many as most tables that had it
// came to have, so that few are copied and few slots lie empty.
func (h *Shape) room() int {
	for h.then != nil && 2*h.then.came > h.came {
		h = h.then
	}
	return int(h.count)
}

// dict has keys of any kind in the order in which they came. A key that was cleared keeps its
// place until the places are needed.
type dict struct {
	entries []entry
	places  []int32 // a power of two of them: the entry of a hash, from 1 on; 0 for none
	live    int
	kin     *Kin // of the table, where it is inner
	numbers int  // keys that are whole numbers from 1 on, cleared ones included
	gone    int  // entries whose keys are in the list now; nothing tells that they were here
}

// entry is a key with its value, nil where it was cleared. Both are nil in one that is gone.
type entry struct{ key, value Value }

// scanned is how many entries are looked through without hashes.
const scanned = 8

func sameKey(a, b Value) bool {
	return a.p == b.p && a.n == b.n || a.isText() && b.isText() && a.text().sum() == b.text().sum() && a.text().s == b.text().s
}

// find returns the place of a key among the entries; negative for none.
func (d *dict) find(k Value) int {
	if k.isNumber() && k.n == 1<<63 {
		k.n = 0
	}
	if d.places == nil {
		for i := range d.entries {
			if sameKey(d.entries[i].key, k) {
				return i
			}
		}
		return -1
	}
	mask := uint32(len(d.places) - 1)
	for h := k.sum() & mask; ; h = (h + 1) & mask {
		i := d.places[h]
		if i == 0 {
			return -1
		}
		if sameKey(d.entries[i-1].key, k) {
			return int(i - 1)
		}
	}
}

func (d *dict) get(k Value) Value {
	if i := d.find(k); i >= 0 {
		return d.entries[i].value
	}
	return Nil
}

// put gives a key a value, and returns how many bytes more it may take.
func (d *dict) put(k, v Value) int64 {
	if i := d.find(k); i >= 0 {
		e := &d.entries[i]
		switch {
		case e.value.p == nil && v.p != nil:
			d.live++
		case e.value.p != nil && v.p == nil:
			d.live--
		}
		e.value = v
		return 0
	}
	if v.p == nil {
		return 0
	}
	if k.isNumber() && k.n == 1<<63 {
		k.n = 0
	}
	if tooMany(len(d.entries)-d.gone-d.live, d.live) {
		d.drop()
	}
	d.add(k, v)
	return BytesOfSlot
}

// add adds a key that is not there, cleared for nil.
func (d *dict) add(k, v Value) {
	d.entries = append(d.entries, entry{k, v})
	if v.p != nil {
		d.live++
	}
	if isPlace(k) {
		d.numbers++
	}
	d.entered()
}

// tooMany reports whether so many keys are cleared that they lose their places when one is
// added. It must depend on nothing that a save does not have.
func tooMany(dead, live int) bool { return dead > 8+live }

// entered enters the last of the entries.
func (d *dict) entered() {
	n := len(d.entries)
	switch {
	case n <= scanned:
	case 4*n > 3*len(d.places):
		size := 16
		for 3*size < 6*n {
			size *= 2
		}
		d.places = make([]int32, size)
		for i := range d.entries {
			d.enter(i + 1)
		}
	default:
		d.enter(n)
	}
}

// isPlace reports whether a key is one that a list could have.
func isPlace(k Value) bool { return k.isNumber() && index(k.f()) > 0 }

// take removes a key that the list will have, cleared or not, and returns its value.
func (d *dict) take(k Value) Value {
	i := d.find(k)
	if i < 0 {
		return Nil
	}
	v := d.entries[i].value
	if v.p != nil {
		d.live--
	}
	d.entries[i] = entry{}
	d.numbers--
	if d.gone++; d.gone > 8+len(d.entries)/2 {
		d.keep(func(e entry) bool { return e.key.p != nil })
	}
	return v
}

func (d *dict) enter(i int) {
	mask := uint32(len(d.places) - 1)
	h := d.entries[i-1].key.sum() & mask
	for d.places[h] != 0 {
		h = (h + 1) & mask
	}
	d.places[h] = int32(i)
}

// drop forgets the keys that were cleared.
func (d *dict) drop() { d.keep(func(e entry) bool { return e.value.p != nil }) }

// keep leaves some of the entries alone, and none that is gone.
func (d *dict) keep(which func(entry) bool) {
	all := d.entries
	d.entries, d.places = make([]entry, 0, d.live+1+d.live/2), nil
	d.live, d.numbers, d.gone = 0, 0, 0
	for _, e := range all {
		if which(e) {
			d.add(e.key, e.value)
		}
	}
}
