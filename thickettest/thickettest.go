// Package thickettest lets the tests of a Go program play test files for trees and scenes, with the actions
// and components of the program, or with the agents of its own world. docs/testing.md describes the language
// of these files; the command thicket test plays them without a program.
//
// No other package of Thicket imports testing, so a shipped game does not contain
// it.
//
// Non-goals: statements in Go. A session is a value that any test can step and look at, see
// package thicket.
package thickettest

import (
	"path/filepath"
	"regexp"
	"testing"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/internal/backdoor"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/live"
)

// Option says how tests are played.
type Option struct{ apply func(*treetest.Runner) }

// With plays tests with the actions and functions of a registry. Each session has a copy of
// it.
func With(r *thicket.Registry) Option {
	return Option{func(to *treetest.Runner) { to.Registry = r }}
}

// Prepare calls a function for each session before it is played, to add the game's own
// components and systems. Sessions are then played one after the other, so that variables of
// the game may belong to the one that is played.
func Prepare(f func(*thicket.Session)) Option {
	return Option{func(to *treetest.Runner) {
		to.Prepare, to.Workers = func(s *live.Session) { f(backdoor.Face[*thicket.Session](s)) }, 1
	}}
}

// Run plays the tests of all files that a pattern matches, such as testdata/*.test.yaml. Each
// file is a subtest, and each of its tests a subtest of that. A pattern that matches no file
// fails.
func Run(t *testing.T, pattern string, options ...Option) {
	t.Helper()
	var r treetest.Runner
	for _, o := range options {
		o.apply(&r)
	}
	playAll(t, pattern, r)
}

// playAll plays all files of a pattern.
func playAll(t *testing.T, pattern string, r treetest.Runner) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("thickettest: no file matches %q", pattern)
	}
	for _, name := range files {
		file, err := treetest.Read(name, r.Bounds())
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			if err != nil {
				t.Fatal(err)
			}
			for _, test := range file.Tests {
				t.Run(test.Name, func(t *testing.T) { play(t, r, name, test.Name) })
			}
		})
	}
}

// play plays one test of a file.
func play(t *testing.T, r treetest.Runner, file, name string) {
	t.Helper()
	if r.Prepare == nil && r.Real == nil {
		t.Parallel()
	}
	r.Match = regexp.MustCompile("^" + regexp.QuoteMeta(name) + "$")
	res := r.Run(file)[0]
	if len(res.LeftOut) > 0 {
		t.Skip("it wants real leaves, and nobody has made agents")
	}
	for _, e := range res.Errors {
		t.Error(e)
	}
	for _, test := range res.Tests {
		if !test.OK && test.Runs > 0 {
			t.Error("\n" + test.Text())
		}
	}
}
