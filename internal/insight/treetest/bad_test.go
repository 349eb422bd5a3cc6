package treetest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/ground/golden"
)

// TestBadFiles says of files with errors all that is wrong with them, at once.
func TestBadFiles(t *testing.T) {
	golden.Test(t, "testdata/bad.txtar", func(t *testing.T, file string, all golden.Documents) string {
		folder(t, map[string]string{"hens.yaml": hens, file: all[file]})
		res := (&Runner{}).Run(file)[0]
		text := ""
		for _, e := range res.Errors {
			text += e + "\n"
		}
		return text
	})
}

// What is wrong with a scene is said once, however many tests play it.
func TestAnErrorIsToldOnce(t *testing.T) {
	folder(t, map[string]string{
		"hens.yaml":      "name: Hens\nbots: [{ id: hen, name: Hen, count: 1, behavior: { kind: wandr } }]\n",
		"hens.test.yaml": "tests:\n  - { name: one, then: [{ never: { some: hen, dead: true } }] }\n  - { name: two, then: [{ never: { some: hen, dead: true } }] }\n",
	})
	res := (&Runner{}).Run("hens.test.yaml")[0]
	want := []string{`hens.yaml:2:58: unknown kind "wandr", wanted one of selector, sequence, state_equals, action, condition, chase_nearest, flee_nearest or wander; did you mean "wander"?`}
	if diff := cmp.Diff(want, res.Errors); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
