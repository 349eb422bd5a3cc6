package room

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/sections"
	"github.com/thicket-sim/thicket/internal/ground/wholefile"
	"github.com/thicket-sim/thicket/internal/live"
)

// keepFormat is the file of a room: what it is beside its game, and a save of the game.
var keepFormat = sections.Format{Kind: "room", Title: "room", Oldest: 1, Newest: 1}

const (
	roomSection = "room"
	saveSection = "save"
)

// keepEvery is the time from one save of a room to the next. With the time that a save takes
// it is a second.
const keepEvery = 900 * time.Millisecond

// kept holds the saved part of a room beside its game.
type kept struct {
	Clean   bool         `json:"clean"` // the room had ended: nothing came after
	Speed   float64      `json:"speed"`
	Players []keptPlayer `json:"players"`
	Tally   []account    `json:"tally,omitempty"` // of the round
}

type keptPlayer struct {
	Body  components.ID `json:"body"`
	Name  string        `json:"name"`
	Token string        `json:"token"` // the hash of it, in hex
}

// Reopen begins a room where its file has it. Its players are in their grace.
func Reopen(name string, so live.Options, o Options) (*Room, error) {
	f, err := os.Open(o.Keep)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	k, s, err := readKept(f, so)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Keep, err)
	}
	r := newRoom(name, s, o)
	r.speed = k.Speed
	r.rounds.tally.restore(k.Tally)
	until := r.o.Clock().Add(o.Grace)
	for _, p := range k.Players {
		token, err := hex.DecodeString(p.Token)
		if err != nil || len(token) != 32 || r.snap.Body(p.Body) == nil {
			s.Close()
			return nil, fmt.Errorf("%s: player %q, body %d: neither a body of the game nor a token", o.Keep, p.Name, p.Body)
		}
		r.players[p.Body] = &player{token: [32]byte(token), name: p.Name, person: r.number(), until: until}
	}
	if !k.Clean {
		r.lost = until
	}
	if err := r.record(); err != nil {
		s.Close()
		return nil, err
	}
	r.start()
	r.wake()
	return r, nil
}

func readKept(from io.Reader, so live.Options) (k kept, s *live.Session, err error) {
	in, err := sections.NewReader(from, keepFormat, sections.LimitsOf(so.Bounds()))
	if err != nil {
		return k, nil, err
	}
	room, err := section(in, roomSection)
	if err != nil {
		return k, nil, err
	}
	game, err := section(in, saveSection)
	if err != nil {
		return k, nil, err
	}
	if name, err := in.Next(); err != io.EOF {
		return k, nil, cmp.Or(err, fmt.Errorf("found section %q, wanted the end", name))
	}
	if err = json.Unmarshal(room, &k); err == nil {
		err = checkSpeed(k.Speed)
	}
	if err != nil {
		return k, nil, fmt.Errorf("section %q: %w", roomSection, err)
	}
	s, err = live.Restore(bytes.NewReader(game), so)
	return k, s, err
}

// section reads the next section, which has a name.
func section(in *sections.Reader, want string) ([]byte, error) {
	name, err := in.Next()
	switch {
	case err == io.EOF:
		return nil, fmt.Errorf("found the end, wanted section %q", want)
	case err != nil:
		return nil, err
	case name != want:
		return nil, fmt.Errorf("found section %q, wanted %q", name, want)
	}
	return in.All()
}

// held is a room as it was at a moment.
type held struct {
	kept
	game *live.Held
}

// write writes the file of a room.
func (h *held) write(to io.Writer) error {
	out, err := sections.NewWriter(to, keepFormat)
	if err == nil {
		err = out.Section(roomSection, encode(h.kept))
	}
	if err == nil {
		err = out.Begin(saveSection)
	}
	if err == nil {
		err = h.game.Write(out)
	}
	if err == nil {
		err = out.End()
	}
	if err == nil {
		err = out.Close()
	}
	return err
}

// touch notes that the room is not what its file has.
func (r *Room) touch() {
	select {
	case r.dirty <- struct{}{}:
	default:
	}
}

// keep writes the room's file whenever the room has changed, until it ends.
func (r *Room) keep() {
	defer close(r.keeps)
	for {
		select {
		case <-r.dirty:
		case <-r.over:
			return
		}
		next := time.After(keepEvery)
		r.saved(r.save(false))
		select {
		case <-next:
		case <-r.over:
			return
		}
	}
}

// save writes the room's file. That of a room at an earlier moment stays as it is: it has
// where the room goes on.
func (r *Room) save(clean bool) error {
	h, err := r.hold(clean)
	if err != nil || h == nil {
		return err
	}
	var file bytes.Buffer
	if err := h.write(&file); err != nil {
		return err
	}
	return wholefile.Write(r.o.Keep, file.Bytes())
}

// hold takes the room as it is, while nobody else has it; nil at an earlier moment.
func (r *Room) hold(clean bool) (h *held, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	if r.past {
		return nil, nil
	}
	h = &held{kept: kept{Clean: clean, Speed: r.speed, Players: []keptPlayer{}, Tally: r.rounds.tally.list()}}
	for id, p := range r.players {
		h.Players = append(h.Players, keptPlayer{id, p.name, hex.EncodeToString(p.token[:])})
	}
	slices.SortFunc(h.Players, func(a, b keptPlayer) int { return cmp.Compare(a.Body, b.Body) })
	h.game, err = r.session.Hold()
	return h, err
}

// saved tells all when saving begins to fail, and when it works again.
func (r *Room) saved(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if failing := err != nil; failing != r.unsaved {
		r.unsaved = failing
		text := "the game is saved again"
		if failing {
			r.o.Log(fmt.Sprintf("room %s is not saved: %v", r.name, err))
			text = "the game is not being saved: the server cannot write its file"
		}
		r.send(encode(notice{"notice", text}))
	}
}
