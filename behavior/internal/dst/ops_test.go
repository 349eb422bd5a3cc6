package dst

import (
	"fmt"
	"strings"
	"testing"
)

// Each kind of node has a name, a one-line truth and a visit; no other has.
func TestOps(t *testing.T) {
	names := map[string]bool{}
	for op := range numOps {
		o := ops[op]
		if o.class == "" || o.truth == "" || strings.Contains(o.truth, "\n") || names[o.class] {
			t.Errorf("op %d: %+v", op, o)
		}
		names[o.class] = true
	}
	defer func() {
		if v := fmt.Sprint(recover()); v != fmt.Sprintf("dst: op %d is visited by nobody", numOps) {
			t.Errorf("an unknown op: %s", v)
		}
	}()
	(&instance{}).visitAs(numOps, 1)
}
