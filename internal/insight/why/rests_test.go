package why_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/why"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// brain returns a script for a bot that wanders, and what happens after a second.
func brain(then string) string {
	return `local B = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function B:OnStart()
	local inst = self.inst
	` + then + `
	self.bt = BT(inst, PriorityNode({ Wander(inst, function() return inst:GetPosition() end, 10) }, 0))
end
return B`
}

// A tree that was stopped, or is parked, put to sleep or out of sight is not waiting: its bot
// does nothing, or goes on walking. The snapshot and the inspector say the same.
func TestWhoseTreeRestsDoesNothing(t *testing.T) {
	for _, c := range []struct {
		name, file, tree, keys string
		commands               []session.Command
		why                    string
		from, to               int64 // it rests since one of these ticks
		walks                  bool  // to where it was sent
	}{
		{"brain", "t.lua", brain(`inst:DoTaskInTime(1, function() inst:StopBrain() end)`), "", nil, "stopped", 9, 12, false},
		{"paused brain", "t.lua", brain(`inst:DoTaskInTime(1, function() inst.brain:Pause() end)`), "", nil, "paused", 9, 12, false},
		{"entity asleep", "t.lua", brain(""), "", []session.Command{&session.Control{Bot: &session.Who{ID: 1}, Name: "asleep"}}, "asleep", 20, 22, true},
		{"faulty brain", "t.lua", strings.Replace(brain(""), "Wander(", "ActionNode(function() if GetTime() > 0.5 then error('no') end end), Wander(", 1), "", nil, "parked", 12, 18, false},
		{"hidden", "t.lua", brain(`inst:DoTaskInTime(1, function() inst:RemoveFromScene() end)`), "", nil, why.Hidden, 9, 12, false},
		{"modular", "t.xml", `<BehaviorTree><Root><Wait duration="1"/></Root></BehaviorTree>`, "onRootFinished: stop", nil, "stopped", 9, 12, false},
		{"engine", "t.debt", `<behaviorTree><sequence id='root'><action id='.go' name='wander'><condition>state:on</condition></action></sequence></behaviorTree>`, "onRootFailed: stop", nil, "stopped", 1, 1, false},
		{"held", "t.yaml", "kind: action\nname: roam\n", "", []session.Command{&session.Hold{Class: "one"}}, "held", 20, 22, false},
		{"held brain", "t.lua", brain(""), "", []session.Command{&session.Hold{Class: "one"}}, "held", 20, 22, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, c.file), []byte(c.tree), 0o644); err != nil {
				t.Fatal(err)
			}
			scene := "tickRate: 10\nworld: { width: 50, height: 50 }\n" + c.keys + "\nbots: [ { id: one, name: One, count: 1, speedMps: 1, health: 100, behavior: { file: " + c.file + " } } ]\n"
			file := filepath.Join(dir, "scene.yaml")
			if err := os.WriteFile(file, []byte(scene), 0o644); err != nil {
				t.Fatal(err)
			}
			open := func() (*live.Session, why.Player, error) {
				s, err := live.Open(file, live.Options{OnNotice: func(string) {}})
				return s, &ordered{s: s, at: 20, commands: c.commands}, err
			}
			r := explain(t, open, why.Question{Bot: "1", At: moment(t, "40")})
			var b bytes.Buffer
			if err := r.Text(&b); err != nil {
				t.Fatal(err)
			}
			head, _, _ := strings.Cut(b.String(), "\n")
			if r.Idle == nil || r.Idle.Why != c.why || r.Idle.Since < c.from || r.Idle.Since > c.to {
				t.Fatalf("%+v, wanted %s since a tick from %d to %d\n%s", r.Idle, c.why, c.from, c.to, &b)
			}
			s, player, err := open()
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			for range 40 {
				if _, err := player.Before(); err != nil {
					t.Fatal(err)
				}
				s.Step()
			}
			snap := s.Snapshot()
			want := fmt.Sprintf("does nothing at tick 40, 4 s: it is %s since tick %d.", c.why, r.Idle.Since)
			does := ""
			if c.walks {
				does = "go"
				want = fmt.Sprintf("decides nothing at tick 40, 4 s: it is %s since tick %d, and goes on with go.", c.why, r.Idle.Since)
			}
			if !strings.Contains(head, want) {
				t.Errorf("%s\nwanted %s", head, want)
			}
			if did := snap.Body(1).Action; did != does {
				t.Errorf("the snapshot says that it does %q, wanted %q", did, does)
			}
			for _, row := range chronicle.NewSheet(s, snap, 1, nil).Rows {
				if row.Label == "does" && row.Text != does {
					t.Errorf("the inspector says that it does %s, wanted %q", row.Text, does)
				}
			}
		})
	}
}

// ordered is a game in which commands are done before a tick.
type ordered struct {
	s        *live.Session
	at, tick int64
	commands []session.Command
}

func (p *ordered) Before() (bool, error) {
	if p.tick++; p.tick == p.at {
		for _, c := range p.commands {
			if err := p.s.Do(c); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

func (p *ordered) After() error { return nil }
