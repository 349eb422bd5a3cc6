package state

import (
	"bytes"
	"encoding/binary"
	"math"
	"reflect"
	"strings"
	"testing"
)

type inner struct {
	X, Y float32
	id   uint32
}

type padded struct {
	A uint8
	B uint64
	_ [3]uint8
}

type list struct {
	Value int
	Next  *list
}

// coded writes only half of what it has.
type coded struct{ kept, dropped int32 }

func (c *coded) EncodeState(e *Encoder) { e.Uint32(uint32(c.kept)) }
func (c *coded) DecodeState(d *Decoder) { c.kept = int32(d.Uint32()) }

type partly struct {
	N     int32
	cache []int `save:"-"` // made anew
}

type all struct {
	b      bool
	i8     int8
	i16    int16
	i      int
	u      uint
	f      float64
	s      string
	flat   []inner
	pads   [2]padded
	none   []int32
	empty  []int32
	m      map[string]inner
	byID   map[uint32][]string
	list   *list
	coded  coded
	partly []partly
	truths []truths
	out    func() `save:"-"` // of the scene
}

// truths can be copied as a block in two parts, of which one ends with a truth value.
type truths struct {
	a, b bool
	n    uint16
	c    [3]bool
	_    uint8
	s    int32
}

func sample() *all {
	return &all{
		b: true, i8: -3, i16: 512, i: -1 << 40, u: 1 << 31, f: math.Inf(-1), s: "näh",
		flat:   []inner{{1, 2, 3}, {float32(math.NaN()), -0.5, 9}},
		pads:   [2]padded{{A: 1, B: 2}, {A: 3, B: 1 << 60}},
		empty:  []int32{},
		m:      map[string]inner{"b": {X: 1}, "a": {Y: 2}, "longer": {}},
		byID:   map[uint32][]string{7: {"x", ""}, 1 << 30: nil},
		list:   &list{1, &list{2, nil}},
		coded:  coded{5, 6},
		partly: []partly{{1, []int{1}}, {2, nil}},
		truths: []truths{{true, false, 7, [3]bool{true, false, true}, 0, -1}, {false, true, 0, [3]bool{false, true, true}, 0, 1 << 30}},
	}
}

func encode(t testing.TB, p any) []byte {
	t.Helper()
	var e Encoder
	e.Value(p)
	b, err := e.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func decode(b []byte, p any) error {
	d := NewDecoder(b)
	d.Value(p)
	return d.Close()
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	want, got := sample(), &all{out: func() {}, partly: []partly{{9, []int{4, 5}}}}
	if err := decode(encode(t, want), got); err != nil {
		t.Fatal(err)
	}
	if got.out == nil || !reflect.DeepEqual(got.partly[0].cache, []int{4, 5}) {
		t.Error("what is not saved was changed by reading")
	}
	if got.none != nil || got.empty == nil {
		t.Errorf("nil list %#v, empty list %#v", got.none, got.empty)
	}
	if got.coded != (coded{5, 0}) {
		t.Errorf("%+v, wanted what its own methods write", got.coded)
	}
	unsaved := func(field string) bool {
		return field == "state.all.out" || field == "state.partly.cache" || field == "state.coded.dropped"
	}
	if diff := Compare(want, got, 10, Rules{Skip: unsaved}); diff != nil {
		t.Error(diff)
	}
}

// Machines whose numbers lie the other way round write the same bytes, and so do lists
// of structs that can't be copied as a block.
func TestBytesAreTheSameOnEveryMachine(t *testing.T) {
	blocks := encode(t, sample())
	defer func(was bool) { littleEndian = was }(littleEndian)
	littleEndian = false
	one := encode(t, sample())
	if !bytes.Equal(blocks, one) {
		t.Error("value by value there are other bytes than by blocks")
	}
	got := &all{}
	if err := decode(blocks, got); err != nil || got.flat[0] != (inner{1, 2, 3}) {
		t.Errorf("read as %+v, %v", got.flat, err)
	}
	type row struct {
		A int32
		B uint16
		C uint16
	}
	want := []byte{2 + 1, 1, 0, 0, 0, 2, 0, 3, 0, 0xff, 0xff, 0xff, 0xff, 5, 1, 6, 0}
	if b := encode(t, &[]row{{1, 2, 3}, {-1, 0x105, 6}}); !bytes.Equal(b[8:], want) {
		t.Errorf("% x, wanted % x", b[8:], want)
	}
}

func TestEqualMapsHaveEqualBytes(t *testing.T) {
	a, b := map[string]int{}, map[string]int{}
	for i := range 100 {
		a[strings.Repeat("x", i)] = i
		b[strings.Repeat("x", 99-i)] = 99 - i
	}
	if !bytes.Equal(encode(t, &a), encode(t, &b)) {
		t.Error("bytes depend on the order of a map")
	}
}

func TestCheckNamesWhatCannotBeSaved(t *testing.T) {
	type part struct {
		Call func()
		Any  any
	}
	type bad struct {
		Good  int
		Parts []part
		C     chan int
		Tag   int        `save:"no"`
		Empty []struct{} // nothing to write of each
		Fine  func()     `save:"-"`
	}
	err := Check(bad{})
	for _, want := range []string{"bad.Parts[].Call is a func()", "bad.Parts[].Any is a interface {}", "bad.C is a chan int", `bad.Tag: unknown tag save:"no"`, "bad.Empty is a list of which nothing is saved"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, wanted %q in it", err, want)
		}
	}
	if strings.Contains(err.Error(), "Fine") || strings.Contains(err.Error(), "Good") {
		t.Errorf("%v names fields that are well", err)
	}
	if err := Check(all{}); err != nil {
		t.Error(err)
	}
}

type (
	here  struct{ n int64 }
	there struct{ n int64 }
)

func (h *here) EncodeState(e *Encoder)  { e.Value(&h.n) }
func (h *here) DecodeState(d *Decoder)  { d.Value(&h.n) }
func (h *there) EncodeState(e *Encoder) { e.Value(&h.n) }
func (h *there) DecodeState(d *Decoder) { d.Value(&h.n) }
func (*there) SavedAs() string          { return typeName(reflect.TypeFor[here]()) }

// A Coder that says what it was called reads what was saved under that name, and is saved so.
func TestAMovedCoderIsSavedAsBefore(t *testing.T) {
	var was, is Encoder
	was.Value(&here{7})
	is.Value(&there{7})
	saved, _ := was.Bytes()
	if again, _ := is.Bytes(); !bytes.Equal(saved, again) {
		t.Errorf("% x, wanted % x", again, saved)
	}
	var got there
	d := NewDecoder(saved)
	if d.Value(&got); d.Close() != nil || got.n != 7 {
		t.Errorf("%+v, wanted 7", got)
	}
}

// A struct whose fields were exported, and that says so, reads what was saved before.
func TestExportedFieldsCountAsBefore(t *testing.T) {
	type inner struct{ deep int64 }
	type before struct {
		one int32
		inner
	}
	type after struct {
		_   struct{} `save:"lower"`
		One int32
		Inner
	}
	type loud struct {
		One int32
		Inner
	}
	var e Encoder
	e.Value(&before{1, inner{2}})
	saved, err := e.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	var got after
	d := NewDecoder(saved)
	d.Value(&got)
	if err := d.Close(); err != nil || got.One != 1 || got.deep != 2 {
		t.Errorf("%+v, %v; wanted what was saved", got, err)
	}
	d = NewDecoder(saved)
	d.Value(&loud{})
	if d.Close() == nil {
		t.Error("fields of other names are read")
	}
}

// Inner is a part of a struct whose fields were exported.
type Inner struct{ deep int64 }

// A struct whose fields were gathered in a part, which says so, writes and reads the same bytes
// as before, and sums up to the same number.
func TestGatheredFieldsCountAsBefore(t *testing.T) {
	type before struct {
		one  int32
		two  []string
		gone int8
		four int64
		five bool
	}
	type part struct {
		two  []string
		whom *before `save:"-"`
		gone int8    `digest:"-,of no account"`
	}
	type after struct {
		one  int32
		part `save:"flat"`
		rest struct {
			four int64
			five bool
		} `save:"flat"`
	}
	var was, is Encoder
	was.Value(&before{1, []string{"a", "b"}, 3, 4, true})
	full := after{one: 1, part: part{two: []string{"a", "b"}, gone: 3}}
	full.rest.four, full.rest.five = 4, true
	is.Value(&full)
	saved, _ := was.Bytes()
	if again, err := is.Bytes(); err != nil || !bytes.Equal(saved, again) {
		t.Fatalf("% x, %v, wanted % x", again, err, saved)
	}
	mine := &before{}
	got := after{part: part{whom: mine}}
	d := NewDecoder(saved)
	if d.Value(&got); d.Close() != nil || got.one != 1 || len(got.two) != 2 || got.gone != 3 || got.rest.four != 4 || !got.rest.five {
		t.Errorf("%+v, wanted what was saved", got)
	}
	if got.whom != mine {
		t.Error("what is not saved did not stay")
	}
	sum := func(v *after) uint64 { return Sum(func(e *Encoder) { e.Value(v) }) }
	other := full
	if other.gone = 5; sum(&full) != sum(&other) {
		t.Error("a field of a part is in the digest whose tag says that it is not")
	}
	if other.rest.five = false; sum(&full) == sum(&other) {
		t.Error("a field of a part is not in the digest")
	}
}

// Only a struct can be flat.
func TestAFlatNumberIsRefused(t *testing.T) {
	type odd struct {
		N int `save:"flat"`
	}
	if err := Check(odd{}); err == nil || !strings.Contains(err.Error(), `odd.N: unknown tag save:"flat"`) {
		t.Errorf("error %v", err)
	}
}

func TestWhatHasTwoOwnersIsRefused(t *testing.T) {
	x := 5
	var e Encoder
	e.Value(&struct{ A, B *int }{&x, &x})
	if _, err := e.Bytes(); err == nil || !strings.Contains(err.Error(), "two references to one int") {
		t.Errorf("error %v", err)
	}
	round := &list{Value: 1}
	round.Next = round
	var r Encoder
	r.Value(round)
	if r.Err() == nil {
		t.Error("a list that leads to itself was written")
	}
}

func TestDamageIsRefused(t *testing.T) {
	type small struct {
		OK   bool
		List []uint32
		M    map[uint8]uint8
	}
	good := encode(t, &small{true, []uint32{1, 2}, map[uint8]uint8{1: 1, 2: 2}})
	change := func(at int, b ...byte) []byte {
		return append(append(bytes.Clone(good[:at]), b...), good[at+len(b):]...)
	}
	for _, c := range []struct {
		name string
		b    []byte
		want string
	}{
		{"another type", change(0, 1, 2), "saved by a build in which state.small had other fields"},
		{"no truth value", change(8, 2), "at byte 9: 2, wanted a truth value"},
		{"a list too long", change(9, 200), "a list of 199, with 12 bytes left"},
		{"a list longer than the bytes", change(9, 100), "a list of 99, with 13 bytes left"},
		{"a number longer than need be", change(9, 0x83, 0), "no whole number"},
		{"a map out of order", change(19, 2, 2, 1, 1), "a map out of order"},
		{"an entry twice", change(19, 1, 1, 1, 1), "a map that has an entry twice"},
		{"cut", good[:len(good)-1], "a list of 2, with 3 bytes left"},
		{"more", append(bytes.Clone(good), 0), "1 bytes more than expected"},
		{"nothing", nil, "0 bytes are left"},
	} {
		got := small{}
		if err := decode(c.b, &got); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, wanted %q", c.name, err, c.want)
		}
	}
}

// Bytes that claim much are refused before memory is taken for it.
func TestLengthsAreNotBelieved(t *testing.T) {
	var v []inner
	b := binary.AppendUvarint(encode(t, &v)[:8], 1<<31)
	n := testing.AllocsPerRun(1, func() {
		if decode(b, &v) == nil {
			t.Error("read")
		}
	})
	if n > 20 || cap(v) > 0 {
		t.Errorf("%v allocations, room for %d", n, cap(v))
	}
}

func TestCompareFindsTheField(t *testing.T) {
	for _, c := range []struct {
		change func(*all)
		want   string
	}{
		{func(a *all) { a.flat[1].id = 8 }, "*state.all.flat[1].id (state.inner.id): 9 and 8"},
		{func(a *all) { a.list.Next.Value = 7 }, "*state.all.list.Next.Value (state.list.Value): 2 and 7"},
		{func(a *all) { a.list.Next = nil }, "*state.all.list.Next (state.list.Next): a *state.list and nil"},
		{func(a *all) { a.m["a"] = inner{} }, "*state.all.m[a].Y (state.inner.Y): 2 and 0"},
		{func(a *all) { a.byID[7] = nil }, "*state.all.byID[7] (state.all.byID): 2 and 0 elements"},
		{func(a *all) { a.flat[0].X = float32(math.Copysign(1, -1)) }, "*state.all.flat[0].X (state.inner.X): 1 and -1"},
		{func(a *all) { a.out = func() {} }, "*state.all.out (state.all.out): nil and a func()"},
	} {
		a, b := sample(), sample()
		c.change(b)
		got := Compare(a, b, 5, Rules{})
		if len(got) != 1 || got[0].String() != c.want {
			t.Errorf("%v, wanted %q", got, c.want)
		}
	}
}

// What can be read is written as it was: there is one way to write a value.
func FuzzDecode(f *testing.F) {
	var e Encoder
	e.Value(sample())
	good, _ := e.Bytes()
	f.Add(good)
	f.Fuzz(func(t *testing.T, b []byte) {
		v := &all{}
		if decode(b, v) != nil {
			return
		}
		for i := range v.partly {
			v.partly[i].cache = nil
		}
		if again := encode(t, v); !bytes.Equal(again, b) {
			t.Errorf("% x was read, and written as % x", b, again)
		}
	})
}

func BenchmarkBlocks(b *testing.B) {
	v := make([]inner, 1_000_000)
	var mem []byte
	b.SetBytes(12_000_000)
	for b.Loop() {
		e := NewEncoder(mem)
		e.Value(&v)
		mem, _ = e.Bytes()
	}
}

// A byte that stands for a truth value is 0 or 1, wherever in a block it lies.
func TestBlocksHoldTruthValues(t *testing.T) {
	type row struct {
		n uint16
		c [2]bool
	}
	good := encode(t, &[]row{{1, [2]bool{true, false}}, {2, [2]bool{false, true}}})
	for i := range 4 {
		at := 8 + 1 + i/2*4 + 2 + i%2
		bad := bytes.Clone(good)
		bad[at] = 2
		var got []row
		if err := decode(bad, &got); err == nil || !strings.Contains(err.Error(), "truth value") {
			t.Errorf("byte %d: %v, wanted that it is no truth value", at, err)
		}
	}
}

// Strict comparers take nothing for equal that they cannot look into.
func TestCompareStrictly(t *testing.T) {
	type opaque struct {
		f func()
		m map[*int]int
		c chan int
	}
	key := new(int)
	for name, v := range map[string]*opaque{"function": {f: func() {}}, "map": {m: map[*int]int{key: 1}}, "channel": {c: make(chan int)}} {
		if diff := Compare(v, &opaque{v.f, v.m, v.c}, 5, Rules{}); diff != nil {
			t.Errorf("%s: %v", name, diff)
		}
		if diff := Compare(v, &opaque{v.f, v.m, v.c}, 5, Rules{Strict: true}); len(diff) != 1 {
			t.Errorf("%s: %v, wanted one difference", name, diff)
		}
	}
	if diff := Compare(&opaque{}, &opaque{}, 5, Rules{Strict: true}); diff != nil {
		t.Errorf("of nothing: %v", diff)
	}
	by := Rules{Equal: map[reflect.Type]func(a, b reflect.Value) bool{reflect.TypeFor[inner](): func(_, _ reflect.Value) bool { return true }}}
	if diff := Compare(&inner{X: 1}, &inner{X: 2}, 5, by); diff != nil {
		t.Errorf("compared in a way of their own: %v", diff)
	}
}
