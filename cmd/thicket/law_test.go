package main

import (
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/thicket-sim/thicket/"

// packages gives the imports, direct and indirect, of every package of the
// module, by package and without the module's path.
func packages(t *testing.T) map[string][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Deps " "}}`, module+"...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		all[strings.TrimPrefix(fields[0], module)] = fields[1:]
	}
	if len(all) < 10 {
		t.Fatalf("go list found %d packages, wanted all of the module", len(all))
	}
	return all
}

func in(pkg string, trees ...string) bool {
	for _, tree := range trees {
		if pkg == tree || strings.HasPrefix(pkg, tree+"/") {
			return true
		}
	}
	return false
}

// layers are the packages from the bottom up. A package may import those of
// lower layers, and of its own.
var layers = [][]string{
	{"internal/id", "internal/digest", "internal/workers"},
	{"components", "behavior/syntax"},
	{"ecs", "behavior/host", "behavior/internal/lua", "internal/golden"},
	{"behavior/tree"},
	{"behavior/run"},
	{"behavior/internal/dryrun"},
	{"behavior/internal"},
	{"behavior"},
	{"systems"},
	{"internal/reference"},
	{"scenes"},
	{"session"},
	{"internal/palette", "internal/treedraw", "internal/windowtest", "render/draw"},
	{"render"},
	{"cmd", "examples"},
}

// layer is the index of the most specific entry that has the package.
func layer(pkg string) (found int, ok bool) {
	longest := -1
	for i, l := range layers {
		for _, tree := range l {
			if in(pkg, tree) && len(tree) > longest {
				longest, found = len(tree), i
			}
		}
	}
	return found, longest >= 0
}

func TestImportsPointOneWay(t *testing.T) {
	for pkg, deps := range packages(t) {
		from, ok := layer(pkg)
		if !ok {
			t.Errorf("package %s has no layer", pkg)
			continue
		}
		for _, dep := range deps {
			own, isOwn := strings.CutPrefix(dep, module)
			if !isOwn {
				continue
			}
			if to, ok := layer(own); ok && to > from {
				t.Errorf("%s imports %s, which is above it", pkg, own)
			}
		}
	}
}

func TestWhoMayImportWhat(t *testing.T) {
	laws := []struct {
		what    string // an import path, or the beginning of one
		allowed []string
		why     string
	}{
		{module + "ecs", []string{"ecs", "systems", "scenes", "session", "cmd", "examples", "render", "internal"}, "behaviour trees know no world"},
		{module + "components", []string{"components", "ecs", "systems", "scenes", "session", "cmd", "examples", "render", "internal"}, "behaviour trees know no world"},
		{module + "behavior", []string{"behavior", "systems", "scenes", "session", "cmd", "examples", "render", "internal"}, "the world knows no trees"},
		{"github.com/hajimehoshi/ebiten", []string{"render", "internal/windowtest", "cmd/thicket-view", "examples"}, "the rest runs without a window"},
	}
	for pkg, deps := range packages(t) {
		for _, law := range laws {
			for _, dep := range deps {
				if in(dep, law.what) && !in(pkg, law.allowed...) {
					t.Errorf("%s depends on %s: %s", pkg, dep, law.why)
				}
			}
		}
		if in(pkg, "render/draw", "internal/palette", "internal/treedraw", "cmd/thicket") {
			for _, dep := range deps {
				if in(dep, "github.com/hajimehoshi/ebiten") {
					t.Errorf("%s depends on %s: it has no window", pkg, dep)
				}
			}
		}
	}
}

// TestOneImporterOf holds libraries to the packages that wrap them, so that
// another can take their place.
func TestOneImporterOf(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	wrappers := map[string][]string{
		"github.com/mlange-42/arche":              {"components", "ecs", "systems", "internal/reference"},
		"gopkg.in/yaml.v3":                        {"behavior/syntax"},
		"github.com/yuin/gopher-lua":              {"behavior/internal/lua", "behavior/internal/dst", "behavior/internal/mbt"},
		module + "behavior/internal/wage":         {"behavior"},
		module + "behavior/internal/unvanquished": {"behavior"},
		module + "behavior/internal/dragengine":   {"behavior"},
		module + "behavior/internal/dst":          {"behavior"},
		module + "behavior/internal/mbt":          {"behavior"},
		"github.com/fsnotify":                     {"session/filewatch"},
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		pkg := strings.TrimPrefix(fields[0], module)
		for _, dep := range fields[1:] {
			for lib, allowed := range wrappers {
				if in(dep, lib) && !in(pkg, allowed...) {
					t.Errorf("%s imports %s, wanted only %v to", pkg, dep, allowed)
				}
			}
		}
	}
}

func TestNoArcheInSignatures(t *testing.T) {
	for pkg := range packages(t) {
		if in(pkg, "ecs", "components") {
			continue
		}
		out, err := exec.Command("go", "doc", "-all", module+pkg).Output()
		if err != nil {
			continue // a package without exported names
		}
		if strings.Contains(string(out), "arche.") {
			t.Errorf("go doc %s shows an arche type", pkg)
		}
	}
}
