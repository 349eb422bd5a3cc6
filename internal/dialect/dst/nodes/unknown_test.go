package nodes

import (
	"testing"
)

// An op that there is not is told by its number.
func TestUnknownOp(t *testing.T) {
	defer func() {
		if got, want := recover(), "dst: no case for op 20 (op 20)"; got != want {
			t.Errorf("panic %v, wanted %s", got, want)
		}
	}()
	(&Instance{}).visitAs(opCount, 1)
}
