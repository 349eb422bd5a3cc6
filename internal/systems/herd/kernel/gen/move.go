package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func (a *assembler) advance() {
	a.function("advanceAVX2", "func(mask uint64, x, y, hx, hy, step, toX, toY *[64]float32, width, height float32) (out uint64)")
	mask, out := a.parameter("mask"), a.GP64()
	a.XORL(out.As32(), out.As32())
	zero, width, height := a.zero(), a.each32(a.address("width")), a.each32(a.address("height"))
	a.eights("eight", mask, func(eight reg.GPVirtual) {
		lanes, step := a.spread(eight), a.load("step")
		along := func(at, heading, to string, size reg.VecVirtual) (inside reg.VecVirtual) {
			p, below := a.load(heading), a.YMM()
			a.VMULPS(step, p, p)
			a.VADDPS(a.column(at), p, p)
			a.put(lanes, p, to)
			a.VCMPPS(less, size, p, below)
			a.VCMPPS(atLeast, zero, p, p)
			a.VANDPS(below, p, p)
			return p
		}
		inX, inY := along("x", "hx", "toX", width), along("y", "hy", "toY", height)
		a.VANDPS(inY, inX, inX)
		bits := a.GP64()
		a.VMOVMSKPS(inX, bits.As32())
		a.NOTL(bits.As32())
		a.collect(bits, eight, out)
	})
	a.MOVQ(out, a.result("out"))
	a.done()
}

// bounds takes the lesser of two that are equal as it comes: 0 is added at the
// end, so that the sign of 0 does not tell. The minimum of what is no number and
// the least so far is the least: the second of the two.
func (a *assembler) bounds() {
	a.function("boundsAVX2", "func(mask uint64, x, y *[64]float32) (minX, maxX, minY, maxY float32)")
	mask := a.parameter("mask")
	least := a.each32(a.inf32)
	most := a.zero()
	a.VSUBPS(least, most, most)
	minX, maxX, minY, maxY := least, most, a.YMM(), a.YMM()
	a.VMOVAPS(least, minY)
	a.VMOVAPS(most, maxY)
	a.eights("eight", mask, func(eight reg.GPVirtual) {
		lanes := a.spread(eight)
		for _, c := range []struct {
			name     string
			min, max reg.VecVirtual
		}{{"x", minX, maxX}, {"y", minY, maxY}} {
			v, other := a.load(c.name), a.YMM()
			a.VBLENDVPS(lanes, v, c.min, other)
			a.VMINPS(c.min, other, c.min)
			a.VBLENDVPS(lanes, v, c.max, other)
			a.VMAXPS(c.max, other, c.max)
		}
	})
	zero := a.zero()
	for _, c := range []struct {
		name  string
		v     reg.VecVirtual
		least func(...operand.Op)
	}{{"minX", minX, a.VMINPS}, {"maxX", maxX, a.VMAXPS}, {"minY", minY, a.VMINPS}, {"maxY", maxY, a.VMAXPS}} {
		other := a.YMM()
		a.VPERM2F128(operand.U8(0x01), c.v, c.v, other)
		c.least(other, c.v, c.v)
		a.VSHUFPS(operand.U8(0x4e), c.v, c.v, other)
		c.least(other, c.v, c.v)
		a.VSHUFPS(operand.U8(0xb1), c.v, c.v, other)
		c.least(other, c.v, c.v)
		a.VADDPS(zero, c.v, c.v) // -0 becomes 0
		a.VMOVSS(c.v.AsX(), a.result(c.name))
	}
	a.done()
}

func (a *assembler) outside() {
	a.function("outsideAVX2", "func(mask uint64, x, y *[64]float32, minX, maxX, minY, maxY float32) (out uint64)")
	mask, out := a.parameter("mask"), a.GP64()
	a.XORL(out.As32(), out.As32())
	minX, maxX := a.each32(a.address("minX")), a.each32(a.address("maxX"))
	minY, maxY := a.each32(a.address("minY")), a.each32(a.address("maxY"))
	a.eights("eight", mask, func(eight reg.GPVirtual) {
		x, y, any, other := a.load("x"), a.load("y"), a.YMM(), a.YMM()
		a.VCMPPS(less, minX, x, any)
		a.VCMPPS(more, maxX, x, other)
		a.VORPS(other, any, any)
		a.VCMPPS(less, minY, y, other)
		a.VORPS(other, any, any)
		a.VCMPPS(more, maxY, y, other)
		a.VORPS(other, any, any)
		bits := a.GP64()
		a.VMOVMSKPS(any, bits.As32())
		a.collect(bits, eight, out)
	})
	a.MOVQ(out, a.result("out"))
	a.done()
}
