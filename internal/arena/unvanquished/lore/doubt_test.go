package lore

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
)

// Settings that the rules do not know are told, and words of lists that mean nothing.
func TestDoubtsAboutSettings(t *testing.T) {
	for _, c := range []struct {
		name string
		v    host.Value
		want string
	}{
		{"g_bot_buy", host.IntValue(1), ""},
		{"G_BOT_BUY", host.IntValue(1), ""},
		{"pack", host.IntValue(1), ""},
		{"g_xyz", host.IntValue(1), `the rules know no setting "g_xyz", and only trees can read it`},
		{"g_bot_defaultSkill", host.IntValue(12), "g_bot_defaultSkill: 12 is no skill, wanted 1 to 9; it counts as 9"},
		{"g_disabledEquipment", host.StringValue("lcannon, gren bsuit"), ""},
		{"g_disabledClasses", host.StringValue("level3,levle4"), `g_disabledClasses: "levle4" means nothing to the game; did you mean "level4"?`},
		{"g_bot_skillset_baseSkills", host.StringValue("1:movement 3:medkitt"), `g_bot_skillset_baseSkills: "3:medkitt" means nothing to the game; did you mean "medkit"?`},
		{"g_bot_skillset_disabledSkills", host.IntValue(3), "g_bot_skillset_disabledSkills: wanted a text with words, found 3"},
	} {
		if got := Doubt(c.name, c.v); got != c.want {
			t.Errorf("%s: %q, wanted %q", c.name, got, c.want)
		}
	}
}
