package btcpp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/optable"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// gather fills the table of nodes that trees can use: those of the dialect, and what the game offers.
func (lib *library) gather() {
	for name, k := range builtIn {
		lib.known[name] = k
		lib.words = append(lib.words, name)
	}
	own := lib.reg.Overlay(dialect)
	if own.Vocabulary {
		for name, k := range nav2Kinds {
			if !offersItself(own, name) {
				lib.known[name] = k
				lib.words = append(lib.words, name)
			}
		}
	}
	slices.Sort(lib.words)
	actions, funcs := host.Found(own)
	for _, a := range actions {
		lib.words = append(lib.words, a.Name)
	}
	for _, f := range funcs {
		lib.words = append(lib.words, f.Name)
	}
}

// kindOf returns the type of node of a name; nil where there is none.
func (lib *library) kindOf(name string) *kind {
	if k, ok := lib.known[name]; ok {
		return k
	}
	k := offered(lib.reg.Overlay(dialect), name)
	lib.known[name] = k
	return k
}

// hasNode reports whether a name is just that of a type of node, in the letters in which it is
// offered. No tree has such an ID.
func (lib *library) hasNode(name string) bool {
	k := lib.kindOf(name)
	return k != nil && k.name == name
}

// offered makes the type of node of what a game offers by a name, or by the same name in lower case
// with underscores.
func offered(own *host.Overlay, name string) *kind {
	for _, name := range []string{name, optable.Underscored(name)} {
		if a := host.FindAction(own, name); a != nil {
			return kindOfAction(a)
		}
		if f := host.FindFunc(own, name); f != nil {
			return kindOfFunc(f)
		}
	}
	return nil
}

// intoPort is the port into which a function writes its value.
const intoPort = "into"

// kindOfFunc makes a condition of a function that gives a truth value, and of others an action that
// writes the value into an entry.
func kindOfFunc(f *host.Func) *kind {
	k := &kind{name: f.Name, op: opCondition, ports: portsOf(f.Params), ask: f}
	if f.Result != host.Bool {
		k.op = opValue
		k.ports = append(k.ports, port{name: intoPort, typ: typeOf(f.Result), dir: out})
	}
	return k
}

func kindOfAction(a *host.Action) *kind {
	k := &kind{name: a.Name, op: opAction, action: a, ports: portsOf(a.Params)}
	if n, ok := a.Payload.(*native); ok {
		k.ports, k.open = n.ports, n.open
		if n.sync {
			k.op = opSyncAction
		}
		return k
	}
	for _, p := range a.Outputs {
		k.ports = append(k.ports, port{name: p.Name, typ: typeOf(p.Kind), dir: out})
	}
	switch a.Kind {
	case host.Gate:
		k.op, k.least, k.most = opGate, 1, 1
	case host.Decorator:
		k.op, k.least, k.most = opDecorator, 1, 1
	case host.Composite:
		k.op, k.least, k.most = opComposite, 1, anyNumber
	}
	return k
}

// tree reads a BehaviorTree, and checks all nodes in it. VerifyXML of the original.
func (lib *library) tree(root, e *markup.Element) *treeText {
	t := &treeText{el: e}
	switch id := e.Attr("ID"); {
	case id != nil:
		t.id = id.Value
		lib.checkID(id)
	case len(root.Children) > 1:
		lib.list.Errorf(e.Span, "<BehaviorTree> without ID beside another element, wanted one")
	}
	if len(e.Children) != 1 {
		lib.list.Errorf(e.Span, "found %d nodes in <BehaviorTree>, wanted one", len(e.Children))
		return nil
	}
	t.root = e.Children[0]
	lib.verify(t.root, 1)
	return t
}

// checkID refuses the IDs that trees cannot have, and gives a notice of those that only the newest
// releases of the original refuse.
func (lib *library) checkID(id *markup.Attr) {
	at := id.ValueSpan
	switch {
	case id.Value == "Root" || id.Value == "root":
		lib.list.Errorf(at, "a tree cannot have the ID %q, wanted another one", id.Value)
	case lib.hasNode(id.Value):
		lib.list.Errorf(at, "a tree has the ID %q, which is a type of node, wanted another one", id.Value)
	case strings.ContainsAny(id.Value, forbidden) || strings.ContainsFunc(id.Value, isControl):
		lib.list.Noticef(at, "the ID %q is refused by the original since 4.9.0, for a blank or one of <>&\"'/\\:*?|. in it", id.Value)
	}
}

// kindNamed returns the type of an element, and the attribute that names it where the element has a
// kind word.
func (lib *library) kindNamed(e *markup.Element) (k *kind, name string, at syntax.Span) {
	name, at = e.Name, e.Span
	if slices.Contains(kindWords, e.Name) {
		id := e.Attr("ID")
		if id == nil {
			return lib.standIns[e], "", at
		}
		name, at = id.Value, id.ValueSpan
	}
	if k = lib.standIns[e]; k == nil {
		k = lib.kindOf(name)
	}
	return k, name, at
}

// verify checks a node and all below it.
func (lib *library) verify(e *markup.Element, level int) {
	if level > mostLevels {
		lib.list.Errorf(e.Span, "nodes nested deeper than %d levels", mostLevels)
		return
	}
	k, name, at := lib.kindNamed(e)
	if name != "" && (k == nil || lib.standIn == standin.All && k.name != name && k.strange(e)) {
		k = lib.standInFor(e, name, at, k)
	}
	n := len(e.Children)
	switch {
	case name == "":
		lib.list.Errorf(at, "<%s> without ID, wanted the name of a node", e.Name)
		lib.standIns[e] = lib.makeStandIn(e, e.Name, nil)
	case k == nil:
		lib.unknown(e, name, at)
		lib.standIns[e] = lib.makeStandIn(e, name, nil) // so that the rest can be looked at
	case e.Name == name && k.op != opSubTree && e.Attr("ID") != nil:
		lib.list.Errorf(e.Attr("ID").NameSpan, "found ID in <%s>, wanted it in <Action>, <Condition>, <Control>, <Decorator> or <SubTree> alone", e.Name)
	case k.op == opSubTree:
		lib.verifySubTree(e)
	case n < k.least || k.most >= 0 && n > k.most:
		lib.list.Errorf(at, "found %d nodes in <%s>, wanted %s", n, name, k.wants())
	case k.op == opReactiveSequence:
		lib.verifyReactive(e)
	}
	for _, child := range e.Children {
		lib.verify(child, level+1)
	}
}

// strange reports whether an element has ports that the node does not: it is another program's.
func (k *kind) strange(e *markup.Element) bool {
	return !k.open && slices.ContainsFunc(e.Attrs, func(a markup.Attr) bool { return isPortName(a.Name) && k.port(a.Name) < 0 })
}

// wants says how many children a node takes.
func (k *kind) wants() string {
	switch {
	case k.most == 0:
		return "none: it is a leaf"
	case k.most == k.least:
		return fmt.Sprintf("exactly %d", k.least)
	case k.most > 0:
		return fmt.Sprintf("%d to %d", k.least, k.most)
	}
	return fmt.Sprintf("at least %d", k.least)
}

func (lib *library) verifySubTree(e *markup.Element) {
	id := e.Attr("ID")
	switch {
	case id == nil:
		lib.list.Errorf(e.Span, "<SubTree> without ID, wanted the ID of a tree")
	case len(e.Children) > 0:
		lib.list.Errorf(e.Span, "found %d nodes in <SubTree>, wanted none", len(e.Children))
	case lib.hasNode(id.Value):
		lib.list.Errorf(id.ValueSpan, "<SubTree> names %q, which is a type of node, wanted the ID of a tree", id.Value)
	}
}

// verifyReactive refuses what the original refuses below a ReactiveSequence.
func (lib *library) verifyReactive(e *markup.Element) {
	yields := 0
	for _, child := range e.Children {
		switch {
		case !slices.Contains(kindWords, child.Name):
		case lib.standIn == standin.All:
			lib.list.Noticef(child.Span, "found <%s> right below <ReactiveSequence>, which the original refuses", child.Name)
		default:
			lib.list.Errorf(child.Span, "found <%s> right below <ReactiveSequence>, wanted the node's own name as the element, as in the original", child.Name)
		}
		if child.Name == "AsyncSequence" {
			if yields++; yields > 1 {
				lib.list.Errorf(child.Span, "a second <AsyncSequence> right below <ReactiveSequence>, wanted one, as in the original")
			}
		}
	}
}

// unknown refuses a node that nobody has.
func (lib *library) unknown(e *markup.Element, name string, at syntax.Span) *syntax.Error {
	if now := version3[name]; now != "" {
		fault := lib.list.Errorf(at, "unknown node %q, which is of version 3", name)
		fault.Hint = "in version 4 write " + now
		return fault
	}
	if name == "BehaviorTree" {
		return lib.list.Errorf(at, "found <BehaviorTree> within a tree, wanted a node")
	}
	fault := lib.list.Errorf(at, "unknown node %q", name)
	if lib.declared[name] != nil {
		fault.Hint = "the file's TreeNodesModel describes it, and the game has to offer it"
		return fault
	}
	if name == e.Name {
		e.Misnamed(fault, lib.words...)
	} else {
		fault.Suggest(name, lib.words)
	}
	if own := lib.reg.Overlay(dialect); !own.Vocabulary && inVocabulary(own, name) {
		fault.Hint = strings.TrimSpace(fault.Hint + " " + host.VocabularyHint(name, Vocabulary))
	}
	return fault
}

// standInFor makes a node that takes the place of one that nobody has, or that the game has with other
// ports, where that is asked for.
func (lib *library) standInFor(e *markup.Element, name string, at syntax.Span, has *kind) *kind {
	model := lib.declared[name]
	if lib.standIn == standin.Nothing || lib.standIn == standin.Declared && model == nil || version3[name] != "" {
		return nil
	}
	k := lib.makeStandIn(e, name, model)
	lib.standIns[e] = k
	if lib.told[name] == nil {
		lib.told[name] = k
	}
	fault := lib.unknown(e, name, at)
	if has != nil {
		fault.Hint = fmt.Sprintf("the game has %s with other ports", has.name)
	}
	standin.Tell(lib.list, fault, k.standsFor())
	return k
}
