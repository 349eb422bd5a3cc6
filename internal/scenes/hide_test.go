package scenes_test

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

// A state key does not hide what Lua has by its name, in either dialect with Lua.
func TestAStateKeyHidesNothingOfLua(t *testing.T) {
	const scene = `
lua: [calls.lua]
bots:
  - { id: a, name: A, count: 1, initialState: { health: true, id: x, first: 7, rule: 8, Twice: no, role: guard }, behavior: { file: tree.xml } }
`
	const xml = `<BehaviorTree><Root><Loop><Sequence><AssertLua code="return CODE"/><Roam/></Sequence></Loop></Root></BehaviorTree>`
	const debt = `<behaviorTree><choice id='root'><action name='roam'><condition>holds</condition></action></choice></behaviorTree>`
	for name, test := range map[string]struct{ tree, lua, notice string }{
		"mbt: a function of the game":  {"entity:health() &gt; 0.5", "", ""},
		"mbt: a number":                {"entity.id == 'x'", "", ""},
		"mbt: a function as a field":   {"entity.health ~= true", "", "entity.health is what Lua has by that name, wanted entity.Properties.health for the state key"},
		"mbt: a function of a file":    {"entity:Twice() == 2", "function entity:Twice() return 2 end", ""},
		"mbt: the state key itself":    {"entity.Properties.health and entity.Properties.id == 'x' and entity.role == 'guard'", "", ""},
		"debt: a function of the game": {"", "return bot:health() > 0.5", ""},
		"debt: fields":                 {"", "return bot.id == 1 and bot.first and bot.rule == 'root.0.roam' or bot.rule ~= 8", ""},
		"debt: the state key itself":   {"", "return bot.role == 'guard'", ""},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"scene.yaml": scene, "tree.xml": strings.Replace(xml, "CODE", test.tree, 1), "calls.lua": test.lua}
			if test.tree == "" {
				files["scene.yaml"] = strings.Replace(scene, "tree.xml", "tree.debt", 1)
				files["tree.debt"] = debt
				files["calls.lua"] = "function conditions.holds(bot) " + test.lua + " end"
			}
			sceneDir(t, files)
			s, err := scenes.Load("scene.yaml", scenes.Options{})
			if err != nil {
				t.Fatal(err)
			}
			told := ""
			for _, n := range s.Notices {
				if strings.Contains(n.Msg, "what Lua has") {
					told = n.Msg
				}
			}
			if told != test.notice {
				t.Errorf("told %q, wanted %q", told, test.notice)
			}
			g, err := systems.New(&s.Setup)
			if err != nil {
				t.Fatal(err)
			}
			defer g.Close()
			for range 10 {
				g.Step()
			}
			if n := g.Counts.ActionCounts()["roam"]; n < 5 {
				t.Errorf("roamed in %d of 10 ticks", n)
			}
		})
	}
}
