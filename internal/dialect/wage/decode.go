package wage

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// maxDepth says how deep nodes may be nested in a tree.
var maxDepth = limit.New("tree.depth", 200, 1000, "nodes", "nodes of a tree in YAML or JSON within each other", limit.Refused)

// dialect is the name of the dialect's overlay of a registry.
const dialect = "wage"

// LeafKinds are the actions that have a kind of their own, which is their name.
var LeafKinds = []string{"chase_nearest", "flee_nearest", "wander"}

var (
	conditionKinds = []string{"selector", "sequence", "state_equals", "condition"}
	allKinds       = append([]string{"selector", "sequence", "state_equals", "action", "condition"}, LeafKinds...)
)

// IsWord reports whether a name is a kind of node in every tree, beside those of
// actions.
func IsWord(name string) bool { return slices.Contains(allKinds, name) && !isKind(name) }

func isKind(name string) bool { return slices.Contains(LeafKinds, name) }

// decoder turns documents into nodes. It reports every fault to the list and
// leaves out what is faulty.
type decoder struct {
	limits limit.Values
	reg    *host.Registry
	own    *host.Overlay // what trees of this dialect alone see of the registry
	list   *syntax.List
	tree   string // the name of the tree, for checks
	// conditionsOnly is set for the from and to of a rule: actions are refused
	// there.
	conditionsOnly bool
}

// Decode reads a tree. It returns nil when it has added errors to the list.
func Decode(n *markup.Node, name string, reg *host.Registry, l *syntax.List) Node {
	before := len(l.Errors)
	d := &decoder{limits: *host.LimitsOf(reg), reg: reg, own: reg.Overlay(dialect), list: l, tree: name}
	node := d.node(n, 1)
	if len(l.Errors) > before {
		return nil
	}
	return node
}

// DecodeCondition reads a tree without actions. A map without a `kind` is its
// short form: state keys and the values that all of them must have.
func DecodeCondition(n *markup.Node, name string, reg *host.Registry, l *syntax.List) Node {
	before := len(l.Errors)
	d := &decoder{limits: *host.LimitsOf(reg), reg: reg, own: reg.Overlay(dialect), list: l, tree: name, conditionsOnly: true}
	var node Node
	if n.Kind == markup.Map && n.Get("kind") == nil {
		all := &Sequence{At: n.Span}
		for _, e := range n.Entries {
			all.Children = append(all.Children, d.test(e.KeySpan, e.Key, e.Value))
		}
		node = all
	} else {
		node = d.node(n, 1)
	}
	if len(l.Errors) > before {
		return nil
	}
	return node
}

func (d *decoder) node(n *markup.Node, depth int) Node {
	o := n.Object(d.list, "a tree node").SkipNulls()
	if o == nil {
		return nil
	}
	if depth > maxDepth.In(d.limits) {
		d.list.Errorf(n.Span, "a tree deeper than %d nodes", maxDepth.In(d.limits))
		return nil
	}
	if !o.Has("kind") {
		d.list.Errorf(n.Span, "a tree node without kind, wanted one of %s", markup.Or(d.kinds()))
		return nil
	}
	kind, ok := o.Str("kind")
	if !ok {
		return nil
	}
	o.Named(kind)
	switch {
	case kind == "selector":
		kids := d.children(o, kind, depth)
		o.Done()
		return &Selector{n.Span, kids}
	case kind == "sequence":
		kids := d.children(o, kind, depth)
		o.Done()
		return &Sequence{n.Span, kids}
	case kind == "state_equals":
		return d.stateEquals(o, n)
	case kind == "condition":
		return d.condition(o, n)
	case kind == "action" || isKind(kind):
		if d.conditionsOnly {
			found := "the action " + kind
			if kind == "action" {
				found = "an action"
			}
			d.list.Errorf(o.Node("kind").Span, "kind: wanted a condition (%s), found %s", markup.Or(conditionKinds), found)
			return nil
		}
		return d.action(o, n, kind)
	}
	err := d.list.Errorf(o.Node("kind").Span, "unknown kind %q, wanted one of %s", kind, markup.Or(d.kinds()))
	switch {
	case host.FindAction(d.own, kind) != nil && !d.conditionsOnly:
		err.Hint = "an action of the game is written kind: action, name: " + kind
	case host.FindFunc(d.own, kind) != nil:
		err.Hint = "a condition of the game is written kind: condition, name: " + kind
	default:
		err.Suggest(kind, d.kinds())
	}
	return d.kindInstead(o, n, kind, err, depth)
}

// kindInstead reads a node of a kind that nobody has, of which the fault was told: its children say what
// stands in for it; nil where nothing may.
func (d *decoder) kindInstead(o *markup.Object, n *markup.Node, kind string, fault *syntax.Error, depth int) Node {
	switch {
	case o.Node("children") != nil:
		if standin.Excuse(d.reg, d.list, fault, standin.AControl) {
			return &Sequence{n.Span, d.children(o, kind, depth)}
		}
	case d.conditionsOnly:
		if use := standin.Func(d.reg, d.list, fault, kind, host.Bool, host.BoolValue(false)); use != nil {
			return &Condition{At: n.Span, Use: use}
		}
	default:
		return d.instead(n, standin.Action(d.reg, d.list, fault, kind))
	}
	return nil
}

func (d *decoder) kinds() []string {
	if d.conditionsOnly {
		return conditionKinds
	}
	return allKinds
}

func (d *decoder) children(o *markup.Object, kind string, depth int) []Node {
	if !o.Has("children") {
		d.list.Errorf(o.Span(), "%s without children, wanted a list (it may be empty: [])", kind)
		return nil
	}
	var kids []Node
	for _, item := range o.List("children") {
		kids = append(kids, d.node(item, depth+1))
	}
	return kids
}

func (d *decoder) stateEquals(o *markup.Object, n *markup.Node) Node {
	key := o.RequiredStr("key")
	value := d.required(o, "state_equals", "value")
	o.Done()
	if value == nil {
		return nil
	}
	return d.test(n.Span, key, value)
}

// required reads a key that must be written even where its value is null.
func (d *decoder) required(o *markup.Object, what, key string) *markup.Node {
	v := o.Value(key)
	if v == nil {
		d.list.Errorf(o.Span(), "%s without %s (null must be written)", what, key)
	}
	return v
}

func (d *decoder) test(at syntax.Span, key string, value *markup.Node) Node {
	noticeYes(value, d.list)
	v := value.Value()
	if !v.Comparable() {
		d.list.Noticef(value.Span, "%v equals nothing, so this test is never true", v)
	}
	return &StateEquals{at, key, v}
}

func (d *decoder) action(o *markup.Object, n *markup.Node, kind string) Node {
	name, args, ok := kind, o, true
	if kind == "action" {
		name = o.RequiredText("name")
		args, ok = d.args(o)
		o.Done()
		if name == "" {
			return nil
		}
	}
	use := host.FindAction(d.own, name)
	if use == nil {
		at := o.Node("kind").Span
		if kind == "action" {
			at = o.Node("name").Span
		}
		fault := d.list.Errorf(at, "unknown action %q", name).Suggest(name, d.reg.ActionNames())
		return d.instead(n, standin.Action(d.reg, d.list, fault, name))
	}
	if use.Kind != host.Leaf {
		d.list.Errorf(o.Node("kind").Span, "%s is a %v, which stands over a child, wanted an action that stands alone", name, use.Kind)
		return nil
	}
	if !ok {
		return nil
	}
	node := &Action{At: n.Span, Use: use}
	before := len(d.list.Errors)
	node.Args, node.Where, node.Numbers = d.bind(args, n.Span, name, use.Params)
	if use.Check != nil && len(d.list.Errors) == before {
		if err := use.Check(host.SiteIn(d.reg, host.Site{Tree: d.tree, Args: node.Args, Params: use.Params})); err != nil {
			fault := d.list.Errorf(n.Span, "%s: %v", name, err)
			if leaf := (tree.Leaf{Action: use}); standin.For(d.reg, d.list, fault, err, &leaf) {
				return d.instead(n, leaf.Action)
			}
		}
	}
	return node
}

// instead returns a node for what stands in for an action; nil for nothing. What it is given means
// nothing.
func (d *decoder) instead(n *markup.Node, use *host.Action) Node {
	if use == nil {
		return nil
	}
	return &Action{At: n.Span, Use: use}
}

func (d *decoder) condition(o *markup.Object, n *markup.Node) Node {
	name := o.RequiredText("name")
	args, ok := d.args(o)
	o.Done()
	if name == "" {
		return nil
	}
	use := host.FindFunc(d.own, name)
	if use == nil {
		fault := d.list.Errorf(o.Node("name").Span, "unknown condition %q", name).Suggest(name, d.reg.FuncNames())
		if use = standin.Func(d.reg, d.list, fault, name, host.Bool, host.BoolValue(false)); use != nil {
			return &Condition{At: n.Span, Use: use}
		}
		return nil
	}
	if use.Result != host.Bool && use.Result != host.Any {
		err := d.list.Errorf(o.Node("name").Span, "%s gives %v, wanted a condition that gives true or false", name, use.Result)
		if below := name + "_below"; host.FindFunc(d.own, below) != nil {
			err.Hint = below + " and " + name + "_at_least compare it with a limit"
		}
	}
	if !ok {
		return nil
	}
	node := &Condition{At: n.Span, Use: use}
	before := len(d.list.Errors)
	node.Args, node.Where, node.Numbers = d.bind(args, n.Span, name, use.Params)
	if use.Check != nil && len(d.list.Errors) == before {
		if err := use.Check(host.SiteIn(d.reg, host.Site{Tree: d.tree, Args: node.Args, Params: use.Params})); err != nil {
			fault := d.list.Errorf(n.Span, "%s: %v", name, err)
			if leaf := (tree.Leaf{Func: use}); standin.For(d.reg, d.list, fault, err, &leaf) {
				return &Condition{At: n.Span, Use: leaf.Func}
			}
		}
	}
	return node
}

// args returns the map of arguments, or nil when there is none. ok is false when
// something else stands in its place.
func (d *decoder) args(o *markup.Object) (args *markup.Object, ok bool) {
	n := o.Node("args")
	args = n.Object(d.list, "args")
	return args, n == nil || args != nil
}

// bind reads declared parameters from a map of arguments by name.
func (d *decoder) bind(o *markup.Object, at syntax.Span, name string, params []host.Param) (args []host.Value, where host.FacetID, numbers []run.Number) {
	args = make([]host.Value, len(params))
	for i := range params {
		p := &params[i]
		args[i] = p.Default
		given := o.Value(p.Name)
		switch {
		case given == nil && !p.Optional:
			d.list.Errorf(at, "%s without %s, wanted %v", name, p.Name, p.Kind)
		case given == nil:
		case p.Kind == host.Where:
			where = d.where(given)
		default:
			v, err := p.Accept(given.Value())
			if err != nil {
				d.list.Errorf(given.Span, "%v", err)
			}
			if args[i] = v; given.Kind == markup.Number {
				numbers = append(numbers, run.Number{Of: name, Arg: p.Name, At: given.Span, Value: given.Num})
			}
		}
	}
	o.Done()
	return args, where, numbers
}

// where reads {key, value}: one strict equality on the state of the bots to
// choose from.
func (d *decoder) where(n *markup.Node) host.FacetID {
	o := n.Object(d.list, "where")
	if o == nil {
		return host.Nobody
	}
	key, value := o.RequiredStr("key"), d.required(o, "where", "value")
	o.Done()
	if value == nil {
		return host.Nobody
	}
	noticeYes(value, d.list)
	v := value.Value()
	if !v.Comparable() {
		d.list.Noticef(value.Span, "%v equals nothing, so nobody matches", v)
	}
	return host.SymbolsOf(d.reg).Facet(host.Facet{Key: d.reg.Key(key), Value: d.reg.Sym(v)})
}
