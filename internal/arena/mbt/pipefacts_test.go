package mbt_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/dialect/mbt"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// pipe is a stage whose first bot runs goal operations once and notes that they are over.
func pipe(operations string) stage {
	return stage{tree: went("<GoalPipe>" + operations + "</GoalPipe>"), blocks: hearing}
}

// gone returns a stage of operations once they are over, at most so many ticks later; the bot begins
// at a point.
func gone(t *testing.T, operations string, x, y float32, ticks int) *staged {
	t.Helper()
	p := pipe(operations).open(t)
	p.Put(one, x, y, 1, 0)
	if _, is := p.until(ticks); is != "done" || len(p.faults) > 0 {
		t.Errorf("%s: %q after %d ticks; %q", operations, is, ticks, p.faults)
	}
	return p
}

// lasts wants operations that are over after so many ticks.
func lasts(t *testing.T, operations string, ticks int) {
	t.Helper()
	pipe(operations).open(t).ends("done", ticks, ticks+1)
}

// branches wants a condition to hold or not: what it guards takes a second.
func branches(t *testing.T, s stage, before, condition string, holds bool) {
	t.Helper()
	s.tree = went("<GoalPipe>" + before + "<If " + condition + "><Timeout interval='1'/><Else/><Timeout interval='3'/></If></GoalPipe>")
	ticks, _ := s.open(t).until(99)
	if is := ticks < 25; is != holds {
		t.Errorf("%s: %v after %d ticks, wanted %v", condition, is, ticks, holds)
	}
}

// target says how well the first bot knows of one, as scripts do.
const target = `<AssertLua code="return AI.GetAttentionTargetType(entity.id) == `

// forgets wants an operation that makes the first bot forget whom it saw and sees no more.
func forgets(t *testing.T, operation string) {
	t.Helper()
	p := stage{tree: `<Sequence><WaitForEvent name="Now"/><GoalPipe>` + operation + `</GoalPipe>` + target + `AITARGET_NONE"/>` + note + `</Sequence>`}.open(t)
	p.Steps(5).Put(two, 99, 99, 1, 0).Steps(5).send(one, "Now")
	p.ends("done", 1, 4)
}

// operationFacts hold what each goal operation does.
var operationFacts = map[string]func(*testing.T){
	"Animation": func(t *testing.T) {
		p := pipe(`<Animation name="ZZ_sit_down"/>`).open(t)
		if got := p.Steps(2).Bot(one).Pose; got != "sit" {
			t.Errorf("pose %q", got)
		}
		p.ends("done", 12, 15) // a signal lasts as long as it is played, an action until it has begun
		lasts(t, `<Animation name="ZZ_sit_down" mode="Action"/>`, 1)
	},
	"Approach": func(t *testing.T) {
		gone(t, `<Locate name="home"/><Approach/>`, 9, 5, 40).at(one, 5, 5, 0.3)
		gone(t, `<Locate name="home"/><Approach distance="3"/>`, 15, 5, 60).at(one, 8, 5, 0.6)
		gone(t, `<Approach distance="10"/>`, 20, 50, 60).at(one, 30, 50, 0.6) // to its target
	},
	"BodyPos": func(t *testing.T) {
		if got := gone(t, `<BodyPos id="Crouch"/>`, 20, 50, 2).Bot(one).Pose; got != "crouch" {
			t.Errorf("pose %q", got)
		}
	},
	"Clear": func(t *testing.T) { forgets(t, `<Clear/>`) },
	"Communicate": func(t *testing.T) {
		if p := pipe(`<Communicate name="Hello"/><Timeout interval="1"/>`).open(t).Steps(2); p.Bot(one).Speech != "Hello" {
			t.Errorf("it says %q", p.Bot(one).Speech)
		}
		lasts(t, `<Communicate name="Hello" waitUntilFinished="1"/>`, 21)
		// A second line, while it says the first, is one that failed.
		lasts(t, `<Communicate name="A"/><Timeout interval="0.5"/><Communicate name="B"/><If IF_LASTOP_FAILED=""><Timeout interval="1"/></If>`, 16)
	},
	"Devalue": func(t *testing.T) { forgets(t, `<Devalue/>`) },
	"FireCmd": func(t *testing.T) {
		// The order stands, also beside and behind the pipe; with a time it ends, as does the operation.
		if p := gone(t, `<FireCmd mode="Burst"/>`, 20, 50, 3); p.Steps(20).Events("damaged") < 3 {
			t.Errorf("%d hits", p.Events("damaged"))
		}
		p := gone(t, `<FireCmd mode="Burst" timeout="1"/>`, 20, 50, 12)
		hits := p.Events("damaged")
		if p.Steps(20); hits == 0 || p.Events("damaged") > hits+1 {
			t.Errorf("%d hits, and then %d", hits, p.Events("damaged")-hits)
		}
		lasts(t, `<FireCmd mode="Burst" timeoutMin="1" timeoutMax="1"/>`, 11)
	},
	"Hide": func(t *testing.T) {
		covered := stage{covers: `{ id: spot, at: [24, 60], radius: 1, tags: [cover] },`, walls: "{ rect: [26, 56, 2, 8] }"}
		covered.tree = went(`<GoalPipe><TacticalPos name="CoverFromTarget"/><Hide/></GoalPipe><AssertLua code="return AI.IsInCover(entity.id)"/>`)
		p := covered.open(t)
		p.ends("done", 5, 80)
		p.at(one, 24, 60, 0.6)
		lasts(t, `<Hide/><If IF_LASTOP_FAILED=""><Timeout interval="1"/></If>`, 11) // no cover was registered
		p = stage{tree: went(`<ExecuteLua code="AI.SetRefPointPosition(entity.id, { x = 24, y = 44 })"/><GoalPipe><Hide register="RefPoint"/></GoalPipe>`)}.open(t)
		p.ends("done", 5, 40)
		p.at(one, 24, 44, 0.3)
	},
	"Locate": func(t *testing.T) {
		for name, found := range map[string]bool{"home": true, "cover": true, "atttarget": true, "none": false, "player": false} {
			branches(t, stage{}, `<Locate name="`+name+`"/>`, `IF_LASTOP_SUCCEED=""`, found)
		}
		pipe(`<Locate name="none" warnIfFailed="1"/>`).open(t).Steps(2).warns(`the goal operation locate finds no "none"`)
		if p := pipe(`<Locate name="none"/>`).open(t).Steps(2); len(p.faults) > 0 {
			t.Errorf("%q", p.faults)
		}
	},
	"LookAt": func(t *testing.T) {
		p := gone(t, `<Locate name="home"/><LookAt useLastOp="1"/>`, 20, 5, 40)
		if b := p.Bot(one); b.HX > -0.95 {
			t.Errorf("it heads to (%v, %v)", b.HX, b.HY)
		}
		p.at(one, 20, 5, 0.1)
	},
	"Move": func(t *testing.T) {
		gone(t, `<Move to="Target" stopWithinDistance="8" stance="Crouch"/>`, 20, 50, 60).at(one, 32, 50, 0.6)
		slow, fast := 0, 0
		for speed, n := range map[string]*int{"Walk": &slow, "Sprint": &fast} {
			*n, _ = pipe(`<Move to="Target" speed="` + speed + `" stopWithinDistance="5"/>`).open(t).until(200)
		}
		if slow <= fast {
			t.Errorf("%d ticks at a walk, %d at a sprint", slow, fast)
		}
		lasts(t, `<Clear/><Move to="Cover"/><If IF_LASTOP_FAILED=""><Timeout interval="1"/></If>`, 11)
	},
	"Pathfind": func(t *testing.T) { gone(t, `<Pathfind name="home"/><Approach/>`, 9, 5, 40).at(one, 5, 5, 0.3) },
	"Run":      func(t *testing.T) { faster(t, `<Run speed="0"/>`, `<Run speed="2"/>`) },
	"Script": func(t *testing.T) {
		p := stage{tree: went(`<GoalPipe><Script code="entity.dug = (entity.dug or 0) + 1"/></GoalPipe><AssertLua code="return entity.dug == 1"/>`)}.open(t)
		p.ends("done", 1, 2)
		pipe(`<Script code="nothing()"/>`).open(t).Steps(2).warns("nothing")
	},
	"Signal": func(t *testing.T) {
		for filter, heard := range map[string][2]int{"": {1, 0}, `filter="Sender"`: {1, 0}, `filter="Group"`: {1, 1}, `filter="GroupExcludingSender"`: {0, 1}} {
			p := pipe(`<Signal name="There" ` + filter + `/><Timeout interval="9"/>`)
			if own := p.open(t).listen(one).Steps(4).times("There"); own != heard[0] {
				t.Errorf("%s: it hears it %d times", filter, own)
			}
			if mate := p.open(t).listen(three).Steps(4).times("There"); mate != heard[1] {
				t.Errorf("%s: the other hears it %d times", filter, mate)
			}
		}
	},
	"Speed": func(t *testing.T) { faster(t, `<Speed id="Walk"/>`, `<Speed id="Sprint"/>`) },
	"Stance": func(t *testing.T) {
		if got := gone(t, `<Stance id="Alerted"/>`, 20, 50, 2).Bot(one).Pose; got != "combat" {
			t.Errorf("pose %q", got)
		}
	},
	"Stick": func(t *testing.T) {
		gone(t, `<Stick locateName="home" distance="2"/>`, 12, 5, 40).at(one, 7, 5, 0.6)
		branches(t, stage{}, `<Stick locateName="none"/>`, `IF_LASTOP_FAILED=""`, true)
		p := pipe(`<Stick continuous="1" distance="4"/>`).open(t) // follows its target
		p.Steps(60).at(one, 36, 50, 1)
		p.Put(two, 36, 70, 0, 1).Steps(60).at(one, 36, 66, 1)
		if is := p.State(one, "is"); is != "" {
			t.Errorf("it is over: %s", is)
		}
		lasts(t, `<Locate name="home"/><Stick duration="2"/>`, 21)
	},
	"SubGoalPipe": func(t *testing.T) {
		s := stage{tree: went(`<GoalPipe><SubGoalPipe name="In"/><Timeout interval="1"/></GoalPipe>`), more: "lua: [pipes.xml]"}
		s.files = map[string]string{"pipes.xml": `<GoalPipes><GoalPipe name="In"><Timeout interval="1"/></GoalPipe></GoalPipes>`}
		s.open(t).ends("done", 21, 23)
	},
	"TacticalPos": func(t *testing.T) {
		branches(t, stage{}, `<TacticalPos name="SDKGrunt_TargetPositionOnNavMesh" register="RefPoint"/>`, `IF_LASTOP_SUCCEED=""`, true)
		branches(t, stage{walls: "{ rect: [90, 90, 1, 1] }"}, `<TacticalPos name="CoverFromTarget"/>`, `IF_LASTOP_FAILED=""`, true)
		gone(t, `<TacticalPos name="SDKGrunt_TargetPositionOnNavMesh" register="RefPoint"/><Locate name="refpoint"/><Approach distance="8"/>`, 20, 50, 60).at(one, 32, 50, 1)
	},
	"Timeout": func(t *testing.T) {
		lasts(t, `<Timeout interval="1.5"/>`, 16)
		times := map[int]bool{}
		for draws := range 8 {
			before := strings.Repeat(`<If IF_RANDOM="1"/>`, draws)
			ticks, is := pipe(before + `<Timeout intervalMin="0.5" intervalMax="3"/>`).open(t).until(60)
			if times[ticks] = true; is != "done" || ticks < 5 || ticks > 32 {
				t.Errorf("%q after %d ticks", is, ticks)
			}
		}
		if len(times) < 3 {
			t.Errorf("times %v, wanted different ones", times)
		}
	},
	"Wait": func(t *testing.T) {
		lasts(t, `<Timeout interval="1" blocking="false"/><Wait/><Timeout interval="1"/>`, 21)
	},
	"WaitSignal": func(t *testing.T) {
		p := pipe(`<WaitSignal name="There"/>`).open(t)
		p.ends("runs", 0, 20)
		p.send(one, "There")
		p.ends("done", 1, 3)
		lasts(t, `<WaitSignal name="There" timeout="1"/>`, 11)
	},
}

// faster wants what the second operation says to be faster than what the first one says.
func faster(t *testing.T, slow, fast string) {
	t.Helper()
	var ticks [2]int
	for i, op := range [...]string{slow, fast} {
		ticks[i], _ = pipe(op + `<Approach distance="5"/>`).open(t).until(200)
	}
	if ticks[1]+5 > ticks[0] || ticks[0] == 200 {
		t.Errorf("%s %d ticks, %s %d", slow, ticks[0], fast, ticks[1])
	}
}

// hidden is a stage in whose first bot is in its cover.
var hidden = stage{covers: `{ id: spot, at: [24, 60], radius: 1, tags: [cover] },`, walls: "{ rect: [26, 56, 2, 8] }"}

// conditionFacts hold when each condition of a goal pipe holds.
var conditionFacts = map[string]func(*testing.T){
	"IF_LASTOP_SUCCEED": func(t *testing.T) {
		branches(t, stage{}, `<Locate name="home"/>`, `IF_LASTOP_SUCCEED=""`, true)
		branches(t, stage{}, `<Locate name="none"/>`, `IF_LASTOP_SUCCEED=""`, false)
		// What can only be done leaves the last result as it is.
		branches(t, stage{}, `<Locate name="none"/><Timeout interval="0.1"/><Stance id="Stand"/><Signal name="x"/>`, `IF_LASTOP_SUCCEED=""`, false)
		branches(t, stage{}, ``, `IF_LASTOP_SUCCEED=""`, true)
	},
	"IF_LASTOP_FAILED": func(t *testing.T) {
		branches(t, stage{}, `<Locate name="none"/>`, `IF_LASTOP_FAILED=""`, true)
		branches(t, stage{}, `<Locate name="none"/><Locate name="home"/>`, `IF_LASTOP_FAILED=""`, false)
	},
	"IF_RANDOM": func(t *testing.T) {
		branches(t, stage{}, ``, `IF_RANDOM="1"`, true)
		branches(t, stage{}, ``, `IF_RANDOM="0"`, false)
	},
	"IF_CHANCE": func(t *testing.T) {
		branches(t, stage{}, ``, `IF_CHANCE="1"`, true)
		branches(t, stage{}, ``, `IF_CHANCE="0"`, false)
	},
	"IF_SEES_TARGET": func(t *testing.T) {
		branches(t, stage{}, `<Timeout interval="0.3"/>`, `IF_SEES_TARGET=""`, true)
		branches(t, stage{walls: "{ rect: [30, 10, 2, 80] }"}, `<Timeout interval="0.3"/>`, `IF_SEES_TARGET=""`, false)
	},
	"IF_NO_ENEMY_TARGET": func(t *testing.T) {
		branches(t, stage{}, `<Timeout interval="0.3"/>`, `IF_NO_ENEMY_TARGET=""`, false)
		branches(t, stage{walls: "{ rect: [30, 10, 2, 80] }"}, `<Timeout interval="0.3"/>`, `IF_NO_ENEMY_TARGET=""`, true)
	},
	"IF_TARGET_DIST_LESS": func(t *testing.T) {
		branches(t, stage{}, `<Timeout interval="0.3"/>`, `IF_TARGET_DIST_LESS="21"`, true)
		branches(t, stage{}, `<Timeout interval="0.3"/>`, `IF_TARGET_DIST_LESS="19"`, false)
	},
	"IF_TARGET_DIST_GREATER": func(t *testing.T) {
		branches(t, stage{}, `<Timeout interval="0.3"/>`, `IF_TARGET_DIST_GREATER="19"`, true)
		branches(t, stage{}, `<Timeout interval="0.3"/>`, `IF_TARGET_DIST_GREATER="21"`, false)
	},
	"IF_IS_HIDDEN": func(t *testing.T) {
		branches(t, hidden, `<Timeout interval="0.3"/>`, `IF_IS_HIDDEN=""`, false)
		p := hidden
		p.tree = went(`<GoalPipe><TacticalPos name="CoverFromTarget"/><Hide/><If IF_IS_HIDDEN=""><Signal name="There"/></If></GoalPipe>`)
		p.blocks = hearing
		if s := p.open(t).listen(one); s.Steps(90).times("There") != 1 {
			t.Error("in its cover it is not hidden")
		}
	},
	"IF_CAN_SHOOT_TARGET": func(t *testing.T) {
		branches(t, stage{}, `<Timeout interval="0.3"/>`, `IF_CAN_SHOOT_TARGET=""`, true)
		branches(t, stage{walls: "{ rect: [30, 10, 2, 80] }"}, `<Timeout interval="0.3"/>`, `IF_CAN_SHOOT_TARGET=""`, false)
	},
	"IF_COVER_COMPROMISED": func(t *testing.T) {
		p := hidden
		p.blocks = hearing
		p.tree = went(`<GoalPipe><TacticalPos name="CoverFromTarget"/><Hide/><Loop><If IF_COVER_COMPROMISED=""><Signal name="There"/></If></Loop></GoalPipe>`)
		for moved, want := range map[bool]int{false: 0, true: 1} {
			s := p.open(t).listen(one)
			s.Steps(80)
			if moved {
				s.Put(two, 10, 62, 1, 0)
			}
			if s.Steps(9).times("There") != want {
				t.Errorf("with its foe behind it (%v) it signals %d times", moved, s.times("There"))
			}
		}
	},
}

// Each operation and condition that has a meaning has a test of it.
func TestGoalOperations(t *testing.T) {
	t.Parallel()
	var operations, conditions []string
	for _, w := range mbt.Words() {
		switch {
		case w.Role != words.Part || !slices.Contains(w.In, "GoalPipe"):
		case w.Name == "If":
			for _, p := range w.Params {
				if !strings.HasPrefix(p.Name, "not_") {
					conditions = append(conditions, p.Name)
				}
			}
		case !slices.Contains([]string{"IfAnd", "IfOr", "Loop", "Group"}, w.Name):
			operations = append(operations, w.Name)
		}
	}
	for what, of := range map[string]struct {
		facts map[string]func(*testing.T)
		names []string
	}{"operations": {operationFacts, operations}, "conditions": {conditionFacts, conditions}} {
		slices.Sort(of.names)
		if held := slices.Sorted(maps.Keys(of.facts)); !slices.Equal(held, of.names) {
			t.Errorf("%s with a test: %q, wanted %q", what, held, of.names)
		}
		for name, hold := range of.facts {
			t.Run(name, hold)
		}
	}
}

// What stands around operations: halves, loops and groups.
func TestWhatGroupsGoals(t *testing.T) {
	t.Parallel()
	lasts(t, `<If IF_RANDOM="1" IF_LASTOP_FAILED=""><Timeout interval="1"/><Else/><Timeout interval="2"/></If>`, 21)
	lasts(t, `<IfAnd IF_RANDOM="1" IF_LASTOP_SUCCEED=""><Timeout interval="1"/><Else/><Timeout interval="2"/></IfAnd>`, 11)
	lasts(t, `<IfOr IF_RANDOM="1" IF_LASTOP_FAILED=""><Timeout interval="1"/><Else/><Timeout interval="2"/></IfOr>`, 11)
	lasts(t, `<If not_IF_RANDOM="1"><Timeout interval="1"/></If>`, 1)
	lasts(t, `<if if_random="0"><timeout INTERVAL="1"/></if><TIMEOUT interval="2" BLOCKING="False"/>`, 21) // whatever the case of letters
	p := pipe(`<Loop><Signal name="There"/><Timeout interval="0.5"/></Loop>`).open(t).listen(one)
	if p.Steps(40); p.times("There") < 5 || p.State(one, "is") != "" {
		t.Errorf("%d rounds, and then %s", p.times("There"), p.State(one, "is"))
	}
	// A pipe that another one interrupts in a group begins the group anew, and otherwise the goal at
	// which it was.
	for group, want := range map[string]int{`<Group>%</Group>`: 2, `%`: 1} {
		s := stage{blocks: hearing, more: lib, lua: `function GoalPipes.Brief(entity, seconds) return seconds >= 0.3 end`}
		s.tree = `<Parallel><GoalPipe>` + strings.Replace(group, "%", `<Signal name="There"/><Timeout interval="2"/>`, 1) + `</GoalPipe>` +
			`<Sequence><Wait duration="1"/><ExecuteLua code="entity:InsertSubpipe(0, 'Brief')"/><Halt/></Sequence></Parallel>`
		if n := s.open(t).listen(one).Steps(40).times("There"); n != want {
			t.Errorf("%s: %d signals, wanted %d", group, n, want)
		}
	}
}
