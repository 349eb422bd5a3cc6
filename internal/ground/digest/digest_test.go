package digest_test

import (
	"hash/fnv"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/digest"
)

func TestStringIsFNV1a(t *testing.T) {
	for _, text := range []string{"", "a", "thicket", "größer\x00"} {
		h := fnv.New64a()
		h.Write([]byte(text))
		if got, want := digest.String(text), h.Sum64(); got != want {
			t.Errorf("String(%q) is %#x, want %#x", text, got, want)
		}
	}
	if got, want := uint64(digest.New().Byte('a').Word('b')), digest.String("ab"); got != want {
		t.Errorf("a byte and a small word give %#x, want the text's %#x", got, want)
	}
}

// The first three numbers of SplitMix64 with seed 0, and the first with seed 1234567,
// as the program of its authors prints them.
func TestMixIsSplitMix64(t *testing.T) {
	for i, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f} {
		if got := digest.Mix(uint64(i) * digest.Gamma); got != want {
			t.Errorf("number %d is %#x, want %#x", i, got, want)
		}
	}
	if got, want := digest.Mix(1234567), uint64(6457827717110365317); got != want {
		t.Errorf("seed 1234567 gives %#x, want %#x", got, want)
	}
}
