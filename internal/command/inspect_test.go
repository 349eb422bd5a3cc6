package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/command/playback"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
)

const watched = `tickRate: 10
bots:
  - { id: hare, name: Hare, count: 2, speedMps: 1, behavior: { file: hare.xml } }
  - { id: hen, name: Hen, count: 1, speedMps: 1, behavior: { file: hen.debt } }
  - { id: cow, name: Cow, count: 1, speedMps: 1, behavior: { file: cow.bt } }
  - { id: tree, name: Tree, count: 1 }
  - { id: bee, name: Bee, count: 2, speedMps: 1, behavior: { file: bee.lua } }
  - { id: ant, name: Ant, count: 3, speedMps: 1, behavior: { file: ant.xml } }
`

var watchedFiles = map[string]string{
	"scene.yaml": watched,
	"hare.xml": `<BehaviorTree>
  <Variables><Variable name="Seen"/></Variables>
  <SignalVariables><Signal name="OnSeen" variable="Seen" value="true"/></SignalVariables>
  <Timestamps><Timestamp name="SeenAt" setOnEvent="OnSeen"/></Timestamps>
  <Root>
    <Sequence>
      <Log message="hello"/>
      <Wait duration="8"/>
    </Sequence>
  </Root>
</BehaviorTree>`,
	"hen.debt": `<behaviorTree><sequence id="root"><success/><running id="here"/></sequence></behaviorTree>`,
	"cow.bt":   "selector { action wander() }",
	"bee.lua": `local Bee = Class(Brain, function(self) Brain._ctor(self) end)
function Bee:OnStart() self.bt = BT(self.inst, PriorityNode({ HostNode(wander) }, 0.1)) end
return Bee`,
	"ant.xml": `<BehaviorTree><Root><Loop><LimitConcurrentUsers max="2"><Halt/></LimitConcurrentUsers></Loop></Root></BehaviorTree>`,
	"orders.jsonl": `{"tick": 3, "do": "event", "name": "OnSeen", "class": "hare"}
{"tick": 4, "do": "join", "at": [1, 1]}
{"tick": 5, "do": "place", "id": "Hare 2", "at": [2, 2]}
`,
}

// inspected runs the scene and gives what is known of a bot at its end.
func inspected(t *testing.T, who string) (in playback.Inspection, text string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range watchedFiles {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"run", filepath.Join(dir, "scene.yaml"), "--ticks", "21", "--commands", filepath.Join(dir, "orders.jsonl"), "--inspect", who}
	code, out, errs := thicket(t, append(args, "--json")...)
	var r struct{ Inspect playback.Inspection }
	if err := json.Unmarshal([]byte(out), &r); code != 0 || err != nil {
		t.Fatalf("exit code %d, %v\n%s", code, err, errs)
	}
	_, out, _ = thicket(t, args...)
	_, text, _ = strings.Cut(out, "\nInspected\n")
	text, _, _ = strings.Cut(text, "\n\n")
	return r.Inspect, strings.ReplaceAll(text, dir+"/", "")
}

// A dialect's own view, variables, timestamps, events and log are shown beside
// the tree.
func TestInspect(t *testing.T) {
	in, text := inspected(t, "Hare 2")
	const want = `  Hare 2  (id 2)  hare.xml
  speedMps 1.0 m/s  stopwatch 2.1 s  at 2.0, 2.0 m
      6   Sequence
      8   - Wait - 6.0 (8.0)
  variable Seen = true, timestamp SeenAt = 1.80
  tick 3: OnSeen
  log: hello (7)
  6:5 ▶ Sequence
  7:7 ·   Log  hello (7)
  8:7 ▶   Wait  8 s  ← time left: 6 > 0 s`
	if diff := cmp.Diff(want, text); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if in.ID != 2 || in.Tick != 21 || len(in.Nodes) != 3 || len(in.View) != 2 || len(in.Values) != 2 ||
		!cmp.Equal(in.Events, []inspect.Event{{Tick: 3, Name: "OnSeen", Data: "null"}}) || !cmp.Equal(in.Log, []string{"hello (7)"}) {
		t.Errorf("%+v", in)
	}
	if n := in.Nodes[2]; n.Depth != 1 || n.Line != 8 || n.Status == nil || *n.Status != "running" || in.Nodes[1].Status != nil {
		t.Errorf("nodes %+v", in.Nodes)
	}
}

func TestInspectOtherDialects(t *testing.T) {
	for who, want := range map[string]string{
		"3": `  Hen 1  (id 3)  hen.debt
  speedMps 1.0 m/s  stopwatch 2.1 s  at 104.6, 45.3 m
  sequence #root
  running #here
  rule current = sequence #root > 1: running #here
  1:15 · sequence  #root
  1:35 ·   success
  1:45 ▶   running  #here
  step: running #here runs: running`,
		"Cow 1": `  Cow 1  (id 4)  cow.bt
  does wander  speedMps 1.0 m/s  stopwatch 2.1 s  at 78.8, 17.8 m
   1:1 ✓ behavior  cow
   1:1 ✓   selector
  1:12 ✓     action  wander`,
		"Bee 2": `  Bee 2  (id 7)  bee.lua`,
		"Ant 2": `  Ant 2  (id 9)  ant.xml
  speedMps 1.0 m/s  stopwatch 2.1 s  at 133.3, 71.1 m
      1   Loop
      1   - LimitConcurrentUsers - max 2
      1   -   Halt
  1:21 ▶ Loop
  1:27 ▶   LimitConcurrentUsers  max 2
  1:57 ▶     Halt`,
		"5":       `  Tree 1  (id 5)  no tree`,
		"closest": `  Hare 2  (id 2)  hare.xml`,
	} {
		if _, text := inspected(t, who); !strings.HasPrefix(text, want) {
			t.Errorf("%s: found\n%s\nwanted\n%s", who, text, want)
		}
	}
}

// What a tree does in a tick is told one thing after the other, the last ones of
// a run-away.
func TestInspectTellsSteps(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"scene.yaml": "bots: [{ id: hen, name: Hen, count: 2, behavior: { file: hen.debt } }]\n",
		"hen.debt":   `<behaviorTree><choice id="root"><failure/><sequence id="nest"><yield id="egg"/></sequence></choice></behaviorTree>`,
		"jump.jsonl": `{"tick": 1, "do": "control", "bot": "Hen 1", "name": "jump", "data": "nest"}` + "\n",
		"loop.jsonl": `{"tick": 1, "do": "control", "bot": "Hen 1", "name": "limit", "data": 3}` + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for orders, want := range map[string][]string{
		"jump.jsonl": {"now at yield #egg", "sequence #nest runs: success", "yield #egg runs: running"},
		"loop.jsonl": {
			"yield #egg runs: success", "now at sequence #nest", "sequence #nest goes on as the parent: success",
			"now at choice #root", "choice #root goes on as the parent: success", "run-away after 3 rules",
		},
	} {
		_, out, errs := thicket(t, "run", filepath.Join(dir, "scene.yaml"), "--ticks", "2", "--json", "--inspect", "Hen 1", "--commands", filepath.Join(dir, orders))
		var r struct{ Inspect playback.Inspection }
		if err := json.Unmarshal([]byte(out), &r); err != nil {
			t.Fatalf("%v\n%s", err, errs)
		}
		if diff := cmp.Diff(want, r.Inspect.Steps); diff != "" {
			t.Errorf("%s (-want +got)\n%s", orders, diff)
		}
	}
}

func TestInspectIsRefused(t *testing.T) {
	for who, want := range map[string]string{
		"Hen 99":  `--inspect: nobody is called "Hen 99"`,
		"Tag Bot": `--inspect: nobody is called "Tag Bot"; did you mean "Tag Bot 1"?`,
		"99":      "--inspect: nobody has id 99",
	} {
		if code, _, errs := thicket(t, "run", "tag", "--ticks", "1", "--inspect", who); code != 1 || strings.TrimSpace(errs) != want {
			t.Errorf("%s: exit code %d: %s", who, code, errs)
		}
	}
}

// Events are shown as the tree knows them, and as the game does.
func TestInspectNamesEvents(t *testing.T) {
	code, out, errs := thicket(t, "run", "monsters", "--ticks", "30", "--inspect", "1", "--json")
	var r struct{ Inspect playback.Inspection }
	if err := json.Unmarshal([]byte(out), &r); code != 0 || err != nil {
		t.Fatalf("exit code %d, %v\n%s", code, err, errs)
	}
	var names []string
	for _, e := range r.Inspect.Events {
		names = append(names, e.Name)
	}
	if diff := cmp.Diff([]string{"seen", "OnNewAttentionTarget", "OnEnemySeen"}, names); diff != "" {
		t.Errorf("events (-want +got)\n%s", diff)
	}
}
