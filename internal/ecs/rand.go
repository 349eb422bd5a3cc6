package ecs

import (
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/digest"
)

// Rand returns a random number that depends on its arguments alone: the world's seed,
// the body that draws, the tick, the node or other place that asks, and how many
// draws that place made before in the tick. There is no state, so neither the
// order of bodies nor the number of workers can change what a body draws.
//
// Each argument is absorbed by a step of SplitMix64 (Steele, Lea and Flood,
// 2014), which is one-to-one: with all others fixed, no two values of an
// argument give the same number.
func Rand(seed uint64, id components.ID, tick int64, node, draw uint32) uint64 {
	return digest.Draw(seed, uint32(id), tick, node, draw)
}
