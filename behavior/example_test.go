package behavior_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/behavior"
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// graph is the smallest dialect of trees as behavior3's editor writes them: a priority
// asks its children in turn until one does not fail, and every other node is an action.
const (
	priority tree.Op = iota + 1
	action
)

func load(f behavior.File, reg *host.Registry) (*run.Program, error) {
	doc, err := f.Document()
	if err != nil {
		return nil, err
	}
	b := tree.NewBuilder(f.Name)
	var add func(id *behavior.Document) (tree.NodeID, error)
	add = func(id *behavior.Document) (tree.NodeID, error) {
		if id == nil {
			return 0, errors.New("no root")
		}
		node := doc.Get("nodes").Get(id.Value.Text())
		name := node.Get("name")
		if name == nil {
			return 0, &syntax.Error{Pos: id.At.Start, Msg: fmt.Sprintf("no node %v with a name", id.Value)}
		}
		if a := reg.Action(name.Value.Text()); a != nil {
			n := b.Add(action, node.At)
			b.Leaf(n, tree.Leaf{Action: a})
			return n, nil
		}
		if name.Value.Text() != "Priority" {
			e := &syntax.Error{Pos: name.At.Start, Msg: fmt.Sprintf("unknown action %v", name.Value)}
			return 0, e.Suggest(name.Value.Text(), reg.ActionNames())
		}
		if node.Get("children") == nil {
			f.Noticef(name.At.Start, "a Priority without children fails")
			return b.Add(priority, node.At), nil
		}
		n := b.Add(priority, node.At)
		for _, child := range node.Get("children").Items {
			kid, err := add(child)
			if err != nil {
				return 0, err
			}
			b.Put(n, kid)
		}
		return n, nil
	}
	root, err := add(doc.Get("root"))
	if err != nil {
		return nil, err
	}
	b.Entry(root)
	t, err := b.Build()
	return &run.Program{Tree: t, Semantics: semantics{}}, err
}

type semantics struct{}

func (semantics) Init(*run.Exec) {}
func (semantics) Stop(*run.Exec) {}

func (s semantics) Tick(x *run.Exec) host.Status { return s.eval(x, x.Tree.Entries[0]) }

func (s semantics) eval(x *run.Exec, n tree.NodeID) host.Status {
	if x.Tree.Nodes[n].Op == action {
		return x.Leaf(n)
	}
	for _, kid := range x.Tree.Kids(n) {
		if status := s.eval(x, kid); status != host.Failure {
			return status
		}
	}
	return host.Failure
}

// A dialect of a game's own takes files with an extension that another dialect has, too, by
// their text. Scenes then name its files as they name all others.
func ExampleRegister() {
	err := behavior.Register(behavior.Dialect{
		Name: "graph", Exts: []string{".json"}, Load: load,
		Match: func(text []byte) bool {
			var g struct {
				Root  string
				Nodes json.RawMessage
			}
			return json.Unmarshal(text, &g) == nil && g.Root != "" && g.Nodes != nil
		},
	})
	if err != nil {
		fmt.Println(err)
	}
	text := func(name string) []byte {
		return []byte(`{"root": "a", "nodes": {"a": {"name": "Priority", "children": ["b", "c"]},
			"b": {"name": "knock"}, "c": {"name": "` + name + `"}}}`)
	}
	reg := thicket.NewRegistry()
	knock := thicket.Action{Name: "knock", Tick: func(*thicket.Call) thicket.Status { return thicket.Failure }}
	if err := reg.AddAction(knock); err != nil {
		fmt.Println(err)
	}
	program, _, err := behavior.LoadSource("visit.json", text("wander"), reg)
	fmt.Println(len(program.Tree.Nodes)-1, "nodes,", err)
	_, _, err = behavior.LoadSource("visit.json", text("wandr"), reg)
	fmt.Println(err)
	_, _, err = behavior.LoadSource("stay.json", []byte(`{"kind": "action", "name": "wander"}`), reg)
	fmt.Println("rulesets load as before:", err)
	// Output:
	// 3 nodes, <nil>
	// visit.json:2:42: unknown action "wandr"; did you mean "wander"?
	// rulesets load as before: <nil>
}
