package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// half is four of eight lanes, as float64.
type half struct {
	x, y   reg.VecVirtual // where the bots are
	best   reg.VecVirtual // the square of the least distance so far
	bx, by reg.VecVirtual // to the rival that is as near
	id     reg.VecVirtual // of it, in the lower 32 bits
}

// rivals are pointers to the columns of Rivals.
type rivals struct{ x, y, id, n reg.GPVirtual }

func (a *assembler) steer() {
	a.function("steerAVX2", "func(mask uint64, x, y *[64]float32, rx, ry *[12]float64, id *[12]uint32, n int, sign, limit float64, "+
		"hx, hy *[64]float32, target *[64]uint32) (far uint64)")
	mask, far := a.parameter("mask"), a.GP64()
	a.XORL(far.As32(), far.As32())
	r := rivals{a.parameter("rx"), a.parameter("ry"), a.parameter("id"), a.parameter("n")}
	a.eights("eight", mask, func(eight reg.GPVirtual) {
		h := a.places()
		a.firstRival(&h[0], r)
		a.firstRival(&h[1], r)
		i := a.GP64()
		a.MOVL(operand.U32(1), i.As32())
		a.JMP(operand.LabelRef("more"))
		a.Label("rival")
		a.nextRival(&h[0], r, i)
		a.nextRival(&h[1], r, i)
		a.INCQ(i)
		a.Label("more")
		a.CMPQ(i, r.n)
		a.JLT(operand.LabelRef("rival"))
		a.far(h, eight, far)
		a.turn(h, a.spread(eight))
	})
	a.MOVQ(far, a.result("far"))
	a.done()
}

// places loads where eight bots are.
func (a *assembler) places() (h [2]half) {
	x, y := a.column("x"), a.column("y")
	for k := range h {
		h[k].x, h[k].y = a.YMM(), a.YMM()
		a.VCVTPS2PD(x.Offset(16*k), h[k].x)
		a.VCVTPS2PD(y.Offset(16*k), h[k].y)
	}
	return h
}

// firstRival begins with the first of the rivals. The minimum of infinity and what
// is no number is infinity: the second of the two.
func (a *assembler) firstRival(h *half, r rivals) {
	h.bx, h.by, h.id = a.each64(operand.Mem{Base: r.x}), a.each64(operand.Mem{Base: r.y}), a.each32(operand.Mem{Base: r.id})
	a.VSUBPD(h.x, h.bx, h.bx)
	a.VSUBPD(h.y, h.by, h.by)
	h.best = a.distance2(h.bx, h.by)
	a.VMINPD(a.each64(a.infinity), h.best, h.best)
}

// nextRival takes rival i where it is nearer.
func (a *assembler) nextRival(h *half, r rivals, i reg.GPVirtual) {
	dx, dy := a.each64(operand.Mem{Base: r.x, Index: i, Scale: 8}), a.each64(operand.Mem{Base: r.y, Index: i, Scale: 8})
	a.VSUBPD(h.x, dx, dx)
	a.VSUBPD(h.y, dy, dy)
	d2, nearer := a.distance2(dx, dy), a.YMM()
	a.VCMPPD(less, h.best, d2, nearer)
	a.VMINPD(h.best, d2, h.best)
	a.VBLENDVPD(nearer, dx, h.bx, h.bx)
	a.VBLENDVPD(nearer, dy, h.by, h.by)
	a.VBROADCASTSS(operand.Mem{Base: r.id, Index: i, Scale: 4}, d2)
	a.VBLENDVPD(nearer, d2, h.id, h.id)
}

// far notes the bots of eight whose rival is beyond the limit.
func (a *assembler) far(h [2]half, eight, far reg.GPVirtual) {
	low := a.each64(a.address("limit"))
	high := a.YMM()
	a.VCMPPD(more, low, h[1].best, high)
	a.VCMPPD(more, low, h[0].best, low)
	a.collect(a.halves(low, high), eight, far)
}

// turn writes headings and targets.
func (a *assembler) turn(h [2]half, lanes reg.VecVirtual) {
	for k := range h {
		scale := a.each64(a.address("sign"))
		a.VSQRTPD(h[k].best, h[k].best)
		a.VDIVPD(h[k].best, scale, scale)
		a.VMULPD(scale, h[k].bx, h[k].bx)
		a.VMULPD(scale, h[k].by, h[k].by)
	}
	id := a.YMM()
	a.VSHUFPS(operand.U8(0x88), h[1].id, h[0].id, id) // of the lanes 0 1 4 5 2 3 6 7
	a.VPERMQ(operand.U8(0xd8), id, id)
	a.put(lanes, id, "target")
	x, y, none := a.narrow(h[0].bx, h[1].bx), a.narrow(h[0].by, h[1].by), a.zero()
	a.VADDPS(none, x, x) // -0 becomes 0
	a.VADDPS(none, y, y)
	a.VCMPPS(unordered, x, y, none)
	a.VANDNPS(lanes, none, lanes)
	a.put(lanes, x, "hx")
	a.put(lanes, y, "hy")
}

// narrow rounds two halves to float32 and puts them side by side, over the lower.
func (a *assembler) narrow(low, high reg.VecVirtual) reg.VecVirtual {
	a.VCVTPD2PSY(low, low.AsX())
	a.VCVTPD2PSY(high, high.AsX())
	a.VINSERTF128(operand.U8(1), high.AsX(), low, low)
	return low
}
