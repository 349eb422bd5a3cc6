package systems_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/thicket-sim/thicket/scenes"
	"github.com/thicket-sim/thicket/session"
)

func stepAll(n int, games ...*session.Session) {
	for range n {
		for _, s := range games {
			s.Step()
		}
	}
}

// What trees remember in the middle of a game, saved and loaded, makes the game
// go on bit for bit; what they remembered at its start does not.
func TestSavedTreesGoOn(t *testing.T) {
	for scene, ticks := range map[string]int{"skirmish": 900, "cowardly": 400, "squad": 600, "gunship": 200} {
		t.Run(scene, func(t *testing.T) {
			a, b, c := shipped(t, scene, 0, 1), shipped(t, scene, 0, 2), shipped(t, scene, 0, 1)
			start, err := a.Game().SaveTrees()
			if err != nil {
				t.Fatal(err)
			}
			stepAll(ticks, a, b, c)
			saved, err := a.Game().SaveTrees()
			if err != nil {
				t.Fatal(err)
			}
			for _, saves := range [][][]byte{start, saved} {
				if err := b.Game().LoadTrees(saves); err != nil {
					t.Fatal(err)
				}
			}
			if err := c.Game().LoadTrees(start); err != nil {
				t.Fatal(err)
			}
			stepAll(ticks, a, b, c)
			if a.Digest() != b.Digest() {
				t.Error("another game after what trees remember was loaded")
			}
			if a.Digest() == c.Digest() {
				t.Error("the same game with trees that forgot: the test shows nothing")
			}
		})
	}
}

// Two classes with scripts that keep globals, tables and fields of entity, and share
// the globals: saved in the middle and loaded into another game, both go on alike.
func TestSavedScriptsGoOn(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"s.yaml": `
world: { width: 40, height: 40 }
lua: [lib.lua]
bots:
  - { id: a, name: A, count: 8, speedMps: 2, behavior: { file: a.xml } }
  - { id: b, name: B, count: 5, speedMps: 3, behavior: { file: b.xml } }
`,
		"lib.lua": `
board = { visits = {} }
function board:visit(who)
	self.visits[who.id] = (self.visits[who.id] or 0) + 1
	self.last = who
end
function entity:Moody() return (self.mood or 0) % 3 == 0 end
`,
		"a.xml": `<BehaviorTree><Root><Loop><Sequence>
<ExecuteLua code="board:visit(entity) entity.mood = (entity.mood or entity.id) + math.random(3)"/>
<Selector><LuaGate code="return entity:Moody()"><Wander/></LuaGate><Wait duration="0.3" variation="0.2"/></Selector>
</Sequence></Loop></Root></BehaviorTree>`,
		"b.xml": `<BehaviorTree><Root><Loop><Sequence>
<LuaWrapper onEnter="entity.since = board.visits[board.last and board.last.id or 1]" onExit="count = (count or 0) + (entity.since or 0)"><Wait duration="0.1"/></LuaWrapper>
<Selector><AssertLua code="return (count or 0) % 2 == 0"/><Wander/></Selector>
</Sequence></Loop></Root></BehaviorTree>`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	play := func(workers int) *session.Session {
		s, err := scenes.Load(filepath.Join(dir, "s.yaml"), scenes.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s.Setup.Workers = workers
		p, err := session.New(s, session.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	one, two, three := play(1), play(4), play(1)
	start, err := one.Game().SaveTrees()
	if err != nil {
		t.Fatal(err)
	}
	stepAll(200, one, two, three)
	saved, err := one.Game().SaveTrees()
	if err != nil {
		t.Fatal(err)
	}
	for _, saves := range [][][]byte{start, saved} {
		if err := two.Game().LoadTrees(saves); err != nil {
			t.Fatal(err)
		}
	}
	if err := three.Game().LoadTrees(start); err != nil {
		t.Fatal(err)
	}
	if one.Digest() != two.Digest() {
		t.Error("another digest right after the load")
	}
	stepAll(200, one, two, three)
	if one.Digest() != two.Digest() {
		t.Error("another game after what scripts keep was loaded")
	}
	if one.Digest() == three.Digest() {
		t.Error("the same game with scripts that forgot: the test shows nothing")
	}
}
