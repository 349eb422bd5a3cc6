package mind

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
)

// ends are the actions that end a life.
var ends = []Entry[Turn]{{
	Name: "suicide", Doc: "Ends the bot's life: all other actions of the tick fail. Fails for one that cannot be hurt.",
	Act: func(t Turn) host.Status {
		t.Because("full health").Is(float64(t.FormOf(t.Body).Health), host.Above, 0, "")
		if t.FormOf(t.Body).Health == 0 || t.Do(core.DieDeed()) != host.Success {
			return host.Failure
		}
		t.Bots[t.Body].Ends = t.Now
		return host.Success
	},
}}
