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
