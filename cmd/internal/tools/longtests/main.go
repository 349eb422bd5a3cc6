// Longtests prints which tests of the module play longer when they are built with the tag "long": a
// line with their packages, and a line with a pattern for -run.
//
//	go run ./cmd/internal/tools/longtests
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"log"
	"os"
	"path"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	packages, tests, err := find(os.DirFS("."))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n^(%s)$\n", strings.Join(packages, " "), strings.Join(tests, "|"))
}

// asked is the folder of the packages that know whether tests may take long.
const asked = "internal/ground/longtest"

// find returns the packages below a folder that have tests that ask whether they may take long, and their
// names, both in order. A test asks where a function or a variable that it uses does.
func find(module fs.FS) (packages, tests []string, err error) {
	files := map[string][]*ast.File{} // by folder
	err = fs.WalkDir(module, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules"):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(module, name)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files[path.Dir(name)] = append(files[path.Dir(name)], f)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	for dir, list := range files {
		if found := asking(list); len(found) > 0 {
			packages = append(packages, "./"+dir)
			tests = append(tests, found...)
		}
	}
	slices.Sort(packages)
	slices.Sort(tests)
	return packages, slices.Compact(tests), nil
}

// asking returns the tests of a package that ask.
func asking(files []*ast.File) (tests []string) {
	uses := map[string][]string{} // by what is declared: the names in it
	ask := map[string]bool{}
	for _, f := range files {
		for _, i := range f.Imports {
			if file := strings.Trim(i.Path.Value, `"`); strings.Contains(file+"/", "/"+asked+"/") {
				ask[path.Base(file)] = true
				ask["rapid"] = ask["rapid"] || path.Base(file) == "draws" // which says how many cases rapid draws
			}
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				uses[d.Name.Name] = append(uses[d.Name.Name], namesIn(d)...)
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if v, ok := s.(*ast.ValueSpec); ok {
						for _, n := range v.Names {
							uses[n.Name] = append(uses[n.Name], namesIn(v)...)
						}
					}
				}
			}
		}
	}
	for grown := true; grown; {
		grown = false
		for name, in := range uses {
			if !ask[name] && slices.ContainsFunc(in, func(n string) bool { return ask[n] }) {
				ask[name], grown = true, true
			}
		}
	}
	for name := range uses {
		if ask[name] && strings.HasPrefix(name, "Test") && name != "TestMain" {
			tests = append(tests, name)
		}
	}
	return tests
}

func namesIn(n ast.Node) (names []string) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			names = append(names, id.Name)
		}
		return true
	})
	return names
}
