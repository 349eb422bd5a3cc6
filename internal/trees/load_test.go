package trees_test

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/trees"
)

// countingFS counts how often each file is read.
type countingFS struct {
	fstest.MapFS
	reads map[string]int
}

func (c countingFS) Open(name string) (fs.File, error) {
	c.reads[name]++
	return c.MapFS.Open(name)
}

func newLoader(t *testing.T, files map[string]string) (*trees.Loader, countingFS) {
	t.Helper()
	fsys := countingFS{fstest.MapFS{}, map[string]int{}}
	for name, text := range files {
		fsys.MapFS[name] = &fstest.MapFile{Data: []byte(text)}
	}
	reg := &host.Registry{}
	if err := reg.AddAction(host.Action{Name: "wander", Tick: func(*host.Call) host.Status { return host.Success }}); err != nil {
		t.Fatal(err)
	}
	return trees.NewLoader(reg, sourcefile.Embedded(fsys, ".")), fsys
}

func TestLoaderCompilesAFileOnce(t *testing.T) {
	ld, fsys := newLoader(t, map[string]string{
		"trees/a.yaml": "kind: wander",
		"trees/b.json": `{"kind": "sequence", "children": []}`,
	})
	scene, tree := syntax.Pos{File: "scene.yaml", Line: 1}, syntax.Pos{File: "trees/b.json", Line: 1}
	a, err := ld.Load(scene, "trees/a.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, ref := range []struct {
		at   syntax.Pos
		name string
	}{{tree, "a.yaml"}, {tree, "/trees/a.yaml"}, {scene, "./trees/../trees/a.yaml"}} {
		if again, err := ld.Load(ref.at, ref.name); err != nil || again != a {
			t.Errorf("%s from %s: another program, %v", ref.name, ref.at.File, err)
		}
	}
	b, err := ld.Load(scene, "trees/b.json")
	if err != nil || b == a {
		t.Errorf("another file: the same program %v, %v", b == a, err)
	}
	if diff := cmp.Diff(map[string]int{"trees/a.yaml": 1, "trees/b.json": 1}, fsys.reads); diff != "" {
		t.Errorf("reads (-want +got)\n%s", diff)
	}
}

func TestLoaderReportsAFaultyFileOnce(t *testing.T) {
	ld, fsys := newLoader(t, map[string]string{"bad.yaml": "kind: selector\nchildren: [{ kind: wonder }, { kind: sequence }]"})
	_, first := ld.Load(syntax.Pos{File: "scene.yaml", Line: 1}, "bad.yaml")
	_, second := ld.Load(syntax.Pos{File: "scene.yaml", Line: 2}, "bad.yaml")
	var list syntax.ErrorList
	if !errors.As(first, &list) || len(list) != 2 {
		t.Fatalf("got %v, wanted both errors of the file", first)
	}
	for _, e := range list {
		if e.Pos.File != "bad.yaml" || e.Pos.Line != 2 {
			t.Errorf("%v, wanted it at line 2 of bad.yaml", e)
		}
	}
	if first.Error() != second.Error() || fsys.reads["bad.yaml"] != 1 {
		t.Errorf("read %d times, the second time with %v", fsys.reads["bad.yaml"], second)
	}
}

func TestLoaderErrorsAtTheReference(t *testing.T) {
	ld, _ := newLoader(t, map[string]string{"tree.txt": "kind: wander", "tree": "kind: wander", "folder.yaml/a.yaml": ""})
	at := syntax.Pos{File: "scene.yaml", Line: 4, Col: 9}
	for ref, want := range map[string]string{
		"none.yaml":   `scene.yaml:4:9: no file "none.yaml" beside this one or in the root "."`,
		"":            `scene.yaml:4:9: an empty file name`,
		"../x.yaml":   `scene.yaml:4:9: file "../x.yaml" is outside the root "."; name a wider root with --root`,
		"tree.txt":    `scene.yaml:4:9: file "tree.txt": wanted an extension of .yaml, .yml, .json, .bt, .debt, .lua, .xml`,
		"tree":        `scene.yaml:4:9: file "tree": wanted an extension of .yaml, .yml, .json, .bt, .debt, .lua, .xml`,
		"folder.yaml": `scene.yaml:4:9: file "folder.yaml": found a directory, wanted a file`,
	} {
		p, err := ld.Load(at, ref)
		var e *syntax.Error
		if p != nil || !errors.As(err, &e) || err.Error() != want {
			t.Errorf("%q: %v, wanted %s", ref, err, want)
		}
	}
}

func TestLoaderKeepsNotices(t *testing.T) {
	ld, _ := newLoader(t, map[string]string{
		"a.yaml": "kind: sequence\nchildren:\n- { kind: state_equals, key: a, value: [2] }\n- { kind: state_equals, key: a, value: { b: 1 } }",
	})
	for range 2 {
		if _, err := ld.Load(syntax.Pos{File: "scene.yaml"}, "a.yaml"); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, n := range ld.Notices {
		got = append(got, n.Error())
	}
	want := []string{
		"a.yaml:3:40: [2] equals nothing, so this test is never true",
		`a.yaml:4:40: {"b":1} equals nothing, so this test is never true`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestLoadSource(t *testing.T) {
	reg := &host.Registry{}
	for _, c := range []struct{ file, src, err string }{
		{"a.yaml", "{ kind: sequence, children: [] }", ""},
		{"a.YML", "{ kind: sequence, children: [] }", `a.YML:1:1: file "a.YML": wanted an extension of .yaml, .yml, .json, .bt, .debt, .lua, .xml`},
		{"a.json", "{ kind: sequence, children: [] }", `a.json:1:3: found "kind", wanted a key in double quotes or "}"`},
		{"a.yml", "bots: []", "a.yml:1:1: found a ruleset with bots, wanted one tree"},
		{"a.yml", "3", "a.yml:1:1: a tree node: wanted a map, found a number"},
		{"a.lua", "return {}", "a.lua:1:1: the file gave a table, wanted a class derived from Brain, a BT or a node"},
		{"a.txt", "return {}", `a.txt:1:1: file "a.txt": wanted an extension of .yaml, .yml, .json, .bt, .debt, .lua, .xml`},
	} {
		p, _, err := trees.LoadSource(c.file, []byte(c.src), reg)
		switch {
		case c.err == "" && (err != nil || p == nil):
			t.Errorf("%s: %v", c.file, err)
		case c.err != "" && (p != nil || err == nil || err.Error() != c.err):
			t.Errorf("%s: %v, wanted %s", c.file, err, c.err)
		}
	}
}
