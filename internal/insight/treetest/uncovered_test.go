package treetest

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/insight/cover"
)

// What a test file has a reason for does not count. A reason for what tests ask is an error, and
// none while only some of the tests are played.
func TestReasonsForWhatIsNotAsked(t *testing.T) {
	const (
		tests = `tests:
  - { name: free, given: { bots: { fox: 0 } }, then: [{ always: { every: hen, does: wander }, within: 1s }] }
  - { name: chased, then: [{ eventually: { some: hen, does: flee_nearest }, within: 1s }] }
uncovered:
  - { at: "hens.yaml:`
		asked = `uncovered: tests ask the node "hens.yaml:14", so that there is no reason to give`
	)
	free := regexp.MustCompile("free")
	for _, c := range []struct {
		place   string
		match   *regexp.Regexp
		covered string // of the file; empty for an error
	}{
		{"14", nil, ""},
		{"14", free, "5 of 6 nodes, 83.3 %"},
		{"4", free, "5 of 5 nodes, 100 %; 1 left out"},
	} {
		total := &cover.Total{}
		res, text := playHens(t, tests+c.place+"\", why: so }\n", Runner{Match: c.match, Cover: total})
		if c.covered == "" {
			if !strings.Contains(text, "hens.test.yaml:5:11: "+asked) {
				t.Errorf("line %s: wanted that tests ask it in\n%s", c.place, text)
			}
			continue
		}
		if got := cover.Share(res.covered); len(res.Errors) > 0 || got != c.covered || cover.Share(total.Files()) != got {
			t.Errorf("line %s: covered %s, in all %s, wanted %s\n%s", c.place, got, cover.Share(total.Files()), c.covered, text)
		}
	}
}

// Reasons of one file leave the tests of another alone.
func TestReasonsAreOfOneFile(t *testing.T) {
	none := "tests: [{ name: a, given: { bots: { fox: 0, hen: 1 } }, then: [{ always: { some: hen }, within: 1s }] }]\n"
	fox := "given: { scene: hens.yaml }\ntests: [{ name: a, then: [{ always: { some: fox }, within: 1s }] }]\n"
	folder(t, map[string]string{"hens.yaml": hens, "hens.test.yaml": none + "uncovered: [{ at: \"hens.yaml:4\", why: no fox }]\n", "fox.test.yaml": fox})
	total := &cover.Total{}
	for _, res := range (&Runner{Cover: total}).Run("hens.test.yaml", "fox.test.yaml") {
		if len(res.Errors) > 0 {
			t.Error(slices.Concat([]string{res.File}, res.Errors))
		}
	}
	if asked, of := cover.Covered(total.Files()); asked != of || strings.Contains(cover.Share(total.Files()), "left out") {
		t.Errorf("covered: %s", cover.Share(total.Files()))
	}
}
