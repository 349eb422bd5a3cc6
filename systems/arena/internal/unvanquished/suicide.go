package unvanquished

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// ends are the actions that end a life.
var ends = []entry{{
	name: "suicide", doc: "Ends the bot's life: all other actions of the tick fail. Fails for one that cannot be hurt.",
	act: func(t turn) host.Status {
		t.Because("full health").Is(float64(t.FormOf(t.Body).Health), host.Above, 0, "")
		if t.FormOf(t.Body).Health == 0 || t.Do(core.DieDeed()) != host.Success {
			return host.Failure
		}
		t.bots[t.Body].ends = t.Now
		return host.Success
	},
}}
