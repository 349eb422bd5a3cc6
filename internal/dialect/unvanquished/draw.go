package unvanquished

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Label names a node as a file does.
func (s *semantics) Label(t *tree.Tree, n tree.NodeID) (kind, detail string) {
	node := &t.Nodes[n]
	switch opOf(node) {
	case opFile:
		detail = s.files[n].Name
	case opAction:
		leaf := &t.Leaves[node.Leaf]
		detail = leaf.Name() + arguments(leaf)
	case opCondition, opGuard:
		detail = label(t, node.Arg)
	case opMapStatus:
		detail = fmt.Sprintf("failure: %v, success: %v, running: %v",
			host.Status(node.Arg&0xff), host.Status(node.Arg>>8&0xff), host.Status(node.Arg>>16&0xff))
	case opReturn:
		detail = host.Status(node.Arg).String()
	case opTimer:
		detail = fmt.Sprintf("%d ms", node.Arg)
	case opSpawn:
		detail = fmt.Sprint(node.Arg)
	}
	return opOf(node).String(), detail
}

// arguments shows the arguments that were given or have a default.
func arguments(leaf *tree.Leaf) string {
	args, params := leaf.Args, leaf.Params()
	for len(args) > 0 && args[len(args)-1] == host.NullValue {
		args = args[:len(args)-1]
	}
	text := ""
	for i, v := range args {
		if i > 0 {
			text += ", "
		}
		text += symbolic(params[i].Name, v)
	}
	if text == "" {
		return ""
	}
	return "( " + text + " )"
}

// label shows an expression with parentheses only where they are needed.
func label(t *tree.Tree, at int32) string {
	in := &t.Exprs[at]
	switch in.Code {
	case exprConst:
		return literal(t.Consts[in.A])
	case exprCall:
		leaf := &t.Leaves[in.A]
		return leaf.Name() + arguments(leaf)
	case exprNot:
		return "!" + operand(t, in.A, -1)
	}
	op := Operator(in.Code - exprBinary)
	x, y := operand(t, in.A, int(op)-1), operand(t, int32(in.B), int(op))
	if left, right := &t.Exprs[in.A], &t.Exprs[in.B]; left.Code == exprCall && right.Code == exprConst && op < And {
		y = symbolic(t.Leaves[left.A].Name(), t.Consts[right.A])
	}
	return x + " " + op.String() + " " + y
}

// symbols has, for each parameter and function of the game that takes or gives
// symbols, how these begin.
var symbols = map[string]string{
	"entity": "E_", "goalBuildingType": "E_", "goalType": "ET_", "weapon": "WP_", "upgrade": "UP_",
	"class": "PCL_", "team": "TEAM_", "goalTeam": "TEAM_", "direction": "MOVE_", "direction2": "MOVE_", "mode": "SAY_",
}

// symbolic shows a value as the symbol that it stands for in a parameter or
// beside a function, otherwise as it is.
func symbolic(name string, v host.Value) string {
	if prefix := symbols[name]; prefix != "" && v.Kind() == host.Int {
		for _, s := range Symbols {
			if strings.HasPrefix(s.Name, prefix) && float64(s.Value) == v.Number() {
				return s.Name
			}
		}
	}
	return literal(v)
}

// operand shows an expression, in parentheses where its operator binds looser
// than a level.
func operand(t *tree.Tree, at int32, level int) string {
	if code := t.Exprs[at].Code; code >= exprBinary && int(code-exprBinary) > level {
		return "( " + label(t, at) + " )"
	}
	return label(t, at)
}

// Role tells composites, decorators, conditions and actions apart.
func (*semantics) Role(t *tree.Tree, n tree.NodeID) run.Role { return ops.Role(t.Nodes[n].Op) }
