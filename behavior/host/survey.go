package host

// Bounded is a World whose field has an end.
type Bounded interface {
	// Inside is the point of the field that is nearest to one, in metres.
	Inside(x, y float32) (ix, iy float32)
}
