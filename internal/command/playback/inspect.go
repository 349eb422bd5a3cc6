package playback

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/insight/worldjson"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// Closest names the bot that is nearest to the first player, or to the middle of the
// field without players.
const Closest = "closest"

// Inspector follows one bot and its tree.
type Inspector struct {
	Idle
	follower inspect.Follower
	session  *live.Session
	game     *systems.Game
	journal  *chronicle.Journal // of the session; nil for none
	closest  bool
	chosen   int64 // the tick in which the closest was chosen
	snap     session.Snapshot
}

var _ Observer = (*Inspector)(nil)

// Inspection describes a bot and its tree between two ticks, as --json prints it.
type Inspection struct {
	Tick int64         `json:"tick"`
	ID   components.ID `json:"id"`
	Gone bool          `json:"gone,omitempty"`
	Name string        `json:"name"`
	Tree string        `json:"tree"` // empty where the bot has none
	// Body is the bot as a dump has it.
	Body json.RawMessage `json:"body,omitempty"`
	// Nodes are all nodes of the tree. View, Log and Values come from its dialect:
	// running nodes, log messages, and what the tree remembers by name.
	Nodes  []NodeView          `json:"nodes"`
	View   []run.InspectedNode `json:"view"`
	Log    []string            `json:"log"`
	Values []run.InspectedFact `json:"values"`
	Events []inspect.Event     `json:"events"` // the last ones, oldest first
	// Steps tell what the tree did in the last tick, in dialects that report it.
	Steps []string `json:"steps"`

	form   string          // see [chronicle.Form]
	rows   []chronicle.Row // of its sheet, as are the next two
	state  []chronicle.StateRow
	faults []chronicle.Entry
}

// NodeView is a node of a tree with its status in the last tick, which is null where
// it was not evaluated.
type NodeView struct {
	inspect.Written
	Status *string `json:"status"`
	// Because says what that rests on, where the node says it.
	Because []inspect.Reason `json:"because,omitempty"`

	why   string // in a line
	named bool   // it stands in one of several files
}

// NewInspector follows a bot: an id, a name or [Closest].
func NewInspector(s *live.Session, who string) (*Inspector, error) {
	g := s.Game()
	n := &Inspector{session: s, game: g, closest: who == Closest}
	bot := components.ID(0)
	if n.closest {
		if bot = nearestBot(g); bot == 0 {
			return nil, errors.New("there are no bots")
		}
	} else if id, err := strconv.ParseUint(who, 10, 32); err == nil {
		bot = components.ID(id)
	} else if bot, _ = g.ByName(who); bot == 0 {
		return nil, chronicle.Nobody(g, who)
	}
	if _, err := g.Watchers.ProgramOf(bot); err != nil {
		return nil, err
	}
	n.follower.Follow(chronicle.Minds(g), bot)
	return n, nil
}

// follow turns to another bot, 0 for none, and learns what it did in the last tick, where the
// session remembers that.
func (n *Inspector) follow(id components.ID) {
	n.follower.Follow(chronicle.Minds(n.game), id)
	if from, to := n.session.Remembered(); from < to {
		_ = chronicle.Recall(&n.follower, n.session, 1) // what is not known is shown so
	}
}

// nearestBot finds the bot that [Closest] means; 0 where there are no bots.
func nearestBot(g *systems.Game) (best components.ID) {
	x, y := g.Setup.X+g.Setup.Width/2, g.Setup.Y+g.Setup.Height/2
	least := math.Inf(1)
	tables := g.World.Tables()
	first := components.ID(math.MaxUint32)
	for _, t := range tables {
		position := g.World.Position.Column(t)
		for i, row := range g.World.Identity.Column(t) {
			if id := row.ID; t.Class == ecs.Human && id < first {
				first, x, y = id, position[i].X, position[i].Y
			}
		}
	}
	for _, t := range tables {
		if t.Class == ecs.Human {
			continue
		}
		identity := g.World.Identity.Column(t)
		for i, p := range g.World.Position.Column(t) {
			d, id := math.Hypot(float64(p.X-x), float64(p.Y-y)), identity[i].ID
			if d < least || d == least && id < best {
				least, best = d, id
			}
		}
	}
	return best
}

// Before chooses the closest bot anew, once a second of simulated time.
func (n *Inspector) Before(r *Run) error {
	if r.Session.Paused() {
		return nil
	}
	if g := r.Session.Game(); g != n.game { // another round
		n.game, n.chosen = g, 0
		n.follower.Follow(chronicle.Minds(g), n.follower.ID())
	}
	now := n.game.World.Clock().Tick
	if n.closest && float64(now-n.chosen) >= n.game.Setup.TickRate {
		if id := nearestBot(n.game); id != 0 && id != n.follower.ID() {
			n.follower.Follow(chronicle.Minds(n.game), id)
		}
		n.chosen = now
	}
	n.follower.BeginTick()
	return nil
}

// now describes the bot as it is.
func (n *Inspector) now() *Inspection {
	f := &n.follower
	id := f.ID()
	in := &Inspection{
		Tick: n.game.World.Clock().Tick, ID: id, Name: n.game.NameOf(id), Gone: !n.game.World.Alive(id),
		Nodes: []NodeView{}, Events: append([]inspect.Event{}, f.Events()...), Steps: append([]string{}, f.Steps()...),
	}
	if p := f.Program(); p != nil {
		in.Tree = p.Tree.Name
	}
	n.game.Snapshot(&n.snap)
	if v := n.snap.Body(id); v != nil {
		in.Body = worldjson.AppendBody(nil, v, n.snap.Arena)
		if n.snap.Arena {
			in.form = chronicle.Form(n.game.Setup, v)
		}
		sheet := chronicle.NewSheet(n.session, &n.snap, id, n.journal)
		in.rows, in.state, in.faults = sheet.Rows, sheet.State, sheet.Faults
	}
	for _, d := range f.Nodes() {
		v := NodeView{Written: inspect.NewWritten(&d)}
		if answer, ok := f.Answer(d.ID); ok {
			s := answer.String()
			v.Status = &s
			v.Because, v.why = f.Because(d.ID), f.Why(d.ID)
		}
		in.Nodes = append(in.Nodes, v)
	}
	nameFiles(in.Nodes)
	told := f.Inspect()
	in.View, in.Log, in.Values = append([]run.InspectedNode{}, told.Nodes...), append([]string{}, told.Log...), append([]run.InspectedFact{}, told.Values...)
	return in
}
