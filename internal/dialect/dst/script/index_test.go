package script

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
)

// A file surely describes what it gives to Prefab, likely what it gives to a function that makes one, and
// names that it puts together may be any.
func TestPrefabsThatAFileDescribes(t *testing.T) {
	x := index{of: map[string][]described{}, open: map[string]bool{}}
	x.read("two", source.Words(`return Prefab("frog", fn, assets), Prefab("toad", fn)`), false)
	x.read("made", source.Words(`return MakeFrog("frog"), say("newt")`), false)
	x.read("open", source.Words(`local function make(n) return Prefab("fish_" .. n, fn) end`), false)
	want := map[string][]described{"frog": {{"two", surely}, {"made", likely}}, "toad": {{"two", surely}}}
	if diff := cmp.Diff(want, x.of, cmp.AllowUnexported(described{})); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if diff := cmp.Diff(map[string]bool{"open": true}, x.open); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
