package btcpp

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// standInAfter is how long a stand-in of a leaf runs, in milliseconds.
const standInAfter = 1000

// makeStandIn makes the type of node that stands in for one that nobody has: what a model says that
// it is, or else what its children make of it.
func makeStandIn(e *markup.Element, name string, model *markup.Element) *kind {
	k := &kind{name: name, op: opMock, open: true, mock: &mock{answer: success, after: standInAfter}}
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
	switch {
	case word == "Condition":
		k.mock = &mock{answer: success}
	case word == "Decorator" || word != "Control" && len(e.Children) == 1:
		k.op, k.mock, k.least, k.most = opPass, nil, 1, 1
	case word == "Control" || len(e.Children) > 1:
		k.op, k.mock, k.least, k.most = opSequence, nil, 1, anyNumber
	}
	return k
}

func (k *kind) standsFor() string {
	switch {
	case k.op == opPass:
		return "a decorator that passes its child's answer"
	case k.op == opSequence:
		return "a Sequence"
	case k.mock.after == 0:
		return "a condition that is always true"
	}
	return "an action that succeeds after a second"
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

// mock answers what it is told to, at once or after a while: a stand-in, or a node that tests put in
// the place of another one. test_node.cpp.
type mock struct {
	answer answer
	after  uint32 // milliseconds
	// code gives the answer in its place; the others run when it is done: the one of the answer, then
	// post. All are empty for none.
	code, onSuccess, onFailure, post string
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
