package session

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/scenes"
	"github.com/thicket-sim/thicket/systems"
)

// Listener is told what happens in a session, on the goroutine that called the session and
// while that has its turn: it calls no method of the session.
type Listener interface {
	// Happened is told of everything that happens in ticks and by commands, in its order,
	// the same for any number of workers. Of more than [systems.MaxOccurrences] of a kind in a
	// tick it is told how many. It is not told again of ticks that a session in its past plays again.
	Happened(systems.Occurrence)
	// Branched is told that the session goes another way after a tick: later occurrences
	// are void.
	Branched(tick int64)
}

// Listen has somebody told what happens from now on, nil for nobody. Nothing that happens
// changes by it, and a session to which nobody listens pays nothing.
func (s *Session) Listen(l Listener) {
	s.lock("Listen")
	defer s.mu.Unlock()
	s.listener = l
	s.game.Listen(l != nil)
}

// pass tells the listener what happened in the game since the last call.
func (s *Session) pass() {
	if s.listener == nil {
		return
	}
	s.happened = s.game.Happened(s.happened[:0])
	for _, o := range s.happened {
		s.listener.Happened(o)
	}
}

// skip forgets what happened in the game since the last call: it was told when it happened
// for the first time.
func (s *Session) skip() {
	if s.listener != nil {
		s.happened = s.game.Happened(s.happened[:0])
	}
}

// tell tells the listener of something that is no matter of the game.
func (s *Session) tell(kind systems.OccurrenceKind, text string) {
	if s.listener != nil {
		s.listener.Happened(systems.Occurrence{Kind: kind, Tick: s.game.World.Clock().Tick, Text: text})
	}
}

// tellCommand tells the listener of a command that was carried out, or refused for an error,
// and then of what it did.
func (s *Session) tellCommand(c Command, err error) {
	if s.listener == nil {
		return
	}
	reload, isReload := c.(*Reload)
	switch {
	case isReload && err != nil:
		s.tell(systems.Unreloaded, err.Error())
	case isReload:
		s.tell(systems.Reloaded, reload.changes())
		for _, n := range reload.Notices {
			kind := systems.Noted
			if n.Hint == scenes.Waits {
				kind = systems.Waiting
			}
			o := systems.Occurrence{Kind: kind, Tick: s.game.World.Clock().Tick, Text: n.Msg, Pos: n.Pos.String()}
			if n.Hint != "" {
				o.Text += "; " + n.Hint
			}
			s.listener.Happened(o)
		}
	case err != nil:
		s.tell(systems.Refused, Describe(c)+": "+err.Error())
	default:
		s.tell(systems.Commanded, Describe(c))
	}
	s.pass()
}

// Describe returns a command in a line for people, such as "add class hare, count 10".
func Describe(c Command) string {
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
	case Who:
		if x.ID != 0 {
			return fmt.Sprint(x.ID)
		}
		return fmt.Sprintf("%q", x.Name)
	case Spot:
		if x.Place != "" {
			return x.Place
		}
		return fmt.Sprintf("(%.4g, %.4g)", x.X, x.Y)
	case State:
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
