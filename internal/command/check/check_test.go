package check

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/ground/limit"
)

func TestIsScene(t *testing.T) {
	for _, c := range []struct {
		file, src string
		scene     bool
		fault     string
	}{
		{"a.yaml", "bots: []", true, ""},
		{"a.JSON", `{"bots": [], "kind": "wander"}`, true, ""},
		{"a.yml", "kind: wander", false, ""},
		{"a.bt", "bots: []", false, ""},
		{"a.yaml", "bts: []", false, `a.yaml:1:1: wanted a scene, which has bots, or a tree, which has a kind; did you mean "bots"?`},
		{"a.test.yaml", "tests: []", false, "a.test.yaml:1:1: wanted a scene, which has bots, or a tree, which has a kind; found a file of tests, for thicket test"},
		{"a.yaml", "[1]", false, "a.yaml:1:1: wanted a scene, which has bots, or a tree, which has a kind; found a list"},
	} {
		scene, err := IsScene(c.file, []byte(c.src), limit.Values{})
		if scene != c.scene || (err == nil) != (c.fault == "") || err != nil && err.Error() != c.fault {
			t.Errorf("%s %s: %v, %v, wanted %v, %q", c.file, c.src, scene, err, c.scene, c.fault)
		}
	}
}

// A report has every file, with its faults at their places or with its contents.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	var report Report
	for name, text := range map[string]string{
		"good.yaml": "bots: [{ id: a, name: A, count: 2 }]\n",
		"tree.bt":   "action wander()\n",
		"bad.yaml":  "bots: [{ id: a }]\nrules: 3\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"good.yaml", "tree.bt", "bad.yaml", "none.yaml"} {
		f := Load(filepath.Join(dir, name), Options{})
		if f.OK != (f.Scene != nil || f.Tree != nil) || f.OK != (len(f.Errors) == 0) {
			t.Errorf("%s: ok %v, errors %v", name, f.OK, f.Errors)
		}
		report.Files = append(report.Files, f)
	}
	var text strings.Builder
	if err := report.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.ReplaceAll(strings.TrimSuffix(text.String(), "\n"), dir+string(filepath.Separator), ""), "\n")
	want := []string{
		"good.yaml: ok, 1 class, 2 bots, 0 rules",
		"tree.bt: ok, a tree of 2 nodes",
		`bad.yaml:1:8: a bot class has no key "name", wanted a string`,
		"bad.yaml:2:8: rules: wanted a list, found 3",
		"none.yaml:1:1: no such file",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// Notices that are errors stand where they belong among these.
func TestNoticesAmongErrors(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "a.xml")
	text := "<BehaviorTree><Root><Sequence>\n<Frob/>\n<Wait/>\n<Frobbed/>\n</Sequence></Root></BehaviorTree>\n"
	var lines []int32
	f := Load(file, Options{Lenient: true, NoticesAreErrors: true, Texts: map[string][]byte{file: []byte(text)}})
	for _, e := range f.Errors {
		lines = append(lines, e.Line)
	}
	if want := []int32{2, 3, 4}; !slices.Equal(lines, want) || len(f.Notices) > 0 {
		t.Errorf("errors %v and notices %v, want errors in lines %v", f.Errors, f.Notices, want)
	}
}

// A class with a weapon that the scene lacks and a tunable of its own is an error like any other.
func TestWeaponOfNoScene(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "a.yaml")
	text := "teams: [{ id: red }]\nbots:\n  - { id: a, teamId: red, weapons: [bow], tunable: [{ key: health, min: 1, max: 9 }], behavior: { kind: wander } }\n"
	f := Load(file, Options{Texts: map[string][]byte{file: []byte(text)}})
	if !slices.ContainsFunc(f.Errors, func(e Finding) bool { return strings.Contains(e.Message, `"bow"`) }) {
		t.Errorf("errors %v", f.Errors)
	}
}

// A file that describes a creature is played as it is, with its own brain or without.
func TestCreaturesAreChecked(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "den.lua")
	text := "return Prefab(\"den\", function()\n\tlocal inst = CreateEntity()\n\tinst.entity:AddTransform()\nCALL\treturn inst\nend)\n"
	for call, want := range map[string]string{
		"": file + ": ok, a creature without a brain\n",
		"\tlocal Waiter = Class(Brain)\n\tfunction Waiter:OnStart() self.bt = BT(self.inst, WaitNode(1)) end\n\tinst:SetBrain(Waiter)\n": file + ": ok, a tree of 1 node\n",
		"\tinst:Nothere()\n": file + ":4:2: inst:Nothere is no function\n",
	} {
		src := strings.Replace(text, "CALL", call, 1)
		f := Load(file, Options{Texts: map[string][]byte{file: []byte(src)}})
		var got strings.Builder
		if err := (Report{Files: []File{f}}).WriteText(&got); err != nil {
			t.Fatal(err)
		}
		if got.String() != want {
			t.Errorf("%s: %q, wanted %q", call, got.String(), want)
		}
	}
}
