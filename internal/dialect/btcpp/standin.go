package btcpp

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// makeStandIn makes the type of node that stands in for one that nobody has: what a model says that
// it is, or else what its children make of it.
func (lib *library) makeStandIn(e *markup.Element, name string, model *markup.Element) *kind {
	k := &kind{name: name, open: true}
	word := e.Name
	if model != nil {
		word = model.Name
		k.ports = declaredPorts(model)
	}
	for i := range e.Attrs { // those that it is given, so that they are shown
		if a := &e.Attrs[i]; isPortName(a.Name) && k.port(a.Name) < 0 {
			k.ports = append(k.ports, port{name: a.Name, typ: board.Free, dir: inout})
		}
	}
	first := lib.told[name] // of whom a kind word may have said what they are
	switch {
	case word == "Decorator" || word != "Control" && word != "Condition" && len(e.Children) == 1:
		k.op, k.least, k.most = opPass, 1, 1
	case word == "Control" || len(e.Children) > 1:
		k.op, k.least, k.most = opSequence, 1, anyNumber
	case lib.standIn == standin.Nothing: // it is refused, and what is around it is looked at
		k.op = opAlwaysSuccess
	case word == "Condition" || first != nil && first.op == opCondition:
		k.op, k.ask = opCondition, standin.FuncOf(lib.reg, name, host.Bool, host.BoolValue(false))
	default:
		k.op, k.action = opAction, standin.ActionOf(lib.reg, name)
	}
	return k
}

// standsFor says what a type of node is that stands in.
func (k *kind) standsFor() string {
	switch k.op {
	case opPass:
		return standin.ADecorator
	case opSequence:
		return standin.AControl
	case opCondition:
		return standin.ACondition
	}
	return standin.AnAction
}

// declaredPorts reads the ports of a node's model. What is no type of the dialect is taken as it is.
func declaredPorts(model *markup.Element) (ports []port) {
	directions := map[string]direction{"input_port": in, "output_port": out, "inout_port": inout}
	for _, p := range model.Children {
		dir, ok := directions[p.Name]
		name := p.Attr("name")
		if !ok || name == nil || notPort(name.Value) != "" {
			continue
		}
		ports = append(ports, port{name: name.Value, typ: board.Free, dir: dir})
	}
	return ports
}

// typeOf returns the type of the port that a parameter is.
func typeOf(k host.Kind) board.Type {
	switch k {
	case host.Bool:
		return board.Bool
	case host.Int:
		return board.Int
	case host.Number:
		return board.Double
	case host.String, host.Where:
		return board.String
	}
	return board.Free
}

// portsOf returns the parameters of what a game offers as ports.
func portsOf(params []host.Param) []port {
	ports := make([]port, len(params))
	for i := range params {
		ports[i] = port{name: params[i].Name, typ: typeOf(params[i].Kind)}
	}
	return ports
}
