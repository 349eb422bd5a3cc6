package begin

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/lazy"
	"github.com/thicket-sim/thicket/internal/trees"
)

// writer writes a scene line by line.
type writer struct {
	*asks
	tree, file, root string
	lua              []use    // files beside the tree, with what they define
	creature         string   // whose brain the tree is; empty for none
	prefabs          []string // of the creature's file
	missing          []stub
	lacks            []string
	out              bytes.Buffer
}

// put writes a line, with the reason why it is there behind it.
func (w *writer) put(text string, why use) {
	w.out.WriteString(text)
	switch {
	case why == (use{}):
	case strings.Contains(text, " # "):
		w.out.WriteString(": " + why.String())
	default:
		w.out.WriteString(" # " + why.String())
	}
	w.out.WriteByte('\n')
}

func (w *writer) say(format string, args ...any) { w.put(fmt.Sprintf(format, args...), use{}) }

func (w *writer) wants(n need) bool { _, ok := w.needs[n]; return ok }

// id is the class of the bots that run the tree.
func (w *writer) id() string {
	base := filepath.Base(w.tree)
	id := regexp.MustCompile(`[^A-Za-z0-9_-]+`).ReplaceAllString(strings.TrimSuffix(base, filepath.Ext(base)), "-")
	if !plain().MatchString(id) {
		return "bot-" + id
	}
	return id
}

// spots are where places lie, one after the other.
var spots = [][2]int{{24, 16}, {44, 28}, {24, 28}, {44, 16}, {34, 34}, {34, 6}, {12, 12}, {56, 34}, {12, 34}, {56, 10}, {20, 6}, {48, 38}, {6, 6}, {64, 22}, {28, 40}, {40, 10}}

// walls are what bodies hide behind, and covers where.
var walls = []string{"16, 10, 4, 2", "16, 31, 4, 2", "30, 18, 2, 6", "40, 8, 4, 2", "40, 33, 4, 2", "52, 19, 2, 6", "62, 2, 2, 10"}

var covers = [][2]float64{
	{18, 9.2}, {18, 12.8}, {18, 30.2}, {18, 33.8}, {29.2, 19}, {29.2, 23}, {32.8, 19}, {32.8, 23}, {42, 7.2}, {42, 10.8}, {42, 32.2}, {42, 35.8}, {51.2, 20}, {54.8, 24},
}

// scene writes the scene, with somebody who sends the events of cues.
func (w *writer) scene(cues []use) []byte {
	w.out.Reset()
	base := filepath.Base(w.tree)
	w.say("# A scene to begin with, for the tree %s: behind each line stands the line of", base)
	w.say("# the tree for which it is there. Change what you like.")
	w.say("name: %s", w.id())
	w.say("seed: 1")
	w.say("tickRate: 30")
	if slices.Contains(arena.Games(), w.vocab.name) {
		w.match()
		return bytes.Clone(w.out.Bytes())
	}
	if w.vocab.name != "" {
		w.put("vocabularies: ["+w.vocab.name+"]", use{at: w.vocab.at, by: w.vocab.by})
	}
	w.say("world: { width: 72, height: 44 }")
	if w.wants(foe) {
		w.say("teams: [{ id: ours, color: \"#6fb1ff\" }, { id: theirs, color: \"#ff6b6b\" }]")
	}
	if len(w.names["good"]) > 0 && w.wants(foe) {
		w.put("match: { purse: 100, income: 1 }", w.names["good"][0])
	}
	if w.wants(day) {
		w.put("day: { length: 30s, start: 8, dawn: 6, dusk: 18 }", w.needs[day])
	}
	w.settings()
	for i, f := range w.lua {
		if i == 0 {
			w.say("lua:")
		}
		w.put("  - "+f.name, use{at: f.at, by: f.by})
	}
	w.stubs()
	w.ground()
	w.things()
	w.say("bots:")
	w.own(w.id(), "ours", w.wants(foe))
	w.others()
	w.caller(cues)
	w.rules()
	return bytes.Clone(w.out.Bytes())
}

func (w *writer) settings() {
	first := true
	for _, s := range w.names["setting"] {
		if slices.Contains(arena.GameNames()["setting"], s.name) {
			continue
		}
		if first {
			w.say("settings:")
		}
		first = false
		w.put("  "+s.name+": 1", s)
	}
}

// ground writes obstacles, places and paths.
func (w *writer) ground() {
	if w.wants(cover) || w.wants(foe) {
		why := w.needs[foe]
		if w.wants(cover) {
			why = w.needs[cover]
		}
		w.put("obstacles: # to lose sight behind", why)
		for _, r := range walls {
			w.say("  - { rect: [%s] }", r)
		}
	}
	w.say("places:")
	w.put("  - { id: start, at: [8, 22], radius: 4 } # where the bots begin", w.needs[home])
	if w.wants(foe) {
		w.say("  - { id: middle, at: [36, 22], radius: 6 } # where the foes look for them")
		w.say("  - { id: far, at: [67, 6], radius: 2 } # where the foes hide")
	}
	at := 0
	for _, p := range w.names["place"] {
		if slices.Contains([]string{"start", "middle", "far"}, p.name) {
			continue
		}
		s := spots[at%len(spots)]
		w.put(fmt.Sprintf("  - { id: %s, at: [%d, %d], radius: 3, tags: [%[1]s] }", p.name, s[0], s[1]), p)
		at++
	}
	if w.wants(spot) {
		w.put("  - { id: reference, at: [50, 14], radius: 1, tags: [refpoint] }", w.needs[spot])
	}
	if w.wants(cover) {
		for i, c := range covers {
			w.put(fmt.Sprintf("  - { id: cover%d, at: [%v, %v], radius: 0.5, tags: [cover] }", i+1, c[0], c[1]), w.needs[cover])
		}
	}
	if !w.wants(line) && len(w.names["path"]) == 0 {
		return
	}
	w.say("paths:")
	for _, p := range w.paths() {
		w.put(fmt.Sprintf("  - { id: %s, points: [[8, 22], [24, 14], [46, 14], [58, 22], [46, 30], [24, 30]], closed: true }", p.name), p)
	}
}

// paths lists the paths that are named, or the one of the bots.
func (w *writer) paths() []use {
	if all := w.names["path"]; len(all) > 0 {
		return all
	}
	u := w.needs[line]
	return []use{{"round", u.at, u.by}}
}

// weapons lists what bots have in hand: those that are named, and else one that reaches far.
func (w *writer) weapons() (all []use) {
	all = slices.Clone(w.names["weapon"])
	if len(all) == 0 && w.wants(weapon) {
		u := w.needs[weapon]
		all = append(all, use{"rifle", u.at, u.by})
	}
	all = append(all, w.names["grenade"]...)
	return all[:min(len(all), 4)]
}

// things writes weapons, items and goods.
func (w *writer) things() {
	if w.wants(foe) || len(w.weapons()) > 0 {
		w.say("weapons:")
		for _, u := range w.weapons() {
			text := "damage: 5, range: 20, cooldown: 0.25s, clip: 10, ammo: 200, reload: 1.5s"
			if slices.Contains(w.names["grenade"], u) {
				text = "damage: 30, range: 16, cooldown: 1s, clip: 1, ammo: 3, reload: 1s, blast: 4"
			}
			w.put(fmt.Sprintf("  - { id: %s, %s }", u.name, text), u)
		}
		w.put("  - { id: pistol, damage: 8, range: 18, cooldown: 0.5s } # of the foes", w.needs[foe])
	}
	if kinds := w.kinds(); len(kinds) > 0 {
		w.say("items:")
		for _, k := range kinds {
			w.put(fmt.Sprintf("  - { kind: %s, count: 10, respawn: 8s, food: 0.3, health: 5 }", k.name), k)
		}
	}
	for i, g := range w.names["good"] {
		if i == 0 {
			w.say("goods:")
		}
		w.put(fmt.Sprintf("  - { id: %s, price: 2, health: 10 }", g.name), g)
	}
}

// kinds lists the kinds of items that lie about.
func (w *writer) kinds() []use {
	all := slices.Clone(w.names["kind of item"])
	if len(all) == 0 && w.wants(food) {
		u := w.needs[food]
		if all = slices.Clone(w.names["find"]); !slices.ContainsFunc(all, func(k use) bool { return k.name == "berry" }) {
			all = append(all, use{"berry", u.at, u.by})
		}
	}
	return all
}

// tags lists the words of a script that may be tags of somebody.
func (w *writer) tags() []use { return w.names["tag"][:min(len(w.names["tag"]), 16)] }

// behavior is where the tree is, seen from the scene; with a creature, whose brain it is.
func (w *writer) behavior() string {
	folder := filepath.Dir(w.file)
	text := "file: " + quoted(relative(folder, w.tree))
	if w.creature != "" {
		text = "creature: " + quoted(relative(folder, w.creature))
	}
	from, to := rootOf(folder), rootOf(filepath.Dir(w.tree))
	own := relative(to, filepath.Dir(w.tree)) != "." // the folder of the tree is not where it looks for files
	if w.root == "" && from != to && (own || strings.HasPrefix(relative(from, w.tree), "..")) {
		text += ", root: " + quoted(relative(folder, to))
	}
	return "{ " + text + " }"
}

// rootOf returns the folder that files in a folder may name others in.
func rootOf(folder string) string {
	if full, err := filepath.Abs(folder); err == nil {
		folder = full
	}
	if slices.Contains([]string{"bots", "brains", "prefabs"}, filepath.Base(folder)) {
		return filepath.Dir(folder)
	}
	return folder
}

func relative(folder, file string) string {
	from, err := filepath.Abs(folder)
	to, err2 := filepath.Abs(file)
	if err == nil && err2 == nil {
		if rel, err := filepath.Rel(from, to); err == nil {
			return filepath.ToSlash(rel)
		}
	}
	return filepath.ToSlash(file)
}

func quoted(text string) string {
	if regexp.MustCompile(`^[A-Za-z0-9_./-]+$`).MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}

// defines finds what a file of Lua gives to trees: globals and what it puts into them, methods of
// entities, actions, conditions, nodes and goal pipes.
var defines = lazy.Regexp(`(?m)^(?:function\s+(?:` + given + `[:.])?([A-Za-z_]\w*)|(?:` + given + `\.)?([A-Za-z_]\w*)\s*=[^=]|` +
	`(?:CreateAIBehavior|AI\.BeginGoalPipe|AI\.CreateGoalPipe)\(\s*["']([A-Za-z_]\w*)["'])`)

// given are the tables that files of Lua fill for trees.
const given = `(?:entity|actions|conditions|nodes|GoalPipes)`

// pipe finds the names of the goal pipes in a file of pipes.
var pipe = lazy.Regexp(`(?i)<GoalPipe\s+name\s*=\s*["']([A-Za-z_]\w*)["']`)

// scripts finds the files of Lua and of goal pipes beside the tree that define what it names.
func (w *writer) scripts() {
	d := w.dialect
	if d.Scripts == nil || slices.Contains(d.Exts, ".lua") {
		return
	}
	folder := filepath.Dir(w.tree)
	files, _ := filepath.Glob(filepath.Join(folder, "*.lua")) // the pattern is right
	pipes, _ := filepath.Glob(filepath.Join(folder, "*.xml"))
	slices.Sort(files)
	for _, f := range slices.Concat(pipes, files) {
		src, err := os.ReadFile(f)
		isPipes := trees.IsPipes(f, src)
		if err != nil || filepath.Ext(f) == ".xml" && !isPipes {
			continue
		}
		finds, text := defines, comments[".lua"].ReplaceAllString(string(src), "")
		if isPipes {
			finds, text = pipe, string(src)
		}
		for _, m := range finds().FindAllStringSubmatch(text, -1) {
			name := strings.Join(m[1:], "")
			if at := w.place(name); at != "" {
				w.lua = append(w.lua, use{quoted(relative(filepath.Dir(w.file), f)), at, name})
				break
			}
		}
	}
}

// place returns the first file and line of the tree with a word; empty for none.
func (w *writer) place(name string) string {
	has := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`)
	for _, f := range w.files {
		if at := has.FindStringIndex(f.text); at != nil {
			return fmt.Sprintf("%s:%d", f.name, 1+strings.Count(f.text[:at[0]], "\n"))
		}
	}
	return ""
}

// made finds the prefabs of a file.
var made = lazy.Regexp(`Prefab\(\s*"([A-Za-z_]\w*)"`)

// bodies finds the creature whose brain the tree is, in the folder prefabs beside that of the tree.
func (w *writer) bodies() {
	if w.dialect.Creature == nil {
		return
	}
	folder := filepath.Dir(w.tree)
	name := strings.TrimSuffix(filepath.Base(w.tree), filepath.Ext(w.tree))
	asks := regexp.MustCompile(`require\s*\(?\s*["']` + regexp.QuoteMeta(filepath.Base(folder)+"/"+name) + `["']`)
	files, _ := filepath.Glob(filepath.Join(folder, "..", "prefabs", "*.lua")) // the pattern is right
	slices.Sort(files)
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil || !asks.Match(src) {
			continue
		}
		w.creature = f
		for _, m := range made().FindAllSubmatch(src, -1) {
			if !slices.Contains(w.prefabs, string(m[1])) {
				w.prefabs = append(w.prefabs, string(m[1]))
			}
		}
		return
	}
}
