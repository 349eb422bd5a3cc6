package dst

import (
	"github.com/thicket-sim/thicket/internal/dialect/dst/nodes"
)

// Fixed is why numbers of brains cannot be tuned.
const Fixed = "brains are put together by Lua, and a number in a script is no argument of a leaf: a scene offers it as one of its `settings`, which scripts read when the game begins"

// Truth says what the node of a name answers, in which F, S and R are failure, success and
// running; "" where no node has the name.
func Truth(name string) string { return nodes.Truth(name) }
