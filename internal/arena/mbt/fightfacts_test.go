package mbt_test

import (
	"strings"
	"testing"
)

// shootFor returns a Shoot at the target.
func shootFor(seconds, more string) string {
	return `<Shoot at="Target" stance="Stand" fireMode="Burst" duration="` + seconds + `" ` + more + `/>`
}

// inCover returns a tree that goes into the cover behind the wall and then does something.
func inCover(node string) stage {
	return stage{tree: went(toSpot + atSpot + `<Wait duration="0.3"/><SendEvent name="There"/>` + node), more: wide, walls: behind, covers: spotBehind}
}

// arrive steps until the first bot is in its cover.
func (p *staged) arrive() *staged {
	p.T.Helper()
	for range 100 {
		if p.Step(); p.Events("OnEnterCover") > 0 {
			return p
		}
	}
	p.T.Fatal("it never gets into its cover")
	return nil
}

// fightFacts are about firing, and what is done in covers.
var fightFacts = map[string]fact{
	"shoot-no-target": {hold: func(t *testing.T) {
		p := stage{tree: went(shootFor("2", ""))}.open(t)
		p.Put(two, 99, 99, 0, 1)
		p.ends("done", 20, 22)
	}},
	"shoot-out-of-range": {hold: func(t *testing.T) {
		p := stage{tree: went(shootFor("2", ""))}.open(t)
		p.Put(two, 58, 50, 0, 1)
		p.ends("done", 20, 22)
		p.counted("damaged", 0)
	}},
	"shoot-obstructed": {hold: func(t *testing.T) {
		wall := "{ rect: [28, 30, 2, 40] }"
		// It has chosen the target, which then goes behind the wall.
		run := func(glimpse bool) (ticks int, is string) {
			p := stage{tree: `<Sequence><Wait duration="0.2"/><ChooseTarget who="enemy"/><WaitForEvent name="Go"/>` + went(shootFor("5", `aimObstructedTimeout="1"`)) + `</Sequence>`, walls: wall}.open(t)
			p.Put(two, 20, 40, 0, 1).Steps(4).Put(two, 40, 50, 0, 1).Steps(2)
			p.send(one, "Go")
			for ticks = 1; ticks < 70; ticks++ {
				switch {
				case glimpse && ticks == 9:
					p.Put(one, 40, 40, 1, 0)
				case glimpse && ticks == 10:
					p.Put(one, 20, 50, 1, 0)
				}
				if p.Step(); p.State(one, "is") != "" {
					break
				}
			}
			return ticks, strings.Trim(p.State(one, "is"), `"`)
		}
		if ticks, is := run(false); is != "failed" || ticks < 10 || ticks > 13 {
			t.Errorf("%q after %d ticks, wanted a failure after 1 s", is, ticks)
		}
		if ticks, is := run(true); is != "failed" || ticks < 18 || ticks > 24 {
			t.Errorf("with a glimpse: %q after %d ticks, wanted a failure 1 s after it", is, ticks)
		}
	}},
	"shoot-parallel-move": {hold: func(t *testing.T) {
		p := stage{tree: went(toSpot + `<Parallel successMode="any">` + atSpot + shootFor("999", "") + `</Parallel>`), more: wide, walls: behind, covers: spotBehind}.open(t)
		p.ends("done", 20, 80)
		p.at(one, 30, 70, 0.4)
	}},
	"shoot-duration-zero": {hold: func(t *testing.T) {
		stage{tree: went(shootFor("0", ""))}.open(t).ends("done", 1, 2)
		p := inCover(`<ShootFromCover duration="0"/><SendEvent name="Then"/>`).open(t).listen(one).arrive()
		p.Steps(8).Is(`"done"`)
		if got := p.tick["Then"] - p.tick["There"]; got != 1 {
			t.Errorf("it takes %d ticks more than that of its entry, wanted 1", got)
		}
	}},
	"shootfromcover-not-in-cover": {hold: func(t *testing.T) {
		stage{tree: went(`<ShootFromCover duration="2"/>`)}.open(t).ends("failed", 1, 2)
	}},
	"shootfromcover-no-target": {hold: func(t *testing.T) {
		p := inCover(`<ClearTargets/><ShootFromCover duration="2"/>`).open(t).arrive()
		p.ends("failed", 1, 10)
	}},
	"adjustcoverstance-outside": {hold: func(t *testing.T) {
		stage{tree: went(`<AdjustCoverStance duration="3"/>`)}.open(t).ends("failed", 1, 2)
	}},
	"adjustcoverstance-zero": {hold: func(t *testing.T) {
		inCover(`<AdjustCoverStance/>`).open(t).arrive().ends("done", 1, 6)
	}},
	"adjustcoverstance-continuous": {hold: func(t *testing.T) {
		p := inCover(`<AdjustCoverStance duration="continuous"/>`).open(t).arrive()
		p.ends("runs", 0, 60)
		p.Put(two, 30, 95, 0, -1) // the target comes round
		p.ends("failed", 1, 6)
	}},
	"melee-too-far": {hold: func(t *testing.T) {
		p := stage{tree: went(`<Melee target="AttentionTarget"/>`)}.open(t)
		p.ends("done", 1, 5)
		p.counted("damaged", 0)
	}},
	"throwgrenade-deadline": {hold: func(t *testing.T) {
		p := stage{tree: went(`<ThrowGrenade timeout="3" type="frag"/>`)}.open(t)
		p.ends("failed", 30, 33) // it has none
		q := stage{tree: went(`<ThrowGrenade timeout="3" type="frag"/>`), class: ", weapons: [frag]"}.open(t)
		q.ends("done", 2, 10)
		q.counted("damaged", 1)
	}},
	"pulldown-no-attribute": {hold: func(t *testing.T) {
		p := stage{tree: went(`<WaitForEvent name="OnEnemySeen"/><PullDownThreatLevel/>`)}.open(t)
		p.ends("done", 2, 6)
		p.Steps(2).counted("OnSuspectedSeen", 1)
		loads(t, `<PullDownThreatLevel to="1"/>`, `ignores the attribute "to"`)
	}},
	"holdformation-decorator": {hold: func(t *testing.T) {
		p := stage{tree: `<HoldFormation name="line"><Sequence><SendEvent name="Again"/><Breakpoint/></Sequence></HoldFormation>`}.open(t)
		p.listen(one).Steps(5)
		if n := len(p.heard); n < 4 {
			t.Errorf("the child was entered %d times in 5 ticks", n)
		}
		refused(t, `<HoldFormation name="line"/>`, "no child")
	}},
	"communicate-never-fails": {hold: func(t *testing.T) {
		p := stage{tree: went(`<Bubble message="busy" duration="60"/><Wait duration="0.2"/><Communicate name="Hi" channel="c"/>`)}.open(t)
		p.ends("done", 80, 90)
		p.notices("cannot be said")
	}},
	"communicate-no-wait": {hold: func(t *testing.T) {
		p := stage{tree: went(`<Bubble message="busy" duration="60"/><Wait duration="0.2"/><Communicate name="Hi" channel="c" waitUntilFinished="0"/>`)}.open(t)
		p.ends("done", 2, 6)
		p.notices("cannot be said")
	}},
	"communicate-expirity": {hold: func(t *testing.T) {
		loads(t, `<Communicate name="Hi" channel="c" expirity="1.0"/>`, `ignores the attribute "expirity"; did you mean "expiry"?`)
		p := stage{tree: went(`<Bubble message="busy" duration="0.5"/><Wait duration="0.2"/><Communicate name="Hi" channel="c" expirity="1.0" waitUntilFinished="0"/>`)}.open(t)
		p.ends("done", 2, 6)
		p.notices("cannot be said")
	}},
	"setalertness-missing": {hold: func(t *testing.T) {
		loads(t, `<SetAlertness/>`)
		refused(t, `<SetAlertness value="3"/>`, "from 0 to 2")
		p := stage{tree: `<Sequence><SetAlertness value="2"/><Wait duration="0.3"/><SetAlertness/><Halt/></Sequence>`}.open(t)
		p.Steps(2).Number("alertness", 2)
		p.Steps(5).Number("alertness", 0)
	}},
}
