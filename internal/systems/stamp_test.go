package systems

import "testing"

// TestStampsTellTicks asks stamps for their tick long after it, also where ticks have no
// room in 32 bits any more.
func TestStampsTellTicks(t *testing.T) {
	for _, tick := range []int64{1, 7, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1<<32 + 1, 3<<32 + 5} {
		for _, later := range []int64{0, 1, 1 << 20, 1<<32 - 1} {
			if got := newStamp(tick).before(tick + later); got != tick {
				t.Errorf("%d ticks later, the stamp of tick %d says %d", later, tick, got)
			}
		}
	}
	if got := stamp(0).before(12); got != never {
		t.Errorf("no stamp says tick %d", got)
	}
	if at := newStamp(1 << 32); at == 0 || at != newStamp(1<<32) {
		t.Errorf("the stamp of a tick is %d, which means none", at)
	}
}
