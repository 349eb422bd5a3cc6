package wage

import (
	"fmt"
	"maps"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/script"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Trace dry-runs a case whose source is one tree node. Its values are the
// bot's state keys; leaves are scripted by kind, and wander succeeds where it
// has no script. Any other action that has a script is offered too.
func Trace(c script.Case) script.Result {
	h := script.NewHost(&c)
	file := c.Name
	where := host.Param{Name: "where", Kind: host.Where, Optional: true}
	for _, kind := range LeafKinds {
		a := h.Action(kind, host.Failure, where)
		if kind == "wander" {
			a = h.Action(kind, host.Success)
		}
		if err := h.Registry.AddAction(a); err != nil {
			return script.Result{Name: c.Name, Error: err.Error()}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Leaves)) {
		if h.Registry.Action(name) == nil {
			if err := h.Registry.AddAction(h.Action(name, host.Failure)); err != nil {
				return script.Result{Name: c.Name, Error: fmt.Sprintf("%s:1:1: %v", file, err)}
			}
		}
	}
	var l syntax.List
	p := Load(file, []byte(c.Source), h.Registry, &l)
	if err := l.Err(); err != nil {
		return script.Result{Name: c.Name, Error: err.Error()}
	}
	return h.Run(p)
}
