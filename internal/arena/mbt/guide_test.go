package mbt_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/trees"
	"github.com/thicket-sim/thicket/session"
)

// The examples of the guide page are the files testdata/guide/*.xml, as printed but for
// the quotes; parts of trees stand in a <Root>. Each loads with these notices, of which
// each is about an attribute that today's engine wants or an action of the page's own.
func TestGuide(t *testing.T) {
	notices := map[string][]string{
		"limit.xml":      nil,
		"animate.xml":    {"<Communicate> without channel, which today's engine wants", "<Communicate> without channel, which today's engine wants"},
		"variables.xml":  {"<Move> without speed, so that it is Run"},
		"timestamps.xml": nil,
		"events.xml":     {"<Communicate> without channel, which today's engine wants"},
		"logs.xml":       {"<QueryTPS> without register, which today's engine wants, so that it is Cover", "<Move> without speed, so that it is Run"},
	}
	files, err := filepath.Glob("testdata/guide/*.xml")
	if err != nil || len(files) != len(notices) {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		reg := guide(t)
		_, list, err := trees.LoadSource(file, src, reg)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		var got []string
		for _, n := range list {
			got = append(got, n.Msg)
		}
		if want := notices[filepath.Base(file)]; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: notices %q, wanted %q", file, got, want)
		}
		// With the quotes of the page it is no XML, which is told at the first of them.
		typographic := strings.Replace(string(src), `="`, `=”`, 1)
		_, _, err = trees.LoadSource(file, []byte(typographic), reg)
		if typographic != string(src) && (err == nil || !strings.Contains(err.Error(), "the typographic quote '”' is no quote here, write \" or ', as thicket fmt -w does")) {
			t.Errorf("%s with a typographic quote: %v", file, err)
		}
	}
}

// guide returns an arena with the actions that the page makes up.
func guide(t *testing.T) *host.Registry {
	t.Helper()
	reg := arena.NewRegistry()
	if err := trees.Ask(reg, "mbt"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"MoveCautiouslyTowardsTarget", "MoveConfidentallyTowardsTarget"} {
		if err := reg.AddAction(host.Action{Name: name, Tick: func(*host.Call) host.Status { return host.Running }}); err != nil {
			t.Fatal(err)
		}
	}
	return reg
}

// What the page says of WaitUntilTime: with orNeverBeenSet it does not wait for damage that
// never was.
func TestGuideWaitUntilTime(t *testing.T) {
	const stamps = `<Timestamps><Timestamp name="ReceivedDamage" setOnEvent="OnEnemyDamage"/></Timestamps>`
	const wait = `<WaitUntilTime since="ReceivedDamage" isMoreThan="5" %s/>`
	for attribute, is := range map[string]string{`orNeverBeenSet="1"`: "done", `succeedIfNeverBeenSet="1"`: "done", ``: "runs"} {
		p := stage{tree: went(fmt.Sprintf(wait, attribute)), blocks: stamps}.open(t)
		p.ends(is, 1, 30)
	}
}

// Lua alone brings up the arena.
func TestLuaAloneWakesTheArena(t *testing.T) {
	dir := t.TempDir()
	tree := `<BehaviorTree><Root><Sequence><AssertLua code="return entity:GetHealthRatio() == 1"/><SetState key="is" value="done"/><Halt/></Sequence></Root></BehaviorTree>`
	tree = strings.Replace(tree, `<SetState key="is" value="done"/>`, `<Log message="it has health"/>`, 1)
	if err := os.WriteFile(filepath.Join(dir, "b1.xml"), []byte(tree), 0o644); err != nil {
		t.Fatal(err)
	}
	var faults []string
	s, err := live.Start(filepath.Join(dir, "scene.yaml"), []byte("vocabularies: [mbt]\nbots: [ { id: a, name: A, count: 2, behavior: { file: b1.xml } } ]"),
		live.Options{Workers: 1, OnFault: func(f host.Fault) { faults = append(faults, f.Text) }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	logged := 0
	s.Game().TreeLog.On(func(host.LogEntry) { logged++ })
	if s.Step(); len(faults) > 0 || logged != 2 {
		t.Errorf("%d texts, faults %q", logged, faults)
	}
}

// Settings of variables, and events, are refused where they are sent.
func TestWhatIsSentIsLookedAt(t *testing.T) {
	p := stage{tree: `<WaitForEvent name="Drop"/>`, blocks: `<Variables><Variable name="TargetVisible"/></Variables>`}.open(t)
	who := &session.Who{ID: one}
	for _, c := range []struct {
		do   session.Command
		want string
	}{
		{&session.Control{Bot: who, Name: "set TargetVisible", Data: host.BoolValue(true)}, ""},
		{&session.Control{Bot: who, Name: "set TargetVisible", Data: host.IntValue(3)}, "wanted true or false"},
		{&session.Control{Bot: who, Name: "set TargetVisible", Data: host.StringValue("false")}, "wanted true or false"},
		{&session.Control{Bot: who, Name: "set TargetVisible"}, "wanted true or false"},
		{&session.Control{Bot: who, Name: "set TargetVisibel", Data: host.BoolValue(true)}, `did you mean "TargetVisible"?`},
		{&session.Event{Bot: who, Name: "Drop"}, ""},
		{&session.Event{Bot: who, Name: "Drpo"}, `nothing in the tree listens to the event "Drpo"; did you mean "Drop"?`},
	} {
		if err := p.Do(c.do); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, wanted %q", c.do, err, c.want)
		}
	}
}

// Bots of classes with the tag player are players for the nodes of the guide page.
func TestPlayersByTheirTag(t *testing.T) {
	for _, node := range []string{`<ChasePlayer/>`, `<TauntPlayer/>`} {
		p := stage{tree: went(node), more: "", foe: `, tags: [player]`}.open(t)
		p.ends("done", 10, 60)
		q := stage{tree: went(node), foe: ` }
  - { id: friend, name: Friend, teamId: red, count: 1, speedMps: 4, health: 100, tags: [player], behavior: { kind: action, name: stand }`}.open(t)
		q.Put(two, 99, 99, 0, 1).Put(3, 26, 50, 0, 1)
		q.ends("done", 2, 60)
	}
}
