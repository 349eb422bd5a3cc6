package mbt

import (
	"math"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// Pages that tell more of the words.
const (
	nodesPage      = "mbt.md#nodes"
	blocksPage     = "mbt.md#variables-and-timestamps"
	conditionsPage = "mbt.md#conditions"
	luaPage        = "mbt.md#lua"
	pipesPage      = "mbt-lua.md#goal-pipes"
	gamesPage      = "mbt.md#nodes-of-the-engines-games"
)

// The kinds of what texts in a file name.
const (
	namedEvent     = "event"
	namedState     = "state"
	namedVariable  = "variable"
	namedTimestamp = "timestamp"
	namedScope     = "scope"
	aCondition     = "condition"
	aScript        = "lua"
)

// Words lists all that trees can say without a game, and the nodes of the original's games.
var Words = sync.OnceValue(func() []words.Word {
	all := nodeRows()
	all = append(all, partRows()...)
	all = append(all, pipeRows()...)
	all = append(all, settingRows()...)
	all = append(all, codeRows()...)
	for i := range gameTable {
		all = append(all, gameTable[i].row())
	}
	words.Sort(all)
	return all
})

// row makes the row of a node of the original's games.
func (n *gameNode) row() words.Word {
	w := words.OfAction(&n.action)
	w.Page, w.Truth = gamesPage, ops.Truth("action")
	w.Vocabulary = dialect
	n.Describe(&w)
	return w
}

// Describe is words.Describer.
func (n *gameNode) Describe(w *words.Word) {
	w.Vocabulary = dialect
	switch n.kind {
	case host.Composite:
		w.Least, w.Most, w.Truth = 1, 1, ops.Truth("composite")
	case host.Decorator:
		w.Truth = ops.Truth("decorator")
	case host.Gate:
		w.Truth = ops.Truth("gate")
	}
	if n.name == pipeName {
		w.Parts = pipeOpNames()
	}
	if n.alone {
		for i := range n.attrs {
			w.OneOf = append(w.OneOf, n.attrs[i].Name)
		}
	}
	for i := range n.attrs {
		a, p := &n.attrs[i], &w.Params[i]
		if a.more != "" { // the kind of such a parameter is that of its numbers
			p.Kind = host.Number
		}
		if p.Default == `""` { // an empty text is none
			p.Default = ""
		}
	}
}

func attributeOf(kind host.Kind, name, doc string) words.Param {
	return words.Param{Name: name, Doc: doc, Value: words.Value{Kind: kind}}
}

func required(p words.Param, sample string) words.Param {
	p.Required, p.Sample = true, sample
	return p
}

// naming makes an attribute whose text names a thing.
func naming(what, name, doc string) words.Param {
	p := attributeOf(host.String, name, doc)
	p.Names = what
	return p
}

// timed makes an attribute of a time in seconds.
func timed(name, doc, def string) words.Param {
	p := attributeOf(host.Number, name, doc)
	p.Unit, p.Default = "seconds", def
	return p
}

// oneOf makes an attribute that is one of some words, the first of them by default.
func oneOf(name, doc string, all ...string) words.Param {
	p := attributeOf(host.String, name, doc)
	p.Words, p.Default = all, all[0]
	return p
}

// flagOf makes an attribute that is a truth value.
func flagOf(name, doc, def string) words.Param {
	p := attributeOf(host.Bool, name, doc)
	p.Default = def
	return p
}

// within bounds an attribute.
func within(p words.Param, least, most float64) words.Param {
	p.Least, p.Most = least, most
	return p
}

// rows collects the rows of nodes.
type rows []words.Word

// add adds the row of a node over so many children.
func (r *rows) add(role words.Role, name, doc string, least, most int, params ...words.Param) *words.Word {
	truth := ops.Truth(name)
	*r = append(*r, words.Word{Name: name, Role: role, Doc: doc, Truth: truth, Params: params, Least: least, Most: most, Page: nodesPage})
	return &(*r)[len(*r)-1]
}

func (r *rows) leaf(role words.Role, name, doc string, answers words.Answers, params ...words.Param) *words.Word {
	w := r.add(role, name, doc, 0, 0, params...)
	w.Answers = answers
	return w
}

// nodeRows are the nodes that every game has.
func nodeRows() []words.Word {
	var r rows
	count := within(attributeOf(host.Int, "count", "how often; 0 for ever"), 0, 255)
	count.Default = "0"
	attempts := count
	attempts.Name = "attemptCount"
	condition := required(naming(aCondition, "condition", "what must hold"), "true")

	r.add(words.Composite, "Sequence", "Runs its children in order until one fails.", 1, 255)
	r.add(words.Composite, "Selector", "Runs its children in order until one succeeds.", 1, words.Any)
	r.add(words.Composite, "Parallel", "Runs all children at once; success is looked at before failure.", 1, 32,
		oneOf("successMode", "how many must succeed", "all", "any"), oneOf("failureMode", "how many must fail", "any", "all"))
	r.add(words.Decorator, "Loop", "Runs its child again when that succeeds.", 1, 1, count)
	r.add(words.Decorator, "LoopUntilSuccess", "Runs its child again when that fails.", 1, 1, attempts)
	r.add(words.Composite, "Priority", "Runs the first case whose condition holds, and drops the one that ran before.", 0, 0).Parts = []string{"Case+"}
	r.add(words.Composite, "StateMachine", "Runs the tree of one of its states, until an event leads to another.", 0, 0).Parts = []string{"State+"}
	r.add(words.Decorator, "IfCondition", "Runs its child if a condition holds when it is entered.", 1, 1, condition,
		flagOf("equalTo", "what the condition must be; deprecated: write ! in the condition", "true"))
	r.add(words.Decorator, "RandomGate", "Runs its child with a probability, and otherwise fails.", 1, 1,
		required(within(attributeOf(host.Number, "opensWithChance", "the probability"), 0, 1), "0.5"))
	r.add(words.Decorator, "SuppressFailure", "Turns failure into success.", 1, 1)
	r.timeRows()
	r.eventRows()
	r.leaf(words.Condition, "AssertCondition", "Asks whether a condition holds.", words.Success|words.Failure, condition)
	r.leaf(words.Condition, "MonitorCondition", "Waits until a condition holds.", words.Success|words.Running, condition)
	r.leaf(words.Action, "Fail", "Fails.", words.Failure)
	r.leaf(words.Action, "Halt", "Runs for ever.", words.Running)
	r.leaf(words.Action, "Breakpoint", "Succeeds; a debugger would stop there.", words.Success)
	r.leaf(words.Action, "Log", "Writes a text to the log.", words.Success, attributeOf(host.String, "message", "the text"))
	r.leaf(words.Action, "Graft", "Runs a tree that the game grafts into it.", words.Running|words.Failure)
	r.luaRows()
	r.scopeRows()
	return r
}

func (r *rows) timeRows() {
	wait := []words.Param{required(timed("duration", "how long", ""), "1"), timed("variation", "at most so much longer, by chance", "0")}
	wait[0] = within(wait[0], 0, math.Inf(1))
	r.leaf(words.Action, "Wait", "Succeeds after a while.", words.Running|words.Success, wait...)
	r.leaf(words.Action, "Timeout", "Fails after a while.", words.Running|words.Failure, wait[:1]...)
	since := naming(namedTimestamp, "since", "the timestamp")
	test := []words.Param{since, timed("isMoreThan", "how long ago it must be", ""), timed("isLessThan", "how long ago it may be", "")}
	never := flagOf(orNever, "holds, too, where the timestamp was never set", "false")
	limits := []string{"isMoreThan", "isLessThan"}
	since.Required = true
	asked := append([]words.Param{since}, test[1:]...)
	r.add(words.Decorator, "IfTime", "Runs its child if the time since an event is right when it is entered.", 1, 1, append(asked[:3:3], never)...).OneOf = limits
	r.leaf(words.Condition, "AssertTime", "Asks whether the time since an event is right.", words.Success|words.Failure, append(asked[:3:3], never)...).OneOf = limits
	asked = append(asked[:3:3], flagOf("succeedIfNeverBeenSet", "holds, too, where the timestamp was never set", "false"), never)
	r.leaf(words.Condition, "WaitUntilTime", "Waits until the time since an event is right.", words.Success|words.Running, asked...).OneOf = limits
}

func (r *rows) eventRows() {
	event := required(naming(namedEvent, "name", "the event"), "sample")
	sent := []words.Param{event, oneOf("filter", "who gets it: the bot itself, its group, or the others of its group", filters...)}
	r.leaf(words.Action, "SendEvent", "Sends an event to its own tree.", words.Success, event)
	r.leaf(words.Action, "SendTransitionEvent", "Sends an event to its own tree, and runs on, so that a state can be left.", words.Running, event)
	r.leaf(words.Action, "Signal", "Sends an event that comes before the next tick.", words.Success, sent...)
	r.leaf(words.Action, "SendTransitionSignal", "Sends an event that comes before the next tick, and runs on.", words.Running, sent...)
	r.leaf(words.Action, "WaitForEvent", "Runs until an event has come.", words.Running|words.Success|words.Failure,
		event, oneOf("result", "what it answers then", "Success", "Failure"))
}

func (r *rows) luaRows() {
	code := required(naming(aScript, "code", "the code"), "return true")
	r.leaf(words.Action, "ExecuteLua", "Runs Lua code.", words.Success, code)
	r.leaf(words.Condition, "AssertLua", "Asks Lua code that returns true or not.", words.Success|words.Failure, code)
	r.add(words.Decorator, "LuaGate", "Runs its child if Lua code returns true when it is entered.", 1, 1, code)
	enter, exit := naming(aScript, "onEnter", "the code that runs before its child is entered"), naming(aScript, "onExit", "the code that runs after its child was left")
	enter.Sample, exit.Sample = code.Sample, code.Sample
	r.add(words.Decorator, "LuaWrapper", "Runs Lua code before its child is entered and after it was left.", 1, 1, enter, exit)
}

func (r *rows) scopeRows() {
	users := within(attributeOf(host.Int, "allowedConcurrentUsers", "how many"), 0, math.Inf(1))
	users.Default = "1"
	scope := []words.Param{required(naming(namedScope, "name", "the scope, which several nodes can share"), ""), users}
	r.add(words.Decorator, "GroupScope", "Lets so many bots of a group in at a time; for the others it fails.", 1, 1, scope...)
	r.add(words.Decorator, "SquadScope", "A GroupScope with names of its own.", 1, 1, scope...)
	most := required(within(attributeOf(host.Int, "max", "how many"), 0, math.Inf(1)), "1")
	r.add(words.Decorator, "LimitConcurrentUsers", "Lets so many of all bots that use the tree in at a time; for the others it fails.", 1, 1, most)
	for i := len(*r) - 2; i < len(*r); i++ { // which share the op of a GroupScope
		(*r)[i].Truth = ops.Truth("GroupScope")
	}
}

// partRows are the elements that are no nodes.
func partRows() []words.Word {
	part := func(name, doc string, in []string, parts []string, params ...words.Param) words.Word {
		return words.Word{Name: name, Role: words.Part, Doc: doc, In: in, Parts: parts, Params: params, Page: blocksPage}
	}
	root, machine := []string{rootName}, []string{"StateMachine"}
	on := naming(aCondition, "condition", "when the case is run")
	on.Default = "true"
	event := naming(namedEvent, "onEvent", "the event")
	all := []words.Word{
		part(rootName, "A file with a tree.", nil, []string{"Variables", "SignalVariables", "Timestamps", editorBlock, "Root+"}),
		part("Root", "The tree.", root, nil),
		part("Variables", "Declares truth values that conditions ask for.", root, []string{"Variable"}),
		part("Variable", "Declares a truth value.", []string{"Variables"}, nil,
			required(attributeOf(host.String, "name", "its name"), "sample"), flagOf("default", "what it is at first", "false")),
		part("SignalVariables", "Sets variables when events come.", root, []string{"Signal"}),
		part("Signal", "Sets a variable when an event comes.", []string{"SignalVariables"}, nil,
			required(naming(namedEvent, "name", "the event"), "sample"), required(naming(namedVariable, "variable", "the variable"), "sample"),
			required(naming(aCondition, "value", "the condition whose value it gets"), "true")),
		part("Timestamps", "Keeps when events came last.", root, []string{"Timestamp"}),
		part("Timestamp", "Keeps when an event came last.", []string{"Timestamps"}, nil,
			attributeOf(host.String, "name", "its name"), required(naming(namedEvent, "setOnEvent", "the event"), "sample"),
			naming(namedTimestamp, "exclusiveTo", "the timestamp that is cleared when this one is set")),
		part(editorBlock, "What the newer editor of trees keeps for itself, which is left alone.", root, nil),
		part("Case", "A node with the condition under which it runs.", []string{"Priority"}, nil, on),
		part("State", "A tree that runs until an event leads elsewhere.", machine, []string{"Transitions", rootName + "+"}, required(attributeOf(host.String, "name", "its name"), "sample")),
		part("Transitions", "What leads out of a state.", []string{"State"}, []string{"Transition"}),
		part("Transition", "Leads to another state when an event comes.", []string{"Transitions"}, nil,
			required(event, "sample"), required(naming(namedState, "to", "the state"), "sample")),
		part(rootName, "The tree of a state.", []string{"State"}, nil),
	}
	for i := range all {
		w := &all[i]
		w.Once = w.In != nil && (w.In[0] == rootName || w.Name == "Transitions" || w.Name == rootName)
		switch w.Name {
		case "Root":
			w.Least, w.Most = 1, 1
		case editorBlock:
			w.Open, w.Most = true, words.Any
		case "Case":
			w.Page, w.Least, w.Most = nodesPage, 1, 1
		case "State", "Transitions", "Transition":
			w.Page = nodesPage
		}
	}
	all[len(all)-1].Least, all[len(all)-1].Most = 1, 1
	return all
}

// settingRows are the attributes that most nodes take.
func settingRows() (all []words.Word) {
	for i, when := range [len(logNames)]string{"is entered", "succeeds", "fails"} {
		all = append(all, words.Word{
			Name: logNames[i], Role: words.Setting, Doc: "The text that is logged when the node " + when + ".", Value: words.Value{Kind: host.String}, Page: nodesPage,
		})
	}
	return all
}

// codeRows are what conditions and Lua code have in place.
func codeRows() (all []words.Word) {
	truth := words.Value{Kind: host.Bool}
	row := func(role words.Role, in, name, doc, example, page string, v words.Value) {
		all = append(all, words.Word{Name: name, Role: role, Doc: doc, In: []string{in}, Example: example, Value: v, Page: page})
	}
	for _, op := range []struct{ name, doc, example string }{
		{"and", "Whether both are true.", "true and true"}, {"or", "Whether one of two is true.", "true or false"}, {"xor", "Whether just one of two is true.", "true xor false"},
		{"==", "Whether two are equal.", "true == false"}, {"!=", "Whether two differ.", "true != false"}, {"!", "Whether it is not true.", "!false"},
	} {
		row(words.Function, aCondition, op.name, op.doc+" "+"Of and, or and xor none binds tighter than the others.", op.example, conditionsPage, truth)
	}
	for _, is := range []string{"true", "false"} {
		v := truth
		v.Is = is
		row(words.Constant, aCondition, is, "The truth value.", is, conditionsPage, v)
	}
	number := words.Value{Kind: host.Number, Unit: "metres"}
	for i, doc := range []string{"Where the bot is, to the right.", "Where the bot is, down.", "Its heading, to the right.", "Its heading, down."} {
		if i == 2 {
			number.Unit = ""
		}
		name := "entity." + numberFields[i+1]
		row(words.Function, aScript, name, doc, "return "+name, luaPage, number)
	}
	row(words.Function, aScript, "entity.id", "The id of the bot.", "return entity.id", luaPage, words.Value{Kind: host.Int})
	all = append(all, words.Word{
		Name: "entity:Signal", Role: words.Function, Doc: "Sends an event that comes before the next tick.", In: []string{aScript}, Page: luaPage,
		Example: "entity:Signal('sample', 'Group')", Value: words.Value{Kind: host.Null},
		Params: []words.Param{required(naming(namedEvent, "name", "the event"), ""), oneOf("filter", "who gets it", filters...)},
	})
	return all
}
