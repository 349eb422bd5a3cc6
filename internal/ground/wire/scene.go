package wire

import "math"

// Fraction is the number of parts of a unit in which positions and velocities count. A unit
// is the 65,536th part of the field, along each side.
const Fraction = 16

// Span is the width and the height of a field, in parts.
const Span = 65536 * Fraction

// Body is a body as a reader has it.
type Body struct {
	ID     uint32
	X, Y   int32 // in parts, 0 to 1,048,575
	VX, VY int16 // parts a tick
	Facing uint8 // in 256ths of a turn; 0 to the right, 64 down
	Look
}

// Look holds the lasting features of a body.
type Look struct {
	Class  uint8 // which of the game's classes, counted from 0; 255 for a player
	Team   uint8 // which of the game's teams; 255 for none
	Flags  uint8
	Health uint8 // 0 to 255; 255 for those who cannot be hurt, too
}

// None is the class of players and the team of those who have none.
const None = 255

// The bits of Look.Flags.
const (
	Marked  = 1 << iota // has the state that marks a body, such as it of tag
	Dead                // and waits to come back
	Hidden              // out of sight, such as inside its home
	Laden               // carries something
	Talking             // says something; the words come in a message

	// SignBit is the first of the bits above, which hold the number of the further mark that a body bears, from 1.
	SignBit = 5
)

// Scene is all that a reader has of a view at a tick.
type Scene struct {
	Tick   int64
	Wrap   bool   // the field's edges are joined: who leaves it comes in on the other side
	Bodies []Body // by id, ascending
}

// Field says how metres are told.
type Field struct{ Width, Height float64 }

// At gives a place in metres as parts. Places outside are told as the nearest inside.
func (f Field) At(x, y float32) (int32, int32) {
	return part(float64(x), f.Width), part(float64(y), f.Height)
}

// Metres returns the opposite of At.
func (f Field) Metres(x, y int32) (float64, float64) {
	return float64(x) / Span * f.Width, float64(y) / Span * f.Height
}

// Velocity gives metres a tick as parts a tick. What is too fast to be told is told as the
// fastest.
func (f Field) Velocity(x, y float64) (vx, vy int16) {
	return pace(x, f.Width), pace(y, f.Height)
}

func part(v, size float64) int32 { return clamp(int64(math.Floor(v / size * Span))) }

func pace(v, size float64) int16 {
	return int16(max(-math.MaxInt16, min(math.MaxInt16, math.Round(v/size*Span))))
}

func clamp(v int64) int32 { return int32(max(0, min(Span-1, v))) }

// Facing gives a heading as 256ths of a turn.
func Facing(x, y float32) uint8 {
	return uint8(int(math.Round(math.Atan2(float64(y), float64(x)) / (2 * math.Pi) * 256)))
}

// on moves a body on by so many ticks.
func (b *Body) on(ticks int64, wrap bool) {
	b.X, b.Y = moved(b.X, b.VX, ticks, wrap), moved(b.Y, b.VY, ticks, wrap)
}

func moved(at int32, v int16, ticks int64, wrap bool) int32 {
	to := int64(at) + int64(v)*ticks
	if wrap {
		return int32(to & (Span - 1))
	}
	return clamp(to)
}

// apart returns how far two numbers of a side are from each other, the short way around
// where edges are joined.
func apart(a, b int32, wrap bool) int32 {
	d := a - b
	if d < 0 {
		d = -d
	}
	if wrap && d > Span/2 {
		d = Span - d
	}
	return d
}

// Between returns the velocity that takes a side of a place from one to another in so many ticks,
// in parts a tick; 0 where it is more than can be told, as for one that was put elsewhere.
func Between(from, to, ticks int32, wrap bool) int16 {
	d := to - from
	if wrap {
		d = (d+Span/2)&(Span-1) - Span/2
	}
	if v := d / ticks; v > -math.MaxInt16 && v < math.MaxInt16 {
		return int16(v)
	}
	return 0
}
