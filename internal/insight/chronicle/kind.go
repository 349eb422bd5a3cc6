package chronicle

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/scenes"
	"github.com/thicket-sim/thicket/systems"
)

// Kind is what an entry of a journal is about, such as systems.Killed.
type Kind = systems.OccurrenceKind

// Kinds is a set of kinds.
type Kinds uint64

// All has every kind. Usual leaves out what trees are told all the time.
const (
	All   Kinds = 1<<systems.OccurrenceKinds - 1
	Usual Kinds = All &^ (1 << systems.Informed)
)

// Set is the set of some kinds.
func Set(list ...Kind) (s Kinds) {
	for _, k := range list {
		s |= 1 << k
	}
	return s
}

// Has reports whether a kind is in the set.
func (s Kinds) Has(k Kind) bool { return s>>k&1 != 0 }

// Len is how many kinds are in the set.
func (s Kinds) Len() int { return bits.OnesCount64(uint64(s)) }

// Titles are what kinds are called in filters and counts, each as one and as several.
var Titles = [systems.OccurrenceKinds][2]string{
	systems.Contacted: {"contact", "contacts"}, systems.Killed: {"kill", "kills"}, systems.Died: {"death", "deaths"},
	systems.Returned: {"return", "returns"}, systems.Born: {"birth", "births"}, systems.Departed: {"departure", "departures"},
	systems.Delivered: {"delivery", "deliveries"}, systems.Bought: {"purchase", "purchases"}, systems.Evolved: {"evolution", "evolutions"},
	systems.Spoke: {"line said", "lines said"}, systems.Signalled: {"signal", "signals"}, systems.Announced: {"announcement", "announcements"},
	systems.Informed: {"event", "events"}, systems.Scored: {"score", "scores"}, systems.Daylight: {"change of light", "changes of light"},
	systems.Matched: {"word of the match", "words of the match"}, systems.Failed: {"fault", "faults"}, systems.Noted: {"notice", "notices"},
	systems.Commanded: {"command", "commands"}, systems.Refused: {"command refused", "commands refused"}, systems.Reloaded: {"reload", "reloads"},
	systems.Unreloaded: {"failed reload", "failed reloads"}, systems.Waiting: {"change that waits", "changes that wait"},
}

// grave are the kinds that are shown as failures.
var grave = Set(systems.Failed, systems.Refused, systems.Unreloaded, systems.Waiting)

// teller puts occurrences of a scene into words.
type teller struct {
	scene   *scenes.Scene
	classes map[string]string // titles, by id
	teams   map[string]string // likewise
}

func newTeller(s *scenes.Scene) teller {
	t := teller{s, map[string]string{}, map[string]string{}}
	for i := range s.Setup.Classes {
		t.classes[s.Setup.Classes[i].ID] = s.Setup.Classes[i].Name
	}
	for i := range s.Setup.Teams {
		t.teams[s.Setup.Teams[i].ID] = s.Setup.Teams[i].Title()
	}
	return t
}

// line is an occurrence in a line for people.
func (t *teller) line(o *systems.Occurrence) string {
	if o.More > 0 {
		title := Titles[o.Kind]
		if o.Kind == systems.Contacted {
			name := t.scene.MarkNow().Name
			title = [2]string{name, name + "s"}
		}
		if o.More == 1 {
			return "1 more " + title[0]
		}
		return humanize.Thousands(o.More) + " more " + title[1]
	}
	from := o.FromName
	switch o.Kind {
	case systems.Contacted:
		return fmt.Sprintf("%s was %s by %s", o.ToName, t.scene.MarkNow().Past, from)
	case systems.Killed:
		return fmt.Sprintf("%s killed %s", from, o.ToName)
	case systems.Died:
		return from + " died"
	case systems.Returned:
		return from + " came back to life"
	case systems.Born:
		return from + " came into the game"
	case systems.Departed:
		return from + " left the game"
	case systems.Delivered:
		return fmt.Sprintf("%s delivered %s %s", from, humanize.Number(o.Number), o.Text)
	case systems.Bought:
		if o.Number > 0 {
			return fmt.Sprintf("%s bought %s for %s", from, o.Text, humanize.Number(o.Number))
		}
		return fmt.Sprintf("%s bought %s", from, o.Text)
	case systems.Evolved:
		if title := t.classes[o.Text]; title != "" {
			return fmt.Sprintf("%s became %s", from, title)
		}
		return fmt.Sprintf("%s became %s", from, o.Text)
	case systems.Spoke:
		return fmt.Sprintf("%s says %q", from, o.Text)
	case systems.Signalled:
		if o.To != 0 {
			return fmt.Sprintf("%s signals %s to %s", from, o.Text, o.ToName)
		}
		return fmt.Sprintf("%s signals %s", from, o.Text)
	case systems.Announced:
		return "announced: " + o.Text
	case systems.Informed:
		return fmt.Sprintf("%s got %s", from, o.Text)
	case systems.Scored:
		return fmt.Sprintf("%s scores %s by %s", t.teams[o.Text], humanize.Number(o.Number), from)
	case systems.Daylight:
		return "it is " + o.Text
	case systems.Refused:
		return "refused: " + o.Text
	case systems.Failed, systems.Noted:
		text := o.Text
		if from != "" {
			text = from + ": " + text
		}
		if o.Pos != "" {
			text = o.Pos + ": " + text
		}
		return text
	}
	return strings.TrimSpace(strings.ReplaceAll(o.Text, "\n", " "))
}
