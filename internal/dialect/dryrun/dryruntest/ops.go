package dryruntest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
	"github.com/thicket-sim/thicket/internal/dialect/optable"
)

// Ops counts the nodes of each op in the trees of the cases of a file.
func Ops(t *testing.T, trace func(dryrun.Case) dryrun.Result, file string) map[tree.Op]int {
	t.Helper()
	seen := map[tree.Op]int{}
	for _, c := range Read(t, file) {
		c.Ticks = nil // it is only loaded
		if p := trace(c.Case).Loaded; p != nil {
			for _, node := range p.Tree.Nodes[1:] {
				seen[node.Op]++
			}
		}
	}
	return seen
}

// Constants lists the names in the block of constants of a source file whose
// first name is given.
func Constants(t *testing.T, file, first string) (names []string) {
	t.Helper()
	for _, d := range parseFile(t, file).Decls {
		block, ok := d.(*ast.GenDecl)
		if !ok || block.Tok != token.CONST || block.Specs[0].(*ast.ValueSpec).Names[0].Name != first {
			continue
		}
		for _, s := range block.Specs {
			names = append(names, s.(*ast.ValueSpec).Names[0].Name)
		}
	}
	return names
}

// SwitchCases lists the names that stand in cases of the switches of a function
// or method in a source file.
func SwitchCases(t *testing.T, file, function string) (names []string) {
	t.Helper()
	for _, d := range parseFile(t, file).Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name != function {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if c, ok := n.(*ast.CaseClause); ok {
				for _, e := range c.List {
					if id, ok := e.(*ast.Ident); ok {
						names = append(names, id.Name)
					}
				}
			}
			return true
		})
	}
	return names
}

func parseFile(t *testing.T, file string) *ast.File {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// EveryOp wants each op of a package to have a line in a table, a case in each of
// the named functions of a file, and a node in a tree of the package's cases. The
// ops are the constants of ops.go from opNone on but for opCount. No case can have
// the ops in unscripted: a game or the package itself brings their nodes.
func EveryOp(t *testing.T, table *optable.Table, trace func(dryrun.Case) dryrun.Result, file string, dispatches, unscripted []string) {
	t.Helper()
	names := Constants(t, "ops.go", "opNone")
	if len(names) < 3 || names[len(names)-1] != "opCount" {
		t.Fatalf("the ops are %q, wanted opNone to opCount", names)
	}
	if len(table.Ops) != len(names)-1 {
		t.Fatalf("%d lines in the table, wanted %d", len(table.Ops), len(names)-1)
	}
	for op, line := range table.Ops {
		if line.Name == "" || line.Truth == "" {
			t.Errorf("%s has no name or no truth: %+v", names[op], line)
		}
	}
	used := Ops(t, trace, file)
	for op, name := range names[:len(names)-1] {
		if op == 0 {
			continue
		}
		for _, dispatch := range dispatches {
			if !slices.Contains(SwitchCases(t, "ops.go", dispatch), name) {
				t.Errorf("%s has no case in %s", name, dispatch)
			}
		}
		if slices.Contains(unscripted, name) == (used[tree.Op(op)] > 0) {
			t.Errorf("%s is in %d nodes of %s, unscripted are %q", name, used[tree.Op(op)], file, unscripted)
		}
	}
}
