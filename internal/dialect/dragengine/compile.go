package dragengine

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
)

// dialect is the name of the overlay that only these trees see.
const dialect = "dragengine"

// Compile lowers rules that were decoded without errors. nil stands for a file
// without rules, whose tree always fails.
func Compile(name string, root Rule, reg *host.Registry, o Options, l *syntax.List) *run.Program {
	c := &compiler{
		name: name, reg: reg, own: reg.Overlay(dialect), list: l, b: tree.NewBuilder(name),
		s: &semantics{
			symbols: host.SymbolsOf(reg), registry: reg, scripts: configOf(reg).scripts, named: map[string]tree.NodeID{}, files: map[tree.NodeID]string{}, options: o,
			entries: map[string]int{}, flags: map[string]int{}, timers: map[string]int{},
		},
		words: stateWords, noticed: map[string]bool{},
	}
	c.b.Expr(tree.Instr{}) // so that no conditions begin at 0, which is none
	c.s.ids = append(c.s.ids, "")
	before := len(l.Errors)
	var entryNode tree.NodeID
	if root == nil {
		entryNode = c.b.Add(tree.Op(opNothing), syntax.Span{Start: syntax.Pos{File: name, Line: 1, Col: 1}, EndLine: 1, EndCol: 1})
		c.s.ids = append(c.s.ids, "root") // has this id and cannot be jumped to
	} else {
		entryNode = c.lower(root)
	}
	c.b.Entry(entryNode)
	c.b.Reserve(0, c.words*32)
	t, err := c.b.Build()
	var size *tree.SizeError
	if errors.As(err, &size) {
		l.Errorf(size.At, "%v; this is the last rule that was counted", err)
	}
	if len(l.Errors) > before {
		return nil
	}
	c.s.tables.base = int(t.Nodes[0].Slot) / 32
	return &run.Program{Tree: t, Numbers: c.numbers, Symbols: host.SymbolsOf(c.reg), Semantics: c.s}
}

type compiler struct {
	name    string
	reg     *host.Registry
	own     *host.Overlay
	list    *syntax.List
	b       *tree.Builder
	s       *semantics
	numbers []run.Number
	words   int // of a bot's state so far
	noticed map[string]bool
	within  []string // conditions of this package around the one that is being compiled
}

// lower adds a rule and what is below it, in the order of the file.
func (c *compiler) lower(r Rule) tree.NodeID {
	h := r.head()
	var op opcode
	var flags uint8
	switch r := r.(type) {
	case *Sequence:
		op, flags = opSequence, listFlags(&r.List)
	case *Choice:
		op, flags = opChoice, listFlags(&r.List)
	case *Action:
		return c.action(r)
	case *Success:
		op = opSuccess
	case *Failure:
		op = opFailure
	case *Running:
		op = opRunning
	case *Yield:
		op = opYield
	}
	id := c.add(op, h, flags)
	if op != opFailure {
		c.conditions(id, h)
	}
	c.unread(h)
	if q, ok := r.(*Sequence); ok && q.File != "" {
		c.s.files[id] = q.File
	}
	if l := list(r); l != nil {
		for i, kid := range l.Rules {
			k := c.lower(kid)
			c.b.Put(id, k)
			c.b.Node(k).Slot = uint16(i)
		}
	}
	return id
}

func listFlags(l *List) (flags uint8) {
	if l.Loop {
		flags |= loops
	}
	if l.DoNotFail {
		flags |= doesNotFail
	}
	return flags
}

func (c *compiler) add(op opcode, h *Head, flags uint8) tree.NodeID {
	id := c.b.Add(tree.Op(op), h.At)
	c.numbers = append(c.numbers, h.numbers()...)
	c.b.Node(id).Flags = flags
	c.s.ids = append(c.s.ids, h.ID)
	if h.HasID {
		c.s.named[h.ID] = id
	}
	return id
}

func (c *compiler) action(r *Action) tree.NodeID {
	flags := uint8(0)
	if r.DoNotFail {
		flags = doesNotFail
	}
	a := host.FindAction(c.own, r.Name)
	if c.scripted(scriptedAction, r.Name, r.NameAt, a != nil) {
		a = c.reg.Overlay(scriptDialect).Action(r.Name)
	}
	if r.use != nil {
		a = r.use
	}
	if a == nil {
		fault := c.unknown("action", r.Name, r.NameAt, behaviorActionNames(), slices.Concat(c.own.ActionNames(), c.reg.ActionNames(), c.s.scripts.names(scriptedAction)))
		l := c.told(fault)
		if a = standin.Action(c.reg, l, fault, r.Name); a == nil {
			failing(l, fault, "it fails")
			id := c.add(opMissing, &r.Head, flags)
			c.leaf(id, tree.Leaf{Action: &host.Action{Name: r.Name, Local: true}, Texts: r.Params}, ready{})
			return id // what it would read is not known
		}
		r.open = true
	}
	if a.Kind != host.Leaf {
		c.list.Errorf(r.NameAt, "action %q is a %v, wanted a leaf", clip(r.Name), a.Kind)
	}
	payload, isReady := a.Payload.(actionPayload)
	op := opAction
	if isReady {
		op = opReady
	}
	id := c.add(op, &r.Head, flags)
	leaf := tree.Leaf{Action: a, Texts: r.Params}
	var own ready
	if isReady {
		own = payload.make(c, &r.Head)
	} else {
		r.open = r.open || a.Needs == ""
		c.bind(&leaf, a.Check, &r.Head, r.NameAt)
		c.warn(a, &leaf, r.NameAt)
	}
	c.leaf(id, leaf, own)
	c.conditions(id, &r.Head)
	c.unread(&r.Head)
	return id
}

// leaf gives a rule its leaf.
func (c *compiler) leaf(id tree.NodeID, l tree.Leaf, own ready) {
	c.b.Leaf(id, l)
	c.note(c.b.Node(id).Leaf, own)
}

func (c *compiler) use(l tree.Leaf, own ready) uint16 {
	use := c.b.Use(l)
	c.note(use, own)
	return use
}

// note keeps the parameters of a leaf that this package has made.
func (c *compiler) note(use uint16, own ready) {
	for len(c.s.ready) <= int(use) {
		c.s.ready = append(c.s.ready, ready{})
	}
	c.s.ready[use] = own
}

// unknown is the fault of a name that nothing offers.
func (c *compiler) unknown(what, name string, at syntax.Span, readyMades, among []string) *syntax.Error {
	e := &syntax.Error{Pos: at.Start, At: at, Msg: fmt.Sprintf("nothing offers the %s %q", what, clip(name))}
	if slices.Contains(readyMades, name) {
		e.Hint = fmt.Sprintf("a scene offers it by %ss: { %s: { kind: %s } }", what, name, name)
		return e
	}
	return e.Suggest(name, among)
}

// told is where a fault is told: once, as a subtree may stand twice in a tree.
func (c *compiler) told(e *syntax.Error) *syntax.List {
	key := e.Error()
	if c.noticed[key] {
		return &syntax.List{}
	}
	c.noticed[key] = true
	return c.list
}

// failing tells a fault as a notice: the engine fails silently.
func failing(l *syntax.List, e *syntax.Error, then string) {
	e.Msg += ", so " + then
	l.Notices = append(l.Notices, e)
}

// conditions compiles the conditions of a rule.
func (c *compiler) conditions(id tree.NodeID, h *Head) {
	if len(h.Conditions) == 0 {
		return
	}
	code := []tree.Instr{{Code: codeMode, N: uint8(h.Mode), A: int32(len(h.Conditions))}}
	for _, cond := range h.Conditions {
		code = append(code, c.condition(cond.Name, h, cond.At))
	}
	c.b.Node(id).Arg = c.b.Expr(code...)
}

func (c *compiler) condition(name string, h *Head, nameAt syntax.Span) tree.Instr {
	f := host.FindFunc(c.own, name)
	if c.scripted(scriptedCondition, name, nameAt, f != nil) {
		f = c.reg.Overlay(scriptDialect).Func(name)
	}
	if f == nil {
		h.open = true
		fault := c.unknown("condition", name, nameAt, behaviorConditionNames(), slices.Concat(c.own.FuncNames(), c.reg.FuncNames(), c.s.scripts.names(scriptedCondition)))
		l := c.told(fault)
		if f = standin.Func(c.reg, l, fault, name, host.Bool, host.BoolValue(false)); f == nil {
			failing(l, fault, "it is false")
			return c.missing(name)
		}
	}
	leaf, code := tree.Leaf{Func: f, Texts: h.Params}, codeFunc
	var own ready
	if payload, ok := f.Payload.(conditionPayload); ok {
		if slices.Contains(c.within, name) || len(c.within) == maxCombined {
			c.list.Errorf(nameAt, "condition %q is a combination with itself, or of too many others within each other", clip(name))
			return c.missing(name)
		}
		c.within = append(c.within, name)
		own, code = payload.make(c, h), codeReady
		c.within = c.within[:len(c.within)-1]
	} else {
		h.open = h.open || f.Needs == ""
		c.bind(&leaf, f.Check, h, nameAt)
	}
	return tree.Instr{Code: code, A: int32(c.use(leaf, own))}
}

// maxCombined says how deep combinations may stand within each other.
const maxCombined = 16

func (c *compiler) missing(name string) tree.Instr {
	return tree.Instr{Code: codeMissing, A: c.b.Const(host.StringValue(name))}
}

// all compiles the conditions that a condition or an action names.
func (c *compiler) all(mode Mode, names []string, h *Head) int32 {
	code := []tree.Instr{{Code: codeMode, N: uint8(mode), A: int32(len(names))}}
	for _, name := range names {
		code = append(code, c.condition(name, h, h.At))
	}
	return c.b.Expr(code...)
}

// bind reads the declared parameters of a leaf from the texts of its rule, and
// asks the leaf whether it takes them.
func (c *compiler) bind(leaf *tree.Leaf, check func(*host.Site) error, h *Head, nameAt syntax.Span) {
	before := len(c.list.Errors)
	params := leaf.Params()
	leaf.Args = make([]host.Value, len(params))
	for i := range params {
		p := &params[i]
		leaf.Args[i] = p.Default
		if p.Unread {
			c.decoration(p, h)
			continue
		}
		text, given := h.param(p.Name)
		switch {
		case !given && !p.Optional:
			c.list.Errorf(nameAt, "no parameter %q, wanted %v", p.Name, p.Kind)
		case !given:
		case p.Kind == host.Where:
			leaf.Facet = c.where(text, p.Name, h.textAt(p.Name))
		default:
			v, err := p.Accept(valueOf(text, p.Kind))
			if err != nil {
				c.list.Errorf(h.textAt(p.Name), "parameter %v", err)
			}
			leaf.Args[i] = v
		}
	}
	if check == nil || len(c.list.Errors) > before {
		return
	}
	if err := check(c.site(leaf)); err != nil {
		standin.For(c.reg, c.list, c.list.Errorf(nameAt, "%v", err), err, leaf)
	}
}

func (c *compiler) site(leaf *tree.Leaf) *host.Site {
	return host.SiteIn(c.reg, host.Site{Tree: c.name, Args: leaf.Args, Params: leaf.Params()})
}

// warn tells what an action finds odd about a use that loads.
func (c *compiler) warn(a *host.Action, leaf *tree.Leaf, nameAt syntax.Span) {
	if a.Warn != nil && len(c.list.Errors) == 0 {
		a.Warn(c.site(leaf), func(text string) { c.list.Noticef(nameAt, "%s: %s", a.Name, text) })
	}
}

// where reads KEY=VALUE, which selects bots by one value of their state.
func (c *compiler) where(text, param string, nameAt syntax.Span) host.FacetID {
	key, value, ok := strings.Cut(text, "=")
	if key = strings.TrimSpace(key); !ok || key == "" {
		c.list.Errorf(nameAt, "parameter %s: wanted KEY=VALUE, found %q", param, clip(text))
		return host.Nobody
	}
	value = strings.TrimSpace(value)
	v := valueOf(value, host.Any)
	switch value {
	case "true", "false":
		v = valueOf(value, host.Bool)
	case "null":
		v = host.NullValue
	}
	return host.SymbolsOf(c.reg).Facet(host.Facet{Key: c.reg.Key(key), Value: c.reg.Sym(v)})
}

// valueOf returns a text as a value of a kind, or as a string when it is none.
// White space around a number or truth value is ignored, because the text of a
// parameter keeps a space behind its attribute.
func valueOf(text string, k host.Kind) host.Value {
	word := strings.TrimSpace(text)
	switch k {
	case host.Bool:
		if word == "true" || word == "false" {
			return host.BoolValue(word == "true")
		}
	case host.Int, host.Number, host.Any:
		if f, err := strconv.ParseFloat(word, 64); err == nil && !math.IsNaN(f) {
			return host.NumberValue(f)
		}
	}
	return host.StringValue(text)
}

// path names a rule by the lists around it, each with its index in its list.
func (s *semantics) path(t *tree.Tree, n tree.NodeID) string {
	if n == 0 {
		return "nowhere"
	}
	text := s.brief(t, n)
	if parent := t.Nodes[n].Parent; parent != 0 {
		return fmt.Sprintf("%s > %d: %s", s.path(t, parent), t.Nodes[n].Slot, text)
	}
	return text
}
