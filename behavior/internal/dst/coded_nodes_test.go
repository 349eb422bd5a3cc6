package dst

import (
	"testing"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/dst/codedtest"
	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// anyTable is the object of all nodes here.
var anyTable = &glua.LTable{}

func codeNode(c codec, of *traits, more *special) {
	n := &node{op: opNode, obj: anyTable, traits: of, fn: glua.LNil, special: more, words: new([1 + mostWords]uint32)}
	n.code(c)
}

// Each field of what a save has of nodes and trees is saved, or is known to follow from what
// is.
func TestEveryFieldOfNodesIsSaved(t *testing.T) {
	k := codedtest.Check{Types: []codedtest.Type{
		{Sample: bt{}, Code: func(of any, c lua.Codec) { of.(*bt).code(c) }},
		{Sample: node{}, Code: func(of any, c lua.Codec) { of.(*node).code(c) }},
		{Sample: special{}, Code: func(of any, c lua.Codec) { // is saved with its node
			codeNode(c, &traits{class: anyTable, name: glua.LNil}, of.(*special))
		}},
		{Sample: traits{}, Code: func(of any, c lua.Codec) { codeNode(c, of.(*traits), newSpecial()) }}, // so are they
		{Sample: instance{}, Code: func(of any, c lua.Codec) { // is saved with its BT
			in, top := of.(*instance), &node{}
			in.nodes, in.shape = []*node{nil, top, {}, {}}, &shape{tree: &tree.Tree{Nodes: make([]tree.Node, 4)}}
			in.words = append(make([]uint32, 4), in.words...) // each node has its own; what the game's actions remember follows
			(&bt{obj: anyTable, inst: glua.LNil, root: glua.LNil, top: top, in: in}).code(c)
		}},
	}, Derived: map[string]string{
		"bt.en":            "the machine that reads the save",
		"bt.top":           "is behind root",
		"bt.in":            "is laid out anew; the rest is below, at instance",
		"bt.nodeID":        "is looked up anew",
		"bt.laid":          "is looked up anew",
		"traits.custom":    "is found anew when the node is laid out",
		"node.private":     "a list that was read is kept, whoever holds it",
		"node.implied":     "the list is saved as if somebody had asked for it",
		"special.laid":     "is set when the node is laid out",
		"node.shown":       "its instance says so in exposed",
		"node.in":          "is laid out anew",
		"node.nodeID":      "is given when the node is laid out",
		"instance.en":      "the machine that reads the save",
		"instance.shape":   "is laid out anew",
		"instance.laid":    "counts from 0 after loading",
		"instance.loose":   "follows from exposed",
		"instance.stale":   "a stale tree is laid out anew in any case",
		"instance.nodes":   "is laid out anew",
		"instance.swapped": "is empty in a tree that was laid out anew",
	}, Fill: func(pointer any, n int) {
		switch o := pointer.(type) {
		case *[1 + mostWords]uint32:
			o[0] = uint32(n)
		case *traits:
			o.class, o.name, o.at.Line = anyTable, glua.LNil, int32(n)
		case *special:
			o.data = glua.LNumber(n)
		}
	}}
	k.EveryField(t)
}
