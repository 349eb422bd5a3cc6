package begin

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/ground/lazy"
)

// own writes the class of the bots that run the tree.
func (w *writer) own(id, team string, fights bool) {
	w.say("  - id: %s", id)
	w.say("    name: %s", strings.ToUpper(id[:1])+id[1:])
	if fights {
		w.say("    teamId: %s", team)
	}
	w.put("    count: 4", w.needs[friend])
	w.say("    speedMps: 3.5")
	if w.creature != "" { // whose file has the rest
		w.put("    home: start", w.needs[home])
		w.say("    behavior: %s", w.behavior())
		return
	}
	if at := hears().FindString(w.text); at != "" {
		w.put("    sight: { radius: 40, hearing: 40 }", use{at: w.place(at), by: at})
	} else {
		w.put("    sight: { radius: 40 }", w.needs[foe])
	}
	if fights {
		w.put("    health: 100", w.needs[foe])
		w.say("    respawn: 4s")
		w.say("    turnRate: 300")
	}
	if all := w.weapons(); len(all) > 0 {
		w.put("    weapons: ["+list(all)+"]", all[0])
	}
	w.put("    home: start", w.needs[home])
	if w.wants(food) {
		w.put("    cargo: 2", w.needs[food])
	}
	if w.wants(hunger) || w.wants(food) {
		why := w.needs[hunger]
		if !w.wants(hunger) {
			why = w.needs[food]
		}
		w.put("    hunger: { lasts: 40s }", why)
	}
	w.state()
	w.say("    behavior: %s", w.behavior())
}

func list(all []use) string {
	var names []string
	for _, u := range all {
		names = append(names, u.name)
	}
	return strings.Join(names, ", ")
}

// hears finds the events of those who hear.
var hears = lazy.Regexp(`\bOn\w*Sound\w*\b`)

// field is one that code reads, with what follows.
var field = lazy.Regexp(`\bentity\.([a-z_]\w*)\b(\s*[<>+*/-]\s*|\s*[=~]=\s*\d|\s*=[^=]|\s*[.:(])?`)

// state writes what the bots begin with: keys that nodes read, and fields that code reads and
// nobody sets.
func (w *writer) state() {
	var all []string
	put := func(key, value string, why use) {
		if !slices.Contains(all, key) {
			if len(all) == 0 {
				w.say("    initialState:")
			}
			all = append(all, key)
			w.put(fmt.Sprintf("      %s: %s", key, value), why)
		}
	}
	if w.wants(line) || len(w.names["path"]) > 0 {
		p := w.paths()[0]
		put("path", p.name, p)
	}
	if w.wants(fire) {
		put("burning", "false", w.needs[fire])
	}
	for _, k := range w.names["state"] {
		put(k.name, "null", k)
	}
	set := map[string]bool{"id": true, "x": true, "y": true, "hx": true, "hy": true}
	found := field().FindAllStringSubmatch(w.text, -1)
	for _, m := range found {
		if follows := strings.TrimSpace(m[2]); follows != "" && strings.ContainsAny(follows, ".:(") || strings.HasPrefix(follows, "=") && !strings.HasPrefix(follows, "==") {
			set[m[1]] = true
		}
	}
	for _, m := range found {
		if set[m[1]] {
			continue
		}
		value := "true"
		if m[2] != "" {
			value = "1"
		}
		put(m[1], value, use{at: w.place(m[1]), by: "entity." + m[1]})
	}
}

// others writes who is there beside the bots of the tree.
func (w *writer) others() {
	played := w.needs[player]
	if w.wants(foe) {
		tags := w.tags()
		text := ""
		if w.wants(player) {
			text = "player"
		}
		if len(tags) > 0 {
			text = strings.TrimPrefix(text+", "+list(tags), ", ")
		}
		w.say("  - id: foe # fights for a while, walks about, hides and comes back")
		w.say("    name: Foe")
		w.put("    teamId: theirs", w.needs[foe])
		w.say("    count: 3")
		w.say("    speedMps: 3")
		w.say("    health: 80")
		w.say("    respawn: 5s")
		w.say("    sight: { radius: 30 }")
		w.say("    weapons: [pistol]")
		if text != "" {
			why := played
			if len(tags) > 0 {
				why = tags[0]
			}
			w.put("    tags: ["+text+"]", why)
		}
		w.say("    home: far")
		w.say("    behavior:")
		w.say("      kind: selector")
		w.say("      children:")
		w.during(20, "fight", "pace: walk", "roam_near", "place: middle, radius: 12, pace: run")
		w.during(30, "roam", "pace: walk")
		w.during(48, "move_to_place", "place: far, pace: run", "stay", "")
		w.say("        - { kind: action, name: start_watch }")
	} else if w.wants(player) {
		w.say("  - id: player # comes near, at a walk and at a run, and goes away")
		w.say("    name: Player")
		w.say("    count: 3")
		w.say("    speedMps: 4")
		w.put("    tags: [player]", played)
		w.say("    behavior:")
		w.say("      kind: selector")
		w.say("      children:")
		w.during(8, "approach", "who: "+w.id()+", stop: 2, pace: walk", "roam", "pace: walk")
		w.during(14, "approach", "who: "+w.id()+", stop: 2, pace: run", "roam", "pace: run")
		w.during(26, "roam", "pace: run")
		w.say("        - { kind: action, name: start_watch }")
	}
	for _, c := range slices.Concat(w.names["bot class"], w.names["body"], w.names["class"]) {
		if c.name != w.id() && c.name != "foe" && c.name != "player" {
			w.put(fmt.Sprintf("  - { id: %s, name: %s, count: 2, speedMps: 2, health: 40, respawn: 5s, behavior: { kind: action, name: roam } }", c.name, strings.ToUpper(c.name[:1])+c.name[1:]), c)
		}
	}
	if tags := w.tags(); len(tags) > 0 {
		w.put(fmt.Sprintf("  - { id: neighbour, name: Neighbour, count: 3, speedMps: 2, health: 40, respawn: 5s, tags: [%s], behavior: { kind: action, name: roam } }", list(tags)), tags[0])
	}
	for _, prefab := range w.prefabs {
		if prefab != w.id() {
			w.say("  - { id: %s, name: %s, count: 2, maxCount: 20, speedMps: 3, home: start, behavior: %s } # of the same creature", prefab, strings.ToUpper(prefab[:1])+prefab[1:], w.behavior())
		}
	}
	if w.wants(fire) {
		w.put("  - { id: torch, name: Torch, count: 2, speedMps: 3, initialState: { torch: true }, behavior: { kind: action, name: roam } }", w.needs[fire])
	}
}

// during writes what somebody does until so many seconds of a round have gone by: the first action
// that succeeds. Each is a name with its arguments.
func (w *writer) during(until int, acts ...string) {
	w.say("        - kind: sequence")
	w.say("          children:")
	w.say("            - { kind: condition, name: stopwatch_below, args: { limit: %d } }", until)
	w.say("            - kind: selector")
	w.say("              children:")
	for i := 0; i < len(acts); i += 2 {
		args := ""
		if acts[i+1] != "" {
			args = ", args: { " + acts[i+1] + " }"
		}
		w.say("                - { kind: action, name: %s%s }", acts[i], args)
	}
}

// caller writes somebody who sends events, one after the other.
func (w *writer) caller(cues []use) {
	if len(cues) == 0 {
		return
	}
	w.say("  - id: caller # sends what the tree waits for and nobody else sends")
	w.say("    name: Caller")
	w.say("    count: 1")
	w.say("    speedMps: 0")
	w.say("    initialState: { call: 0 }")
	w.say("    behavior:")
	w.say("      kind: selector")
	w.say("      children:")
	for i, c := range cues {
		w.say("        - kind: sequence")
		w.say("          children:")
		w.say("            - { kind: state_equals, key: call, value: %d }", i)
		w.say("            - { kind: condition, name: stopwatch_at_least, args: { limit: 6 } }")
		w.put(fmt.Sprintf("            - { kind: action, name: signal, args: { event: %q, to: everybody } }", c.name), use{at: c.at, by: c.by})
		w.say("            - { kind: action, name: set_state, args: { key: call, value: %d } }", (i+1)%len(cues))
		w.say("            - { kind: action, name: start_watch }")
	}
}

// rules writes how fire goes from one to the other.
func (w *writer) rules() {
	if w.wants(fire) {
		w.say("rules:")
		w.put("  - { on: contact, radius: 1, from: { torch: true }, to: { burning: false }, set: { to: { burning: true } }, cooldown: 3s }", w.needs[fire])
	}
}
