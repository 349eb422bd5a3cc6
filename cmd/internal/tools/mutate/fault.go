package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// fault is one edit: the bytes of a file from start to end become text.
type fault struct {
	file       string // by its absolute path
	name       string // of the file, for people
	line       int
	start, end int
	text       string
	what       string // the edit, for people
}

// otherOperator lists the operators that stand for an operator in a fault.
var otherOperator = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL,
	token.AND: token.OR, token.OR: token.AND, token.SHL: token.SHR, token.SHR: token.SHL,
}

// faultsIn gives all faults that can be planted in a file.
func faultsIn(file string, src []byte) ([]fault, error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var all []fault
	add := func(from, to token.Pos, text, what string) {
		at := set.Position(from)
		all = append(all, fault{file: file, name: file, line: at.Line, start: at.Offset, end: set.Position(to).Offset, text: text, what: what})
	}
	source := func(n ast.Node) string {
		return string(src[set.Position(n.Pos()).Offset:set.Position(n.End()).Offset])
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok == token.VAR // constants and types say what is, not what is done
		case *ast.BinaryExpr:
			if other, ok := otherOperator[n.Op]; ok {
				add(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), other.String(), n.Op.String()+" for "+other.String())
			}
		case *ast.IfStmt:
			add(n.Cond.Pos(), n.Cond.End(), "!("+source(n.Cond)+")", "the condition turned round")
		case *ast.BasicLit:
			if v, err := strconv.ParseInt(n.Value, 0, 32); n.Kind == token.INT && err == nil {
				add(n.Pos(), n.End(), strconv.FormatInt(v+1, 10), "one more than "+n.Value)
			}
		case *ast.Ident:
			if n.Name == "true" || n.Name == "false" {
				add(n.Pos(), n.End(), strconv.FormatBool(n.Name == "false"), "the other of "+n.Name)
			}
		case *ast.BranchStmt:
			if n.Label == nil && n.Tok == token.CONTINUE {
				add(n.Pos(), n.End(), "break", "break for continue")
			}
		case *ast.ExprStmt, *ast.IncDecStmt:
			add(n.Pos(), n.End(), "", "without the statement")
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				add(n.Pos(), n.End(), "", "without the statement")
			}
		}
		return true
	})
	return all, nil
}

// faultsUnder gives all faults that can be planted in the Go files of folders,
// in a fixed order. Tests, examples and data of tests are left out.
func faultsUnder(folders []string) ([]fault, error) {
	var all []fault
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && entry.Name() == "testdata":
				return filepath.SkipDir
			case entry.IsDir(), !strings.HasSuffix(path, ".go"), strings.HasSuffix(path, "_test.go"):
				return nil
			}
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			some, err := faultsIn(path, src)
			all = append(all, some...)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// planted returns the source of a file with the fault in it.
func (f *fault) planted(src []byte) []byte {
	return slices.Concat(src[:f.start], []byte(f.text), src[f.end:])
}

// quote returns the line of the source in which the fault is planted.
func (f *fault) quote(src []byte) string {
	lines := bytes.Split(src, []byte("\n"))
	return string(bytes.TrimSpace(lines[f.line-1]))
}

func (f *fault) String() string { return fmt.Sprintf("%s:%d: %s", f.name, f.line, f.what) }
