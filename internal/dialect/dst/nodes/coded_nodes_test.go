package nodes

import (
	"testing"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/codedtest"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

// anyTable is the object of all nodes here.
var anyTable = &glua.LTable{}

func codeNode(c script.Codec, of *traits, more *special) {
	n := &Node{op: opNode, Obj: anyTable, traits: of, fn: glua.LNil, special: more, words: new([1 + mostWords]uint32)}
	n.Code(c)
}

// Each field of what a save has of nodes and trees is saved, or is known to follow from what
// is.
func TestEveryFieldOfNodesIsSaved(t *testing.T) {
	k := codedtest.Check{Types: []codedtest.Type{
		{Sample: BT{}, Code: func(of any, c lua.Codec) { of.(*BT).Code(c) }},
		{Sample: Node{}, Code: func(of any, c lua.Codec) { of.(*Node).Code(c) }},
		{Sample: special{}, Code: func(of any, c lua.Codec) { // is saved with its node
			codeNode(c, &traits{class: anyTable, Name: glua.LNil}, of.(*special))
		}},
		{Sample: traits{}, Code: func(of any, c lua.Codec) { codeNode(c, of.(*traits), newSpecial()) }}, // so are they
		{Sample: Instance{}, Code: func(of any, c lua.Codec) { // is saved with its BT
			in, top := of.(*Instance), &Node{}
			in.Nodes, in.shape = []*Node{nil, top, {}, {}}, &Shape{tree: &tree.Tree{Nodes: make([]tree.Node, 4)}}
			in.words = append(make([]uint32, 4), in.words...) // each node has its own; what the game's actions remember follows
			(&BT{Obj: anyTable, inst: glua.LNil, root: glua.LNil, Top: top, in: in}).Code(c)
		}},
	}, Derived: map[string]string{
		"BT.Engine":        "the machine that reads the save",
		"BT.Top":           "is behind root",
		"BT.in":            "is laid out anew; the rest is below, at instance",
		"BT.nodeID":        "is looked up anew",
		"BT.laid":          "is looked up anew",
		"traits.custom":    "is found anew when the node is laid out",
		"Node.private":     "a list that was read is kept, whoever holds it",
		"Node.Implied":     "the list is saved as if somebody had asked for it",
		"special.laid":     "is set when the node is laid out",
		"Node.shown":       "its instance says so in exposed",
		"Node.in":          "is laid out anew",
		"Node.nodeID":      "is given when the node is laid out",
		"Instance.en":      "the machine that reads the save",
		"Instance.shape":   "is laid out anew",
		"Instance.laid":    "counts from 0 after loading",
		"Instance.loose":   "follows from exposed",
		"Instance.stale":   "a stale tree is laid out anew in any case",
		"Instance.Nodes":   "is laid out anew",
		"Instance.swapped": "is empty in a tree that was laid out anew",
	}, Fill: func(pointer any, n int) {
		switch o := pointer.(type) {
		case *[1 + mostWords]uint32:
			o[0] = uint32(n)
		case *traits:
			o.class, o.Name, o.At.Line = anyTable, glua.LNil, int32(n)
		case *special:
			o.data = glua.LNumber(n)
		}
	}}
	k.EveryField(t)
}
