package room

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// hunt is a game in which a tree's answers change: a cat walks to a post and stops there.
const hunt = `
world: { width: 100, height: 100 }
playerJoinStates: { it: false }
bots:
  - id: cat
    name: Cat
    count: 2
    speedMps: 4
    initialState: { it: true }
    behavior:
      kind: selector
      children:
        - { kind: chase_nearest, where: { key: it, value: false } }
        - { kind: wander }
`

// told reads all that waits, and returns the messages of a type, the last one first.
func (g *guest) told(kind string) (list []map[string]any) {
	g.Helper()
	for _, text := range g.read() {
		var m map[string]any
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			g.Fatal(err)
		}
		if m["type"] == kind || kind == "" {
			list = append([]map[string]any{m}, list...)
		}
	}
	return list
}

// A game master sees what the bot does that it has selected, and what its tree answers.
func TestABodyIsSelected(t *testing.T) {
	room := begin(t, hunt, live.Options{History: session.History{Seconds: 60}})
	gm := room.enter(GameMaster, "g", "")
	gm.read()
	gm.say(`{"type":"select","id":1}`)
	first := gm.told("")
	kinds := map[string]map[string]any{}
	for _, m := range first {
		kinds[m["type"].(string)] = m
	}
	if s := kinds["sheet"]; s == nil || s["name"] != "Cat 1" || s["class"] != "Cat" {
		t.Fatalf("the sheet is %v", s)
	}
	nodes := kinds["tree"]["nodes"].([]any)
	var titles []string
	for _, n := range nodes {
		n := n.(map[string]any)
		titles = append(titles, fmt.Sprintf("%v %v %v", n["depth"], n["title"], n["line"]))
		if n["file"] != "field.yaml" {
			t.Errorf("node %v is of no file", n)
		}
	}
	if len(nodes) != 3 || !strings.Contains(titles[1], "chase_nearest") {
		t.Fatalf("the tree is %q", titles)
	}

	has := map[float64]map[string]any{}
	learn := func() {
		for _, m := range gm.told("answers") {
			for _, a := range m["list"].([]any) {
				a := a.(map[string]any)
				has[a["at"].(float64)] = a
			}
		}
	}
	room.play(time.Second)
	learn()
	if has[1]["word"] != "failure" || has[2]["word"] != "success" && has[2]["word"] != "running" {
		t.Errorf("with nobody to chase the answers are %v", has)
	}
	room.enter(Player, "Ann", "")
	clear(has)
	room.play(time.Second)
	learn()
	if a := has[1]; a["word"] == "failure" || !strings.Contains(fmt.Sprint(a["why"]), "Ann") {
		t.Errorf("with a player to chase the first answer is %v", a)
	}
	if has[2]["word"] != nil {
		t.Errorf("what is not asked any more answers %v", has[2])
	}

	gm.say(`{"type":"read","file":"field.yaml"}`)
	if m := gm.told("source"); len(m) != 1 || m[0]["text"] != hunt {
		t.Errorf("the source is %v", m)
	}
	gm.say(`{"type":"select","id":0}`)
	gm.read()
	room.play(time.Second)
	if m := gm.told("sheet"); len(m) > 0 {
		t.Errorf("nobody is selected, and it is told of %v", m)
	}
	if len(room.studies.of) != 0 {
		t.Error("a tree is followed that nobody looks at")
	}
}

// What stays as it was is told once; a guest that does not read is told nothing new.
func TestOnlyWhatChangesIsTold(t *testing.T) {
	room := begin(t, hunt, live.Options{History: session.History{Seconds: 60}})
	gm := room.enter(GameMaster, "g", "")
	room.play(time.Second)
	gm.say(`{"type":"do","n":1,"command":{"do":"pause"}}`)
	gm.say(`{"type":"select","id":1}`)
	gm.read()
	room.play(time.Second) // what the tree did before is found out
	gm.read()
	room.play(2 * time.Second)
	for _, m := range gm.told("") {
		if kind := m["type"]; kind == "sheet" || kind == "tree" || kind == "answers" {
			t.Errorf("nothing happens, and it is told %v", m)
		}
	}
	gm.say(`{"type":"do","n":1,"command":{"do":"resume"}}`)
	gm.read()
	room.play(10 * time.Second)
	n := 0
	for _, text := range gm.read() {
		if strings.HasPrefix(text, `{"type":"sheet"`) || strings.HasPrefix(text, `{"type":"answers"`) {
			n++
		}
	}
	if n > maxWaiting {
		t.Errorf("%d messages of a body waited for a guest that did not read", n)
	}
}

// Where more answers change than a message has room for, none waits for ever.
func TestAnswersOfALargeTreeAreToldInTurn(t *testing.T) {
	const leaves = 450
	room := begin(t, `
bots: [{ id: cat, name: Cat, count: 1, speedMps: 4, behavior: { kind: selector, children: [`+strings.Repeat("{ kind: state_equals, key: x, value: 1 }, ", leaves)+`{ kind: wander }] } }]
`, live.Options{})
	gm := room.enter(GameMaster, "g", "")
	gm.say(`{"type":"select","id":1}`)
	room.play(time.Second)
	room.mu.Lock()
	defer room.mu.Unlock()
	seen, study := map[int]bool{}, room.studies.of[1]
	for range 3 {
		for i := range gm.selected.answers {
			gm.selected.answers[i].Word = "another one" // all of them have changed
		}
		for _, a := range study.changed(gm.selected) {
			seen[a.At] = true
		}
	}
	if all := len(study.Nodes()); len(seen) != all || all != leaves+2 {
		t.Errorf("%d answers of %d were told in 3 messages", len(seen), all)
	}
}

// three is a game of two classes, of which each bot has something else to do.
const three = `
world: { width: 100, height: 100 }
bots:
  - { id: cat, name: Cat, count: 2, speedMps: 1, start: [{ count: 1, state: { hungry: true } }], behavior: { kind: selector, children: [{ kind: state_equals, key: hungry, value: true }, { kind: wander }] } }
  - { id: post, name: Post, count: 1, behavior: { kind: wander } }
`

// answersOf lists what a guest has been told of the nodes of the body that it has selected:
// after each node's place what it answered, or a dash.
func (g *guest) answersOf(body float64) string {
	g.Helper()
	nodes, list := -1, []string{}
	for _, text := range g.read() {
		var m struct {
			Type  string
			ID    float64
			Nodes []any
			List  []struct {
				At   int
				Word string
			}
		}
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			continue // of another kind
		}
		switch {
		case m.Type != "tree" && m.Type != "answers" && m.Type != "sheet":
		case m.ID != body:
			g.Errorf("%s was told of body %v, wanted %v: %s", g.name, m.ID, body, text)
		case m.Type == "tree":
			nodes, list = len(m.Nodes), make([]string, len(m.Nodes))
		case m.Type == "answers":
			for _, a := range m.List {
				list[a.At] = a.Word
			}
		}
	}
	return fmt.Sprintf("%d nodes %q", nodes, list)
}

// Each game master is told of the tree that it has selected, of bots of one class and of two,
// and goes on being told when another one leaves or turns elsewhere.
func TestEachGameMasterHasATree(t *testing.T) {
	room := begin(t, three, live.Options{})
	gms := []*guest{room.enter(GameMaster, "a", ""), room.enter(GameMaster, "b", ""), room.enter(GameMaster, "c", "")}
	see := func(bodies ...float64) {
		t.Helper()
		for i, id := range bodies {
			gms[i].read()
			gms[i].say(fmt.Sprintf(`{"type":"select","id":%v}`, id))
		}
		room.play(time.Second)
		for i, id := range bodies {
			want := map[float64]string{
				1: `3 nodes ["success" "success" ""]`, 2: `3 nodes ["success" "failure" "success"]`, 3: `1 nodes ["success"]`,
			}[id]
			if got := gms[i].answersOf(id); got != want {
				t.Errorf("%s, who selected body %v, was told %s, wanted %s", gms[i].name, id, got, want)
			}
		}
	}
	see(1, 2, 3) // two of one class, and one of another
	see(2, 2, 1) // two the same one
	if n := len(room.studies.of); n != 2 {
		t.Errorf("%d trees are followed, wanted 2", n)
	}
	gms[0].Leave(true)
	gms[1].read()
	ran := func() (n int) {
		for _, m := range gms[1].told("answers") {
			n += len(m["list"].([]any))
		}
		return n
	}
	gms[1].say(`{"type":"select","id":2}`)
	room.play(time.Second)
	if ran() == 0 {
		t.Error("who selected the same body as one who left is told nothing any more")
	}
	gms[1].Leave(true)
	gms[2].Leave(true)
	room.enter(Watcher, "w", "")
	room.play(time.Second)
	if n := len(room.studies.of); n != 0 {
		t.Errorf("%d trees are followed that nobody looks at", n)
	}
}

// A room has so many game masters, and so no more trees that are followed.
func TestGameMastersAreBounded(t *testing.T) {
	room := open(t)
	for range room.o.Masters {
		room.enter(GameMaster, "g", "")
	}
	if _, err := room.Enter(GameMaster, "g", "", ""); err == nil || err.Error() != "the room has 3 game masters, and room for no more" {
		t.Errorf("another game master: %v", err)
	}
	room.enter(Watcher, "w", "")
}

// A game master who was sent away while its message was on the way selects nothing.
func TestWhoWasSentAwaySelectsNothing(t *testing.T) {
	room := open(t)
	a, b := room.enter(GameMaster, "a", ""), room.enter(GameMaster, "b", "")
	a.answer(fmt.Sprintf(`{"type":"kick","person":%d}`, b.person))
	b.say(`{"type":"select","id":1}`)
	room.play(time.Second)
	if n := len(room.studies.of); n != 0 {
		t.Errorf("%d trees are followed", n)
	}
}

func TestSelectingChangesNothing(t *testing.T) {
	digest := func(watched bool) uint64 {
		room := begin(t, hunt, live.Options{})
		gm := room.enter(GameMaster, "g", "")
		if watched {
			gm.say(`{"type":"select","id":2}`)
		}
		room.play(3 * time.Second)
		return room.session.Digest()
	}
	if a, b := digest(false), digest(true); a != b {
		t.Errorf("the digest is %x, and %x when a body is selected", a, b)
	}
}

func TestBodiesAreFoundByName(t *testing.T) {
	room := begin(t, hunt, live.Options{})
	gm := room.enter(GameMaster, "g", "")
	room.enter(Player, "Cathy", "")
	if a := gm.answer(`{"type":"find","text":"CAT"}`); a != `{"type":"found","text":"CAT","list":[{"id":3,"name":"Cathy"},{"id":1,"name":"Cat 1"},{"id":2,"name":"Cat 2"}]}` {
		t.Errorf("found %s", a)
	}
	gm.say(`{"type":"do","n":1,"command":{"do":"add","class":"cat","count":60}}`)
	room.play(time.Second)
	if m := gm.answer(`{"type":"find","text":"cat"}`); !strings.Contains(m, `"more":13}`) {
		t.Errorf("of 63 it found %s", m)
	}
}

// Who tunes a class is seen by all.
func TestTunedNumbersAreTold(t *testing.T) {
	room := open(t)
	a, b := room.enter(GameMaster, "a", ""), room.enter(GameMaster, "b", "")
	b.read()
	a.say(`{"type":"do","n":1,"command":{"do":"tune","class":"post","key":"speedMps","value":3}}`)
	if m := b.told("tuned"); len(m) != 1 || !strings.Contains(fmt.Sprint(m[0]), "over:true step:1 value:3") {
		t.Errorf("the other is told %v", m)
	}
	a.say(`{"type":"do","n":2,"command":{"do":"untune","class":"post","key":"speedMps"}}`)
	if m := b.told("tuned"); len(m) != 1 || strings.Contains(fmt.Sprint(m[0]), "over") {
		t.Errorf("the other is told %v", m)
	}
}

// The name that an edited tree is given under is one of the scene's folder, however the scene was
// named, and one from which the tree finds what it found before.
func TestEditedTreesHaveNamesInTheFolderOfTheScene(t *testing.T) {
	for _, c := range []struct{ scene, file, want string }{
		{"my.yaml", "my.yaml", "cat-tree.yaml"},
		{"games/my.yaml", "games/my.yaml", "cat-tree.yaml"},
		{"/srv/games/my.yaml", "/srv/games/my.yaml", "cat-tree.yaml"},
		{"../my.json", "../my.json", "cat-tree.json"},
		{"games/my.yaml", "games/trees/brave.yml", "trees/cat-tree.yml"},
		{"/srv/games/my.yaml", "/srv/games/trees/brave.bt", "trees/brave.bt"},
		{"games/my.yaml", "shared/brave.bt", "brave.bt"},
		{"games/my.yaml", "/srv/brave.bt", "brave.bt"},
	} {
		if got := editedAs(c.scene, c.file, "cat"); got != c.want {
			t.Errorf("a tree of %s in %s is given as %s, wanted %s", c.scene, c.file, got, c.want)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "hunt.yaml"), []byte(hunt), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := live.Open(filepath.Join(dir, "hunt.yaml"), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Open("hunt", s, keeping(t, &clock{now: time.Unix(1000, 0)}, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close("the test is over", false)
	gm := table{t, r, nil}.enter(GameMaster, "g", "")
	gm.read()
	gm.say(`{"type":"select","id":1}`)
	as := gm.told("tree")[0]["as"]
	if a := gm.answer(fmt.Sprintf(`{"type":"do","n":1,"command":{"do":"tree","bot":1,"file":%q,"source":"{ kind: wander }"}}`, as)); !strings.HasPrefix(a, `{"type":"done"`) {
		t.Errorf("a tree that is given as %v is answered by %s", as, a)
	}
}

// A server can refuse the texts of trees; trees that the scene has are still given.
func TestNoEdit(t *testing.T) {
	room := begin(t, hunt, live.Options{})
	gm := room.enter(GameMaster, "g", "")
	edit := `{"type":"do","n":1,"command":{"do":"tree","bot":1,"file":"x.yaml","source":"{ kind: wander }"}}`
	if a := gm.answer(edit); !strings.HasPrefix(a, `{"type":"done"`) {
		t.Fatalf("an edit is answered by %s", a)
	}
	room.o.NoEdit = true
	for _, m := range []string{edit, `{"type":"check","n":1,"file":"x.yaml","source":"{ kind: wander }"}`} {
		if a := gm.answer(m); a != `{"type":"refused","n":1,"error":"this server takes no texts of trees (--no-edit)"}` {
			t.Errorf("%s is answered by %s", m, a)
		}
	}
	if a := gm.answer(`{"type":"do","n":1,"command":{"do":"tree","bot":1,"behavior":"wander"}}`); !strings.HasPrefix(a, `{"type":"done"`) {
		t.Errorf("another tree is answered by %s", a)
	}
}
