package core

import "github.com/thicket-sim/thicket/components"

// Witness is told of what bodies do to each other, at the moment in which they do it. Bodies and
// weapons are numbers of the arena. It changes nothing, and is no part of a save.
type Witness interface {
	// Struck: a body did a blow or a shot with a weapon, which hit somebody or nobody.
	Struck(body int32, weapon int, hit bool)
	// Harmed: somebody took points of health from a body, with a weapon or, for -1, in another way.
	Harmed(body int32, points float32, by components.ID, weapon int)
	// Fell: a body died, and has not lost yet what it had; by the body that killed it, or -1.
	Fell(body, by int32)
}

// Watch has a witness told from now on; nil for nobody.
func (bs *bodies) Watch(w Witness) { bs.witness = w }
