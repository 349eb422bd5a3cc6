package live_test

import (
	"bytes"
	"testing"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// A class of which one bot got a tree of its own is no herd any more, in the restored game
// either.
func TestSavesOfAClassWithAnotherTree(t *testing.T) {
	for _, scene := range []string{"tag", "chase", "bots-vs-humans"} {
		s, err := live.Open(scene, live.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := s.Do(&session.Switch{Bot: &session.Who{ID: 3}, Behavior: "flee_nearest"}); err != nil {
			t.Fatal(err)
		}
		for range 20 {
			s.Step()
		}
		var file bytes.Buffer
		if err := s.Save(&file); err != nil {
			t.Fatal(err)
		}
		restored, err := live.Restore(&file, live.Options{Workers: 3})
		if err != nil {
			t.Errorf("%s: %v", scene, err)
			continue
		}
		defer restored.Close()
		for range 100 {
			s.Step()
			restored.Step()
		}
		if got, want := restored.Digest(), s.Digest(); got != want {
			t.Errorf("%s: digest %016x, wanted %016x", scene, got, want)
		}
	}
}
