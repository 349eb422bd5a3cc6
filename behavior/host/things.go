package host

// Thing is something that lies on the field. Its number stays with it: one that
// comes back after it was used up has another.
type Thing struct {
	ID   uint32
	Kind string
	X, Y float32 // metres
}

// ThingKind describes a kind of things.
type ThingKind struct {
	Name  string
	Feeds float32 // the hunger that eating one stills, 0 to 1
	Heals float32 // points of health
	Tags  []string
}

// Stocked is a World with things. Hold, Lay, Spend and Make are for trees that run
// alone, while they think; what they ask for is done at the end of the tick, before
// what bodies do.
type Stocked interface {
	// Things appends what lies no farther from a point than so many metres, by
	// ascending number.
	Things(x, y, metres float32, list []Thing) []Thing
	// Kinds appends the kinds of things.
	Kinds(list []ThingKind) []ThingKind
	// There reports whether a thing lies on the field.
	There(id uint32) bool
	// Gone reports whether a thing has been used up.
	Gone(id uint32) bool
	// Hold puts a thing into the hands of a body if it has room, else out of sight;
	// so for -1.
	Hold(id uint32, body int32)
	// Lay puts a thing on the field, at a point in metres.
	Lay(id uint32, x, y float32)
	// Spend ends a thing: a body ate it, or nobody for -1.
	Spend(id uint32, body int32)
	// Make has a thing of a kind appear at a point. It is not ok where the world has
	// none to spare.
	Make(kind string, x, y float32) (id uint32, ok bool)
}
