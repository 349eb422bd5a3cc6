package unvanquished

import (
	"encoding/binary"
	"testing"

	saving "github.com/thicket-sim/thicket/internal/ground/state"
)

// A save begins with a number made of what is saved and in which order. It is that of the
// saves that there are: who changes it refuses them.
func TestWhatIsSavedKeepsItsShape(t *testing.T) {
	e := saving.NewEncoder(nil)
	e.Value(&kept{})
	b, err := e.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if got := binary.LittleEndian.Uint64(b); got != shape {
		t.Errorf("the shape of what is saved is %#x, wanted %#x", got, uint64(shape))
	}
}

// shape is the shape of what is saved.
const shape = 0x176ebccb671dd2ce
