package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/command/bisect"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// recordedAs records a scene that is written to a file, with one text in it changed.
func recordedAs(t *testing.T, file, src, from, to, ticks string) (recording string) {
	t.Helper()
	if !strings.Contains(src, from) {
		t.Fatalf("no %q in the scene", from)
	}
	write(t, file, strings.Replace(src, from, to, 1))
	recording = file + ".rec"
	if code, _, errs := thicket(t, "run", file, "--ticks", ticks, "--json", "--record", recording); code != exitDone {
		t.Fatal(errs)
	}
	return recording
}

func write(t *testing.T, file, text string) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(file), 0o777)
	if err == nil {
		err = os.WriteFile(file, []byte(text), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// bisected returns the output of bisect for two recordings, as text and as JSON.
func bisected(t *testing.T, a, b string, want int) (string, *bisect.Report) {
	t.Helper()
	code, text, errs := thicket(t, "replay", "--bisect", a, b)
	if code != want {
		t.Fatalf("exit code %d, wanted %d: %s%s", code, want, text, errs)
	}
	_, out, _ := thicket(t, "replay", "--bisect", a, b, "--json")
	r := &bisect.Report{}
	if err := json.Unmarshal([]byte(out), r); err != nil {
		t.Fatal(err)
	}
	return text, r
}

func wantText(t *testing.T, text string, all ...string) {
	t.Helper()
	for _, want := range all {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestBisectOfTreesThatSayTheSame compares two games whose trees differ in a number that
// made no difference.
func TestBisectOfTreesThatSayTheSame(t *testing.T) {
	t.Chdir(t.TempDir())
	src, _, _ := scenes.Source("siege")
	one := recordedAs(t, "one/siege.yaml", string(src), "limit: 0.95", "limit: 0.95", "300")
	other := recordedAs(t, "other/camps.yaml", string(src), "limit: 0.95", "limit: 0.951", "300")
	text, r := bisected(t, one, other, exitDone)
	wantText(t, text, "note: the two were not made of the same: one/siege.yaml:42 and other/camps.yaml:42\n",
		"are equal in all of 300 ticks\n  what they were made of differs, and nothing that was recorded of what happened does\n")
	if !r.Equal || r.Ticks != 300 || len(r.Parts)+len(r.Bodies) > 0 {
		t.Errorf("%+v", r)
	}
	// with the same text under another name nothing is to be told
	text, _ = bisected(t, one, recordedAs(t, "same.yaml", string(src), "limit: 0.95", "limit: 0.95", "300"), exitDone)
	if strings.Contains(text, "note:") || strings.Contains(text, "differs") {
		t.Errorf("of the same texts: %s", text)
	}
}

// TestBisectNamesTheNodeThatSaysSomethingElse changes a condition in the file of one of two
// games: that is told before the leaf that acted.
func TestBisectNamesTheNodeThatSaysSomethingElse(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: games of three minutes")
	}
	t.Chdir(t.TempDir())
	src, _, _ := scenes.Source("siege")
	const limit = "name: health_below, args: { limit: 0.3 }"
	one := recordedAs(t, "siege.yaml", string(src), limit, limit, "1800")
	other := recordedAs(t, "wary.yaml", string(src), limit, strings.Replace(limit, "0.3", "0.6", 1), "1800")
	for _, files := range [][2]string{{one, other}, {other, one}} {
		text, r := bisected(t, files[0], files[1], exitFault)
		if len(r.Bodies) == 0 || len(r.Bodies[0].Changed) != 1 || r.Bodies[0].Node == nil {
			t.Fatal(text)
		}
		c := r.Bodies[0].Changed[0]
		limits := map[string]string{"siege.yaml": "limit=0.3", "wary.yaml": "limit=0.6"}
		for _, n := range []bisect.Node{c.Node, c.Other} {
			if n.Line != 46 || !strings.Contains(n.Detail, "health_below") || !strings.Contains(n.Detail, limits[n.File]) {
				t.Errorf("node %+v", n)
			}
		}
		answer := map[string]string{"siege.yaml": "failure", "wary.yaml": "success"}[c.Node.File]
		if c.Node.File == c.Other.File || c.Node.Status != answer {
			t.Errorf("%+v", c)
		}
		changed, acts := strings.Index(text, c.Node.String()), strings.Index(text, r.Bodies[0].Node.String())
		if changed < 0 || acts < changed {
			t.Errorf("the node that acts comes first in\n%s", text)
		}
	}
}

// TestBisectNamesTheFilesThatDiffer compares a scene of several files with itself as it is
// later, in another folder.
func TestBisectNamesTheFilesThatDiffer(t *testing.T) {
	t.Chdir(t.TempDir())
	const scene = "bots: [{ id: m, name: Mole, count: 2, behavior: { file: trees/FILE } }]\n"
	const tree = "kind: selector\nchildren: [{ kind: wander }]\n"
	for folder, files := range map[string]map[string]string{
		"a": {"trees/mole.yaml": tree},
		"b": {"trees/mole.yaml": strings.Replace(tree, "[{ kind: wander }]", "[]", 1)},
		"c": {"trees/vole.yaml": tree},
	} {
		for name, text := range files {
			write(t, filepath.Join(folder, name), text)
		}
	}
	recs := map[string]string{}
	for folder, tree := range map[string]string{"a": "mole.yaml", "b": "mole.yaml", "c": "vole.yaml"} {
		recs[folder] = recordedAs(t, folder+"/moles.yaml", scene, "FILE", tree, "30")
	}
	_, r := bisected(t, recs["a"], recs["b"], exitFault)
	if len(r.Files) != 1 || r.Files[0] != "trees/mole.yaml:2" {
		t.Errorf("%q", r.Files)
	}
	_, r = bisected(t, recs["a"], recs["c"], exitDone)
	want := []string{"a/moles.yaml:1 and c/moles.yaml:1", "trees/mole.yaml, which only a/moles.yaml.rec has", "trees/vole.yaml, which only c/moles.yaml.rec has"}
	if strings.Join(r.Files, "; ") != strings.Join(want, "; ") {
		t.Errorf("%q, wanted %q", r.Files, want)
	}
}

// TestBisectOfWhatNoDigestHas compares two games whose bots do the same, and whose trees answer
// something else at some time.
func TestBisectOfWhatNoDigestHas(t *testing.T) {
	t.Chdir(t.TempDir())
	const tree = "selector {\n  condition matchTime > 1000\n}\n"
	one := recordedAs(t, "one/guard.bt", tree, "1000", "1000", "40")
	other := recordedAs(t, "other/guard.bt", tree, "1000", "1500", "40")
	text, r := bisected(t, one, other, exitFault)
	if r.Equal || r.Tick != 31 || len(r.Bodies) == 0 || len(r.Bodies[0].Changed) != 1 || r.Bodies[0].Changed[0].Node.Line != 2 {
		t.Errorf("%+v\n%s", r, text)
	}
	wantText(t, text, "part at tick 31 (1.033 s)\n  tick 31: what the digests of ticks leave out, and saves have, differs: pool.0\n", "its tree answered: success and failure\n", "one/guard.bt:2:3: condition matchTime > 1000")
}

// TestBisectOfWhatIsGoneAtTheEnd compares two games that differ for some ticks about a full
// minute, in what no digest has, and are the same again when they end.
func TestBisectOfWhatIsGoneAtTheEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: games of three minutes")
	}
	t.Chdir(t.TempDir())
	const tree = "selector {\n  condition matchTime > 59900\n}\n"
	one := recordedAs(t, "one/guard.bt", tree, "59900", "59900", "1830")
	other := recordedAs(t, "other/guard.bt", tree, "59900", "60100", "1830")
	text, r := bisected(t, one, other, exitFault)
	if r.Equal || r.Tick != 1798 || len(r.Bodies) == 0 || len(r.Bodies[0].Changed) != 1 {
		t.Errorf("%+v\n%s", r, text)
	}
}
