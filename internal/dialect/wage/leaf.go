package wage

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
)

// Leaves are trees of one action each: all actions that need no arguments, which a ruleset
// may name where it wants a tree.
func Leaves(reg *host.Registry) (all []*Action) {
	own, seen := reg.Overlay(dialect), map[string]bool{}
	for _, names := range [][]string{reg.ActionNames(), own.ActionNames()} {
		for _, name := range names {
			if use := host.FindAction(own, name); !seen[name] && use.Kind == host.Leaf {
				if n, err := leaf(use, reg); err == nil {
					all = append(all, n)
				}
			}
			seen[name] = true
		}
	}
	return all
}

// leaf calls an action without arguments. It fails where the action needs some.
func leaf(use *host.Action, reg *host.Registry) (*Action, error) {
	n := &Action{Use: use, Args: make([]host.Value, len(use.Params))}
	for i := range use.Params {
		p := &use.Params[i]
		if !p.Optional {
			return nil, fmt.Errorf("%s without %s", use.Name, p.Name)
		}
		n.Args[i] = p.Default
	}
	if use.Check != nil {
		if err := use.Check(host.SiteIn(reg, host.Site{Tree: use.Name, Args: n.Args, Params: use.Params})); err != nil {
			return nil, fmt.Errorf("%s: %w", use.Name, err)
		}
	}
	return n, nil
}
