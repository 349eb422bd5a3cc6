package lua

import (
	"fmt"
	"testing"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// TestFilesRunAgainWithThoseThatTheyRequire edits a file that two others require, one of them
// by way of a third: each of them runs again when it is asked for, once.
func TestFilesRunAgainWithThoseThatTheyRequire(t *testing.T) {
	texts := map[string]string{
		"base": `runs.base = (runs.base or 0) + 1 return 1`,
		"mid":  `runs.mid = (runs.mid or 0) + 1 return require "base"`,
		"a":    `runs.a = (runs.a or 0) + 1 return require("mid")`,
		"b":    `runs.b = (runs.b or 0) + 1 local function late() return require "late" end return require("base")`,
		"late": `return require "base"`,
	}
	find := func(_ syntax.Pos, name string) (*Chunk, error) {
		return Compile(syntax.Pos{File: name}, texts[name], Limits{})
	}
	s := NewState(Options{Require: find, Current: func(at syntax.Pos, name string) *Chunk {
		c, _ := find(at, name)
		return c
	}})
	s.Set("runs", s.L.NewTable())
	// load loads a file and tells how often each has run
	load := func(name string) string {
		t.Helper()
		c, err := find(syntax.Pos{}, name)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Protect(1e6, func(*glua.LState) { s.Load(c, name) }); err != nil {
			t.Fatal(err)
		}
		runs := s.Get("runs").(*glua.LTable)
		return fmt.Sprint(runs.RawGetString("base"), runs.RawGetString("mid"), runs.RawGetString("a"), runs.RawGetString("b"))
	}
	edit := func(name string) { texts[name] += " -- " }
	for i, step := range []struct{ edit, load, runs string }{
		{"", "a", "1 1 1 nil"},
		{"", "b", "1 1 1 1"},
		{"", "a", "1 1 1 1"},
		{"base", "a", "2 2 2 1"},
		{"", "b", "2 2 2 2"}, // what it required has run by then
		{"", "a", "2 2 2 2"},
		{"mid", "b", "2 2 2 2"},
		{"", "a", "2 3 3 2"},
		{"late", "b", "2 3 3 2"}, // which only a function requires
	} {
		if step.edit != "" {
			edit(step.edit)
		}
		if got := load(step.load); got != step.runs {
			t.Fatalf("step %d: after base, mid, a and b ran %s times, wanted %s", i, got, step.runs)
		}
	}
}
