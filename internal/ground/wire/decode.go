package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// MaxBodies is the number of bodies a scene has at most.
const MaxBodies = 1 << 20

// Head is the beginning of a frame: which it is, and what it changes.
type Head struct {
	Number, Base uint32
	Tick         int64
	Wrap         bool
	told         int
}

// errShort reports a frame that ends too soon.
var errShort = errors.New("the frame is cut")

// reader takes a frame apart. After the first failure all is zero.
type reader struct {
	src []byte
	err error
}

func (r *reader) byte() byte {
	if len(r.src) == 0 {
		r.fail(errShort)
		return 0
	}
	b := r.src[0]
	r.src = r.src[1:]
	return b
}

func (r *reader) unsigned(limit uint64) uint64 {
	v, n := binary.Uvarint(r.src)
	switch {
	case n <= 0:
		r.fail(errShort)
		return 0
	case v > limit:
		r.fail(fmt.Errorf("%d is above %d", v, limit))
		return 0
	}
	r.src = r.src[n:]
	return v
}

func (r *reader) signed(limit int64) int64 {
	v, n := binary.Varint(r.src)
	switch {
	case n <= 0:
		r.fail(errShort)
		return 0
	case v > limit || v < -limit:
		r.fail(fmt.Errorf("%d is not between -%d and %d", v, limit, limit))
		return 0
	}
	r.src = r.src[n:]
	return v
}

// fail keeps the first failure, and leaves nothing to read.
func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.src = nil
}

// Beginning reads the head of a frame, and returns what follows it.
func Beginning(frame []byte) (Head, []byte, error) {
	r := reader{src: frame}
	if k := r.byte(); r.err == nil && k != kind {
		return Head{}, nil, fmt.Errorf("a message of kind %d, wanted a frame, which is %d", k, kind)
	}
	h := Head{Number: uint32(r.unsigned(1<<32 - 1)), Base: uint32(r.unsigned(1<<32 - 1)), Tick: int64(r.unsigned(1<<62 - 1))}
	wrap := r.byte()
	h.Wrap, h.told = wrap == 1, int(r.unsigned(MaxBodies))
	if r.err == nil && wrap > 1 {
		r.err = fmt.Errorf("edges of kind %d, wanted 0 or 1", wrap)
	}
	return h, r.src, r.err
}

// Decode makes of a scene what the rest of a frame says that it is now. The base is that
// of the frame with the number that the head names, or nil where that is not there. The
// scene that a failed Decode leaves is of no use.
func Decode(h Head, rest []byte, base, into *Scene) error {
	switch {
	case h.Base == 0:
		base = &Scene{Tick: h.Tick}
	case base == nil:
		return fmt.Errorf("the frame changes frame %d, which is not there", h.Base)
	case h.Tick < base.Tick || h.Tick-base.Tick > MaxTicks:
		return fmt.Errorf("the frame is of tick %d, and the one that it changes of %d", h.Tick, base.Tick)
	}
	d := decoder{reader: reader{src: rest}, base: base, into: into, ticks: h.Tick - base.Tick, wrap: h.Wrap}
	into.Tick, into.Wrap, into.Bodies = h.Tick, h.Wrap, into.Bodies[:0]
	for i := 0; i < h.told && d.err == nil; i++ {
		d.body(i == 0)
	}
	d.keep(1 << 32)
	switch {
	case d.err != nil:
		return d.err
	case len(d.src) > 0:
		return fmt.Errorf("%d bytes too many", len(d.src))
	case len(into.Bodies) > MaxBodies:
		return fmt.Errorf("more than %d bodies", MaxBodies)
	}
	return nil
}

// decoder walks along a base and a frame, by id.
type decoder struct {
	reader
	base, into *Scene
	i          int // of the bodies of the base
	last       uint32
	ticks      int64
	wrap       bool
}

// keep takes the bodies with lower ids over as they are, moved on.
func (d *decoder) keep(below uint64) {
	for ; d.i < len(d.base.Bodies) && uint64(d.base.Bodies[d.i].ID) < below; d.i++ {
		b := d.base.Bodies[d.i]
		b.on(d.ticks, d.wrap)
		d.into.Bodies = append(d.into.Bodies, b)
	}
}

// body reads what the frame says of one body.
func (d *decoder) body(first bool) {
	step := d.unsigned(1<<32 - 1 - uint64(d.last))
	what := d.byte()
	if d.err == nil && step == 0 && !first {
		d.fail(errors.New("a body is told twice"))
	}
	if d.err == nil && what > tellPlace|tellLook|tellHealth && what != tellNew {
		d.fail(fmt.Errorf("unknown bits %#x", what))
	}
	if d.err != nil {
		return
	}
	id := d.last + uint32(step)
	d.last = id
	d.keep(uint64(id))
	has := d.i < len(d.base.Bodies) && d.base.Bodies[d.i].ID == id
	if has == (what&tellNew != 0) {
		d.fail(fmt.Errorf("body %d is new and was there, or is not new and was not", id))
		return
	}
	b := Body{ID: id}
	if has {
		b = d.base.Bodies[d.i]
		b.on(d.ticks, d.wrap)
		d.i++
	}
	if what == 0 {
		return
	}
	d.tell(&b, what)
	if d.err == nil {
		d.into.Bodies = append(d.into.Bodies, b)
	}
}

func (d *decoder) tell(b *Body, what uint8) {
	if what&(tellPlace|tellNew) != 0 {
		b.X = d.place(b.X)
		b.Y = d.place(b.Y)
		b.VX, b.VY = int16(d.signed(1<<15-1)), int16(d.signed(1<<15-1))
		b.Facing = d.byte()
	}
	if what&(tellLook|tellNew) != 0 {
		b.Class, b.Team, b.Flags = d.byte(), d.byte(), d.byte()
	}
	if what&(tellHealth|tellNew) != 0 {
		b.Health = d.byte()
	}
}

// place reads a side of a place, as a difference in units to where it was thought to be.
func (d *decoder) place(was int32) int32 {
	v := int64(was/Fraction) + d.signed(1<<16-1)
	if v < 0 || v > 1<<16-1 {
		d.fail(fmt.Errorf("a place at %d, which is not on the field", v))
		return 0
	}
	return int32(v) * Fraction
}
