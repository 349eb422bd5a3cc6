package server

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"

	"github.com/thicket-sim/thicket/server/internal/room"
)

// Protocol is the WebSocket subprotocol that clients must ask for.
const Protocol = "thicket.1"

// How long a client may take. A page on a machine with much else to do reads nothing for many
// seconds.
const (
	helloTime = 5 * time.Second
	writeTime = 30 * time.Second
	pingEvery = 15 * time.Second
)

// past is a deadline that is over.
var past = time.Unix(1, 0)

// hello is the first message of a client.
type hello struct {
	Type  string `json:"type"`
	Role  string `json:"role"` // watcher, player, gm
	Name  string `json:"name"`
	Token string `json:"token"` // of a game master, or of a player who comes back
	Code  string `json:"code"`
}

// onlyHello returns why a text is more than a hello, which has its keys alone, each once.
func onlyHello(text []byte) error {
	values, err := room.Object(text)
	switch {
	case err != nil:
		return fmt.Errorf("the hello: %w", err)
	case !utf8.Valid(text):
		return errNoText
	}
	for key := range values {
		switch key {
		case "type", "role", "name", "token", "code":
		default:
			return fmt.Errorf("the hello has the unknown key %q", short(key))
		}
	}
	return nil
}

// errNoText ends a connection as RFC 6455, 8.1, wants it.
var errNoText = errors.New("wanted UTF-8")

// roles lists the roles that a hello can name.
var roles = map[string]room.Role{"watcher": room.Watcher, "player": room.Player, "gm": room.GameMaster}

// socket serves a connection from its beginning to its end.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	address := s.addressOf(r)
	where := s.room(r.PathValue("room"))
	if where == nil {
		http.Error(w, "no such room", http.StatusNotFound)
		return
	}
	if refused := s.door.enter(address, time.Now()); refused != nil {
		s.metrics.refused.Inc()
		http.Error(w, refused.Error(), refused.status)
		return
	}
	defer func() { s.door.leave(address, time.Now()) }()
	s.open.Add(1)
	defer s.open.Done()
	below := &hijacker{ResponseWriter: w, spend: s.spending(address)}
	conn, err := websocket.Accept(below, r, &websocket.AcceptOptions{Subprotocols: []string{Protocol}})
	if err != nil {
		return // Accept has answered
	}
	defer conn.CloseNow()
	defer context.AfterFunc(s.cut, func() { below.conn.Close() })()
	conn.SetReadLimit(int64(s.o.Limits.Size))
	if conn.Subprotocol() != Protocol {
		conn.Close(websocket.StatusProtocolError, "wanted the subprotocol "+Protocol)
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	g, err := s.greet(ctx, conn, where, address)
	if err != nil {
		s.metrics.refused.Inc()
		conn.Close(websocket.StatusPolicyViolation, short(err.Error()))
		return
	}
	s.attend(ctx, conn, below.conn, g, address)
}

// flooded shuts an address out that has sent too much.
func (s *Server) flooded(address string) {
	s.metrics.floods.Inc()
	s.door.flood(address, time.Now())
}

// spending returns what counts the frames and bytes of a connection from an address.
func (s *Server) spending(address string) func(frames, bytes int) error {
	own := newBucket(framesOf*s.o.Limits.Messages, time.Now())
	return func(frames, bytes int) error {
		now := time.Now()
		if own.take(frames, now) && s.door.spend(address, frames, bytes, now) {
			return nil
		}
		s.flooded(address)
		return errFlooded
	}
}

// framesOf is how many times as many frames as messages a connection may send: clients answer
// pings, and may send a message in parts.
const framesOf = 2

// hijacker keeps the connection below a WebSocket, and counts what comes over it.
type hijacker struct {
	http.ResponseWriter
	spend func(frames, bytes int) error
	conn  *meter
}

var _ http.Hijacker = (*hijacker)(nil)

func (h *hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffered, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	h.conn = &meter{Conn: conn, spend: h.spend}
	if n := buffered.Reader.Buffered(); n > 0 { // what came along with the request
		early, _ := buffered.Reader.Peek(n)  // it is there
		_ = h.spend(h.conn.frames(early), n) // of a new connection
	}
	return h.conn, buffered, nil
}

// guest says who is at the other end of a connection: a [room.Guest].
type guest interface {
	Handle(message []byte) error
	Ready() <-chan struct{}
	Next(into []byte) (message []byte, text, over bool)
	Leave(meant bool)
}

// attend carries messages between a connection from an address and its guest until it ends. Who did
// something wrong is told of it without a wait for an answer; who flooded is shut out before.
func (s *Server) attend(ctx context.Context, conn *websocket.Conn, below *meter, g guest, address string) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	written := make(chan struct{})
	go func() {
		defer close(written)
		defer cancel()
		if err := s.contained(func() error { s.write(ctx, conn, g); return nil }); err != nil {
			conn.Close(websocket.StatusInternalError, err.Error())
		}
	}()
	var left bool
	err := s.contained(func() (err error) {
		left, err = s.read(ctx, conn, g)
		return err
	})
	g.Leave(left)
	switch {
	case errors.Is(err, errInside):
		conn.Close(websocket.StatusInternalError, err.Error())
	case err != nil:
		if errors.Is(err, errFlooded) {
			s.flooded(address)
		}
		below.stop()
		conn.Close(websocket.StatusPolicyViolation, short(err.Error()))
	}
	cancel()
	<-written
}

var errInside = errors.New("the server failed with this connection")

// contained does something for one connection. A panic is that connection's alone.
func (s *Server) contained(do func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			s.o.Log(fmt.Sprintf("a connection: panic: %v\n%s", v, debug.Stack()))
			err = errInside
		}
	}()
	return do()
}

// short returns a text as long as the reason of a close may be.
func short(s string) string { return strings.ToValidUTF8(s[:min(len(s), 120)], "") }

// greet reads the hello and lets the client in.
func (s *Server) greet(ctx context.Context, conn *websocket.Conn, where *room.Room, address string) (*room.Guest, error) {
	ctx, cancel := context.WithTimeout(ctx, helloTime)
	defer cancel()
	kind, message, err := conn.Read(ctx)
	if err != nil {
		return nil, err
	}
	var h hello
	if kind != websocket.MessageText || json.Unmarshal(message, &h) != nil || h.Type != "hello" {
		return nil, errors.New("wanted a hello first")
	}
	if err := onlyHello(message); err != nil {
		return nil, err
	}
	role, ok := roles[h.Role]
	switch {
	case !ok:
		return nil, fmt.Errorf("unknown role %q, wanted watcher, player or gm", short(h.Role))
	case role == room.GameMaster:
		err = s.knows(h.Token, address)
	case s.o.Code != "":
		err = s.knowsCode(h.Code, address)
	}
	if err != nil {
		return nil, err
	}
	if role == room.GameMaster {
		conn.SetReadLimit(int64(s.o.Limits.Edit))
	}
	token := ""
	if role == room.Player {
		token = h.Token
	}
	return where.Enter(role, h.Name, token, address)
}

// knows returns why somebody is no game master, or nil. A right token is always let through: it
// is too long to be guessed.
func (s *Server) knows(token, address string) error {
	now := time.Now()
	switch {
	case s.o.Token != "" && right(token, s.token):
		return nil
	case s.door.guesses(address, now):
		return errBarred
	}
	s.door.fail(address, now)
	return errors.New("the token is wrong")
}

// knowsCode returns why somebody does not know the join code, or nil.
func (s *Server) knowsCode(code, address string) error {
	now := time.Now()
	switch {
	case !s.door.looks(address, now):
		return errBarred
	case right(code, s.code):
		return nil
	}
	s.door.fail(address, now)
	return errors.New("the join code is wrong")
}

// read hands what comes to the guest until the connection ends. It reports whether the
// client said goodbye, and what it did wrong.
func (s *Server) read(ctx context.Context, conn *websocket.Conn, g guest) (left bool, err error) {
	pace := newBucket(s.o.Limits.Messages, time.Now())
	for {
		kind, message, err := conn.Read(ctx)
		switch {
		case err != nil:
			return websocket.CloseStatus(err) == websocket.StatusNormalClosure, nil
		case kind != websocket.MessageText:
			return false, errors.New("wanted text")
		case !pace.take(1, time.Now()):
			return false, fmt.Errorf("more than %d messages a second: %w", s.o.Limits.Messages, errFlooded)
		}
		s.metrics.received.Inc()
		if !utf8.Valid(message) {
			return false, errNoText
		}
		if err := g.Handle(message); err != nil {
			return false, err
		}
	}
}

// write sends what a guest is to be told, and sees that somebody is there.
func (s *Server) write(ctx context.Context, conn *websocket.Conn, g guest) {
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	var frame []byte
	for {
		select {
		case <-ctx.Done():
			return
		case <-ping.C:
			if !within(ctx, conn.Ping) {
				return
			}
		case <-g.Ready():
		}
		for {
			message, text, over := g.Next(frame[:0])
			if message == nil {
				break
			}
			kind := websocket.MessageText
			if !text {
				kind, frame = websocket.MessageBinary, message
			}
			if !within(ctx, func(ctx context.Context) error { return conn.Write(ctx, kind, message) }) {
				return
			}
			s.metrics.wrote(text, len(message))
			if over {
				conn.Close(websocket.StatusNormalClosure, "")
				return
			}
		}
	}
}

// within does something in the time that a client may take for it.
func within(ctx context.Context, do func(context.Context) error) bool {
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	return do(ctx) == nil
}
