package room

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/wire"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// field is a game in which nobody moves by itself.
const field = `
world: { width: 100, height: 100 }
playerJoinStates: { it: false }
bots:
  - { id: post, name: Post, count: 3, maxCount: 5, speedMps: 0, tunable: [{ key: speedMps, min: 0, max: 4 }], behavior: { kind: wander } }
`

// clock is a time that tests set.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) on(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

type table struct {
	*testing.T
	*Room
	clock *clock
}

func open(t *testing.T) table {
	t.Helper()
	return begin(t, field, live.Options{History: session.History{Seconds: 60}})
}

// begin opens a room with a scene.
func begin(t *testing.T, scene string, o live.Options) table {
	t.Helper()
	s, err := live.Start("field.yaml", []byte(scene), o)
	if err != nil {
		t.Fatal(err)
	}
	return seat(t, s)
}

// seat opens a room with a session.
func seat(t *testing.T, s *live.Session) table {
	t.Helper()
	c := &clock{now: time.Unix(1000, 0)}
	r, err := Open("field", s, Options{
		Rate: 20, Bytes: 200_000, Sight: 30, Grace: 30 * time.Second, Guests: 6, Players: 3, Masters: 3, Clock: c.Now,
		Log: func(text string) { t.Log(text) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close("the test is over", false) })
	return table{t, r, c}
}

// play lets so much time pass, turn by turn.
func (t table) play(d time.Duration) {
	for ; d > 0; d -= 50 * time.Millisecond {
		t.clock.on(50 * time.Millisecond)
		t.Turn()
	}
}

func (t table) enter(role Role, name, token string) *guest {
	t.Helper()
	g, err := t.Enter(role, name, token, "")
	if err != nil {
		t.Fatal(err)
	}
	return &guest{T: t.T, Guest: g, has: map[uint32]*wire.Scene{}}
}

// guest is the other end of a Guest.
type guest struct {
	*testing.T
	*Guest
	has map[uint32]*wire.Scene
	now *wire.Scene
}

// read takes all that waits and acknowledges the frames. It returns the texts.
func (g *guest) read() (texts []string) {
	g.Helper()
	for {
		m, text, over := g.Next(nil)
		switch {
		case m == nil:
			return texts
		case text:
			texts = append(texts, string(m))
		default:
			g.take(m)
		}
		if over {
			return texts
		}
	}
}

// take reads a frame and acknowledges it.
func (g *guest) take(frame []byte) {
	g.Helper()
	h, rest, err := wire.Beginning(frame)
	if err != nil {
		g.Fatal(err)
	}
	g.now = &wire.Scene{}
	if err := wire.Decode(h, rest, g.has[h.Base], g.now); err != nil {
		g.Fatal(err)
	}
	g.has[h.Number] = g.now
	g.say(fmt.Sprintf(`{"type":"ack","frame":%d}`, h.Number))
}

func (g *guest) say(message string) {
	g.Helper()
	if err := g.Handle([]byte(message)); err != nil {
		g.Fatal(err)
	}
}

// answer says something and returns the last text that comes back.
func (g *guest) answer(message string) string {
	g.Helper()
	g.read()
	g.say(message)
	texts := g.read()
	if len(texts) == 0 {
		return ""
	}
	return texts[len(texts)-1]
}

func (g *guest) self() *wire.Body {
	for i := range g.now.Bodies {
		if components.ID(g.now.Bodies[i].ID) == g.body {
			return &g.now.Bodies[i]
		}
	}
	return nil
}

func TestAPlayerWalks(t *testing.T) {
	room := open(t)
	gm, p := room.enter(GameMaster, "gm", ""), room.enter(Player, "Ann", "")
	p.read()
	before := p.self()
	if before == nil {
		t.Fatal("a player does not see itself")
	}
	gm.say(fmt.Sprintf(`{"type":"do","n":1,"command":{"do":"place","id":%d,"at":[50,50]}}`, p.body))
	room.play(100 * time.Millisecond)
	p.read()
	if a := p.answer(`{"type":"steer","x":0,"y":-8}`); a != "" {
		t.Fatal(a)
	}
	room.play(2 * time.Second)
	p.read()
	x, y := wire.Field{Width: 100, Height: 100}.Metres(p.self().X, p.self().Y)
	if math.Abs(x-50) > 0.1 || math.Abs(y-46) > 0.3 {
		t.Errorf("after two seconds at the 2 m/s of a player it is at %.1f, %.1f, wanted 50, 46", x, y)
	}
	for _, b := range p.now.Bodies {
		bx, by := wire.Field{Width: 100, Height: 100}.Metres(b.X, b.Y)
		if math.Abs(bx-x) > 31 || math.Abs(by-y) > 31 {
			t.Errorf("a player with a sight of 30 m sees body %d at %.0f, %.0f", b.ID, bx, by)
		}
	}
}

func TestAPlayerComesBack(t *testing.T) {
	room := open(t)
	watcher := room.enter(Watcher, "w", "")
	p := room.enter(Player, "Ann", "")
	p.say(`{"type":"steer","x":1,"y":0}`)
	p.Leave(false)
	room.play(29 * time.Second)
	watcher.read()
	if len(watcher.now.Bodies) != 4 {
		t.Fatalf("%d bodies, wanted the three bots and the player in its grace", len(watcher.now.Bodies))
	}
	if b := watcher.now.Bodies[3]; b.VX != 0 || b.VY != 0 {
		t.Errorf("a player without a connection goes on: %+v", b)
	}
	again := room.enter(Player, "Ann", p.token)
	if again.body != p.body || again.token != p.token {
		t.Errorf("came back as body %d, wanted %d", again.body, p.body)
	}
	room.play(40 * time.Second)
	if again.read(); again.self() == nil {
		t.Error("one that came back was sent away when its grace was over")
	}
	again.Leave(false)
	room.play(31 * time.Second)
	if watcher.read(); len(watcher.now.Bodies) != 3 {
		t.Errorf("%d bodies after the grace, wanted 3", len(watcher.now.Bodies))
	}
	if late := room.enter(Player, "Ann", p.token); late.body == p.body || late.token == p.token {
		t.Error("a token was good after its player had gone")
	}
}

// The same token from two places: the first connection ends, and there is one body.
func TestATokenIsForOneConnection(t *testing.T) {
	room := open(t)
	a := room.enter(Player, "Ann", "")
	b := room.enter(Player, "Ann", a.token)
	if texts := a.read(); len(texts) == 0 || texts[len(texts)-1] != `{"type":"bye","reason":"you came in from elsewhere","again":false}` {
		t.Errorf("the first was told %v", texts)
	}
	a.Leave(false)
	room.play(time.Minute)
	if b.read(); b.self() == nil {
		t.Error("the second has no body")
	}
}

// A token is good for its own player, and one that nobody has for none.
func TestATokenIsOfOnePlayer(t *testing.T) {
	room := open(t)
	ann, bob := room.enter(Player, "Ann", ""), room.enter(Player, "Bob", "")
	ann.Leave(false)
	bob.Leave(false)
	other := room.enter(Player, "Eve", strings.Repeat("0", len(ann.token)))
	if other.body == ann.body || other.body == bob.body || other.token == ann.token || other.token == bob.token {
		t.Errorf("a token that nobody has lets in as body %d; Ann is %d and Bob %d", other.body, ann.body, bob.body)
	}
	for range 10 { // players are in no order
		for _, p := range []*guest{bob, ann} {
			again := room.enter(Player, p.name, p.token)
			if again.body != p.body {
				t.Fatalf("%s came back as body %d, wanted %d", p.name, again.body, p.body)
			}
			again.Leave(false)
		}
	}
}

func TestWhoMayDoWhat(t *testing.T) {
	room := open(t)
	room.enter(Watcher, "first", "")
	room.play(100 * time.Millisecond)
	guests := map[string]*guest{"watcher": room.enter(Watcher, "w", ""), "player": room.enter(Player, "p", ""), "game master": room.enter(GameMaster, "g", "")}
	for _, c := range []struct{ message, watcher, player, master string }{
		{`{"type":"do","n":1,"command":{"do":"add","class":"post"}}`, "do is for game masters", "do is for game masters", ""},
		{`{"type":"speed","times":2}`, "speed is for game masters", "speed is for game masters", ""},
		{`{"type":"steer","x":1,"y":0}`, "only players are steered", "", "only players are steered"},
		{`{"type":"say","text":"hello"}`, "watchers do not speak", "", ""},
		{`{"type":"view","x":0,"y":0,"width":10,"height":10,"pixels":100}`, "", "a player sees what is around it", ""},
		{`{"type":"kick","person":99}`, "kick is for game masters", "kick is for game masters", "nobody who is here has number 99"},
		{`{"type":"select","id":77}`, "select is for game masters", "select is for game masters", "there is no body 77"},
		{`{"type":"find","text":""}`, "find is for game masters", "find is for game masters", "a text of 0 bytes, wanted 1 to 300"},
		{`{"type":"read","file":"/etc/passwd"}`, "read is for game masters", "read is for game masters", `the scene has read no file "/etc/passwd"`},
		{`{"type":"step"}`, "step is for game masters", "step is for game masters", "the game is not paused"},
		{`{"type":"seek","tick":-1}`, "seek is for game masters", "seek is for game masters", "tick -1 is not remembered, wanted 0 to 3"},
		{`{"type":"live"}`, "live is for game masters", "live is for game masters", "the game is at its present"},
		{`{"type":"branch"}`, "branch is for game masters", "branch is for game masters", "the game is at no earlier moment"},
		{`{"type":"check","n":1,"file":"x.yaml","source":"{ kind: fly }"}`, "check is for game masters", "check is for game masters", `x.yaml:1:9: unknown kind "fly", wanted one of selector, sequence, state_equals, action, condition, chase_nearest, flee_nearest or wander`},
		{`{"type":"ping","n":4}`, "", "", ""},
	} {
		for who, want := range map[string]string{"watcher": c.watcher, "player": c.player, "game master": c.master} {
			var got struct{ Type, Error string }
			if a := guests[who].answer(c.message); a != "" {
				if err := json.Unmarshal([]byte(a), &got); err != nil {
					t.Fatal(err)
				}
			}
			if (got.Type == "refused") != (want != "") || got.Error != want {
				t.Errorf("%s of a %s: %+v, wanted %q", c.message, who, got, want)
			}
		}
	}
}

func TestCommandsAreCarriedOut(t *testing.T) {
	room := open(t)
	g := room.enter(GameMaster, "g", "")
	if a := g.answer(`{"type":"do","n":7,"command":{"do":"add","class":"post","count":9}}`); a != `{"type":"done","n":7,"tick":0,"ids":[4,5],"note":"added 2 of 9: class \"post\" is at its maxCount"}` {
		t.Errorf("add answered %s", a)
	}
	if a := g.answer(`{"type":"do","n":8,"command":{"do":"tune","class":"post","key":"speedMps","value":9}}`); a != `{"type":"refused","n":8,"error":"speedMps: 9 is above max 4"}` {
		t.Errorf("tune answered %s", a)
	}
}

// Every type of requests is served, with keys that are fields of a request.
func TestEveryRequestIsServed(t *testing.T) {
	for name, of := range requests {
		if of.serve == nil {
			t.Errorf("nothing is done for %s", name)
		}
		for _, key := range of.keys {
			(&request{}).field(key) // panics for one that is none
		}
	}
}

func TestBadMessages(t *testing.T) {
	room := open(t)
	g := room.enter(GameMaster, "g", "")
	before := room.session.Digest()
	for _, c := range []struct{ message, want string }{
		{``, `not a message: unexpected end of JSON input`},
		{`{`, `not a message: unexpected end of JSON input`},
		{`[]`, `not a message: found array, wanted an object`},
		{`null`, `not a message: no type, wanted a text`},
		{`{"n":1}`, `not a message: no type, wanted a text`},
		{`{"type":7}`, `not a message: no type, wanted a text`},
		{`{"type":"fly"}`, `unknown type "fly"`},
		{`{"type":"ping"}`, `ping without n`},
		{`{"type":"ping","n":1,"x":2}`, `ping has [n] and its type alone`},
		{`{"type":"ping","n":1,"wings":2}`, `ping has [n] and its type alone`},
		{`{"type":"ping","n":null}`, `ping: n: found null`},
		{`{"type":"ping","n":1,"n":2}`, `not a message: the key "n" twice`},
		{`{"type":"ping","n":1}{}`, `not a message: invalid character '{' after top-level value`},
		{`{"type":"speed","times":1e300}`, `speed: 1e+300 is out of range`},
		{`{"type":"speed","times":0}`, `a speed of 0, wanted 1/16 to 16`},
		{`{"type":"speed","times":NaN}`, `not a message: invalid character 'N' looking for beginning of value`},
		{`{"type":"view","x":0,"y":0,"width":-1,"height":1,"pixels":9}`, `a view of -1 by 1 m in 9 pixels`},
		{`{"type":"ack","frame":77}`, `frame 77 is not one of those that wait for an acknowledgement`},
		{`{"type":"say","text":"a\u0007b"}`, `character 2 is not seen`},
		{`{"type":"say","text":"` + strings.Repeat("x", 201) + `"}`, `201 characters, wanted 200 at most`},
		{`{"type":"do","n":1,"command":{"do":"explode"}}`, `command:1:7: unknown command "explode"`},
		{`{"type":"do","n":1,"command":{"do":"explode"},"on":true}`, `do has [n command] and its type alone`},
		{`{"type":"ack","frame":-1}`, `ack: frame: found number -1, wanted a whole number`},
		{`{"type":"speed","times":"fast"}`, `speed: times: found string, wanted a number`},
		{`{"type":"do","n":1,"command":  {"do": "addd",
			"class": "post"}}`, `command:1:8: unknown command "addd"; did you mean "add"?`},
		{`{"type":"do","n":1,"command":{"do":"add",
			"count":0}}`, "command:1:1: a command has no key \"class\", wanted a string\ncommand:2:12: count: wanted a whole number from 1 to 10000000, found 0"},
		{`{"type":"do","n":1,"command":7}`, `command:1:1: a command: wanted a map, found a number`},
	} {
		var got struct{ Type, Error string }
		if err := json.Unmarshal([]byte(g.answer(c.message)), &got); err != nil {
			t.Fatalf("%s: %v", c.message, err)
		}
		if got.Type != "refused" || got.Error != c.want {
			t.Errorf("%s: %q\nwanted %q", c.message, got.Error, c.want)
		}
	}
	if room.session.Digest() != before {
		t.Error("bad messages changed the game")
	}
}

// A guest that does not read costs no more with time, and misses nothing without being told.
func TestAGuestThatDoesNotRead(t *testing.T) {
	room := open(t)
	slow, gm := room.enter(Watcher, "slow", ""), room.enter(GameMaster, "g", "")
	for range 3 * MaxQueue {
		gm.say(`{"type":"do","n":1,"command":{"do":"place","id":1,"at":[9,9]}}`)
		gm.read()
		room.play(50 * time.Millisecond)
	}
	if n := len(slow.queue); n > MaxQueue {
		t.Errorf("%d messages wait", n)
	}
	texts := slow.read()
	if last := texts[len(texts)-1]; !strings.Contains(last, `"missed":`) {
		t.Errorf("the last it is told is %s", last)
	}
	var err error
	for range 10 * MaxQueue {
		if err = slow.Handle([]byte(`{"type":"ping","n":1}`)); err != nil {
			break
		}
	}
	if err == nil {
		t.Error("answers that nobody reads pile up for ever")
	}
}

// While nobody is there the game stands still.
func TestAnEmptyRoomSleeps(t *testing.T) {
	room := open(t)
	g := room.enter(Watcher, "w", "")
	room.play(time.Second)
	g.Leave(true)
	room.play(100 * time.Millisecond)
	room.mu.Lock()
	before := room.session.World().Clock().Tick
	room.mu.Unlock()
	if before < 5 {
		t.Fatalf("tick %d after a second", before)
	}
	room.clock.on(time.Hour)
	time.Sleep(150 * time.Millisecond) // longer than the room takes to turn, if it did
	room.mu.Lock()
	after := room.session.World().Clock().Tick
	room.mu.Unlock()
	if after != before {
		t.Errorf("tick %d, and %d after an hour with nobody there", before, after)
	}
}

func TestARoomIsFull(t *testing.T) {
	room := open(t)
	for i := range 3 {
		room.enter(Player, fmt.Sprint("p", i), "")
	}
	if _, err := room.Enter(Player, "d", "", ""); err == nil || err.Error() != "the room has 3 players, and room for no more" {
		t.Error(err)
	}
	for range 3 {
		room.enter(Watcher, "w", "")
	}
	if _, err := room.Enter(Watcher, "w", "", ""); err == nil || err.Error() != "the room has 6 guests, and room for no more" {
		t.Error(err)
	}
	room.Close("the server ends", false)
	if _, err := room.Enter(Watcher, "w", "", ""); err != errClosed {
		t.Error(err)
	}
}

// Where players steer is no news; what a game master does is.
func TestSteeringIsNoNews(t *testing.T) {
	room := open(t)
	gm, p := room.enter(GameMaster, "g", ""), room.enter(Player, "Ann", "")
	room.play(100 * time.Millisecond)
	gm.read()
	p.answer(`{"type":"steer","x":1,"y":0}`)
	room.play(100 * time.Millisecond)
	if n := told(gm.read(), "events"); n != nil {
		t.Errorf("told %v", n)
	}
	gm.say(`{"type":"do","n":1,"command":{"do":"place","id":1,"at":[9,9]}}`)
	room.play(100 * time.Millisecond)
	if n := told(gm.read(), "events"); len(n) != 1 {
		t.Errorf("told %v", n)
	}
}
