package mbt

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

func children(n int) string {
	switch n {
	case 0:
		return "no child"
	case 1:
		return "one child"
	}
	return fmt.Sprintf("%d children", n)
}

func (d *decoder) randomGate(e *markup.Element, a *attrs) node {
	n := &randomGateNode{element: a.element()}
	chance, ok := a.float("opensWithChance")
	if !ok {
		a.missing("opensWithChance", "a number from 0 to 1")
	}
	if n.chance = min(max(chance, 0), 1); chance < 0 || chance > 1 {
		d.lint(a.get("opensWithChance").ValueSpan.Start, "opensWithChance %v is read as %v", chance, n.chance)
	}
	n.kid = d.only(e)
	return n
}

func (d *decoder) timeout(e *markup.Element, a *attrs) node {
	n := &timerNode{element: a.element(), fails: true}
	n.duration = d.duration(e, a)
	childless(d.list, e)
	return n
}

func (d *decoder) wait(e *markup.Element, a *attrs) node {
	n := &timerNode{element: a.element()}
	n.duration = d.duration(e, a)
	n.variation, _ = a.float("variation")
	childless(d.list, e)
	return n
}

func (d *decoder) duration(e *markup.Element, a *attrs) float32 {
	f, ok := a.float("duration")
	if !ok {
		d.unplaced(e.Span, "<%s> without duration, wanted seconds", e.Name)
	}
	if f < 0 {
		what := "never over"
		if e.Name == "Timeout" {
			what = "over at once"
		}
		d.lint(a.get("duration").ValueSpan, "duration %v: a <%s> of less than no time is %s", f, e.Name, what)
	}
	return f
}

func (d *decoder) waitForEvent(e *markup.Element, a *attrs) node {
	n := &waitForEventNode{element: a.element()}
	n.event, _ = a.required("name", "the name of an event")
	if at := a.get("result"); at != nil {
		switch at.Value {
		case "", "Success":
		case "Failure":
			n.fails = true
		default:
			d.refuse(e, (&syntax.Error{
				Pos: at.ValueSpan.Start, Msg: fmt.Sprintf("result %q, wanted Success or Failure", shorten(at.Value)),
			}).Suggest(at.Value, []string{"Success", "Failure"}))
		}
	}
	childless(d.list, e)
	return n
}

// orNever is the attribute by which a test holds for a timestamp that was never set. Of a
// WaitUntilTime it is that of the guide page; the engine's code has another name there, and
// both count.
const orNever = "orNeverBeenSet"

// timeTest reads what the three tests of timestamps have in common. Of two limits
// isMoreThan counts.
func (d *decoder) timeTest(e *markup.Element, a *attrs, el element, op opcode, never string) *timeNode {
	n := &timeNode{element: el, op: op, since: a.text("since"), never: a.bool(never, false)}
	if op == opWaitUntilTime {
		n.never = a.bool(orNever, false) || n.never
	}
	more, isMore := a.float("isMoreThan")
	less, isLess := a.float("isLessThan")
	switch {
	case isMore:
		n.more, n.limit = true, more
	case isLess:
		n.limit = less
	default:
		d.list.Errorf(e.Span, "<%s> without isMoreThan and isLessThan, wanted one of them", e.Name)
	}
	if isMore && isLess {
		d.lint(a.get("isLessThan").NameSpan, "isMoreThan stands beside it, so that isLessThan is ignored")
	}
	switch at := a.get("since"); {
	case op == opAssertTime && n.since == "":
	case n.since == "":
		d.lint(e.Span, "<%s> without since: the time was never set", e.Name)
	case !d.stamps[n.since]:
		l := d.lint(at.ValueSpan, "no timestamp %q is declared, so that it was never set", shorten(n.since))
		d.guessOf(l, n.since, "there is", d.doc.timestampNames)
	}
	return n
}

func (d *decoder) ifTime(e *markup.Element, a *attrs) node {
	n := d.timeTest(e, a, a.element(), opIfTime, orNever)
	n.kid = d.only(e)
	return n
}

func (d *decoder) assertTime(e *markup.Element, a *attrs) node {
	a.required("since", "the name of a timestamp")
	n := d.timeTest(e, a, a.bare(), opAssertTime, orNever)
	d.ignoreChildren(e)
	return n
}

func (d *decoder) waitUntilTime(e *markup.Element, a *attrs) node {
	n := d.timeTest(e, a, a.bare(), opWaitUntilTime, "succeedIfNeverBeenSet")
	d.ignoreChildren(e)
	return n
}

func (d *decoder) groupScope(e *markup.Element, a *attrs) node {
	n := &scopeNode{element: a.element(), squad: e.Name == "SquadScope", allowed: a.count32("allowedConcurrentUsers", 1)}
	n.show = a.text("name")
	n.name = strings.ToLower(n.show)
	if n.name == "" {
		d.unplaced(e.Span, "<%s> without name, wanted one", e.Name)
	}
	n.kid = d.only(e)
	return n
}

// limitConcurrentUsers reads the node of the guide page: a scope of its own, for
// all bots that use the tree.
func (d *decoder) limitConcurrentUsers(e *markup.Element, a *attrs) node {
	n := &scopeNode{element: a.element()}
	at := a.get("max")
	if at == nil {
		a.missing("max", "how many bots may be in there")
	} else {
		i, exact := readInt(at.Value)
		a.note(at, "max", float64(i))
		if !exact || i < 0 {
			d.refuse(e, &syntax.Error{
				Pos: at.ValueSpan.Start, Msg: fmt.Sprintf("max %q, wanted a whole number from 0 on", shorten(at.Value)),
			})
		}
		n.allowed = uint32(min(max(i, 0), 1<<31))
	}
	n.kid = d.only(e)
	return n
}

// luaAction reads ExecuteLua or AssertLua.
func (d *decoder) luaAction(e *markup.Element, a *attrs) node {
	n := &luaNode{element: a.element(), code: d.code(e, a)}
	childless(d.list, e)
	return n
}

func (d *decoder) luaGate(e *markup.Element, a *attrs) node {
	n := &luaGateNode{element: a.element(), code: d.code(e, a)}
	n.kid = d.only(e)
	return n
}

// code reads the Lua code that a node must have.
func (d *decoder) code(e *markup.Element, a *attrs) *machine.Chunk {
	if _, ok := a.required("code", "Lua code"); !ok {
		return nil
	}
	c, faults := d.compile(a.get("code"))
	for _, fault := range faults {
		d.refuse(e, fault)
	}
	return c
}

// luaWrapper reads LuaWrapper. Code that does not compile counts as absent.
func (d *decoder) luaWrapper(e *markup.Element, a *attrs) node {
	n := &luaWrapperNode{element: a.element()}
	for _, c := range []struct {
		name string
		to   **machine.Chunk
	}{{"onEnter", &n.enter}, {"onExit", &n.exit}} {
		if at := a.get(c.name); at != nil && at.Value != "" {
			chunk, faults := d.compile(at)
			for _, fault := range faults {
				fault.Msg = c.name + ", which is left out: " + fault.Msg
				d.list.Notices = append(d.list.Notices, fault)
			}
			*c.to = chunk
		}
	}
	n.kid = d.only(e)
	return n
}
