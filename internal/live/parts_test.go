package live

import (
	"slices"
	"testing"
)

// A recording may have more parts than another one has names for.
func TestPartsOfADifference(t *testing.T) {
	d := Difference{parts: []int{0, 2, 3}}
	if got := d.PartsOf([]string{"clock", "bodies", "trees"}); !slices.Equal(got, []string{"clock", "trees"}) {
		t.Errorf("%q", got)
	}
}
