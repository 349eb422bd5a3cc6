package inspect

import (
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
)

// Written is a node of a tree as programs read it: which one it is, where it was written, how far
// below a root it stands, and what it says.
type Written struct {
	Node   tree.NodeID `json:"node"`
	File   string      `json:"file"`
	Line   int32       `json:"line"`
	Col    int32       `json:"col"`
	Depth  int         `json:"depth"`
	Kind   string      `json:"kind"`
	Detail string      `json:"detail"`
}

// NewWritten returns the writer of a node that is drawn.
func NewWritten(n *treedraw.Node) Written {
	return Written{Node: n.ID, File: n.File, Line: n.Line, Col: n.Col, Depth: n.Depth, Kind: n.Kind, Detail: n.Detail}
}
