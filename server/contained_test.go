package server

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"
)

// faulty is a guest with a mistake in it.
type faulty struct {
	reads, writes bool // where it panics
	ready         chan struct{}
	mu            sync.Mutex
	left          bool
}

func (f *faulty) Handle([]byte) error {
	if f.reads {
		panic("a mistake in reading")
	}
	return nil
}

func (f *faulty) Ready() <-chan struct{} { return f.ready }

func (f *faulty) Next([]byte) ([]byte, bool, bool) {
	if f.writes {
		panic("a mistake in writing")
	}
	return nil, false, false
}

func (f *faulty) Leave(bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.left = true
}

// A panic in a connection, reading or writing, ends that connection, and its guest leaves.
func TestAPanicEndsItsConnection(t *testing.T) {
	for name, g := range map[string]*faulty{"reading": {reads: true}, "writing": {writes: true}} {
		t.Run(name, func(t *testing.T) {
			log := ""
			s, err := New(Options{Log: func(text string) { log += text }})
			if err != nil {
				t.Fatal(err)
			}
			g.ready = make(chan struct{}, 1)
			over := make(chan struct{})
			h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				defer close(over)
				below := &hijacker{ResponseWriter: w, spend: func(int, int) error { return nil }}
				conn, err := websocket.Accept(below, r, nil)
				if err == nil {
					s.attend(r.Context(), conn, below.conn, g, "127.0.0.1")
				}
			}))
			defer h.Close()
			conn, _, err := websocket.Dial(context.Background(), h.URL, nil)
			if err != nil {
				t.Fatal(err)
			}
			c := &client{T: t, Conn: conn}
			g.ready <- struct{}{}
			c.send(`{"type":"ping","n":1}`)
			if got := c.fails(); got != errInside.Error() {
				t.Errorf("the connection ended with %q", got)
			}
			<-over
			if !g.left || !strings.Contains(log, "a mistake in "+name) {
				t.Errorf("the guest has left: %v; the log: %s", g.left, log)
			}
		})
	}
}
