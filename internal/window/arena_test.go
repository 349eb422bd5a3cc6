package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// base is a scene of a game whose bots play trees of it.
const base = `
name: Bases
game: unvanquished
tickRate: 20
world: { width: 70, height: 50 }
teams: [{ id: aliens, name: The Swarm, color: "#ff6a5a" }, { id: humans, name: The Crew }]
match: { purse: 500 }
buildings:
  - { kind: overmind, at: [10, 20] }
  - { kind: egg, at: [16, 30] }
  - { kind: acidtube, at: [22, 18] }
  - { kind: booster, at: [10, 34] }
  - { kind: reactor, at: [60, 30] }
  - { kind: telenode, at: [54, 20] }
  - { kind: armoury, at: [60, 16] }
  - { kind: mgturret, at: [48, 32] }
bots:
  - { id: bug, name: Bug, teamId: aliens, count: 3, behavior: { file: grow.bt } }
  - { id: crew, name: Crew, teamId: humans, count: 3, behavior: { file: crew.bt } }
`

// startBase starts the base.
func startBase(t testing.TB) *live.Session {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"grow.bt": "selector { condition class == PCL_ALIEN_LEVEL0 { action evolveTo( PCL_ALIEN_LEVEL2 ) } action roamInRadius( E_A_OVERMIND, 400 ) }",
		"crew.bt": "selector { action moveTo( E_H_ARMOURY ) }",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := live.Start(filepath.Join(dir, "base.yaml"), []byte(base), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// The panel has cards for the classes of the file and for what is there, and tells what
// a bot has become, and what it has.
func TestThePanelOfAGame(t *testing.T) {
	s := startBase(t)
	for range 30 {
		s.Step()
	}
	tb := play(t, s, 1280, 800)
	tb.game.Select(1)
	tb.frames(3)
	tb.save("game")
	for name, want := range map[string]bool{"bug/more": true, "egg/more": true, "reactor/more": true, "hive/more": false, "alien_level4/more": false} {
		if got := tb.game.panel.named[name] != nil; got != want {
			t.Errorf("card with %s: %v", name, got)
		}
	}
	told := ""
	for _, c := range tb.game.sheetPane.cellsOf() {
		told += c.label + " " + c.text + "\n"
	}
	for _, want := range []string{"is Bug, Marauder (alien_level2), The Swarm", "health 150 of 150", "alevel2 ready", "goal point at ", "stopwatch ", "stuck clock "} {
		if !strings.Contains(told, want) {
			t.Errorf("wanted %q in:\n%s", want, told)
		}
	}
	if err := s.Do(&session.Add{Class: "hive", Count: 1}); err != nil {
		t.Fatal(err)
	}
	tb.frames(3)
	if tb.game.panel.named["hive/more"] == nil {
		t.Error("no card for a hive that is there")
	}
}
