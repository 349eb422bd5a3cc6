package mbt

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun/dryruntest"
	"github.com/thicket-sim/thicket/internal/ground/facttest"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// FuzzLoad: a tree is refused with places, or runs, and every node that runs has
// one that runs above it. Laid out anew it is the same tree.
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
	for _, c := range dryruntest.Read(f, casesFile) {
		f.Add([]byte(c.Source))
	}
	real, _ := filepath.Glob("../../../../shared/corpus/mbt/*.xml") // the pattern is good
	for _, file := range real {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		reg := strictGame(t)
		var l syntax.List
		p := Load("f.xml", src, reg, &l)
		placed(t, l.Errors)
		placed(t, l.Notices)
		facttest.Inside(t, "f.xml", src, slices.Concat(l.Errors, l.Notices))
		if (p == nil) != (len(l.Errors) > 0) {
			t.Fatalf("program %v with errors %v", p != nil, l.Err())
		}
		if p != nil {
			out, err := markup.FormatXML("f.xml", src, limit.Values{})
			if err != nil {
				t.Fatal(err)
			}
			var l syntax.List
			if again := Load("f.xml", out, strictGame(t), &l); again == nil || !p.Tree.SameShape(again.Tree) || shown(again) != shown(p) {
				t.Fatalf("laid out as\n%s\nit is another tree: %v", out, l.Err())
			}
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
			pool.Remove(pool.Order()[0], run.Moment{Tick: pool.tick, DT: testDT})
		}
	})
}

// shown returns what a tree shows of its nodes.
func shown(p *run.Program) string {
	var b strings.Builder
	labels := p.Semantics.(run.Describer)
	for n := range p.Tree.Nodes {
		kind, detail := labels.Label(p.Tree, tree.NodeID(n))
		if kind == "Log" {
			detail = "" // it may say the line
		}
		fmt.Fprintln(&b, kind, detail)
	}
	return b.String()
}

// FuzzCondition: a condition is refused at a place in it, also as an attribute of a file, or
// leaves one value.
func FuzzCondition(f *testing.F) {
	for _, s := range []string{"a", "!a and b", "a == (b xor c) or true", "not a", "(a", "a && b", "()", "TRUE != a.b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, rest, off, err := parseCondition(text)
		if off < 0 || off > len(text) || len(rest) > len(text) || (err == nil) != (c.steps != nil) {
			t.Fatalf("%q: rest %q, offset %d, %v", text, rest, off, err)
		}
		var src bytes.Buffer
		src.WriteString("<BehaviorTree><Root>\n<AssertCondition condition=\"")
		if err := xml.EscapeText(&src, []byte(text)); err != nil {
			t.Fatal(err)
		}
		src.WriteString("\"/></Root></BehaviorTree>")
		var l syntax.List
		p := Load("f.xml", src.Bytes(), strictGame(t), &l)
		placed(t, l.Errors)
		placed(t, l.Notices)
		facttest.Inside(t, "f.xml", src.Bytes(), slices.Concat(l.Errors, l.Notices))
		if err != nil {
			if p != nil && !bytes.ContainsRune(src.Bytes(), utf8.RuneError) { // as which it would be another
				t.Fatalf("%q is refused (%v), and a tree with it is not", text, err)
			}
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
