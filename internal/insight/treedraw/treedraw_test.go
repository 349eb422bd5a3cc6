package treedraw_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/trees"
)

var update = flag.Bool("update", false, "write the golden files")

func tag(t *testing.T) *treedraw.Tree {
	t.Helper()
	src, err := os.ReadFile("testdata/tag.yaml")
	if err != nil {
		t.Fatal(err)
	}
	p, _, err := trees.LoadSource("tag.yaml", src, systems.NewRegistry())
	if err != nil {
		t.Fatal(err)
	}
	return treedraw.Of(p)
}

func TestGoldens(t *testing.T) {
	forms := []struct {
		file string
		draw func(*bytes.Buffer, ...*treedraw.Tree) error
	}{
		{"tag.txt", func(b *bytes.Buffer, ts ...*treedraw.Tree) error { return treedraw.Text(b, treedraw.Style{}, ts...) }},
		{"tag-positions.txt", func(b *bytes.Buffer, ts ...*treedraw.Tree) error {
			return treedraw.Text(b, treedraw.Style{Names: true, Positions: true}, ts...)
		}},
		{"tag.dot", func(b *bytes.Buffer, ts ...*treedraw.Tree) error { return treedraw.DOT(b, ts...) }},
		{"tag.svg", func(b *bytes.Buffer, ts ...*treedraw.Tree) error { return treedraw.SVG(b, ts...) }},
		{"tag-told.svg", func(b *bytes.Buffer, ts ...*treedraw.Tree) error {
			return treedraw.ToldSVG(b, ts[0], map[tree.NodeID]treedraw.Told{
				1: {Answer: "running", Path: true}, 2: {Answer: "failure"}, 3: {Answer: "failure", Text: "it: false != <true>"}, 5: {Path: true}, 7: {Answer: "success", Path: true},
			})
		}},
		{"tag.json", func(b *bytes.Buffer, ts ...*treedraw.Tree) error {
			e := json.NewEncoder(b)
			e.SetIndent("", "  ")
			return e.Encode(ts[0])
		}},
	}
	for _, f := range forms {
		t.Run(f.file, func(t *testing.T) {
			var got bytes.Buffer
			if err := f.draw(&got, tag(t)); err != nil {
				t.Fatal(err)
			}
			path := "testdata/" + f.file
			if *update {
				if err := os.WriteFile(path, got.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got.String()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// labels is a dialect that does nothing but name its nodes, by number.
type labels map[tree.NodeID][2]string

func (labels) Init(*run.Exec)              {}
func (labels) Tick(*run.Exec) host.Status  { return host.Success }
func (labels) Event(*run.Exec, host.Event) {}
func (labels) Stop(*run.Exec)              {}

func (labels) Role(t *tree.Tree, n tree.NodeID) run.Role {
	if len(t.Kids(n)) == 0 {
		return run.Action
	}
	return run.Composite
}

func (l labels) Label(_ *tree.Tree, n tree.NodeID) (kind, detail string) {
	return l[n][0], l[n][1]
}

// diamond returns a library of two trees that share node 3, which is in another
// file and has a child of its own.
func diamond(t *testing.T) *treedraw.Tree {
	t.Helper()
	b := tree.NewBuilder("library")
	at := func(file string, line int32) syntax.Span {
		return syntax.Span{Start: syntax.Pos{File: file, Line: line, Col: 1}}
	}
	a, c := b.Add(1, at("main", 1)), b.Add(1, at("main", 10))
	shared := b.Add(2, at("part.inc", 2))
	leaf := b.Add(3, at("part.inc", 3))
	b.Put(a, shared)
	b.Put(c, shared)
	b.Put(shared, leaf)
	b.Entry(a)
	b.Entry(c)
	built, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	names := labels{a: {"one", ""}, c: {"two", ""}, shared: {"both", "x"}, leaf: {"leaf", ""}}
	return treedraw.Of(&run.Program{Tree: built, Semantics: names})
}

func TestSharedNodeIsDrawnOnce(t *testing.T) {
	var text strings.Builder
	if err := treedraw.Text(&text, treedraw.Style{Positions: true}, diamond(t)); err != nil {
		t.Fatal(err)
	}
	want := `main:1:1      one
part.inc:2:1  └─ both  x  (#3)
part.inc:3:1     └─ leaf
main:10:1     two
part.inc:2:1  └─ both  (see #3)
`
	if diff := cmp.Diff(want, text.String()); diff != "" {
		t.Errorf("text (-want +got)\n%s", diff)
	}

	var dot, svg strings.Builder
	if err := treedraw.DOT(&dot, diamond(t)); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(dot.String(), "t1n3 ["); n != 1 {
		t.Errorf("DOT has node 3 %d times, wanted once:\n%s", n, dot.String())
	}
	for _, edge := range []string{"t1n1 -> t1n3\n", "t1n2 -> t1n3\n"} {
		if strings.Count(dot.String(), edge) != 1 {
			t.Errorf("DOT has no edge %q:\n%s", edge, dot.String())
		}
	}
	if err := treedraw.SVG(&svg, diamond(t)); err != nil {
		t.Fatal(err)
	}
	if full, refs, leaves := strings.Count(svg.String(), ">x  #3<"), strings.Count(svg.String(), ">see #3<"), strings.Count(svg.String(), ">leaf</text>"); full != 1 || refs != 1 || leaves != 1 {
		t.Errorf("SVG has node 3 %d times, %d references and %d leaves, wanted one of each", full, refs, leaves)
	}
}

func TestTreeThatLeadsBackIsDrawn(t *testing.T) {
	b := tree.NewBuilder("loop")
	root := b.Add(1, syntax.Span{})
	kid := b.Add(1, syntax.Span{})
	b.Put(root, kid)
	b.Put(kid, root)
	b.Entry(root)
	built, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	drawn := treedraw.Of(&run.Program{Tree: built, Semantics: labels{root: {"root", ""}, kid: {"kid", ""}}})
	var text strings.Builder
	if err := treedraw.Text(&text, treedraw.Style{}, drawn); err != nil {
		t.Fatal(err)
	}
	if want := "root  (#1)\n└─ kid\n   └─ root  (see #1)\n"; text.String() != want {
		t.Errorf("got %q, wanted %q", text.String(), want)
	}
}

func TestRoles(t *testing.T) {
	want := []string{"composite", "composite", "condition", "action", "composite", "condition", "action", "action"}
	var got []string
	for _, n := range tag(t).Nodes {
		got = append(got, n.Role.String())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wage tells its roles (-want +got)\n%s", diff)
	}
	got = nil
	for _, n := range diamond(t).Nodes {
		got = append(got, n.Role.String())
	}
	if diff := cmp.Diff([]string{"composite", "composite", "action", "composite"}, got); diff != "" {
		t.Errorf("a dialect that tells none has them by shape (-want +got)\n%s", diff)
	}
}
