package systems

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
)

// OccurrenceKind is the kind of an [Occurrence].
type OccurrenceKind uint8

// The kinds of occurrences. Those from Commanded on are told by sessions.
const (
	Contacted  OccurrenceKind = iota // From touched To under the contact rule Number, from 0
	Killed                           // From killed To
	Died                             // From died, and nobody killed it
	Returned                         // From came back to life
	Born                             // From came into the game, after its beginning; Text is its class, empty for a player
	Departed                         // From left the game; Text is its class, empty for a player
	Delivered                        // From handed over Number items of the kind Text
	Bought                           // From bought the good Text for Number
	Evolved                          // From became one of the class Text
	Spoke                            // From says Text
	Signalled                        // From sent the event Text to To, or to several others for 0
	Announced                        // the announcement Text was made
	Informed                         // the event Text came to From
	Scored                           // From brought its team, whose id is Text, Number points
	Daylight                         // it is dawn or dusk, as Text says
	Matched                          // the match has ended, as Text says
	Failed                           // code that From ran failed: Text, at Pos
	Noted                            // a script or a tree of From, or the game, notes something odd: Text, at Pos
	Commanded                        // a command was carried out: Text
	Refused                          // a command was refused: Text
	Reloaded                         // the files of the scene were read again: Text
	Unreloaded                       // the files of the scene could not be read again: Text
	Waiting                          // a change of a file waits until the scene is started again: Text
	OccurrenceKinds
)

// Occurrence is something that happened, for those who watch a game.
type Occurrence struct {
	Kind     OccurrenceKind
	Tick     int64
	From, To components.ID // 0 for nobody
	// FromName and ToName are their names: the bodies may be gone by now.
	FromName, ToName string
	Text             string
	Number           float64
	Pos              string // file:line:col; empty for none
	// More is how many others of the kind happened that are not told; the occurrence is
	// nothing else then. 0 for all others.
	More int64
}

// MaxOccurrences bounds the occurrences of a kind that are told in a tick. Those beyond are
// only counted, except those of the watched bot, see [Game.Watch].
const MaxOccurrences = 32

// occurrences is what happened and was not asked for yet. Nothing is noted while nobody
// listens.
type occurrences struct {
	on   bool
	list []Occurrence
	told [OccurrenceKinds]int64 // how many of each kind, those that are only counted included
	cut  [OccurrenceKinds]int64 // how many of those are only counted
}

// Listen makes the game note what happens, for [Game.Happened], or ends that. It changes
// nothing of what happens.
func (g *Game) Listen(on bool) { g.happened = occurrences{on: on} }

// Listens reports whether somebody wants to know what happens.
func (g *Game) Listens() bool { return g.happened.on }

// Happened appends what happened since it was called last, in its order, and for each kind
// of which more happened than is told how many more. It is called after each step, and after
// what changes the game between steps.
func (g *Game) Happened(list []Occurrence) []Occurrence {
	o := &g.happened
	list = append(list, o.list...)
	for kind, n := range o.cut {
		if n > 0 {
			list = append(list, Occurrence{Kind: OccurrenceKind(kind), Tick: g.World.Clock().Tick, More: n})
		}
	}
	clear(o.list)
	o.list, o.told, o.cut = o.list[:0], [OccurrenceKinds]int64{}, [OccurrenceKinds]int64{}
	return list
}

// Occur notes that something happened, if anybody listens; the tick and the names are
// added. Extensions call it from what runs alone, in an order that does not depend on the
// number of workers.
func (g *Game) Occur(o Occurrence) {
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
func (g *Game) occurTo(kind OccurrenceKind, id components.ID, text string) {
	if g.happened.on {
		g.Occur(Occurrence{Kind: kind, From: id, Text: text})
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
	kind := Failed
	if f.Note {
		kind = Noted
	}
	g.Occur(Occurrence{Kind: kind, From: f.Bot, FromName: f.Name, Text: f.Text, Pos: f.Pos})
}
