package live_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/live"
)

// fileEdit puts a text into a file in place of another one, everywhere.
type fileEdit struct {
	file     string // beside the scene; empty for the scene itself
	old, now string
}

// soakEdits are changes by scene that its bots play on with: of trees in the scene or in
// files of every kind, of what these include or require, of numbers and of rules.
var soakEdits = map[string][]fileEdit{
	"bases": {
		{"bots/marine.bt", "percentClips == 0", "percentClips < 0.5"},
		{"bots/bases.inc", "matchTime > 240000", "matchTime > 60000"},
		{"bots/keeper.bt", "roamInRadius( E_A_OVERMIND, 700 )", "roamInRadius( E_A_OVERMIND, 500 )"},
	},
	"bots-vs-humans": {{"", "{ kind: flee_nearest, where: { key: side, value: red } }", "{ kind: wander }"}, {"", "cooldown: 3s", "cooldown: 2s"}},
	"camp": {
		{"brains/wolf.lua", `RunAway(inst, "torchbearer", 7, 12)`, `RunAway(inst, "torchbearer", 5, 9)`},
		{"brains/forager.lua", "SEE_FOOD = 14", "SEE_FOOD = 11"},
		{"", "{ place: tents, radius: 14, every: 6 }", "{ place: tents, radius: 10, every: 3 }"},
	},
	"chase":    {{"", "children: [{ kind: chase_nearest, where: { key: role, value: prey } }, { kind: wander }]", "children: [{ kind: wander }]"}, {"", "radius: 1.5", "radius: 2"}},
	"cowardly": {{"trees/cowardly.debt", "<parameter name='wander.distance'>9", "<parameter name='wander.distance'>4"}, {"trees/cowardly.debt", "<success/>", ""}, {"", "limit: 16", "limit: 12"}},
	"crowd":    {{"", "{ kind: flee_nearest, where: { key: it, value: true } }", "{ kind: wander }"}, {"", "speedMps: 2", "speedMps: 3"}},
	"delivery": {
		{"trees/warehouse.xml", `<Sleep msec="1500"/>`, `<Sleep msec="900"/>`},
		{"trees/warehouse.xml", `<RateController hz="2">`, `<RateController hz="1">`},
		{"", "battery_charges: 12", "battery_charges: 9"},
	},
	"gunship": {
		{"trees/gunship.xml", `<Wait duration="4"/>`, `<Wait duration="2"/>`},
		{"trees/air.lua", "e.Helicopter_Speed = 10", "e.Helicopter_Speed = 9"},
		{"trees/convoy.xml", `<Stance name="Stand"/>`, ""},
	},
	"meadow":   {{"", "name: distance_below, args: { who: hunter, limit: 12 }", "name: distance_below, args: { who: hunter, limit: 9 }"}, {"", "{ kind: action, name: say, args: { text: \"Mmm\" } }", "{ kind: condition, name: is_night }"}},
	"monsters": {{"trees/monster.xml", `<LimitConcurrentUsers max="1">`, `<LimitConcurrentUsers max="2">`}, {"trees/monster.xml", `<Wait duration="2" variation="2"/>`, ""}},
	"patrol": {
		{"trees/post.xml", `<Timeout msec="2000">`, `<Timeout msec="1200">`},
		{"trees/guard.xml", `<say text="Thief!"/>`, ""},
		{"trees/thief.xml", `limit="15"`, `limit="12"`},
	},
	"siege":    {{"", "{ kind: action, name: take, args: { item: ore } }", "{ kind: condition, name: is_night }"}, {"", "name: health_below, args: { limit: 0.3 }", "name: health_below, args: { limit: 0.5 }"}},
	"skirmish": {{"bots/skirmish.inc", "#define GATHERED 9", "#define GATHERED 12"}, {"bots/soldier.bt", `action say( "Forward!" )`, `action say( "On!" )`}, {"bots/guard.bt", "decorator timer( 10000 )", "decorator timer( 4000 )"}},
	"squad": {
		{"trees/squad.lua", "distance > 15", "distance > 12"},
		{"trees/grunt.xml", `<ShootFromCover duration="2"`, `<ShootFromCover duration="3"`},
		{"trees/grunt.xml", `<Wait duration="1" variation="1"/>`, ""},
	},
	"tag":      {{"", "{ kind: chase_nearest, where: { key: it, value: false } }", "{ kind: wander }"}, {"", "radius: 1.5", "radius: 2"}},
	"tag.json": {{"", `{ "kind": "flee_nearest", "where": { "key": "it", "value": true } }`, `{ "kind": "wander" }`}, {"", `"radius": 1.5`, `"radius": 2`}},
	"wilds": {
		{"wilds/prefabs/kin.lua", "SetAttackPeriod(o.period or 2)", "SetAttackPeriod((o.period or 2) + 1)"},
		{"wilds/brains/pig.lua", "SEES_FOOD, STAYS_WITHIN = 12, 22", "SEES_FOOD, STAYS_WITHIN = 9, 12"},
		{"wilds/prefabs/bee.lua", "SetSpawnPeriod(3)", "SetSpawnPeriod(4)"},
	},
}

// editor edits the files of a scene, as somebody does who watches the game.
type editor struct {
	t      *testing.T
	scene  string
	edits  []fileEdit
	turn   int    // how many edits were made; each second one takes back the one before
	before string // what stood in the file before the last edit
}

// due returns the next edit, its file, and what stands in there.
func (e *editor) due() (edit fileEdit, file, text string) {
	edit, file = e.edits[e.turn/2%len(e.edits)], e.scene
	if edit.file != "" {
		file = filepath.Join(filepath.Dir(file), filepath.FromSlash(edit.file))
	}
	return edit, file, e.read(file)
}

func (e *editor) read(file string) string {
	e.t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		e.t.Fatal(err)
	}
	return string(src)
}

func (e *editor) write(file, text string) {
	e.t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		e.t.Fatal(err)
	}
}

// misedit breaks the file that is due, which must be refused, and adds an empty line to the
// scene. Neither may change anything.
func (e *editor) misedit(s *live.Session) {
	e.t.Helper()
	_, file, text := e.due()
	digest, files := s.Digest(), s.Files()
	broken := text + "\n}\n"
	if strings.HasSuffix(file, ".xml") { // what stands behind the root element is ignored in some
		broken = "<" + text
	}
	e.write(file, broken)
	if r, err := s.Reload(); err == nil {
		e.t.Fatalf("a broken %s was taken: %v", file, r)
	} else if !strings.Contains(err.Error(), filepath.Base(file)+":") {
		e.t.Fatalf("the error of a broken %s does not name it: %v", file, err)
	}
	e.write(file, text)
	text = e.read(e.scene)
	e.write(e.scene, text+"\n")
	if r, err := s.Reload(); err != nil || r.String() != "nothing has changed" {
		e.t.Fatalf("one more line in the scene: %v, %v", r, err)
	}
	e.write(e.scene, text)
	if diff := cmp.Diff(files, s.Files()); diff != "" || s.Digest() != digest {
		e.t.Fatalf("a broken %s changed the game: digest %016x, wanted %016x; files (-want +got)\n%s", file, s.Digest(), digest, diff)
	}
}

// edit makes the edit that is due. All games read it, and must tell the same of it.
func (e *editor) edit(games ...*live.Session) {
	e.t.Helper()
	edit, file, text := e.due()
	now := e.before
	if e.turn%2 == 0 {
		now = strings.ReplaceAll(text, edit.old, edit.now)
	}
	if now == text {
		e.t.Fatalf("no %q in %s", edit.old, file)
	}
	e.turn, e.before = e.turn+1, text
	e.write(file, now)
	var told string
	for i, s := range games {
		r, err := s.Reload()
		if err != nil {
			e.t.Fatal(err)
		}
		if len(r.Changes) == 0 || len(r.Notices) > 0 || i > 0 && r.String() != told {
			e.t.Fatalf("%q for %q in %s: %v, another game %s", edit.now, edit.old, file, r, told)
		}
		told = r.String()
	}
}
