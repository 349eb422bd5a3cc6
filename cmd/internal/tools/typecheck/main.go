// Command typecheck checks the types of all packages and tests of the module for other systems, in
// seconds: it reads their sources and compiles nothing.
//
//	go run ./cmd/internal/tools/typecheck windows/amd64 darwin/arm64 js/wasm
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: typecheck SYSTEM/PROCESSOR ...")
	}
	flag.Parse()
	failed := false
	for _, system := range flag.Args() {
		errs, err := checkFor(system)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		for _, e := range errs {
			fmt.Fprintf(os.Stderr, "%s: %v\n", system, e)
		}
		failed = failed || len(errs) > 0
	}
	if failed {
		os.Exit(1)
	}
}

// listed is what the go command tells of a package, or of one with its tests.
type listed struct {
	ImportPath string
	Name       string
	Dir        string
	GoFiles    []string
	ImportMap  map[string]string // what an import stands for, where that is another package
	Module     *struct{ Main bool }
	Error      *struct{ Err string }
}

// checkFor returns what is wrong with the packages of the module for a system.
func checkFor(system string) ([]error, error) {
	goos, goarch, ok := strings.Cut(system, "/")
	if !ok {
		return nil, fmt.Errorf("found %q, wanted a system and a processor, such as windows/amd64", system)
	}
	list := exec.Command("go", "list", "-deps", "-test", "-e", "-json=ImportPath,Name,Dir,GoFiles,ImportMap,Module,Error", "./...")
	list.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
	list.Stderr = os.Stderr
	out, err := list.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := list.Start(); err != nil {
		return nil, err
	}
	c := checker{files: token.NewFileSet(), sizes: types.SizesFor("gc", goarch), done: map[string]*types.Package{"unsafe": types.Unsafe}}
	packages := json.NewDecoder(out)
	for {
		var p listed
		if err := packages.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		c.check(p)
	}
	return c.errs, list.Wait()
}

// checker checks packages in an order in which each comes after what it imports.
type checker struct {
	files *token.FileSet
	sizes types.Sizes
	done  map[string]*types.Package
	errs  []error
}

// check reads a package. Of those outside of the module only the declarations count.
func (c *checker) check(p listed) {
	isOurs := p.Module != nil && p.Module.Main
	if p.ImportPath == "unsafe" || isOurs && p.Name == "main" && strings.HasSuffix(p.ImportPath, ".test") {
		return // the go command writes the main package of a test
	}
	if isOurs && p.Error != nil {
		c.errs = append(c.errs, errors.New(p.Error.Err))
	}
	var files []*ast.File
	for _, name := range p.GoFiles {
		if !filepath.IsAbs(name) {
			name = filepath.Join(p.Dir, name)
		}
		f, err := parser.ParseFile(c.files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			c.errs = append(c.errs, err)
			continue
		}
		files = append(files, f)
	}
	config := types.Config{
		Importer: resolved(func(path string) (*types.Package, error) {
			if is, ok := p.ImportMap[path]; ok {
				path = is
			}
			if found := c.done[path]; found != nil {
				return found, nil
			}
			return nil, fmt.Errorf("no package %s", path)
		}),
		Sizes:            c.sizes,
		IgnoreFuncBodies: !isOurs,
		Error: func(err error) {
			if isOurs {
				c.errs = append(c.errs, err)
			}
		},
	}
	path, _, _ := strings.Cut(p.ImportPath, " ") // "a [a.test]" is the package a with its tests
	c.done[p.ImportPath], _ = config.Check(path, c.files, files, nil)
}

// resolved is an importer.
type resolved func(path string) (*types.Package, error)

func (r resolved) Import(path string) (*types.Package, error) { return r(path) }
