package thicket_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/behavior"
	"github.com/thicket-sim/thicket/behavior/host"
)

// boundFiles lists the files that the scenes of the tests of limits read.
var boundFiles = map[string]string{
	"deep.bt":   "selector { selector { action wander() } }\n",
	"deep.debt": "<behaviorTree><sequence id='root' loop='true'><sequence id='a'><success/></sequence></sequence></behaviorTree>",
	"deep.xml":  `<BehaviorTree><Root><Sequence><Wait duration="1"/></Sequence></Root></BehaviorTree>`,
	"code.xml":  `<BehaviorTree><Root><Loop><Sequence><ExecuteLua code="for i = 1, 20000 do local n = i end"/><Wait duration="0.01"/></Sequence></Loop></Root></BehaviorTree>`,
	"crow.lua": `local n = 0
local Crow = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Crow:OnStart()
    self.bt = BT(self.inst, PriorityNode({ ActionNode(function() n = n + 1 error("caw " .. n) end) }, 0))
end
return Crow
`,
	"bird.lua": `local Bird = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Bird:OnStart()
    self.bt = BT(self.inst, PriorityNode({ ActionNode(function() local n = 0 for i = 1, 3000 do n = n + i end end) }, 0))
end
return Bird
`,
}

// boundFolder writes the files that the scenes of the tests of limits read.
func boundFolder(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range boundFiles {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// bounded opens a scene in a folder, of one class whose tree is in a file there or written out.
func bounded(dir, tree string, limits map[string]int64) (*thicket.Session, error) {
	if boundFiles[tree] != "" {
		tree = "{ file: " + tree + " }"
	}
	scene := fmt.Sprintf(`bots:
  - { id: a, name: A, count: 2, behavior: %s }
rules:
  - { on: contact, from: {}, to: {}, radius: 1, set: { from: { it: true } } }
  - { on: contact, from: {}, to: {}, radius: 2, set: { from: { it: true } } }
`, tree)
	quiet := func(string) {}
	return thicket.Start(filepath.Join(dir, "scene.yaml"), []byte(scene), thicket.Options{Limits: limits, OnNotice: quiet, OnFault: func(thicket.Fault) {}})
}

// Sessions of one process hold each to its own limits, at once: those of files, with the place,
// and those of what is played.
func TestSessionsHaveLimitsOfTheirOwn(t *testing.T) {
	const nested = "{ kind: selector, children: [{ kind: wander }] }"
	dir := boundFolder(t)
	var all sync.WaitGroup
	for _, c := range []struct {
		tree, limit   string
		strict, loose int64
		want          string // of the error where it is strict
	}{
		{"{ kind: wander }", "scene.rules", 1, 2, "scene.yaml:5:5: more than 1 rules"},
		{"{ kind: wander }", "scene.bots", 1, 2, "scene.yaml:2:5: more than 1 bots in all classes up to this one"},
		{"{ kind: wander }", "file.values", 5, 100, "scene.yaml:3:7: more than 5 values in one file"},
		{"{ kind: wander }", "file.bytes", 100, 1000, "scene.yaml:1:1: file of 230 bytes, wanted at most 100 bytes"},
		{nested, "tree.depth", 1, 2, "a tree deeper than 1 nodes"},
		{"deep.bt", "bt.depth", 1, 3, "deep.bt:1:12: a tree deeper than 1 nodes"},
		{"deep.debt", "dragengine.depth", 1, 3, "deep.debt:1:47: rules and subtrees nested deeper than 1 levels"},
		{"deep.xml", "mbt.depth", 1, 2, "deep.xml:1:31: nodes nested deeper than 1"},
		{"crow.lua", "lua.source", 10, 1000, "crow.lua:1:1: "},
		{"crow.lua", "brain.depth", 1, 3, "crow.lua:4:"},
	} {
		for _, limits := range []map[string]int64{nil, {c.limit: c.strict}, {c.limit: c.loose}} {
			all.Go(func() {
				s, err := bounded(dir, c.tree, limits)
				if err == nil {
					s.Close()
				}
				strict := limits[c.limit] == c.strict
				if (err != nil) != strict || strict && !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s with %v: %v, wanted %q of one with %d", c.tree, limits, err, c.want, c.strict)
				}
			})
		}
	}
	for _, c := range []struct {
		tree         string
		limits       map[string]int64
		word         string // of a fault
		kinds, times int    // of such faults, and how often all came
	}{
		{"crow.lua", nil, "caw", 5, 22},
		{"crow.lua", map[string]int64{"game.faults": 1, "brain.faults": 3}, "caw", 1, 8},
		{"crow.lua", map[string]int64{"game.faults": 2, "brain.faults": 40}, "caw", 2, 40},
		{"bird.lua", nil, "ran for more than", 0, 0},
		{"bird.lua", map[string]int64{"brain.steps": 1000, "brain.faults": 40}, "ran for more than", 1, 40},
		{"code.xml", nil, "ran for more than", 0, 0},
		{"code.xml", map[string]int64{"mbt.steps": 20_000}, "ran for more than", 1, 40},
	} {
		all.Go(func() {
			s, err := bounded(dir, c.tree, c.limits)
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			for range 20 {
				s.Step()
			}
			found, count := s.Faults()
			kinds := 0
			for _, f := range found {
				if strings.Contains(f.Text, c.word) {
					kinds++
				}
			}
			if kinds != c.kinds || count != int64(c.times) {
				t.Errorf("%s with %v: %d faults with %q, wanted %d, %d in all, wanted %d:\n%v", c.tree, c.limits, kinds, c.word, c.kinds, count, c.times, found)
			}
		})
	}
	all.Wait()
}

// A save is restored under the limits that it was played with, and says which these were.
func TestASaveWantsItsLimits(t *testing.T) {
	s, err := bounded(boundFolder(t), "bird.lua", map[string]int64{"brain.steps": 20_000})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Step()
	var save, record bytes.Buffer
	if err := s.Save(&save); err != nil {
		t.Fatal(err)
	}
	fork, err := s.Fork()
	if err != nil {
		t.Fatal(err)
	}
	fork.Close()
	stop, err := s.Record(&record)
	if err != nil {
		t.Fatal(err)
	}
	s.Step()
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		limits map[string]int64
		want   string
	}{
		{map[string]int64{"brain.steps": 20_000}, ""},
		{map[string]int64{"brain.steps": 20_000, "scene.rules": 5}, ""},
		{nil, "it was made with --limit brain.steps=20000, wanted the same"},
		{map[string]int64{"brain.steps": 20_001}, "it was made with --limit brain.steps=20000, wanted the same"},
		{map[string]int64{"brain.steps": 20_000, "game.faults": 7}, "it was made with the limit game.faults of 5, wanted no --limit game.faults=7"},
		{map[string]int64{"brain.step": 20_000}, `thicket.Options.Limits: unknown limit "brain.step"; did you mean "brain.steps"?`},
	} {
		o := thicket.Options{Limits: c.limits}
		again, err := thicket.Restore(bytes.NewReader(save.Bytes()), o)
		if err == nil {
			again.Close()
		}
		for what, err := range map[string]error{"save": err, "recording": thicket.Replay(bytes.NewReader(record.Bytes()), o, nil)} {
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s with %v: %v, wanted %q", what, c.limits, err, c.want)
			}
		}
	}
}

// What is wrong with limits is told when a session opens, all of it.
func TestWrongLimitsAreRefused(t *testing.T) {
	_, err := thicket.Open("tag", thicket.Options{Limits: map[string]int64{"scene.rule": 5, "bt.depth": 0, "bt.children": 30}})
	const want = `thicket.Options.Limits: the limit bt.children is 20 for good: as in the game
the limit bt.depth: 0, wanted 1 to 1000
unknown limit "scene.rule"; did you mean "scene.rules"?`
	if err == nil || err.Error() != want {
		t.Errorf("%v, wanted\n%s", err, want)
	}
}

// A registry has limits for trees that are loaded without a session, and for sessions that are
// opened with it and have none of their own.
func TestLimitsOfARegistry(t *testing.T) {
	load := func(r *thicket.Registry) error {
		_, _, err := behavior.LoadSource("deep.bt", []byte(boundFiles["deep.bt"]), r)
		return err
	}
	strict, usual := thicket.NewRegistry(), thicket.NewRegistry()
	if err := host.SetLimits(strict, map[string]int64{"bt.depth": 1}); err != nil {
		t.Fatal(err)
	}
	if err := host.SetLimits(strict, map[string]int64{"bt.deph": 2}); err == nil || !strings.Contains(err.Error(), `did you mean "bt.depth"?`) {
		t.Errorf("an unknown limit: %v", err)
	}
	const want = "deep.bt:1:12: a tree deeper than 1 nodes"
	if err := load(strict); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, wanted %q", err, want)
	}
	if err := load(usual); err != nil {
		t.Error(err)
	}
	scene := []byte(`{"bots": [{"id": "a", "name": "A", "behavior": {"kind": "wander"}}], "rules": [{}, {}]}`)
	if err := host.SetLimits(strict, map[string]int64{"scene.rules": 1}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		limits map[string]int64
		want   bool
	}{{nil, true}, {map[string]int64{"scene.rules": 2}, false}} {
		_, err := thicket.Start("scene.json", scene, thicket.Options{Registry: strict, Limits: c.limits})
		if err == nil || strings.Contains(err.Error(), "more than 1 rules") != c.want {
			t.Errorf("with %v: %v, wanted the registry's own: %v", c.limits, err, c.want)
		}
	}
}

var bound = regexp.MustCompile(`(?i)^(max|most|limit|default)`)

// TestNoLimitIsAVariableThatChanges holds bounds to limit.New: a variable of a package that has
// the value of a bound would be the same for all sessions of a process. Nothing is assigned to
// what New returns, nor is its address taken.
func TestNoLimitIsAVariableThatChanges(t *testing.T) {
	fset, packages := token.NewFileSet(), map[string][]*ast.File{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != "."):
			return fs.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		packages[filepath.Dir(path)] = append(packages[filepath.Dir(path)], f)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	limits := 0
	for _, files := range packages {
		names := map[string]bool{}
		uses := slices.ContainsFunc(files, func(f *ast.File) bool {
			return slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool { return strings.HasSuffix(i.Path.Value, `/ground/limit"`) })
		})
		for _, f := range files {
			for _, d := range f.Decls {
				g, ok := d.(*ast.GenDecl)
				if !ok || g.Tok != token.VAR {
					continue
				}
				for _, spec := range g.Specs {
					v := spec.(*ast.ValueSpec)
					for i, id := range v.Names {
						switch {
						case i < len(v.Values) && isCall(v.Values[i], "limit", "New"):
							names[id.Name] = true
						case uses && bound.MatchString(id.Name):
							t.Errorf("%v: the variable %s, wanted a constant or limit.New", fset.Position(id.Pos()), id.Name)
						}
					}
				}
			}
		}
		limits += len(names)
		for _, f := range files {
			ast.Inspect(f, func(n ast.Node) bool {
				var to []ast.Expr
				switch n := n.(type) {
				case *ast.AssignStmt:
					to = n.Lhs
				case *ast.UnaryExpr:
					if n.Op == token.AND {
						to = []ast.Expr{n.X}
					}
				}
				for _, e := range to {
					if id, ok := e.(*ast.Ident); ok && names[id.Name] {
						t.Errorf("%v: %s is changed", fset.Position(id.Pos()), id.Name)
					}
				}
				return true
			})
		}
	}
	if limits < 80 {
		t.Errorf("%d limits, wanted those of all packages", limits)
	}
}

// isCall reports whether an expression calls a function of a package.
func isCall(e ast.Expr, pkg, name string) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || f.Sel.Name != name {
		return false
	}
	id, ok := f.X.(*ast.Ident)
	return ok && id.Name == pkg
}
