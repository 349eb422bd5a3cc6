package mbt

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/optable"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// dialect is the name of the dialect's overlay of a registry.
const dialect = "mbt"

// find looks up what an element's name means: the game's own for this dialect,
// then what it offers to all, then the nodes that the original's games have, where
// they are asked for, then
// what the game offers to all under the name in lower case with underscores. That is
// last because a game may well have a `move` that wants other things than `Move`.
func find(reg *host.Registry, name string) *host.Action {
	own := reg.Overlay(dialect)
	if a := host.FindAction(own, name); a != nil {
		return a
	}
	n := gameNodes[name]
	if n != nil && own.Vocabulary {
		return &n.action
	}
	a := reg.Action(optable.Underscored(name))
	if n != nil && a != nil && a.Needs != "" { // the arena's, which wants other things
		return nil
	}
	return a
}

// IsWord reports whether a name means something in every tree, so that no tree calls
// what the game offers by it: a node that all games have, or a field of entity.
func IsWord(name string) bool { return loaders[name] != nil || slices.Contains(entityFields, name) }

// noteLike gives a notice where an element is a node of the original, and the game has an
// action of its own that it could be taken for. What a game itself offers has no Needs.
func (d *decoder) noteLike(e *markup.Element, use *host.Action) {
	name := optable.Underscored(e.Name)
	if a := d.reg.Action(name); a != nil && a != use && a.Needs == "" && name != e.Name {
		d.lint(e.Span, "<%s> is a node of the dialect; the action %s of the game is written <%s>", e.Name, name, name)
	}
}

// action reads a node of a game.
func (d *decoder) action(e *markup.Element, a *attrs) node {
	use := d.find(e.Name)
	if use == nil {
		a.known = a.names() // they mean nothing, and nothing is to be said about them
		return instead(d, e, a, d.unknownNode(e))
	}
	d.noteLike(e, use)
	d.noteHidden(e, use)
	own := isOwn(use)
	if own != nil {
		use = own.loosely(use, e)
	}
	d.scripted = d.scripted || use.Scripts
	n := &actionNode{use: use}
	before := len(d.list.Errors)
	d.lacks = nil
	original := originalOf(e.Name, use)
	isBare := original != nil && original.bare
	if n.element = a.bare(); !isBare && (original == nil || !original.alone) {
		n.element = a.element()
	}
	if original != nil {
		n.args = d.bindOriginal(e, a, original)
	} else {
		n.args, n.facet = d.bind(e, a, use.Params)
	}
	noteCase(d, e, before)
	n.spots = spotsOf(e, use.Params)
	bound := len(d.list.Errors) == before
	if original != nil && original.name == pipeName {
		n.pipe = d.inlinePipe(e)
	}
	e, n.items = d.takeItems(e, use)
	checkUse(d, e, n, before, bound)
	if in := lacking(d, e, before); in != nil {
		return &actionNode{element: n.element, use: in}
	}
	if use.Warn != nil && len(d.list.Errors) == before {
		use.Warn(d.site(n), func(text string) { d.lint(e.Span, "<%s>: %s", e.Name, text) })
	}
	if own, ok := use.Payload.(supplied); ok && own.lacks != nil && len(d.list.Errors) == before {
		if err := own.lacks(d.site(n)); err != nil {
			d.lint(e.Span, "<%s>: %v, so that the node fails", e.Name, err)
		}
	}
	if original != nil && use == &original.action {
		what := "fails"
		if use.Kind == host.Decorator {
			what = "does nothing but run its child"
		}
		d.lint(e.Span, "this game has no <%s>, so that the node %s", e.Name, what)
	}
	switch {
	case use.Kind == host.Composite && original == nil && (own == nil || !own.one):
		n.kids = d.some(e, 0)
	case use.Kind != host.Leaf:
		n.kids = []node{d.only(e)}
	case n.pipe != nil:
	case isBare:
		d.ignoreChildren(e)
	default:
		childless(d.list, e)
	}
	return n
}

// outside says where the elements stand that are no nodes.
var outside = map[string]string{
	"case": "a <Case> stands in a <Priority>", "state": "a <State> stands in a <StateMachine>", "transitions": "<Transitions> stand in a <State>",
	"transition": "a <Transition> stands in the <Transitions> of a <State>", "variable": "a <Variable> stands in <Variables>, beside <Root>",
	"variables": "<Variables> stand beside <Root>", "signalvariables": "<SignalVariables> stand beside <Root>", "timestamps": "<Timestamps> stand beside <Root>",
	"timestamp": "a <Timestamp> stands in <Timestamps>, beside <Root>", "root": "there is one <Root>, in <BehaviorTree>",
	"behaviortree": "within a tree, a <BehaviorTree> stands in a <State>",
}

// instead reads an element that nobody has, of which the fault was told: what stands below it says what
// stands in for it; nil where nothing may.
func instead(d *decoder, e *markup.Element, a *attrs, fault *syntax.Error) node {
	if fault == nil {
		return nil
	}
	as := standin.AControl
	switch len(e.Children) {
	case 0:
		if use := standin.Action(d.reg, d.list, fault, e.Name); use != nil {
			d.excused++
			return &actionNode{element: a.element(), use: use}
		}
		return nil
	case 1:
		as = standin.ADecorator
	}
	if !standin.Excuse(d.reg, d.list, fault, as) {
		tellBelow(d, e)
		return nil
	}
	d.excused++
	return loaders["Sequence"](d, e, a)
}

// tellBelow tells of the nodes below an element that nobody has, also of those in elements that stand in a
// node of another kind than is known.
func tellBelow(d *decoder, e *markup.Element) {
	for _, c := range e.Children {
		if outside[asciiLower(c.Name)] == "" {
			d.node(c)
		} else {
			tellBelow(d, c)
		}
	}
}

// lacking returns what stands in for an action whose faults, told since so many, are all of names that the
// scene does not have; nil where nothing may.
func lacking(d *decoder, e *markup.Element, since int) (use *host.Action) {
	if len(d.list.Errors)-since != len(d.lacks) {
		return nil
	}
	for _, fault := range d.lacks {
		use = standin.Action(d.reg, d.list, fault, e.Name)
	}
	return use
}

// unknownNode tells of an element that nobody has. It gives nil for one that stands in the wrong place.
func (d *decoder) unknownNode(e *markup.Element) *syntax.Error {
	if where := outside[asciiLower(e.Name)]; where != "" {
		d.unplaced(e.Span, "<%s> is no node", e.Name).Hint = where
		return nil
	}
	fault := d.unplaced(e.Span, "unknown node <%s>", shorten(e.Name))
	for name := range loaders {
		if sameName(name, e.Name) {
			e.Misnamed(fault, name)
			return fault
		}
	}
	var names []string
	if d.guesses() {
		names = d.nodeNames()
	}
	e.Misnamed(fault, names...)
	for name := range gameNodes {
		if sameName(name, e.Name) && !d.reg.Overlay(dialect).Vocabulary {
			fault.Hint = strings.TrimSpace(fault.Hint + " " + host.VocabularyHint(name, dialect))
		}
	}
	return fault
}

// noteCase hints at the node of all games that an element is but for the case of letters.
func noteCase(d *decoder, e *markup.Element, since int) {
	for name := range loaders {
		if sameName(name, e.Name) {
			for _, fault := range d.list.Errors[since:] {
				if fault.Pos == e.Span.Start && fault.Hint == "" {
					fault.Hint = fmt.Sprintf("<%s> is an action of the game; did you mean <%s>?", e.Name, name)
				}
			}
		}
	}
}

func (d *decoder) site(n *actionNode) *host.Site {
	return host.SiteIn(d.reg, host.Site{Tree: d.file, Args: n.args, Params: n.use.Params, Items: n.items, Spots: n.spots})
}

// spotsOf returns where the values of parameters stand, or the element for those that do not.
func spotsOf(e *markup.Element, params []host.Param) []syntax.Pos {
	spots := make([]syntax.Pos, len(params))
	for i := range params {
		if spots[i] = e.Span.Start; attr(e, params[i].Name) != nil {
			spots[i] = attr(e, params[i].Name).ValueSpan.Start
		}
	}
	return spots
}

// nodeNames returns all names that an element may have.
func (d *decoder) nodeNames() []string {
	if d.known != nil {
		return d.known
	}
	var names []string
	for name := range loaders {
		names = append(names, name)
	}
	own := d.reg.Overlay(dialect)
	if own.Vocabulary {
		for name := range gameNodes {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	found, _ := host.Found(own)
	for _, a := range found {
		d.known = append(d.known, a.Name)
	}
	d.known = append(d.known, names...)
	d.known = append(d.known, slices.Sorted(maps.Keys(d.config.nodes))...)
	return d.known
}

// bind reads the declared parameters of a game's own action from attributes.
func (d *decoder) bind(e *markup.Element, a *attrs, params []host.Param) (args []host.Value, where host.FacetID) {
	args = make([]host.Value, len(params))
	for i := range params {
		p := &params[i]
		args[i] = p.Default
		at := a.get(p.Name)
		switch {
		case at == nil && !p.Optional:
			a.missing(p.Name, p.Kind.String())
		case at == nil:
		case p.Kind == host.Where:
			where = d.where(e, at)
		default:
			v, err := p.Accept(value(a, at, p.Kind, false))
			if err != nil {
				d.refuse(e, &syntax.Error{Pos: at.ValueSpan.Start, At: at.ValueSpan, Msg: err.Error()})
			}
			args[i] = v
		}
	}
	return args, where
}

// value returns an attribute as the kind that a parameter wants. A text that is
// no number stays a text, which only parameters of any kind accept.
func value(a *attrs, at *markup.Attr, kind host.Kind, any bool) host.Value {
	switch kind {
	case host.Number:
		if f, exact := readFloat(at.Value); exact || any || startsNumber(at.Value) {
			a.inexact(at, exact, f)
			a.note(at, at.Name, wide(f))
			return host.NumberValue(wide(f))
		}
	case host.Int:
		if n, exact := readInt(at.Value); exact || any || startsNumber(at.Value) {
			a.inexact(at, exact, n)
			a.note(at, at.Name, float64(n))
			return host.IntValue(n)
		}
	case host.Bool:
		if b, exact := readBool(at.Value); exact || any || startsNumber(at.Value) {
			a.inexact(at, exact, b)
			return host.BoolValue(b)
		}
	case host.Any:
		return guess(at.Value)
	}
	return host.StringValue(at.Value)
}

// startsNumber reports whether a text begins with a number.
func startsNumber(s string) bool {
	s = skipBlanks(s)
	s = s[signLen(s):]
	return mantissaLen(s, isDigit) > 0
}

// wide returns the shortest decimal of a 32-bit number in 64 bits, so that 0.1
// stays 0.1.
func wide(f float32) float64 {
	if r := math.Round(float64(f) * 1e6); math.Abs(r) < 1<<53 && float32(r/1e6) == f {
		return r / 1e6
	}
	return float64(f)
}

// guess returns a text as the value that it looks like.
func guess(s string) host.Value {
	if f, exact := readFloat(s); exact && !math.IsNaN(float64(f)) && !math.IsInf(float64(f), 0) {
		return host.NumberValue(wide(f))
	}
	switch strings.ToLower(s) {
	case "true", "false":
		return host.BoolValue(strings.EqualFold(s, "true"))
	}
	return host.StringValue(s)
}

// where reads KEY=VALUE: one strict equality on the state of the bots to choose
// from.
func (d *decoder) where(e *markup.Element, at *markup.Attr) host.FacetID {
	key, value, ok := strings.Cut(at.Value, "=")
	if key = strings.TrimSpace(key); !ok || key == "" {
		d.refuse(e, &syntax.Error{
			Pos: at.ValueSpan.Start, Msg: fmt.Sprintf("%s %q, wanted KEY=VALUE", at.Name, shorten(at.Value)),
		})
		return host.Nobody
	}
	return host.SymbolsOf(d.reg).Facet(host.Facet{Key: d.reg.Key(key), Value: d.reg.Sym(guess(strings.TrimSpace(value)))})
}
