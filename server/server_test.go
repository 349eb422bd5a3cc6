package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/thicket-sim/thicket/internal/wire"
	"github.com/thicket-sim/thicket/session"
)

const (
	secret = "0123456789abcdef"
	chase  = `
world: { width: 60, height: 60 }
bots:
  - { id: cat, name: Cat, count: 4, maxCount: 6, speedMps: 4, tunable: [{ key: speedMps, min: 0, max: 8 }], behavior: { kind: wander } }
`
)

// serve starts a server with the room chase, and gives its address.
func serve(t *testing.T, o Options) (s *Server, url string) {
	t.Helper()
	o.Token = secret
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	game, err := session.Start("chase.yaml", []byte(chase), session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Open("chase", game); err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := s.Close(ctx); err != nil {
			t.Errorf("connections are left: %v", err)
		}
		h.Close()
	})
	return s, h.URL
}

// client is a client over a real socket.
type client struct {
	*testing.T
	*websocket.Conn
	has map[uint32]*wire.Scene
	now *wire.Scene
}

func dial(t *testing.T, url, greeting string) *client {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	t.Cleanup(cancel)
	conn, _, err := websocket.Dial(ctx, url+"/ws/chase", &websocket.DialOptions{Subprotocols: []string{Protocol}})
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(1 << 20)
	t.Cleanup(func() { conn.CloseNow() })
	c := &client{T: t, Conn: conn, has: map[uint32]*wire.Scene{}}
	c.send(greeting)
	return c
}

func (c *client) send(message string) {
	c.Helper()
	if err := c.Write(context.Background(), websocket.MessageText, []byte(message)); err != nil {
		c.Fatal(err)
	}
}

// until reads until a text of a type comes, or a frame for the type "frame", and
// acknowledges frames.
func (c *client) until(want string) map[string]any {
	c.Helper()
	for {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		kind, m, err := c.Read(ctx)
		cancel()
		if err != nil {
			c.Fatalf("waiting for %s: %v", want, err)
		}
		if kind == websocket.MessageBinary {
			h, rest, err := wire.Beginning(m)
			if err != nil {
				c.Fatal(err)
			}
			c.now = &wire.Scene{}
			if err := wire.Decode(h, rest, c.has[h.Base], c.now); err != nil {
				c.Fatal(err)
			}
			c.has[h.Number] = c.now
			c.send(fmt.Sprintf(`{"type":"ack","frame":%d}`, h.Number))
			if want == "frame" {
				return nil
			}
			continue
		}
		var got map[string]any
		if err := json.Unmarshal(m, &got); err != nil {
			c.Fatal(err)
		}
		if got["type"] == want {
			return got
		}
	}
}

// fails reads until the connection ends, and gives the reason.
func (c *client) fails() string {
	c.Helper()
	for {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		_, _, err := c.Read(ctx)
		cancel()
		var e websocket.CloseError
		switch {
		case err == nil:
		case errors.As(err, &e):
			return e.Reason
		default:
			c.Fatal(err)
		}
	}
}

func TestAGameIsPlayedOverSockets(t *testing.T) {
	_, url := serve(t, Options{})
	gm := dial(t, url, `{"type":"hello","role":"gm","name":"gm","token":"`+secret+`"}`)
	ann := dial(t, url, `{"type":"hello","role":"player","name":"Ann"}`)
	if w := gm.until("welcome"); w["room"] != "chase" || w["protocol"] != 1.0 {
		t.Errorf("welcomed with %v", w)
	}
	you := ann.until("welcome")
	if you["you"] != 5.0 || len(you["token"].(string)) != 32 {
		t.Errorf("a player is welcomed with %v", you)
	}
	gm.send(`{"type":"do","n":1,"command":{"do":"add","class":"cat","count":2}}`)
	if d := gm.until("done"); fmt.Sprint(d["ids"]) != "[6 7]" {
		t.Errorf("add answered %v", d)
	}
	for range 100 {
		if gm.until("frame"); len(gm.now.Bodies) == 7 {
			break
		}
	}
	if len(gm.now.Bodies) != 7 {
		t.Fatalf("the game master sees %d bodies, wanted 7", len(gm.now.Bodies))
	}
	tick := gm.now.Tick
	for range 20 {
		gm.until("frame")
	}
	if gm.now.Tick <= tick {
		t.Error("time stands still")
	}
	ann.Close(websocket.StatusNormalClosure, "")
	for range 100 {
		if gm.until("frame"); len(gm.now.Bodies) == 6 {
			return
		}
	}
	t.Error("one who said goodbye is still there")
}

func TestWhoIsLetIn(t *testing.T) {
	for _, c := range []struct{ name, hello, want string }{
		{"no hello", `{"type":"ping","n":1}`, "wanted a hello first"},
		{"no JSON", `hello`, "wanted a hello first"},
		{"a role", `{"type":"hello","role":"king","name":"x"}`, `unknown role "king", wanted watcher, player or gm`},
		{"a wrong token", `{"type":"hello","role":"gm","name":"x","token":"0123456789abcdeF"}`, "the token is wrong"},
		{"no token", `{"type":"hello","role":"gm","name":"x"}`, "the token is wrong"},
		{"a wrong code", `{"type":"hello","role":"player","name":"x","code":"1"}`, "the join code is wrong"},
		{"no name", `{"type":"hello","role":"player","name":" ","code":"four"}`, "the name: empty"},
		{"a long name", `{"type":"hello","role":"player","name":"` + strings.Repeat("x", 25) + `","code":"four"}`, "the name: 25 characters, wanted 24 at most"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, url := serve(t, Options{Code: "four"})
			if got := dial(t, url, c.hello).fails(); got != c.want {
				t.Errorf("the reason is %q, wanted %q", got, c.want)
			}
		})
	}
}

func TestGuessingIsBarred(t *testing.T) {
	_, url := serve(t, Options{Limits: Limits{Failures: 2}})
	wrong := `{"type":"hello","role":"gm","name":"x","token":"guess"}`
	for range 2 {
		dial(t, url, wrong).fails()
	}
	_, answer, err := websocket.Dial(context.Background(), url+"/ws/chase", &websocket.DialOptions{Subprotocols: []string{Protocol}})
	if err == nil || answer.StatusCode != http.StatusTooManyRequests {
		t.Errorf("after two wrong tokens: %v, %v", answer, err)
	}
}

func TestAFloodEndsItsConnection(t *testing.T) {
	_, url := serve(t, Options{Limits: Limits{Messages: 20}})
	other := dial(t, url, `{"type":"hello","role":"watcher","name":"w"}`)
	flood := dial(t, url, `{"type":"hello","role":"watcher","name":"w"}`)
	for range 30 {
		if flood.Write(context.Background(), websocket.MessageText, []byte(`{"type":"steer","x":1,"y":1}`)) != nil {
			break
		}
	}
	if got := flood.fails(); got != "more than 20 messages a second" {
		t.Errorf("the flood ended with %q", got)
	}
	other.until("frame")
}

func TestStrangeRequests(t *testing.T) {
	_, url := serve(t, Options{})
	for _, c := range []struct {
		path, host, origin string
		want               int
	}{
		{"/healthz", "", "", http.StatusOK},
		{"/healthz", "evil.example", "", http.StatusMisdirectedRequest},
		{"/ws/chase", "", "http://evil.example", http.StatusForbidden},
		{"/ws/nowhere", "", "", http.StatusNotFound},
		{"/ws/chase", "", "", http.StatusUpgradeRequired},
	} {
		r, err := http.NewRequest(http.MethodGet, url+c.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if c.host != "" {
			r.Host = c.host
		}
		if c.origin != "" {
			r.Header = http.Header{"Origin": {c.origin}, "Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"}, "Sec-Websocket-Key": {"MDEyMzQ1Njc4OWFiY2RlZg=="}}
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != c.want {
			t.Errorf("%s of %q from %q: %d, wanted %d", c.path, c.host, c.origin, answer.StatusCode, c.want)
		}
	}
}

func TestTheServerEnds(t *testing.T) {
	s, url := serve(t, Options{})
	c := dial(t, url, `{"type":"hello","role":"watcher","name":"w"}`)
	c.until("frame")
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- s.Close(ctx) }()
	if b := c.until("bye"); b["reason"] != "the server ends" {
		t.Errorf("told %v", b)
	}
	c.Close(websocket.StatusNormalClosure, "")
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// A client that does not go is cut off, and the server ends all the same.
func TestTheServerEndsWithoutAGoodbye(t *testing.T) {
	s, url := serve(t, Options{})
	dial(t, url, `{"type":"hello","role":"watcher","name":"w"}`).until("frame")
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Second)
	defer cancel()
	if err := s.Close(ctx); err != nil {
		t.Error(err)
	}
}
