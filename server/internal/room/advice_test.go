package room

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/scenes"
)

// Players are told what there is to do in a game, before they have found out.
func TestPlayersAreAdvised(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"siege": "Take ore and deliver it to red-camp, where you begin. Rest in red-camp when you are hurt. In red-camp your team's money buys arrows for 2 or mail for 12. " +
			"A change of kit makes you Red Soldier (sword), Red Archer (bow) or Red Hauler (unarmed).",
		"skirmish": "Rest in ivory-base when you are hurt. A change of kit makes you Ivory Soldier (machinegun, blaster) or Ivory Guard (shotgun, blaster).",
		"patrol":   "Take sack and deliver it to store.",
		"chase":    "",
	} {
		scene, err := scenes.Load(name, scenes.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(advise(scene, 0), " "); got != want {
			t.Errorf("%s: %q\nwanted %q", name, got, want)
		}
	}
}
