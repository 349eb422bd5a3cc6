package host_test

import (
	"math"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
)

type gait uint8

type strides struct {
	Left  bool
	Gait  gait
	Speed float32
	Way   float64
	Steps int
	Depth int16
	Spots [2]struct{ X, Y float32 }
}

// What is stored is loaded again, whatever it is, and takes the bits that its fields take.
func TestRecords(t *testing.T) {
	r, err := host.NewRecord[strides]()
	if err != nil {
		t.Fatal(err)
	}
	if want := 1 + 8 + 32 + 64 + 64 + 16 + 4*32; r.Bits() != want {
		t.Errorf("%d bits, wanted %d", r.Bits(), want)
	}
	c := &host.Call{Memory: host.MemoryOf(make([]uint32, 16), 7, r.Bits())}
	if got := r.Load(c); got != (strides{}) {
		t.Errorf("fresh memory is %+v", got)
	}
	want := strides{true, 3, 2.5, math.MaxFloat64, -1 << 30, -5, [2]struct{ X, Y float32 }{{1, -2}, {3, 4}}}
	r.Store(c, want)
	if got := r.Load(c); got != want {
		t.Errorf("%+v, wanted %+v", got, want)
	}
	r.Update(c, func(v *strides) { v.Depth-- })
	if want.Depth--; r.Load(c) != want {
		t.Errorf("%+v, wanted %+v", r.Load(c), want)
	}
}

// What is no fixed words is refused by the name of the field.
func TestRecordsOfOtherThings(t *testing.T) {
	for want, make := range map[string]func() error{
		"Name is a string":           func() error { _, err := host.NewRecord[struct{ Name string }](); return err },
		"In.At is a *int":            func() error { _, err := host.NewRecord[struct{ In struct{ At *int } }](); return err },
		"List[] is a []int":          func() error { _, err := host.NewRecord[struct{ List [2][]int }](); return err },
		"speed is not exported":      func() error { _, err := host.NewRecord[struct{ speed int }](); return err },
		"int is no struct":           func() error { _, err := host.NewRecord[int](); return err },
		"bits, wanted at most 65535": func() error { _, err := host.NewRecord[struct{ A [2000]float64 }](); return err },
	} {
		if err := make(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, wanted %s", err, want)
		}
	}
}

// A record takes no memory in a tick, also where one is updated within another, whose value
// stays.
func TestRecordsTakeNoMemory(t *testing.T) {
	outer, err := host.NewRecord[strides]()
	if err != nil {
		t.Fatal(err)
	}
	inner, err := host.NewRecord[struct{ N [40]int64 }]()
	if err != nil {
		t.Fatal(err)
	}
	c := &host.Call{Memory: host.MemoryOf(make([]uint32, 128), 7, 3000)}
	update := func() {
		outer.Update(c, func(v *strides) {
			v.Steps, v.Left = 7, true
			inner.Update(c, func(w *struct{ N [40]int64 }) { w.N[0], w.N[39] = -1, -2 })
			v.Depth = -3
		})
	}
	update()
	if got := outer.Load(c); got.Steps != 7 || !got.Left || got.Depth != -3 {
		t.Errorf("%+v", got)
	}
	if n := testing.AllocsPerRun(100, update); n != 0 {
		t.Errorf("%v allocations in an update", n)
	}
	v := outer.Load(c)
	if n := testing.AllocsPerRun(100, func() { outer.Store(c, v); v = outer.Load(c) }); n != 0 {
		t.Errorf("%v allocations to store and load", n)
	}
}

// An update that panics changes nothing, and the next one goes on.
func TestRecordUpdateThatPanics(t *testing.T) {
	r, err := host.NewRecord[strides]()
	if err != nil {
		t.Fatal(err)
	}
	c := &host.Call{Memory: host.MemoryOf(make([]uint32, 16), 0, r.Bits())}
	for range 3 {
		func() {
			defer func() { _ = recover() }()
			r.Update(c, func(v *strides) { v.Steps++; panic("no") })
		}()
	}
	if r.Update(c, func(v *strides) { v.Steps += 2 }); r.Load(c).Steps != 2 {
		t.Errorf("%+v, wanted 2 steps", r.Load(c))
	}
}

func BenchmarkRecord(b *testing.B) {
	r, err := host.NewRecord[strides]()
	if err != nil {
		b.Fatal(err)
	}
	c := &host.Call{Memory: host.MemoryOf(make([]uint32, 16), 0, r.Bits())}
	b.ReportAllocs()
	for b.Loop() {
		r.Update(c, func(v *strides) { v.Steps++ })
	}
}
