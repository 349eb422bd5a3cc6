package mbt_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// write puts the yard into a file, with a Modular Behavior Tree for its
// first bot, which writes into the state `is` how a node went.
func write(t *testing.T, node, blocks string) (file, src string) {
	t.Helper()
	tree := "<BehaviorTree>" + blocks + "<Root><Loop><Selector><Sequence>" + node +
		`<SetState key="is" value="done"/></Sequence><SetState key="is" value="failed"/></Selector></Loop></Root></BehaviorTree>`
	src = strings.Replace(arenatest.Yard, "behavior: TREE", "sight: { radius: 40, angle: 360 }\n    behavior: { file: one.xml }", 1)
	src = strings.Replace(src, "id: well, at: [50, 50], radius: 2", "id: well, at: [50, 50], radius: 2, tags: [cover]", 1)
	file = filepath.Join(t.TempDir(), "scene.yaml")
	for name, text := range map[string]string{file: src, filepath.Join(filepath.Dir(file), "one.xml"): tree} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return file, src
}

// perform starts the yard with such a tree.
func perform(t *testing.T, node, blocks string) *arenatest.Game {
	t.Helper()
	file, src := write(t, node, blocks)
	s, err := live.Start(file, []byte(src), live.Options{Workers: 1})
	if err != nil {
		t.Fatalf("%s: %v", node, err)
	}
	t.Cleanup(s.Close)
	g := &arenatest.Game{T: t, Session: s, Arena: core.Of(s.Game())}
	return g.Put(one, 20, 50, 1, 0).Put(two, 30, 50, 1, 0).Put(three, 10, 50, 1, 0)
}

// TestNodes plays each of them in the yard: the bot is at (20, 50)
// and faces its foe, which is 10 m ahead; the place with the tag cover is at
// (50, 50), its home at (10, 10).
func TestNodes(t *testing.T) {
	t.Parallel()
	type after struct {
		ticks int
		is    string
	}
	for node, want := range map[string][]after{
		`<Move to="Target"/>`:                                     {{10, runs}, {50, done}},
		`<Move to="Target" speed="Sprint"/>`:                      {{28, runs}, {35, done}},
		`<Move to="Target" stopWithinDistance="9"/>`:              {{2, runs}, {7, done}},
		`<Move to="Target" fireMode="Burst"/>`:                    {{10, runs}, {50, done}},
		`<Move to="Cover"/>`:                                      {{2, failed}}, // no query has found one
		`<Move to="RefPoint"/>`:                                   {{2, failed}},
		`<Move to="well"/>`:                                       {{130, runs}, {145, done}},
		`<Move to="InitialPosition"/>`:                            {{150, runs}, {200, done}},
		`<Move to="FormationSlot"/>`:                              {{2, failed}},
		`<ChasePlayer/>`:                                          {{10, runs}, {48, done}},
		`<TauntPlayer/>`:                                          {{10, runs}, {17, done}},
		`<KeepTargetAtADistance distance="15" impulsePower="2"/>`: {{10, runs}, {22, runs}},
		`<StopMovement/>`:                                         {{2, done}},
		`<HoldFormation name="a"><Halt/></HoldFormation>`:         {{2, runs}},
		`<HoldFormation><Halt/></HoldFormation>`:                  {{2, failed}},
		`<JoinFormation/>`:                                        {{2, runs}},
		`<CheckIfTargetCanBeReached/>`:                            {{2, done}},
		`<Look at="Target"/>`:                                     {{20, runs}},
		`<Aim at="Target"/>`:                                      {{2, runs}, {5, done}},
		`<Aim at="Target" durationOnceWithinThreshold="1"/>`:      {{8, runs}, {13, done}},
		`<Aim at="mine"/>`:                                        {{2, runs}, {5, done}}, // that is the target
		`<Aim at="RefPoint"/>`:                                    {{5, done}},            // no such place: at the target
		`<TurnBody/>`:                                             {{2, done}},
		`<TurnBody towards="Target"/>`:                            {{2, runs}, {5, done}},
		`<LookAround/>`:                                           {{38, runs}, {43, done}},
		`<Hover/>`:                                                {{20, runs}},
		`<Shoot at="Target" stance="Stand" fireMode="Burst" duration="2"/>`: {{18, runs}, {23, done}},
		`<ShootFromCover duration="2"/>`:                                    {{2, failed}},
		`<Melee/>`:                                                          {{2, done}},
		`<ClearTargets/>`:                                                   {{2, done}},
		`<QueryTPS name="SDKGrunt_CoverFromUnknownEnemy" register="Cover"/>`:      {{1, runs}, {3, failed}},
		`<QueryTPS name="SDKGrunt_TargetPositionOnNavMesh" register="RefPoint"/>`: {{1, runs}, {3, done}},
		`<Animate name="a"/>`:                                        {{13, runs}, {18, done}},
		`<Animate name="a" loop="1"/>`:                               {{30, runs}},
		`<AnimateFragment name="a"/>`:                                {{13, runs}, {18, done}},
		`<Communicate name="Hi" channel="c"/>`:                       {{18, runs}, {23, done}},
		`<Communicate name="Hi" channel="c" waitUntilFinished="0"/>`: {{2, done}},
		`<Bubble message="Hi" duration="1"/>`:                        {{2, done}},
		`<Stance name="Relaxed"/>`:                                   {{2, done}},
		`<AdjustCoverStance duration="1"/>`:                          {{2, failed}},
		`<SetAlertness value="2"/>`:                                  {{2, done}},
		`<SendSquadEvent name="help"/>`:                              {{2, done}},
		`<Fly goToRefPoint="1"/>`:                                    {{2, failed}},
		`<Fly/>`:                                                     {{2, failed}},
		`<FlyShoot/>`:                                                {{20, runs}},
		`<FlyAimAtCombatTarget/>`:                                    {{20, runs}},
		`<FlyForceAttentionTarget/>`:                                 {{20, runs}},
		`<WaitAlignedWithAttentionTarget/>`:                          {{2, done}},
		`<Sequence><TurnBody towards="Target" randomMinAngle="90"/><WaitAlignedWithAttentionTarget toleranceDegrees="5"/></Sequence>`:   {{40, runs}},
		`<Sequence><TurnBody towards="Target" randomMinAngle="90"/><WaitAlignedWithAttentionTarget toleranceDegrees="180"/></Sequence>`: {{40, done}},
		`<AimAroundWhileUsingAMachingGun/>`:                                                      {{90, runs}},
		`<PullDownThreatLevel/>`:                                                                 {{2, done}},
		`<AnimationTagWrapper name="sit"><Breakpoint/></AnimationTagWrapper>`:                    {{2, done}},
		`<IfSquadCount isGreaterThan="1"><Breakpoint/></IfSquadCount>`:                           {{2, done}},
		`<IfSquadCount isLesserThan="2"><Breakpoint/></IfSquadCount>`:                            {{2, failed}},
		`<IfSquadCount isLesserThan="3"><Breakpoint/></IfSquadCount>`:                            {{2, done}},
		`<IfSquadCount equals="3"><Breakpoint/></IfSquadCount>`:                                  {{2, failed}},
		`<AssertLua code="return entity:GetTargetDistance() == 10"/>`:                            {{1, done}},
		`<AssertLua code="return entity:HasTarget() and entity:IsTargetVisible()"/>`:             {{2, done}},
		`<AssertLua code="return entity:GetHealthRatio() == 1 and entity:GetGroupSize() == 2"/>`: {{2, done}},
	} {
		g := perform(t, node, "")
		ticks := 0
		for _, w := range want {
			g.Steps(w.ticks - ticks)
			ticks = w.ticks
			if got := g.State(one, "is"); got != w.is {
				t.Errorf("%s after %d ticks: %q, wanted %q", node, ticks, got, w.is)
			}
		}
	}
}

func TestWhatNodesShow(t *testing.T) {
	t.Parallel()
	if got := perform(t, `<Communicate name="Hi" channel="c"/>`, "").Steps(1).Bot(one).Speech; got != "Hi" {
		t.Errorf("says %q", got)
	}
	for node, pose := range map[string]string{
		`<Stance name="Crouch"/>`: "crouch", `<Stance name="Alerted"/>`: "combat", `<Animate name="ZZ_sit_down"/>`: "sit", `<TauntPlayer/>`: "taunt",
		`<AnimationTagWrapper name="Sit"><Halt/></AnimationTagWrapper>`: "sit",
	} {
		if got := perform(t, node, "").Steps(1).Bot(one).Pose; got != pose {
			t.Errorf("%s: pose %q, wanted %q", node, got, pose)
		}
	}
	perform(t, `<SetAlertness value="2"/>`, "").Steps(1).Number("alertness", 2)
	if n := perform(t, `<FlyShoot/>`, "").Steps(15).Events("damaged"); n < 2 {
		t.Errorf("hit %d times from the air", n)
	}
	if n := perform(t, `<Shoot at="Target" stance="Stand" fireMode="Burst" duration="2"/>`, "").Steps(15).Events("damaged"); n < 2 {
		t.Errorf("hit %d times", n)
	}
	if n := perform(t, `<Move to="Target" fireMode="Burst"/>`, "").Steps(15).Events("damaged"); n < 2 {
		t.Errorf("hit %d times on the way", n)
	}
}

// What the arena tells a bot is known to trees by names of their own.
func TestEvents(t *testing.T) {
	const heard = `<Variables><Variable name="V"/></Variables><SignalVariables><Signal name="%" variable="V" value="true"/></SignalVariables>`
	for event, do := range map[string]func(*arenatest.Game){
		"OnEnemySeen": func(*arenatest.Game) {}, "OnNewAttentionTarget": func(*arenatest.Game) {}, "seen": func(*arenatest.Game) {},
		"OnLostSightOfTarget": func(g *arenatest.Game) { g.Put(two, 90, 50, 1, 0) },
		"GroupMemberDied": func(g *arenatest.Game) {
			g.Hurt(three)
			g.Hurt(three)
			g.Hurt(three)
			g.Hurt(three)
			g.Hurt(three)
		},
	} {
		g := perform(t, `<AssertCondition condition="V"/>`, strings.Replace(heard, "%", event, 1)).Steps(3)
		do(g)
		if got := g.Steps(3).State(one, "is"); got != done {
			t.Errorf("%s: %q", event, got)
		}
	}
}

// A node that cannot do anything in a game says so when it is loaded.
func TestNodesThatMissAPlace(t *testing.T) {
	file, _ := write(t, `<QueryTPS name="CoverFromTarget" register="Cover"/><Move to="nowhere" speed="Run"/><GoalPipe/>`+"\n"+`<Fly/><Fly goToRefPoint="1"/>`, "")
	s, err := scenes.Load(file, scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`one.xml:1:98: <Move>: no place has the id or the tag "nowhere", so that the node fails`,
		`one.xml:2:1: <Fly>: the scene has no paths, so that the node fails`,
		`one.xml:2:7: <Fly>: the scene has no paths, so that the node fails`,
	}
	var got []string
	for _, n := range s.Notices {
		_, file := filepath.Split(n.Pos.File)
		n.Pos.File = file
		got = append(got, n.Error())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("notices (-want +got)\n%s", diff)
	}
}

// A state that waits for a foe is left also when the foe is there from the start.
func TestWhatIsSeenFromTheStart(t *testing.T) {
	const root = `<StateMachine><State name="a"><Transitions><Transition to="b" onEvent="OnEnemySeen"/></Transitions>` +
		`<BehaviorTree><Wait duration="99"/></BehaviorTree></State><State name="b"><BehaviorTree><Breakpoint/></BehaviorTree></State></StateMachine>`
	g := perform(t, root, "")
	if got := g.Steps(3).State(one, "is"); got != done {
		t.Errorf("after 3 ticks: %q", got)
	}
}

// The tree of a dead bot is left, which gives its places back, and begins anew
// when the bot comes back to life. Its nodes do not fail because it is dead.
func TestDeath(t *testing.T) {
	const root = `<Loop><Selector>
		<LimitConcurrentUsers max="1"><Sequence><SetAlertness value="2"/><SetState key="is" value="in"/><Loop><SetAlertness value="2"/></Loop></Sequence></LimitConcurrentUsers>
		<Sequence><SetAlertness value="1"/><SetState key="is" value="out"/></Sequence>
	</Selector></Loop>`
	file, src := write(t, "<Halt/>", "")
	src = strings.Replace(src, "teamId: red\n    count: 1", "teamId: red\n    count: 2", 1) + "onRootFinished: stop\n"
	tree := "<BehaviorTree><Root>" + root + "</Root></BehaviorTree>"
	if err := os.WriteFile(filepath.Join(filepath.Dir(file), "one.xml"), []byte(tree), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := live.Start(file, []byte(src), live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	g := (&arenatest.Game{T: t, Session: s, Arena: core.Of(s.Game())}).Steps(3)
	are := func(first, second string) {
		t.Helper()
		if got := g.State(1, "is") + g.State(2, "is"); got != strconv.Quote(first)+strconv.Quote(second) {
			t.Errorf("tick %d: %s", g.Game().World.Clock().Tick, got)
		}
	}
	are("in", "out")
	for range 10 {
		g.Hurt(1)
	}
	g.Steps(3)
	are("in", "in") // the first was, and is dead
	if !g.Bot(1).Dead {
		t.Error("the first bot lives")
	}
	g.Steps(22) // it is back after 2 s
	are("out", "in")
	for range 10 {
		g.Hurt(2)
	}
	g.Steps(3)
	are("in", "in")
	if faults, n := g.Game().Faults.List(); n > 0 {
		t.Errorf("faults %v", faults)
	}
}

// TestRealTreesPlay plays the trees of the corpus, where it is there: none stops
// the game, and those that fight do so.
func TestRealTreesPlay(t *testing.T) {
	files, _ := filepath.Glob("../../../../shared/corpus/mbt/*.xml")
	if len(files) == 0 {
		t.Skip("the corpus of real trees is not there")
	}
	moved := 0
	for _, file := range files {
		tree, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		scene, src := write(t, "<Halt/>", "")
		if err := os.WriteFile(filepath.Join(filepath.Dir(scene), "one.xml"), tree, 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := live.Start(scene, []byte(src), live.Options{Workers: 1})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		t.Cleanup(s.Close)
		g := (&arenatest.Game{T: t, Session: s, Arena: core.Of(s.Game())}).Put(one, 20, 50, 1, 0).Put(two, 35, 50, 1, 0).Steps(600)
		if n := s.Game().Counts.ActionCounts()["Move"]; n > 0 {
			moved++
		}
		_ = g.Bot(one)
	}
	if moved < 2 {
		t.Errorf("%d of %d trees move, wanted 2 or more", moved, len(files))
	}
}
