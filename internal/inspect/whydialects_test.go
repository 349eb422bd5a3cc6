package inspect_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/inspect"
	"github.com/thicket-sim/thicket/session"
)

// Trees of each dialect say why with the numbers of their own conditions.
func TestEveryDialectSaysWhy(t *testing.T) {
	for _, test := range []struct {
		file, tree, settings string
		want                 []string
	}{
		{"t.bt", `selector {
			condition ( percentHealth( E_SELF ) < 0.5 || levelTime >= 1000 ) { action stand }
			condition ( !( skill > 3 && random < 2 ) )
			action wander
		}`, "", []string{
			"condition: failure because percentHealth( E_SELF ): 1 >= 0.5; levelTime: 33 < 1000", "condition: success because skill: 3 <= 3",
		}},
		{"t.xml", `<BehaviorTree><Variables><Variable name="Alert"/></Variables><Root><Selector>
			<Priority><Case condition="Alert"><Fail/></Case><Case condition="!Alert and Alert"><Fail/></Case></Priority>
			<AssertCondition condition="Alert"/><Wait duration="2"/></Selector></Root></BehaviorTree>`, "", []string{
			"Priority: failure because Alert: false; Alert: false; Alert: false", "AssertCondition: failure because Alert: false", "Wait: running because time left: 2 > 0 s",
		}},
		{"t.lua", `local Brain = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
			local low = 0.5
			function Brain:OnStart()
				self.bt = BT(self.inst, PriorityNode({
					WhileNode(function() return GetTime() > 100 and low < 1 end, "late", StandStill(self.inst)),
					IfNode(function() return low >= GetTime() end, "early", StandStill(self.inst)),
				}, 0))
			end
			return Brain`, "", []string{
			"ConditionNode: failure because GetTime(): 0.0333 <= 100; function ", "t.lua:5: false", "low: 0.5 >= GetTime() 0.0333; function ",
		}},
	} {
		dir := t.TempDir()
		scene := "bots: [{ id: a, name: Ann, count: 1, speedMps: 1, health: 100, skill: 3, behavior: { file: " + test.file + " } }]\n" + test.settings
		for name, text := range map[string]string{test.file: test.tree, "scene.yaml": scene} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s, err := session.Open(filepath.Join(dir, "scene.yaml"), session.Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		var f inspect.Follower
		f.Follow(s.Game(), 1)
		f.BeginTick()
		s.Step()
		got := strings.Join(why(&f), "\n")
		for _, want := range test.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", test.file, want, got)
			}
		}
		s.Close()
	}
}
