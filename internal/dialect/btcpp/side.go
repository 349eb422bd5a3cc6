package btcpp

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
	"github.com/thicket-sim/thicket/internal/ground/state"
)

var _ run.Sidecars = (*semantics)(nil)

// encode writes a sidecar.
func (a *aside) encode(e *state.Encoder) {
	n := 0
	for i := range a.values {
		if !a.values[i].IsEmpty() {
			n++
		}
	}
	e.Uvarint(uint64(n))
	for i := range a.values {
		if !a.values[i].IsEmpty() {
			e.Uvarint(uint64(i))
			encodeValue(e, a.values[i])
		}
	}
	e.Uvarint(uint64(len(a.extra)))
	for i := range a.extra {
		of := &a.extra[i]
		e.Uint32(uint32(of.board))
		e.String(of.name)
		for _, w := range of.words {
			e.Uint32(w)
		}
		encodeValue(e, of.value)
	}
}

func encodeValue(e *state.Encoder, v board.Value) {
	e.Uint8(uint8(v.Own()))
	switch {
	case v.IsText():
		e.String(v.Text())
	case v.Own() >= board.Ints:
		e.Uvarint(uint64(len(v.List())))
		for _, of := range v.List() {
			encodeValue(e, of)
		}
	case !v.IsEmpty():
		e.Uint64(v.Bits())
	}
}

func decodeValue(d *state.Decoder, inList bool) board.Value {
	own := board.Type(d.Uint8())
	switch {
	case own == board.Free:
		return board.Value{}
	case own == board.String:
		return board.TextOf(d.String())
	case own > board.Poses || own == board.Any || own >= board.Ints && inList:
		d.Fail("a value of the type %d", own)
		return board.Value{}
	case own >= board.Ints:
		list := make([]board.Value, d.Length(1))
		for i := range list {
			list[i] = decodeValue(d, true)
		}
		v := board.ListOf(own, list)
		if !v.WellMade() {
			d.Fail("a list of another type than its own")
		}
		return v
	}
	return board.OfBits(own, d.Uint64())
}

// HashSide is run.Sidecars.
func (s *semantics) HashSide(side any) uint64 {
	a, _ := side.(*aside)
	if a == nil {
		return 0
	}
	return state.Sum(a.encode)
}

// SaveSide is run.Sidecars.
func (s *semantics) SaveSide(side any) ([]byte, error) {
	a, _ := side.(*aside)
	if a == nil {
		return nil, nil
	}
	var e state.Encoder
	a.encode(&e)
	return e.Bytes()
}

// ReadSide is run.Sidecars.
func (s *semantics) ReadSide(side any, saved []byte) (commit func(), err error) {
	a, _ := side.(*aside)
	if a == nil {
		if len(saved) > 0 {
			return nil, fmt.Errorf("the tree has no blackboard, and %d bytes of one are saved", len(saved))
		}
		return func() {}, nil
	}
	d := state.NewDecoder(saved)
	var read aside
	for range d.Length(2) {
		slot := int(d.Uvarint())
		v := decodeValue(d, false)
		if slot >= len(s.boards.slots) {
			d.Fail("a slot %d of %d", slot, len(s.boards.slots))
			break
		}
		if read.values == nil {
			read.values = make([]board.Value, len(s.boards.slots))
		}
		read.values[slot] = v
	}
	for range d.Length(4) {
		var of extraEntry
		of.board, of.name = int32(d.Uint32()), d.String()
		for i := range of.words {
			of.words[i] = d.Uint32()
		}
		of.value = decodeValue(d, false)
		if of.board < 0 || int(of.board) >= len(s.boards.all) {
			d.Fail("a blackboard %d of %d", of.board, len(s.boards.all))
		}
		read.extra = append(read.extra, of)
	}
	if err := d.Close(); err != nil {
		return nil, err
	}
	return func() { *a = read }, nil
}
