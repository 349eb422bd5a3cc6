package session_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"github.com/thicket-sim/thicket/session"
)

// Each kind is called by the name of its constant.
func TestKindsAreCalledAsTheirConstants(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "occurrence.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range file.Decls {
		if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.CONST {
			for _, s := range d.Specs {
				names = append(names, s.(*ast.ValueSpec).Names[0].Name)
			}
		}
	}
	if len(names) != int(session.OccurrenceKinds)+1 {
		t.Fatalf("%d constants for %d kinds", len(names), session.OccurrenceKinds)
	}
	for k, want := range names[:session.OccurrenceKinds] {
		if got := session.OccurrenceKind(k).String(); got != want {
			t.Errorf("the kind %s is called %s", want, got)
		}
	}
	if got := session.OccurrenceKinds.String(); got != "OccurrenceKind(23)" {
		t.Errorf("a kind that is none is called %s", got)
	}
}
