package mbt

import (
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// turn is one call of a leaf.
type turn struct{ core.Turn }
