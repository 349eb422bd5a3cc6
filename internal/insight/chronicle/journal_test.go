package chronicle_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

func open(t *testing.T, scene string, o live.Options) *live.Session {
	t.Helper()
	o.OnFault, o.OnNotice = func(host.Fault) {}, func(string) {}
	s, err := live.Open(scene, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func start(t *testing.T, scene string) *live.Session {
	t.Helper()
	s, err := live.Start("scene.yaml", []byte(scene), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

const farAway = 1 << 40 // a tick after all

// Nothing changes by listening, and what is told is the same for any number of workers.
func TestListeningChangesNothing(t *testing.T) {
	for _, name := range scenes.Shipped() {
		if testing.Short() && name != "tag" && name != "siege" { // each is played three times
			continue
		}
		ticks := 120
		if longtest.On {
			ticks = 240
		}
		if name == "crowd" {
			ticks = 12
		}
		var first uint64
		var told []chronicle.Entry
		for _, workers := range []int{1, 2, 7} {
			s := open(t, name, live.Options{Workers: workers})
			var j *chronicle.Journal
			if workers > 1 {
				j = chronicle.NewJournal(s)
			}
			for range ticks {
				s.Step()
			}
			switch workers {
			case 1:
				first = s.Digest()
			case 2:
				told = j.Last(chronicle.Filter{}, farAway, 0, 1000, nil)
			case 7:
				if diff := cmp.Diff(told, j.Last(chronicle.Filter{}, farAway, 0, 1000, nil)); diff != "" {
					t.Errorf("%s: other entries for 7 workers than for 2\n%s", name, diff)
				}
			}
			if s.Digest() != first {
				t.Errorf("%s: digest %016x with a listener, %016x without", name, s.Digest(), first)
			}
			s.Close()
		}
	}
}

// What scenes are about is told by its kind, and counted as often as the game counts it.
func TestWhatScenesAreAboutIsTold(t *testing.T) {
	if testing.Short() {
		t.Skip("plays 1,700 ticks of four scenes")
	}
	for name, want := range map[string][]chronicle.Kind{
		"tag":    {session.Contacted, session.Informed},
		"siege":  {session.Killed, session.Returned, session.Delivered, session.Bought, session.Spoke, session.Signalled, session.Scored, session.Matched},
		"bases":  {session.Killed, session.Returned, session.Born, session.Bought, session.Evolved},
		"meadow": {session.Killed, session.Departed, session.Daylight},
	} {
		s := open(t, name, live.Options{Workers: 2})
		j := chronicle.NewJournal(s)
		for range 1700 {
			s.Step()
		}
		for _, kind := range want {
			n := j.Count(chronicle.Set(kind), -1, farAway)
			list := j.Last(chronicle.Filter{Kinds: chronicle.Set(kind)}, farAway, 0, 1, nil)
			if n == 0 || len(list) == 0 || list[0].Kind != kind || list[0].Line == "" {
				t.Errorf("%s: %d %s, the last is %+v", name, n, chronicle.Titles[kind][1], list)
			}
		}
		counts := s.Game().Counts.EventCounts()
		for kind, event := range map[chronicle.Kind]string{session.Contacted: "contact", session.Killed: "killed", session.Returned: "came_back", session.Bought: "bought", session.Evolved: "became"} {
			if n := j.Count(chronicle.Set(kind), -1, farAway); n != counts[event] {
				t.Errorf("%s: %d %s, and the game counts %d", name, n, chronicle.Titles[kind][1], counts[event])
			}
		}
	}
}

// lines returns the lines of a journal until a tick, oldest first.
func lines(j *chronicle.Journal, f chronicle.Filter, now int64) (all []string) {
	for _, e := range j.Last(f, now, 0, 100, nil) {
		all = append(all, fmt.Sprintf("%d %s", e.Tick, e.Line))
	}
	slices.Reverse(all)
	return all
}

// wantLines compares what a journal tells until a tick.
func wantLines(t *testing.T, j *chronicle.Journal, f chronicle.Filter, now int64, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, lines(j, f, now)); diff != "" {
		t.Errorf("until tick %d, (-want +got)\n%s", now, diff)
	}
}

// crowded has bots that all touch each other in every tick.
const crowded = `
world: { width: 4, height: 4 }
bots: [{ id: a, name: A, count: 100, speedMps: 0 }]
rules:
  - { on: contact, radius: 9, from: {}, to: {} }
`

// Of what happens too often a few are told, and the rest is counted; of the bot that is
// watched all is told.
func TestManyAreCounted(t *testing.T) {
	s := start(t, crowded)
	j := chronicle.NewJournal(s)
	s.Step()
	contacts := chronicle.Filter{Kinds: chronicle.Set(session.Contacted)}
	list := j.Last(contacts, farAway, 0, 1000, nil)
	if n := j.Count(contacts.Kinds, -1, farAway); n != 50 || len(list) != systems.MaxOccurrences+1 {
		t.Fatalf("%d contacts, %d of them listed", n, len(list))
	}
	if last := list[0]; last.More != 50-systems.MaxOccurrences || last.Line != "18 more contacts" {
		t.Errorf("the last entry is %+v", last)
	}
	var f inspect.Follower
	f.Follow(chronicle.Minds(s.Game()), 95)
	s.Step()
	contacts.Bot = 95
	wantLines(t, j, contacts, farAway, "2 A 96 was touched by A 95")
}

// A journal is what it was then while a session is in its past, does not tell twice what is
// played again, and forgets what has not happened on another way.
func TestTheJournalOfThePast(t *testing.T) {
	s := open(t, "chase", live.Options{History: session.History{Seconds: 60}})
	j := chronicle.NewJournal(s)
	for range 400 {
		s.Step()
	}
	if err := s.Do(&session.Add{Class: "hunter", Count: 2}); err != nil {
		t.Fatal(err)
	}
	for range 200 {
		s.Step()
	}
	all := lines(j, chronicle.Filter{}, 600)
	early := lines(j, chronicle.Filter{}, 300)
	contacts := j.Count(chronicle.Set(session.Contacted), -1, 600)
	if len(early) == 0 || len(early) >= len(all) || contacts == 0 || j.Count(chronicle.Set(session.Contacted), -1, 300) >= contacts {
		t.Fatalf("%d entries, %d of them early", len(all), len(early))
	}
	if err := s.Seek(300); err != nil {
		t.Fatal(err)
	}
	wantLines(t, j, chronicle.Filter{}, 300, early...)
	for range 300 {
		s.Step()
	}
	wantLines(t, j, chronicle.Filter{}, 600, all...)
	for range 30 {
		s.Step()
	}
	if err := s.Seek(300); err != nil {
		t.Fatal(err)
	}
	s.Branch()
	wantLines(t, j, chronicle.Filter{}, farAway, early...)
	if err := s.Do(&session.Remove{Bot: &session.Who{ID: 3}}); err != nil {
		t.Fatal(err)
	}
	wantLines(t, j, chronicle.Filter{Kinds: chronicle.Set(session.Commanded, session.Departed)}, farAway, "300 remove bot 3", "300 Hunter 3 left the game")
	s.Step()
	if n := j.Count(chronicle.Set(session.Contacted), -1, 301); n > contacts {
		t.Errorf("%d contacts, %d before the branch", n, contacts)
	}
}

// Filters choose by kind, by bot and by text, and lists can be read in pieces.
func TestFilters(t *testing.T) {
	s := open(t, "siege", live.Options{})
	j := chronicle.NewJournal(s)
	for range 1700 {
		s.Step()
	}
	all := j.Last(chronicle.Filter{}, farAway, 0, 1000, nil)
	var pieces []chronicle.Entry
	for before := int64(0); ; before = pieces[len(pieces)-1].Seq {
		n := len(pieces)
		if pieces = j.Last(chronicle.Filter{}, farAway, before, 7, pieces); len(pieces) == n {
			break
		}
	}
	if diff := cmp.Diff(all, pieces); diff != "" {
		t.Error(diff)
	}
	between := j.Between(chronicle.Filter{}, 0, farAway, nil)
	slices.Reverse(between)
	if diff := cmp.Diff(all, between); diff != "" {
		t.Error(diff)
	}
	kill := j.Last(chronicle.Filter{Kinds: chronicle.Set(session.Killed)}, farAway, 0, 1, nil)[0]
	for what, f := range map[string]chronicle.Filter{
		"kind": {Kinds: chronicle.Set(session.Killed)}, "killer": {Bot: kill.From}, "killed": {Bot: kill.To}, "text": {Text: strings.ToUpper(kill.Line)},
	} {
		chosen := j.Last(f, farAway, 0, 1000, nil)
		if len(chosen) == 0 || len(chosen) == len(all) || !slices.ContainsFunc(chosen, func(e chronicle.Entry) bool { return e.Seq == kill.Seq }) {
			t.Errorf("by %s: %d of %d entries, or without %q", what, len(chosen), len(all), kill.Line)
		}
	}
}

// What went wrong stays until it is dismissed, whole and counted.
func TestAlarms(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "scene.yaml")
	write := func(tree, width string) {
		t.Helper()
		text := "bots: [{ id: a, name: A, count: 2, speedMps: 1, behavior: " + tree + " }]\nworld: { width: " + width + ", height: 50 }\n"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("{ kind: wander }", "50")
	s := open(t, file, live.Options{})
	j := chronicle.NewJournal(s)
	alarms := func(want ...string) {
		t.Helper()
		var got []string
		for _, a := range j.Alarms() {
			got = append(got, fmt.Sprintf("%s %s", chronicle.Titles[a.Kind][0], a.Text))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}
	alarms()
	write("{ kind: wonder }", "50")
	_, err := s.Reload()
	if err == nil {
		t.Fatal("a faulty tree was loaded")
	}
	alarms("failed reload " + err.Error())
	j.Dismiss(j.Alarms()[0])
	alarms()
	_, _ = s.Reload() // fails again
	alarms("failed reload " + err.Error())
	write("{ kind: wander }", "60")
	if _, err := s.Reload(); err != nil {
		t.Fatal(err)
	}
	if list := j.Alarms(); len(list) != 1 || list[0].Kind != session.Waiting || !strings.Contains(list[0].Text, "begins anew") {
		t.Errorf("%+v", list)
	}
	write("{ kind: sequence, children: [{ kind: wander }] }", "60")
	if _, err := s.Reload(); err != nil {
		t.Fatal(err)
	}
	if list := j.Alarms(); len(list) != 1 || list[0].Kind != session.Waiting {
		t.Errorf("after another reload %+v", list)
	}
	if err := s.Do(&session.Add{Class: "b"}); err == nil {
		t.Fatal("there is no class b")
	}
	var told []string
	for _, e := range j.Last(chronicle.Filter{}, farAway, 0, 10, nil) {
		told = append(told, chronicle.Titles[e.Kind][0])
	}
	if diff := cmp.Diff([]string{"command refused", "reload", "change that waits", "reload", "failed reload", "failed reload"}, told); diff != "" {
		t.Error(diff)
	}
}

// Faults are alarms, as often as they came.
func TestFaultsAreAlarms(t *testing.T) {
	reg := arena.NewRegistry()
	reg.AddAction(host.Action{Name: "stumble", Tick: func(c *host.Call) host.Status { panic("no feet") }})
	s, err := live.Start("scene.yaml", []byte("bots: [{ id: a, name: A, count: 40, behavior: { kind: action, name: stumble } }]\n"),
		live.Options{Registry: reg, OnFault: func(host.Fault) {}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	j := chronicle.NewJournal(s)
	for range 3 {
		s.Step()
	}
	list := j.Alarms()
	if len(list) != 1 || list[0].Times != 120 || list[0].Name != "A 1" || list[0].Pos != "scene.yaml:1:47" {
		t.Errorf("%+v", list)
	}
	failed := chronicle.Set(session.Failed)
	if n := j.Count(failed, -1, farAway); n != 120 {
		t.Errorf("%d faults", n)
	}
	wantLines(t, j, chronicle.Filter{Kinds: failed, Bot: 7}, 1, "1 scene.yaml:1:47: A 7: panic: no feet")
	sh := chronicle.NewSheet(s, s.Snapshot(), 7, j)
	if len(sh.Faults) != 1 || sh.Faults[0].Line != "scene.yaml:1:47: A 7: panic: no feet (3 times)" || !strings.HasSuffix(sh.Faults[0].Text, "no feet (3 times)") {
		t.Errorf("the sheet has %+v", sh.Faults)
	}
}

func TestAnotherRoundBeginsTheJournalAnew(t *testing.T) {
	t.Parallel()
	s, err := live.Open("siege", live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	j := chronicle.NewJournal(s)
	for range 30 {
		s.Step()
	}
	if err := s.Do(&session.Join{Name: "Ann"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Do(&session.Restart{}); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, e := range j.Last(chronicle.Filter{}, 1000, 0, 10, nil) {
		lines = append(lines, e.Line)
	}
	want := "Ann came into the game|restart|the match begins: 60 points win, it lasts 300 s at most"
	if got := strings.Join(lines, "|"); got != want {
		t.Errorf("the journal has %q, wanted %q", got, want)
	}
}
