package statetest_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/state/statetest"
)

type plain struct{ Told, Forgotten int }

type holder struct {
	Value   any // a plain
	Pointer any // another
	Map     map[string]any
	Apart   int `digest:"-,summed up elsewhere"`
	Lost    int `digest:"-,summed up nowhere, whatever it says"`
	Quiet   int `digest:"-,a test"`
}

// What interfaces hold is tried, by copies where they hold no pointers, and is as before
// when all is done. So is what is said to be summed up elsewhere.
func TestBlindTriesInterfacesAndWhatIsSummedUpElsewhere(t *testing.T) {
	h := holder{Value: plain{1, 2}, Pointer: &plain{3, 4}, Map: map[string]any{"a": plain{5, 6}}}
	show := func() string {
		return fmt.Sprint(h.Value, *h.Pointer.(*plain), h.Map, h.Apart, h.Lost, h.Quiet)
	}
	before := show()
	blind, apart, _ := statetest.Blind([]any{&h},
		func() ([]byte, error) { return []byte(show()), nil },
		func() uint64 {
			return uint64(h.Value.(plain).Told + 10*h.Pointer.(*plain).Told + 100*h.Map["a"].(plain).Told + 1000*h.Apart)
		})
	if want := []string{"statetest_test.plain.Forgotten"}; !slices.Equal(blind, want) {
		t.Errorf("blind to %v, wanted %v", blind, want)
	}
	if want := map[string]bool{"statetest_test.holder.Apart": true, "statetest_test.holder.Lost": false}; !maps.Equal(apart, want) {
		t.Errorf("summed up elsewhere: %v, wanted %v", apart, want)
	}
	if got := show(); got != before {
		t.Errorf("it was %s, and is %s", before, got)
	}
}
