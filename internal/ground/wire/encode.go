package wire

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
)

// MaxTicks limits the ticks by which a frame may lie after the frame that it changes.
const MaxTicks = 1 << 20

// kind is the first byte of a frame.
const kind = 1

// The bits of the byte that says what of a body a frame tells.
const (
	tellPlace  = 1 << iota // place, velocity and facing
	tellLook               // class, team and flags
	tellHealth             // health
	tellNew                // the reader does not have the body
)

// Frame says which frame is written.
type Frame struct {
	Number    uint32
	Base      uint32 // the number of the frame that it changes; 0 for none
	Tolerance int32  // by how many parts a reader's places may be wrong; a unit at least
	Budget    int    // bytes; at least MinBudget
}

// head limits the bytes of the head of a frame.
const head = 32

// MinBudget holds the head of a frame and a few bodies.
const MinBudget = 256

// turned is by how many 256ths of a turn the facing of a body may be wrong.
const turned = 20

// telling is a body that ought to be told.
type telling struct {
	body    int32 // of the bodies now; -1 for one that has left
	base    int32 // of the bodies of the base; for a new one the first that comes after it
	what    uint8
	urgency uint8
	size    uint8 // bytes, but for the id
}

// Writer writes frames. It keeps its buffers between calls and is for one goroutine.
type Writer struct {
	told   []telling
	bodies []byte
}

// Append adds a frame to out that makes of the reader's base the scene now. Where the base
// is nil, later than now or too long ago, the frame changes nothing and tells all. What the
// reader has then is written to into, which must be another than base.
func (w *Writer) Append(out []byte, f Frame, base, now, into *Scene) []byte {
	if base == nil || now.Tick < base.Tick || now.Tick-base.Tick > MaxTicks {
		base, f.Base = &Scene{Tick: now.Tick}, 0
	}
	ticks := now.Tick - base.Tick
	w.compare(f, base, now, ticks)
	w.choose(f.Budget)
	out = append(out, kind)
	out = binary.AppendUvarint(out, uint64(f.Number))
	out = binary.AppendUvarint(out, uint64(f.Base))
	out = binary.AppendUvarint(out, uint64(now.Tick))
	out = append(out, flag(now.Wrap))
	told := w.append(f.Budget, base, now, into, ticks)
	out = binary.AppendUvarint(out, uint64(told))
	return append(out, w.bodies...)
}

// append writes the bodies that were chosen, as far as the budget goes, and what the reader
// has then. It returns how many were written.
func (w *Writer) append(budget int, base, now, into *Scene, ticks int64) (told int) {
	out := w.bodies[:0]
	into.Tick, into.Wrap, into.Bodies = now.Tick, now.Wrap, into.Bodies[:0]
	i, last := 0, uint32(0)
	keep := func(until int) {
		for ; i < until; i++ {
			b := base.Bodies[i]
			b.on(ticks, now.Wrap)
			into.Bodies = append(into.Bodies, b)
		}
	}
	for _, t := range w.told {
		id := t.id(base, now)
		if len(out)+int(t.size)+(bits.Len32(id-last|1)+6)/7 > max(budget, MinBudget)-head {
			continue
		}
		told++
		keep(int(t.base))
		out = binary.AppendUvarint(out, uint64(id-last))
		out = append(out, t.what)
		last = id
		var had Body
		if t.what&tellNew == 0 {
			had = base.Bodies[i]
			had.on(ticks, now.Wrap)
			i++
		}
		if t.what == 0 {
			continue
		}
		out = t.append(out, &had, &now.Bodies[t.body])
		into.Bodies = append(into.Bodies, had)
	}
	keep(len(base.Bodies))
	w.bodies = out
	return told
}

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// append adds what is told of a body, and makes it of the one that the reader had.
func (t *telling) append(out []byte, had, b *Body) []byte {
	if t.what&tellNew != 0 {
		*had = Body{ID: b.ID}
	}
	if t.what&(tellPlace|tellNew) != 0 {
		x, y := had.X/Fraction, had.Y/Fraction
		out = binary.AppendVarint(out, int64(b.X/Fraction-x))
		out = binary.AppendVarint(out, int64(b.Y/Fraction-y))
		out = binary.AppendVarint(out, int64(b.VX))
		out = binary.AppendVarint(out, int64(b.VY))
		out = append(out, b.Facing)
		had.X, had.Y, had.VX, had.VY, had.Facing = b.X/Fraction*Fraction, b.Y/Fraction*Fraction, b.VX, b.VY, b.Facing
	}
	if t.what&(tellLook|tellNew) != 0 {
		out = append(out, b.Class, b.Team, b.Flags)
		had.Class, had.Team, had.Flags = b.Class, b.Team, b.Flags
	}
	if t.what&(tellHealth|tellNew) != 0 {
		out = append(out, b.Health)
		had.Health = b.Health
	}
	return out
}

// compare lists the bodies that ought to be told, by id.
func (w *Writer) compare(f Frame, base, now *Scene, ticks int64) {
	w.told = w.told[:0]
	i := 0
	for j := range now.Bodies {
		b := &now.Bodies[j]
		for i < len(base.Bodies) && base.Bodies[i].ID < b.ID {
			w.told = append(w.told, telling{-1, int32(i), 0, math.MaxUint8, 1})
			i++
		}
		if i == len(base.Bodies) || base.Bodies[i].ID != b.ID {
			w.told = append(w.told, telling{int32(j), int32(i), tellNew, math.MaxUint8 - 1, size(&Body{}, b, tellNew)})
			continue
		}
		had := base.Bodies[i]
		had.on(ticks, now.Wrap)
		if what, urgency := differs(f, &had, b, now.Wrap); what != 0 {
			w.told = append(w.told, telling{int32(j), int32(i), what, urgency, size(&had, b, what)})
		}
		i++
	}
	for ; i < len(base.Bodies); i++ {
		w.told = append(w.told, telling{-1, int32(i), 0, math.MaxUint8, 1})
	}
}

// differs says what a reader who has one body ought to be told of another, and how urgently.
func differs(f Frame, had, b *Body, wrap bool) (what, urgency uint8) {
	wrong := max(apart(had.X, b.X, wrap), apart(had.Y, b.Y, wrap))
	if wrong > max(f.Tolerance, Fraction) { // a unit is what can be told
		what, urgency = tellPlace, uint8(min(200, 8*int64(wrong)/int64(max(f.Tolerance, 1))))
	}
	if d := int8(had.Facing - b.Facing); d > turned || d < -turned {
		what, urgency = what|tellPlace, max(urgency, uint8(max(int(d), -int(d))/8))
	}
	if had.Class != b.Class || had.Team != b.Team || had.Flags != b.Flags {
		what, urgency = what|tellLook, 220
	}
	if had.Health != b.Health {
		what, urgency = what|tellHealth, max(urgency, 150)
	}
	return what, urgency
}

// step is the number of bytes an id takes that is less than 16,384 above the one before.
const step = 2

// choose leaves about as much as a budget holds of what ought to be told: the most urgent, and
// of equally urgent bodies those with the lowest ids.
func (w *Writer) choose(budget int) {
	var bytes [256]int
	for i := range w.told {
		bytes[w.told[i].urgency] += int(w.told[i].size) + step
	}
	left, least := max(budget, MinBudget)-head, math.MaxUint8
	for ; least > 0 && bytes[least] <= left; least-- {
		left -= bytes[least]
	}
	w.told = slices.DeleteFunc(w.told, func(t telling) bool {
		if int(t.urgency) == least {
			left -= int(t.size) + step
		}
		return int(t.urgency) < least || int(t.urgency) == least && left < 0
	})
}

// id is whom a telling is about.
func (t *telling) id(base, now *Scene) uint32 {
	if t.body < 0 {
		return base.Bodies[t.base].ID
	}
	return now.Bodies[t.body].ID
}

// size returns how many bytes a body takes but for its id.
func size(had, b *Body, what uint8) uint8 {
	n := 1
	if what&(tellPlace|tellNew) != 0 {
		n += varint(b.X/Fraction-had.X/Fraction) + varint(b.Y/Fraction-had.Y/Fraction) + varint(int32(b.VX)) + varint(int32(b.VY)) + 1
	}
	if what&(tellLook|tellNew) != 0 {
		n += 3
	}
	if what&(tellHealth|tellNew) != 0 {
		n++
	}
	return uint8(n)
}

// varint returns how many bytes a number takes, the sign included.
func varint(v int32) int { return (bits.Len32(uint32(v)<<1^uint32(v>>31)|1) + 6) / 7 }
