package dragengine

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// In the engine, flags, timers and the parameter table are behaviours of an
// actor, whose actions and conditions have fixed names. The parameters of a rule
// say which flag, timer or entry it means.

// kit is an action or a condition of the engine's behaviours. It reads the parameters of a rule that
// are in its row, and no others.
type kit struct {
	name, doc string
	params    []words.Param
	make      func(*compiler, kitRule) ready
}

// kitRule is a rule as a kit reads it.
type kitRule struct {
	h      *Head
	params []words.Param
}

func (r kitRule) param(name string) (string, bool) {
	if !slices.ContainsFunc(r.params, func(p words.Param) bool { return p.Name == name }) {
		return "", false
	}
	return r.h.param(name)
}

// present reports whether a rule has a parameter, whatever its value.
func (r kitRule) present(name string) bool {
	_, ok := r.param(name)
	return ok
}

func (r kitRule) text(name string) string {
	t, _ := r.param(name)
	return t
}

// made returns what makes the ready value of a rule.
func (k *kit) made() func(*compiler, *Head) ready {
	return func(c *compiler, h *Head) ready { return k.make(c, kitRule{h, k.params}) }
}

// The parameters of kits.
func textOfKit(name, names, doc string) words.Param {
	return words.Param{Name: name, Doc: doc, Value: words.Value{Kind: host.String, Domain: host.Domain{Names: names}}}
}

func flagOfKit() words.Param { return textOfKit("flag", "flag", "the name of the flag") }
func timerOfKit() words.Param {
	return textOfKit("timer", "timer", "the name of the timer, which may be left out")
}
func entryOfKit() words.Param { return textOfKit("name", "entry", "the name of the entry") }

// switchOfKit is a parameter that counts by being there.
func switchOfKit(name, doc string) words.Param {
	return words.Param{Name: name, Doc: doc + ", whatever its text", Value: words.Value{Kind: host.Any}}
}

func secondsOfKit(name, doc string) words.Param {
	return words.Param{Name: name, Doc: doc, Value: words.Value{Kind: host.Number, Unit: "s"}}
}

func wholeOfKit(name, doc string) words.Param {
	return words.Param{Name: name, Doc: doc, Value: words.Value{Kind: host.Int}}
}

func waitOfKit() words.Param { return switchOfKit("wait", "runs on instead of failing") }

// testsOfKit are the parameters that compare an entry, behind a prefix.
func testsOfKit(prefix string) []words.Param {
	return []words.Param{
		entryOfKit(),
		wholeOfKit(prefix+"value", "what it must be"), wholeOfKit(prefix+"value.not", "what it must not be"),
		wholeOfKit(prefix+"value.less", "what it must be below"), wholeOfKit(prefix+"value.greater", "what it must be above"),
	}
}

func flagKit(kind readyKind, clears string) func(*compiler, kitRule) ready {
	return func(c *compiler, r kitRule) ready {
		return ready{
			kind: kind, at: c.flag(r.text("flag")), clears: r.present(clears),
			resets: r.present("reset"), waits: r.present("wait"),
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

func timerKit(kind readyKind) func(*compiler, kitRule) ready {
	return func(c *compiler, of kitRule) ready {
		r := ready{kind: kind, at: c.timer(of.text("timer"))}
		r.lower = secondsOf(of.text("timeout"))
		r.upper = r.lower
		if of.present("timeout.lower") || of.present("timeout.upper") {
			r.lower, r.upper = secondsOf(of.text("timeout.lower")), secondsOf(of.text("timeout.upper"))
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

func tableKit(kind readyKind, prefix string, keys []string) func(*compiler, kitRule) ready {
	return func(c *compiler, of kitRule) ready {
		r := ready{kind: kind, at: c.entry(of.text("name")), waits: of.present("wait")}
		for i, key := range keys {
			if text, ok := of.param(prefix + key); ok {
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

// actionKits are the actions.
var actionKits = []kit{
	{"flags.set", "Sets a flag of the bot, or clears it.", []words.Param{flagOfKit(), switchOfKit("clear", "clears it")}, flagKit(flagSet, "clear")},
	{"flags.check", "Succeeds when a flag of the bot is set, else fails.", []words.Param{
		flagOfKit(), switchOfKit("cleared", "wants the flag not to be set"), switchOfKit("reset", "flips the flag where it is as wanted"), waitOfKit(),
	}, flagKit(flagCheck, "cleared")},
	{"timer.start", "Starts a timer of the bot.", []words.Param{
		timerOfKit(), secondsOfKit("timeout", "for how long"),
		secondsOfKit("timeout.lower", "the shortest time of which one is drawn"), secondsOfKit("timeout.upper", "the longest time of which one is drawn"),
	}, timerKit(timerStart)},
	{"timer.stop", "Stops a timer of the bot.", []words.Param{timerOfKit()}, timerKit(timerStop)},
	{"timer.wait", "Runs on while a timer of the bot runs.", []words.Param{timerOfKit()}, timerKit(timerWait)},
	{"timer.running", "Succeeds while a timer of the bot runs, else fails.", []words.Param{timerOfKit()}, timerKit(timerIsRunning)},
	{"timer.finished", "Succeeds when a timer of the bot has run out, else fails.", []words.Param{timerOfKit()}, timerKit(timerIsFinished)},
	{"parameterTable.set", "Changes an integer of the bot's parameter table: sets it, then adds, then takes away.", []words.Param{
		entryOfKit(), wholeOfKit("value", "what it is set to"), wholeOfKit("value.increment", "what is added"), wholeOfKit("value.decrement", "what is taken away"),
	}, tableKit(tableSet, "", changeKeys)},
	{"parameterTable.check", "Succeeds when an integer of the bot's parameter table is all that is said, else fails.", append(testsOfKit(""), waitOfKit()), tableKit(tableCheck, "", checkKeys)},
}

// conditionKits are the conditions.
var conditionKits = []kit{
	{"flags.state", "Whether a flag of the bot is set.", []words.Param{flagOfKit(), switchOfKit("flags.cleared", "whether it is not set")}, flagKit(flagState, "flags.cleared")},
	{"timer.running", "Whether a timer of the bot runs.", []words.Param{timerOfKit()}, timerKit(timerIsRunning)},
	{"timer.finished", "Whether a timer of the bot has run out.", []words.Param{timerOfKit()}, timerKit(timerIsFinished)},
	{"parameterTable.check", "Whether an integer of the bot's parameter table is all that is said.", testsOfKit("parameterTable."), tableKit(tableCheck, "parameterTable.", checkKeys)},
}

// BehaviorActions returns the actions of the engine's behaviours for flags, timers
// and the parameter table, under their own names.
func BehaviorActions() (all []host.Action) {
	for i := range actionKits {
		k := &actionKits[i]
		a := readyMade(k.name, k.doc, true, nil)
		a.Payload = actionPayload{k.made(), k.params}
		all = append(all, a)
	}
	return all
}

// BehaviorConditions returns the conditions of the engine's behaviours.
func BehaviorConditions() (all []host.Func) {
	for i := range conditionKits {
		k := &conditionKits[i]
		f := readyAsked(k.name, k.doc, true, nil)
		f.Payload = conditionPayload{k.made(), k.params}
		all = append(all, f)
	}
	return all
}

func behaviorActionNames() []string    { return namesOf(actionKits) }
func behaviorConditionNames() []string { return namesOf(conditionKits) }

func namesOf(kits []kit) (names []string) {
	for i := range kits {
		names = append(names, kits[i].name)
	}
	return names
}
