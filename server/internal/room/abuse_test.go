package room

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// Whatever somebody says: nothing panics, what is answered is JSON, and the game changes by
// what its role may do alone.
func FuzzMessages(f *testing.F) {
	for kind, of := range requests {
		m := map[string]any{"type": kind}
		for _, key := range of.keys {
			m[key] = 1
		}
		for _, key := range []string{"text", "verb", "file", "source"} {
			if _, ok := m[key]; ok {
				m[key] = "x.yaml"
			}
		}
		if _, ok := m["on"]; ok {
			m["on"] = true
		}
		if kind == "do" {
			m["command"] = map[string]any{"do": "add", "class": "post"}
		}
		b, err := json.Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	for _, text := range []string{`{`, `[[[[[[`, "\xff", `{"type":"steer","x":1e999,"y":0}`, `{"type":"do","n":1,"command":{"do":""}}`, `{"type":"do","n":1,"command":{"do":"tree","bot":1,"file":"x.yaml","source":"{kind: wander}"}}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, message []byte) {
		// A room of its own for each message: what goes wrong follows from this one alone.
		s, err := live.Start("field.yaml", []byte(field), live.Options{History: session.History{Seconds: 5}})
		if err != nil {
			t.Fatal(err)
		}
		c := &clock{now: time.Unix(1000, 0)}
		var failure string
		r := newRoom("field", s, Options{ // it is not started: turns are played here
			Rate: 20, Bytes: 200_000, Sight: 30, Grace: time.Second, Guests: 6, Players: 3, Masters: 3, Clock: c.Now, Log: func(text string) { failure = text },
		})
		defer func() { r.session.Close() }() // another one, if that failed
		for _, role := range []Role{Watcher, Player, GameMaster} {
			g, err := r.Enter(role, "x", "", "")
			if err != nil {
				t.Fatal(err)
			}
			before := r.session.Digest()
			_ = g.Handle(message) // an error ends the connection
			if role == Watcher && r.session.Digest() != before {
				t.Errorf("a watcher changed the game by %s", message)
			}
			c.on(50 * time.Millisecond)
			r.Turn()
			for {
				answer, text, over := g.Next(nil)
				if answer == nil {
					break
				}
				if text && !json.Valid(answer) {
					t.Errorf("%s is answered by %s", message, answer)
				}
				if over {
					break
				}
			}
			g.Leave(true)
			if r.failed > 0 || r.Closed() {
				t.Fatalf("%s ends the game or makes it panic: %s", message, failure)
			}
		}
	})
}

// Every kind of request, and every command, of every role: what is refused says why, and
// changes nothing.
func TestEveryRequestOfEveryRole(t *testing.T) {
	// open are the requests that are not for game masters alone, and who may make them.
	open := map[string][]Role{
		"ack": {Watcher, Player, GameMaster}, "ping": {Watcher, Player, GameMaster},
		"view": {Watcher, GameMaster}, "steer": {Player}, "act": {Player}, "say": {Player, GameMaster},
	}
	room := begin(t, field, live.Options{})
	guests := map[Role]*guest{Watcher: room.enter(Watcher, "w", ""), Player: room.enter(Player, "p", "")}
	before := room.session.Digest()
	refusal := func(g *guest, m string) string {
		var got struct{ Type, Error string }
		if a := g.answer(m); a != "" {
			if err := json.Unmarshal([]byte(a), &got); err != nil {
				t.Fatal(err)
			}
		}
		if got.Type == "refused" {
			return got.Error
		}
		return ""
	}
	for kind, of := range requests {
		if open[kind] != nil {
			continue
		}
		m := map[string]any{"type": kind}
		for _, key := range of.keys {
			m[key] = 1
		}
		for _, key := range []string{"text", "verb", "file", "source"} {
			if _, ok := m[key]; ok {
				m[key] = "x"
			}
		}
		if _, ok := m["on"]; ok {
			m["on"] = true
		}
		b, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		for role, g := range guests {
			if got := refusal(g, string(b)); got != kind+" is for game masters" {
				t.Errorf("%s of a %s: %q", b, roleNames[role], got)
			}
		}
	}
	for _, name := range live.CommandNames() {
		for role, g := range guests {
			if got := refusal(g, fmt.Sprintf(`{"type":"do","n":1,"command":{"do":%q}}`, name)); got != "do is for game masters" {
				t.Errorf("the command %s of a %s: %q", name, roleNames[role], got)
			}
		}
	}
	for kind, m := range map[string]string{
		"view": `{"type":"view","x":0,"y":0,"width":10,"height":10,"pixels":100}`, "steer": `{"type":"steer","x":0,"y":0}`, "say": `{"type":"say","text":"x"}`,
	} {
		for role, g := range guests {
			allowed := false
			for _, may := range open[kind] {
				allowed = allowed || may == role
			}
			if got := refusal(g, m); (got == "") != allowed {
				t.Errorf("%s of a %s: refused with %q, wanted allowed: %v", kind, roleNames[role], got, allowed)
			}
		}
	}
	if room.session.Digest() != before {
		t.Error("what was refused changed the game")
	}
}

// Who only comes to look on does not have the others told more than usual.
func TestComingIsNoNews(t *testing.T) {
	t.Parallel()
	room := begin(t, hunt, live.Options{})
	ann := room.enter(Player, "Ann", "")
	room.play(time.Second)
	ann.read()
	before := ann.now.Tick
	frames := func() (n int) {
		for {
			m, text, _ := ann.Next(nil)
			switch {
			case m == nil:
				return n
			case !text:
				n++
				ann.take(m)
			}
		}
	}
	if n := frames(); n != 0 {
		t.Fatalf("%d frames are left over", n)
	}
	for range 5 {
		room.enter(Watcher, "w", "").Leave(true)
		if n := frames(); n != 0 {
			t.Fatalf("%d frames for a watcher who came, at tick %d", n, before)
		}
	}
}
