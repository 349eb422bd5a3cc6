package btcpp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// Port declares a port of a leaf that reads and writes its ports itself.
type Port = port

// Input declares a port that a leaf reads; nothing is there where a tree does not give it.
func Input(name string, typ board.Type) Port { return input(name, typ) }

// Preset declares an input with a text for trees that do not give it, which may be a key in braces.
func Preset(name string, typ board.Type, text string) Port { return preset(name, typ, text) }

// Output declares a port that a leaf writes.
func Output(name string, typ board.Type) Port { return port{name: name, typ: typ, dir: out} }

// Counted declares a port that a leaf reads and writes, which is the entry of its own name where a tree
// does not give another.
func Counted(name string) Port {
	return port{name: name, typ: board.Int, dir: inout, preset: "{" + name + "}", hasPreset: true}
}

// Leaf is the payload of an action of the vocabulary. One that is instant answers nothing but success and
// failure, and is called whenever its parent calls it.
func Leaf(instant bool, ports ...Port) any { return &native{sync: instant, ports: ports} }

// Asking is the payload of a condition of the vocabulary, an instant leaf.
func Asking(ports ...Port) any { return &native{sync: true, asks: true, ports: ports} }

// Describe says what a port is for, in what unit a number is measured, and what a text names; the
// latter two may be empty.
func Describe(p Port, doc, unit, names string) Port { return p.is(doc).in(unit).naming(names) }

// NameOf returns the name of a port.
func NameOf(p Port) string { return p.name }

// Ports are the ports of a leaf in the middle of its call.
type Ports = portsAt

// PortsOf returns the ports of an action whose payload [Leaf] made.
func PortsOf(c *host.Call) Ports { return portsIn(c) }

// Get reads a port. It is not ok where a tree does not give it, and where its entry has no value of its
// type.
func (p portsAt) Get(name string) (v board.Value, ok bool) {
	u := p.use(name)
	if u == nil || u.how == absent {
		return v, false
	}
	v = p.s.maybe(p.x, u)
	return v, !v.IsEmpty()
}

// Put writes a port where a tree binds it to an entry. An entry that does not take the value is told.
func (p portsAt) Put(name string, v board.Value) {
	u := p.use(name)
	if u == nil || u.how != keyed {
		return
	}
	if err := p.s.write(p.x, u, v); err != nil {
		p.x.Warnf(p.n, "%s: %v", name, err)
	}
}

// Fresh reports whether the leaf was reset since it was last called, or never called.
func (p portsAt) Fresh() bool { return statusOf(p.x, p.n) == idle }

// NodeText describes a node of the vocabulary for listings.
type NodeText struct{ Name, Ports, Truth string }

// VocabularyNodes lists Nav2's controls and decorators, by the order of the ops.
func VocabularyNodes() (all []NodeText) {
	for op := opPipelineSequence; op <= opSingleTrigger; op++ {
		k := nav2Kinds[ops.Name(tree.Op(op))]
		all = append(all, NodeText{k.name, portTexts(k.ports), ops.Truth(k.name)})
	}
	return all
}

// PortTexts describes the ports of an action whose payload [Leaf] made.
func PortTexts(a *host.Action) string {
	n, ok := a.Payload.(*native)
	if !ok {
		return ""
	}
	return portTexts(n.ports)
}

// portTexts lists ports: what is read, with defaults, then what is written.
func portTexts(ports []port) string {
	var read, written []string
	for i := range ports {
		switch p := &ports[i]; {
		case p.dir == out:
			written = append(written, "`"+p.name+"`")
		case p.dir == inout:
			written = append(written, "`"+p.name+"` (read, too)")
		case p.hasPreset && p.preset != "":
			read = append(read, fmt.Sprintf("`%s` (%s)", p.name, p.preset))
		default:
			read = append(read, "`"+p.name+"`")
		}
	}
	if len(written) > 0 {
		written[0] = "writes " + written[0]
	}
	return strings.Join(slices.Concat(read, written), ", ")
}

// Supply offers leaves of the vocabulary, whose payloads [Leaf] made, to trees of games that ask for it.
func Supply(reg *host.Registry, leaves []host.Action) error {
	for _, a := range leaves {
		a.Vocabulary = true
		if err := reg.Overlay(dialect).AddAction(a); err != nil {
			return err
		}
	}
	return nil
}
