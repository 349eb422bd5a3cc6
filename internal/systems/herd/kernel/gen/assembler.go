package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// assembler writes functions for lanes. Comparisons are quiet, and there is no
// fused product: results are those of the loops in Go, bit by bit.
//
// Sixteen registers are all there are: what asks for more gets those of AVX-512,
// and the test of the generator fails.
type assembler struct {
	*build.Context
	lane     reg.GPPhysical // the first of the eight lanes in work
	bits     operand.Mem    // 1, 2, 4 ... 128 as int32
	infinity operand.Mem    // float64
	inf32    operand.Mem    // float32
}

func newAssembler() *assembler {
	a := &assembler{Context: build.NewContext(), lane: reg.RCX} // shifts count in this register only
	a.bits = a.StaticGlobal("bits")
	a.DataAttributes(attr.RODATA | attr.NOPTR)
	for i := range 8 {
		a.AppendDatum(operand.U32(1 << i))
	}
	a.infinity = a.ConstData("infinity", operand.U64(0x7ff<<52))
	a.inf32 = a.ConstData("inf32", operand.U32(0xff<<23))
	return a
}

// Conditions of VCMPPD and VCMPPS.
const (
	less      = operand.U8(0x11) // and both are numbers, as in the next three
	more      = operand.U8(0x1e)
	atLeast   = operand.U8(0x1d)
	equal     = operand.U8(0x00)
	unordered = operand.U8(0x03) // one of them is no number
)

// function begins a function.
func (a *assembler) function(name, signature string) {
	a.Function(name)
	a.Attributes(attr.NOSPLIT)
	a.Doc(name + " is " + name[:len(name)-len("AVX2")] + " in instructions of AVX2.")
	a.Pragma("noescape")
	a.SignatureExpr(signature)
}

func (a *assembler) parameter(name string) reg.GPVirtual {
	return a.Load(a.Param(name), a.GP64()).(reg.GPVirtual)
}

// address returns where a parameter is in the frame, and result where a result is.
// What the package itself has to load and store them is older than AVX, and slow
// beside it.
func (a *assembler) address(name string) operand.Mem { return place(a.Param(name)) }

func (a *assembler) result(name string) operand.Mem { return place(a.Return(name)) }

func place(c gotypes.Component) operand.Mem {
	basic, err := c.Resolve()
	if err != nil {
		panic(err) // the signature has no such name
	}
	return basic.Addr
}

// each64 loads a float64 into all four places, each32 a float32 into all eight.
func (a *assembler) each64(m operand.Mem) reg.VecVirtual {
	v := a.YMM()
	a.VBROADCASTSD(m, v)
	return v
}

func (a *assembler) each32(m operand.Mem) reg.VecVirtual {
	v := a.YMM()
	a.VBROADCASTSS(m, v)
	return v
}

// eights writes a loop over each eight lanes of which a mask has some. body may
// change the mask's eight bits.
func (a *assembler) eights(name string, mask reg.GPVirtual, body func(eight reg.GPVirtual)) {
	begin, next, end := name, name+"Next", name+"End"
	a.XORL(a.lane.As32(), a.lane.As32())
	a.TESTQ(mask, mask)
	a.JZ(operand.LabelRef(end))
	a.Label(begin)
	eight := a.GP32()
	a.MOVBLZX(mask.As8(), eight)
	a.TESTL(eight, eight)
	a.JZ(operand.LabelRef(next))
	body(eight)
	a.Label(next)
	a.ADDQ(operand.U8(8), a.lane)
	a.SHRQ(operand.U8(8), mask)
	a.JNZ(operand.LabelRef(begin))
	a.Label(end)
}

// column returns where the eight lanes are of a column that a parameter points to.
func (a *assembler) column(name string) operand.Mem {
	return operand.Mem{Base: a.parameter(name), Index: a.lane, Scale: 4}
}

// load loads eight lanes of a column.
func (a *assembler) load(name string) reg.VecVirtual {
	v := a.YMM()
	a.VMOVUPS(a.column(name), v)
	return v
}

// put writes those of eight lanes that a mask has.
func (a *assembler) put(lanes, values reg.VecVirtual, name string) {
	at, old := a.column(name), a.YMM()
	a.VMOVUPS(at, old)
	a.VBLENDVPS(lanes, values, old, old)
	a.VMOVUPS(old, at)
}

// spread makes eight bits into eight lanes of all ones or none.
func (a *assembler) spread(eight reg.GPVirtual) reg.VecVirtual {
	x, lanes := a.XMM(), a.YMM()
	a.VMOVD(eight, x)
	a.VPBROADCASTD(x, lanes)
	a.VPAND(a.bits, lanes, lanes)
	a.VPCMPEQD(a.bits, lanes, lanes)
	return lanes
}

// collect adds eight bits, of which only those of the mask count, to the bits of
// all lanes.
func (a *assembler) collect(bits, eight, all reg.GPVirtual) {
	a.ANDL(eight, bits.As32())
	a.SHLQ(reg.CL, bits.As64())
	a.ORQ(bits.As64(), all)
}

// halves joins the answers of two vectors of four float64 in eight bits.
func (a *assembler) halves(low, high reg.VecVirtual) reg.GPVirtual {
	l, h := a.GP64(), a.GP64()
	a.VMOVMSKPD(low, l.As32())
	a.VMOVMSKPD(high, h.As32())
	a.SHLL(operand.U8(4), h.As32())
	a.ORL(h.As32(), l.As32())
	return l
}

// distance2 returns the square of a distance.
func (a *assembler) distance2(dx, dy reg.VecVirtual) reg.VecVirtual {
	d2, square := a.YMM(), a.YMM()
	a.VMULPD(dx, dx, d2)
	a.VMULPD(dy, dy, square)
	a.VADDPD(square, d2, d2)
	return d2
}

// zero returns a register that holds nothing.
func (a *assembler) zero() reg.VecVirtual {
	v := a.YMM()
	a.VXORPS(v, v, v)
	return v
}

// done ends a function.
func (a *assembler) done() {
	a.VZEROUPPER()
	a.RET()
}
