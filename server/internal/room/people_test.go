package room

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/live"
)

// crowd returns the last list of who is there that a game master was told.
func crowd(t *testing.T, texts []string) string {
	t.Helper()
	lists := told(texts, "people")
	if len(lists) == 0 {
		return ""
	}
	var all []string
	for _, p := range lists[len(lists)-1]["list"].([]any) {
		m := p.(map[string]any)
		all = append(all, fmt.Sprint(m["person"], " ", m["role"], " ", m["name"], map[bool]string{true: " away"}[m["away"] == true]))
	}
	return strings.Join(all, ", ")
}

func TestGameMastersAreToldWhoIsThere(t *testing.T) {
	room := open(t)
	gm, w := room.enter(GameMaster, "g", ""), room.enter(Watcher, "w", "")
	p := room.enter(Player, "Ann", "")
	room.play(100 * time.Millisecond)
	if got := crowd(t, gm.read()); got != "1 gm g, 2 watcher w, 3 player Ann" {
		t.Errorf("told %s", got)
	}
	if n := told(w.read(), "people"); n != nil {
		t.Errorf("a watcher was told %v", n)
	}
	p.Leave(false)
	room.play(100 * time.Millisecond)
	if got := crowd(t, gm.read()); got != "1 gm g, 2 watcher w, 3 player Ann away" {
		t.Errorf("told %s", got)
	}
	room.play(time.Second)
	if got := crowd(t, gm.read()); got != "" {
		t.Errorf("nothing changed, and told %s", got)
	}
	again := room.enter(Player, "Ann", p.token)
	late := room.enter(GameMaster, "late", "")
	room.play(100 * time.Millisecond)
	if got := crowd(t, late.read()); got != "1 gm g, 2 watcher w, 3 player Ann, 4 gm late" || again.person != 3 {
		t.Errorf("told %s", got)
	}
}

// Somebody who is sent away has no body, no connection, and no token that is good.
func TestKick(t *testing.T) {
	room := open(t)
	gm, p, w := room.enter(GameMaster, "g", ""), room.enter(Player, "Ann", ""), room.enter(Watcher, "w", "")
	away := room.enter(Player, "Bob", "")
	away.Leave(false)
	for _, n := range []int64{p.person, w.person, away.person} {
		if a := gm.answer(fmt.Sprintf(`{"type":"kick","person":%d}`, n)); a != "" {
			t.Error(a)
		}
	}
	for _, g := range []*guest{p, w} {
		if texts := g.read(); texts[len(texts)-1] != `{"type":"bye","reason":"the game master sent you away","again":false}` {
			t.Errorf("told %v", texts)
		}
	}
	room.play(100 * time.Millisecond)
	if gm.read(); len(gm.now.Bodies) != 3 {
		t.Errorf("%d bodies, wanted the bots alone", len(gm.now.Bodies))
	}
	if again := room.enter(Player, "Ann", p.token); again.token == p.token {
		t.Error("the token of one who was sent away is good")
	}
	if a := gm.answer(fmt.Sprintf(`{"type":"kick","person":%d}`, gm.person)); !strings.Contains(a, "that is yourself") {
		t.Error(a)
	}
}

func TestChatIsLimited(t *testing.T) {
	room := open(t)
	p, w := room.enter(Player, "Ann", ""), room.enter(Watcher, "w", "")
	for range maxSaid {
		if a := p.answer(`{"type":"say","text":"<b>hello</b>"}`); a != `{"type":"said","from":4,"name":"Ann","text":"\u003cb\u003ehello\u003c/b\u003e"}` {
			t.Fatal(a)
		}
	}
	if a := p.answer(`{"type":"say","text":"more"}`); a != `{"type":"refused","error":"you have said 5 things in 10s; wait a little"}` {
		t.Error(a)
	}
	room.play(11 * time.Second)
	if a := p.answer(`{"type":"say","text":"again"}`); !strings.Contains(a, "again") {
		t.Error(a)
	}
	if n := told(w.read(), "said"); len(n) != maxSaid+1 {
		t.Errorf("a watcher was told %d things", len(n))
	}
	room.mu.Lock()
	room.o.NoChat = true
	room.mu.Unlock()
	if a := p.answer(`{"type":"say","text":"more"}`); a != `{"type":"refused","error":"players do not speak on this server"}` {
		t.Error(a)
	}
}

// Clients are told of a class the team that its bots get, also where the scene assigns those
// without one.
func TestAClassIsOfTheTeamOfItsBots(t *testing.T) {
	room := begin(t, `
world: { width: 40, height: 40 }
teams: [{ id: blue }, { id: red }, { id: grey }]
teamAssignment: { humanTeamId: blue, botTeamId: red }
bots:
  - { id: hunter, name: Hunter, count: 1, behavior: { kind: wander } }
  - { id: runner, name: Runner, count: 1, teamId: blue, behavior: { kind: wander } }
`, live.Options{})
	told := room.describe().Classes
	for i, b := range room.session.Snapshot().Bots {
		if told[i].ID != b.Class || told[i].Team != b.Team {
			t.Errorf("the class %s is told with the team %q, its bot is of %q", told[i].ID, told[i].Team, b.Team)
		}
	}
	if told[0].Team != "red" || told[1].Team != "blue" {
		t.Errorf("teams %q and %q", told[0].Team, told[1].Team)
	}
}
