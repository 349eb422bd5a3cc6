package feed

import (
	"fmt"

	"github.com/thicket-sim/thicket/internal/ground/wire"
)

// InFlight is the number of frames a client may have that it has not acknowledged.
const InFlight = 3

// Stream holds the frames that one client is sent of a game.
type Stream struct {
	Look   Rect    // what it looks at
	Error  float64 // by how many metres its places may be wrong
	Budget int     // bytes a frame

	writer wire.Writer
	now    wire.Scene
	base   *wire.Scene // the last that was acknowledged; nil for none
	number uint32      // of the base
	last   uint32      // of the last frame that was made
	flight []sent      // made after the base, by number
	spare  []*wire.Scene
}

type sent struct {
	number uint32
	scene  *wire.Scene
}

// Frame adds the next frame to out. It returns nil where the client is behind by InFlight
// frames: it gets one again when it acknowledges.
func (s *Stream) Frame(out []byte, v *View) []byte {
	if len(s.flight) == InFlight {
		return nil
	}
	s.now.Tick, s.now.Wrap = v.Tick, v.Wrap
	s.now.Bodies = v.Within(s.Look, s.now.Bodies[:0])
	into := s.scene()
	s.last++
	x, _ := v.Field.At(float32(s.Error), 0)
	_, y := v.Field.At(0, float32(s.Error))
	f := wire.Frame{Number: s.last, Base: s.number, Tolerance: min(x, y), Budget: s.Budget}
	out = s.writer.Append(out, f, s.base, &s.now, into)
	s.flight = append(s.flight, sent{s.last, into})
	return out
}

// Last returns the number of the last frame that was made, 0 for none.
func (s *Stream) Last() uint32 { return s.last }

// Passed reports whether the client has acknowledged a frame after the one with a number: it has
// then read all that was sent before. Of a client that acknowledges nothing it is not known.
func (s *Stream) Passed(number uint32) bool { return s.base == nil || s.number > number }

// Acknowledge notes that the client has a frame.
func (s *Stream) Acknowledge(number uint32) error {
	for i, f := range s.flight {
		if f.number != number {
			continue
		}
		if s.base != nil {
			s.spare = append(s.spare, s.base)
		}
		for _, passed := range s.flight[:i] {
			s.spare = append(s.spare, passed.scene)
		}
		s.base, s.number = f.scene, number
		s.flight = append(s.flight[:0], s.flight[i+1:]...)
		return nil
	}
	return fmt.Errorf("frame %d is not one of those that wait for an acknowledgement", number)
}

// scene is memory for what the client has after a frame.
func (s *Stream) scene() *wire.Scene {
	if n := len(s.spare); n > 0 {
		last := s.spare[n-1]
		s.spare = s.spare[:n-1]
		return last
	}
	return &wire.Scene{}
}
