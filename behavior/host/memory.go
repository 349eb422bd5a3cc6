package host

// Memory is the part of a bot's memory that belongs to one leaf, or to a
// whole tree: bits in words, counted from Base.
type Memory struct {
	Words []uint32
	Base  int // in bits
}

// Load reads n bits, at most 32, from bit off on.
func (m Memory) Load(off, n int) uint32 {
	off += m.Base
	w, s := off>>5, off&31
	v := uint64(m.Words[w]) >> s
	if s+n > 32 {
		v |= uint64(m.Words[w+1]) << (32 - s)
	}
	return uint32(v & (1<<n - 1))
}

// Store writes the low n bits of v, at most 32, from bit off on.
func (m Memory) Store(off, n int, v uint32) {
	off += m.Base
	w, s := off>>5, off&31
	mask := uint64(1)<<n - 1
	val := uint64(v) & mask
	m.Words[w] = m.Words[w]&^uint32(mask<<s) | uint32(val<<s)
	if s+n > 32 {
		m.Words[w+1] = m.Words[w+1]&^uint32(mask>>(32-s)) | uint32(val>>(32-s))
	}
}

// LoadInt reads a whole number of 64 bits at a word-aligned offset.
func (m Memory) LoadInt(off int) int64 {
	w := (off + m.Base) >> 5
	return int64(uint64(m.Words[w]) | uint64(m.Words[w+1])<<32)
}

// StoreInt writes a whole number of 64 bits at a word-aligned offset.
func (m Memory) StoreInt(off int, v int64) {
	w := (off + m.Base) >> 5
	m.Words[w], m.Words[w+1] = uint32(v), uint32(uint64(v)>>32)
}
