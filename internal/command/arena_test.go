package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// base is a scene of a game, with a tree beside it.
const base = `
game: unvanquished
tickRate: 10
world: { width: 60, height: 40 }
teams: [{ id: aliens, name: The Swarm }, { id: humans }]
settings: { g_bot_infiniteFunds: 1, g_bot_infiniteMomentum: 1 }
buildings: [{ kind: overmind, at: [10, 10] }, { kind: egg, at: [14, 10] }, { kind: reactor, at: [50, 30] }, { kind: telenode, at: [46, 30] }]
match: { purse: 900 }
bots:
  - { id: bug, name: Bug, teamId: aliens, count: 1, behavior: { file: grow.bt } }
  - { id: crew, name: Crew, teamId: humans, count: 1, behavior: { file: rush.bt } }
`

// fortune holds what a dump has of a body in an arena.
type fortune struct {
	ID       uint32
	Class    *string
	Form     *string
	Health   float64
	Points   float64
	Dead     bool
	Weapon   *string
	Ammo     *struct{ Loaded, Clip, Spare int }
	Money    float64
	Kills    int
	Timer    float64
	Stuck    float64
	Goal     *struct{ X, Y float64 }
	Building *struct {
		Kind             string
		Finished         float64
		Burning, Powered bool
	}
}

func writeBase(t *testing.T) (scene string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"scene.yaml": base, "grow.bt": "sequence { action evolveTo( PCL_ALIEN_LEVEL1 ) action gesture }\n", "rush.bt": "sequence { action moveTo( E_H_SPAWN ) }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "scene.yaml")
}

// A dump has what bodies are and have: the class that they are now, money and goal, and
// how buildings stand.
func TestDumpOfAnArena(t *testing.T) {
	scene := writeBase(t)
	file := filepath.Join(filepath.Dir(scene), "world.jsonl")
	if code, _, errs := thicket(t, "run", scene, "--ticks", "20", "--dump", file); code != 0 {
		t.Fatal(errs)
	}
	lines := bytes.Split(bytes.TrimSpace(read(t, file)), []byte("\n"))
	var first, last struct {
		Bots  []fortune
		Sides []struct {
			Team         string
			Score, Purse float64
		}
	}
	for line, to := range map[int]any{0: &first, len(lines) - 1: &last} {
		if err := json.Unmarshal(lines[line], to); err != nil {
			t.Fatal(err)
		}
	}
	text := func(s *string) string {
		if s == nil {
			return "none"
		}
		return *s
	}
	bug, crew, egg := last.Bots[0], last.Bots[1], last.Bots[2]
	if was := text(first.Bots[0].Form); text(bug.Class) != "bug" || was != "alien_level0" || text(bug.Form) != "alien_level1" {
		t.Errorf("class %s, first as %s and then as %s", text(bug.Class), was, text(bug.Form))
	}
	if text(bug.Weapon) != "alevel1" || bug.Ammo != nil || bug.Health != 1 || bug.Points != 75 || bug.Dead || bug.Building != nil || bug.Timer != 2 {
		t.Errorf("%+v", bug)
	}
	if text(crew.Weapon) != "machinegun" || crew.Ammo == nil || crew.Ammo.Loaded != 30 || crew.Ammo.Clip != 30 || crew.Ammo.Spare != 180 {
		t.Errorf("weapon %s, %+v", text(crew.Weapon), crew.Ammo)
	}
	if crew.Money < 900 || crew.Goal == nil || crew.Goal.X != 46 || crew.Goal.Y != 30 {
		t.Errorf("money %v, goal %+v", crew.Money, crew.Goal)
	}
	if len(last.Sides) != 2 || last.Sides[1].Team != "humans" || last.Sides[1].Purse != 900 {
		t.Errorf("sides %+v", last.Sides)
	}
	if b := egg.Building; b == nil || b.Kind != "egg" || b.Finished != 1 || b.Burning || !b.Powered || text(egg.Weapon) != "none" {
		t.Errorf("%+v, weapon %s", b, text(egg.Weapon))
	}
}

// Looking changes nothing.
func TestLookingAtAnArenaChangesNothing(t *testing.T) {
	scene := writeBase(t)
	digest := func(more ...string) string {
		_, out, errs := thicket(t, append([]string{"run", scene, "--ticks", "40"}, more...)...)
		_, text, ok := strings.Cut(out, "  digest ")
		if !ok {
			t.Fatal(errs)
		}
		text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
		return text
	}
	plain := digest()
	if looked := digest("--inspect", "Crew 1", "--dump", filepath.Join(t.TempDir(), "world.jsonl")); looked != plain {
		t.Errorf("digest %s when looked at, wanted %s", looked, plain)
	}
}

// --inspect shows what a bot is now and what it has.
func TestInspectInAnArena(t *testing.T) {
	_, out, _ := thicket(t, "run", writeBase(t), "--ticks", "20", "--inspect", "Bug 1")
	_, text, _ := strings.Cut(out, "\nInspected\n")
	lines := strings.Split(text, "\n")
	if len(lines) < 4 {
		t.Fatal(out)
	}
	if diff := cmp.Diff("  now Mantis (alien_level1)", lines[1]); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	numbers := strings.Join(lines[2:4], "  ")
	for _, want := range []string{"health 75 of 75", "alevel1 ready", "money ", "stuck clock ", "stopwatch 2.0 s"} {
		if !strings.Contains(numbers, want) {
			t.Errorf("no %q in %q", want, numbers)
		}
	}
}

// Commands do in a game what they do elsewhere, with its own classes and buildings too.
func TestCommandsInAGame(t *testing.T) {
	scene := writeBase(t)
	commands := filepath.Join(filepath.Dir(scene), "commands.jsonl")
	script := []struct{ command, reply string }{
		{`"do": "add", "class": "bug", "count": 2, "at": [20, 20]`, "done"},
		{`"do": "add", "class": "hive", "at": [20, 30]`, "done"},
		{`"do": "add", "class": "alien_level4"`, "done"},
		{`"do": "add", "class": "acidtub"`, "refused"},
		{`"do": "remove", "class": "hive"`, "done"},
		{`"do": "remove", "bot": "Egg 1"`, "done"},
		{`"do": "place", "id": "Reactor 1", "at": [52, 20], "heading": [1, 0]`, "done"},
		{`"do": "event", "name": "alarm", "all": true`, "done"},
		{`"do": "tree", "class": "bug", "file": "rush.bt"`, "done"},
		{`"do": "tree", "bot": "Bug 1", "file": "grow.bt"`, "done"},
		{`"do": "control", "bot": "Bug 1", "name": "respawn"`, "done"},
		{`"do": "tune", "class": "reactor", "key": "speedMps", "value": 3`, "refused"},
		{`"do": "join", "name": "Ann", "at": [30, 20], "heading": [1, 1], "speedMps": 4`, "done"},
		{`"do": "input", "player": "Ann", "heading": [0, 1]`, "done"},
		{`"do": "seed", "seed": 4`, "done"},
		{`"do": "leave", "player": "Ann"`, "done"},
		{`"do": "reload"`, "done"},
	}
	var text strings.Builder
	for i, c := range script {
		fmt.Fprintf(&text, "{\"tick\": %d, %s}\n", i+1, c.command)
	}
	if err := os.WriteFile(commands, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	_, out, errs := thicket(t, "run", scene, "--ticks", "40", "--commands", commands, "--json")
	var result struct {
		Replies []struct {
			Do    string
			Error string
		}
	}
	if err := json.Unmarshal([]byte(out), &result); err != nil || len(result.Replies) != len(script) {
		t.Fatalf("%v, %d replies: %s", err, len(result.Replies), errs)
	}
	for i, r := range result.Replies {
		if refused := r.Error != ""; refused != (script[i].reply == "refused") {
			t.Errorf("%s: %q, wanted %s", script[i].command, r.Error, script[i].reply)
		}
	}
}

// A bot that a command gives a tree of another kind goes its way, and stops when it gets
// one of the game back.
func TestABotOfAGameTakesAnyTree(t *testing.T) {
	scene := writeBase(t)
	dir := filepath.Dir(scene)
	commands, file := filepath.Join(dir, "commands.jsonl"), filepath.Join(dir, "world.jsonl")
	for name, text := range map[string]string{
		"stroll.yaml": "kind: wander\n", "stand.bt": "selector { action gesture }\n",
		"commands.jsonl": `{"tick": 10, "do": "tree", "bot": "Crew 1", "file": "stroll.yaml"}` + "\n" +
			`{"tick": 30, "do": "tree", "bot": "Crew 1", "file": "stand.bt"}` + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if code, _, errs := thicket(t, "run", scene, "--ticks", "60", "--commands", commands, "--dump", file); code != 0 {
		t.Fatal(errs)
	}
	lines := bytes.Split(bytes.TrimSpace(read(t, file)), []byte("\n"))
	at := func(tick int) (x, y float64) {
		var w struct{ Bots []struct{ X, Y float64 } }
		if err := json.Unmarshal(lines[tick], &w); err != nil {
			t.Fatal(err)
		}
		return w.Bots[1].X, w.Bots[1].Y
	}
	went := func(from, to int) float64 {
		ax, ay := at(from)
		bx, by := at(to)
		return math.Hypot(bx-ax, by-ay)
	}
	if strolled, stood := went(12, 29), went(33, 60); strolled < 3 || stood != 0 {
		t.Errorf("it strolled for %.2f m, and then stood for %.2f m", strolled, stood)
	}
}
