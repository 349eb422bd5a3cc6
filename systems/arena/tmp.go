package arena

import "github.com/thicket-sim/thicket/behavior/host"

type tmp struct {
	base *bases
	pl   *players
}

func turnOf(c *host.Call) (Turn, bool) { return Turn{}, false }
func (a *Arena) burnx()                {}
