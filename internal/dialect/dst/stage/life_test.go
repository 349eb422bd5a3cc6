package stage_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// waiting is a scene of bots with a brain that only listens, and what their scripts
// print.
func waiting(t *testing.T, start string) (play *live.Session, printed *[]string) {
	t.Helper()
	dir := t.TempDir()
	brain := `local first
	local B = Class(Brain, function(self) Brain._ctor(self) end)
	function B:OnStart()
		local inst = self.inst
		self.bt = BT(inst, ConditionNode(function() return false end))
		` + start + `
	end
	return B`
	if err := os.WriteFile(filepath.Join(dir, "brain.lua"), []byte(brain), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := scenes.Parse(filepath.Join(dir, "scene.yaml"), []byte(`
world: { width: 30, height: 30 }
bots: [ { id: mob, name: Mob, count: 2, minCount: 0, behavior: { file: brain.lua } } ]
`), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	play, err = live.New(s, live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		all, _ := play.Game().Faults.List()
		for _, f := range all {
			t.Error(f)
		}
		play.Close()
	})
	printed = &[]string{}
	play.Game().TreeLog.On(func(e host.LogEntry) { *printed = append(*printed, e.Text) })
	return play, printed
}

// A bot that is taken off the field goes as by Remove: who listens to it hears of
// it, what hangs on it goes, and nothing of it runs any more.
func TestABotTakenAwayIsRemoved(t *testing.T) {
	play, printed := waiting(t, `
		if first == nil then first = inst return end
		inst:ListenForEvent("onremove", function(who) print("gone", who == first, who:IsValid()) end, first)
		first.OnRemoveEntity = function() print("last") end
		first:DoPeriodicTask(0, function() print("runs") end, 1)
		local child = CreateEntity()
		first:AddChild(child)
		inst:ListenForEvent("onremove", function() print("child gone") end, child)
		inst:DoTaskInTime(1, function() print(first:IsValid(), inst:IsValid()) end)`)
	for tick := range 40 {
		if tick == 10 {
			if err := play.Do(&session.Remove{Bot: &session.Who{ID: components.ID(1)}}); err != nil {
				t.Fatal(err)
			}
		}
		play.Step()
	}
	want := []string{"gone\ttrue\ttrue", "child gone", "last", "false\ttrue"}
	if diff := cmp.Diff(want, *printed); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// A brain that a script starts in the turn of another bot runs in the turns of its own:
// who watches its bot sees it, and it goes on when the other one is gone.
func TestABrainRunsInTheTurnsOfItsOwnBot(t *testing.T) {
	play, printed := waiting(t, `
		if first == nil or first == inst then
			first = inst
			self.bt = BT(inst, PriorityNode({ ConditionNode(function() print("thinks") return false end) }, 0.1))
			return
		end
		inst:DoTaskInTime(0, function() first:RestartBrain() end)`)
	for range 5 {
		play.Step()
	}
	seen := answers{}
	if err := play.Game().Watchers.Watch(1, func(*run.Program) run.Tracer { return seen }); err != nil {
		t.Fatal(err)
	}
	if err := play.Do(&session.Remove{Bot: &session.Who{ID: components.ID(2)}}); err != nil {
		t.Fatal(err)
	}
	*printed = nil
	for range 30 {
		play.Step()
	}
	if len(*printed) < 2 {
		t.Errorf("the brain ran %d times in a second after the bot that had started it was gone", len(*printed))
	}
	if seen[0] < 2 {
		t.Errorf("who watches the bot is told of %v answers by row, wanted some of row 0", seen)
	}
}

// answers counts those that a tracer is told of, by row.
type answers map[int32]int

func (a answers) Leaf(row int32, _ tree.NodeID, _ host.Notice, _ host.Status) { a[row]++ }
func (a answers) Node(row int32, _ tree.NodeID, _ host.Notice, _ host.Status) { a[row]++ }
