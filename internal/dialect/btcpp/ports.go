package btcpp

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// use is a port of a node as it is used.
type use struct {
	*port
	how   usage
	text  string      // as it is written
	value board.Value // of a static text
	err   error       // why that cannot be converted
	ref   int32       // of a key
	at    syntax.Span
	attr  *markup.Attr // nil where the port has its default
	// refused: the text is an error that is told
	refused bool
}

type usage uint8

const (
	absent usage = iota
	static
	keyed
)

// ports reads the ports of a node, in the order of its kind. NodeConfig of the original; xml_parsing.cpp,
// createNodeFromXML.
func (c *compiler) ports(e *markup.Element, k *kind, at int32, n tree.NodeID) {
	if len(k.ports) == 0 && !k.open {
		c.refusePorts(e, k)
		return
	}
	first := len(c.s.uses)
	c.b.Node(n).Arg = int32(first)
	for i := range k.ports {
		c.s.uses = append(c.s.uses, use{port: &k.ports[i], at: e.Span, ref: -1})
	}
	fresh := map[string]board.Type{}
	for i := range e.Attrs {
		a := &e.Attrs[i]
		if !isPortName(a.Name) {
			continue
		}
		if i := k.port(a.Name); i >= 0 {
			u := &c.s.uses[first+i]
			u.attr, u.at = a, a.ValueSpan
			c.port(u, k, a.Value, at, fresh)
			c.note(k, u)
		}
	}
	c.refusePorts(e, k)
	for i := range k.ports {
		if u := &c.s.uses[first+i]; u.how == absent && u.hasPreset {
			c.preset(u, at)
		}
	}
}

// refusePorts refuses the ports that a node does not have.
func (c *compiler) refusePorts(e *markup.Element, k *kind) {
	if k.open {
		return
	}
	for i := range e.Attrs {
		a := &e.Attrs[i]
		if !isPortName(a.Name) || k.port(a.Name) >= 0 {
			continue
		}
		var names []string
		for _, p := range k.ports {
			names = append(names, p.name)
		}
		if c.lib.standIn == standin.All {
			c.list.Noticef(a.NameSpan, "<%s> has no port %q, which is ignored", k.name, a.Name)
			continue
		}
		err := c.list.Errorf(a.NameSpan, "<%s> has no port %q", k.name, a.Name)
		if err.Suggest(a.Name, names); err.Hint == "" && len(names) > 0 {
			err.Hint = "it has " + strings.Join(names, ", ")
		}
	}
}

// port reads a port that is given.
func (c *compiler) port(u *use, k *kind, text string, at int32, fresh map[string]board.Type) {
	u.text = text
	key, isKey := "", len(text) > 2 && text[0] == '{' && text[len(text)-1] == '}'
	if isKey {
		key = text[1 : len(text)-1]
	}
	if key == "=" || text == "=" && (u.typ == board.String || !u.typ.Fixed()) {
		key, isKey = u.name, true
	}
	if isKey {
		if !c.checkKey(key, u.at) {
			return
		}
		u.how, u.ref = keyed, c.boards.ref(at, key)
		c.declare(u, key, fresh)
		c.mention(u.at, at, key, u.dir != in || k.open)
		return
	}
	c.text(text)
	u.how = static
	if u.value, u.err = c.enums.Parse(u.typ, text); u.err != nil && u.typ != board.Status && u.typ != board.Enum {
		u.refused = true
		if u.name == intoPort && u.dir == out {
			c.list.Errorf(u.at, "%s: found %q, wanted a key in braces: the entry for the value", u.name, text)
			return
		}
		c.list.Errorf(u.at, "%s: %v", u.name, u.err)
	}
	if u.err != nil && !u.refused {
		c.list.Noticef(u.at, "%s: %v", u.name, u.err).Hint = runHint
	}
	if key, isKey := keyIn(text); isKey { // what is checked is a text, what is read a key
		u.how, u.ref = keyed, c.boards.ref(at, key)
	}
}

// preset reads the text of a port that is not given.
func (c *compiler) preset(u *use, at int32) {
	u.text = u.port.preset
	if key, isKey := keyIn(u.text); isKey {
		if key == "=" {
			key = u.name
		}
		u.how, u.ref = keyed, c.boards.ref(at, key)
		return
	}
	c.text(u.text)
	u.how = static
	u.value, u.err = c.enums.Parse(u.typ, u.text)
}

// declare makes the entry of a key with the type of its port, or refuses another type than it has. Of
// two ports of one leaf on one key the original takes either first.
func (c *compiler) declare(u *use, key string, fresh map[string]board.Type) {
	clash := func(was board.Type) {
		err := c.list.Errorf(u.at, "entry %q is %s and the port %s of another type, %s", key, was, u.name, u.typ)
		err.Hint = "an entry has the type of the first port that is bound to it"
		if s := c.boards.start(u.ref); s >= 0 && c.boards.slots[s].at.Start.Line > 0 {
			err.Hint = "a constant is an int or a double by its look: 10 or 10.0"
			err.Notes = []syntax.Note{{Pos: c.boards.slots[s].at.Start, Msg: "the constant of the SubTree"}}
		}
	}
	s := c.boards.start(u.ref)
	if s < 0 {
		if to := c.boards.refs[u.ref].make; to >= 0 {
			c.boards.slots[to].present, c.boards.slots[to].start.Declared = true, u.typ
		}
		fresh[key] = u.typ
		return
	}
	was := c.boards.slots[s].start.Declared
	first, isFresh := fresh[key]
	switch {
	case was == u.typ || !was.Fixed() || !u.typ.Fixed():
	case was != board.String, isFresh && first != u.typ:
		clash(was)
	default:
		c.list.Noticef(u.at, "the entry %q is a text by another port, and %s here: the text is converted in each call", key, u.typ)
	}
}

// note notes a number that could be another one.
func (c *compiler) note(k *kind, u *use) {
	if u.how != static || u.typ != board.Int && u.typ != board.Unsigned && u.typ != board.Double {
		return
	}
	f, err := strconv.ParseFloat(u.text, 64)
	if err != nil || !isDecimal(u.text) || !u.value.IsNumber() {
		return
	}
	number := run.Number{Of: k.name, Arg: u.name, At: u.attr.ValueSpan, Value: f}
	if u.attr.Escaped() {
		number.Fixed = "it is written with references"
	}
	c.numbers = append(c.numbers, number)
}

var errNotGiven = errors.New("it is not given")

// read reads an input port. TreeNode::getInputStamped.
func (s *semantics) read(x *run.Exec, u *use) (board.Value, error) {
	v, err := s.held(x, u)
	if err != nil || u.how != keyed {
		return v, err
	}
	return s.enums.As(u.typ, v)
}

// held is read without the conversion of what an entry holds.
func (s *semantics) held(x *run.Exec, u *use) (board.Value, error) {
	switch u.how {
	case absent:
		return board.Value{}, errNotGiven
	case static:
		return u.value, u.err
	}
	slot := s.find(x, u.ref)
	if slot < 0 {
		return board.Value{}, fmt.Errorf("there is no entry %s", u.text)
	}
	v := s.value(x, slot)
	if v.IsEmpty() {
		return v, fmt.Errorf("the entry %s has no value", u.text)
	}
	return v, nil
}

// write writes an output port. TreeNode::setOutput.
func (s *semantics) write(x *run.Exec, u *use, v board.Value) error {
	if u.how != keyed {
		return fmt.Errorf("output %s: wanted a key in braces, found %q", u.name, u.text)
	}
	slot := s.find(x, u.ref)
	isNew := slot < 0
	if isNew {
		if slot = s.boards.refs[u.ref].make; slot < 0 {
			return fmt.Errorf("output %s: an entry %s would not be found again", u.name, u.text)
		}
	}
	return s.set(x, slot, isNew, v)
}

// set writes a value into the entry of a slot, as Blackboard::set does.
func (s *semantics) set(x *run.Exec, slot int32, isNew bool, v board.Value) error {
	en := board.Entry{}
	if !isNew {
		en = s.entry(x, slot)
	}
	if err := en.Write(s.enums, v); err != nil {
		return err
	}
	if isNew && v.IsText() {
		en.Declared = board.Free
	}
	s.store(x, slot, &en)
	return nil
}

// uses returns the ports of a node.
func (s *semantics) usesOf(node *tree.Node, n tree.NodeID) []use {
	k := s.nodes[n].kind
	return s.uses[node.Arg : int(node.Arg)+len(k.ports)]
}

// toHost returns a value as leaves of a game see it.
func toHost(v board.Value) host.Value {
	switch {
	case v.IsText():
		return host.StringValue(v.Text())
	case v.Own() == board.Bool:
		return host.BoolValue(v.Whole() != 0)
	case v.IsWhole():
		return host.IntValue(v.Whole())
	case v.IsReal():
		return host.NumberValue(v.Real())
	case v.IsEmpty():
		return host.NullValue
	}
	return host.OpaqueValue(listJSON(v))
}

// fromHost returns a value that a leaf of a game writes.
func fromHost(v host.Value) (board.Value, error) {
	switch v.Kind() {
	case host.Bool:
		return board.WholeOf(board.Bool, int64(v.Number())), nil
	case host.Int:
		return board.WholeOf(board.Int, int64(v.Number())), nil
	case host.Number:
		return board.RealOf(v.Number()), nil
	case host.String:
		return board.TextOf(v.Text()), nil
	case host.Opaque:
		return listOfJSON(v.String())
	}
	return board.Value{}, errors.New("found no value, wanted one")
}
