package nodes

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/codedtest"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// anyTable is the object of all nodes here.
var anyTable = codedtest.State.NewTable()

func codeNode(c script.Codec, of *traits, more *special) {
	n := &Node{op: opLoop, traits: of, special: more, marks: isLoose | isOddID}
	n.Code(c)
}

// Each field of what a save has of nodes and trees is saved, or is known to follow from what
// is.
func TestEveryFieldOfNodesIsSaved(t *testing.T) {
	k := codedtest.Check{Types: []codedtest.Type{
		{Sample: BT{}, Code: func(of any, c machine.Codec) { of.(*BT).Code(c) }},
		{Sample: Node{}, Code: func(of any, c machine.Codec) {
			of.(*Node).mark(isLoose, true)
			of.(*Node).Code(c)
		}},
		{Sample: special{}, Code: func(of any, c machine.Codec) { // is saved with its node
			codeNode(c, &traits{class: anyTable, Name: machine.Nil}, of.(*special))
		}},
		{Sample: rest{}, Code: func(of any, c machine.Codec) { // so is it
			n := &Node{op: opLatch, traits: &traits{class: anyTable, Name: machine.Nil}, special: &special{rest: of.(*rest)}, marks: isLoose | isOddID}
			n.Code(c)
		}},
		{Sample: traits{}, Code: func(of any, c machine.Codec) { codeNode(c, of.(*traits), &special{rest: &rest{}}) }}, // so are they
		{Sample: Instance{}, Code: func(of any, c machine.Codec) { // is saved with its BT
			in, top := of.(*Instance), &Node{}
			in.Nodes, in.shape = []*Node{nil, top, {}, {}}, &Shape{tree: &tree.Tree{Nodes: make([]tree.Node, 4)}}
			in.words = append(make([]uint32, 4), in.words...) // each node has its own; what the game's actions remember follows
			(&BT{Top: top, in: in}).Code(c)
		}},
		{Sample: loosed{}, Code: func(of any, c machine.Codec) { // so is it
			top := &Node{}
			in := &Instance{loosed: of.(*loosed), Nodes: []*Node{nil, top, {}, {}}, shape: &Shape{tree: &tree.Tree{Nodes: make([]tree.Node, 4)}}, words: make([]uint32, 4)}
			(&BT{Top: top, in: in}).Code(c)
		}},
	}, Derived: map[string]string{
		"BT.object":      "is the record of which this is a part",
		"Node.object":    "so is it",
		"Node.marks":     "follow from what is saved, or are those of a node that no tree has",
		"BT.Engine":      "the machine that reads the save",
		"BT.Top":         "is behind root",
		"BT.in":          "is laid out anew; the rest is below, at instance",
		"BT.nodeID":      "is looked up anew",
		"BT.laid":        "is looked up anew",
		"traits.custom":  "is found anew when the node is laid out",
		"rest.laid":      "is set when the node is laid out",
		"Node.in":        "is laid out anew",
		"Node.nodeID":    "is given when the node is laid out",
		"Instance.en":    "the machine that reads the save",
		"Instance.shape": "is laid out anew",
		"Instance.laid":  "counts from 0 after loading",
		"Instance.loose": "follows from exposed",
		"Instance.stale": "a stale tree is laid out anew in any case",
		"Instance.Nodes": "is laid out anew",
		"loosed.swapped": "is empty in a tree that was laid out anew",
	}, Fill: func(pointer any, n int) {
		switch o := pointer.(type) {
		case *traits:
			o.class, o.Name, o.At.Line = anyTable, machine.Nil, int32(n)
		case *special:
			o.data, o.rest = machine.Number(float64(n)), &rest{}
		case *loosed:
			o.exposed = []tree.NodeID{tree.NodeID(n)}
		case *rest:
			o.parent = machine.Number(float64(n))
		}
	}}
	k.EveryField(t)
}
