package chronicle

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// Kind says what an entry of a journal is about, such as session.Killed.
type Kind = session.OccurrenceKind

// Kinds is a set of kinds.
type Kinds uint64

// All has every kind. Usual leaves out what trees are told all the time.
const (
	All   Kinds = 1<<session.OccurrenceKinds - 1
	Usual Kinds = All &^ (1 << session.Informed)
)

// Set returns the set of some kinds.
func Set(list ...Kind) (s Kinds) {
	for _, k := range list {
		s |= 1 << k
	}
	return s
}

// Has reports whether a kind is in the set.
func (s Kinds) Has(k Kind) bool { return s>>k&1 != 0 }

// Len returns how many kinds are in the set.
func (s Kinds) Len() int { return bits.OnesCount64(uint64(s)) }

// Titles name kinds in filters and counts, each as one and as several.
var Titles = [session.OccurrenceKinds][2]string{
	session.Contacted: {"contact", "contacts"}, session.Killed: {"kill", "kills"}, session.Died: {"death", "deaths"},
	session.Returned: {"return", "returns"}, session.Born: {"arrival", "arrivals"}, session.Departed: {"departure", "departures"},
	session.Delivered: {"delivery", "deliveries"}, session.Bought: {"purchase", "purchases"}, session.Evolved: {"evolution", "evolutions"},
	session.Spoke: {"line said", "lines said"}, session.Signalled: {"signal", "signals"}, session.Announced: {"announcement", "announcements"},
	session.Informed: {"event", "events"}, session.Scored: {"score", "scores"}, session.Daylight: {"change of light", "changes of light"},
	session.Matched: {"word of the match", "words of the match"}, session.Failed: {"fault", "faults"}, session.Noted: {"notice", "notices"},
	session.Commanded: {"command", "commands"}, session.Refused: {"command refused", "commands refused"}, session.Reloaded: {"reload", "reloads"},
	session.Unreloaded: {"failed reload", "failed reloads"}, session.Waiting: {"change that waits", "changes that wait"},
}

// grave are the kinds that are shown as failures.
var grave = Set(session.Failed, session.Refused, session.Unreloaded, session.Waiting)

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

// line returns an occurrence in a line for people.
func (t *teller) line(o *session.Occurrence) string {
	if o.More > 0 {
		title := Titles[o.Kind]
		if o.Kind == session.Contacted {
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
	case session.Contacted:
		return fmt.Sprintf("%s was %s by %s", o.ToName, t.scene.MarkNow().Past, from)
	case session.Killed:
		return fmt.Sprintf("%s killed %s", from, o.ToName)
	case session.Died:
		return from + " died"
	case session.Returned:
		return from + " came back to life"
	case session.Born:
		return from + " came into the game"
	case session.Departed:
		return from + " left the game"
	case session.Delivered:
		return fmt.Sprintf("%s delivered %s %s", from, humanize.Number(o.Number), o.Text)
	case session.Bought:
		if o.Number > 0 {
			return fmt.Sprintf("%s bought %s for %s", from, o.Text, humanize.Number(o.Number))
		}
		return fmt.Sprintf("%s bought %s", from, o.Text)
	case session.Evolved:
		if title := t.classes[o.Text]; title != "" {
			return fmt.Sprintf("%s became %s", from, title)
		}
		return fmt.Sprintf("%s became %s", from, o.Text)
	case session.Spoke:
		return fmt.Sprintf("%s says %q", from, o.Text)
	case session.Signalled:
		if o.To != 0 {
			return fmt.Sprintf("%s signals %s to %s", from, o.Text, o.ToName)
		}
		return fmt.Sprintf("%s signals %s", from, o.Text)
	case session.Announced:
		return "announced: " + o.Text
	case session.Informed:
		return fmt.Sprintf("%s got %s", from, o.Text)
	case session.Scored:
		return fmt.Sprintf("%s scores %s by %s", t.teams[o.Text], humanize.Number(o.Number), from)
	case session.Daylight:
		return "it is " + o.Text
	case session.Refused:
		return "refused: " + o.Text
	case session.Failed, session.Noted:
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
