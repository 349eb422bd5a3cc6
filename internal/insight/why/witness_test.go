package why

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/live"
)

// A game goes as it does without when somebody asks why, in every dialect.
func TestAskingChangesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("plays shipped scenes")
	}
	for _, scene := range []string{"tag", "siege", "squad", "camp", "wilds", "monsters", "bases", "skirmish", "cowardly", "gunship"} {
		o := live.Options{OnFault: func(host.Fault) {}, OnNotice: func(string) {}}
		s, err := live.Open(scene, o)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := live.Open(scene, o)
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		var w *witness
		for tick, ids := 0, s.Game().Everyone(); tick < 75; tick++ {
			if tick%3 == 0 {
				w = follow(s.Game(), ids[(tick*5)%len(ids)])
			}
			w.begin()
			s.Step()
			plain.Step()
			asked += len(w.asked)
		}
		if s.Digest() != plain.Digest() || asked == 0 {
			t.Errorf("%s: digest %016x, %016x while nobody asks; %d answers could be turned", scene, s.Digest(), plain.Digest(), asked)
		}
		s.Close()
		plain.Close()
	}
}
