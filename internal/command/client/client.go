package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/coder/websocket"

	"github.com/thicket-sim/thicket/internal/ground/wire"
)

// Hello says who a client is.
type Hello struct {
	Role  string // watcher, player, gm
	Name  string
	Token string // of a game master, or of a player who comes back
	Code  string // the join code, where there is one
}

// Welcome holds the words of a server about a room and of who has come.
type Welcome struct {
	Room  string
	You   uint32 // the body of a player
	Token string // that lets a player back in
	Sight float64
	Game  Game
}

// Game is the part of a welcome that is about the game.
type Game struct {
	Name          string
	Goal          string // what wins, in a line; empty where nothing does
	TickRate      float64
	Width, Height float64 // metres
	Mark          string
	Marks         []struct{ Title, Color string } // further ones
	Classes       []Class
	Teams         []struct {
		ID, Name, Color string
		Hints           []string // what there is to do for its players
	}
	Places []struct {
		ID           string
		X, Y, Radius float32
		Team         string
	}
	Walls []struct { // polygons, or discs where they have a radius
		Points       [][2]float32
		X, Y, Radius float32
	}
	Paths [][][2]float32
	Items []struct{ ID string } // kinds of items
}

// Class is a class of bots of a game.
type Class struct {
	ID, Name string
	Team     string // its id; empty for none
	Min, Max int    // Max 0: no ceiling
}

// Message holds a message of a server: text, or where bodies are.
type Message struct {
	Type  string          // "frame", or as docs/protocol.md has them
	Text  json.RawMessage // all of it; nil for a frame
	Scene *wire.Scene     // of a frame; it stays as it is
	Size  int             // bytes
}

// Client is a connection to a room. One goroutine may read and another one write.
type Client struct {
	conn *websocket.Conn
	has  map[uint32]*wire.Scene
}

const protocol = "thicket.1"

// maxMessage is the longest message that a client takes.
const maxMessage = 8 << 20

// Rooms asks a server which rooms it has.
func Rooms(ctx context.Context, server string) (names []string, err error) {
	at, err := url.Parse(server)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, at.JoinPath("api", "rooms").String(), nil)
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers %s", server, answer.Status)
	}
	var list struct{ Rooms []string }
	if err := json.NewDecoder(answer.Body).Decode(&list); err != nil {
		return nil, fmt.Errorf("%s: %w", server, err)
	}
	return list.Rooms, nil
}

// Dial goes into a room of a server, such as http://127.0.0.1:8080.
func Dial(ctx context.Context, server, room string, h Hello) (*Client, error) {
	at, err := url.Parse(server)
	if err != nil {
		return nil, err
	}
	conn, answer, err := websocket.Dial(ctx, at.JoinPath("ws", room).String(), &websocket.DialOptions{Subprotocols: []string{protocol}})
	if err != nil {
		if answer != nil && answer.StatusCode != http.StatusSwitchingProtocols {
			return nil, fmt.Errorf("%s answers %s", server, answer.Status)
		}
		return nil, err
	}
	conn.SetReadLimit(maxMessage)
	c := &Client{conn: conn, has: map[uint32]*wire.Scene{}}
	hello := map[string]string{"type": "hello", "role": h.Role, "name": h.Name, "token": h.Token, "code": h.Code}
	if err := c.Send(ctx, hello); err != nil {
		conn.CloseNow()
		return nil, err
	}
	return c, nil
}

// Send says something, which is written as JSON.
func (c *Client) Send(ctx context.Context, message any) error {
	b, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return c.conn.Write(ctx, websocket.MessageText, b)
}

// Ended is why a server has ended a connection that is not to come back.
type Ended string

func (e Ended) Error() string { return string(e) }

// Read waits for the next message. When the server has ended the connection and says why, the error is
// [Ended].
func (c *Client) Read(ctx context.Context) (Message, error) {
	kind, b, err := c.conn.Read(ctx)
	var closed websocket.CloseError
	switch {
	case errors.As(err, &closed) && closed.Reason != "":
		return Message{}, Ended(closed.Reason)
	case err != nil:
		return Message{}, err
	case kind == websocket.MessageBinary:
		return c.frame(ctx, b)
	}
	m := Message{Text: b, Size: len(b)}
	var head struct{ Type string }
	if err := json.Unmarshal(b, &head); err != nil {
		return m, fmt.Errorf("a message that is no JSON: %w", err)
	}
	m.Type = head.Type
	return m, nil
}

// Welcome reads until the welcome has come.
func (c *Client) Welcome(ctx context.Context) (w Welcome, err error) {
	for {
		m, err := c.Read(ctx)
		if err != nil {
			return w, err
		}
		if m.Type == "welcome" {
			return w, json.Unmarshal(m.Text, &w)
		}
	}
}

func (c *Client) frame(ctx context.Context, b []byte) (Message, error) {
	h, rest, err := wire.Beginning(b)
	if err != nil {
		return Message{}, err
	}
	scene := &wire.Scene{}
	if err := wire.Decode(h, rest, c.has[h.Base], scene); err != nil {
		return Message{}, err
	}
	for number := range c.has {
		if number < h.Base {
			delete(c.has, number)
		}
	}
	c.has[h.Number] = scene
	if err := c.Send(ctx, map[string]any{"type": "ack", "frame": h.Number}); err != nil {
		return Message{}, err
	}
	return Message{Type: "frame", Scene: scene, Size: len(b)}, nil
}

// Leave says goodbye.
func (c *Client) Leave() { _ = c.conn.Close(websocket.StatusNormalClosure, "") } // it is over either way

// Drop ends the connection as if it was lost.
func (c *Client) Drop() { _ = c.conn.CloseNow() }
