package treetest

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/insight/cover"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// TestShippedScenes plays the tests of all shipped scenes: each has five or more, and they ask
// nine tenths of the nodes of its trees for which there is no reason not to. Where tests may not take
// long, wilds is left out.
func TestShippedScenes(t *testing.T) {
	t.Parallel()
	var names []string
	for _, name := range scenes.Shipped() {
		if strings.HasSuffix(name, ".json") { // the same game as one in YAML
			continue
		}
		if name == "wilds" && !longtest.On { // a tick of it takes longest
			continue
		}
		if testing.Short() && name != "tag" && name != "squad" { // each takes a second or more
			continue
		}
		names = append(names, name)
	}
	for i, res := range (&Runner{Cover: &cover.Total{}}).Run(names...) {
		if len(res.Tests) < 5 {
			t.Errorf("%s has %d tests, wanted 5 or more", names[i], len(res.Tests))
		}
		if !res.OK {
			var b strings.Builder
			res.write(&b, false)
			t.Error(b.String())
		}
		t.Logf("%s covered: %s", names[i], cover.Share(res.covered))
		if err := cover.Want(res.covered, 90); err != nil {
			t.Errorf("%s: %v", names[i], err)
		}
	}
}
