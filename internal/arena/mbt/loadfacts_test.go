package mbt_test

import "testing"

// loadFacts are about what loads.
var loadFacts = map[string]fact{
	"shoot-missing-attribute": {hold: func(t *testing.T) {
		loads(t, `<Shoot at="Target" stance="Stand" fireMode="Burst" duration="0"/>`)
		refused(t, `<Shoot stance="Stand" fireMode="Burst" duration="2"/>`, "without at")
		refused(t, `<Shoot at="Target" fireMode="Burst" duration="2"/>`, "without stance")
		refused(t, `<Shoot at="Target" stance="Stand" duration="2"/>`, "without fireMode")
		refused(t, `<Shoot at="Target" stance="Stand" fireMode="Burst"/>`, "without duration")
		refused(t, `<Shoot at="Enemy" stance="Stand" fireMode="Burst" duration="2"/>`, `at "Enemy"`, "Target, RefPoint, LocalSpacePosition")
		refused(t, `<Shoot at="Target" stance="Sit" fireMode="Burst" duration="2"/>`, `stance "Sit"`)
		refused(t, `<Shoot at="Target" stance="Stand" fireMode="Bursts" duration="2"/>`, `did you mean "Burst"`)
		refused(t, `<Shoot at="Target" stance="Stand" fireMode="Burst" duration="-1"/>`, `duration "-1"`, "at least 0")
	}},
	"keep-distance-required": {hold: func(t *testing.T) {
		refused(t, `<KeepTargetAtADistance distance="4"/>`, "without impulsePower")
		refused(t, `<KeepTargetAtADistance impulsePower="4"/>`, "without distance")
		loads(t, `<KeepTargetAtADistance distance="4" impulsePower="4"/>`)
	}},
	"ifsquadcount-one-attribute": {hold: func(t *testing.T) {
		refused(t, `<IfSquadCount isGreaterThan="1" _startLog="a"><Halt/></IfSquadCount>`, "2 attributes", "exactly one")
		refused(t, `<IfSquadCount><Halt/></IfSquadCount>`, "0 attributes")
		loads(t, `<IfSquadCount isLesserThan="1"><Halt/></IfSquadCount>`)
	}},
	"bare-nodes": {hold: func(t *testing.T) {
		loads(t, `<Animate name="a" _startLog="s"/>`)
		refused(t, `<Animate name="a"><Halt/></Animate>`, "with children")
		loads(t, `<SendSquadEvent name="a" _startLog="s"><Halt/></SendSquadEvent>`, `ignores the attribute "_startLog"`, "is ignored")
	}},
}
