package document_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/command/check"
	"github.com/thicket-sim/thicket/internal/command/check/document"
)

const hens = "bots: [{ id: hen, name: Hen, count: 2, tunable: [{ key: speedMps, min: 1, max: 5 }], behavior: { kind: wander } }]\n"

// TestLoad wants of files of tests and of sweeps what is in them, or each error with the text that is
// faulty.
func TestLoad(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("hens.yaml", hens)
	for _, c := range []struct {
		file, text string
		want       string // what is in it, or a line for each error: its range, and how it begins
	}{
		{"hens.test.yaml", "tests:\n  - name: a\n    then: [{ never: { every: hen, does: wander } }]\n", "1 test"},
		{"hens.test.yaml", "tests:\n  - name: a\n    then: [{ never: { every: hem, does: wandr } }]\n", `"hem" unknown class` + "\n" + `"wandr" unknown action`},
		{"hens.test.yaml", "tests:\n  - name: a\n    then: [{ never: { every: hen, node: 9 } }]\n", `"9" node: no tree`},
		{"hens.test.yaml", "given: { scene: hns }\ntests:\n  - name: a\n    then: [{ never: { every: hen, dead: true } }]\n", `"hns" no scene`},
		{"hens.test.yaml", "given: { bots: { hem: 3 } }\ntests:\n  - name: a\n    then: [{ never: { every: hen, dead: true } }]\n", `"hem" bots: `},
		{"hens.test.yaml", "tests: []\nuncovered:\n  - { at: hens.yaml, why: so }\n", `"hens.yaml" at: wanted`},
		{"hens.sweep.yaml", "measures: { a: ticks }\n", "a sweep of 1 measure"},
		{"hens.sweep.yaml", "measures: { a: ticks }\nfactors: { v: { tune: speedMps, of: hen } }\n", "a sweep of 1 measure by 1 factor"},
		{"hens.sweep.yaml", "measures: { a: tics }\n", `"tics" measure a`},
		{"hens.sweep.yaml", "measures: { a: ticks, a_censored: ticks }\nfactors: { a: { tune: speedMps, of: hen } }\n", `"ticks" measure a`},
		{"hens.sweep.yaml", "measures: { a: ticks }\nfactors:\n  v: { tune: speedMs, of: hen }\n", `"{ tune: speedMs, of: hen }" factor v`},
		{"hens.sweep.yaml", "measures: { a: ticks }\nfactors:\n  v: { tune: speedMps, of: hen }\ndesign: { random: 1000000 }\nrepeats: 1000000\n", `"{ random: 1000000 }" design: `},
		{"hens.sweep.yaml", "measures: { a: ticks }\nfactors:\n  v: { tune: speedMps, of: hen }\nquestion: { reach: { measure: a, value: -1 } }\n", `"{ reach: { measure: a, value: -1 } }" reach: `},
		{"none.sweep.yaml", "measures: { a: ticks }\n", `"measures" no scene`},
	} {
		write(c.file, c.text)
		f := check.Load(c.file, check.Options{Document: document.Loader{}.Load})
		got := ""
		for _, e := range f.Errors {
			r, lines := e.Range, strings.Split(c.text, "\n")
			if r == nil || r.Line != r.EndLine {
				t.Fatalf("%s: %v has the range %v", c.text, e, r)
			}
			got += fmt.Sprintf("%q %s\n", lines[r.Line-1][r.Col-1:r.EndCol-1], e.Message)
		}
		if f.OK {
			var b strings.Builder
			if err := (check.Report{Files: []check.File{f}}).WriteText(&b); err != nil {
				t.Fatal(err)
			}
			got = strings.TrimPrefix(b.String(), c.file+": ok, ")
		}
		got = strings.ReplaceAll(strings.TrimSuffix(got, "\n"), `\"`, "")
		wants, gots := strings.Split(c.want, "\n"), strings.Split(got, "\n")
		for i := range gots {
			if i < len(wants) && strings.HasPrefix(gots[i], wants[i]) {
				gots[i] = wants[i]
			}
		}
		if diff := cmp.Diff(wants, gots); diff != "" {
			t.Errorf("%s\n(-want +got)\n%s", c.text, diff)
		}
	}
}
