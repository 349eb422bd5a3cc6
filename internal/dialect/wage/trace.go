package wage

import (
	"errors"
	"maps"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
)

// Trace dry-runs a case whose source is one tree node. Its values are the
// bot's state keys and, by the same names, the conditions of the game; leaves
// are scripted by kind, and wander succeeds where it has no script. Any other
// action that has a script is offered too.
func Trace(c dryrun.Case) dryrun.Result {
	h := dryrun.NewHost(&c)
	if err := offer(h, &c); err != nil {
		return c.Refused(err)
	}
	var l syntax.List
	p := Load(c.Name, []byte(c.Source), h.Registry, &l)
	if err := l.Err(); err != nil {
		return dryrun.Result{Name: c.Name, Error: err.Error()}
	}
	return h.Run(p, l.SortedNotices())
}

// offer fills the registry of a host with what a case scripts.
func offer(h *dryrun.Host, c *dryrun.Case) error {
	if done, err := h.Offer(true, nil); done {
		return err
	}
	where := host.Param{Name: "where", Kind: host.Where, Optional: true}
	err := errors.Join(
		h.Registry.AddAction(h.Action("chase_nearest", host.Failure, where)),
		h.Registry.AddAction(h.Action("flee_nearest", host.Failure, where)),
		h.Registry.AddAction(h.Action("wander", host.Success)),
	)
	for _, name := range slices.Sorted(maps.Keys(c.Leaves)) {
		if !isKind(name) {
			err = errors.Join(err, h.Registry.AddAction(h.Action(name, host.Failure)))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Values)) {
		if name != "" { // a state key may be empty, a condition's name may not
			err = errors.Join(err, h.Registry.AddFunc(h.Func(name)))
		}
	}
	return err
}
