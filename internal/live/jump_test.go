package live_test

import (
	"os"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// two opens a scene with two trees of rules and one without any.
func two(t *testing.T, keys string) (*live.Session, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"a.debt": "<behaviorTree><choice id='root'><running id='.rest'/><running id='.hide'/><subtree id='.night'>night.debt</subtree></choice></behaviorTree>",
		"b.debt": "<behaviorTree><choice id='root'><running id='.rest'/>\n<action id='.call' name='signal'><parameter name='event'>jump:root.hide</parameter>" +
			"<parameter name='to'>everybody</parameter></action></choice></behaviorTree>",
		"night.debt": "<behaviorTree>\n<running id='.sleep'/></behaviorTree>",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var notices []string
	s, err := live.Start("scene.yaml", []byte(`
bots:
  - { id: a, name: A, count: 3, behavior: { file: a.debt } }
  - { id: b, name: B, count: 2, behavior: { file: b.debt } }
  - { id: c, name: C, count: 1, behavior: { kind: wander } }
`+keys), live.Options{OnFault: func(host.Fault) {}, OnNotice: func(text string) { notices = append(notices, text) }})
	if err == nil {
		t.Cleanup(s.Close)
		want := `night.debt:2:14: the full id is ".sleep": no list in this file that has an id stands around the rule, and the period stands for nothing; ` +
			`"sleep" without the period is "root.night.sleep"`
		if got := strings.Join(notices, "\n"); !strings.Contains(got, want) {
			t.Errorf("notices\n%s\nwanted\n%s", got, want)
		}
	}
	return s, err
}

// TestJumpsToNowhere: a jump to a rule that is not there is refused where it is sent; those
// whose trees have the rule get it.
func TestJumpsToNowhere(t *testing.T) {
	s, err := two(t, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		do   session.Command
		want string // in the error, or the whole note
	}{
		{&session.Event{All: true, Name: "jump:root.rest"}, "sent to 6; the trees of 1 take no events"},
		{&session.Event{Class: "b", Name: "jump:root.rset"}, `unknown rule "root.rset"; did you mean "root.rest"?`},
		{&session.Event{Bot: &session.Who{ID: 1}, Name: "jump:hide"}, `tree a.debt: unknown rule "hide"`},
		{&session.Event{All: true, Name: "jump:root.hide"}, "sent to 4 of 6; the trees of 1 take no events"},
		{&session.Event{All: true, Name: "touched"}, "sent to 6; the trees of 1 take no events"},
		{&session.Event{Class: "b", Name: "jmp:root.rest"}, `nothing in the tree listens to the event "jmp:root.rest"; did you mean "jump:root.rest"?`},
		{&session.Event{Class: "b", Name: "rseet"}, `nothing in the tree listens to the event "rseet"; did you mean "reset"?`},
		{&session.Control{Class: "b", Name: "onRootFailed", Data: host.StringValue("stpo")}, `onRootFailed: wanted restart or stop, found "stpo"; did you mean "stop"?`},
		{&session.Event{Class: "a", Name: "jump:root.night.sleep"},
			`unknown rule "root.night.sleep"; ".sleep" stands at the top of a subtree's file, where a period stands for nothing`},
		{&session.Control{Class: "a", Name: "jump", Data: host.StringValue("root.night.sleep")}, `; ".sleep" stands at the top`},
		{&session.Event{Class: "a", Name: "jump:.sleep"}, "sent to 3"},
	} {
		err := s.Do(c.do)
		if err != nil && !strings.Contains(err.Error(), c.want) || err == nil && c.do.Answer().Note != c.want {
			t.Errorf("%+v: %v, %q, wanted %q", c.do, err, c.do.Answer().Note, c.want)
		}
	}
	if faults, n := s.Faults(); n != 0 {
		t.Errorf("%d faults, first %v", n, faults[0])
	}
}

// An action may send what others cannot take: each of them tells so, once.
func TestActionsThatSendJumpsToNowhere(t *testing.T) {
	s, err := two(t, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Do(&session.Control{Bot: &session.Who{ID: 4}, Name: "jump", Data: host.StringValue("root.call")}); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		s.Step()
	}
	faults, n := s.Faults()
	want := `the event "jump:root.hide" is refused: unknown rule "root.hide"`
	if n != 2 || len(faults) != 1 || faults[0].Times != 2 || !strings.HasPrefix(faults[0].Text, want) || faults[0].Name != "B 1" {
		t.Errorf("%d faults: %+v", n, faults)
	}
}

// A rule of the scene that sends a jump which no tree can take is an error of the scene.
func TestRulesThatSendJumpsToNowhere(t *testing.T) {
	rule := func(send string) string {
		return "rules:\n  - { on: contact, from: {}, to: {}, send: " + send + " }\n"
	}
	for send, want := range map[string]string{
		"{ event: \"jump:root.hyde\", to: to }": `scene.yaml:7:53: send: tree a.debt: unknown rule "root.hyde"; did you mean "root.hide"?`,
		"\"jump:root.rset\"":                    `scene.yaml:7:44: send: tree a.debt: unknown rule "root.rset"; did you mean "root.rest"?`,
		"\"jump:root.hide\"":                    "",
		"touched":                               "",
	} {
		_, err := two(t, rule(send))
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("send %s: %v, wanted %q", send, err, want)
		}
	}
}

// TestARootThatFails: it begins anew, and that is told once, with its count.
func TestARootThatFails(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.debt", []byte("<behaviorTree><choice id='root'>\n<success><condition>playerNearby</condition></success></choice></behaviorTree>"), 0o666); err != nil {
		t.Fatal(err)
	}
	for policy, want := range map[string]int64{"restart": 8, "stop": 2} {
		var told []string
		s, err := live.Start("scene.yaml", []byte("onRootFailed: "+policy+"\nbots: [{ id: a, name: A, count: 2, behavior: { file: a.debt } }]"),
			live.Options{OnFault: func(f host.Fault) { told = append(told, f.Text) }, OnNotice: func(string) {}})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for range 4 {
			s.Step()
		}
		faults, n := s.Faults()
		if n != want || len(faults) != 1 || len(told) != 1 || faults[0].Note != (policy == "restart") || faults[0].Pos != "a.debt:2:1" || !strings.Contains(told[0], "failed") {
			t.Errorf("%s: %d faults: %+v", policy, n, faults)
		}
	}
}
