package core_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/systems"
)

// The nearest place of a name is that of a plain search through all.
func TestNearestPlaceIsThatOfAPlainSearch(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		teams := rapid.IntRange(0, 3).Draw(t, "teams")
		team := rapid.IntRange(systems.NoTeam, teams-1)
		tags := rapid.SampledFrom([]string{"heal", "shop", "camp", "store", "a", "ab"})
		if rapid.Bool().Draw(t, "many names") {
			tags = rapid.StringMatching("[a-c]{1,3}")
		}
		var setup []systems.Place
		for i := range rapid.IntRange(0, 12).Draw(t, "places") {
			setup = append(setup, systems.Place{
				ID: string(rune('A' + i)), X: float32(rapid.IntRange(0, 9).Draw(t, "x")), Y: float32(rapid.IntRange(0, 9).Draw(t, "y")),
				Tags: rapid.SliceOfN(tags, 0, 3).Draw(t, "tags"), Team: team.Draw(t, "team"),
			})
		}
		for range 20 {
			name, mine := tags.Draw(t, "name"), team.Draw(t, "of")
			whose := rapid.SampledFrom([]string{core.Ours, core.Theirs, core.Anyones}).Draw(t, "whose")
			x, y := float32(rapid.IntRange(0, 9).Draw(t, "from x")), float32(rapid.IntRange(0, 9).Draw(t, "from y"))
			want, least := int32(-1), float32(1e9)
			for i, p := range setup {
				ours := p.Team == mine || p.Team == systems.NoTeam
				theirs := p.Team != mine && p.Team != systems.NoTeam
				if whose == core.Ours && !ours || whose == core.Theirs && !theirs || !slices.Contains(p.Tags, name) {
					continue
				}
				if d := (p.X-x)*(p.X-x) + (p.Y-y)*(p.Y-y); d < least {
					want, least = int32(i), d
				}
			}
			if got := core.NearestPlaceOf(setup, teams, name, whose, mine, x, y); got != want {
				t.Fatalf("%s of %s for team %d from (%v, %v): %d, want %d, of %+v", name, whose, mine, x, y, got, want, setup)
			}
		}
	})
}
