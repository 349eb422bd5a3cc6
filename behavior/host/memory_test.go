package host_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/behavior/host"
)

// Memory is an array of bits: whatever is stored anywhere reads back, and no
// bit outside of the part that was lent changes.
func TestMemoryIsAnArrayOfBits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.Uint32(), 1, 6).Draw(t, "words")
		all := 32 * len(words)
		base := rapid.IntRange(0, all-1).Draw(t, "base")
		size := rapid.IntRange(1, all-base).Draw(t, "bits")
		m := host.MemoryOf(words, base, size)
		bits := make([]bool, all)
		for i := range bits {
			bits[i] = words[i/32]>>(i%32)&1 == 1
		}
		load := func(off, n int) (v uint64) {
			for i := range n {
				if bits[base+off+i] {
					v |= 1 << i
				}
			}
			return v
		}
		store := func(off, n int, v uint64) {
			for i := range n {
				bits[base+off+i] = v>>i&1 == 1
			}
		}
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			v := rapid.Uint64().Draw(t, "v")
			n := rapid.IntRange(1, min(32, size)).Draw(t, "n")
			off := rapid.IntRange(0, size-n).Draw(t, "off")
			if got, want := m.Load(off, n), uint32(load(off, n)); got != want {
				t.Fatalf("Load(%d, %d) = %#x, want %#x", off, n, got, want)
			}
			m.Store(off, n, uint32(v))
			store(off, n, v)
			if size >= 64 {
				at := rapid.IntRange(0, size-64).Draw(t, "at")
				if got, want := m.LoadInt(at), int64(load(at, 64)); got != want {
					t.Fatalf("LoadInt(%d) = %#x, want %#x", at, got, want)
				}
				m.StoreInt(at, int64(v))
				store(at, 64, v)
			}
		}
		after := make([]bool, all)
		for i := range after {
			after[i] = words[i/32]>>(i%32)&1 == 1
		}
		if diff := cmp.Diff(bits, after); diff != "" {
			t.Fatalf("(-want +got)\n%s", diff)
		}
	})
}

func TestMemoryRefusesBitsOfOthers(t *testing.T) {
	words := []uint32{1, 2, 3, 4}
	m := host.MemoryOf(words, 16, 80)
	for name, use := range map[string]func(){
		"Load past the end":     func() { m.Load(49, 32) },
		"Load before the start": func() { m.Load(-1, 8) },
		"Load of nothing":       func() { m.Load(0, 0) },
		"Store past the end":    func() { m.Store(80, 1, 1) },
		"LoadInt past the end":  func() { m.LoadInt(17) },
		"StoreInt past the end": func() { m.StoreInt(17, -1) },
		"Store in no memory":    func() { host.Memory{}.Store(0, 1, 1) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
				if diff := cmp.Diff([]uint32{1, 2, 3, 4}, words); diff != "" {
					t.Errorf("words changed (-want +got)\n%s", diff)
				}
			}()
			use()
		})
	}
}
