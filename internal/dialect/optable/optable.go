// Package optable has the type of the table in which each dialect lists its
// ops; names, roles and panics are made from it.
package optable

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Table has the ops of a dialect.
type Table struct {
	Dialect string
	Ops     []Op // by number; 0 is no op
}

// Op is the line of one op: its name as files write it, the part that it plays in
// a tree, and its truth, which says in a line what it answers. There F, S and R
// stand for failure, success and running. It is an alias, so that a table is
// written without the names of the fields.
type Op = struct {
	Name  string
	Role  run.Role
	Truth string
}

// Name returns the name of an op, or its number when the table does not have it.
func (t *Table) Name(op tree.Op) string {
	if int(op) < len(t.Ops) {
		return t.Ops[op].Name
	}
	return fmt.Sprintf("op %d", op)
}

// Truth returns the truth of the op of a name, or "".
func (t *Table) Truth(name string) string {
	for _, op := range t.Ops {
		if op.Name == name {
			return op.Truth
		}
	}
	return ""
}

// Role returns the part that an op of the table plays.
func (t *Table) Role(op tree.Op) run.Role { return t.Ops[op].Role }

// Unknown panics, for a dispatch that has no case for an op. It is not inlined,
// so that dispatches stay small.
//
//go:noinline
func (t *Table) Unknown(op tree.Op) {
	panic(fmt.Sprintf("%s: no case for op %d (%s)", t.Dialect, op, t.Name(op)))
}
