package mbt

import (
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// loaders read the nodes that every game has, by the exact name of their element.
// Each returns nil after an error.
var loaders map[string]func(*decoder, *markup.Element, *attrs) node

func init() {
	loaders = map[string]func(*decoder, *markup.Element, *attrs) node{
		"Sequence":             (*decoder).sequence,
		"Selector":             (*decoder).selector,
		"Parallel":             (*decoder).parallel,
		"Loop":                 (*decoder).loop,
		"LoopUntilSuccess":     (*decoder).loopUntilSuccess,
		"Priority":             (*decoder).priority,
		"StateMachine":         (*decoder).stateMachine,
		"SendEvent":            (*decoder).sendEvent,
		"SendTransitionEvent":  (*decoder).sendEvent,
		"IfCondition":          (*decoder).ifCondition,
		"AssertCondition":      (*decoder).assertCondition,
		"MonitorCondition":     (*decoder).monitorCondition,
		"RandomGate":           (*decoder).randomGate,
		"Timeout":              (*decoder).timeout,
		"Wait":                 (*decoder).wait,
		"WaitForEvent":         (*decoder).waitForEvent,
		"IfTime":               (*decoder).ifTime,
		"AssertTime":           (*decoder).assertTime,
		"WaitUntilTime":        (*decoder).waitUntilTime,
		"Fail":                 (*decoder).plain,
		"Halt":                 (*decoder).plain,
		"Breakpoint":           (*decoder).plain,
		"SuppressFailure":      (*decoder).suppressFailure,
		"Log":                  (*decoder).log,
		"Graft":                (*decoder).graft,
		"ExecuteLua":           (*decoder).luaAction,
		"AssertLua":            (*decoder).luaAction,
		"LuaGate":              (*decoder).luaGate,
		"LuaWrapper":           (*decoder).luaWrapper,
		"Signal":               (*decoder).signal,
		"SendTransitionSignal": (*decoder).signal,
		"GroupScope":           (*decoder).groupScope,
		"SquadScope":           (*decoder).groupScope,
		"LimitConcurrentUsers": (*decoder).limitConcurrentUsers,
	}
}

// node reads a node with all that stands below it.
func (d *decoder) node(e *markup.Element) node {
	if d.depth++; d.depth > maxDepth.In(*host.LimitsOf(d.reg)) {
		d.depth--
		d.list.Errorf(e.Span, "nodes nested deeper than %d", maxDepth.In(*host.LimitsOf(d.reg)))
		return nil
	}
	defer func() { d.depth-- }()
	d.text(e)
	a := d.attrs(e)
	defer a.done()
	if load := loaders[e.Name]; load != nil {
		d.noteLike(e, nil)
		return load(d, e, a)
	}
	return d.action(e, a)
}

// logNames are the attributes that most nodes take beside their own.
var logNames = [...]string{"_startLog", "_successLog", "_failureLog"}

func (a *attrs) element() element {
	el := element{kind: a.e.Name, at: a.e.Span}
	for i, name := range logNames {
		el.logs[i] = a.text(name)
	}
	return el
}

// bare makes the element of a node whose original does not read the log
// attributes.
func (a *attrs) bare() element { return element{kind: a.e.Name, at: a.e.Span} }

// childless refuses children: an action has none.
func childless(list *syntax.List, e *markup.Element) bool {
	if n := len(e.Children); n > 0 {
		fault := list.Errorf(e.Span, "<%s> with children, wanted none", shorten(e.Name))
		fault.Notes = []syntax.Note{{Pos: e.Children[0].Span.Start, Msg: "the first is here"}}
		return false
	}
	return true
}

// ignoreChildren reports children that the original never reads, as lints.
func (d *decoder) ignoreChildren(e *markup.Element) {
	if len(e.Children) > 0 {
		d.lint(e.Children[0].Span, "what stands in <%s> is ignored", shorten(e.Name))
	}
}

// only reads the one child of a decorator.
func (d *decoder) only(e *markup.Element) node {
	if n := len(e.Children); n != 1 {
		d.list.Errorf(e.Span, "<%s> with %s, wanted one", shorten(e.Name), children(n))
	}
	var kid node
	for _, c := range e.Children {
		kid = d.node(c)
	}
	return kid
}

// some reads the children of a composite: at least one and at most so many, where
// 0 stands for any number.
func (d *decoder) some(e *markup.Element, most int) []node {
	n := len(e.Children)
	if n == 0 {
		d.unplaced(e.Span, "<%s> without children, wanted at least one", shorten(e.Name))
	}
	if most > 0 && n > most {
		d.list.Errorf(e.Span, "<%s> with %s, wanted at most %d", shorten(e.Name), children(n), most)
	}
	kids := make([]node, 0, n)
	for _, c := range e.Children {
		kids = append(kids, d.node(c))
	}
	return kids
}

func (d *decoder) sequence(e *markup.Element, a *attrs) node {
	return &sequenceNode{a.element(), d.some(e, 255)}
}

func (d *decoder) selector(e *markup.Element, a *attrs) node {
	return &selectorNode{a.element(), d.some(e, 0)}
}

func (d *decoder) parallel(e *markup.Element, a *attrs) node {
	n := &parallelNode{element: a.element()}
	n.successAny = a.mode("successMode", "all") == "any"
	n.failureAll = a.mode("failureMode", "any") == "all"
	n.kids = d.some(e, 32)
	return n
}

// mode reads any or all. Anything else is reported and leaves the default; an
// empty value is not even reported.
func (a *attrs) mode(name, def string) string {
	at := a.get(name)
	switch {
	case at == nil || at.Value == "":
		return def
	case at.Value == "any", at.Value == "all":
		return at.Value
	}
	e := a.d.list.Noticef(at.ValueSpan, "%s %q, wanted any or all, so that it is %s", at.Name, shorten(at.Value), def)
	e.Suggest(at.Value, []string{"any", "all"})
	return def
}

func (d *decoder) loop(e *markup.Element, a *attrs) node {
	return &loopNode{element: a.element(), count: a.count8("count"), kid: d.only(e)}
}

func (d *decoder) loopUntilSuccess(e *markup.Element, a *attrs) node {
	return &loopNode{element: a.element(), retries: true, count: a.count8("attemptCount"), kid: d.only(e)}
}

func (d *decoder) priority(e *markup.Element, a *attrs) node {
	n := &priorityNode{element: a.element()}
	d.caseCount(e, "Case")
	d.within = append(d.within, e)
	defer func() { d.within = d.within[:len(d.within)-1] }()
	for _, c := range e.Children {
		if !sameName(c.Name, "Case") {
			d.list.Errorf(c.Span, "found <%s> in <%s>, wanted <Case>", shorten(c.Name), e.Name)
			continue
		}
		n.cases = append(n.cases, d.caseOf(c))
	}
	return n
}

// caseCount refuses a Priority or StateMachine with no children or with too many.
func (d *decoder) caseCount(e *markup.Element, of string) {
	switch n := len(e.Children); {
	case n == 0:
		d.list.Errorf(e.Span, "<%s> without <%s>, wanted at least one", e.Name, of)
	case n > 254:
		d.list.Errorf(e.Span, "<%s> with %s, wanted at most 254", e.Name, children(n))
	}
}

// caseOf reads a Case. Its first child is the node; the others are not read at
// all.
func (d *decoder) caseOf(e *markup.Element) caseNode {
	c := caseNode{at: e.Span, condition: always}
	a := d.attrs(e)
	if at := a.get("condition"); at != nil && at.Value != "" {
		var fault *syntax.Error
		if c.condition, fault = d.condition(at); fault != nil {
			d.around(e.Span)
			d.refuse(e, fault)
		}
	}
	a.done()
	d.text(e)
	if len(e.Children) == 0 {
		d.unplaced(e.Span, "<%s> without a node, wanted one", e.Name)
		return c
	}
	if len(e.Children) > 1 {
		d.lint(e.Children[1].Span, "a second node in <%s> is ignored", e.Name).Hint =
			"put them into a Sequence, a Selector or a Parallel"
	}
	c.kid = d.node(e.Children[0])
	return c
}

// refuse reports something that is no condition, at the element that has it: the
// attributes of a long tag may be lines below.
func (d *decoder) refuse(e *markup.Element, fault *syntax.Error) {
	if fault.Pos.Line > e.Span.Start.Line+1 {
		fault.Notes = append(fault.Notes, syntax.Note{Pos: fault.Pos, Msg: "it is here"})
		fault.Pos, fault.At = e.Span.Start, e.Span
	}
	d.list.Add(fault)
}

func (d *decoder) stateMachine(e *markup.Element, a *attrs) node {
	n := &machineNode{element: a.bare()}
	d.caseCount(e, "State")
	d.within = append(d.within, e)
	defer func() { d.within = d.within[:len(d.within)-1] }()
	numbers := map[string]int{} // of the first state of each name
	var names []string
	for _, c := range e.Children {
		if !sameName(c.Name, "State") {
			d.list.Errorf(c.Span, "found <%s> in <%s>, wanted <State>", shorten(c.Name), e.Name)
			continue
		}
		s := d.state(c)
		key := strings.ToLower(s.name)
		if first, ok := numbers[key]; ok {
			l := d.lint(c.Span, "a second state %q: transitions lead to the first", shorten(s.name))
			l.Notes = []syntax.Note{{Pos: n.states[first].at.Start, Msg: "the first is here"}}
		} else {
			numbers[key] = len(n.states)
			names = append(names, s.name)
		}
		n.states = append(n.states, s)
	}
	for i := range n.states {
		for j := range n.states[i].transitions {
			t := &n.states[i].transitions[j]
			to, ok := numbers[strings.ToLower(t.to)]
			if t.state = to; !ok {
				fault := d.list.Errorf(t.at, "a transition to the unknown state %q", shorten(t.to))
				fault.At = t.toAt
				d.guessOf(fault, t.to, "there is", func() []string { return names })
			}
		}
	}
	return n
}

func (d *decoder) state(e *markup.Element) stateNode {
	s := stateNode{at: e.Span}
	a := d.attrs(e)
	if at := a.get("name"); at != nil {
		s.name = at.Value
	} else {
		d.around(e.Span)
		a.missing("name", "one")
	}
	a.done()
	d.text(e)
	for _, c := range e.Children {
		if !sameName(c.Name, "Transitions") && !sameName(c.Name, "BehaviorTree") {
			c.Misnamed(d.lint(c.Span, "<%s> is ignored here", shorten(c.Name)), "Transitions", "BehaviorTree")
		}
	}
	if block := d.block(e, "Transitions"); block != nil {
		for _, c := range block.Children { // whatever they are called
			a := d.attrs(c)
			event, hasEvent := a.required("onEvent", "the name of an event")
			to, hasTo := a.required("to", "the name of a state")
			a.done()
			if hasEvent && hasTo {
				s.transitions = append(s.transitions, transition{at: c.Span, to: to, toAt: attr(c, "to").ValueSpan, event: event})
			}
		}
	}
	switch block := d.block(e, "BehaviorTree"); {
	case block == nil:
		d.unplaced(e.Span, "<%s> without <BehaviorTree>", e.Name)
	case len(block.Children) != 1:
		d.unplaced(e.Span, "<%s> has a <BehaviorTree> with %s, wanted one", e.Name, children(len(block.Children)))
		for _, c := range block.Children {
			d.node(c)
		}
	default:
		s.kid = d.node(block.Children[0])
	}
	return s
}

func (d *decoder) sendEvent(e *markup.Element, a *attrs) node {
	n := &sendNode{element: a.element(), stays: e.Name == "SendTransitionEvent"}
	n.event, _ = a.required("name", "the name of an event")
	childless(d.list, e)
	return n
}

var filters = []string{"Sender", "Group", "GroupExcludingSender"}

func (d *decoder) signal(e *markup.Element, a *attrs) node {
	n := &signalNode{element: a.element(), stays: e.Name == "SendTransitionSignal"}
	n.event = a.text("name")
	if n.event == "" {
		d.lint(e.Span, "<%s> without a name sends an event that has none", e.Name)
	}
	if at := a.get("filter"); at != nil {
		i := slices.IndexFunc(filters, func(f string) bool { return sameWord(f, at.Value) })
		if n.to = host.Audience(max(i, 0)); i < 0 {
			d.lint(at.ValueSpan, "filter %q is none, so that it is Sender", shorten(at.Value)).Suggest(at.Value, filters)
		}
	}
	childless(d.list, e)
	return n
}

// conditionOf reads the condition that a node must have.
func (d *decoder) conditionOf(e *markup.Element, a *attrs) expression {
	if _, ok := a.required("condition", "a condition"); !ok {
		return never
	}
	c, fault := d.condition(a.get("condition"))
	if fault != nil {
		d.refuse(e, fault)
	}
	return c
}

func (d *decoder) ifCondition(e *markup.Element, a *attrs) node {
	n := &ifNode{element: a.element(), condition: d.conditionOf(e, a), equalTo: a.bool("equalTo", true)}
	if at := a.get("equalTo"); at != nil {
		d.list.Noticef(at.NameSpan, "equalTo is deprecated; write == or ! in the condition")
	}
	n.kid = d.only(e)
	return n
}

func (d *decoder) assertCondition(e *markup.Element, a *attrs) node {
	n := &assertNode{a.element(), d.conditionOf(e, a)}
	childless(d.list, e)
	return n
}

func (d *decoder) monitorCondition(e *markup.Element, a *attrs) node {
	n := &monitorNode{a.element(), d.conditionOf(e, a)}
	childless(d.list, e)
	return n
}

func (d *decoder) suppressFailure(e *markup.Element, a *attrs) node {
	return &suppressNode{a.element(), d.only(e)}
}

func (d *decoder) plain(e *markup.Element, a *attrs) node {
	n := &plainNode{a.element()}
	childless(d.list, e)
	return n
}

func (d *decoder) log(e *markup.Element, a *attrs) node {
	d.ignoreChildren(e)
	return &logNode{a.bare(), a.text("message")}
}

func (d *decoder) graft(e *markup.Element, a *attrs) node {
	n := &graftNode{a.element()}
	childless(d.list, e)
	return n
}
