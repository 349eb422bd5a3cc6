package systems

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/session"
)

// MaxOccurrences bounds the occurrences of a kind that are told in a tick. Those beyond are
// only counted, except those of the watched bot, see [Game.Watch].
const MaxOccurrences = 32

// occurrences lists what happened and was not asked for yet. Nothing is noted while nobody
// listens.
type occurrences struct {
	*commons
	watchers *watchers

	on   bool
	list []session.Occurrence
	told [session.OccurrenceKinds]int64 // how many of each kind, those that are only counted included
	cut  [session.OccurrenceKinds]int64 // how many of those are only counted
}

// Listen makes the game note what happens, for [Game.Happened], or ends that. It changes
// nothing of what happens.
func (oc *occurrences) Listen(on bool) {
	*oc = occurrences{commons: oc.commons, watchers: oc.watchers, on: on}
}

// Listens reports whether somebody wants to know what happens.
func (oc *occurrences) Listens() bool { return oc.on }

// Happened appends what happened since it was called last, in its order, and for each kind
// of which more happened than is told how many more. It is called after each step, and after
// what changes the game between steps.
func (oc *occurrences) Happened(list []session.Occurrence) []session.Occurrence {
	list = append(list, oc.list...)
	for kind, n := range oc.cut {
		if n > 0 {
			list = append(list, session.Occurrence{Kind: session.OccurrenceKind(kind), Tick: oc.World.Clock().Tick, More: n})
		}
	}
	clear(oc.list)
	oc.list, oc.told, oc.cut = oc.list[:0], [session.OccurrenceKinds]int64{}, [session.OccurrenceKinds]int64{}
	return list
}

// Occur notes that something happened, if anybody listens; the tick and the names are
// added. Extensions call it from what runs alone, in an order that does not depend on the
// number of workers.
func (oc *occurrences) Occur(o session.Occurrence) {
	if !oc.on {
		return
	}
	oc.told[o.Kind]++
	if oc.told[o.Kind] > MaxOccurrences && oc.watchers.watches.of(o.From) == nil && oc.watchers.watches.of(o.To) == nil {
		oc.cut[o.Kind]++
		return
	}
	o.Tick = oc.World.Clock().Tick
	if o.From != 0 && o.FromName == "" {
		o.FromName = oc.NameOf(o.From)
	}
	if o.To != 0 && o.ToName == "" {
		o.ToName = oc.NameOf(o.To)
	}
	oc.list = append(oc.list, o)
}

// occurTo is Occur for what happens to one body.
func (oc *occurrences) occurTo(kind session.OccurrenceKind, id components.ID, text string) {
	if oc.on {
		oc.Occur(session.Occurrence{Kind: kind, From: id, Text: text})
	}
}

// classID returns the class of a body, for its occurrences; empty for a player.
func (cm *commons) classID(class int) string {
	if class < 0 || class >= len(cm.Setup.Classes) {
		return ""
	}
	return cm.Setup.Classes[class].ID
}

// occurFault is Occur for a failure of host code, or a note.
func (oc *occurrences) occurFault(f *host.Fault) {
	kind := session.Failed
	if f.Note {
		kind = session.Noted
	}
	oc.Occur(session.Occurrence{Kind: kind, From: f.Bot, FromName: f.Name, Text: f.Text, Pos: f.Pos})
}
