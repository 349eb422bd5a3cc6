package systems

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/session"
)

// MaxOccurrences bounds the occurrences of a kind that are told in a tick. Those beyond are
// only counted, except those of the watched bot, see [Game.Watch].
const MaxOccurrences = 32

// occurrences is what happened and was not asked for yet. Nothing is noted while nobody
// listens.
type occurrences struct {
	on   bool
	list []session.Occurrence
	told [session.OccurrenceKinds]int64 // how many of each kind, those that are only counted included
	cut  [session.OccurrenceKinds]int64 // how many of those are only counted
}

// Listen makes the game note what happens, for [Game.Happened], or ends that. It changes
// nothing of what happens.
func (g *Game) Listen(on bool) { g.happened = occurrences{on: on} }

// Listens reports whether somebody wants to know what happens.
func (g *Game) Listens() bool { return g.happened.on }

// Happened appends what happened since it was called last, in its order, and for each kind
// of which more happened than is told how many more. It is called after each step, and after
// what changes the game between steps.
func (g *Game) Happened(list []session.Occurrence) []session.Occurrence {
	o := &g.happened
	list = append(list, o.list...)
	for kind, n := range o.cut {
		if n > 0 {
			list = append(list, session.Occurrence{Kind: session.OccurrenceKind(kind), Tick: g.World.Clock().Tick, More: n})
		}
	}
	clear(o.list)
	o.list, o.told, o.cut = o.list[:0], [session.OccurrenceKinds]int64{}, [session.OccurrenceKinds]int64{}
	return list
}

// Occur notes that something happened, if anybody listens; the tick and the names are
// added. Extensions call it from what runs alone, in an order that does not depend on the
// number of workers.
func (g *Game) Occur(o session.Occurrence) {
	h := &g.happened
	if !h.on {
		return
	}
	h.told[o.Kind]++
	if h.told[o.Kind] > MaxOccurrences && g.watches.of(o.From) == nil && g.watches.of(o.To) == nil {
		h.cut[o.Kind]++
		return
	}
	o.Tick = g.World.Clock().Tick
	if o.From != 0 && o.FromName == "" {
		o.FromName = g.NameOf(o.From)
	}
	if o.To != 0 && o.ToName == "" {
		o.ToName = g.NameOf(o.To)
	}
	h.list = append(h.list, o)
}

// occurTo is Occur for what happens to one body.
func (g *Game) occurTo(kind session.OccurrenceKind, id components.ID, text string) {
	if g.happened.on {
		g.Occur(session.Occurrence{Kind: kind, From: id, Text: text})
	}
}

// classID is the class of a body, for its occurrences; empty for a player.
func (g *Game) classID(class int) string {
	if class < 0 || class >= len(g.Setup.Classes) {
		return ""
	}
	return g.Setup.Classes[class].ID
}

// occurFault is Occur for a failure of host code, or a note.
func (g *Game) occurFault(f *host.Fault) {
	kind := session.Failed
	if f.Note {
		kind = session.Noted
	}
	g.Occur(session.Occurrence{Kind: kind, From: f.Bot, FromName: f.Name, Text: f.Text, Pos: f.Pos})
}
