package host

// Bounded is a World whose field has an end.
type Bounded interface {
	// Inside is the point of the field that is nearest to one, in metres.
	Inside(x, y float32) (ix, iy float32)
}

// Grounded is a World that knows where bodies can stand and walk. The field's edges
// count, others' bodies do not.
type Grounded interface {
	// Ground reports whether a body can stand at a point, in metres.
	Ground(x, y float32) bool
	// Clear reports whether a body can walk straight from one point to another.
	Clear(ax, ay, bx, by float32) bool
}

// Thing is something that lies on the field or that somebody carries. Its number
// stays with it.
type Thing struct {
	ID   uint32
	Kind string
	X, Y float32 // metres
	Food bool    // it can be eaten
}

// Stocked is a World with things.
type Stocked interface {
	// Things appends what lies no farther from a point than so many metres, by
	// ascending number.
	Things(x, y, metres float32, list []Thing) []Thing
	// Carried appends what a body carries, the last taken first.
	Carried(body int32, list []Thing) []Thing
	// There reports whether a thing lies on the field.
	There(id uint32) bool
}
