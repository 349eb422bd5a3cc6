package mbt_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/live"
)

// brawl is two squads whose scripts use goal pipes, orders to fire, parameters, queries and
// other trees, and who hear shots.
const brawl = `
seed: 9
vocabularies: [mbt]
world: { width: 60, height: 40 }
lua: [lib.lua, pipes.xml]
teams: [{ id: red }, { id: blue }]
obstacles: [{ rect: [29, 10, 2, 20] }]
places: [{ id: west, at: [8, 20], radius: 5, tags: [refpoint] }, { id: east, at: [52, 20], radius: 5 }]
weapons: [{ id: rifle, damage: 6, range: 25, cooldown: 0.4, clip: 10, ammo: 300, reload: 1 }, { id: frag, damage: 20, range: 20, cooldown: 1, clip: 1, ammo: 20, blast: 3, reload: 2 }]
behaviors: { hunt: { file: hunt.xml } }
bots:
  - { id: a, name: A, teamId: red, count: 9, speedMps: 3, health: 60, weapons: [rifle, frag], sight: { radius: 22, angle: 200, hearing: 40 }, home: west, respawn: 3s, behavior: { file: pipe.xml } }
  - { id: b, name: B, teamId: blue, count: 9, speedMps: 3, health: 60, weapons: [rifle, frag], sight: { radius: 22, angle: 200, hearing: 40 }, home: east, respawn: 3s, behavior: { file: pipe.xml } }
`

const brawlLua = `
AI.RegisterTacticalPointQuery({ Name = "About", { Generation = { grid_around_puppet = 12 }, Parameters = { density = 4 }, Weights = { random = 1 } } })
AI.BeginGoalPipe("Patrol")
AI.PushGoal("timeout", 1, 0.2, 0.6)
AI.PushGoal("locate", 0, "refpoint")
AI.PushGoal("run", 0, 1)
AI.PushGoal("firecmd", 0, FIREMODE_BURST)
AI.PushGoal("approach", 1, 2)
AI.PushGoal("timeout", 1, 0.5)
AI.EndGoalPipe()
function entity:OnThreateningSoundHeard() self.heard = (self.heard or 0) + 1 AI.SetRefPointPosition(self.id) end
`

// The same happens on any number of workers, and all of it happens.
func TestBrawlOnAnyNumberOfWorkers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"lib.lua": brawlLua,
		"pipes.xml": `<GoalPipes><GoalPipe name="Seek"><TacticalPos name="About" register="RefPoint"/><If IF_LASTOP_SUCCEED="" IF_RANDOM="0.7"><Locate name="refpoint"/><Else/>` +
			`<Locate name="atttarget"/></If><FireCmd mode="Burst" timeoutMin="0.5" timeoutMax="2" blocking="false"/><Stick distance="2" duration="2"/><Wait/></GoalPipe>` +
			`<GoalPipe name="Shout"><Communicate name="Here!"/><Timeout interval="0.5"/><Signal name="Shouted" filter="Group"/></GoalPipe></GoalPipes>`,
		"pipe.xml": `<BehaviorTree><Timestamps><Timestamp name="T" setOnEvent="Shouted"/></Timestamps><Root><Loop><Sequence><ExecuteLua code="AI.ChangeParameter(entity.id, AIPARAM_FORGETTIME_TARGET, 2)"/>` +
			`<SuppressFailure><QueryTPS name="About" register="RefPoint"/></SuppressFailure><GoalPipe name="Patrol"/>` +
			`<GoalPipe><SubGoalPipe name="Seek"/><Script code="entity.sought = (entity.sought or 0) + 1"/></GoalPipe><ExecuteLua code="entity:SelectPipe(AIGOALPIPE_RUN_ONCE, 'Shout')"/><Wait duration="1"/>` +
			`<ExecuteLua code="if (entity.heard or 0) &gt; 2 then entity.heard = 0 AI.StartModularBehaviorTree(entity.id, 'hunt') end"/></Sequence></Loop></Root></BehaviorTree>`,
		"hunt.xml": `<BehaviorTree><Root><Sequence><SuppressFailure><Parallel successMode="any"><Move to="Target" speed="Run" stopWithinDistance="8" fireMode="Forced"/><Wait duration="3"/></Parallel></SuppressFailure>` +
			`<SuppressFailure><ThrowGrenade timeout="2" type="frag"/></SuppressFailure><ExecuteLua code="AI.StartModularBehaviorTree(entity.id, 'pipe')"/><Halt/></Sequence></Root></BehaviorTree>`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	digests := map[int]uint64{}
	for _, workers := range longtest.Ends(1, 2, 4, 7) {
		s, err := live.Start(filepath.Join(dir, "brawl.yaml"), []byte(brawl), live.Options{Workers: workers, OnNotice: func(string) {}, OnFault: func(host.Fault) {}})
		if err != nil {
			t.Fatal(err)
		}
		for range 900 {
			s.Step()
		}
		digests[workers] = s.Game().Digest()
		if faults, n := s.Game().Faults.List(); n > 0 {
			t.Errorf("%d faults, the first %v", n, faults[0])
		}
		events := s.Game().Counts.EventCounts()
		for _, name := range []string{"OnThreateningSoundHeard", "OnEnemySeen", "OnFragGrenadeThrown", "OnExposedToExplosion", "OnCloseContact", "MovementPlanProduced", "killed", "Shouted"} {
			if workers == 1 && events[name] == 0 {
				t.Errorf("nobody hears of %s", name)
			}
		}
		s.Close()
	}
	for workers, d := range digests {
		if d != digests[1] {
			t.Errorf("%d workers: digest %016x, wanted %016x", workers, d, digests[1])
		}
	}
}
