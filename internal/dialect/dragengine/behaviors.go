package dragengine

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// In the engine, flags, timers and the parameter table are behaviours of an
// actor, whose actions and conditions have fixed names. The parameters of a rule
// say which flag, timer or entry it means.

// present reports whether a rule has a parameter, whatever its value.
func present(h *Head, name string) bool {
	_, ok := h.param(name)
	return ok
}

func text(h *Head, name string) string {
	t, _ := h.param(name)
	return t
}

func flagKit(kind readyKind, clears string) func(*compiler, *Head) ready {
	return func(c *compiler, h *Head) ready {
		return ready{
			kind: kind, at: c.flag(text(h, "flag")), clears: present(h, clears),
			resets: present(h, "reset"), waits: present(h, "wait"),
		}
	}
}

// checkFlag matches a flag, and flips it where the rule says `reset`.
func (s *semantics) checkFlag(x *run.Exec, r *ready) host.Status {
	w := &s.tables.words(x, r.at, 1)[0]
	match := (*w != 0) != r.clears
	if match && r.resets {
		*w = word(r.clears)
	}
	return verdictOrWait(match, r.waits)
}

func timerKit(kind readyKind) func(*compiler, *Head) ready {
	return func(c *compiler, h *Head) ready {
		r := ready{kind: kind, at: c.timer(text(h, "timer"))}
		r.lower = secondsOf(text(h, "timeout"))
		r.upper = r.lower
		if present(h, "timeout.lower") || present(h, "timeout.upper") {
			r.lower, r.upper = secondsOf(text(h, "timeout.lower")), secondsOf(text(h, "timeout.upper"))
		}
		return r
	}
}

// numbers are the integers that a rule may give under four keys.
type numbers struct {
	has [4]bool
	n   [4]int32
}

var (
	checkKeys  = []string{"value", "value.not", "value.less", "value.greater"}
	changeKeys = []string{"value", "value.increment", "value.decrement"}
)

func tableKit(kind readyKind, prefix string, keys []string) func(*compiler, *Head) ready {
	return func(c *compiler, h *Head) ready {
		r := ready{kind: kind, at: c.entry(text(h, "name")), waits: present(h, "wait")}
		for i, key := range keys {
			if text, ok := h.param(prefix + key); ok {
				r.numbers.has[i], r.numbers.n[i] = true, intOf(text)
			}
		}
		return r
	}
}

// hold reports whether an integer passes all tests that are written.
func (c *numbers) hold(v int32) bool {
	return (!c.has[0] || v == c.n[0]) && (!c.has[1] || v != c.n[1]) && (!c.has[2] || v < c.n[2]) && (!c.has[3] || v > c.n[3])
}

// change sets, then increments, then decrements an integer.
func (c *numbers) change(v int32) int32 {
	if c.has[0] {
		v = c.n[0]
	}
	return v + c.n[1] - c.n[2]
}

// BehaviorActions returns the actions of the engine's behaviours for flags, timers
// and the parameter table, under their own names:
//
//	flags.set             flag; clear, where there, clears it
//	flags.check           flag; cleared expects it off; reset flips it; wait runs on
//	timer.start           timer; timeout, or timeout.lower and timeout.upper, in seconds
//	timer.stop            timer
//	timer.wait            timer; runs on while it runs
//	timer.running         timer
//	timer.finished        timer
//	parameterTable.set    name; value, then value.increment, then value.decrement
//	parameterTable.check  name; value, value.not, value.less, value.greater; wait runs on
func BehaviorActions() []host.Action {
	return []host.Action{
		readyMade("flags.set", "Sets or clears a flag of the bot.", true, flagKit(flagSet, "clear")),
		readyMade("flags.check", "Succeeds when a flag of the bot is set.", true, flagKit(flagCheck, "cleared")),
		readyMade("timer.start", "Starts a timer of the bot.", true, timerKit(timerStart)),
		readyMade("timer.stop", "Stops a timer of the bot.", true, timerKit(timerStop)),
		readyMade("timer.wait", "Runs on while a timer of the bot runs.", true, timerKit(timerWait)),
		readyMade("timer.running", "Succeeds while a timer of the bot runs.", true, timerKit(timerIsRunning)),
		readyMade("timer.finished", "Succeeds when a timer of the bot has run out.", true, timerKit(timerIsFinished)),
		readyMade("parameterTable.set", "Changes an integer of the bot's parameter table.", true, tableKit(tableSet, "", changeKeys)),
		readyMade("parameterTable.check", "Succeeds when an integer of the bot's parameter table matches.", true, tableKit(tableCheck, "", checkKeys)),
	}
}

// BehaviorConditions returns the conditions of the engine's behaviours:
//
//	flags.state           flag; flags.cleared expects it off
//	timer.running         timer
//	timer.finished        timer
//	parameterTable.check  name; parameterTable.value and the other keys of the action behind that prefix
func BehaviorConditions() []host.Func {
	return []host.Func{
		readyAsked("flags.state", "Whether a flag of the bot is set.", true, flagKit(flagState, "flags.cleared")),
		readyAsked("timer.running", "Whether a timer of the bot runs.", true, timerKit(timerIsRunning)),
		readyAsked("timer.finished", "Whether a timer of the bot has run out.", true, timerKit(timerIsFinished)),
		readyAsked("parameterTable.check", "Whether an integer of the bot's parameter table matches.", true, tableKit(tableCheck, "parameterTable.", checkKeys)),
	}
}

func behaviorActionNames() (names []string) {
	for _, a := range BehaviorActions() {
		names = append(names, a.Name)
	}
	return names
}

func behaviorConditionNames() (names []string) {
	for _, f := range BehaviorConditions() {
		names = append(names, f.Name)
	}
	return names
}
