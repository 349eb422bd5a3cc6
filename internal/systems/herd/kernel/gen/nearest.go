package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// nearest goes twice over the lanes: the distances stay in the frame, and a
// second look tells who is at the least of them.
func (a *assembler) nearest() {
	a.function("nearestAVX2", "func(mask uint64, x, y *[64]float32, px, py float32) (d2 float64, at uint64)")
	frame := a.AllocLocal(64 * 8)
	frame.Index, frame.Scale = a.lane, 8
	mask, again := a.parameter("mask"), a.GP64()
	a.MOVQ(mask, again)
	px, py := a.YMM(), a.YMM()
	for _, p := range []struct {
		name string
		v    reg.VecVirtual
	}{{"px", px}, {"py", py}} {
		a.VBROADCASTSS(a.address(p.name), p.v.AsX())
		a.VCVTPS2PD(p.v.AsX(), p.v)
	}
	infinity := a.each64(a.infinity)
	least := [2]reg.VecVirtual{a.YMM(), a.YMM()}
	a.VMOVAPS(infinity, least[0])
	a.VMOVAPS(infinity, least[1])
	a.eights("look", mask, func(eight reg.GPVirtual) {
		lanes := a.spread(eight)
		for k, h := range a.places() {
			a.VSUBPD(px, h.x, h.x)
			a.VSUBPD(py, h.y, h.y)
			d2, counts := a.distance2(h.x, h.y), a.YMM()
			if k == 1 {
				a.VEXTRACTF128(operand.U8(1), lanes, lanes.AsX())
			}
			a.VPMOVSXDQ(lanes.AsX(), counts)
			a.VBLENDVPD(counts, d2, infinity, d2)
			a.VMOVUPS(d2, frame.Offset(32*k))
			a.VMINPD(least[k], d2, least[k])
		}
	})
	d2 := a.spreadLeast(least)
	a.VMOVSD(d2.AsX(), a.result("d2"))
	at := a.GP64()
	a.XORL(at.As32(), at.As32())
	finite := a.YMM()
	a.VCMPPD(less, infinity, d2, finite)
	a.eights("tell", again, func(eight reg.GPVirtual) {
		var same [2]reg.VecVirtual
		for k := range same {
			same[k] = a.YMM()
			a.VCMPPD(equal, frame.Offset(32*k), d2, same[k])
			a.VANDPS(finite, same[k], same[k])
		}
		a.collect(a.halves(same[0], same[1]), eight, at)
	})
	a.MOVQ(at, a.result("at"))
	a.done()
}

// spreadLeast returns the least of eight numbers in all four places.
func (a *assembler) spreadLeast(least [2]reg.VecVirtual) reg.VecVirtual {
	d2, other := least[0], a.YMM()
	a.VMINPD(least[1], d2, d2)
	a.VPERM2F128(operand.U8(0x01), d2, d2, other)
	a.VMINPD(other, d2, d2)
	a.VSHUFPD(operand.U8(0x05), d2, d2, other)
	a.VMINPD(other, d2, d2)
	return d2
}
