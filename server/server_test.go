package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/internal/ground/wire"
)

const (
	secret    = "0123456789abcdef"
	chaseRate = 30 // ticks a second
	chase     = `
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
	game, err := thicket.Start("chase.yaml", []byte(chase), thicket.Options{})
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
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
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
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
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
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		_, _, err := c.Read(ctx)
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
		{"an unknown key", `{"type":"hello","role":"player","name":"x","code":"four","colour":"red"}`, `the hello has the unknown key "colour"`},
		{"two names", `{"type":"hello","role":"player","name":"x","code":"four","name":"y"}`, `the hello: the key "name" twice`},
		{"no UTF-8", "{\"type\":\"hello\",\"role\":\"player\",\"name\":\"x\xff\",\"code\":\"four\"}", "wanted UTF-8"},
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

// Where no token was given, an empty one is none, and one that is soon guessed is not taken.
func TestWithoutATokenNobodyIsAGameMaster(t *testing.T) {
	if _, err := New(Options{Token: "0123456789abcde"}); err == nil {
		t.Error("a token of 15 characters is taken")
	}
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	game, err := thicket.Start("chase.yaml", []byte(chase), thicket.Options{})
	if err == nil {
		err = s.Open("chase", game)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close(context.Background())
	h := httptest.NewServer(s)
	defer h.Close()
	if got := dial(t, h.URL, `{"type":"hello","role":"gm","name":"x","token":""}`).fails(); got != "the token is wrong" {
		t.Errorf("the reason is %q", got)
	}
	w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "http://localhost/api/state", nil)
	r.Header.Set("Authorization", "Bearer ")
	if s.ServeHTTP(w, r); w.Code != http.StatusUnauthorized {
		t.Errorf("a script without a token gets %d", w.Code)
	}
}

// Guesses bar guesses of their address: who needs no secret gets in, and so does the right token.
func TestGuessingIsBarred(t *testing.T) {
	_, url := serve(t, Options{Limits: Limits{Failures: 2}})
	wrong := `{"type":"hello","role":"gm","name":"x","token":"guess"}`
	for range 2 {
		if got := dial(t, url, wrong).fails(); got != "the token is wrong" {
			t.Errorf("a wrong token: %q", got)
		}
	}
	if got := dial(t, url, wrong).fails(); got != errBarred.Error() {
		t.Errorf("a third guess: %q", got)
	}
	dial(t, url, `{"type":"hello","role":"player","name":"Ann"}`).until("welcome")
	dial(t, url, `{"type":"hello","role":"gm","name":"x","token":"`+secret+`"}`).until("welcome")
}

// Of an address that guesses join codes one a second is looked at, right or wrong.
func TestGuessesOfCodesAreSlow(t *testing.T) {
	d := door{limits: Limits{Failures: 2}.orDefaults(), by: map[string]*visitor{}}
	now := time.Unix(1000, 0)
	for i, c := range []struct {
		after time.Duration
		want  bool
	}{{0, true}, {0, true}, {0, true}, {0, false}, {900 * time.Millisecond, false}, {time.Second, true}, {0, false}, {2 * time.Minute, true}} {
		now = now.Add(c.after)
		if got := d.looks("a", now); got != c.want {
			t.Errorf("code %d is looked at: %v", i+1, got)
		} else if got && i < 7 {
			d.fail("a", now)
		}
	}
	if !d.looks("b", now) {
		t.Error("another address is barred, too")
	}
	_, url := serve(t, Options{Limits: Limits{Failures: 2}, Code: "four"})
	for _, want := range []string{"the join code is wrong", "the join code is wrong", "the join code is wrong", errBarred.Error()} {
		if got := dial(t, url, `{"type":"hello","role":"player","name":"x","code":"guess"}`).fails(); got != want {
			t.Errorf("a wrong code: %q, wanted %q", got, want)
		}
	}
	dial(t, url, `{"type":"hello","role":"gm","name":"x","token":"`+secret+`"}`).until("welcome")
}

// A text that is no UTF-8 ends its connection.
func TestTextsAreUTF8(t *testing.T) {
	_, url := serve(t, Options{})
	c := dial(t, url, `{"type":"hello","role":"player","name":"x"}`)
	c.until("welcome")
	c.send("{\"type\":\"say\",\"text\":\"\xff\xfe\"}")
	if got := c.fails(); got != "wanted UTF-8" {
		t.Errorf("the connection ended with %q", got)
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
	if got := flood.fails(); got != "more than 20 messages a second: "+errFlooded.Error() {
		t.Errorf("the flood ended with %q", got)
	}
	other.until("frame")
}

func TestStrangeRequests(t *testing.T) {
	_, url := serve(t, Options{Hosts: []string{"play.example.org"}})
	for _, c := range []struct {
		path, host, origin string
		want               int
	}{
		{"/healthz", "", "", http.StatusOK},
		{"/healthz", "Play.Example.org:8080", "", http.StatusOK},
		{"/healthz", "[::1]:8080", "", http.StatusOK},
		{"/healthz", "play.example.org.evil.example", "", http.StatusMisdirectedRequest},
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

// Pages may load and run what this server has alone, and they need no more: nothing in them is
// from elsewhere, and no script or style stands inside.
func TestPagesAreClosed(t *testing.T) {
	_, url := serve(t, Options{})
	for _, page := range []string{"/", "/gm.html"} {
		answer, err := http.Get(url + page)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d, %v", page, answer.StatusCode, err)
		}
		for key, want := range map[string]string{
			"Content-Security-Policy": "default-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
			"X-Content-Type-Options":  "nosniff", "Referrer-Policy": "no-referrer",
		} {
			if got := answer.Header.Get(key); got != want {
				t.Errorf("%s: the header %s is %q, wanted %q", page, key, got, want)
			}
		}
		if inside := regexp.MustCompile(`<script[^>]*>[^<]|<style|\s(style|on[a-z]+)=|(src|href)="(https?:)?//`).Find(text); inside != nil {
			t.Errorf("%s has %s", page, inside)
		}
	}
}

// A message may be so long; one of a game master, who sends trees, longer.
func TestMessagesThatAreTooLong(t *testing.T) {
	_, url := serve(t, Options{Limits: Limits{Size: 1000, Edit: 5000}})
	long := func(n int) string { return `{"type":"say","text":"` + strings.Repeat("x", n) + `"}` }
	hello := map[string]string{"player": `{"type":"hello","role":"player","name":"x"}`, "gm": `{"type":"hello","role":"gm","name":"x","token":"` + secret + `"}`}
	for _, c := range []struct {
		role  string
		bytes int
		ends  bool
	}{{"player", 900, false}, {"player", 1100, true}, {"gm", 4900, false}, {"gm", 5100, true}} {
		p := dial(t, url, hello[c.role])
		p.until("welcome")
		p.send(long(c.bytes))
		if !c.ends {
			if m := p.until("refused"); !strings.Contains(fmt.Sprint(m["error"]), "wanted 200 at most") {
				t.Errorf("%d bytes of a %s: %v", c.bytes, c.role, m)
			}
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		for err := error(nil); err == nil; {
			_, _, err = p.Read(ctx)
		}
		if ctx.Err() != nil {
			t.Errorf("%d bytes of a %s do not end its connection", c.bytes, c.role)
		}
		cancel()
	}
	p := dial(t, url, `{"type":"hello","role":"gm","token":"`+strings.Repeat("x", 1100)+`"}`)
	if got := p.fails(); !strings.Contains(got, "limited") {
		t.Errorf("a hello of a game master that is too long: %q", got)
	}
}

// A full server lets nobody in until somebody has left, nor an address that has all that it may.
func TestAServerIsFull(t *testing.T) {
	for name, c := range map[string]struct {
		limits Limits
		status int
	}{
		"all":     {Limits{Connections: 2}, http.StatusServiceUnavailable},
		"address": {Limits{PerAddress: 2}, http.StatusTooManyRequests},
	} {
		t.Run(name, func(t *testing.T) { fill(t, c.limits, c.status) })
	}
}

// fill fills a server that has room for two, and wants a third refused with a status.
func fill(t *testing.T, limits Limits, full int) {
	_, url := serve(t, Options{Limits: limits})
	first := dial(t, url, `{"type":"hello","role":"watcher","name":"w"}`)
	first.until("welcome")
	dial(t, url, `{"type":"hello","role":"watcher","name":"w"}`).until("welcome")
	third := func() (status int) {
		conn, answer, err := websocket.Dial(context.Background(), url+"/ws/chase", &websocket.DialOptions{Subprotocols: []string{Protocol}})
		if err == nil {
			conn.CloseNow()
		}
		return answer.StatusCode
	}
	if status := third(); status != full {
		t.Errorf("a third connection where there is room for two: %d, wanted %d", status, full)
	}
	first.Close(websocket.StatusNormalClosure, "")
	for range 3000 {
		if third() == http.StatusSwitchingProtocols {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("the server stays full after one has left")
}

// An address that guesses is barred for a minute, by itself; and however many addresses come,
// those of which nothing is to be remembered are forgotten.
func TestTheDoorForgets(t *testing.T) {
	d := door{limits: Limits{Failures: 3}.orDefaults(), by: map[string]*visitor{}}
	now := time.Unix(1000, 0)
	for range 3 {
		d.fail("a", now)
	}
	for _, c := range []struct {
		address string
		after   time.Duration
		want    bool
	}{{"a", 0, true}, {"b", 0, false}, {"a", 59 * time.Second, true}, {"a", 61 * time.Second, false}} {
		if got := d.guesses(c.address, now.Add(c.after)); got != c.want {
			t.Errorf("%s is barred after %v: %v", c.address, c.after, got)
		}
	}
	for i := range 100_000 {
		now = now.Add(10 * time.Millisecond)
		address := fmt.Sprint("address ", i)
		if d.looks(address, now); i%2 == 0 {
			d.fail(address, now)
		}
	}
	if n := len(d.by); n > 4*3000 { // of whom 3,000 have failed in the last minute
		t.Errorf("%d addresses are kept", n)
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
	if b := c.until("bye"); b["reason"] != "the server ends" || b["again"] != true {
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
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := s.Close(ctx); err != nil {
		t.Error(err)
	}
}
