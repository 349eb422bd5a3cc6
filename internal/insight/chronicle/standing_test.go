package chronicle_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/live"
)

// played plays a shipped scene for some ticks.
func played(t *testing.T, name string, ticks int) (*live.Session, *chronicle.Journal) {
	t.Helper()
	s := open(t, name, live.Options{Workers: 2})
	j := chronicle.NewJournal(s)
	for range ticks {
		s.Step()
	}
	return s, j
}

func TestHowAGameStands(t *testing.T) {
	for _, c := range []struct {
		scene string
		ticks int
		words []string
	}{
		{"tag", 300, []string{"2 tags"}},
		{"siege", 1700, []string{"red 15 : 21 blue (of 60)", "8 deaths"}},
		{"siege", 3680, []string{"blue won, 34:60", "22 deaths"}},
		{"meadow", 1000, []string{"day 1, 15:53, day"}},
		{"camp", 1000, []string{"day 1, 21:20, night", "4 contacts"}},
		{"wilds", 100, []string{"day 1, 07:53, day", "11 arrivals"}},
	} {
		if testing.Short() && c.ticks > 400 { // that takes seconds
			continue
		}
		s, j := played(t, c.scene, c.ticks)
		st := chronicle.NewStanding(s.Scene(), s.Snapshot(), j)
		if diff := cmp.Diff(c.words, st.Words()); diff != "" {
			t.Errorf("%s after %d ticks (-want +got)\n%s", c.scene, c.ticks, diff)
		}
	}
}

func TestWhoIsMarked(t *testing.T) {
	s, j := played(t, "tag", 300)
	st := chronicle.NewStanding(s.Scene(), s.Snapshot(), j)
	if st.Mark != "it" || len(st.Marked) != 1 || st.MarkedAll != 1 || !s.Snapshot().Body(st.Marked[0]).Get("it").Bool() {
		t.Errorf("%+v", st)
	}
	s, j = played(t, "crowd", 3) // of which a few are named
	if st = chronicle.NewStanding(s.Scene(), s.Snapshot(), j); len(st.Marked) != chronicle.MaxMarked || st.MarkedAll <= chronicle.MaxMarked {
		t.Errorf("%d named of %d, wanted %d", len(st.Marked), st.MarkedAll, chronicle.MaxMarked)
	}
	s, j = played(t, "meadow", 3)
	if st = chronicle.NewStanding(s.Scene(), s.Snapshot(), j); st.Mark != "" || st.MarkedAll != 0 {
		t.Errorf("%+v", st)
	}
}

// rows returns the labels and texts of a sheet.
func rows(sh *chronicle.Sheet) string {
	var all []string
	for _, r := range sh.Rows {
		all = append(all, r.Label+": "+r.Text)
	}
	for _, st := range sh.State {
		text := "state " + st.Key + " = " + st.Value.String()
		if st.Editable {
			text += " (editable)"
		}
		all = append(all, text)
	}
	return strings.Join(all, "\n")
}

func TestSheets(t *testing.T) {
	for _, c := range []struct {
		scene string
		ticks int
		name  string
		want  string
	}{
		{"tag", 300, "Tag Bot 1", `does: chase_nearest
target: Tag Bot 38, 1.3 m
speedMps: 8.0 m/s
no contact for: 1.7 s
at: 187.7, 80.2 m
state it = true (editable)`},
		{"siege", 1700, "Red Soldier 2", `does: move_to_place
speedMps: 4.0 m/s
health: 95.6 of 100
armour: 35%
sword: ready
carries: 0 of 1
purse of the team: 6
home: red-camp
hurt: 21.8 s ago
hurt by: Blue Soldier 8
stopwatch: 56.7 s
at: 39.0, 52.3 m`},
		{"siege", 1700, "Blue Hauler 1", `does: move_to_place
speedMps: 4.2 m/s
health: 70 of 70
carries: 2 of 2
ore: 2
purse of the team: 6
home: blue-camp
stopwatch: 56.7 s
at: 134.4, 48.9 m`},
		{"meadow", 900, "Grazer 9", `does: set_state
speedMps: 3.2 m/s
health: 60 of 60
hunger: 25%
carries: 0 of 1
stopwatch: 30.0 s
at: 11.6, 35.6 m
state strays = false (editable)`},
		{"bases", 1700, "Telenode 1", "speedMps: 0.0 m/s\nhealth: 310 of 310\nstopwatch: 56.7 s\nbuilding: telenode\nat: 140.0, 62.0 m"},
		{"bases", 775, "Marine 4", `does: heal
target: Medistation 1, 21.3 m
goal: Medistation 1 at 130.0, 34.0, 21.3 m
speedMps: 12.0 m/s
health: 78.4 of 100
machinegun: 25 of 30 shots
machinegun spare: 180 of 180 shots
blaster: ready
hurt: 0.8 s ago
hurt by: Keeper 1
stopwatch: 25.8 s
money: 0
stuck clock: 0.0 s
pose: taunt
at: 120.1, 15.1 m`},
	} {
		if testing.Short() && c.ticks > 400 { // that takes seconds
			continue
		}
		s, j := played(t, c.scene, c.ticks)
		id, many := s.Game().ByName(c.name)
		if many != 1 {
			t.Errorf("%s: nobody is called %s", c.scene, c.name)
			continue
		}
		sh := chronicle.NewSheet(s, s.Snapshot(), id, j)
		if diff := cmp.Diff(c.want, rows(sh)); diff != "" {
			t.Errorf("%s: %s (-want +got)\n%s", c.scene, c.name, diff)
		}
	}
}
