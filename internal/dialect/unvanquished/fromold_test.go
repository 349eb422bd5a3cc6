package unvanquished

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// What an older file says is written in the words of today, which load, and nothing else changes.
func TestFromOld(t *testing.T) {
	for _, c := range []struct{ name, was, now string }{
		{"priority", "selector priority\n{ // first\n  action roam()\n}", "selector\n{ // first\n  action roam()\n}"},
		{"selector sequence", "selector sequence { action roam }", "sequence { action roam }"},
		{"bare selector beside kinds", "selector priority { selector { action roam } }", "selector { fallback { action roam } }"},
		{"bare selector", "selector { action roam }", "selector { action roam }"},
		{"comment between", "selector /* why */ priority { action roam }", "selector /* why */  { action roam }"},
		{"words for operators", "condition botTeam eq TEAM_HUMANS { action roam }", "condition team == TEAM_HUMANS { action roam }"},
		{"all operators", "condition skill lt 3 || skill lte 3 || skill gt 5 || skill gte 5 || skill neq 4 { action roam }", "condition skill < 3 || skill <= 3 || skill > 5 || skill >= 5 || skill != 4 { action roam }"},
		{"not", "condition not alertedToEnemy { action roam }", "condition !alertedToEnemy { action roam }"},
		{"not with a parameter", "condition not haveWeapon WP_HBUILD { action roam }", "condition !haveWeapon( WP_HBUILD ) { action roam }"},
		{"not with parentheses", "condition not ( alertedToEnemy ) && team { action roam }", "condition !( alertedToEnemy ) && team { action roam }"},
		{"empty block", "sequence { condition alertedToEnemy { } action fight }", "sequence { condition alertedToEnemy action fight }"},
		{"bare parameters", "sequence { condition distanceTo E_GOAL < 100 action buy WP_FLAMER action moveTo E_GOAL }", "sequence { condition distanceTo( E_GOAL ) < 100 action buy( WP_FLAMER ) action moveTo( E_GOAL ) }"},
		{"several", "action buy WP_FLAMER UP_RADAR, UP_MEDKIT", "action buy( WP_FLAMER, UP_RADAR, UP_MEDKIT )"},
		{"own health", "condition percentHealth < 1.0 { action heal }", "condition percentHealth( E_SELF ) < 1.0 { action heal }"},
		{"timer", "decorator timer 50000 { action heal }", "decorator timer( 50000 ) { action heal }"},
		{"invert", "decorator invert { action heal }", "decorator invert() { action heal }"},
		{"momentum", "condition alienMomentum > 3 && humanMomentum() > 4 { action heal }", "condition momentum( TEAM_ALIENS ) > 3 && momentum( TEAM_HUMANS ) > 4 { action heal }"},
		{"settings", `condition cvarInt( "g_x" ) { action heal }`, `condition cvar( "g_x" ) { action heal }`},
		{"today's", "#define N 20\n\nselector\n{\n\tcondition !( skill < N ) { action buy( WP_FLAMER ) } // x\n}\n", "#define N 20\n\nselector\n{\n\tcondition !( skill < N ) { action buy( WP_FLAMER ) } // x\n}\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := FromOld("bots/old.bt", []byte(c.was), limit.Values{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.now, string(got)); diff != "" {
				t.Fatal(diff)
			}
			var l syntax.List
			if Load("bots/old.bt", got, asking(), sourcefile.Embedded(nil, "."), &l); l.Err() != nil {
				t.Error(l.Err())
			}
			again, _ := FromOld("bots/old.bt", got, limit.Values{})
			if diff := cmp.Diff(c.now, string(again)); diff != "" {
				t.Error("a second time:", diff)
			}
		})
	}
}

// What a negation of a comparison took in nobody can say, so that it stays as it is.
func TestFromOldLeavesDoubts(t *testing.T) {
	const src = "condition not skill < 3 { action hysteresis }"
	got, err := FromOld("bots/old.bt", []byte(src), limit.Values{})
	if err != nil || string(got) != src {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := FromOld("bots/old.bt", []byte(`action say( "open )`), limit.Values{}); err == nil || !strings.Contains(err.Error(), "bots/old.bt:1:") {
		t.Errorf("a text without an end: %v", err)
	}
}
