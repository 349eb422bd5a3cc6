package live

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// Listen has somebody told what happens from now on, nil for nobody. Nothing that happens
// changes by it, and a session to which nobody listens pays nothing.
func (s *Session) Listen(l session.Listener) {
	s.lock("Listen")
	defer s.mu.Unlock()
	s.listener = l
	s.game.Journal.Listen(l != nil)
}

// pass tells the listener what happened in the game since the last call.
func (s *Session) pass() {
	if s.listener == nil {
		return
	}
	s.happened = s.game.Journal.Happened(s.happened[:0])
	for _, o := range s.happened {
		s.listener.Happened(o)
	}
}

// skip forgets what happened in the game since the last call: it was told when it happened
// for the first time.
func (s *Session) skip() {
	if s.listener != nil {
		s.happened = s.game.Journal.Happened(s.happened[:0])
	}
}

// tell tells the listener of something that is no matter of the game.
func (s *Session) tell(kind session.OccurrenceKind, text string) {
	if s.listener != nil {
		s.listener.Happened(session.Occurrence{Kind: kind, Tick: s.game.World.Clock().Tick, Text: text})
	}
}

// tellCommand tells the listener of a command that was carried out, or refused for an error,
// and then of what it did.
func (s *Session) tellCommand(c session.Command, err error) {
	if s.listener == nil {
		return
	}
	_, isReload := c.(*session.Reload)
	switch {
	case isReload && err != nil:
		s.tell(session.Unreloaded, err.Error())
	case isReload:
		s.tell(session.Reloaded, s.reloaded.changes())
		for _, n := range s.reloaded.Notices {
			kind := session.Noted
			if n.Hint == scenes.Waits {
				kind = session.Waiting
			}
			o := session.Occurrence{Kind: kind, Tick: s.game.World.Clock().Tick, Text: n.Msg, Pos: n.Pos.String()}
			if n.Hint != "" {
				o.Text += "; " + n.Hint
			}
			s.listener.Happened(o)
		}
	case err != nil:
		s.tell(session.Refused, Describe(c)+": "+err.Error())
	default:
		s.tell(session.Commanded, Describe(c))
	}
	s.pass()
}

// Describe returns a command in a line for people, such as "add class hare, count 10".
func Describe(c session.Command) string {
	var parts []string
	v := reflect.ValueOf(c).Elem()
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !said(f) || v.Field(i).IsZero() {
			continue
		}
		if f.Anonymous { // a state key or an announcement says its parts itself
			parts = append(parts, words(v.Field(i)))
			continue
		}
		parts = append(parts, strings.ToLower(f.Name)+" "+words(v.Field(i)))
	}
	return strings.TrimSpace(CommandName(c) + " " + strings.Join(parts, ", "))
}

// words says a part of a command.
func words(v reflect.Value) string {
	switch x := v.Interface().(type) {
	case host.Value:
		return x.String()
	case session.Who:
		if x.ID != 0 {
			return fmt.Sprint(x.ID)
		}
		return fmt.Sprintf("%q", x.Name)
	case session.Spot:
		if x.Place != "" {
			return x.Place
		}
		return fmt.Sprintf("(%.4g, %.4g)", x.X, x.Y)
	case session.State:
		return x.Key + " = " + x.Value.String()
	}
	switch v.Kind() {
	case reflect.Pointer:
		return words(v.Elem())
	case reflect.Slice:
		var list []string
		for i := range v.Len() {
			list = append(list, words(v.Index(i)))
		}
		return strings.Join(list, ", ")
	case reflect.Struct:
		var list []string
		for i := range v.NumField() {
			if !v.Field(i).IsZero() {
				list = append(list, words(v.Field(i)))
			}
		}
		return strings.Join(list, " ")
	}
	return fmt.Sprint(v.Interface())
}
