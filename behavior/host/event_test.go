package host_test

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
)

// TestEventNameOfAnotherRegistry asks a registry for a number that its clone gave: it says so.
// A call asks the one that the tree was loaded with.
func TestEventNameOfAnotherRegistry(t *testing.T) {
	original := &host.Registry{}
	clone := original.Clone()
	e := host.Event{ID: clone.Event("knock")}
	const want = "event 0 of another registry"
	if got := original.EventName(e.ID); got != want {
		t.Errorf("the original says %q, want %q", got, want)
	}
	if got := (&host.Call{}).EventName(e); got != want {
		t.Errorf("a call of no tree says %q, want %q", got, want)
	}
	if got := (&host.Call{Symbols: &clone.Symbols}).EventName(e); got != "knock" {
		t.Errorf("the call says %q, want knock", got)
	}
}
