package standin

import (
	"fmt"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
)

// More names than a registry can number share a stand-in.
func TestMoreNamesThanNumbers(t *testing.T) {
	t.Parallel()
	var reg host.Registry
	Allow(&reg, All)
	for i := range 1<<16 + 2 {
		ActionOf(&reg, fmt.Sprint("a", i))
	}
	if a := ActionOf(&reg, "one more"); a == nil || a != ActionOf(&reg, "a0") {
		t.Errorf("one more has the stand-in %v", a)
	}
}
