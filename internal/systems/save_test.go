package systems_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

func stepAll(n int, games ...*live.Session) {
	for range n {
		for _, s := range games {
			s.Step()
		}
	}
}

// What trees remember in the middle of a game, saved and loaded, makes the game
// go on bit for bit; what they remembered at its start does not.
func TestSavedTreesGoOn(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: plays on from many saves")
	}
	t.Parallel()
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
	goOn(t, map[string]string{
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
	})
}

// The same of goal pipes that scripts made by calls, in the middle of a goal, of one that is
// still being made, and of orders that stand.
func TestSavedPipesGoOn(t *testing.T) {
	goOn(t, map[string]string{
		"s.yaml": `
vocabularies: [mbt]
world: { width: 40, height: 40 }
lua: [lib.lua, pipes.xml]
places: [{ id: p, at: [20, 20], radius: 1 }, { id: q, at: [5, 30], radius: 1 }]
bots:
  - { id: a, name: A, count: 8, speedMps: 2, behavior: { file: a.xml } }
  - { id: b, name: B, count: 5, speedMps: 3, behavior: { file: b.xml } }
  - { id: c, name: C, count: 6, speedMps: 3, behavior: { file: c.xml } }
  - { id: d, name: D, count: 6, speedMps: 3, behavior: { file: d.xml } }
`,
		"pipes.xml": `<GoalPipes><GoalPipe name="Round"><Loop><If IF_RANDOM="0.5"><Locate name="p"/><Else/><Locate name="q"/></If><Approach distance="2"/>
<SubGoalPipe name="Rest"/></Loop></GoalPipe>
<GoalPipe name="Rest"><Timeout intervalMin="0.2" intervalMax="1" blocking="false"/><Wait/><Script code="rests = (rests or 0) + 1"/></GoalPipe></GoalPipes>`,
		"c.xml": `<BehaviorTree><Root><Loop><Sequence><GoalPipe><Locate name="q"/><Speed id="Walk"/><Timeout interval="1" blocking="false"/><Approach distance="4"/>
<Script code="entity.went = (entity.went or 0) + 1"/><Timeout intervalMin="0.1" intervalMax="0.7"/></GoalPipe><Wander/><Wait duration="0.5" variation="1"/></Sequence></Loop></Root></BehaviorTree>`,
		"d.xml": `<BehaviorTree><Root><Loop><Sequence><ExecuteLua code="entity:SelectPipe(0, 'Round')"/><Wait duration="1" variation="2"/>
<ExecuteLua code="entity:InsertSubpipe(0, 'Rest')"/><Wait duration="1"/></Sequence></Loop></Root></BehaviorTree>`,
		"lib.lua": `
AI.BeginGoalPipe("Go")
AI.PushGoal("timeout", 0, 0.3, 2)
AI.PushGoal("locate", 1, "p")
AI.PushGoal("approach", 1, 3)
AI.PushGoal("signal", 1, 1, "There", SIGNALFILTER_GROUPONLY)
AI.PushGoal("waitsignal", 1, "There", 1)
AI.EndGoalPipe()
`,
		"a.xml": `<BehaviorTree><Root><Loop><Sequence><GoalPipe name="Go"/><Wander/><Wait duration="0.5" variation="1"/></Sequence></Loop></Root></BehaviorTree>`,
		"b.xml": `<BehaviorTree><Root><Loop><Sequence>
<ExecuteLua code="made = (made or 0) + 1 if not GoalPipes[0] then AI.BeginGoalPipe('Own') AI.PushGoal('locate', 1, made % 2 == 0 and 'p' or 'q') else AI.PushGoal('approach', 1, 2) AI.EndGoalPipe() end"/>
<Selector><LuaGate code="return not GoalPipes[0]"><GoalPipe name="Own"/></LuaGate><Wait duration="0.4"/></Selector>
</Sequence></Loop></Root></BehaviorTree>`,
	})
}

// The same of trees of Drag[en]gine whose actions and conditions are scripts that keep
// globals, bots and their fields, functions and triggers of the scene.
func TestSavedBlocksGoOn(t *testing.T) {
	goOn(t, map[string]string{
		"s.yaml": `
world: { width: 40, height: 40 }
lua: [lib.lua]
actions:
  ring: { kind: trigger, trigger: bell }
  hush: { kind: trigger, trigger: bell, do: reset }
conditions: { rang: { kind: trigger, trigger: bell } }
bots:
  - { id: a, name: A, count: 8, speedMps: 2, behavior: { file: a.debt } }
  - { id: b, name: B, count: 5, speedMps: 3, behavior: { file: b.debt } }
`,
		"lib.lua": `
seen, turns = {}, 0
local sum = 0
function tally(by) sum = (sum + by) % 1000 return sum end
function actions.turn(bot, p)
	if bot.first then bot.left = tonumber(p.steps) + math.random(3) end
	bot.left = bot.left - 1
	turns = turns + 1
	table.insert(seen, bot)
	if #seen > 5 then table.remove(seen, 1) end
	bot:head(math.cos(tally(bot.id)), math.sin(turns))
	return bot.left > 0 and 'running'
end
conditions.odd = function(bot) return (turns + bot.id) % 2 == 1 end
function conditions.known(bot)
	for _, other in ipairs(seen) do if other == bot then return true end end
	return false
end
`,
		"a.debt": `<behaviorTree><choice id='r'>
<action name='ring'><condition>odd</condition><condition>known</condition></action>
<action id='.a' name='turn'><parameter name='steps'>3</parameter></action><action name='wander'/></choice></behaviorTree>`,
		"b.debt": `<behaviorTree><choice id='r'>
<action name='hush'><condition>rang</condition><condition>odd</condition></action>
<action id='.b' name='turn'><parameter name='steps'>1</parameter><condition>rang</condition></action><action name='wander'/></choice></behaviorTree>`,
	})
}

// goOn plays a scene on one and on four workers, and loads what trees remember into
// another game.
func goOn(t *testing.T, files map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	play := func(workers int) *live.Session {
		s, err := scenes.Load(filepath.Join(dir, "s.yaml"), scenes.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s.Setup.Workers = workers
		p, err := live.New(s, live.Options{})
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

// Parts that nobody knows, and parts that are there twice, are refused, always in the same
// words.
func TestSavesOfOtherPartsAreRefused(t *testing.T) {
	t.Parallel()
	s := shipped(t, "tag", 0, 1)
	parts, err := s.Game().Save(s.Scene().Programs())
	if err != nil {
		t.Fatal(err)
	}
	refused := func(want string, parts ...systems.Saved) {
		t.Helper()
		for range 20 {
			other := shipped(t, "tag", 0, 1).Scene()
			_, err := systems.Restore(&other.Setup, other.Programs(), parts)
			if err == nil || err.Error() != want {
				t.Fatalf("error %v, wanted %s", err, want)
			}
		}
	}
	refused(`a part "ape", which nothing here has`, append(slices.Clone(parts), systems.Saved{Name: "zebra"}, systems.Saved{Name: "ape"}, systems.Saved{Name: "cow"})...)
	refused(`two parts "roster"`, append(slices.Clone(parts), parts[0])...)
	refused(`no part "roster"`, parts[1:]...)
}
