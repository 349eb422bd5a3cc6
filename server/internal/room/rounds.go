package room

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// rounds says how the match of a room goes from round to round.
type rounds struct {
	lobby bool   // each round waits for a game master
	over  int64  // the tick in which the end of the match was seen, or nowhere
	table []byte // how everybody fared, as a message; nil while the match goes on
	tally tally
}

// The table that ends a match.
type (
	tableMessage struct {
		Type   string          `json:"type"`
		Round  int             `json:"round"`
		Result string          `json:"result"`
		Winner string          `json:"winner,omitempty"` // a team; empty for a draw
		Sides  list[tableSide] `json:"sides"`
		List   list[tableRow]  `json:"list"`
	}
	tableSide struct {
		Team  string  `json:"team"`
		Score float64 `json:"score"`
	}
	tableRow struct {
		ID       components.ID `json:"id"`
		Name     string        `json:"name"`
		Team     string        `json:"team,omitempty"`
		Player   bool          `json:"player,omitempty"`
		Kills    int64         `json:"kills"`
		Deaths   int64         `json:"deaths"`
		Brought  float64       `json:"brought"` // items
		Contacts int64         `json:"contacts"`
		Score    float64       `json:"score"` // what it brought its team
	}
)

// maxRows is the number of bots that a table lists, the best first.
const maxRows = 10

// turn notes the end of a match, and begins the next round when it is time to.
func (ro *rounds) turn(r *Room) {
	from, _ := r.session.Remembered()
	ro.tally.settle(from)
	if r.past {
		ro.table = nil // it is told again when the match is over again
		return
	}
	if r.snap.Result == "" {
		ro.over, ro.table = nowhere, nil
		return
	}
	if ro.over == nowhere {
		ro.over = r.snap.Tick
	}
	if ro.table == nil {
		ro.table = encode(newTable(r))
		r.send(ro.table)
	}
	if left := ro.left(r); left == 0 {
		_, _ = r.do(&session.Restart{}) // a round that cannot begin leaves the one that is over
	}
}

// left is how many seconds of simulated time are left until the next round, and -1 where none
// begins by itself.
func (ro *rounds) left(r *Room) float64 {
	scene := r.session.Scene()
	if ro.over == nowhere || scene.Again == 0 || r.past {
		return -1
	}
	return max(0, scene.Again-float64(r.snap.Tick-ro.over)/scene.Setup.TickRate)
}

// again begins the next round, with the people of this one in their seats, and a recording of
// its own.
func (ro *rounds) again(r *Room, c *session.Restart) (session.Reply, error) {
	r.session.SnapshotInto(&r.snap)
	var was []components.ID
	for i := range r.snap.Players {
		was = append(was, r.snap.Players[i].ID)
	}
	c.Wait = c.Wait || ro.lobby
	r.touch()
	r.endRecording()
	err := r.session.Do(c)
	r.resumeRecording()
	if err != nil {
		return c.Answer(), err
	}
	seated := r.players
	r.players = seats{}
	for i, id := range was {
		if p := seated[id]; p != nil {
			if r.players[c.IDs[i]] = p; p.guest != nil {
				p.guest.body = c.IDs[i]
			}
		}
	}
	clear(r.gone)
	ro.over, ro.table, ro.tally, r.stood, r.due = nowhere, nil, tally{}, time.Time{}, 0
	r.moved()
	text := fmt.Sprintf("round %d begins", live.Round(r.session))
	if r.session.Paused() {
		text = fmt.Sprintf("round %d waits for the game master", live.Round(r.session))
	}
	r.send(encode(notice{"notice", text}))
	return c.Answer(), nil
}

// waits reports whether a round has not begun yet.
func (ro *rounds) waits(r *Room) bool { return r.session.Paused() && r.snap.Tick == 0 && !r.past }

// newTable makes the table of a match that is over.
func newTable(r *Room) tableMessage {
	s := &r.snap
	t := tableMessage{Type: "table", Round: live.Round(r.session), Result: s.Result, Winner: s.Winner}
	for i := range s.Sides {
		t.Sides = append(t.Sides, tableSide{s.Sides[i].Team, s.Sides[i].Score})
	}
	rows := map[components.ID]*tableRow{}
	for _, list := range [...][]session.BodyView{s.Bots, s.Players} {
		for i := range list {
			b := &list[i]
			rows[b.ID] = &tableRow{ID: b.ID, Name: b.Name, Team: b.Team, Player: b.Class == ""}
		}
	}
	for id, d := range r.rounds.tally.all() {
		if row := rows[id]; row != nil {
			row.Kills, row.Deaths, row.Brought, row.Contacts, row.Score = d.Kills, d.Deaths, d.Brought, d.Contacts, d.Score
		}
	}
	bots := 0
	for _, row := range sortedRows(rows) {
		if !row.Player {
			if bots++; bots > maxRows {
				continue
			}
		}
		t.List = append(t.List, *row)
	}
	return t
}

// sortedRows returns the best first.
func sortedRows(rows map[components.ID]*tableRow) []*tableRow {
	var all []*tableRow
	for _, row := range rows {
		all = append(all, row)
	}
	slices.SortFunc(all, func(a, b *tableRow) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Kills, a.Kills), cmp.Compare(b.Contacts, a.Contacts), cmp.Compare(a.Deaths, b.Deaths), cmp.Compare(a.ID, b.ID))
	})
	return all
}
