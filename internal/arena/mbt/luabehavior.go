package mbt

import (
	"github.com/thicket-sim/thicket/behavior/host"
)

// scripted are the nodes whose work scripts of the scene do. Without such a script they
// say so once, when they are loaded or entered, and stand.
var scripted = []action{
	{name: "LuaBehavior", scripts: true, bits: 1, act: luaBehavior, event: tellBehavior, exit: func(t turn) {
		if t.Load(0, 1) == 1 {
			t.Script("leave_behavior", host.StringValue(t.textArg("name")))
		}
	}},
	{
		name: "GoalPipe", doc: "Runs the goal pipe that stands in it, else the one of its name; succeeds when all of its goals are over.", scripts: true, bits: timed, act: goalPipe, event: func(t turn, e host.Event) {
			t.Script("tell_pipe", host.StringValue(host.SymbolsOf(t.Game.Setup.Registry).EventName(e.ID)))
		}, exit: func(t turn) { t.Script("leave_pipe") },
	},
	{name: "SmartObjectStatesWrapper", scripts: true, act: func(t turn) host.Status { return t.Child }, enter: func(t turn) {
		t.changeStates("onEnter")
	}, exit: func(t turn) {
		t.changeStates("onExit")
	}},
}

// sequences are the behaviours for which a level scripts the bot: nobody finishes them
// but the tree, which leaves them.
var sequences = map[string]bool{"ExecuteSequence": true, "ExecuteInterruptibleSequence": true}

// luaBehavior runs a behaviour of the scene's scripts until it says that it has finished.
// It never fails. One that no script defines runs until it is left, as sequences do, of
// which the others are told once.
func luaBehavior(t turn) host.Status {
	name := t.textArg("name")
	t.Stand()
	if t.Load(0, 1) == 0 {
		t.Store(0, 1, 1)
		if known, ok := t.Script("has_behavior", host.StringValue(name)); !sequences[name] && !(ok && known.Bool()) {
			t.Warnf("no behaviour %q: scripts of the scene can define it, by CreateAIBehavior; the node stands until it is left", name)
		}
		t.Script("enter_behavior", host.StringValue(name))
	}
	done, _ := t.Script("update_behavior", host.StringValue(name))
	t.Because("is done: script").About(name).HasValue(host.BoolValue(done.Bool()))
	return onceDone(done.Bool())
}

// tellBehavior hands an event to the function of that name in the behaviour.
func tellBehavior(t turn, e host.Event) {
	t.Script("tell_behavior", host.StringValue(t.textArg("name")), host.StringValue(host.SymbolsOf(t.Game.Setup.Registry).EventName(e.ID)))
}

// goalPipe runs a function of the scene's scripts until it returns true, with the seconds
// since the node was entered. A pipe that no script defines fails, and says so.
func goalPipe(t turn) host.Status {
	name := t.textArg("name")
	began, now := t.began()
	if known, ok := t.Script("has_pipe", host.StringValue(name)); !ok || !known.Bool() {
		if now {
			t.Warnf("no goal pipe %q: scripts of the scene can make it by AI.BeginGoalPipe, or define it as GoalPipes.%s, and a file of the scene's lua can be one of <GoalPipes>", name, name)
		}
		t.Because("there is no goal pipe").About(name)
		return host.Failure
	}
	done, ok := t.Script("run_pipe", host.StringValue(name), host.NumberValue(float64(t.Tick-began)*t.DT))
	if !ok {
		t.Because("its script failed: pipe").About(name)
		return host.Failure
	}
	if done.Kind() == host.String {
		t.Because("runs the operation").About(done.Text())
		return host.Running
	}
	t.Because("is done: pipe").About(name).HasValue(host.BoolValue(done.Bool()))
	return onceDone(done.Bool())
}

func (t turn) changeStates(attribute string) {
	if list := t.textArg(attribute); list != "" {
		t.Script("change_states", host.StringValue(list))
	}
}
