package mbt_test

import (
	"strings"
	"testing"
)

// The operations that stand in a node are its pipe: no Lua of the scene is needed.
func TestOperationsInANode(t *testing.T) {
	for operations, want := range map[string]struct {
		ticks int
		is    string
	}{
		`<Timeout interval="1"/>`: {11, "done"},
		`<Timeout interval="2" blocking="false"/><Timeout interval="1"/>`:                                                            {21, "done"},
		`<Timeout interval="1" blocking="false"/><Wait/><Timeout interval="0.5"/>`:                                                   {16, "done"},
		`<Timeout intervalMin="1" intervalMax="1"/>`:                                                                                 {11, "done"},
		`<Locate name="none"/><If IF_LASTOP_SUCCEED=""><Timeout interval="1"/></If>`:                                                 {1, "done"},
		`<Locate name="home"/><If IF_LASTOP_SUCCEED=""><Timeout interval="1"/></If>`:                                                 {11, "done"},
		`<Locate name="none"/><If not_IF_LASTOP_SUCCEED="" IF_RANDOM="1"><Timeout interval="1"/><Else/><Timeout interval="3"/></If>`: {11, "done"},
		`<IfOr IF_RANDOM="0" IF_LASTOP_FAILED=""><Timeout interval="1"/><Else/><Timeout interval="3"/></IfOr>`:                       {31, "done"},
		`<If IF_SEES_TARGET=""><Timeout interval="1"/></If>`:                                                                         {11, "done"},
		`<If IF_TARGET_DIST_LESS="10"><Timeout interval="1"/></If>`:                                                                  {1, "done"},
		`<Loop><Timeout interval="1"/></Loop>`:                                                                                       {40, ""},
		`<FireCmd mode="Burst" timeout="2"/>`:                                                                                        {21, "done"},
		`<Communicate name="Hi"/>`:                                                                                                   {1, "done"},
		`<Communicate name="Hi" waitUntilFinished="1"/>`:                                                                             {21, "done"},
		`<Animation name="crouch"/>`:                                                                                                 {16, "done"},
		`<Animation name="crouch" mode="Action"/>`:                                                                                   {1, "done"},
		`<Script code="entity.x = 1"/><Stance id="Crouch"/><LookAt useLastOp="1"/>`:                                                  {1, "done"},
		`<WaitSignal name="Never" timeout="1"/>`:                                                                                     {11, "done"},
		`<Strafe distance="1"/>`:                                                                                                     {1, "done"},
		`<TacticalPos name="SDKGrunt_TargetPositionOnNavMesh" register="RefPoint"/>`:                                                 {1, "done"},
	} {
		p := stage{tree: went("<GoalPipe>" + operations + "</GoalPipe>")}.open(t)
		if ticks, is := p.until(40); is != want.is || ticks < want.ticks || ticks > want.ticks+1 || len(p.faults) > 0 {
			t.Errorf("%s: %q after %d ticks, wanted %q after %d; %v", operations, is, ticks, want.is, want.ticks, p.faults)
		}
	}
}

// Ways of goals lead where operations said.
func TestWaysOfGoals(t *testing.T) {
	for operations, at := range map[string][2]float32{
		`<Speed id="Run"/><Locate name="home"/><Approach distance="2"/>`: {6.4, 6.4},
		`<Stick locateName="home" distance="0"/>`:                        {5, 5},
		`<Pathfind name="home"/><Approach/>`:                             {5, 5},
		`<Run speed="2"/><Locate name="home"/><Stick duration="9"/>`:     {5, 5},
	} {
		p := stage{tree: went("<GoalPipe>" + operations + "</GoalPipe>")}.open(t)
		p.Put(one, 9, 9, -1, 0)
		if _, is := p.until(120); is != "done" {
			t.Errorf("%s: %q", operations, is)
		}
		p.at(one, at[0], at[1], 0.5)
	}
	p := stage{tree: went(`<GoalPipe><TacticalPos name="CoverFromTarget" register="Cover"/><If IF_LASTOP_SUCCEED=""><Hide/></If></GoalPipe>` +
		`<AssertLua code="return AI.IsInCover(entity.id)"/>`), covers: `{ id: spot, at: [24, 60], radius: 1, tags: [cover] },`, walls: "{ rect: [26, 56, 2, 8] }"}.open(t)
	if _, is := p.until(120); is != "done" {
		t.Errorf("it takes no cover: %q %v", is, p.faults)
	}
	p.at(one, 24, 60, 0.6)
}

// A file of goal pipes stands among the scene's files of Lua; its pipes run others, by name.
func TestFilesOfPipes(t *testing.T) {
	p := stage{tree: went(`<GoalPipe name="Outer"/>`), more: "lua: [pipes.xml, stage.lua]", lua: `function GoalPipes.Two(entity, seconds) return seconds >= 0.5 end`,
		files: map[string]string{"pipes.xml": "<GoalPipes>\n<GoalPipe name='Outer'><Timeout interval='0.5'/><SubGoalPipe name='Inner'/>\n<Strafe/><SubGoalPipe name='Two'/></GoalPipe>\n" +
			"<GoalPipe name='Inner'><Timeout interval='1'/><SubGoalPipe name='None'/></GoalPipe></GoalPipes>"}}.open(t)
	notices := p.Session.Scene().Notices
	if len(notices) != 1 || !strings.Contains(notices[0].Error(), "pipes.xml:3:1: the goal operation Strafe has no counterpart here") {
		t.Errorf("notices %v", notices)
	}
	p.ends("done", 20, 24)
	p.warns(`no goal pipe "None"`)
	p = stage{tree: went(`<GoalPipe name="Again"/>`), more: "lua: [pipes.xml]", files: map[string]string{"pipes.xml": `<GoalPipes><GoalPipe name="Again"><SubGoalPipe name="Again"/></GoalPipe></GoalPipes>`}}.open(t)
	p.Steps(3)
	p.warns("more than 16 goal pipes within each other")
}

// A script selects a pipe that runs beside the tree, and inserts others into one that runs.
func TestSelectedPipes(t *testing.T) {
	pipes := "<GoalPipes><GoalPipe name='Go'><Locate name='home'/><Approach distance='0'/><Signal name='There'/></GoalPipe><GoalPipe name='Tick'><Timeout interval='0.5'/><Signal name='Ticked'/></GoalPipe></GoalPipes>"
	files := map[string]string{"pipes.xml": pipes}
	const listens = `<Timestamps><Timestamp name="T" setOnEvent="There"/><Timestamp name="U" setOnEvent="Ticked"/></Timestamps>`
	open := func(code string) *staged {
		s := stage{tree: `<Sequence><ExecuteLua code="` + code + `"/><Halt/></Sequence>`, blocks: listens, more: "lua: [pipes.xml]", files: files}
		p := s.open(t).listen(one)
		p.Put(one, 9, 5, -1, 0)
		return p
	}
	p := open(`entity:SelectPipe(AIGOALPIPE_RUN_ONCE, 'Go')`)
	if p.Steps(40); p.tick["There"] == 0 {
		t.Errorf("a selected pipe does not run: %v", p.faults)
	}
	p.at(one, 5, 5, 0.4)
	count := func(p *staged, name string) (n int) {
		for _, h := range p.heard {
			if h == name {
				n++
			}
		}
		return n
	}
	p = open(`entity:SelectPipe(AIGOALPIPE_LOOP, 'Tick')`)
	if p.Steps(40); count(p, "Ticked") < 5 {
		t.Errorf("%d rounds of a pipe that loops", count(p, "Ticked"))
	}
	p = open(`entity:SelectPipe(AIGOALPIPE_RUN_ONCE, 'Go') entity:InsertSubpipe(0, 'Tick')`)
	p.Steps(60)
	if a, b := p.tick["Ticked"], p.tick["There"]; count(p, "Ticked") != 1 || count(p, "There") != 1 || a > b {
		t.Errorf("an inserted pipe ends in tick %d, the other in %d", a, b)
	}
	p = stage{tree: `<Sequence><ExecuteLua code="entity:SelectPipe(AIGOALPIPE_RUN_ONCE, 'Own')"/><Wait duration="2"/><GoalPipe name="Own"><Signal name="There"/></GoalPipe><Halt/></Sequence>`, blocks: listens}.open(t).listen(one)
	if p.Steps(10); count(p, "There") != 1 {
		t.Errorf("a pipe that stands in a node is not found by its name: %v", p.faults)
	}
	p = open(`entity:SelectPipe(0, 'None')`)
	p.Steps(2)
	p.warns("SelectPipe: no goal pipe None")
	p = stage{tree: `<Sequence><ExecuteLua code="entity:SelectPipe(0, 'Tick')"/><GoalPipe><Timeout interval="9"/></GoalPipe></Sequence>`, blocks: listens, more: "lua: [pipes.xml]", files: files}.open(t).listen(one)
	if p.Steps(40); count(p, "Ticked") > 0 {
		t.Error("a node GoalPipe leaves the selected pipe as it is")
	}
}
