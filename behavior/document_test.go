package behavior_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior"
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// outline writes a document in a line: values with their places.
func outline(d *behavior.Document) string {
	var parts []string
	for _, m := range d.Members {
		parts = append(parts, fmt.Sprintf("%s@%d:%d %s", m.Key, m.KeyAt.Start.Line, m.KeyAt.Start.Col, outline(m)))
	}
	for _, item := range d.Items {
		parts = append(parts, outline(item))
	}
	switch at := fmt.Sprintf("@%d:%d-%d:%d", d.At.Start.Line, d.At.Start.Col, d.At.EndLine, d.At.EndCol); {
	case d.Members != nil:
		return "{" + strings.Join(parts, ", ") + "}" + at
	case d.Items != nil:
		return "[" + strings.Join(parts, ", ") + "]" + at
	default:
		return d.Value.String() + at
	}
}

// paper registers a dialect whose load is made by a test.
func paper(t *testing.T, name string, load func(f behavior.File) (*run.Program, error)) {
	t.Helper()
	err := behavior.Register(behavior.Dialect{
		Name: name, Exts: []string{"." + name},
		Load: func(f behavior.File, _ *host.Registry) (*run.Program, error) { return load(f) },
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestDocumentsTellPlaces(t *testing.T) {
	t.Parallel()
	got, refused := "", errors.New("no tree")
	paper(t, "paper", func(f behavior.File) (*run.Program, error) {
		d, err := f.Document()
		if err != nil {
			return nil, err
		}
		if got = outline(d); d.Get("none").Get("none") != nil {
			t.Error("there is a member of none")
		}
		return nil, refused
	})
	for text, want := range map[string]string{
		`{"a": [1, "x"], "b": {}}`: `{a@1:2 [1@1:8-1:9, "x"@1:11-1:14]@1:7-1:15, b@1:17 {}@1:22-1:24}@1:1-1:25`,
		"a: [true]\nb: null\n":     `{a@1:1 [true@1:5-1:9]@1:4-1:10, b@2:1 null@2:4-2:8}@1:1-2:8`,
	} {
		got = ""
		_, _, err := behavior.LoadSource("a.paper", []byte(text), &host.Registry{})
		if err == nil || got != want {
			t.Errorf("%q: found %s, wanted %s, %v", text, got, want, err)
		}
	}
	deep := []byte(strings.Repeat("[", 50) + strings.Repeat("]", 50))
	if _, _, err := behavior.LoadSource("a.paper", deep, &host.Registry{}); err == nil || !strings.HasSuffix(err.Error(), "no tree") {
		t.Errorf("lists within each other: %v", err)
	}
	reg := &host.Registry{}
	if err := host.SetLimits(reg, map[string]int64{"file.depth": 20}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := behavior.LoadSource("a.paper", deep, reg); err == nil || !strings.HasPrefix(err.Error(), "a.paper:1:21: ") {
		t.Errorf("lists within each other, with a limit: %v", err)
	}
}

// Oddities come back as notices, in the order of the file.
func TestDialectsTellWhatIsOdd(t *testing.T) {
	t.Parallel()
	paper(t, "odd", func(f behavior.File) (*run.Program, error) {
		f.Noticef(syntax.Pos{File: f.Name, Line: 2, Col: 1}, "the second of %d", 2)
		f.Noticef(syntax.Pos{File: f.Name, Line: 1, Col: 4}, "the first")
		b := tree.NewBuilder(f.Name)
		b.Entry(b.Add(priority, syntax.Span{}))
		built, err := b.Build()
		return &run.Program{Tree: built, Semantics: semantics{}}, err
	})
	_, notices, err := behavior.LoadSource("a.odd", nil, &host.Registry{})
	if want := "a.odd:1:4: the first\na.odd:2:1: the second of 2"; err != nil || notices.Error() != want {
		t.Errorf("found %v, %v, wanted %s", notices, err, want)
	}
}

// A tree that is too large is told where it became so.
func TestLargeTreesAreToldWithTheirPlace(t *testing.T) {
	t.Parallel()
	paper(t, "large", func(f behavior.File) (*run.Program, error) {
		b := tree.NewBuilder(f.Name)
		for line := range int32(tree.MaxNodes + 2) {
			b.Add(priority, syntax.Span{Start: syntax.Pos{File: f.Name, Line: line + 1, Col: 1}})
		}
		_, err := b.Build()
		return nil, err
	})
	_, _, err := behavior.LoadSource("a.large", nil, &host.Registry{})
	if want := "a.large:65535:1: the tree is too large: more than 65535 nodes"; err == nil || err.Error() != want {
		t.Errorf("found %v, wanted %s", err, want)
	}
}
