// Package testfiles finds the test files that people name, by a file, a
// folder, a tree or a scene.
package testfiles

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// Suffix ends the names of test files.
const Suffix = ".test.yaml"

// Find lists the test files that names mean: a test file, a folder with all below it, a scene
// or tree that has one beside it, or a shipped scene. Each is there once.
func Find(names ...string) ([]string, error) {
	var all []string
	for _, name := range names {
		found, err := find(name)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			if !slices.Contains(all, f) {
				all = append(all, f)
			}
		}
	}
	return all, nil
}

func find(name string) ([]string, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil && !strings.ContainsAny(name, `/\.`):
		if _, _, ok := scenes.Tests(name); ok {
			return []string{name}, nil
		}
		e := (&syntax.Error{Msg: fmt.Sprintf("%s: no such file, and no shipped scene of that name with tests", name)}).Suggest(name, scenes.Shipped())
		return nil, e
	case err != nil:
		return nil, &syntax.Error{Pos: syntax.Pos{File: name, Line: 1, Col: 1}, Msg: "no such file"}
	case info.IsDir():
		found, err := below(name)
		if err == nil && len(found) == 0 {
			err = fmt.Errorf("%s: no file in this folder or below it ends with %s", name, Suffix)
		}
		return found, err
	case strings.HasSuffix(name, Suffix):
		return []string{name}, nil
	}
	beside := strings.TrimSuffix(name, filepath.Ext(name)) + Suffix
	if _, err := os.Stat(beside); err != nil {
		return nil, fmt.Errorf("%s has no tests: there is no %s", name, beside)
	}
	return []string{beside}, nil
}

// below lists the test files of a folder and of those in it, but not of hidden ones.
func below(dir string) (all []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != dir && strings.HasPrefix(d.Name(), "."):
			return filepath.SkipDir
		case !d.IsDir() && strings.HasSuffix(d.Name(), Suffix):
			all = append(all, path)
		}
		return nil
	})
	return all, err
}
