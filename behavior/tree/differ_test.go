package tree

import (
	"slices"
	"testing"
)

func TestDifferNamesTheNodesOfBits(t *testing.T) {
	x := &Tree{Bits: 70, Slots: []Slot{{Node: 4, Bit: 0, Bits: 3}, {Node: 2, Bit: 3, Bits: 40}, {Node: 7, Bit: 43}, {Node: 2, Bit: 43, Bits: 1}, {Node: 0, Bit: 44, Bits: 26}}}
	for _, c := range []struct {
		bits []int
		want []NodeID
	}{
		{nil, nil}, {[]int{2}, []NodeID{4}}, {[]int{3}, []NodeID{2}}, {[]int{33, 43}, []NodeID{2}},
		{[]int{69, 0}, []NodeID{4, 0}}, {[]int{43}, []NodeID{2}},
	} {
		a, b := make([]uint32, x.Words()), make([]uint32, x.Words())
		for _, bit := range c.bits {
			b[bit/32] ^= 1 << (bit % 32)
		}
		if got := x.Differ(a, b); !slices.Equal(got, c.want) {
			t.Errorf("bits %d: nodes %d, wanted %d", c.bits, got, c.want)
		}
	}
}
