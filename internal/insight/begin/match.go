package begin

import "fmt"

// bases are the buildings of the two sides, with the symbols by which trees name them.
var bases = []struct{ kind, symbol, at string }{
	{"overmind", "E_A_OVERMIND", "14, 45"}, {"egg", "E_A_SPAWN", "10, 30"}, {"egg", "E_A_SPAWN", "10, 60"}, {"booster", "E_A_BOOSTER", "20, 34"},
	{"acidtube", "E_A_ACIDTUBE", "28, 38"}, {"acidtube", "E_A_ACIDTUBE", "28, 54"},
	{"reactor", "E_H_REACTOR", "106, 45"}, {"telenode", "E_H_SPAWN", "110, 60"}, {"telenode", "E_H_SPAWN", "110, 30"}, {"armoury", "E_H_ARMOURY", "100, 56"},
	{"medistat", "E_H_MEDISTAT", "100, 34"}, {"mgturret", "E_H_MGTURRET", "92, 38"},
}

// match writes the rest of a scene with the rules of a game of two sides.
func (w *writer) match() {
	w.put("game: "+w.vocab.name, use{at: w.vocab.at, by: w.vocab.by})
	w.say("world: { width: 120, height: 90 }")
	w.say("teams: [{ id: aliens, color: \"#e0604a\" }, { id: humans, color: \"#5aa9e6\" }]")
	w.say("match: { purse: 250, kill: 1 }")
	w.settings()
	w.say("obstacles:")
	w.say("  - { rect: [42, 30, 4, 30] }")
	w.say("  - { rect: [74, 30, 4, 30] }")
	w.say("  - { circle: [60, 45, 5] }")
	w.say("buildings:")
	for _, b := range bases {
		why := use{}
		if at := w.place(b.symbol); at != "" {
			why = use{at: at, by: b.symbol}
		}
		w.put(fmt.Sprintf("  - { kind: %s, at: [%s] }", b.kind, b.at), why)
	}
	w.say("bots:")
	both := w.wants(aliens) == w.wants(humans)
	for _, side := range []struct {
		team string
		need need
	}{{"aliens", aliens}, {"humans", humans}} {
		if both || w.wants(side.need) {
			w.put(fmt.Sprintf("  - { id: %s, name: %s, teamId: %[1]s, count: 5, skill: 5, behavior: %[3]s }", side.team, w.id()+" "+side.team[:1], w.behavior()), w.needs[side.need])
			continue
		}
		w.say("  - id: %s", side.team)
		w.say("    name: Foe")
		w.say("    teamId: %s", side.team)
		w.say("    count: 5")
		w.say("    behavior: { kind: selector, children: [{ kind: action, name: fight }, { kind: action, name: roam }] }")
	}
}
