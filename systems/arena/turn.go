package arena

import "github.com/thicket-sim/thicket/behavior/host"

// Turn is one call of a leaf for one bot: the arena that it plays in, and the
// call. It is two words, passed by value, and valid until the leaf returns.
type Turn struct {
	*Arena
	*host.Call
}
