package thicket_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/session"
)

// claimer is a game whose action says when it begins and ends; it goes on for ever.
func claimer(t *testing.T, log *[]string) thicket.Options {
	t.Helper()
	registry := thicket.NewRegistry()
	note := func(what string) func(*thicket.Call) {
		return func(c *thicket.Call) { *log = append(*log, fmt.Sprint(what, c.Bot)) }
	}
	claim := thicket.Action{
		Name: "claim", Begin: note("+"), End: note("-"), Bits: 8,
		Tick: func(c *thicket.Call) thicket.Status {
			c.Store(0, 8, c.Load(0, 8)+1)
			return thicket.Running
		},
	}
	if err := registry.AddAction(claim); err != nil {
		t.Fatal(err)
	}
	return thicket.Options{Registry: registry, OnFault: func(f thicket.Fault) { t.Log(f) }}
}

// Bots that are removed or get another tree end what they do, in sessions too, and a session
// that goes on from a save tells no second begin.
func TestLivesInASession(t *testing.T) {
	for file, tree := range map[string]string{
		"t.yaml": "{ kind: action, name: claim }", "t.bt": "selector { action claim() }",
		"t.debt": "<behaviorTree><choice id='r'><action id='.c' name='claim'/></choice></behaviorTree>",
		"p.xml":  "<root BTCPP_format='4'><BehaviorTree ID='M'><claim/></BehaviorTree></root>",
		"t.xml":  "<BehaviorTree><Root><claim/></Root></BehaviorTree>",
		"t.lua":  "local B = Class(Brain, function(self) Brain._ctor(self) end)\nfunction B:OnStart() self.bt = BT(self.inst, PriorityNode({ HostNode(claim) }, 0)) end\nreturn B",
	} {
		var log []string
		told := func(what, want string) {
			t.Helper()
			slices.Sort(log) // in what order bots are told is not promised
			if got := strings.Join(log, " "); got != want {
				t.Errorf("%s: %s: %q, wanted %q", file, what, got, want)
			}
			log = nil
		}
		o := claimer(t, &log)
		s, err := thicket.Start("s.yaml", []byte("bots: [{ id: b, name: B, count: 3, minCount: 0, maxCount: 4, behavior: { kind: action, name: stand } }]"), o)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		do := func(c session.Command) {
			t.Helper()
			if err := s.Do(c); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
		}
		do(&session.Switch{Class: "b", File: file, Source: tree})
		for range 3 {
			s.Step()
		}
		told("switched to", "+1 +2 +3")
		var saved bytes.Buffer
		if err := s.Save(&saved); err != nil {
			t.Fatal(err)
		}
		digest := s.Digest()
		other, err := thicket.Restore(&saved, o)
		if err != nil {
			t.Fatal(err)
		}
		if other.Digest() != digest {
			t.Errorf("%s: another digest after a restore", file)
		}
		for range 3 {
			other.Step()
			s.Step()
		}
		if other.Digest() != s.Digest() {
			t.Errorf("%s: another digest 3 ticks after a restore", file)
		}
		told("restored", "")
		other.Close()
		log = nil
		do(&session.Remove{Class: "b", Count: 1})
		s.Step()
		told("removed", "-3")
		do(&session.Switch{Class: "b", File: "o.yaml", Source: "{ kind: action, name: stand }"})
		s.Step()
		told("switched", "-1 -2")
		s.Step()
		told("afterwards", "")
	}
}

// A game asks for the vocabularies of dialects by its options.
func TestOptionsAskForVocabularies(t *testing.T) {
	scene := []byte("bots: [{ id: b, name: B, count: 1, behavior: wander }]")
	rush := &session.Switch{Class: "b", File: "t.bt", Source: "selector { action rush() }"}
	for _, c := range []struct {
		o    thicket.Options
		want string
	}{
		{thicket.Options{}, `unknown action "rush"`},
		{thicket.Options{Registry: thicket.NewRegistry()}, `unknown action "rush"`},
		{thicket.Options{Vocabularies: []string{"unvanquished"}}, "<nil>"},
		{thicket.Options{Registry: thicket.NewRegistry(), Vocabularies: []string{"unvanquished"}}, "<nil>"},
	} {
		s, err := thicket.Start("s.yaml", scene, c.o)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Do(rush); !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%q: %v, wanted %s", c.o.Vocabularies, err, c.want)
		}
		s.Close()
	}
	_, err := thicket.Start("s.yaml", scene, thicket.Options{Vocabularies: []string{"mtb"}})
	if want := `thicket.Options.Vocabularies: unknown vocabulary "mtb", wanted unvanquished, mbt or nav2; did you mean "mbt"?`; fmt.Sprint(err) != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}
