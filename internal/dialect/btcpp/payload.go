package btcpp

import (
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// payload reads what a node needs beyond its ports.
func (c *compiler) payload(e *markup.Element, k *kind, n tree.NodeID) {
	switch k.op {
	case opScript, opScriptCondition:
		c.code(e, n, 0, k.op == opScript)
	case opPrecondition:
		c.code(e, n, 0, false)
	case opSkipUnlessUpdated, opWaitValueUpdate, opWasEntryUpdated:
		c.watched(e, n)
	case opLoop:
		c.loop(e, n)
	case opSetBlackboard:
		c.named(n, 1)
	case opUnsetBlackboard:
		c.named(n, 0)
	case opTimeout, opDelay, opSleep:
		c.s.timers = append(c.s.timers, n)
	case opMock:
		c.s.beside = true // its scripts are read when they run
		if k.mock.after > 0 {
			c.s.timers = append(c.s.timers, n)
		}
	case opAction, opSyncAction, opGate, opDecorator, opComposite:
		c.leaf(e, n, tree.Leaf{Action: k.action}, k.action.Params)
	case opCondition:
		c.leaf(e, n, tree.Leaf{Func: k.ask}, k.ask.Params)
	case opValue:
		c.leaf(e, n, tree.Leaf{Func: k.ask}, k.ask.Params)
		if u := &c.s.uses[int(c.b.Node(n).Arg)+len(k.ask.Params)]; u.how != keyed && !u.refused {
			c.list.Errorf(u.at, "<%s> without %s, wanted a key in braces: the entry for its value", k.name, intoPort)
		}
	default:
		if isNav2(k.op) {
			c.payloadNav2(e, k, n)
		}
	}
}

// code reads the script of a port; a key is read, and parsed, when the node runs.
func (c *compiler) code(e *markup.Element, n tree.NodeID, port int, mayBeEmpty bool) {
	info := &c.s.nodes[n]
	u := &c.s.uses[int(c.b.Node(n).Arg)+port]
	switch {
	case u.how == absent:
		c.list.Errorf(e.Span, "<%s> without %s, wanted a script", info.kind.name, u.name)
	case u.how == keyed:
		c.moves = true
		c.movingCode(u)
	case u.text == "" && (mayBeEmpty || info.kind.op == opScriptCondition):
		// nothing to run, or an error when it runs
	default:
		info.code = c.script(u.text, info.board, u.attr)
	}
}

// movingCode refuses a script in an entry that cannot be read when the tree is made.
func (c *compiler) movingCode(u *use) {
	s := c.boards.start(u.ref)
	if s < 0 || c.boards.slots[s].start.IsEmpty() {
		c.list.Errorf(u.at, "%s: the entry %s has no value when the tree is made, wanted a script in it", u.name, u.text)
		return
	}
	v, err := c.enums.As(board.String, c.boards.slots[s].start.Value)
	if err != nil {
		c.list.Errorf(u.at, "%s: %v", u.name, err)
		return
	}
	if _, err := parse(v.Text(), c.enums); err != nil {
		c.list.Errorf(u.at, "%s: the entry %s: %v", u.name, u.text, err)
	}
}

// named gives the entry a slot that a port names by its text.
func (c *compiler) named(n tree.NodeID, port int) {
	u := &c.s.uses[int(c.b.Node(n).Arg)+port]
	switch {
	case u.how == keyed:
		c.moves = true
	case u.how == static && c.checkKey(u.text, u.at):
		c.mention(u.at, c.s.nodes[n].board, u.text, true)
	}
}

// watched reads the entry of a node that asks whether it was written.
func (c *compiler) watched(e *markup.Element, n tree.NodeID) {
	info := &c.s.nodes[n]
	u := &c.s.uses[c.b.Node(n).Arg]
	switch {
	case u.how == keyed:
		info.ref = u.ref
	case u.text == "":
		c.list.Errorf(u.at, "<%s> without entry, wanted the name of one", info.kind.name)
	case c.checkKey(u.text, u.at):
		info.ref = c.boards.ref(info.board, u.text)
	}
}

// loop reads the list of a Loop, and makes the slot in which the list of a run is kept.
func (c *compiler) loop(e *markup.Element, n tree.NodeID) {
	info := &c.s.nodes[n]
	u := &c.s.uses[c.b.Node(n).Arg]
	switch u.how {
	case absent:
		c.list.Errorf(e.Span, "<%s> without queue, wanted a list of %s, or a key", info.kind.name, info.kind.element)
	case static:
		list, err := c.enums.Parse(info.kind.element.List(), u.text)
		if err != nil {
			c.list.Errorf(u.at, "queue: %v", err)
		}
		info.list = list
		for _, v := range list.List() {
			c.text(v.Text())
		}
	case keyed:
		info.slot = int32(len(c.boards.slots))
		c.boards.slots = append(c.boards.slots, slot{board: info.board, hidden: true})
	}
}

// leaf gives a node what a game offers, with the arguments that are known now.
func (c *compiler) leaf(e *markup.Element, n tree.NodeID, l tree.Leaf, params []host.Param) {
	info := &c.s.nodes[n]
	if _, isNative := info.native(); isNative {
		c.b.Leaf(n, l)
		return
	}
	before := len(c.list.Errors)
	c.sends(n, l.Action)
	l.Args = make([]host.Value, len(params))
	for i := range params {
		p := &params[i]
		u := &c.s.uses[int(c.b.Node(n).Arg)+i]
		l.Args[i] = p.Default
		switch {
		case p.Kind == host.Where && u.how != absent:
			l.Facet = c.where(u)
		case u.how == keyed:
			l.Args[i] = host.NullValue
			info.moving = true
		case u.err != nil: // which was told when the port was read
		case u.refused:
		case u.how == static:
			v, err := p.Accept(given2host(u, p))
			if err != nil {
				c.list.Errorf(u.at, "%v", err)
			}
			l.Args[i] = v
		case !p.Optional:
			c.list.Errorf(e.Span, "<%s> without %s, wanted %s, or a key in braces", info.kind.name, p.Name, p.Kind)
		}
	}
	if len(c.list.Errors) == before && !info.moving {
		c.check(e, &l, params)
	}
	c.b.Leaf(n, l)
}

// sends notes that an action sends an event of a name that the file has: where a tree gets such an
// event it is written into the entry of that name.
func (c *compiler) sends(n tree.NodeID, a *host.Action) {
	if a == nil || a.Sends == "" {
		return
	}
	i := slices.IndexFunc(a.Params, func(p host.Param) bool { return p.Name == a.Sends })
	if u := &c.s.uses[int(c.b.Node(n).Arg)+i]; u.how == static {
		c.sent = append(c.sent, u.text)
	}
}

// check asks what a game offers whether it can be used so, and puts in its place what stands in for it.
func (c *compiler) check(e *markup.Element, l *tree.Leaf, params []host.Param) {
	site := host.SiteIn(c.lib.reg, host.Site{Tree: e.Span.Start.File, Args: l.Args, Params: params})
	refuse := l.Action != nil && l.Action.Check != nil || l.Func != nil && l.Func.Check != nil
	if refuse {
		test := func() error {
			if l.Action != nil {
				return l.Action.Check(site)
			}
			return l.Func.Check(site)
		}
		if err := test(); err != nil {
			fault := c.list.Errorf(e.Span, "<%s>: %v", l.Name(), err)
			standin.For(c.lib.reg, c.list, fault, err, l)
			return
		}
	}
	if l.Action != nil && l.Action.Warn != nil {
		l.Action.Warn(site, func(text string) { c.list.Noticef(e.Span, "<%s>: %s", l.Name(), text) })
	}
}

// given2host returns a static text as a parameter takes it: one of any kind takes what it looks like.
func given2host(u *use, p *host.Param) host.Value {
	if p.Kind != host.Any {
		return toHost(u.value)
	}
	switch strings.ToLower(u.text) {
	case "true", "false":
		return host.BoolValue(strings.EqualFold(u.text, "true"))
	}
	switch v := constant(u.text); {
	case v.IsNumber():
		f, _ := v.Float()
		return host.NumberValue(f)
	}
	return host.StringValue(u.text)
}

// where reads KEY=VALUE: one strict equality on the state of the bots to choose from.
func (c *compiler) where(u *use) host.FacetID {
	key, value, ok := strings.Cut(u.text, "=")
	if key = strings.TrimSpace(key); u.how == keyed || !ok || key == "" {
		c.list.Add(&syntax.Error{Pos: u.at.Start, Msg: "where " + u.text + ", wanted KEY=VALUE"})
		return host.Nobody
	}
	text := strings.TrimSpace(value)
	v := given2host(&use{text: text}, &host.Param{Kind: host.Any})
	return host.SymbolsOf(c.lib.reg).Facet(host.Facet{Key: c.lib.reg.Key(key), Value: c.lib.reg.Sym(v)})
}

// runHint is the hint of notices of what the original finds when it runs.
const runHint = "it is an error when the node runs"

// checkUse gives a notice of what will be an error when the node runs, as in the original.
func (c *compiler) checkUse(e *markup.Element, k *kind) {
	n := len(e.Children)
	warn := func(format string, args ...any) {
		c.list.Noticef(e.Span, format, args...).Hint = runHint
	}
	switch least, most := k.works(); {
	case least == k.least && most == k.most, n >= least && n <= most: // what is refused was
	case k.op == opSwitch:
		warn("found %d nodes in <%s>, wanted %d: one for each case and one for all others", n, k.name, most)
	default:
		warn("found %d nodes in <%s>, wanted %d or %d", n, k.name, least, most)
	}
	for i := range k.ports {
		if p := &k.ports[i]; p.need == whenRun && e.Attr(p.name) == nil {
			warn("<%s> without %s", k.name, p.name)
		}
	}
}

// works returns how many children a node of a type must have to run: it may be refused only then.
func (k *kind) works() (least, most int) {
	switch k.op {
	case opIfThenElse, opWhileDoElse:
		return 2, 3
	case opSwitch:
		return k.cases + 1, k.cases + 1
	}
	return k.least, k.most
}
