package scenes_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/scenes"
)

// classOfOne gives the rulesets below what they need beside the keys in question.
const classOfOne = "\nbots: [{ id: a, name: A, count: 1, behavior: wander }]\n"

func TestKeysInOtherFormsAreIgnoredWithANotice(t *testing.T) {
	const other = "has another form than Thicket's, and is ignored"
	const foreign = "is not for Thicket and is ignored"
	for src, want := range map[string]string{
		"conditions: []": other,
		"conditions: [{ kind: timer, seconds: 3 }]":        other,
		"conditions: { kind: any, children: [] }":          other,
		"conditions: { won: { kind: all, children: [] } }": other,
		"actions: []":                                       other,
		"actions: [{ id: dash, costs: 3 }]":                 other,
		"rules: {}":                                         other,
		"rules: { friendlyFire: false }":                    other,
		"rules: [be fair, no pushing]":                      other,
		"rules: [{ when: start, do: [] }]":                  other,
		"items: {}":                                         other,
		"items: { potion: { heals: 3 } }":                   other,
		"items: [potion, shield]":                           other,
		"items: [{ id: potion, label: Potion }]":            other,
		"teams: { red: { label: Red } }":                    other,
		"teams: [{ side: north }]":                          other,
		"winConditions: []":                                 foreign,
		"winConditions: [{ kind: last_alive }]":             foreign,
		"phases: []":                                        foreign,
		"phases: [{ id: lobby, name: Lobby, seconds: 30 }]": foreign,
		"phases: { lobby: 30 }":                             foreign,
		"roles: [hider, seeker]":                            foreign,
	} {
		s, err := scenes.Parse("a.yaml", []byte(src+classOfOne), scenes.Options{})
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		key, _, _ := strings.Cut(src, ":")
		if len(s.Notices) != 1 || s.Notices[0].Msg != "key \""+key+"\" "+want || s.Notices[0].Pos.Line != 1 {
			t.Errorf("%s: notices %v", src, s.Notices)
		}
		if len(s.Setup.Rules)+len(s.Setup.Teams)+len(s.Arena.Kinds) > 0 || s.Arena.On {
			t.Errorf("%s: it is read all the same", src)
		}
	}
}

// TestThicketsOwnFormsAreCheckedStrictly has values that are Thicket's, with a
// mistake, and values that have neither form.
func TestThicketsOwnFormsAreCheckedStrictly(t *testing.T) {
	for src, want := range map[string]string{
		"conditions: none":                           "conditions: wanted a map",
		"conditions: { late: { kind: flags.stat } }": "flags.stat",
		"actions: { nap: { kind: timer.weit } }":     "timer.weit",
		"rules: [{ on: contact }]":                   "no key \"from\"",
		"rules: [{ form: {}, to: {} }]":              "did you mean \"from\"?",
		"rules: { on: contact, from: {}, to: {} }":   "rules: wanted a list",
		"rules: 3":                                     "rules: wanted a list",
		"items: [{ kind: ore }, potion]":               "wanted a map",
		"items: [{ count: 3 }]":                        "no key \"kind\"",
		"teams: [{ name: Blues }]":                     "no key \"id\"",
		"teams: [red, 3]":                              "a team: wanted a map",
		"teams: [red, red]":                            "is there already",
		"condition: []":                                "did you mean \"conditions\"?",
		"condtions: { late: { kind: timer.running } }": "did you mean \"conditions\"?",
		"plases: [{ id: a, at: [1, 1] }]":              "did you mean \"places\"?",
		"plaecs: [{ id: a, at: [1, 1] }]":              "did you mean \"places\"?",
		"tikcRaet: 30":                                 "did you mean \"tickRate\"?",
	} {
		_, err := scenes.Parse("a.yaml", []byte(src+classOfOne), scenes.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, wanted %q", src, err, want)
		}
	}
}

func TestNamesOfTeamsAreTheirIDs(t *testing.T) {
	s, err := scenes.Parse("a.yaml", []byte("teams: [red, blue]\nteamAssignment: { humanTeamId: blue }"+classOfOne), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Setup.Teams) != 2 || s.Setup.Teams[0].ID != "red" || s.Setup.Teams[1].ID != "blue" || s.Setup.HumanTeam != 1 {
		t.Errorf("teams %v, humans on %d", s.Setup.Teams, s.Setup.HumanTeam)
	}
	const want = "a.yaml:1:8: teams: a list of names; each is taken as the id of a team"
	if diff := cmp.Diff(want, s.Notices.Error()); diff != "" {
		t.Error(diff)
	}
}

func TestNumbersOutsideOfTheirTunablesGetANotice(t *testing.T) {
	for src, want := range map[string]string{
		"speedMps: 7, tunable: [{ key: speedMps, min: 1, max: 5 }]":              "speedMps 7 is above max 5 of its tunable",
		"speedMps: 0.5, tunable: [{ key: speedMps, min: 1, max: 5 }]":            "speedMps 0.5 is below min 1 of its tunable",
		"tunable: [{ key: speedMps, min: 3 }]":                                   "speedMps 2 is below min 3 of its tunable",
		"speedMps: 3.3, tunable: [{ key: speedMps, min: 1, max: 5, step: 0.5 }]": "speedMps 3.3 is off the step of 0.5: 3 and 3.5 are on it",
		"speedMps: 2.5, tunable: [{ key: speedMps }]":                            "speedMps 2.5 is off the step of 1: 2 and 3 are on it",
		"minCount: 7, tunable: [{ key: minCount, step: 5, max: 9 }]":             "minCount 7 is off the step of 5: 5 and 9 are on it",
		"speedMps: 2.3, tunable: [{ key: speedMps, min: 0.3, step: 0.1 }]":       "",
		"speedMps: 4.7, tunable: [{ key: speedMps, min: 1, max: 4.7 }]":          "",
		"tunable: [{ key: maxCount, max: 9 }]":                                   "",
	} {
		s, err := scenes.Parse("a.yaml", []byte("bots: [{ id: a, name: A, behavior: wander, "+src+" }]"), scenes.Options{})
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		got := ""
		if len(s.Notices) > 0 {
			got = s.Notices[0].Msg
		}
		if got != want || len(s.Notices) > 1 {
			t.Errorf("%s: notices %v, wanted %q", src, s.Notices, want)
		}
	}
}
