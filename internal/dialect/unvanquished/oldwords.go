package unvanquished

import (
	"fmt"
	"strings"
)

// writesOld says which command writes the words of today where the meaning is the same.
const writesOld = "; thicket fmt --from-old writes that"

// oldWords tells what to write in place of words that the game had once, or that others take for its.
// The keys are in lower case.
var oldWords = func() map[string]string {
	const builds = "buildNowChosenBuildable() builds today, where the bot is; moveTo or roamInRadius( E_..., radius ) beside it says where"
	words := map[string]string{
		"hysteresis":            "the game has none: two conditions with different limits, or decorator timer( milliseconds )",
		"build":                 builds,
		"buildinradius":         builds,
		"buildmain":             builds,
		"getinsafety":           "the game has none: flee() runs to the retreat",
		"changetoprimaryweapon": "the game has none: fight() and fireWeapon() take the right weapon in hand, and buyPrimary( WP_... ) buys one",
		"mapresult":             "mapStatus( status1, status2, status3 ) is its name",
		"priority":              "selector { ... } asks from its first child on today",
		"e_h_repeater":          "the game has no repeater today; E_H_DRILL took its place",
		"pcl_alien_level1_upg":  "the game has one mantis today: PCL_ALIEN_LEVEL1",
		"e_h_tesla":             "the game has no tesla generator today; E_H_ROCKETPOD plays its part",
		"e_h_defcomp":           "the game has no defence computer today",
		"up_ammo":               "the game does not sell ammunition today; moveTo( E_H_ARMOURY ) refills it",
		"up_battpack":           "the game has no battery pack today",
		"wp_blaster":            "the blaster has no symbol in the game: every human has one",
	}
	for was, now := range oldNames {
		words[was] = "it is " + now + " today" + writesOld
	}
	return words
}()

// oldNames are functions that stand by another name today, with their parameters. One without
// parentheses takes those that are written.
var oldNames = map[string]string{
	"botteam": "team", "cvarint": "cvar", "cvarfloat": "cvar",
	"alienmomentum": "momentum( TEAM_ALIENS )", "humanmomentum": "momentum( TEAM_HUMANS )",
}

// oldOperators are operators that were words.
var oldOperators = map[string]string{"eq": "==", "neq": "!=", "lt": "<", "lte": "<=", "gt": ">", "gte": ">="}

// oldKinds are the kinds of selectors, and what they are today.
var oldKinds = map[string]CompositeKind{"priority": Selector, "sequence": Sequence}

// oldKind refuses a selector that says of which kind it is, and steps over that.
func (p *parser) oldKind(at *token) {
	t := p.peek()
	if t == nil || !at.isWord("selector") || p.i+1 >= len(p.tokens) || !p.tokens[p.i+1].is("{") {
		return
	}
	if now, was := oldKinds[fold(t.text)]; was {
		p.errorf(t, "found %s, wanted \"{\"", t.describe()).Hint = fmt.Sprintf("\"selector %s\" is %q today", fold(t.text), now) + writesOld
		p.i++
	}
}

// bareParams hints, in the last error or notice, at the parentheses around what stands behind a name without them.
func (p *parser) bareParams(name, found *token) {
	if len(p.errs.Errors) == 0 {
		return
	}
	e := p.errs.Errors[len(p.errs.Errors)-1]
	switch {
	case e.Pos != found.at.Start:
	case oldWords[fold(found.text)] != "":
		e.Hint = oldWords[fold(found.text)]
	case found.kind == numberToken:
		word := found.text
		if found.word != "" {
			word = found.word
		}
		e.Hint = fmt.Sprintf("did you mean %s( %s )?", name.text, word)
	case fold(name.text) == fold("percentHealth"):
		e.Hint = "of the bot itself that is percentHealth( E_SELF )" + writesOld
	}
}

// isSymbol reports whether a word is a symbol of the game, of today or once.
func isSymbol(word string) bool {
	for i := range families {
		if strings.HasPrefix(word, families[i].prefix) {
			return true
		}
	}
	return false
}
