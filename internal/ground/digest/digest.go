// Package digest has the two hash functions that digests are made of, and the version of what they
// are made of. Both functions give the same numbers on every machine and in every version of Thicket:
// what is saved and what is compared between runs depends on them.
package digest

// Sum is the state of an FNV-1a hash of 64 bits (Fowler, Noll and Vo). The zero
// value is not its start: begin with [New].
type Sum uint64

const (
	offset = 14695981039346656037
	prime  = 1099511628211
)

// New returns the sum of nothing.
func New() Sum { return offset }

// Byte takes in one byte.
func (s Sum) Byte(b byte) Sum { return (s ^ Sum(b)) * prime }

// Word takes in a number in one step, where FNV-1a itself would take in its
// bytes one by one.
func (s Sum) Word(v uint64) Sum { return (s ^ Sum(v)) * prime }

// String takes in a text byte by byte.
func (s Sum) String(text string) Sum {
	for i := range len(text) {
		s = s.Byte(text[i])
	}
	return s
}

// String returns the FNV-1a hash of a text.
func String(text string) uint64 { return uint64(New().String(text)) }

// Gamma is the step of SplitMix64: 2^64 divided by the golden ratio.
const Gamma = 0x9e3779b97f4a7c15

// Finalise scrambles a number: every bit of x has a say in every bit of the
// result. It is the output function of SplitMix64 (Steele, Lea and Flood, 2014),
// is one-to-one and maps 0 to 0.
func Finalise(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Mix returns what SplitMix64 returns first when its state is x.
func Mix(x uint64) uint64 { return Finalise(x + Gamma) }

// Draw returns 64 random bits that depend on nothing but the seed of a world, who draws, when, for
// which node, and how often before.
func Draw(seed uint64, who uint32, when int64, node, draw uint32) uint64 {
	h := Mix(seed)
	h = Mix(h ^ (uint64(who)<<32 | uint64(node)))
	h = Mix(h ^ uint64(when))
	return Mix(h ^ uint64(draw))
}
