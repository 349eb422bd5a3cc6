package inspect_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/trees"
)

// vocabulary says how trees of a dialect use what only they have.
type vocabulary struct {
	ext               string
	action, condition string            // a tree around a use
	uses              map[string]string // how those are used that need more than their name
	silent            map[string]string // actions that decide nothing, and why not
	allocates         map[string]bool   // while nobody looks, too
	allocating        bool              // all of them do
	unasked           string            // functions whose names begin so are for Thicket's own scripts
	offered           func(t *testing.T) (actions, conditions []string, scene string)
}

// What silent actions are.
const (
	succeeds = "always succeeds, whatever there is"
	goesOn   = "runs for ever, whatever there is"
	asChild  = "answers what its child does"
)

var vocabularies = []vocabulary{
	{
		ext: ".bt", action: "selector { action %s }", condition: "selector { condition ( %s >= 1 ) }",
		uses: map[string]string{
			"roamInRadius": "roamInRadius( E_SELF, 100 )", "follow": "follow( 100 )", "stayHere": "stayHere( 100 )", "moveTo": "moveTo( E_ENEMY )", "changeGoal": "changeGoal( E_ENEMY )",
			"teleport": "teleport( 1, 1, 1 )", "activateUpgrade": "activateUpgrade( UP_MEDKIT )", "deactivateUpgrade": "deactivateUpgrade( UP_MEDKIT )", "buy": "buy( WP_CHAINGUN )",
			"buyPrimary": "buyPrimary( WP_CHAINGUN )", "evolveTo": "evolveTo( PCL_ALIEN_LEVEL1 )", "say": `say( "hi" )`, "moveInDir": "moveInDir( MOVE_FORWARD )",
			"blackboardNoteTransient": "blackboardNoteTransient( 1 )", "cvar": `cvar( "g_skill" )`, "directPathTo": "directPathTo( E_ENEMY )", "distanceTo": "distanceTo( E_ENEMY )",
			"inAttackRange": "inAttackRange( E_ENEMY )", "isVisible": "isVisible( E_ENEMY )", "percentHealth": "percentHealth( E_SELF )", "canEvolveTo": "canEvolveTo( PCL_ALIEN_LEVEL1 )",
			"haveUpgrade": "haveUpgrade( UP_MEDKIT )", "haveWeapon": "haveWeapon( WP_CHAINGUN )", "teamateHasWeapon": "teamateHasWeapon( WP_CHAINGUN )", "momentum": "momentum( TEAM_ALIENS )",
			"numOurBuildings": "numOurBuildings( E_A_OVERMIND )", "blackboardNumTransient": "blackboardNumTransient( 1 )",
		},
		silent: map[string]string{
			"teleport": succeeds, "resetStuckTime": succeeds, "resetMyTimer": succeeds, "say": succeeds, "gesture": succeeds, "blackboardNoteTransient": succeeds,
			"suicide": "the bot is gone before anybody can ask",
		},
	},
	{
		ext: ".debt", action: "<behaviorTree><choice id='r'><action name='%s'>" + ruleParameters + "</action><running/></choice></behaviorTree>",
		condition: "<behaviorTree><choice id='r'><success><condition>%s</condition>" + ruleParameters + "</success><running/></choice></behaviorTree>",
		offered:   readyMade,
		silent:    map[string]string{"globalEvent action": succeeds},
		allocates: map[string]bool{"globalEvent action": true}, // that nobody listens is an error
	},
	{
		ext: ".lua", action: "local B = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)\nfunction B:OnStart()\n" +
			"local inst = self.inst\nlocal function late() return GetTime() > 100 end\nlocal function nobody() end\n" +
			"local Own = Class(BehaviourNode, function(self) BehaviourNode._ctor(self, \"Own\") end)\nfunction Own:Visit() self.status = RUNNING end\n" +
			"self.bt = BT(inst, %s) end\nreturn B",
		uses: map[string]string{
			"ConditionNode": "ConditionNode(late)", "MultiConditionNode": "MultiConditionNode(late, late)", "ConditionWaitNode": "ConditionWaitNode(late)",
			"ActionNode": "ActionNode(late)", "WaitNode": "WaitNode(2)", "Own": "Own()",
			"Approach": "Approach(inst, nobody, 3)", "ChaseAndAttackAndAvoid": "ChaseAndAttackAndAvoid(inst, nobody, 3)", "ChattyNode": `ChattyNode(inst, { "hi" }, WaitNode(2))`,
			"DoAction": "DoAction(inst, nobody)", "FaceEntity": "FaceEntity(inst, nobody, nobody)", "FindClosest": `FindClosest(inst, 5, 3, { "flower" })`,
			"FindFarmPlant": "FindFarmPlant(inst, ACTIONS.PICK, false, nobody)", "FindLight": "FindLight(inst, 5, 3)", "Follow": "Follow(inst, nobody, 1, 2, 3)", "Leash": "Leash(inst, nobody, 5, 3)",
			"LeashAndAvoid": "LeashAndAvoid(inst, nobody, 3, nobody, 5, 3)", "MinPeriod": "MinPeriod(inst, 5, true, WaitNode(2))", "PanicAndAvoid": "PanicAndAvoid(inst, nobody, 3)",
			"RunAway": `RunAway(inst, "wolf", 5, 9)`,
		},
		offered:    behaviours,
		allocating: true, // they run Lua
	},
	{
		ext: ".xml", action: "<BehaviorTree><Root><Loop>%s</Loop></Root></BehaviorTree>",
		condition: "<BehaviorTree><Root><Selector><AssertLua code='return entity:%s() and true'/><Halt/></Selector></Root></BehaviorTree>",
		uses: map[string]string{
			"Move": "Move to='Target' speed='Run'", "Shoot": "Shoot at='Target' stance='Stand' fireMode='Burst' duration='1'", "ShootFromCover": "ShootFromCover duration='1'",
			"ThrowGrenade": "ThrowGrenade timeout='1' type='frag'", "QueryTPS": "QueryTPS name='CoverFromTarget' register='Cover'", "Animate": "Animate name='x'",
			"AnimateFragment": "AnimateFragment name='x'", "AnimationTagWrapper": "AnimationTagWrapper", "Communicate": "Communicate name='hi' channel='c'",
			"IfSquadCount": "IfSquadCount equals='1'", "HoldFormation": "HoldFormation", "KeepTargetAtADistance": "KeepTargetAtADistance distance='3' impulsePower='1'",
			"SmartObjectStatesWrapper": "SmartObjectStatesWrapper onEnter='x'", "SendSquadEvent": "SendSquadEvent name='x'", "LuaBehavior": "LuaBehavior name='x'", "GoalPipe": "GoalPipe name='x'",
		},
		silent: map[string]string{
			"ClearTargets": succeeds, "PullDownThreatLevel": succeeds, "Bubble": succeeds, "Stance": succeeds, "SetAlertness": succeeds, "SendSquadEvent": succeeds,
			"InflateAgentCollisionRadiusUsingPhysicsTrick": goesOn, "AnimationTagWrapper": asChild, "SuppressHitReactions": asChild, "SmartObjectStatesWrapper": asChild,
		},
		allocates: map[string]bool{ // they report faults, or run Lua
			"TurnBody": true, "QueryTPS": true, "Fly": true, "FollowPath": true, "LuaBehavior": true, "GoalPipe": true,
			"GetTargetDistance": true, "GetHealthRatio": true, "GetGroupSize": true,
		},
		unasked: "game.",
	},
}

// over are the nodes that stand over another one.
var over = map[string]bool{"AnimationTagWrapper": true, "SuppressHitReactions": true, "IfSquadCount": true, "HoldFormation": true, "SmartObjectStatesWrapper": true}

// The keys of what is ready-made, by kind; those of flags, timers and tables are parameters of
// rules.
var (
	actionKeys = map[string]string{
		"parameterTable": "entry: fear, add: 1", "trigger": "trigger: bell", "globalEvent": "event: dawn", "condition": "condition: combine condition",
	}
	conditionKeys = map[string]string{
		"parameterTable": "entry: fear, lessThan: 3", "trigger": "trigger: bell", "combine": "conditions: []",
	}
)

const ruleParameters = "<parameter name='flag'>low</parameter><parameter name='timer'>nap</parameter><parameter name='timeout'>3</parameter>" +
	"<parameter name='name'>fear</parameter><parameter name='value'>2</parameter>"

// readyMade offers something of each kind that a scene can make ready.
func readyMade(t *testing.T) (actions, conditions []string, scene string) {
	t.Helper()
	var schema struct {
		Properties map[string]struct {
			AnyOf []struct {
				AdditionalProperties struct {
					Properties struct{ Kind struct{ Enum []string } }
				}
			}
		}
	}
	if err := json.Unmarshal(scenes.Schema, &schema); err != nil {
		t.Fatal(err)
	}
	offer := func(key, suffix string, keys map[string]string) (names []string) {
		scene += key + ":\n"
		for _, kind := range schema.Properties[key].AnyOf[0].AdditionalProperties.Properties.Kind.Enum {
			if keys[kind] == "" && !strings.Contains(kind, ".") {
				t.Errorf("no keys for the kind %s", kind)
			}
			names = append(names, kind+suffix)
			scene += fmt.Sprintf("  %s: { kind: %s, %s }\n", kind+suffix, kind, keys[kind])
		}
		return names
	}
	return offer("actions", " action", actionKeys), offer("conditions", " condition", conditionKeys), scene
}

// behaviours returns the leaves of brains: the kinds that ask or do something, a class of a
// script's own, and those of Thicket's own files.
func behaviours(t *testing.T) (nodes, _ []string, _ string) {
	t.Helper()
	files, err := filepath.Glob("../../../internal/dialect/dst/script/lib/behaviours/*.lua")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files of behaviours, %v", len(files), err)
	}
	nodes = []string{"ConditionNode", "MultiConditionNode", "ConditionWaitNode", "ActionNode", "WaitNode", "Own"}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, last, _ := strings.Cut(string(text), "\nreturn { ")
		name, _, ok := strings.Cut(last, " = ")
		if !ok {
			t.Errorf("%s returns no class", file)
		}
		nodes = append(nodes, name)
	}
	return nodes, nil, ""
}

// use returns how a tree uses a name.
func (v *vocabulary) use(name string) string {
	use := cmp.Or(v.uses[name], name)
	switch {
	case v.ext == ".lua" && use == name:
		return name + "(inst)"
	case v.ext != ".xml":
		return use
	case over[name]:
		return "<" + use + "><Halt/></" + name + ">"
	}
	return "<" + use + "/>"
}

// Every action and every condition of each dialect's own vocabulary says what its answer
// rests on.
func TestEveryVocabularySaysWhy(t *testing.T) {
	for _, v := range vocabularies {
		if testing.Short() && v.ext != ".bt" { // each leaf is a game
			continue
		}
		t.Run(v.ext, func(t *testing.T) { sayWhy(t, v) })
	}
}

func sayWhy(t *testing.T, v vocabulary) {
	own, dir := trees.OverlayOf(arena.NewRegistry(), v.ext), t.TempDir()
	const bot = "  - { id: thinker, name: T, count: 1, speedMps: 1, health: 10, teamId: blue, behavior: { file: tree%s } }\n"
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	actions, conditions, more := own.ActionNames(), own.FuncNames(), ""
	if v.offered != nil {
		a, c, scene := v.offered(t)
		actions, conditions, more = append(actions, a...), append(conditions, c...), scene
	}
	scene := write("scene.yaml", fieldOfAll+fmt.Sprintf(bot, v.ext)+more)
	try := func(name, tree string) {
		write("tree"+v.ext, tree)
		s, err := live.Open(scene, live.Options{OnFault: func(host.Fault) {}})
		if err != nil {
			t.Error(err)
			return
		}
		defer s.Close()
		id, _ := s.Game().ByName("T 1")
		var f inspect.Follower
		f.Follow(chronicle.Minds(s.Game()), id)
		all := ""
		for range 2 {
			f.BeginTick()
			s.Step()
			for _, n := range f.Nodes() {
				all += f.Why(n.ID)
			}
		}
		if all != "" {
			says := explained(t, func() (*live.Session, error) { return live.Open(scene, quiet) }, id, s.World().Clock().Tick)
			for _, n := range f.Nodes() {
				if told := says[n.ID]; says != nil && told != f.Why(n.ID) {
					t.Errorf("thicket why says of %s %q, wanted %q", name, told, f.Why(n.ID))
				}
			}
		}
		f.Follow(chronicle.Minds(s.Game()), 0)
		if n := testing.AllocsPerRun(10, s.Step); n != 0 && !v.allocates[name] && !v.allocating {
			t.Errorf("%s: %v allocations a tick while nobody looks", name, n)
		}
		switch {
		case all == "" && v.silent[name] == "":
			t.Errorf("%s says nothing", name)
		case all != "" && v.silent[name] != "":
			t.Errorf("%s is silent no more: %s", name, all)
		}
	}
	for _, name := range actions {
		try(name, fmt.Sprintf(v.action, v.use(name)))
	}
	for _, name := range conditions {
		if v.unasked == "" || !strings.HasPrefix(name, v.unasked) {
			try(name, fmt.Sprintf(v.condition, cmp.Or(v.uses[name], name)))
		}
	}
}
