package dst

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// Every name that a file of Thicket's own gives is found in that file, and no
// other.
func TestOwnNamesAreListed(t *testing.T) {
	p, err := newProgram("t.lua", []byte("return WaitNode(1)"), newFolder(game(t), script.LimitsOf(limit.Values{})))
	if err != nil {
		t.Fatal(err)
	}
	otherwise := []string{"animstate", "birth", "engine", "entity", "events", "methods", "mods", "root", "settings", "stategraphs/creature"}
	given := map[string]string{}
	err = fs.WalkDir(script.Files, "lib", func(path string, _ fs.DirEntry, err error) error {
		ref, isFile := strings.CutSuffix(strings.TrimPrefix(path, "lib/"), ".lua")
		if err != nil || !isFile || strings.HasPrefix(ref, "components/") || strings.HasPrefix(ref, "kinds") || slices.Contains(otherwise, ref) { // those give something else
			return err
		}
		m := newTroupe(p)
		if e := m.Protect(func() {
			m.stage.Outfit()
			for k := range m.RunOwn(ref).Table().Pairs {
				given[machine.Show(k)] = ref
			}
		}); e != nil {
			t.Errorf("%s: %v", ref, e)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(given, script.Homes()); diff != "" {
		t.Errorf("(-given +listed)\n%s", diff)
	}
}

// A component that has a file is nowhere else: the file would hide the other one.
func TestNoComponentIsThereTwice(t *testing.T) {
	src, err := fs.ReadFile(script.Files, "lib/kinds/neutral.lua")
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile(`(?m)^neutral\("(\w+)"`).FindAllStringSubmatch(string(src), -1)
	if len(names) < 100 {
		t.Fatalf("found %d components", len(names))
	}
	seen := map[string]bool{}
	for _, name := range names {
		if script.OwnChunk("components/"+name[1]) != nil || seen[name[1]] {
			t.Errorf("the component %s is there twice", name[1])
		}
		seen[name[1]] = true
	}
}
