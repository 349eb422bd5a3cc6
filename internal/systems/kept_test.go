package systems

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/state"
)

// What is kept of a game can be saved, each field of it or not with a word why.
func TestAllThatIsKeptCanBeSaved(t *testing.T) {
	for _, part := range append((&Game{}).kept(), &roster{}, &[]herdTicket{}) {
		if err := state.Check(part); err != nil {
			t.Error(err)
		}
	}
}
