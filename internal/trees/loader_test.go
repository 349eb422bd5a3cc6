package trees_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/trees"
)

// includes makes a dialect for the test whose files are lists of the files that
// they include.
func includes(t *testing.T) {
	t.Helper()
	t.Cleanup(trees.Forget())
	var load func(b *tree.Builder, file string, src []byte, files *sourcefile.Files, l *syntax.List) tree.NodeID
	load = func(b *tree.Builder, file string, src []byte, files *sourcefile.Files, l *syntax.List) tree.NodeID {
		at := syntax.Pos{File: file, Line: 1, Col: 1}
		n := b.Add(1, syntax.Span{Start: at})
		for _, ref := range strings.Fields(string(src)) {
			name, err := files.Find(at, ref)
			if err != nil {
				l.Add(err)
				continue
			}
			kid, err := files.Read(at, name)
			if err != nil {
				l.Add(err)
				continue
			}
			b.Put(n, load(b, name, kid, files, l))
		}
		return n
	}
	err := trees.Register(trees.Dialect{
		Name: "list", Exts: []string{".list"},
		Load: func(file string, src []byte, _ *host.Registry, files *sourcefile.Files, l *syntax.List) *run.Program {
			b := tree.NewBuilder(file)
			b.Entry(load(b, file, src, files, l))
			built, err := b.Build()
			if err != nil {
				t.Fatal(err)
			}
			return &run.Program{Tree: built}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestRenewLoadsWhatChanged(t *testing.T) {
	includes(t)
	ld, fsys := newLoader(t, map[string]string{
		"a.list": "b.list deep/c.list b.list", "b.list": "", "deep/c.list": "d.list", "deep/d.list": "",
		"e.list": "deep/c.list", "f.yaml": "kind: wander", "g.list": "",
	})
	at := syntax.Pos{File: "scene.yaml", Line: 1, Col: 1}
	load := func(ld *trees.Loader) map[string]*run.Program {
		programs := map[string]*run.Program{}
		for _, name := range []string{"a.list", "e.list", "f.yaml"} {
			p, err := ld.Load(at, name)
			if err != nil {
				t.Fatal(err)
			}
			programs[name] = p
		}
		return programs
	}
	before := load(ld)
	for name, want := range map[string][]string{
		"a.list": {"a.list", "b.list", "deep/c.list", "deep/d.list"}, "e.list": {"e.list", "deep/c.list", "deep/d.list"}, "f.yaml": {"f.yaml"},
	} {
		if diff := cmp.Diff(want, ld.Sources(before[name])); diff != "" {
			t.Errorf("sources of %s (-want +got)\n%s", name, diff)
		}
	}
	if got := ld.Sources(&run.Program{}); got != nil {
		t.Errorf("sources of a stranger: %v", got)
	}
	for _, test := range []struct {
		file, text string
		changed    []string
	}{
		{"", "", nil},
		{"b.list", "deep/d.list", []string{"a.list"}},
		{"deep/d.list", "/g.list", []string{"a.list", "e.list"}},
		{"f.yaml", "kind: wander # still", []string{"f.yaml"}},
		{"f.yaml", "kind: wander # still", nil},
	} {
		if test.file != "" {
			fsys.MapFS[test.file] = &fstest.MapFile{Data: []byte(test.text)}
		}
		ld = ld.Renew()
		after := load(ld)
		var changed []string
		for _, name := range []string{"a.list", "e.list", "f.yaml"} {
			if after[name] != before[name] {
				changed = append(changed, name)
			}
		}
		if diff := cmp.Diff(test.changed, changed); diff != "" {
			t.Errorf("%s: new programs (-want +got)\n%s", test.file, diff)
		}
		before = after
	}
}

// A loader that was renewed does not remember faults, nor files that are gone.
func TestRenewTriesFaultyFilesAgain(t *testing.T) {
	includes(t)
	ld, fsys := newLoader(t, map[string]string{"a.list": "b.list", "c.list": ""})
	at := syntax.Pos{File: "scene.yaml", Line: 1, Col: 1}
	const missing = `a.list:1:1: no file "b.list" beside this one or in the root "."`
	if _, err := ld.Load(at, "a.list"); err == nil || err.Error() != missing {
		t.Errorf("%v, want %s", err, missing)
	}
	kept, err := ld.Load(at, "c.list")
	if err != nil {
		t.Fatal(err)
	}
	fsys.MapFS["b.list"] = &fstest.MapFile{}
	delete(fsys.MapFS, "c.list")
	next := ld.Renew()
	if _, err := next.Load(at, "a.list"); err != nil {
		t.Error(err)
	}
	const gone = `scene.yaml:1:1: no file "c.list" beside this one or in the root "."`
	if _, err := next.Load(at, "c.list"); err == nil || err.Error() != gone {
		t.Errorf("%v, want %s", err, gone)
	}
	fsys.MapFS["c.list"] = &fstest.MapFile{Data: []byte("a.list")}
	if p, err := ld.Load(at, "c.list"); p != kept || err != nil {
		t.Errorf("the loader before was changed: %v", err)
	}
}
