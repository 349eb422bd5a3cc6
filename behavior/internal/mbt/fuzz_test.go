package mbt

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// FuzzLoad: a tree is refused with places, or runs, and every node that runs has
// one that runs above it.
func FuzzLoad(f *testing.F) {
	archive, err := txtar.ParseFile(goldenPath)
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range archive.Files {
		if !strings.HasSuffix(file.Name, ".want") {
			f.Add(file.Data)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		reg := strictGame(t)
		var l syntax.List
		p := Load("f.xml", src, reg, &l)
		placed(t, l.Errors)
		placed(t, l.Notices)
		if (p == nil) != (len(l.Errors) > 0) {
			t.Fatalf("program %v with errors %v", p != nil, l.Err())
		}
		if p == nil || len(p.Tree.Nodes) > 500 { // slow, and shows nothing new
			return
		}
		pool := newPlayer(p, &world{}, 4)
		for range 4 {
			disturb(pool, reg)
			pool.step()
			pool.picture()
		}
		for range 4 {
			pool.Remove(pool.Order()[0], pool.tick, testDT)
		}
	})
}

// FuzzCondition: a condition is refused at a place in it, or its value is that of
// a plain reading of the grammar.
func FuzzCondition(f *testing.F) {
	for _, s := range []string{"a", "!a and b", "a == (b xor c) or true", "not a", "(a", "a && b", "()", "TRUE != a.b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, rest, off, err := parseCondition(text)
		if off < 0 || off > len(text) || len(rest) > len(text) || (err == nil) != (c.steps != nil) {
			t.Fatalf("%q: rest %q, offset %d, %v", text, rest, off, err)
		}
		if err != nil {
			return
		}
		depth, deepest := 0, 0
		for _, s := range c.steps {
			switch s.code {
			case codeTrue, codeFalse, codeVar:
				depth++
			case codeNot:
			default:
				depth--
			}
			deepest = max(deepest, depth)
		}
		if depth != 1 || deepest > 64 {
			t.Fatalf("%q leaves %d values, with up to %d of 64 on the stack", text, depth, deepest)
		}
	})
}

func placed(t *testing.T, list syntax.ErrorList) {
	t.Helper()
	for _, e := range list {
		if e.Pos.File != "f.xml" || e.Pos.Line < 1 || e.Pos.Col < 1 || e.Msg == "" {
			t.Fatalf("no place or text: %#v", e)
		}
	}
}
