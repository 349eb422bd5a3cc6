package play

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/thicket-sim/thicket/internal/command/client"
	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/ground/wire"
)

// Options say who plays where.
type Options struct {
	Server string
	Room   string // empty: the first
	Hello  client.Hello
}

// Codes of the terminal.
const (
	topLeft    = "\x1b[H"
	eraseLine  = "\x1b[K"
	eraseBelow = "\x1b[J"
)

const (
	redraw   = 50 * time.Millisecond
	maxLines = 4 // of what was said and what happened to the player
	maxText  = 200
)

// screen is a game at a terminal.
type screen struct {
	conn    *client.Client
	tty     *os.File
	style   terminal.Style
	server  string
	room    string
	hello   client.Hello
	lost    bool // the connection, which is tried again
	tries   int  // in a row
	welcome client.Welcome
	view    *view
	scene   *wire.Scene
	words   string   // how the game stands
	again   float64  // seconds until the next round; 0 where none begins by itself
	waits   bool     // the round waits for the game master
	self    *self    // how the player fares; nil before it is told
	table   *table   // how everybody fared; nil while the match goes on
	said    []string // the newest last
	typing  bool
	text    string // that is being typed
}

// Run plays until somebody leaves or the server ends it, whose reason is the error. It needs a
// terminal to draw on, and one for keys.
func Run(ctx context.Context, o Options, keys, tty *os.File) error {
	if o.Room == "" {
		rooms, err := client.Rooms(ctx, o.Server)
		if err != nil {
			return err
		}
		if len(rooms) == 0 {
			return fmt.Errorf("%s has no rooms", o.Server)
		}
		o.Room = rooms[0]
	}
	conn, err := client.Dial(ctx, o.Server, o.Room, o.Hello)
	if err != nil {
		return err
	}
	s := &screen{conn: conn, tty: tty, server: o.Server, room: o.Room, hello: o.Hello, style: terminal.StyleOf(tty)}
	defer func() { s.conn.Drop() }()
	first, err := conn.Welcome(ctx)
	if err != nil {
		return err
	}
	s.welcomed(first)
	board, err := terminal.OpenKeyboard(keys)
	if err != nil {
		return fmt.Errorf("keys: %w", err)
	}
	defer board.Close()
	fmt.Fprint(tty, terminal.EnterScreen)
	defer fmt.Fprint(tty, terminal.LeaveScreen)
	return s.run(ctx, board)
}

// heard is a message of the server, or why there are no more.
type heard struct {
	message client.Message
	err     error
}

// maxTries is how often in a row a lost connection is tried again, for about a minute.
const maxTries = 20

// errAgain ends a connection that the server asks to come back.
var errAgain = errors.New("the server ends")

// listen hands on what a connection brings, until it ends.
func listen(ctx context.Context, conn *client.Client) <-chan heard {
	messages := make(chan heard)
	go func() {
		for {
			m, err := conn.Read(ctx)
			select {
			case messages <- heard{m, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return messages
}

// back tries a lost connection again after a while, and hands it over, or nothing where there is none.
func (s *screen) back(ctx context.Context) <-chan *client.Client {
	came := make(chan *client.Client, 1)
	wait := time.After(time.Duration(min(s.tries, 4)) * time.Second)
	server, room, hello := s.server, s.room, s.hello
	go func() {
		select {
		case <-wait:
		case <-ctx.Done():
			return
		}
		conn, err := client.Dial(ctx, server, room, hello)
		if err != nil {
			conn = nil
		}
		came <- conn
	}()
	return came
}

// run goes on until the game or the player ends it. A connection that is lost comes back.
func (s *screen) run(ctx context.Context, board *terminal.Keyboard) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	messages := listen(ctx, s.conn)
	var back <-chan *client.Client
	clock := time.NewTicker(redraw)
	defer clock.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-clock.C:
			s.draw()
		case h := <-messages:
			if h.err == nil {
				h.err = s.hear(h.message)
			}
			switch {
			case h.err == nil:
				continue
			case errors.As(h.err, new(client.Ended)) || s.tries >= maxTries:
				return h.err
			}
			s.conn.Drop()
			s.lost, s.tries, messages = true, s.tries+1, nil
			back = s.back(ctx)
		case conn := <-back:
			switch {
			case conn != nil:
				s.conn, back, messages = conn, nil, listen(ctx, conn)
			case s.tries >= maxTries:
				return errors.New("the connection was lost")
			default:
				s.tries++
				back = s.back(ctx)
			}
		case k, ok := <-board.Keys():
			if !ok || k == terminal.Interrupt || k == 'q' && !s.typing {
				s.conn.Leave()
				return nil
			}
			if k == terminal.Stop { // and the body stands meanwhile
				s.steer(ctx, [2]float64{})
				board.Suspend(s.tty)
				continue
			}
			s.press(ctx, k)
		}
	}
}

func (s *screen) welcomed(w client.Welcome) {
	s.welcome, s.view, s.scene, s.self, s.table = w, newView(w.Game), nil, nil, nil
	s.hello.Token, s.lost, s.tries = w.Token, false, 0
}

// hear takes a message.
func (s *screen) hear(m client.Message) error {
	if m.Scene != nil {
		s.scene = m.Scene
		return nil
	}
	var told struct {
		Text, Name, Error string
		Words             []string
		Over, Waits       bool
		Again             float64
		List              []struct {
			From, To uint32
			Line     string
		}
	}
	switch m.Type {
	case "welcome":
		var w client.Welcome
		err := json.Unmarshal(m.Text, &w)
		s.welcomed(w)
		return err
	case "bye":
		var bye struct {
			Reason string
			Again  bool
		}
		if err := json.Unmarshal(m.Text, &bye); err != nil || !bye.Again {
			return errors.Join(err, client.Ended(bye.Reason))
		}
		return errAgain
	}
	if err := json.Unmarshal(m.Text, &told); err != nil {
		return err
	}
	switch m.Type {
	case "standing":
		s.words, s.again, s.waits = strings.Join(told.Words, "  "), told.Again, told.Waits
		if !told.Over {
			s.table = nil
		}
	case "self":
		first := s.self == nil
		s.self = &self{}
		if err := json.Unmarshal(m.Text, s.self); err != nil || !first {
			return err
		}
		for _, t := range s.welcome.Game.Teams {
			for _, hint := range t.Hints {
				if t.ID == s.self.Team {
					s.tell(hint)
				}
			}
		}
	case "items":
		var lie struct {
			Add  [][4]float64
			Gone []int64
		}
		err := json.Unmarshal(m.Text, &lie)
		s.view.hearItems(lie.Add, lie.Gone)
		return err
	case "bodies":
		var all struct{ List []teller }
		err := json.Unmarshal(m.Text, &all)
		s.view.hearBodies(all.List)
		return err
	case "table":
		s.table = &table{}
		return json.Unmarshal(m.Text, s.table)
	case "said":
		s.tell(told.Name + ": " + told.Text)
	case "notice":
		s.tell(told.Text)
	case "refused":
		s.tell(told.Error)
	case "events":
		for _, e := range told.List {
			if you := s.welcome.You; you != 0 && (e.From == you || e.To == you) {
				s.tell(e.Line)
			}
		}
	}
	return nil
}

func (s *screen) tell(line string) {
	s.said = append(s.said, terminal.Printable(line))
	s.said = s.said[max(0, len(s.said)-maxLines):]
}

// directions are the keys that steer.
var directions = map[terminal.Key][2]float64{
	terminal.Up: {0, -1}, terminal.Down: {0, 1}, terminal.Left: {-1, 0}, terminal.Right: {1, 0},
	'w': {0, -1}, 's': {0, 1}, 'a': {-1, 0}, 'd': {1, 0}, ' ': {0, 0},
}

// deeds are the keys that do something, with the verb of each; an empty one is whatever is at hand.
var deeds = map[terminal.Key]string{'e': "", 'x': "drop", 'c': "become"}

// send says something. Where the connection is lost, reading tells that.
func (s *screen) send(ctx context.Context, message map[string]any) { _ = s.conn.Send(ctx, message) }

// steer has the player, if there is one, walk in a direction.
func (s *screen) steer(ctx context.Context, to [2]float64) {
	if s.hello.Role == "player" {
		s.send(ctx, map[string]any{"type": "steer", "x": to[0], "y": to[1]})
	}
}

// press does what a key says.
func (s *screen) press(ctx context.Context, k terminal.Key) {
	if s.typing {
		s.typed(ctx, k)
		return
	}
	if to, ok := directions[k]; ok {
		s.steer(ctx, to)
	} else if verb, ok := deeds[k]; ok && s.self != nil && len(s.self.Verbs) > 0 {
		s.send(ctx, map[string]any{"type": "act", "verb": verb})
	} else if (k == 't' || k == terminal.Enter) && s.hello.Role == "player" {
		s.typing = true
	}
}

// typed takes a character of what is to be said.
func (s *screen) typed(ctx context.Context, k terminal.Key) {
	switch {
	case k == terminal.Enter:
		text := s.text
		s.typing, s.text = false, ""
		if text != "" {
			s.send(ctx, map[string]any{"type": "say", "text": text})
		}
	case k == terminal.Escape:
		s.typing, s.text = false, ""
	case k == terminal.Backspace:
		if text := []rune(s.text); len(text) > 0 {
			s.text = string(text[:len(text)-1])
		}
	case k >= ' ' && k < terminal.Up && len([]rune(s.text)) < maxText:
		s.text += string(rune(k))
	}
}

// own is the line about the player: what the round waits for, how it fares, or what wins the game.
func (s *screen) own() string {
	line := ""
	switch {
	case s.lost:
		line = "the connection was lost; trying again ..."
	case s.waits:
		line = "the round waits for the game master"
	case s.table != nil && s.again > 0:
		line = fmt.Sprintf("the next round begins in %.0f s", s.again)
	case s.table != nil:
		line = "the game master begins the next round"
	case s.self != nil:
		line = s.self.line(s.welcome.Game)
	}
	if line == "" {
		line = s.welcome.Game.Goal
	}
	return terminal.Printable(line)
}

func (s *screen) draw() {
	if s.scene == nil {
		return
	}
	cols, rows, err := term.GetSize(int(s.tty.Fd()))
	if err != nil {
		cols, rows = 80, 24
	}
	seconds := int(float64(s.scene.Tick) / s.welcome.Game.TickRate)
	title := fmt.Sprintf("%s  %d:%02d  %s", terminal.Printable(s.welcome.Game.Name), seconds/60, seconds%60, terminal.Printable(s.words))
	lines := []string{s.style.Bold(terminal.Cut(title, cols)), terminal.Cut(s.own(), cols)}
	if s.table == nil {
		lines = append(lines, s.view.lines(s.scene, s.welcome.You, s.welcome.Sight, max(cols-2, 1), max(rows-5-maxLines, 1), s.style)...)
	} else {
		lines = append(lines, s.table.lines(s.welcome.You, s.style)...)
	}
	said := slices.Clone(s.said)
	for len(said) < maxLines {
		said = append(said, "")
	}
	for _, line := range said {
		lines = append(lines, terminal.Cut(line, cols))
	}
	hint := "q leaves"
	switch {
	case s.typing:
		hint = "say: " + s.text + "_"
	case s.hello.Role == "player":
		hint = "arrows or wasd walk, space stands" + s.self.keys() + ", t says something, q leaves"
	}
	lines = append(lines, s.style.Dim(terminal.Cut(hint, cols)))
	var b strings.Builder
	b.WriteString(topLeft)
	for i, line := range lines[:min(len(lines), rows)] {
		if i > 0 {
			b.WriteString("\r\n")
		}
		b.WriteString(s.style.Plain(line) + eraseLine)
	}
	b.WriteString(eraseBelow)
	_, _ = s.tty.WriteString(b.String()) // a terminal that has gone ends the keys, too
}
