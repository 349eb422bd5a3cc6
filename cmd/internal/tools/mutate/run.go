package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// verdict tells what became of a fault.
type verdict string

const (
	invalidFault  verdict = "invalid" // it does not compile
	caughtByOwn   verdict = "caught"
	caughtByOther verdict = "elsewhere"
	hung          verdict = "hung" // a test did not end in time
	survived      verdict = "SURVIVED"
)

// run tests faults of one module.
type run struct {
	faults []fault
	each   time.Duration
	// packages are all of the module, by folder
	packages map[string]string
	// readers are the packages with tests that depend on a package, the nearest
	// first; empty where only own tests are asked for
	readers map[string][]string
}

// newRun finds the faults below folders and the packages of the module that the
// working directory is in.
func newRun(ctx context.Context, folders []string, each time.Duration, others bool) (*run, error) {
	r := &run{each: each, packages: map[string]string{}, readers: map[string][]string{}}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if r.faults, err = faultsUnder(folders); err != nil {
		return nil, err
	}
	for i := range r.faults {
		if f := &r.faults[i]; !filepath.IsAbs(f.file) {
			f.file = filepath.Join(here, f.file)
		}
	}
	out, err := exec.CommandContext(ctx, "go", "list", "-json=Dir,ImportPath,Deps,TestGoFiles,XTestGoFiles", "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	type listed struct {
		Dir, ImportPath                 string
		Deps, TestGoFiles, XTestGoFiles []string
	}
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p listed
		if err := d.Decode(&p); err != nil {
			return nil, err
		}
		r.packages[p.Dir] = p.ImportPath
		if len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 {
			all = append(all, p)
		}
	}
	if others {
		// Who depends on less is nearer.
		slices.SortStableFunc(all, func(a, b listed) int { return len(a.Deps) - len(b.Deps) })
		for _, p := range all {
			for _, dep := range p.Deps {
				r.readers[dep] = append(r.readers[dep], p.ImportPath)
			}
		}
	}
	return r, nil
}

// test plants a fault and runs the tests. by names the package whose tests
// caught it.
func (r *run) test(ctx context.Context, f *fault) (v verdict, by string, err error) {
	own, ok := r.packages[filepath.Dir(f.file)]
	if !ok {
		return invalidFault, "", nil // left out by a build constraint
	}
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return "", "", err
	}
	defer os.RemoveAll(dir)
	overlay, err := f.overlay(dir)
	if err != nil {
		return "", "", err
	}
	if build := exec.CommandContext(ctx, "go", "build", "-overlay", overlay, own); build.Run() != nil {
		return invalidFault, "", ctx.Err()
	}
	deadline := time.Now().Add(r.each)
	for _, pkg := range slices.Concat([]string{own}, r.readers[own]) {
		left := time.Until(deadline)
		if left <= 0 {
			break
		}
		out, err := exec.CommandContext(ctx, "go", "test", "-short", "-failfast", "-vet=off", "-timeout", left.String(), "-overlay", overlay, pkg).CombinedOutput()
		late := bytes.Contains(out, []byte("panic: test timed out"))
		switch {
		case ctx.Err() != nil:
			return "", "", ctx.Err()
		case err == nil, bytes.Contains(out, []byte("[build failed]")): // of a test that reaches into the package
		case late && pkg == own:
			return hung, pkg, nil
		case late: // the other packages had too little time
		case pkg == own:
			return caughtByOwn, pkg, nil
		default:
			return caughtByOther, pkg, nil
		}
	}
	return survived, "", nil
}

// overlay writes the faulty file into a folder, and the file that makes the go
// command read it, whose path it gives.
func (f *fault) overlay(dir string) (string, error) {
	src, err := os.ReadFile(f.file)
	if err != nil {
		return "", err
	}
	faulty := filepath.Join(dir, "faulty.go")
	if err := os.WriteFile(faulty, f.planted(src), 0o600); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {f.file: faulty}})
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "overlay.json")
	return path, os.WriteFile(path, text, 0o600)
}
