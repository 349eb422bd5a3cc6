package ecs

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// wantPanic wants f to panic with a text that has part in it.
func wantPanic(t *testing.T, part string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := fmt.Sprint(recover()); !strings.Contains(got, part) {
			t.Errorf("panic %q, want one with %q", got, part)
		}
	}()
	f()
}

func TestOptions(t *testing.T) {
	w := New(Options{})
	if got := w.Clock(); got != (Clock{Tick: 0, DT: 1.0 / 30}) {
		t.Errorf("clock %v", got)
	}
	if got := w.Workers().Count(); got != 1 {
		t.Errorf("%d workers", got)
	}
	w = New(Options{Classes: 4, Seed: 9, TickRate: 10, Workers: 3})
	defer w.Close()
	if w.Classes() != 4 || w.Seed() != 9 || w.Clock().DT != 0.1 || w.Workers().Count() != 3 {
		t.Errorf("classes %d, seed %d, clock %v, workers %d", w.Classes(), w.Seed(), w.Clock(), w.Workers().Count())
	}
	wantPanic(t, "negative option", func() { New(Options{Classes: -1}) })
	wantPanic(t, "negative option", func() { New(Options{TickRate: -1}) })
	wantPanic(t, "negative option", func() { New(Options{Workers: -1}) })
	wantPanic(t, "classes, wanted", func() { New(Options{Classes: MaxClasses + 1}) })
}

// No exported signature, field or embedded type may name the store's package.
func TestNoExportedArche(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	declarations := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.FileExports(file)
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				f.Body = nil
			}
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
				continue
			}
			declarations++
			ast.Inspect(d, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok && fmt.Sprint(s.X) == "arche" {
					t.Errorf("%s shows arche.%s", name, s.Sel.Name)
				}
				return true
			})
		}
	}
	if declarations < 40 {
		t.Errorf("only %d exported declarations looked at", declarations)
	}
}
