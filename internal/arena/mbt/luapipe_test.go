package mbt_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/scenes"
)

// lib is the key of a scene for the file of a stage.
const lib = "lua: [stage.lua]"

// A pipe that is made by calls runs its goals in order: it waits for some, and others go on
// beside the next.
func TestGoalPipesByCall(t *testing.T) {
	p := stage{
		tree: went(`<GoalPipe name="Fetch"/>`), more: lib, covers: at24, blocks: `<Timestamps><Timestamp name="T" setOnEvent="Going"/></Timestamps>`,
		lua: `
AI.BeginGoalPipe("Fetch")
AI.PushGoal("timeout", 1, 0.5)
AI.PushGoal("signal", 1, 1, "Going", SIGNALFILTER_SENDER)
AI.PushGoal("locate", 0, "refpoint")
AI.PushGoal("run", 0, 0)
AI.PushGoal("firecmd", 0, FIREMODE_BURST)
AI.PushGoal("approach", 1, 0.5)
AI.PushGoal("firecmd", 0, FIREMODE_OFF)
AI.PushGoal("waitsignal", 1, "Come")
AI.EndGoalPipe()
`,
	}.open(t)
	p.send(one, "Come") // before the pipe begins
	p.listen(one).Steps(4)
	if p.tick["Going"] != 0 {
		t.Error("it does not wait for the first goal")
	}
	if p.Steps(4); p.tick["Going"] == 0 {
		t.Error("the second goal is not run")
	}
	p.Steps(40)
	p.at(one, 23.5, 50, 0.3)
	if p.Events("damaged") == 0 {
		t.Error("it does not fire on its way")
	}
	if is := p.State(one, "is"); is != "" {
		t.Errorf("it is over before the signal: %s", is)
	}
	p.send(one, "Come")
	p.ends("done", 1, 2)
}

// Goals are pushed to a pipe by its name, too; what is not there is told where it stands.
func TestGoalsThatAreNotThere(t *testing.T) {
	p := stage{tree: went(`<GoalPipe name="Old"/>`), more: lib, lua: `AI.CreateGoalPipe("Old")
AI.PushGoal("Old", "timeout", 1, 0.2)
AI.PushGoal("Old", "seekcover", 1, 10)
`}.open(t)
	notices := p.Session.Scene().Notices
	if len(notices) != 1 || !strings.Contains(notices[0].Error(), "stage.lua:3:1: the goal operation seekcover has no counterpart here, and is left out; there are animation, approach, bodypos, branch, clear") {
		t.Errorf("notices %v", notices)
	}
	p.ends("done", 3, 5)
	stage{tree: went(`<GoalPipe name="None"/>`), more: lib}.open(t).Steps(2).warns(`no goal pipe "None"`)
}

// Move leads to where the last goal operation led.
func TestMoveToLastOp(t *testing.T) {
	p := stage{tree: went(`<GoalPipe name="Find"/><Move to="LastOp" speed="Run"/>`), more: lib, lua: `AI.BeginGoalPipe("Find")
AI.PushGoal("locate", 1, "home")
AI.EndGoalPipe()`}.open(t)
	p.Put(one, 9, 5, -1, 0)
	p.ends("done", 5, 30)
	p.at(one, 5, 5, 0.3)
	stage{tree: went(`<Move to="LastOp" speed="Run"/>`)}.open(t).ends("failed", 1, 2)
}

// Scripts give bots other trees of the scene, and none.
func TestTreesByCall(t *testing.T) {
	p := stage{
		tree: `<Sequence><WaitForEvent name="Go"/><AssertLua code="return AI.StartModularBehaviorTree(entity.id, 'LONE')"/><Halt/></Sequence>`,
		mate: `<Sequence><WaitForEvent name="End"/><ExecuteLua code="AI.StopModularBehaviorTree(1)"/><Halt/></Sequence>`,
		more: "behaviors: { lone: { file: lone.xml } }",
	}.open(t)
	p.Steps(2).send(one, "Go")
	p.Steps(9).State(one, "got")
	if got := p.State(one, "got"); got != `"yes"` {
		t.Errorf("the other tree came to %q", got)
	}
	p.send(three, "End")
	p.Steps(2)
	if program, err := p.Game.Game().Watchers.ProgramOf(one); program != nil {
		t.Errorf("it still has a tree: %v", err)
	}
	wrong := stage{tree: `<Sequence><ExecuteLua code="AI.StartModularBehaviorTree(entity.id, 'Lon')"/><Halt/></Sequence>`, more: "behaviors: { lone: { file: lone.xml } }"}.open(t)
	wrong.Steps(2).warns(`the scene has no tree "Lon"`)
	wrong.warns(`did you mean "lone"?`)
}

// Parameters that an arena has are changed; of one that it has not a note
// tells once.
func TestParametersByCall(t *testing.T) {
	change := func(what string) string { return `<ExecuteLua code="AI.ChangeParameter(entity.id, ` + what + `)"/>` }
	p := stage{tree: `<Sequence>` + change("AIPARAM_ATTACKRANGE, 5") + `<Shoot at="Target" stance="Stand" fireMode="Secondary" duration="99"/></Sequence>`, class: ", weapons: [frag, gun]"}.open(t)
	if p.Put(two, 30, 50, 0, 1).Steps(20); p.Events("damaged") > 0 {
		t.Error("it fires farther than it attacks")
	}
	if p.Put(two, 24, 50, 0, 1).Steps(20); p.Events("damaged") == 0 {
		t.Error("it does not fire")
	}
	p = stage{tree: `<Sequence>` + change("AIPARAM_FORGETTIME_TARGET, 1") + `<Halt/></Sequence>`}.open(t).listen(one)
	p.Steps(5).Put(two, 99, 99, 0, 1).Steps(8).hears("OnNewAttentionTarget OnEnemySeen OnGroupTargetVisual OnNewAttentionTarget OnLostSightOfTarget OnGroupTargetMemory")
	p.Steps(6).hears("OnNoTarget")
	p = stage{tree: `<Loop><Sequence>` + change("AIPARAM_CAMOSCALE, 1") + `<Wait duration="0.2"/></Sequence></Loop>`}.open(t)
	p.Steps(20)
	if len(p.noted) != 1 {
		t.Errorf("notes %q, wanted one", p.noted)
	}
	p.notices("AIPARAM_CAMOSCALE has no counterpart in an arena, and changes nothing")
	p = stage{tree: `<Sequence>` + change("77, 1") + change("AIPARAM_ATTACKRANGE, 'far'") + `<Halt/></Sequence>`}.open(t)
	p.Steps(2).warns("AI.ChangeParameter: found 77, wanted a number such as AIPARAM_ATTACKRANGE")
	p.warns("found far, wanted a number of at least 0")
}

// Queries that files of Lua register are asked as those of the scene, which win.
func TestQueriesByCall(t *testing.T) {
	const register = `AI.RegisterTacticalPointQuery({
	Name = "Near",
	{ Generation = { grid_around_referencePoint = 8 }, Parameters = { density = 8 }, Conditions = { isInNavigationMesh = true, min_distance_to_referencePoint = 7 },
	  Weights = { distance_to_attentionTarget = -1 } },
})`
	p := stage{tree: went(`<QueryTPS name="Near" register="RefPoint"/><Move to="RefPoint" speed="Run"/>`), more: lib, lua: register, covers: at24}.open(t)
	p.ends("done", 10, 60)
	p.at(one, 32, 50, 0.4)
	p = stage{
		tree: went(`<QueryTPS name="Near" register="RefPoint"/><Move to="RefPoint" speed="Run"/>`), lua: register, covers: at24,
		more: lib + "\nqueries: [{ id: Near, options: [{ points: { grid_around_puppet: 0 } }] }]",
	}.open(t)
	p.ends("done", 1, 5)
	stage{tree: `<Sequence><ExecuteLua code="AI.RegisterTacticalPointQuery({ Name = 'Late' })"/><Halt/></Sequence>`}.open(t).Steps(2).warns("queries are registered by files of Lua")
}

// What is wrong with a query of a file is told at the call.
func TestWrongQueriesByCall(t *testing.T) {
	for lua, want := range map[string]string{
		`AI.RegisterTacticalPointQuery({ Name = "Q" })`:                                                                  `lib.lua:2:1: query "Q" has no options`,
		`AI.RegisterTacticalPointQuery({ Name = "Q", { Generation = { grid_around_pupet = 3 } } })`:                      `query "Q", option 1: unknown object "pupet"`,
		`AI.RegisterTacticalPointQuery({ Name = "Q", { Generation = { pointsInDesignerPath = 0 } } })`:                   `wanted a density above 1`,
		`AI.RegisterTacticalPointQuery({ Name = "Q", { Weights = { random = 1 } } })`:                                    `Generation: wanted one entry`,
		`for i = 1, 2 do AI.RegisterTacticalPointQuery({ Name = "Q", { Generation = { grid_around_puppet = 3 } } }) end`: `a second query "Q"`,
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{"lib.lua": "-- queries\n" + lua, "t.xml": `<BehaviorTree><Root><AssertLua code="return true"/></Root></BehaviorTree>`} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		_, err := scenes.Parse(filepath.Join(dir, "s.yaml"), []byte("lua: [lib.lua]\nbots: [{ id: a, name: A, count: 1, behavior: { file: t.xml } }]"), scenes.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", lua, err)
		}
	}
}

// The spot of a flying machine is a point of its own path from where it can fire, and none
// where it has no path.
func TestFiringSpot(t *testing.T) {
	tree := went(`<QueryTPS name="HelicopterFindGoodFiringSpot" register="RefPoint"/><Move to="RefPoint" speed="Run"/>`)
	stage{tree: tree}.open(t).ends("failed", 1, 4)
	p := stage{
		tree: tree, more: "paths: [{ id: round, points: [[10, 20], [90, 20], [90, 80], [10, 80]] }]\n" + lib,
		class: ", weapons: [gun], initialState: { path: round }", walls: "{ rect: [38, 18, 2, 28] }",
	}.open(t)
	// The nearest point that is 15 m from the target is behind the wall, or one of its rays is.
	p.ends("done", 10, 300)
	b := p.Bot(one)
	if b.X < 41 && b.Y < 50 {
		t.Errorf("it is at (%v, %v)", b.X, b.Y)
	}
	if b.Y > 20.5 && b.Y < 79.5 && b.X > 10.5 && b.X < 89.5 {
		t.Errorf("it is at (%v, %v), off its path", b.X, b.Y)
	}
}
