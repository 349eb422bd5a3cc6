package host

import "fmt"

// Memory is the part of a bot's memory that belongs to one leaf or to one node:
// a run of bits in words. A read or a write outside of it panics.
type Memory struct {
	words []uint32
	base  int // in bits
	bits  int
}

// MemoryOf returns the memory of a number of bits in words, from bit base on. It is for
// runtimes of trees.
func MemoryOf(words []uint32, base, bits int) Memory { return Memory{words, base, bits} }

// ClearMemory makes all bits of a memory 0.
func ClearMemory(m Memory) {
	for off := 0; off < m.bits; off += 32 {
		m.Store(off, min(32, m.bits-off), 0)
	}
}

// Load reads n bits, at most 32, from bit off on.
func (m Memory) Load(off, n int) uint32 {
	m.check(off, n)
	off += m.base
	w, s := off>>5, off&31
	v := uint64(m.words[w]) >> s
	if s+n > 32 {
		v |= uint64(m.words[w+1]) << (32 - s)
	}
	return uint32(v & (1<<n - 1))
}

// Store writes the low n bits of v, at most 32, from bit off on.
func (m Memory) Store(off, n int, v uint32) {
	m.check(off, n)
	off += m.base
	w, s := off>>5, off&31
	mask := uint64(1)<<n - 1
	val := uint64(v) & mask
	m.words[w] = m.words[w]&^uint32(mask<<s) | uint32(val<<s)
	if s+n > 32 {
		m.words[w+1] = m.words[w+1]&^uint32(mask>>(32-s)) | uint32(val>>(32-s))
	}
}

// LoadInt reads a whole number of 64 bits from bit off on.
func (m Memory) LoadInt(off int) int64 {
	return int64(uint64(m.Load(off, 32)) | uint64(m.Load(off+32, 32))<<32)
}

// StoreInt writes a whole number of 64 bits from bit off on.
func (m Memory) StoreInt(off int, v int64) {
	m.check(off, 64)
	m.Store(off, 32, uint32(v))
	m.Store(off+32, 32, uint32(uint64(v)>>32))
}

func (m Memory) check(off, n int) {
	if off < 0 || n < 1 || off+n > m.bits {
		panic(fmt.Sprintf("bits %d to %d of a memory of %d bits", off, off+n-1, m.bits))
	}
}
