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

// shape returns the shape of the rules when their state was one type.
const shape = 0x2ad258621e27d150
