package state

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/thicket-sim/thicket/internal/ground/digest"
)

// Coder is a type that writes and reads itself. Both methods handle the same values in
// the same order. DecodeState stops at the first error; see [Decoder.Err].
type Coder interface {
	EncodeState(e *Encoder)
	DecodeState(d *Decoder)
}

// Moved is a Coder whose package or name is another one than when it was first saved: its
// saves go on to be read.
type Moved interface {
	Coder
	// SavedAs returns the path of the package and the name that the type had then, as in
	// example.com/list.Node.
	SavedAs() string
}

// plan says how values of a type are written and read.
type plan struct {
	typ    reflect.Type
	encode func(e *Encoder, p unsafe.Pointer)
	decode func(d *Decoder, p unsafe.Pointer)
	// least is the fewest bytes that a value takes when it is written. A list is not
	// longer than its bytes allow.
	least int
	// flat values are written as they lie in memory on a little-endian machine: no
	// pointers, no padding, no field left out. truths is where in them truth values are.
	flat   bool
	truths []uintptr
	// partial values have fields that are not saved. What is read over them keeps those.
	partial bool
	// quiet values have fields that are in no digest.
	quiet bool
	// spans say where in a value lies, on a little-endian machine, what is written of it,
	// and told what a digest has of it, in the order of writing; nil where some of it lies
	// elsewhere, as texts do.
	spans, told []span
	shape       string // what the fingerprint is made of
}

// plans holds the plans made so far, by type. Who adds some makes a map of its own, so that
// those who look one up need not wait.
var plans struct {
	sync.Mutex
	of atomic.Pointer[map[reflect.Type]*plan]
}

func init() { plans.of.Store(&map[reflect.Type]*plan{}) }

// planOf returns the plan of a type, or why there is none.
func planOf(t reflect.Type) (*plan, error) {
	if p, ok := (*plans.of.Load())[t]; ok {
		return p, nil
	}
	plans.Lock()
	defer plans.Unlock()
	m := maker{known: *plans.of.Load(), made: map[reflect.Type]*plan{}}
	p := m.plan(t, typeName(t))
	if len(m.wrong) > 0 {
		return nil, fmt.Errorf("cannot be saved: %s", strings.Join(m.wrong, "; "))
	}
	all := maps.Clone(m.known)
	maps.Copy(all, m.made)
	plans.of.Store(&all)
	return p, nil
}

// Check returns what of the type of a value cannot be saved, every field at once; nil if
// all can.
func Check(v any) error {
	_, err := planOf(reflect.TypeOf(v))
	return err
}

// fingerprint tells types of different shapes apart.
func (p *plan) fingerprint() uint64 { return digest.String(p.shape) }

// maker makes the plans of a type and of all types in it.
type maker struct {
	known map[reflect.Type]*plan // of others
	made  map[reflect.Type]*plan
	wrong []string
}

var coder = reflect.TypeFor[Coder]()

// plan makes the plan of a type that stands at a path.
func (m *maker) plan(t reflect.Type, path string) *plan {
	if p, ok := m.known[t]; ok {
		return p
	}
	if p, ok := m.made[t]; ok {
		if p.shape == "" { // being made: the type leads to itself
			return &plan{
				typ: t, least: 1, shape: "^" + typeName(t),
				encode: func(e *Encoder, at unsafe.Pointer) { e.nest(func() { p.encode(e, at) }) },
				decode: func(d *Decoder, at unsafe.Pointer) { d.nest(func() { p.decode(d, at) }) },
			}
		}
		return p
	}
	p := &plan{typ: t}
	m.made[t] = p
	switch {
	case reflect.PointerTo(t).Implements(coder):
		p.shape = "own " + typeName(t)
		if was, ok := reflect.New(t).Interface().(Moved); ok {
			p.shape = "own " + was.SavedAs()
		}
		p.least, p.partial = 1, true
		p.encode = func(e *Encoder, at unsafe.Pointer) {
			before := len(e.b)
			reflect.NewAt(t, at).Interface().(Coder).EncodeState(e)
			if e.sum == nil && len(e.b) == before && e.err == nil {
				e.Fail(fmt.Errorf("%v wrote nothing", t)) // a list of such would be a list of no bytes
			}
		}
		p.decode = func(d *Decoder, at unsafe.Pointer) {
			reflect.NewAt(t, at).Interface().(Coder).DecodeState(d)
		}
	case t.Kind() == reflect.Struct:
		m.structure(p, path)
	case t.Kind() == reflect.Slice:
		m.slice(p, path)
	case t.Kind() == reflect.Array:
		m.array(p, path)
	case t.Kind() == reflect.Map:
		m.table(p, path)
	case t.Kind() == reflect.Pointer:
		m.pointer(p, path)
	default:
		m.plain(p, path)
	}
	return p
}

// typeName returns the name of a type with its package; what it is made of for one without.
func typeName(t reflect.Type) string {
	if t.Name() == "" {
		return t.String()
	}
	return t.PkgPath() + "." + t.Name()
}

// span is bytes of a value.
type span struct{ at, size uintptr }

// manySpans are too many to be listed: a value that has more is gone through by its parts.
const manySpans = 64

// appended lays the spans of a part that lies at an offset behind others; those that touch
// become one.
func appended(list, part []span, offset uintptr) []span {
	for _, s := range part {
		s.at += offset
		if n := len(list); n > 0 && list[n-1].at+list[n-1].size == s.at {
			list[n-1].size += s.size
		} else {
			list = append(list, s)
		}
	}
	return list
}

// Flat is the tag save of a field that is a struct whose fields count as those of the struct
// that it stands in.
const Flat = "flat"

// field is a field of a struct that is saved.
type field struct {
	offset uintptr
	*plan
	hushed bool // it is in no digest
}

// members holds what is known of the fields of a struct so far.
type members struct {
	fields []field
	shape  strings.Builder
	end    uintptr // where the next one lies if there is no gap
	gaps   bool    // there was one, or one that is not flat
}

func (m *maker) structure(p *plan, path string) {
	var all members
	m.members(p, &all, p.typ, 0, path)
	fields := all.fields
	p.flat = !all.gaps && all.end == p.typ.Size()
	p.shape = "{" + all.shape.String() + "}"
	blocks := joined(fields)
	written, told := stepsOf(fields, false), stepsOf(fields, true)
	if len(written) == 1 && written[0].plan == nil && len(told) == 1 {
		p.spans, p.told = written[0].spans, told[0].spans
	}
	p.encode = func(e *Encoder, at unsafe.Pointer) {
		list := written
		if e.sum != nil {
			list = told
		}
		for i := range list {
			if s := &list[i]; s.plan == nil {
				e.spans(s.spans, at)
			} else {
				s.encode(e, unsafe.Add(at, s.offset))
			}
		}
	}
	p.decode = func(d *Decoder, at unsafe.Pointer) {
		list := fields
		if littleEndian {
			list = blocks
		}
		for _, f := range list {
			f.decode(d, unsafe.Add(at, f.offset))
		}
	}
}

// members adds the fields of a struct that lies at an offset in the value of a plan.
func (m *maker) members(p *plan, all *members, t reflect.Type, at uintptr, path string) {
	lower := false
	for i := range t.NumField() {
		f := t.Field(i)
		why, hushed := f.Tag.Lookup("digest")
		if reason, ok := strings.CutPrefix(why, "-,"); hushed && (!ok || strings.TrimSpace(reason) == "") {
			m.wrong = append(m.wrong, fmt.Sprintf("%s.%s: the tag digest:%q, wanted digest:\"-,REASON\"", path, f.Name, why))
		}
		switch tag, ok := f.Tag.Lookup("save"); {
		case ok && tag == "lower" && f.Name == "_":
			lower = true
			continue
		case ok && tag == Flat && f.Type.Kind() == reflect.Struct && !hushed:
			m.members(p, all, f.Type, at+f.Offset, path+"."+f.Name)
			continue
		case ok && tag != "-":
			m.wrong = append(m.wrong, fmt.Sprintf("%s.%s: unknown tag save:%q", path, f.Name, tag))
			continue
		case ok && hushed:
			m.wrong = append(m.wrong, fmt.Sprintf("%s.%s: the tag digest of a field that is not saved, which is in no digest anyway", path, f.Name))
			continue
		case ok:
			p.partial = true
			continue
		case f.Name == "_":
			continue
		}
		name := f.Name
		if lower {
			name = strings.ToLower(name[:1]) + name[1:]
		}
		one := m.plan(f.Type, path+"."+f.Name)
		p.partial = p.partial || one.partial
		all.gaps = all.gaps || !one.flat || at+f.Offset != all.end
		p.truths = append(p.truths, one.truthsAt(at+f.Offset)...)
		all.end = at + f.Offset + f.Type.Size()
		p.least += one.least
		p.quiet = p.quiet || hushed || one.quiet
		all.fields = append(all.fields, field{at + f.Offset, one, hushed})
		fmt.Fprintf(&all.shape, "%s %s;", name, one.shape)
	}
}

// step writes a part of a struct: spans, or a field that has none.
type step struct {
	spans []span
	field
}

// stepsOf returns the steps that write fields, for a digest those that are told.
func stepsOf(fields []field, told bool) (list []step) {
	for _, f := range fields {
		if told && f.hushed {
			continue
		}
		spans := f.spans
		if told {
			spans = f.told
		}
		switch n := len(list); {
		case spans == nil || !littleEndian:
			list = append(list, step{field: f})
		case n > 0 && list[n-1].plan == nil && len(list[n-1].spans)+len(spans) <= manySpans:
			list[n-1].spans = appended(list[n-1].spans, spans, f.offset)
		default:
			list = append(list, step{spans: appended(nil, spans, f.offset)})
		}
	}
	return list
}

// truthsAt returns where truth values are in a flat value that lies at an offset.
func (p *plan) truthsAt(offset uintptr) (list []uintptr) {
	if p.flat {
		for _, at := range p.truths {
			list = append(list, offset+at)
		}
	}
	return list
}

// joined makes one field of flat fields that lie one behind the other, for little-endian
// machines.
func joined(fields []field) (list []field) {
	for _, f := range fields {
		if n := len(list); n > 0 && f.flat && list[n-1].flat && list[n-1].offset+list[n-1].size() == f.offset {
			list[n-1] = join(list[n-1], f)
		} else {
			list = append(list, f)
		}
	}
	return list
}

// join makes a field of two flat ones, of which the second lies behind the first.
func join(a, b field) field {
	size := a.size() + b.size()
	p := &plan{typ: reflect.ArrayOf(int(size), reflect.TypeFor[byte]()), flat: true, truths: append(slices.Clone(a.truths), b.truthsAt(a.size())...)}
	p.decode = func(d *Decoder, at unsafe.Pointer) { d.run(p, at, 1, size) }
	return field{offset: a.offset, plan: p}
}

// size returns how many bytes a value takes in memory.
func (p *plan) size() uintptr { return p.typ.Size() }

func (m *maker) slice(p *plan, path string) {
	of := m.plan(p.typ.Elem(), path+"[]")
	size := p.typ.Elem().Size()
	p.least, p.partial, p.quiet, p.shape = 1, of.partial, of.quiet, "[]"+of.shape
	if of.least == 0 {
		m.wrong = append(m.wrong, path+" is a list of which nothing is saved")
	}
	p.encode = func(e *Encoder, at unsafe.Pointer) {
		s := *(*[]struct{})(at) // whatever its elements are
		first := unsafe.Pointer(unsafe.SliceData(s))
		if first == nil && e.sum == nil {
			e.Uvarint(0)
			return
		}
		e.Uvarint(uint64(len(s)) + 1)
		e.run(of, first, len(s), size)
	}
	p.decode = func(d *Decoder, at unsafe.Pointer) {
		s := reflect.NewAt(p.typ, at).Elem()
		n, some := d.length(of.least)
		if !some {
			s.SetZero()
			return
		}
		fresh := reflect.MakeSlice(p.typ, n, n)
		if of.partial {
			reflect.Copy(fresh, s)
		}
		s.Set(fresh)
		d.run(of, fresh.UnsafePointer(), n, size)
	}
}

func (m *maker) array(p *plan, path string) {
	of, n, size := m.plan(p.typ.Elem(), path+"[]"), p.typ.Len(), p.typ.Elem().Size()
	p.least, p.flat, p.partial, p.quiet, p.shape = n*of.least, of.flat, of.partial, of.quiet, fmt.Sprintf("[%d]%s", n, of.shape)
	for i := range n {
		p.truths = append(p.truths, of.truthsAt(uintptr(i)*size)...)
	}
	if of.spans != nil && n*max(len(of.spans), len(of.told)) <= manySpans || p.flat && !p.quiet {
		for i := range n {
			p.spans = appended(p.spans, of.spans, uintptr(i)*size)
			p.told = appended(p.told, of.told, uintptr(i)*size)
		}
	}
	p.encode = func(e *Encoder, at unsafe.Pointer) { e.run(of, at, n, size) }
	p.decode = func(d *Decoder, at unsafe.Pointer) { d.run(of, at, n, size) }
}

func (m *maker) pointer(p *plan, path string) {
	of := m.plan(p.typ.Elem(), path)
	p.least, p.partial, p.quiet, p.shape = 1, true, of.quiet, "*"+of.shape
	p.encode = func(e *Encoder, at unsafe.Pointer) {
		to := *(*unsafe.Pointer)(at)
		e.Bool(to != nil)
		if to != nil && e.first(to, p.typ) {
			e.nest(func() { of.encode(e, to) })
		}
	}
	p.decode = func(d *Decoder, at unsafe.Pointer) {
		to := (*unsafe.Pointer)(at)
		if !d.Bool() {
			*to = nil
			return
		}
		if *to == nil {
			*to = reflect.New(p.typ.Elem()).UnsafePointer()
		}
		d.nest(func() { of.decode(d, *to) })
	}
}

// table plans a map. Its entries are in the order of the bytes of their keys.
func (m *maker) table(p *plan, path string) {
	key, value := m.plan(p.typ.Key(), path+"[key]"), m.plan(p.typ.Elem(), path+"[]")
	p.least, p.partial, p.quiet, p.shape = 1, value.partial, value.quiet, "map["+key.shape+"]"+value.shape
	scratch := sync.Pool{New: func() any {
		return &entry{key: reflect.New(p.typ.Key()), value: reflect.New(p.typ.Elem())}
	}}
	p.encode = func(e *Encoder, at unsafe.Pointer) {
		table := reflect.NewAt(p.typ, at).Elem()
		if e.sum == nil {
			e.table(key, value, table)
			return
		}
		one := scratch.Get().(*entry)
		e.tableSum(key, value, table, one)
		scratch.Put(one)
	}
	p.decode = func(d *Decoder, at unsafe.Pointer) { d.table(key, value, reflect.NewAt(p.typ, at).Elem()) }
}

// plain plans numbers, truth values and texts.
func (m *maker) plain(p *plan, path string) {
	k := p.typ.Kind()
	p.shape = k.String()
	switch k {
	case reflect.Bool:
		p.least, p.flat, p.truths = 1, true, []uintptr{0}
		p.encode = func(e *Encoder, at unsafe.Pointer) { e.Bool(*(*bool)(at)) }
		p.decode = func(d *Decoder, at unsafe.Pointer) { *(*bool)(at) = d.Bool() }
	case reflect.Int8, reflect.Uint8:
		p.least, p.flat = 1, true
		p.encode = func(e *Encoder, at unsafe.Pointer) { e.Uint8(*(*uint8)(at)) }
		p.decode = func(d *Decoder, at unsafe.Pointer) { *(*uint8)(at) = d.Uint8() }
	case reflect.Int16, reflect.Uint16:
		p.least, p.flat = 2, true
		p.encode = func(e *Encoder, at unsafe.Pointer) { e.Uint16(*(*uint16)(at)) }
		p.decode = func(d *Decoder, at unsafe.Pointer) { *(*uint16)(at) = d.Uint16() }
	case reflect.Int32, reflect.Uint32, reflect.Float32:
		p.least, p.flat = 4, true
		p.encode = func(e *Encoder, at unsafe.Pointer) { e.Uint32(*(*uint32)(at)) }
		p.decode = func(d *Decoder, at unsafe.Pointer) { *(*uint32)(at) = d.Uint32() }
	case reflect.Int64, reflect.Uint64, reflect.Float64:
		p.least, p.flat = 8, true
		p.encode = func(e *Encoder, at unsafe.Pointer) { e.Uint64(*(*uint64)(at)) }
		p.decode = func(d *Decoder, at unsafe.Pointer) { *(*uint64)(at) = d.Uint64() }
	case reflect.Int:
		p.least, p.flat = 8, wide
		p.encode = func(e *Encoder, at unsafe.Pointer) { e.Uint64(uint64(*(*int)(at))) }
		p.decode = func(d *Decoder, at unsafe.Pointer) { *(*int)(at) = d.Int() }
	case reflect.Uint:
		p.least, p.flat = 8, wide
		p.encode = func(e *Encoder, at unsafe.Pointer) { e.Uint64(uint64(*(*uint)(at))) }
		p.decode = func(d *Decoder, at unsafe.Pointer) {
			v := d.Uint64()
			if *(*uint)(at) = uint(v); uint64(uint(v)) != v {
				d.Fail("a number of more bits than this machine has")
			}
		}
	case reflect.String:
		p.least = 1
		p.encode = func(e *Encoder, at unsafe.Pointer) { e.String(*(*string)(at)) }
		p.decode = func(d *Decoder, at unsafe.Pointer) { *(*string)(at) = d.String() }
	default:
		m.wrong = append(m.wrong, fmt.Sprintf("%s is a %v", path, p.typ))
	}
	if p.flat {
		p.spans = []span{{0, p.typ.Size()}}
		p.told = p.spans
	}
}

// wide says whether int has 64 bits here, as it has in a save.
const wide = unsafe.Sizeof(int(0)) == 8
