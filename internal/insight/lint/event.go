package lint

import (
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/insight/judge"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// unheardIn finds events that a tree sends to itself alone and does not listen to.
func unheardIn(p *run.Program) (found []Finding) {
	sender, ok := p.Semantics.(run.EventSender)
	if !ok {
		return nil
	}
	told := map[string]bool{}
	for _, e := range sender.SentEvents() {
		if !e.Within || told[e.Name] || run.CheckEvent(p, e.Name) == nil {
			continue
		}
		told[e.Name] = true
		err := (&syntax.Error{Pos: e.At, At: word(e.At, e.Name), Msg: fmt.Sprintf("<%s>: nothing in the tree listens to the event %q", e.Node, e.Name)}).Suggest(e.Name, sender.Hears())
		found = append(found, finds("unheard-event", err))
	}
	return found
}

// finds prints the finds of a lint, with what was probably meant.
func finds(id string, e *syntax.Error) Finding {
	if e.Hint != "" {
		e.Msg += "; " + e.Hint
	}
	return Finding{ID: id, Pos: e.Pos, At: e.At, Msg: e.Msg, Fix: e.Fix}
}

// word returns the range of a name that is written at a place as it is.
func word(at syntax.Pos, name string) syntax.Span {
	return syntax.Span{Start: at, EndLine: at.Line, EndCol: at.Col + int32(utf8.RuneCountInString(name))}
}

// events finds events that nobody sends or hears in a scene.
func events(s *scenes.Scene) (found []Finding) {
	for _, p := range s.Programs() {
		found = append(found, unheardIn(p)...)
	}
	for _, e := range s.Unheard() {
		found = append(found, finds("unheard-event", e))
	}
	return slices.Concat(found, unsent(s), triggers(s), unannounced(s))
}

// triggers finds triggers that trees ask for and nobody fires, or fire and nobody asks for.
func triggers(s *scenes.Scene) (found []Finding) {
	var uses []run.TriggerUse
	for _, p := range s.Programs() {
		if user, ok := p.Semantics.(run.TriggerUser); ok {
			uses = append(uses, user.Triggers()...)
		}
	}
	var fired, asked []string
	for _, u := range uses {
		if u.Fires {
			fired = append(fired, u.Name)
		}
		if u.Asks {
			asked = append(asked, u.Name)
		}
	}
	for _, u := range uses {
		switch {
		case u.Asks && !slices.Contains(fired, u.Name):
			found = append(found, finds("unsent-event", (&syntax.Error{Pos: u.At, At: word(u.At, u.Name), Msg: fmt.Sprintf("%s: nobody fires the trigger %q", u.Node, u.Name)}).Suggest(u.Name, fired)))
		case u.Fires && !slices.Contains(asked, u.Name):
			found = append(found, finds("unheard-event", (&syntax.Error{Pos: u.At, At: word(u.At, u.Name), Msg: fmt.Sprintf("%s: nobody asks for the trigger %q", u.Node, u.Name)}).Suggest(u.Name, asked)))
		}
	}
	return once(found)
}

// unannounced finds announcements to which nobody listens, in a scene in which somebody
// listens to others.
func unannounced(s *scenes.Scene) (found []Finding) {
	heard := host.Announced(s.Setup.Registry)
	var made []run.SentEvent
	for _, p := range s.Programs() {
		if user, ok := p.Semantics.(run.TriggerUser); ok {
			made, heard = append(made, user.Announcements()...), append(heard, user.Listens()...)
		}
	}
	for _, a := range made {
		if len(heard) > 0 && !slices.Contains(heard, a.Name) {
			found = append(found, finds("unheard-event", (&syntax.Error{Pos: a.At, At: word(a.At, a.Name), Msg: fmt.Sprintf("%s: nobody listens to the announcement %q", a.Node, a.Name)}).Suggest(a.Name, heard)))
		}
	}
	return once(found)
}

// post says who sends which events in a scene.
type post struct {
	programs []*run.Program
	events   map[string]bool // of the arena, of rules, and of trees to others
	sight    map[string]bool // those of the arena that only those get who keep their eyes on a foe
	eyes     bool            // somebody does
}

// newPost is nil where somebody may send whatever there is: a script, or an action of a
// game's own.
func newPost(s *scenes.Scene) *post {
	k := &post{programs: s.Programs(), events: map[string]bool{}, sight: map[string]bool{}}
	for _, e := range arena.AllEvents() {
		k.events[e.Name], k.sight[e.Name] = true, e.Sight
	}
	for i := range s.Arena.Forms {
		k.eyes = k.eyes || s.Arena.Forms[i].Sight.Follow
	}
	for _, r := range s.Setup.Rules {
		for _, e := range r.Send {
			k.events[e.Name], k.sight[e.Name] = true, false
		}
	}
	for _, p := range k.programs {
		_, tells := p.Semantics.(run.EventSender)
		if judge.IsCoded(p.Semantics) && !tells || slices.ContainsFunc(p.Tree.Leaves, isForeign) {
			return nil
		}
		for _, e := range run.Sent(p) {
			if !e.Own {
				k.events[e.Name], k.sight[e.Name] = true, false
			}
		}
	}
	return k
}

// unsent finds events that a tree waits for and that nobody sends.
func unsent(s *scenes.Scene) (found []Finding) {
	k := newPost(s)
	if k == nil || s.Bots() == 0 {
		return nil
	}
	for _, p := range k.programs {
		hearer, ok := p.Semantics.(run.EventSender)
		if !ok {
			continue
		}
		told := map[string]bool{}
		heard := hearer.HeardEvents()
		slices.SortStableFunc(heard, func(a, b run.HeardEvent) int {
			return cmp.Or(cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.At.Col, b.At.Col))
		})
		for _, e := range heard {
			if told[e.Name] || k.comes(p, e.Name) || e.Also != "" && k.comes(p, e.Also) {
				continue
			}
			told[e.Name] = true
			err := &syntax.Error{Pos: e.At, At: word(e.At, e.Name), Msg: fmt.Sprintf("<%s>: nobody sends the event %q", e.Node, e.Name)}
			if k.sight[e.Name] {
				err.Msg = fmt.Sprintf("<%s>: nobody gets the event %q, as no class has the key \"sight\"", e.Node, e.Name)
			} else {
				err.Suggest(e.Name, k.names())
			}
			found = append(found, finds("unsent-event", err))
		}
	}
	return once(found)
}

// comes reports whether somebody may send an event to bots of a tree.
func (k *post) comes(p *run.Program, name string) bool {
	if k.events[name] && (k.eyes || !k.sight[name]) {
		return true
	}
	own := func(e run.SentEvent) bool { return e.Name == name }
	return slices.ContainsFunc(run.Sent(p), own) || slices.ContainsFunc(k.programs, func(p *run.Program) bool {
		scripted, ok := p.Semantics.(run.EventSender)
		return ok && scripted.MaySend(name)
	})
}

// names returns the names of all events that come.
func (k *post) names() (list []string) {
	for name := range k.events {
		if k.eyes || !k.sight[name] {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}
