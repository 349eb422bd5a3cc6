package check

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// mistake is one that somebody makes in a file which a scene reads.
type mistake struct {
	scene, file string
	good, bad   string // the first place of good in the file is made bad
	stays       bool   // nobody can know how to mend it
}

var mistakes = []mistake{
	// scenes and the trees of WAGE in them
	{"tag.yaml", "tag.yaml", "kind: selector", "kind: selecter", false},
	{"tag.yaml", "tag.yaml", "kind: sequence # it", "kind: seqence # it", false},
	{"tag.yaml", "tag.yaml", "kind: state_equals", "kind: state_equal", false},
	{"tag.yaml", "tag.yaml", "kind: chase_nearest", "kind: chase_neerest", false},
	{"tag.yaml", "tag.yaml", "children:", "childern:", false},
	{"tag.yaml", "tag.yaml", "tickRate:", "tickrate:", false},
	{"tag.yaml", "tag.yaml", "edges: bounce", "edges: bounse", false},
	{"tag.yaml", "tag.yaml", "speedMps: 8", "speedMsp: 8", false},
	{"tag.yaml", "tag.yaml", "key: speedMps", "key: speedMp", false},
	{"tag.yaml", "tag.yaml", "cooldown:", "cooldwn:", false},
	{"tag.yaml", "tag.yaml", "radius: 1.5", "raduis: 1.5", false},
	{"tag.yaml", "tag.yaml", "where: { key", "were: { key", false},
	{"tag.yaml", "tag.yaml", "on: contact", "on: contct", true},
	{"tag.yaml", "tag.yaml", `label: "Speed (m/s)"`, `label: "Speed (m/s)`, true},
	{"tag.yaml", "tag.yaml", "bounce }", "bounce", false},
	{"tag.yaml", "tag.yaml", "step: 0.5 }", "step: 0.5", false},
	{"chase.yaml", "chase.yaml", "teamId: hunters", "teamId: huntres", false},
	{"chase.yaml", "chase.yaml", "initialState:", "intialState:", false},
	{"chase.yaml", "chase.yaml", "kind: flee_nearest", "kind: flee_nearst", false},
	{"chase.yaml", "chase.yaml", "edges: wrap", "edges: warp", false},
	{"delivery.yaml", "delivery.yaml", "vocabularies: [nav2]", "vocabularies: [nav]", true},
	{"delivery.yaml", "delivery.yaml", "name: stay", "name: stey", false},
	{"delivery.yaml", "delivery.yaml", "places:", "plases:", false},
	{"delivery.yaml", "delivery.yaml", "turnRate:", "turnrate:", false},

	// BehaviorTree.CPP
	{"delivery.yaml", "trees/warehouse.xml", `<Fallback name="work">`, `<Falback name="work">`, false}, // the last tag has the right name
	{"delivery.yaml", "trees/warehouse.xml", "<IsBatteryLow", "<IsBateryLow", false},
	{"delivery.yaml", "trees/warehouse.xml", `<Sleep name`, `<Slep name`, false},
	{"delivery.yaml", "trees/warehouse.xml", `min_battery="0.3"`, `min_batery="0.3"`, false},
	{"delivery.yaml", "trees/warehouse.xml", `ID="Fetch" name="load"`, `ID="Fech" name="load"`, false},
	{"delivery.yaml", "trees/warehouse.xml", `msec="1000"/>`, `msec="1000/>`, false},
	{"delivery.yaml", "trees/warehouse.xml", `msec="1000"/>`, `msec=1000/>`, false},
	{"delivery.yaml", "trees/warehouse.xml", `msec="1000"/>`, `msec=1000"/>`, false},
	{"delivery.yaml", "trees/warehouse.xml", `ID="Fetch" name`, `ID="Fetch name`, false},
	{"delivery.yaml", "trees/warehouse.xml", `</Inverter>`, `</Invertr>`, false},
	{"delivery.yaml", "trees/warehouse.xml", "            </Inverter>\n", "", false},
	{"patrol.yaml", "trees/thief.xml", `<is_night/>`, `<is_nigt/>`, false},
	{"patrol.yaml", "trees/thief.xml", `place="hideout"`, `plase="hideout"`, false},
	{"patrol.yaml", "trees/thief.xml", "  </BehaviorTree>\n</root>\n", "  </BehaviorTree>\n", false},
	{"patrol.yaml", "trees/post.xml", "<Timeout msec", "<Timeout msecs", false},

	// Dragengine
	{"cowardly.yaml", "trees/cowardly.debt", `<success/>`, `<succes/>`, false},
	{"cowardly.yaml", "trees/cowardly.debt", `name='wander'>`, `name='wandr'>`, false},
	{"cowardly.yaml", "trees/cowardly.debt", `name='turning.chance'`, `name='turning.chanse'`, false},
	{"cowardly.yaml", "trees/cowardly.debt", `<condition>playerNearby`, `<condition>playerNerby`, false},
	{"cowardly.yaml", "trees/cowardly.debt", `<condition>playerNearby</condition>`, `<condition>playerNearby</conditon>`, false},
	{"cowardly.yaml", "trees/cowardly.debt", `<action id='.run'`, `<action if='.run'`, true},
	{"cowardly.yaml", "trees/cowardly.debt", "      </choice>\n      <action", "      <action", false},
	{"cowardly.yaml", "trees/cowardly.debt", `<action id='.run'`, `<action id='.run`, false},
	{"cowardly.yaml", "trees/cowardly.debt", `<action id='.run'`, `<action id=.run'`, false},
	{"cowardly.yaml", "trees/cowardly.debt", "</behaviorTree>\n", "", false},

	// Modular Behavior Trees
	{"squad.yaml", "trees/grunt.xml", `<SetAlertness`, `<SetAlertnes`, false},
	{"squad.yaml", "trees/grunt.xml", `<Halt/>`, `<Hallt/>`, false},
	{"squad.yaml", "trees/grunt.xml", `filter="Group"/>`, `filter="Grup"/>`, false},
	{"squad.yaml", "trees/grunt.xml", `<Timestamp name="Thrown" setOnEvent`, `<Timestamp name="Thrown" setOnEvnt`, false},
	{"squad.yaml", "trees/grunt.xml", `<Stance name="Relaxed"`, `<Stance name="Relxed"`, false},
	{"squad.yaml", "trees/grunt.xml", `to="Search" onEvent`, `to="Serch" onEvent`, false},
	{"squad.yaml", "trees/grunt.xml", `</LuaGate>`, `</LuaGatte>`, false},
	{"squad.yaml", "trees/grunt.xml", "</BehaviorTree>\n      </State>\n", "</BehaviorTree>\n", false},
	{"squad.yaml", "trees/grunt.xml", `to="Search" onEvent`, `to="Search onEvent`, false},
	{"squad.yaml", "trees/grunt.xml", `<LuaGate code="`, `<LuaGate code=`, true},
	{"squad.yaml", "trees/grunt.xml", `speed="Walk"`, `sped="Walk"`, false},

	// Unvanquished
	{"skirmish.yaml", "bots/guard.bt", "selector\n", "selecter\n", false},
	{"skirmish.yaml", "bots/guard.bt", "action equip", "action eqip", false},
	{"skirmish.yaml", "bots/guard.bt", "condition alertedToEnemy", "condition alertedToEnmy", false},
	{"skirmish.yaml", "bots/guard.bt", "decorator timer", "decorator timr", false},
	{"skirmish.yaml", "bots/guard.bt", "\t\taction equip\n\t}", "\t\taction equip", false},
	{"skirmish.yaml", "bots/guard.bt", "\taction roamInRadius( E_H_REACTOR, 16 )\n}\n", "\taction roamInRadius( E_H_REACTOR, 16 )\n", false},
	{"skirmish.yaml", "bots/guard.bt", "timer( 10000 )", "timer( 10000", false},
	{"skirmish.yaml", "bots/guard.bt", "roamInRadius( E_H_REACTOR, 16 )", "roamInRadius( E_H_REACTOR, 16", false},
	{"bases.yaml", "bots/storm.bt", `cvar( "pack" )`, `cvar( "pack )`, false},
	{"skirmish.yaml", "bots/guard.bt", "concurrent\n", "concurent\n", false},

	// Don't Starve Together
	{"wilds.yaml", "wilds/brains/pig.lua", "PriorityNode(", "PriortyNode(", false},
	{"wilds.yaml", "wilds/brains/pig.lua", "}, 0.5))\nend\n", "}, 0.5))\n", false},
	{"wilds.yaml", "wilds/brains/pig.lua", "or nil\nend\n", "or nil\n", false},
	{"wilds.yaml", "wilds/brains/pig.lua", "ACTIONS.EAT) or nil\nend\n", "ACTIONS.EAT) or nil\n", false},
	{"wilds.yaml", "wilds/brains/pig.lua", `"go home", true`, `"go home, true`, true},
	{"wilds.yaml", "wilds/brains/pig.lua", "FindEntity(", "FindEntty(", false},
}

// TestFix plants one mistake a file. After its fix the file is as it was, or has the mistake as
// it was planted.
func TestFix(t *testing.T) {
	if testing.Short() {
		t.Skip("loads each of 60 scenes several times")
	}
	right := 0
	for _, m := range mistakes {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS("../../scenes/shipped")); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, m.file)
		good, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		bad := []byte(strings.Replace(string(good), m.good, m.bad, 1))
		if bytes.Equal(good, bad) {
			t.Errorf("%s has no %q", m.file, m.good)
			continue
		}
		if err := os.WriteFile(file, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		var x Fixer
		f := x.Load(filepath.Join(dir, m.scene), Options{Limits: limit.Values{}})
		if err := x.Write(); err != nil {
			t.Fatal(err)
		}
		after, _ := os.ReadFile(file)
		switch {
		case bytes.Equal(after, good):
			right++
			if len(f.Mended) == 0 || !f.OK {
				t.Errorf("%s with %q: mended, and told %+v", m.file, m.bad, f)
			}
			if m.stays {
				t.Errorf("%s with %q is mended, which nobody could know", m.file, m.bad)
			}
		case !bytes.Equal(after, bad):
			t.Errorf("%s with %q became\n%s", m.file, m.bad, x.Diff())
		case len(f.findings()) == 0:
			t.Errorf("%s finds nothing wrong with %q in %s", m.scene, m.bad, m.file)
		case !m.stays:
			t.Errorf("%s with %q is not mended: %v %v %v", m.file, m.bad, f.Errors, f.Notices, f.Lints)
		}
	}
	t.Logf("%d of %d are right, the rest is untouched", right, len(mistakes))
}

// TestFixKeepsText mends files written in other ways than most.
func TestFixKeepsText(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, bad, good string }{
		"double quotes":      {"a.yaml", "# all\nkind: \"selecter\" # or\nchildren: []\n", "# all\nkind: \"selector\" # or\nchildren: []\n"},
		"single quotes":      {"a.yaml", "kind: 'selecter'\nchildren: []", "kind: 'selector'\nchildren: []"},
		"JSON":               {"a.json", "{\"kind\":\"selecter\",\t\"children\": []}\n", "{\"kind\":\"selector\",\t\"children\": []}\n"},
		"an escape":          {"a.json", "{\"kind\":\"select\\u0065r\",\"children\": []}\n", "{\"kind\":\"select\\u0065r\",\"children\": []}\n"},
		"a byte order mark":  {"a.yaml", "\ufeffkind: selecter\nchildren: []\n", "\ufeffkind: selector\nchildren: []\n"},
		"ends of lines":      {"a.yaml", "# x\r\nkind: selecter\r\nchildren: []\r\n", "# x\r\nkind: selector\r\nchildren: []\r\n"},
		"one behind another": {"a.yaml", "kind: selecter\nchildern: []\n", "kind: selector\nchildren: []\n"},
		"letters of Latin":   {"a.debt", "<?xml version='1.0' encoding='ISO-8859-1'?>\n<behaviorTree><!-- \xe4\xe4 --> <succes/></behaviorTree>\n", "<?xml version='1.0' encoding='ISO-8859-1'?>\n<behaviorTree><!-- \xe4\xe4 --> <success/></behaviorTree>\n"},
		"both tags":          {"a.debt", "<behaviorTree>\n<choise\n id='é'><success/></choise\n></behaviorTree>\n", "<behaviorTree>\n<choice\n id='é'><success/></choice\n></behaviorTree>\n"},
		"the root's end":     {"a.debt", "<behaviorTree>\r\n<success/>\r\n", "<behaviorTree>\r\n<success/>\r\n</behaviorTree>\r\n"},
		"an end by indents":  {"a.debt", "<behaviorTree>\n\t<choice>\n\t\t<success/>\n</behaviorTree>\n", "<behaviorTree>\n\t<choice>\n\t\t<success/>\n\t</choice>\n</behaviorTree>\n"},
		"an end of nobody's": {"a.debt", "<behaviorTree>\n\t<choice>\n\t<success/>\n</behaviorTree>\n", "<behaviorTree>\n\t<choice>\n\t<success/>\n</behaviorTree>\n"},
	} {
		file := filepath.Join(t.TempDir(), c.file)
		if err := os.WriteFile(file, []byte(c.bad), 0o644); err != nil {
			t.Fatal(err)
		}
		var x Fixer
		f := x.Load(file, Options{})
		if err := x.Write(); err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(file); string(got) != c.good {
			t.Errorf("%s: got %q, wanted %q; left: %v", name, got, c.good, f.Errors)
		}
	}
}
