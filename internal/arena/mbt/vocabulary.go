package mbt

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/trees"
)

// action is one node of the vocabulary. Its attributes are declared by the dialect.
type action struct {
	name, doc string
	bits      int // of memory
	act       func(turn) host.Status
	enter     func(turn) // before the node, or its child, runs
	exit      func(turn) // when the node is left, also by being dropped
	event     func(turn, host.Event)
	sends     string // the attribute that names an event that it sends to others
	scripts   bool   // it calls scripts of the scene
	// check says what the game lacks for a use.
	check func(*host.Site) error
}

// nodes lists all nodes.
func nodes() []action {
	return slices.Concat(moving, looking, fighting, querying, showing, grouping, flying, scripted)
}

// hostAction makes the action that trees call.
func (p *action) hostAction() host.Action {
	b := core.Ability{Name: p.name, Doc: p.doc, Bits: p.bits, Act: func(t core.Turn) host.Status { return p.act(turnOf(t)) }}
	a := b.HostAction()
	a.Check, a.Needs, a.Scripts, a.Sends = p.check, Needs, p.scripts, p.sends
	a.Enter, a.Exit = hook(p.enter), hook(p.exit)
	if p.event != nil {
		a.Event = func(c *host.Call, e host.Event) {
			if t, ok := core.TurnOf(c); ok {
				p.event(turnOf(t), e)
			}
		}
	}
	return a
}

// hook makes a hook of an action of one of the vocabulary.
func hook(f func(turn)) func(*host.Call) {
	if f == nil {
		return nil
	}
	return func(c *host.Call) {
		if t, ok := core.TurnOf(c); ok {
			f(turnOf(t))
		}
	}
}

// nowhere is the distance that GetTargetDistance gives without a target, in metres.
const nowhere = 500

// knowledge is the functions for the Lua code of these trees.
var knowledge = []core.Ability{
	{Name: "GetTargetDistance", Doc: "How far the target is, or where it was seen last; 500 without one.", Unit: "m", Of: host.Domain{Most: math.Inf(1)}, Num: func(c core.Turn) float64 {
		t := turnOf(c)
		if x, y, ok := t.targetPoint(); ok {
			return core.Length(t.way(x, y))
		}
		return nowhere
	}},
	{Name: "HasTarget", Doc: "Whether it has a target that lives.", Is: func(c core.Turn) bool {
		t := turnOf(c)
		t.tellTarget()
		return t.target() >= 0
	}},
	{Name: "IsTargetVisible", Doc: "Whether it sees that target.", Is: func(t core.Turn) bool {
		q := turnOf(t).target()
		if q < 0 {
			t.Because("there is no living target")
		}
		t.TellSight(q)
		return q >= 0 && t.Sight.Sees(t.Body, q)
	}},
	{Name: "GetHealthRatio", Doc: "Its share of health.", Of: host.Domain{Most: 1}, Num: func(t core.Turn) float64 { return t.HealthShare(t.Body) }},
	{Name: "GetGroupSize", Doc: "How many of its group live.", Of: host.Domain{Most: math.Inf(1)}, Num: func(t core.Turn) float64 {
		return float64(len(t.Groups[t.Group[t.Body]].Members))
	}},
}

// Vocabulary returns the vocabulary for an arena.
func Vocabulary() core.Vocabulary {
	return core.Vocabulary{Needs: Needs, Events: events[noEvent+1:], Register: register, NewState: newAgents}
}

func register(r *host.Registry) error {
	var offered []host.Action
	for _, p := range nodes() {
		offered = append(offered, p.hostAction())
	}
	var funcs []host.Func
	for i := range knowledge {
		f := knowledge[i].HostFunc()
		f.Needs = Needs
		funcs = append(funcs, f)
	}
	if err := trees.Supply(r, ".xml", offered, append(funcs, apiHostFuncs()...)); err != nil {
		return err
	}
	trees.Prelude(r, apiFile, apiScript)
	trees.Prelude(r, pipeFile, pipeScript)
	trees.Prelude(r, goalFile, goalScript)
	return nil
}
