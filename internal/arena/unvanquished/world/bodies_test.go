package world_test

import (
	"testing"
	"unsafe"

	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

// Bots are many, and every tick passes over them several times: they stay small, and
// none shares a line of a cache with the next.
func TestWhatIsReadOfBotsIsSmall(t *testing.T) {
	if n := unsafe.Sizeof(world.Bot{}); n > 320 || n%64 != 0 {
		t.Errorf("%d bytes a bot, wanted whole lines of 64 and at most 320", n)
	}
}
