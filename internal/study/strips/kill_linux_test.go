package strips_test

import (
	"os"
	"testing"
)

// A strip that is killed ends the world, which says which one, and the others end, too.
func TestAStripThatIsKilledEndsTheWorld(t *testing.T) {
	w := start(t, crowd(t, 0), 3)
	for range 3 {
		if _, err := w.Step(false); err != nil {
			t.Fatal(err)
		}
	}
	killed, err := os.FindProcess(w.Process(1))
	if err == nil {
		err = killed.Kill()
	}
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = w.Step(false)
	}
	if got, want := err.Error(), "strip 2 of 3 (bodies between x 74.54 and 149.1 m) ended: signal: killed"; got != want {
		t.Errorf("the error is %q, wanted %q", got, want)
	}
}
