package room

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// orchard is a field with walls, a path and berries, where a bot talks and another one eats.
const orchard = `
world: { width: 100, height: 100 }
obstacles: [{ rect: [40, 10, 5, 5] }, { circle: [70, 20, 3] }]
paths: [{ id: way, points: [[10, 80], [90, 80]] }]
places: [{ id: bush, at: [50, 50], radius: 3 }]
items: [{ kind: berry, count: 200, at: bush, food: 1 }]
bots:
  - { id: crier, name: Crier, count: 1, maxCount: 3, speedMps: 1, behavior: { kind: action, name: say, args: { text: Hello, seconds: 1 } } }
  - id: eater
    name: Eater
    count: 0
    maxCount: 1
    speedMps: 5
    hunger: { lasts: 1s }
    behavior: { kind: selector, children: [{ kind: action, name: take, args: { item: berry } }, { kind: action, name: eat, args: { item: berry } }, { kind: action, name: move_to_item, args: { item: berry } }] }
`

// What stays is in the welcome; of items, names and words a guest is told what has changed, and no
// more.
func TestGuestsAreToldOfThePicture(t *testing.T) {
	room := begin(t, orchard, live.Options{})
	gm := room.enter(GameMaster, "gm", "")
	welcome := gm.told("welcome")[0]["game"].(map[string]any)
	for key, want := range map[string]string{
		"walls": "[map[points:[[40 10] [45 10] [45 15] [40 15]]] map[radius:3 x:70 y:20]]",
		"paths": "[[[10 80] [90 80]]]",
		"items": "[map[color:#e8c56a id:berry]]",
	} {
		if got := fmt.Sprint(welcome[key]); got != want {
			t.Errorf("%s of the welcome are %s, wanted %s", key, got, want)
		}
	}
	count := func(g *guest, key string) (n int) {
		for _, m := range g.told("items") {
			list, _ := m[key].([]any)
			if n += len(list); len(list) > 40 {
				t.Errorf("%d items in a message", len(list))
			}
		}
		return n
	}
	room.play(time.Second)
	legends, words := 0, false
	for _, m := range gm.told("") {
		if m["type"] == "legend" {
			legends++
			if n := len(m["list"].([]any)); n != 4 {
				t.Errorf("the legend has %d entries, wanted two classes, an item and a place", n)
			}
		}
		words = words || m["type"] == "bodies" && strings.Contains(fmt.Sprint(m), "says:Hello")
	}
	if legends != 1 || !words {
		t.Errorf("the legend was told %d times, wanted once; and words %v", legends, words)
	}
	late := room.enter(Watcher, "late", "")
	room.play(2 * time.Second)
	if n := count(late, "add"); n != 200 {
		t.Errorf("one who comes late is told of %d items, wanted 200", n)
	}
	gm.read()
	gm.say(`{"type":"do","n":1,"command":{"do":"add","class":"eater","at":[50,46]}}`)
	room.play(2 * time.Second)
	if gone, left := count(gm, "gone"), len(room.session.Snapshot().Items); gone == 0 || gone+left != 200 {
		t.Errorf("%d items are told to be gone, and %d are left of 200", gone, left)
	}
}

// A page that shows a hundred bodies gets less than 20 kB a second of all that is sent.
func TestHundredBodiesInTwentyKilobytes(t *testing.T) {
	scene, err := scenes.Load("siege", scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := scene.Scale(100); err != nil {
		t.Fatal(err)
	}
	s, err := live.New(scene, live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	room := seat(t, s)
	gm := room.enter(GameMaster, "gm", "")
	bytes := 0
	read := func() {
		for {
			m, text, _ := gm.Next(nil)
			if m == nil {
				return
			}
			bytes += len(m)
			if !text {
				gm.take(m)
			}
		}
	}
	for range 600 { // until they fight
		room.play(50 * time.Millisecond)
		read()
	}
	const seconds = 20
	bytes = 0
	for range seconds * 20 {
		room.play(50 * time.Millisecond)
		read()
	}
	if len(gm.now.Bodies) != 100 {
		t.Fatalf("%d bodies in view", len(gm.now.Bodies))
	}
	rate := bytes / seconds
	t.Logf("%d bytes a second", rate)
	if rate > 20_000 {
		t.Errorf("%d bytes a second, wanted 20,000 at most", rate)
	}
}
