package mbt

import (
	"cmp"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// pipeOp is an operation of goal pipes that has a meaning here.
type pipeOp struct {
	name  string
	runs  string // what scripts call it, where that is not its name in lower case
	attrs []attribute
	doc   string
}

var (
	blocking = flag("blocking", true, "the pipe waits for it; \"false\": it goes on beside the next ones")
	useLast  = flag("useLastOp", false, "")
	tempo    = []string{"Walk", "Run", "Sprint"}
)

// pipeOps are these operations, with what they read.
var pipeOps = originalOps()

// originalOps makes the list, apart from the package's init as originalNodes is.
func originalOps() []pipeOp {
	return []pipeOp{
		{name: "Animation", attrs: []attribute{text("name", "", "the pose that its name holds").warned(), word("mode", "Signal", "once, which lasts 1.5 s, or from now on", "Signal", "Action"), flag("urgent", false, "")}, doc: "Takes a pose."},
		{name: "Approach", attrs: []attribute{number("distance", "m", 0, "how near")}, doc: "Goes to where Locate led, else to its target."},
		{name: "BodyPos", runs: "stance", attrs: stanceAttrs, doc: "As Stance."},
		{name: "Clear", doc: "Forgets its target."},
		{name: "Communicate", attrs: []attribute{
			text("name", "", "the line").warned(), text("channel", "", ""), number("expirity", "s", 0, ""), number("minSilence", "s", -1, ""), number("timeout", "s", 8, ""),
			flag("ignoreSound", false, ""), flag("ignoreAnim", false, ""), flag("waitUntilFinished", false, "lasts as long as the line, 2 s"),
		}, doc: "Says a line, which succeeds where it says no other."},
		{name: "Devalue", runs: "clear", doc: "Forgets its target."},
		{name: "FireCmd", attrs: []attribute{
			word("mode", "Off", "how", fireWords...).warned(), number("timeout", "s", 0, "after which it ceases"), number("timeoutMin", "s", 0, "the least of a time by chance"),
			number("timeoutMax", "s", 0, "the most of it"), useLast,
		}, doc: "Orders to fire; with a time it lasts as long, and ends the order."},
		{name: "Hide", attrs: []attribute{word("register", "Cover", "where", "Cover", "RefPoint"), flag("exact", true, "")}, doc: "Goes to the cover that a query found, or to the reference point; fails without one."},
		{name: "Locate", attrs: []attribute{
			text("name", "", "refpoint, atttarget, player, or the id or tag of a place").warned(), text("type", "", ""), number("range", "m", 0, ""), flag("warnIfFailed", false, "tells of a failure"),
		}, doc: "Says where the next operations lead, and Move to=\"LastOp\"; fails where there is no such thing."},
		{name: "LookAt", attrs: []attribute{
			useLast, flag("continuous", false, ""), flag("useBodyDir", false, ""), number("angleThreshold", "°", 5, "how near to the direction is near enough"),
		}, doc: "Turns to where Locate led, else to its target."},
		{name: "Move", attrs: []attribute{
			word("to", "Target", "where", "Target", "Cover", "RefPoint"), word("speed", "Run", "how fast", tempo...), word("stance", "Stand", "how", stanceWords...),
			number("stopWithinDistance", "m", 0, "how near"), flag("shouldAvoidDangers", true, ""),
		}, doc: "Goes there; fails where there is nothing of the kind."},
		{name: "Pathfind", runs: "locate", attrs: []attribute{text("name", "", "as for Locate").warned()}, doc: "As Locate."},
		{name: "Run", attrs: []attribute{number("speed", "", 1, "0 walks, 1 runs, 2 sprints")}, doc: "Sets how fast the operations go from now on."},
		{name: "Script", attrs: []attribute{text("code", "", "the code").warned().naming(aScript)}, doc: "Runs a line of Lua."},
		{name: "Signal", attrs: []attribute{
			text("name", "", "the event").warned().naming(namedEvent), word("filter", "Sender", "who gets it", filters...), text("id", "", ""), text("data", "", ""),
		}, doc: "Sends an event."},
		{name: "Speed", attrs: []attribute{word("id", "Run", "how fast", tempo...), text("urgency", "", ""), text("minUrgency", "", ""), text("maxUrgency", "", ""), number("scaleDownPathLength", "m", 0, "")}, doc: "Sets how fast the operations go from now on."},
		{name: "Stance", attrs: stanceAttrs, doc: "Takes a stance."},
		{name: "Stick", attrs: []attribute{
			text("locateName", "", "where, as for Locate"), useLast, number("distance", "m", 0, "how near"), number("distanceVariation", "m", 0, ""), number("endAccuracy", "m", 0, ""),
			number("duration", "s", 0, "for how long it keeps there"), flag("continuous", false, "keeps there for ever"), flag("requestPartialPath", false, ""), flag("lookAtLastOp", false, ""),
			number("regenDistThreshold", "m", 0, ""),
		}, doc: "Goes to where Locate led, else to its target, which it follows."},
		{name: "SubGoalPipe", attrs: []attribute{text("name", "", "the pipe").warned().naming("pipe")}, doc: "Runs another pipe."},
		{name: "TacticalPos", attrs: []attribute{text("name", "", "the query").warned().naming(QueryNames), word("register", "Cover", "what it fills in", "Cover", "RefPoint")}, doc: "Asks a query as QueryTPS does; fails where no point fits."},
		{name: "Timeout", attrs: []attribute{number("interval", "s", 0, "how long"), number("intervalMin", "s", 0, "the least of a time by chance"), number("intervalMax", "s", 0, "the most of it")}, doc: "Waits."},
		{name: "Wait", doc: "Waits for the operations that go on beside."},
		{name: "WaitSignal", attrs: []attribute{text("name", "", "the event").warned().naming(namedEvent), number("timeout", "s", 0, "the longest; 0 for ever")}, doc: "Waits for an event."},
	}
}

var stanceAttrs = []attribute{word("id", "Stand", "the stance", stanceWords...), flag("delayed", false, "")}

// absentOps are the operations of the engine that have no meaning here.
var absentOps = []string{
	"AcquirePosition", "AdjustAim", "ChaseTarget", "FireWeapons", "Fly", "Hover", "LookAround", "Peek", "SeekCover", "Strafe",
}

func pipeOpNames() []string {
	names := []string{"If", "IfAnd", "IfOr", "Loop", "Group"}
	for i := range pipeOps {
		names = append(names, pipeOps[i].name)
	}
	return names
}

func init() {
	for i := range pipeOps {
		for j := range pipeOps[i].attrs {
			a := &pipeOps[i].attrs[j]
			a.Doc = cmp.Or(a.Doc, "is read, and has no effect here")
		}
	}
}

// pipeRows are the operations as rows: parts of a node GoalPipe, and of what groups them.
func pipeRows() (all []words.Word) {
	inner, halves := pipeOpNames(), slices.Concat(pipeOpNames(), []string{pipeElse})
	branches := []string{"If", "IfAnd", "IfOr"}
	in := slices.Concat([]string{pipeName}, branches, []string{"Loop", "Group"})
	part := func(name, doc string, params []words.Param, parts []string) {
		all = append(all, words.Word{Name: name, Role: words.Part, Doc: doc, In: in, Parts: parts, Params: params, Page: pipesPage})
	}
	var asked []words.Param
	for _, c := range pipeConditions {
		of := attributeOf(host.String, c.name, c.doc) // its value means nothing
		if c.compares {
			of = attributeOf(host.Number, c.name, "what it is compared with: "+c.doc)
		}
		opposite := of
		opposite.Name, opposite.Doc = "not_"+c.name, "the opposite"
		asked = append(asked, of, opposite)
	}
	part(pipeElse, "Begins the other half of an If.", nil, nil)
	all[0].In = branches
	part("Group", "Holds operations; a pipe that another one interrupts in it begins it anew.", nil, inner)
	part("If", "Runs what stands in it where all of its conditions hold.", asked, halves)
	part("IfAnd", "As If.", asked, halves)
	part("IfOr", "Runs what stands in it where one of its conditions holds.", asked, halves)
	part("Loop", "Runs what stands in it for ever.", nil, inner)
	for i := range pipeOps {
		o := &pipeOps[i]
		var params []words.Param
		for j := range o.attrs {
			a := &o.attrs[j]
			p := attributeOf(a.Kind, a.Name, a.Doc)
			p.Value.Domain, p.Unit, p.Required = a.Domain, a.Unit, a.lack == lackWarns
			if a.Domain.Names == aScript {
				p.Sample = "return true"
			}
			if p.Default = a.Default.String(); p.Default == `""` || p.Required {
				p.Default = ""
			}
			params = append(params, p)
		}
		params = append(params, flagOf(blocking.Name, blocking.Doc, "true"))
		part(o.name, o.doc, params, nil)
	}
	return all
}
