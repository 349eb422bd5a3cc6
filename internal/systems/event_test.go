package systems_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// mailbox is the semantics of a tree that writes down the events it gets.
type mailbox struct {
	symbols *host.Symbols
	got     []string
}

func (*mailbox) Init(*run.Exec)             {}
func (*mailbox) Tick(*run.Exec) host.Status { return host.Success }
func (*mailbox) Stop(*run.Exec)             {}
func (m *mailbox) Event(x *run.Exec, e host.Event) {
	m.got = append(m.got, fmt.Sprintf("tick %d: bot %d: %s %v", x.Tick, x.Bot, m.symbols.EventName(e.ID), e.Arg))
}

// listen gives all bots of some classes a tree that fills a mailbox.
func listen(t *testing.T, s *live.Session, classes ...int) *mailbox {
	t.Helper()
	b := tree.NewBuilder("mailbox")
	b.Entry(b.Add(1, syntax.Span{}))
	compiled, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	m := &mailbox{symbols: host.SymbolsOf(s.Scene().Setup.Registry)}
	for _, class := range classes {
		s.Game().Pools.SwitchClass(class, &run.Program{Tree: compiled, Semantics: m})
	}
	return m
}

const touching = `
world: { width: 10, height: 10 }
bots:
  - { id: a, name: A, count: 2, initialState: { a: true }, speedMps: 0 }
  - { id: b, name: B, count: 1, initialState: { b: true }, speedMps: 0 }
rules:
  - { on: contact, radius: 100, from: { a: true }, to: { b: true }, cooldown: 10s, send: %s }
`

func TestARuleSendsEvents(t *testing.T) {
	toFrom, toTo := "tick 1: bot 1: tagged 3", "tick 1: bot 3: tagged 1"
	for send, want := range map[string][2]any{
		"tagged":                         {[]string{toFrom, toTo}, map[string]int64{"contact": 1, "tagged": 2}},
		"{ event: tagged }":              {[]string{toFrom, toTo}, map[string]int64{"contact": 1, "tagged": 2}},
		"{ event: tagged, to: both }":    {[]string{toFrom, toTo}, map[string]int64{"contact": 1, "tagged": 2}},
		"{ event: tagged, to: from }":    {[]string{toFrom}, map[string]int64{"contact": 1, "tagged": 1}},
		"{ event: tagged, to: to }":      {[]string{toTo}, map[string]int64{"contact": 1, "tagged": 1}},
		"[{ event: tagged, to: to }, x]": {[]string{toTo, "tick 1: bot 1: x 3", "tick 1: bot 3: x 1"}, map[string]int64{"contact": 1, "tagged": 1, "x": 2}},
		"[]":                             {[]string(nil), map[string]int64{"contact": 1}},
	} {
		s := open(t, strings.Replace(touching, "%s", send, 1))
		mail := listen(t, s, 0, 1)
		steps(s, 3)
		if diff := cmp.Diff(want[0], any(mail.got)); diff != "" {
			t.Errorf("send %s: events %s", send, diff)
		}
		if diff := cmp.Diff(want[1], any(s.Game().Counts.EventCounts())); diff != "" {
			t.Errorf("send %s: counts %s", send, diff)
		}
	}
}

func TestAnEventReachesWhomItNames(t *testing.T) {
	s := open(t, strings.Replace(touching, "%s", "[]", 1))
	p := do(t, s, &session.Join{Name: "Ann"}).IDs[0]
	mail := listen(t, s, 0)
	for _, test := range []struct {
		event session.Event
		note  string
		want  []string
	}{
		{session.Event{Name: "e", Data: host.NumberValue(1), Bot: &session.Who{Name: "A 2"}}, "sent to 1", []string{"tick 0: bot 2: e 1"}},
		{session.Event{Name: "e", Data: host.StringValue("x"), Class: "a"}, "sent to 2", []string{`tick 0: bot 1: e "x"`, `tick 0: bot 2: e "x"`}},
		{session.Event{Name: "e", All: true}, "sent to 4", []string{"tick 0: bot 1: e null", "tick 0: bot 2: e null"}},
		{session.Event{Name: "e", Class: "b"}, "sent to 1", nil},
		{session.Event{Name: "e", Bot: &session.Who{ID: p}}, "sent to 1", nil},
	} {
		mail.got = nil
		do(t, s, &test.event)
		if test.event.Note != test.note {
			t.Errorf("note %q, wanted %q", test.event.Note, test.note)
		}
		if diff := cmp.Diff(test.want, mail.got); diff != "" {
			t.Error(diff)
		}
	}
	if got := s.Game().Counts.EventCounts()["e"]; got != 9 {
		t.Errorf("counted %d, wanted 9", got)
	}
	refuse(t, s, &session.Event{Name: "e"}, "a command for nobody")
	refuse(t, s, &session.Event{All: true}, "without a name")
	refuse(t, s, &session.Event{Name: "e", Class: "z"}, `unknown bot class "z"`)
	refuse(t, s, &session.Event{Name: "e", Bot: &session.Who{Name: "Bob"}}, `nobody is called "Bob"`)
	if got := s.Game().Counts.EventCounts()["e"]; got != 9 {
		t.Errorf("refused events are counted: %d", got)
	}
}
