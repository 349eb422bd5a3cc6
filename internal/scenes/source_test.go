package scenes_test

import (
	"os"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/scenes"
)

// Every node of every shipped scene's trees stands in a text that the scene has.
func TestTheSourceOfEveryNode(t *testing.T) {
	t.Parallel()
	for _, name := range scenes.Shipped() {
		s, err := scenes.Load(name, scenes.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.Setup.Classes {
			p := s.Setup.Classes[i].Program
			if p == nil {
				continue
			}
			for _, span := range p.Tree.Spans[1:] {
				const library = "thicket/" // that comes with the program
				if span.Start.Line == 0 || strings.HasPrefix(span.Start.File, library) {
					continue
				}
				if _, ok := s.Source(span.Start.File); !ok {
					t.Errorf("%s: no text of %q", name, span.Start.File)
					break
				}
			}
		}
	}
	s, err := scenes.Load("skirmish", scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if text, ok := s.Source("nosuch.bt"); ok {
		t.Errorf("a file that is not there has the text %q", text)
	}
}

// The scene that is made around a tree has no text of its own to show: under the name that the
// two have in common stands the tree, in each dialect, also after a save.
func TestTheSourceOfABareTree(t *testing.T) {
	for name, text := range map[string]string{
		"a.bt":   "selector\n{\n\taction roamInRadius( E_SELF, 30 )\n}\n",
		"a.debt": "<behaviorTree>\n  <choice id='root'>\n    <action id='go' name='wander'/>\n  </choice>\n</behaviorTree>\n",
		"a.xml":  "<BehaviorTree>\n  <Root>\n    <Loop>\n      <Wait duration='1'/>\n    </Loop>\n  </Root>\n</BehaviorTree>\n",
		"a.lua":  "require \"behaviours/wander\"\nlocal B = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)\nfunction B:OnStart()\n  self.bt = BT(self.inst, PriorityNode({ Wander(self.inst) }, 1))\nend\nreturn B\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			s, err := scenes.Load(name, scenes.Options{})
			if err != nil {
				t.Fatal(err)
			}
			again, err := s.Bundle().Load(scenes.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range []*scenes.Scene{s, again} {
				if got, ok := s.Source(name); !ok || string(got) != text {
					t.Errorf("the text is %q", got)
				}
				if _, written := s.Text(); written {
					t.Error("the scene around it is said to be written somewhere")
				}
				for _, k := range s.Knobs() {
					if !k.Tree && k.Written.Line != 0 {
						t.Errorf("%s of the class is said to stand in %v", k.Key, k.Written)
					}
				}
			}
			_, err = scenes.Load(name, scenes.Options{Creature: "nosuch.lua"})
			if err == nil || strings.Contains(err.Error(), name+":") && !strings.HasPrefix(err.Error(), name+": ") {
				t.Errorf("a fault of the scene around it has a place in the tree: %v", err)
			}
		})
	}
}
