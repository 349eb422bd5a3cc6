package mbt_test

import (
	"strings"
	"testing"
)

// Files of the newer editor mean what they say there.
func TestTheNewerEditor(t *testing.T) {
	for node, runs := range map[string]bool{
		`<Animate name="a" playMode="InfiniteLoop"/>`:          true,
		`<Animate name="a" playMode="Infinite Loop"/>`:         true,
		`<Animate name="a" playMode="PlayOnce"/>`:              false,
		`<Animate name="a" playMode="PlayOnce" loop="1"/>`:     false,
		`<Animate name="a" playMode="InfiniteLoop" loop="0"/>`: true,
		`<Animate name="a" loop="1"/>`:                         true,
	} {
		p := stage{tree: went(node)}.open(t)
		if _, is := p.until(30); (is == "") != runs {
			t.Errorf("%s: %q after 3 s", node, is)
		}
	}
	loads(t, `<Move to="Initial Position" speed="walk" bodyOrientation="Fully Towards Aim Or Look" fireMode="burst while moving"/>`)
	loads(t, `<Signal name="A" filter="Group Excluding Sender"/>`, `nothing in the scene listens to the event "A"`)
	p := stage{tree: "<Halt/>", blocks: "<MetaExtensions><Any/></MetaExtensions>"}.open(t)
	if len(p.noted) > 0 {
		t.Errorf("%q", p.noted)
	}
}

// What the manuals write and the engine's code refuses loads with the nearest meaning, and says so.
func TestWordsOfTheManuals(t *testing.T) {
	loads(t, `<ThrowGrenade type="frag"/>`, "<ThrowGrenade> without timeout, which today's engine wants, so that it is 5 s")
	const shoot = `<Shoot at="Target" stance="Stand" fireMode="Burst" duration="1"/>`
	loads(t, shoot)
	loads(t, strings.Replace(shoot, `"Target"`, `"AttentionTarget"`, 1), `at "AttentionTarget", which the manual has and the engine's code does not, is read as Target`)
	loads(t, strings.Replace(shoot, `"Target"`, `"ReferencePoint"`, 1), `at "ReferencePoint", which the manual has and the engine's code does not, is read as RefPoint`)
	loads(t, strings.Replace(shoot, `"Burst"`, `"BurstSwipe"`, 1), `fireMode "BurstSwipe", which the manual has and the engine's code does not, is read as BurstSnipe`)
	refused(t, strings.Replace(shoot, `"Target"`, `"Tagret"`, 1), `at "Tagret", wanted one of Target, RefPoint, LocalSpacePosition`)
}

// Orders of one kind in a tick replace each other, and do not fill what a bot can do in it.
func TestOrdersReplaceEachOther(t *testing.T) {
	many := strings.Repeat(`<StopMovement/><ExecuteLua code="entity:SelectPrimaryWeapon()"/>`, 6)
	p := stage{tree: went(many)}.open(t)
	if _, is := p.until(3); is != "done" || len(p.faults) > 0 {
		t.Errorf("%q, faults %q", is, p.faults)
	}
}
