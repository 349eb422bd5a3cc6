package markup_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/facttest"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

func FuzzParseYAML(f *testing.F) { fuzz(f, "f.yaml", markup.ParseYAML) }

func FuzzParseJSON(f *testing.F) { fuzz(f, "f.json", markup.ParseJSON) }

// fuzz checks that a parser refuses with positions, or gives a tree whose JSON
// gives the same tree.
func fuzz(f *testing.F, file string, parse func(string, []byte, markup.Limits) (*markup.Node, error)) {
	archive, err := txtar.ParseFile("testdata/documents.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, doc := range archive.Files {
		f.Add(doc.Data)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		n, err := parse(file, src, markup.Limits{Aliases: 1000})
		if err != nil {
			var list syntax.ErrorList
			if n != nil || !errors.As(err, &list) {
				t.Fatalf("tree %v with an error of type %T: %v", n, err, err)
			}
			for _, e := range list {
				if e.Pos.File != file || e.Pos.Line < 1 || e.Pos.Col < 1 || e.Msg == "" {
					t.Fatalf("no place or text: %#v", e)
				}
			}
			facttest.Inside(t, file, src, list)
			return
		}
		ordered(t, n)
		if hasSpecial(n) {
			return
		}
		again, err := markup.ParseJSON(file, []byte(n.JSON()), markup.Limits{})
		if err != nil {
			t.Fatalf("%s: %v", n.JSON(), err)
		}
		if diff := cmp.Diff(n, again, noSpans); diff != "" {
			t.Fatalf("%s (-want +got)\n%s", n.JSON(), diff)
		}
	})
}

// ordered checks that spans do not end before they start.
func ordered(t *testing.T, n *markup.Node) {
	walk(n, func(s syntax.Span) {
		if s.Start.Line < 1 || s.Start.Col < 1 || s.EndLine < s.Start.Line || s.EndLine == s.Start.Line && s.EndCol < s.Start.Col {
			t.Fatalf("span %+v", s)
		}
	})
}

// hasSpecial reports whether a tree holds a number that JSON has no form of.
func hasSpecial(n *markup.Node) bool {
	if n.Kind == markup.Number && (n.Num-n.Num != 0) {
		return true
	}
	for _, item := range n.Items {
		if hasSpecial(item) {
			return true
		}
	}
	for _, e := range n.Entries {
		if hasSpecial(e.Value) {
			return true
		}
	}
	return false
}
