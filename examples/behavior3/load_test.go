package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/behavior"
	"github.com/thicket-sim/thicket/behavior/host"
)

// graph writes a tree whose nodes are given as JSON; the first is the root.
func graph(nodes string) string {
	root, _, _ := strings.Cut(strings.TrimPrefix(nodes, `"`), `"`)
	return "{\"root\": \"" + root + "\", \"nodes\": {\n" + nodes + "}}"
}

// chain is a tree of so many Inverters over a leaf.
func chain(n int, leaf string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "\"n%d\": {\"name\": \"Inverter\", \"child\": \"n%d\"},\n", i, i+1)
	}
	return graph(b.String() + fmt.Sprintf("\"n%d\": {\"name\": %q}", n, leaf))
}

// TestFaultsAreToldWithTheirPlaces loads what cannot work.
func TestFaultsAreToldWithTheirPlaces(t *testing.T) {
	t.Parallel()
	wide := `"r": {"name": "Sequence", "children": ["a", "b"]}, "a": {"name": "SubTree", "args": {"file": "%[1]d.json"}}, "b": {"name": "SubTree", "args": {"file": "%[1]d.json"}}`
	doubling := map[string]string{"11.json": graph(`"r": {"name": "Runner"}`)}
	for i := range 11 {
		doubling[fmt.Sprintf("%d.json", i)] = graph(fmt.Sprintf(wide, i+1))
	}
	doubling["tree.json"] = doubling["0.json"]
	deep := map[string]string{"20.json": graph(`"r": {"name": "Runner"}`)}
	for i := range 20 {
		deep[fmt.Sprintf("%d.json", i)] = graph(fmt.Sprintf(`"r": {"name": "SubTree", "args": {"file": "%d.json"}}`, i+1))
	}
	deep["tree.json"] = deep["0.json"]
	var many strings.Builder
	many.WriteString(`"r": {"name": "Sequence", "children": [`)
	for i := range 70_000 {
		fmt.Fprintf(&many, `%s"%d"`, strings.Repeat(",", min(i, 1)), i)
	}
	many.WriteString("]}")
	for i := range 70_000 {
		fmt.Fprintf(&many, ",\n\"%d\": {\"name\": \"Runner\"}", i)
	}
	for _, test := range []struct {
		name  string
		files map[string]string
		tree  string
		want  []string
	}{
		{name: "no node of that name", tree: graph(`"r": {"name": "Sequence", "children": ["a", "b"]},
"a": {"name": "Secuence"},
"b": {"name": "wandr"}`), want: []string{
			`tree.json:3:15: unknown node "Secuence"; did you mean "Sequence"?`,
			`tree.json:4:15: unknown node "wandr"; did you mean "wander"?`,
		}},
		{name: "no name", tree: graph(`"r": {}`), want: []string{`tree.json:2:1: the name of the node: wanted a text`}},
		{name: "a missing child", tree: graph(`"r": {"name": "Sequence", "children": ["a", 3]}`), want: []string{
			`tree.json:2:40: a child: there is no node "a"`,
			`tree.json:2:45: a child: wanted a text`,
		}},
		{name: "a missing root", tree: `{"root": "x", "nodes": {"r": {"name": "Runner"}}}`, want: []string{`tree.json:1:10: the root: there is no node "x"`}},
		{name: "no root", tree: `{"nodes": {"r": {"name": "Runner"}}}`, want: []string{`tree.json:1:1: the root: wanted a text`}},
		{name: "a node in two places", tree: graph(`"r": {"name": "Sequence", "children": ["a", "a"]}, "a": {"name": "Runner"}`), want: []string{
			`tree.json:2:45: a child: the node "a" has its place already, as the root or below a node`,
		}},
		{name: "a cycle", tree: graph(`"r": {"name": "Sequence", "children": ["a"]},
"a": {"name": "Inverter", "child": "b"},
"b": {"name": "Inverter", "child": "a"}`), want: []string{
			`tree.json:4:36: a child: the node "a" has its place already, as the root or below a node`,
		}},
		{name: "the root below itself", tree: graph(`"r": {"name": "Inverter", "child": "r"}`), want: []string{
			`tree.json:2:36: a child: the node "r" has its place already, as the root or below a node`,
		}},
		{name: "children of the wrong number", tree: graph(`"r": {"name": "Sequence", "children": ["a", "b", "c"]},
"a": {"name": "Inverter"},
"b": {"name": "Wait", "children": ["d"]}, "d": {"name": "Runner"},
"c": {"name": "MaxTime", "args": {"maxTime": 5}, "children": ["e", "f"]}, "e": {"name": "Runner"}, "f": {"name": "Runner"}`), want: []string{
			`tree.json:3:15: Inverter has 0 children, wanted one`,
			`tree.json:4:15: Wait has 1 children, wanted none`,
			`tree.json:5:15: MaxTime has 2 children, wanted one`,
		}},
		{name: "children that are no list", tree: graph(`"r": {"name": "Sequence", "children": "a"}`), want: []string{`tree.json:2:39: children: wanted a list`}},
		{name: "numbers", tree: graph(`"r": {"name": "Sequence", "children": ["a", "b", "c", "d", "e", "f"]},
"a": {"name": "Wait", "args": {"milliseconds": -1}},
"b": {"name": "Limiter", "args": {"maxLoop": 0}, "child": "x"}, "x": {"name": "Runner"},
"c": {"name": "Repeater", "args": {"maxLoop": 1.5}, "child": "y"}, "y": {"name": "Runner"},
"d": {"name": "MaxTime", "child": "z"}, "z": {"name": "Runner"},
"e": {"name": "Wait", "args": {"milliseconds": "soon"}},
"f": {"name": "Wait", "args": {"miliseconds": 5}}`), want: []string{
			`tree.json:3:48: milliseconds: found -1, wanted 0 or more`,
			`tree.json:4:46: maxLoop: found 0, wanted 1 or more`,
			`tree.json:5:47: maxLoop: wanted a whole number, found 1.5`,
			`tree.json:6:15: MaxTime without maxTime, wanted a number`,
			`tree.json:7:48: milliseconds: wanted a number, found "soon"`,
			`tree.json:8:32: Wait: unknown key "miliseconds"; did you mean "milliseconds"?`,
		}},
		{name: "what the game's actions take", tree: graph(`"r": {"name": "Sequence", "children": ["a", "b", "c", "d", "e"]},
"a": {"name": "wait"},
"b": {"name": "wait", "args": {"secnds": 2, "seconds": 1}},
"c": {"name": "chase_nearest", "args": {"where": {"key": "role"}}},
"d": {"name": "distance"},
"e": {"name": "move_to", "args": {"x": 1, "y": true, "pace": "fly"}}`), want: []string{
			`tree.json:3:15: wait without seconds, wanted a number`,
			`tree.json:4:32: wait: unknown key "secnds"; did you mean "seconds"?`,
			`tree.json:5:50: where without a value`,
			`tree.json:6:15: distance is no action that stands alone and no condition`,
			`tree.json:7:48: y: wanted a number, found true`,
			`tree.json:7:62: unknown pace "fly"; wanted one of walk, run or sprint`,
		}},
		{name: "what the game refuses itself", tree: graph(`"r": {"name": "move_to", "args": {"x": 1, "y": 2, "pace": "fly"}}`), want: []string{
			`tree.json:2:59: unknown pace "fly"; wanted one of walk, run or sprint`,
		}},
		{name: "unknown keys", tree: `{"root": "r", "rot": 1, "nodes": {"r": {"name": "Sequence", "chidren": []}}}`, want: []string{
			`tree.json:1:15: the tree: unknown key "rot"; did you mean "root"?`,
			`tree.json:1:61: a node: unknown key "chidren"; did you mean "children"?`,
		}},
		{name: "nodes in a list", tree: `{"root": "r", "nodes": [{"name": "Runner"}]}`, want: []string{
			`tree.json:1:10: the root: there is no node "r"`,
			`tree.json:1:24: nodes: wanted an object`,
		}},
		{name: "a project", tree: `{"scope": "project", "trees": []}`, want: []string{
			`tree.json:1:1: the root: wanted a text`,
			`tree.json:1:22: the tree: unknown key "trees"`,
		}},
		{name: "half a text", tree: `{"root": "r", "nodes": {"r": `, want: []string{`tree.json:1:30: `}},
		{name: "a key twice", tree: graph(`"r": {"name": "Runner"}, "r": {"name": "Failer"}`), want: []string{`tree.json:2:26: `}},
		{name: "values deep within each other", tree: `{"root": "r", "nodes": {"r": {"name": "Runner", "display": ` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + `}}}`, want: []string{`tree.json:1:`}},
		{name: "a deep tree", tree: chain(400, "Runner"), want: []string{`more than 200 nodes within each other`}},
		{name: "a large tree", tree: graph(many.String()), want: []string{`tree.json:`, `the tree is too large: more than 65535 `}},
		{name: "no such file", tree: graph(`"r": {"name": "SubTree", "args": {"file": "other.json"}}`), want: []string{`tree.json:2:15: no file "other.json" beside this one`}},
		{name: "no file", tree: graph(`"r": {"name": "SubTree"}`), want: []string{`tree.json:2:15: SubTree without file, wanted a text`}},
		{name: "a subtree with faults", tree: graph(`"r": {"name": "SubTree", "args": {"file": "other.json"}}`),
			files: map[string]string{"other.json": graph(`"r": {"name": "Runer"}`)},
			want:  []string{`other.json:2:15: unknown node "Runer"; did you mean "Runner"?`}},
		{name: "a subtree that is no tree", tree: graph(`"r": {"name": "SubTree", "args": {"file": "other.json"}}`),
			files: map[string]string{"other.json": `[]`}, want: []string{`other.json:1:1: the tree: wanted an object`}},
		{name: "a subtree of itself", tree: graph(`"r": {"name": "SubTree", "args": {"file": "other.json"}}`),
			files: map[string]string{"other.json": graph(`"r": {"name": "SubTree", "args": {"file": "tree.json"}}`)},
			want:  []string{`other.json:2:15: the subtree tree.json leads back into itself`}},
		{name: "files without end", files: deep, want: []string{`15.json:2:15: more than 16 files within each other, or 1000 subtrees`}},
		{name: "subtrees without end", files: doubling, want: []string{`more than 16 files within each other, or 1000 subtrees`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{"tree.json": test.tree}
			for name, text := range test.files {
				files[name] = text
			}
			p, err := compile(t, t.TempDir(), files, thicket.NewRegistry())
			if err == nil {
				t.Fatalf("it loads: %d nodes", len(p.Tree.Nodes))
			}
			got := err.Error()
			for _, want := range test.want {
				if !strings.Contains(got, want) {
					t.Errorf("found\n%s\nwanted\n%s", got, want)
				}
			}
			if lines := strings.Count(got, "\n") + 1; test.tree != "" && lines > max(len(test.want), 2) {
				t.Errorf("%d errors, wanted %d:\n%s", lines, len(test.want), got)
			}
		})
	}
}

// TestOddThingsAreNoticed loads what works and may not be meant.
func TestOddThingsAreNoticed(t *testing.T) {
	t.Parallel()
	_, notices, err := behavior.LoadSource("tree.json", []byte(graph(`"r": {"name": "Limiter", "args": {"maxLoop": 2}, "child": "a"},
"a": {"name": "Runner"}, "b": {"name": "Inverter", "child": "c"}, "c": {"name": "Runner"}`)), &host.Registry{})
	if err != nil {
		t.Fatal(err)
	}
	want := `tree.json:2:15: a Limiter is closed whenever its child ends, and counts from 0 again: it never limits
tree.json:3:40: the node "b" stands nowhere below the root, and does nothing
tree.json:3:81: the node "c" stands nowhere below the root, and does nothing`
	if got := notices.Error(); got != want {
		t.Errorf("found\n%s\nwanted\n%s", got, want)
	}
}

// TestNamesOfTheGame refuses an action by the name of a node, and numbers nodes as the file has them.
func TestNamesOfTheGame(t *testing.T) {
	t.Parallel()
	reg := thicket.NewRegistry()
	if err := reg.AddAction(thicket.Action{Name: "Wait", Tick: func(*thicket.Call) thicket.Status { return thicket.Success }}); err != nil {
		t.Fatal(err)
	}
	_, err := compile(t, t.TempDir(), map[string]string{"tree.json": chain(1, "Runner")}, reg)
	if err == nil || !strings.Contains(err.Error(), "trees of the dialect behavior3 would never call") {
		t.Errorf("an action Wait: %v", err)
	}
	p, err := compile(t, t.TempDir(), map[string]string{"tree.json": `{"root": "c", "nodes": {"a": {"name": "Runner"}, "b": {"name": "Failer"}, "c": {"name": "Sequence", "children": ["b", "a"]}}}`}, thicket.NewRegistry())
	if err != nil {
		t.Fatal(err)
	}
	if p.Tree.Entries[0] != 3 || p.Tree.Kids(3)[0] != 2 || p.Tree.Kids(3)[1] != 1 {
		t.Errorf("the root is node %d, and its children are %v", p.Tree.Entries[0], p.Tree.Kids(p.Tree.Entries[0]))
	}
}

// TestOtherFilesStayTheirOwn loads JSON of another dialect.
func TestOtherFilesStayTheirOwn(t *testing.T) {
	t.Parallel()
	if _, _, err := behavior.LoadSource("stay.json", []byte(`{"kind": "action", "name": "wander"}`), thicket.NewRegistry()); err != nil {
		t.Error(err)
	}
}

// TestTheProgramIsShort holds the promise of the manual: what a dialect takes is no more than this,
// and nothing that a program elsewhere could not import.
func TestTheProgramIsShort(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("examples/behavior3/*.go")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if lines += strings.Count(string(text), "\n"); strings.Contains(string(text), "/internal/") {
			t.Errorf("%s imports an internal package", f)
		}
	}
	if lines > 712 {
		t.Errorf("%d lines of Go, wanted 712 at most", lines)
	}
}
