package components_test

import (
	"reflect"
	"testing"

	"github.com/thicket-sim/thicket/components"
)

// Bytes a row: a million bodies pay for every one of them.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		component any
		bytes     uintptr
	}{
		{components.Identity{}, 4},
		{components.Position{}, 8},
		{components.Heading{}, 8},
		{components.Speed{}, 4},
		{components.State{}, 4},
		{components.Team{}, 2},
		{components.Brain{}, 8},
		{components.Player{}, 0},
		{components.BotClass{}, 0},
	} {
		if typ := reflect.TypeOf(c.component); typ.Size() != c.bytes {
			t.Errorf("%v takes %d bytes, want %d", typ, typ.Size(), c.bytes)
		}
	}
}
