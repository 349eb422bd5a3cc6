package mbt

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
)

// The parameters of the functions below.
var (
	nearTo = host.Param{Name: "near", Kind: host.Number, Unit: "m"}
	atPace = host.Param{Name: "pace", Kind: host.Number}
)

// pipeFuncs are the functions that pipes.lua calls.
var pipeFuncs = []apiFunc{
	{"change_parameter", params(ofID, itsName, level), host.Bool, func(t turn, b int32) host.Value {
		p, v := &t.list[b].altered, float32(t.Args[2].Number())
		switch t.Str(1) {
		case "ATTACKRANGE":
			p.reach = v
		case "SOUNDRANGE":
			p.hearing = v
			t.hearers = t.hearers || v > 0
		case "FORGETTIME_TARGET":
			p.forgets = v
		default:
			return host.BoolValue(false)
		}
		return host.BoolValue(true)
	}},
	{"start_tree", params(ofID, itsName), host.Bool, func(t turn, b int32) host.Value {
		tree, err := t.treeNamed(t.Str(1))
		if err != nil {
			t.Warnf("AI.StartModularBehaviorTree: %v", err)
			return host.BoolValue(false)
		}
		t.switches = append(t.switches, treeSwitch{t.ID(b), tree})
		return host.BoolValue(true)
	}},
	{"stop_tree", params(ofID), host.Bool, func(t turn, b int32) host.Value {
		t.switches = append(t.switches, treeSwitch{t.ID(b), 0})
		return host.BoolValue(true)
	}},
	{"locate", params(ofID, itsName, isOn), host.Bool, func(t turn, b int32) host.Value {
		p, ok := t.named(b, t.Str(1))
		if t.list[b].lastOp = p; !ok && t.Args[2].Bool() {
			t.Warnf("the goal operation locate finds no %q: refpoint, atttarget, player, or the id or tag of a place", t.Str(1))
		}
		return host.BoolValue(ok)
	}},
	{"approach", params(ofID, nearTo, atPace), host.String, func(t turn, _ int32) host.Value {
		x, y, ok := t.goalPoint()
		return t.goalGoes(x, y, ok)
	}},
	{"approach_ref", params(ofID, nearTo, atPace), host.String, func(t turn, _ int32) host.Value {
		p, ok := t.refPoint()
		return t.goalGoes(p.X, p.Y, ok)
	}},
	{"hide", params(ofID, nearTo, atPace), host.String, func(t turn, _ int32) host.Value {
		place := t.agent().cover.registered
		if place < 0 {
			return host.StringValue(goalFailed)
		}
		if c := &t.agent().cover; c.taken != place || !c.moving && !c.in {
			t.Order(t.setOutDeed(true))
		}
		at := t.coverSpot(place)
		done := t.goalGoes(at.X, at.Y, true)
		if done.Text() == goalDone {
			t.stand("Crouch")
		}
		return done
	}},
	{"look", params(ofID, nearTo), host.Bool, func(t turn, _ int32) host.Value {
		x, y, ok := t.goalPoint()
		if !ok {
			return host.BoolValue(true)
		}
		dx, dy := t.way(x, y)
		return host.BoolValue(t.turnToward(dx, dy, t.Args[1].Number()))
	}},
	{"locate_body", params(ofID, other), host.Bool, func(t turn, b int32) host.Value {
		q := t.bodyArg(1)
		if q < 0 {
			return host.BoolValue(false)
		}
		x, y := t.Game.At(q)
		t.list[b].lastOp = spot{set: true, X: x, Y: y}
		return host.BoolValue(true)
	}},
	{"animate", params(itsName), host.Bool, func(t turn, _ int32) host.Value {
		t.Stay()
		t.poseAs(t.Str(0))
		return host.BoolValue(true)
	}},
	{"ask_query", params(itsName, isOn), host.String, func(t turn, _ int32) host.Value {
		return host.StringValue([...]string{queryWaits: goalRuns, queryFailed: goalFailed, queryDone: goalDone}[t.askQuery(t.Str(0), t.Args[1].Bool())])
	}},
	{"query_found", nil, host.Bool, func(t turn, _ int32) host.Value { return host.BoolValue(t.agent().found.ok) }},
	{"sees_target", params(ofID), host.Bool, func(t turn, b int32) host.Value {
		q := t.knows(b).who
		return host.BoolValue(q >= 0 && t.Sight.Sees(b, q))
	}},
	{"warn", params(itsName), host.Bool, func(t turn, _ int32) host.Value {
		t.Warnf("%s", t.Str(0))
		return host.BoolValue(true)
	}},
	{"clear_target", params(ofID), host.Bool, func(t turn, _ int32) host.Value {
		t.forgetTarget()
		return host.BoolValue(true)
	}},
}

// What the functions that goals call say of how these go.
const (
	goalRuns   = "runs"
	goalDone   = "done"
	goalFailed = "failed"
)

// goalGoes goes to a point as near and at the pace that the arguments of a goal say.
func (t turn) goalGoes(x, y float32, ok bool) host.Value {
	if !ok {
		return host.StringValue(goalFailed)
	}
	pace := [...]string{"Walk", "Run", "Sprint"}[int(min(max(t.Args[2].Number(), 0), 2))]
	switch t.GoOn(x, y, t.Args[1].Number(), paceNamed(&t.FormOf(t.Body).Paces, pace)) {
	case host.Running:
		return host.StringValue(goalRuns)
	case host.Failure:
		return host.StringValue(goalFailed)
	}
	return host.StringValue(goalDone)
}

// named returns the point that a word of a goal operation means for a body.
func (t turn) named(b int32, word string) (p spot, ok bool) {
	switch strings.ToLower(word) {
	case "refpoint":
		if b == t.Body {
			return t.refPoint()
		}
		return t.list[b].ref, t.list[b].ref.set
	case "atttarget", "target":
		k := t.knows(b)
		return spot{set: k.kind != 0, X: k.x, Y: k.y}, k.kind != 0
	case "player":
		if q := t.player(); q >= 0 {
			x, y := t.Game.At(q)
			return spot{set: true, X: x, Y: y}, true
		}
		return spot{}, false
	}
	if i := t.NearestPlace(b, word, core.Anyones); i >= 0 {
		at := &t.Places()[i]
		return spot{set: true, X: at.X, Y: at.Y}, true
	}
	return spot{}, false
}

// goalPoint returns where a goal operation of the bot leads: where the last one led, else to
// its target.
func (t turn) goalPoint() (x, y float32, ok bool) {
	if p := &t.agent().lastOp; p.set {
		return p.X, p.Y, true
	}
	return t.targetPoint()
}

// treeSwitch is another tree that a script has given a bot, or none.
type treeSwitch struct {
	who  components.ID
	tree int32 // see treeNamed; 0 for none
}

// treeNamed finds a tree of the scene: a behaviour by its name, or the tree of a class by
// the name of its file, in any case and without its extension. Both are counted, from 1:
// behaviours first.
func (t turn) treeNamed(name string) (int32, error) {
	setup := t.Game.Setup
	var names []string
	for i := range setup.Behaviors {
		b := &setup.Behaviors[i]
		if strings.EqualFold(b.Name, name) && b.Program != nil {
			return int32(i) + 1, nil
		}
		names = append(names, b.Name)
	}
	for i := range setup.Classes {
		p := setup.Classes[i].Program
		if p == nil {
			continue
		}
		file := p.Tree.Name[strings.LastIndexAny(p.Tree.Name, "/\\")+1:]
		short, _, _ := strings.Cut(file, ".")
		if strings.EqualFold(short, name) || strings.EqualFold(file, name) {
			return int32(len(setup.Behaviors)+i) + 1, nil
		}
		names = append(names, short)
	}
	e := &syntax.Error{Msg: "the scene has no tree \"" + name + "\": it is the name of a file of a class, or of an entry of behaviors"}
	return 0, e.Suggest(name, names)
}

// treeOf returns the tree of a number of treeNamed; nil for 0.
func (s *agents) treeOf(number int32) *run.Program {
	setup := s.arena.Game.Setup
	switch i := int(number) - 1; {
	case i < 0:
		return nil
	case i < len(setup.Behaviors):
		return setup.Behaviors[i].Program
	default:
		return setup.Classes[i-len(setup.Behaviors)].Program
	}
}

// Populate gives bots the trees that scripts have asked for in this tick, in that order.
func (s *agents) Populate() {
	for _, w := range s.switches {
		if s.arena.BodyOf(w.who) >= 0 {
			_ = s.arena.Game.Pools.SwitchBot(w.who, s.treeOf(w.tree)) // it is there; players keep having none
		}
	}
	s.switches = s.switches[:0]
}
