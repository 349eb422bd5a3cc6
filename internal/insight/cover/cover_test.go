package cover_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/cover"
	"github.com/thicket-sim/thicket/internal/live"
)

// script has conditions of trees of the Drag[en]gine.
const script = "function conditions.far(bot) return bot.x > 200 end\nfunction conditions.here(bot) return bot.x < 200 and bot:health() > 0.5 end"

// play plays a scene of one bot with a tree in a file beside it, and counts.
func play(t *testing.T, file, tree, more string, ticks, workers int) []*cover.File {
	t.Helper()
	scene := "seed: 1\ntickRate: 10\nvocabularies: [unvanquished]\nworld: { width: 40, height: 40 }\n" + more + "bots:\n  - &ann { id: a, name: Ann, count: 1, speedMps: 1, health: 100, initialState: { calm: true }, behavior: { file: " + file + " } }\n"
	return playScene(t, scene, file, tree, ticks, workers)
}

func playScene(t *testing.T, scene, file, tree string, ticks, workers int) []*cover.File {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{file: tree, "scene.yaml": scene, "s.lua": script} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := live.Open(filepath.Join(dir, "scene.yaml"), live.Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p := watch(s)
	for range ticks {
		s.Step()
		p.EndTick(chronicle.Minds(s.Game()))
	}
	files := p.Files()
	for _, f := range files {
		f.Name = filepath.Base(f.Name)
		for _, n := range f.Nodes {
			for i := range n.Operands {
				n.Operands[i].Text = strings.ReplaceAll(n.Operands[i].Text, filepath.ToSlash(dir)+"/", "")
			}
		}
	}
	return files
}

func watch(s *live.Session) *cover.Profile {
	p := cover.New(s.Scene().Programs(), s.Scene().Source)
	s.Game().Watchers.Trace(p.Tracer)
	return p
}

// counts returns the nodes of files in lines: line, kind, visits = succeeded+failed+ran,
// interrupted.
func counts(files []*cover.File) []string {
	var lines []string
	for _, f := range files {
		for _, n := range f.Nodes {
			line := fmt.Sprintf("%d %s %d=%d+%d+%d", n.Line, n.Kind, n.Visits, n.Succeeded, n.Failed, n.Ran)
			if n.Interrupted > 0 {
				line += fmt.Sprintf(" interrupted %d", n.Interrupted)
			}
			for _, o := range n.Operands {
				line += fmt.Sprintf("; %s %d/%d", o.Text, o.Held, o.Not)
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// What trees of ten ticks do, worked out by hand. Time is 100 ms after the first tick, and
// 1,000 ms after the last.
func TestTreesOfEachDialectAreCountedByNodes(t *testing.T) {
	for _, test := range []struct {
		name, file, tree, more string
		want                   []string
	}{
		{name: "a tree that is called in columns", file: "t.yaml", tree: `
kind: selector
children:
  - kind: sequence
    children:
      - { kind: state_equals, key: calm, value: false }
      - { kind: wander }
  - kind: sequence
    children:
      - { kind: state_equals, key: calm, value: true }
      - { kind: wander }
  - { kind: wander }
`, want: []string{
			"1 selector 10=10+0+0",
			"3 sequence 10=0+10+0",
			"5 state_equals 10=0+10+0; calm = false 0/10",
			"6 wander 0=0+0+0",
			"7 sequence 10=10+0+0",
			"9 state_equals 10=10+0+0; calm = true 10/0",
			"10 wander 10=10+0+0",
			"11 wander 0=0+0+0",
		}},
		{name: "a running set", file: "t.bt", tree: `selector {
	condition ( levelTime >= 500 ) {
		action stand
	}
	condition ( levelTime < 200 || percentHealth( E_SELF ) < 0.5 ) {
		action wander
	}
	action wander
	action stand
}`, want: []string{
			"1 behavior 10=10+0+0",
			"1 selector 10=10+0+0",
			"2 condition 10=6+4+0; levelTime >= 500 6/4",
			"3 action 6=6+0+0",
			"5 condition 4=1+3+0; levelTime < 200 1/3; percentHealth( E_SELF ) < 0.5 0/3",
			"6 action 1=1+0+0",
			"8 action 3=3+0+0",
			"9 action 0=0+0+0",
		}},
		{name: "statuses of a brain", file: "t.lua", tree: `local Brain = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Brain:OnStart()
	self.bt = BT(self.inst, PriorityNode({
		WhileNode(function() return GetTime() > 0.45 end, "late", StandStill(self.inst)),
		IfNode(function() return GetTime() < 0 end, "never", StandStill(self.inst)),
		WaitNode(100),
	}, 0))
end
return Brain`, want: []string{
			"3 PriorityNode 10=0+0+10",
			"4 BehaviourNode 6=0+0+6",
			"4 ConditionNode 10=6+4+0; GetTime() > 0.45 6/4; function t.lua:4 6/4",
			"4 ParallelNode 10=0+4+6",
			"5 BehaviourNode 0=0+0+0",
			"5 ConditionNode 4=0+4+0; GetTime() < 0 0/4; function t.lua:5 0/4",
			"5 SequenceNode 4=0+4+0",
			"6 WaitNode 4=0+0+4 interrupted 1; time left <= 0 s 0/4",
		}},
		{name: "data that exists or not", file: "t.xml", tree: `<BehaviorTree><Root>
	<Selector>
		<AssertLua code="return entity.x > 200"/>
		<Sequence>
			<Wait duration="0.45"/>
			<Fail/>
		</Sequence>
		<Wait duration="100"/>
		<Fail/>
	</Selector>
</Root></BehaviorTree>`, want: []string{
			"2 Selector 2=0+0+2",
			"3 AssertLua 1=0+1+0; entity.x > 200 0/1; its Lua answers 0/1",
			"4 Sequence 2=0+1+1",
			"5 Wait 2=1+0+1; time left <= 0 s 1/1",
			"6 Fail 1=0+1+0",
			"8 Wait 1=0+0+1; time left <= 0 s 0/1",
			"9 Fail 0=0+0+0",
		}},
		{name: "a current rule", file: "t.debt", tree: `<behaviorTree>
	<choice id='r'>
		<success><condition>far</condition></success>
		<running><condition>here</condition></running>
		<failure/>
	</choice>
</behaviorTree>`, more: "lua: [s.lua]\n", want: []string{
			"2 choice 2=1+1+0",
			"3 success 1=0+1+0; bot.x > ... 0/1; script conditions.far 0/1",
			"4 running 10=0+0+10; bot.x < ... 10/0; bot:health() > ... 10/0; script conditions.here 10/0",
			"5 failure 0=0+0+0",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := counts(play(t, test.file, strings.TrimPrefix(test.tree, "\n"), test.more, 10, 1))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("want(-), got(+):\n%s", diff)
			}
		})
	}
}

// A game is counted by several workers as by one, and goes as without.
func TestSeveralWorkersCountAsOne(t *testing.T) {
	var files [2][]*cover.File
	var digests [3]uint64
	for i, workers := range []int{1, 4, 1} {
		s, err := live.Open("skirmish", live.Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		var p *cover.Profile
		if i < len(files) {
			p = watch(s)
		}
		for range 200 {
			if s.Step(); p != nil {
				p.EndTick(chronicle.Minds(s.Game()))
			}
		}
		digests[i] = s.Game().Digest()
		if p != nil {
			files[i] = p.Files()
		}
	}
	if diff := cmp.Diff(counts(files[0]), counts(files[1])); diff != "" {
		t.Errorf("one worker(-), four(+):\n%s", diff)
	}
	if asked, of := cover.Covered(files[0]); asked < 20 || asked == of {
		t.Errorf("%d of %d nodes were asked", asked, of)
	}
	if digests[0] != digests[2] || digests[1] != digests[2] {
		t.Errorf("digests %x of games that are counted, the last one of one that is not", digests)
	}
}

// Bots of two classes with one tree stand in rows of their own.
func TestClassesWithOneTreeAreCountedApart(t *testing.T) {
	tree := `local Brain = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Brain:OnStart()
	self.bt = BT(self.inst, PriorityNode({
		WhileNode(function() return GetTime() > 0.45 end, "late", StandStill(self.inst)),
		WaitNode(100),
	}, 0))
end
return Brain`
	scene := "tickRate: 10\nbots:\n" +
		"  - { id: a, name: Ann, count: 1, speedMps: 1, health: 100, behavior: { file: t.lua } }\n" +
		"  - { id: b, name: Bob, count: 1, speedMps: 1, health: 100, behavior: { file: t.lua } }\n"
	got := counts(playScene(t, scene, "t.lua", tree, 10, 1))
	want := "5 WaitNode 8=0+0+8 interrupted 2; time left <= 0 s 0/8"
	if len(got) != 5 || got[4] != want {
		t.Errorf("got %q, want the last one to be %q", got, want)
	}
}

func TestMergeAddsUp(t *testing.T) {
	tree := "selector {\n\tcondition ( levelTime > 500 ) {\n\t\taction stand\n\t}\n\taction wander\n}"
	short, long := play(t, "t.bt", tree, "", 3, 1), play(t, "t.bt", tree, "", 10, 1)
	got := counts(cover.Merge(short, long))
	want := []string{
		"1 behavior 13=13+0+0",
		"1 selector 13=13+0+0",
		"2 condition 13=5+8+0; levelTime > 500 5/8",
		"3 action 5=5+0+0",
		"5 action 8=8+0+0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if before := counts(play(t, "t.bt", tree, "", 3, 1)); !cmp.Equal(before, counts(short)) {
		t.Error("merging has changed what was merged")
	}
	asked, of := cover.Covered(short)
	if asked != 4 || of != 5 || cover.Share(short) != "4 of 5 nodes, 80 %" {
		t.Errorf("%d of %d, %q", asked, of, cover.Share(short))
	}
}

var update = flag.Bool("update", false, "write the files in testdata")

func TestFilesSayWhatIsOpen(t *testing.T) {
	files := play(t, "t.bt", `selector {
	condition ( levelTime > 500 && percentHealth( E_SELF ) < 0.5 ) {
		action stand
	}


	// far from all nodes <b>



	condition ( levelTime < 5000 ) {
		action wander
	}
}
`, "", 10, 1)
	for _, name := range []string{"open.txt", "open.info", "open.json", "open.html"} {
		var b bytes.Buffer
		if err := cover.Write(&b, name, files); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), b.String()); diff != "" {
			t.Errorf("%s: want(-), got(+):\n%s", name, diff)
		}
	}
	want := []string{"covered: 5 of 6 nodes, 83.3 %", "  t.bt:3:3: action stand: never asked"}
	if diff := cmp.Diff(want, cover.Summary(files, 9)); diff != "" {
		t.Error(diff)
	}
}

// What has an excuse and was not asked counts nowhere, and each format tells it. Where another
// game asks it, it counts again.
func TestWhatHasAnExcuseIsLeftOut(t *testing.T) {
	tree := "selector {\n\tcondition ( levelTime > 500 ) {\n\t\taction stand\n\t}\n\taction wander\n}"
	short, long := play(t, "t.bt", tree, "", 3, 1), play(t, "t.bt", tree, "", 10, 1)
	mine := func(file string) bool { return file == "t.bt" }
	for _, c := range []struct {
		line, col   int32
		there, open int
	}{{3, 0, 1, 1}, {3, 3, 1, 1}, {3, 9, 0, 0}, {1, 0, 2, 0}, {4, 0, 0, 0}} {
		if there, open := cover.Excuse(cover.Merge(short), mine, c.line, c.col, "so it is"); there != c.there || open != c.open {
			t.Errorf("%d:%d: %d nodes and %d open ones, wanted %d and %d", c.line, c.col, there, open, c.there, c.open)
		}
	}
	cover.Excuse(short, mine, 3, 0, "nobody stands here")
	if got := cover.Share(short); got != "4 of 4 nodes, 100 %; 1 left out" {
		t.Errorf("covered: %s", got)
	}
	if err := cover.Want(short, 100); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]string{
		"a.txt":  "0    3    action stand   <- left out: nobody stands here\n",
		"a.html": `<tr class="excused">`,
		"a.json": `"excuse":"nobody stands here"`,
	} {
		var b bytes.Buffer
		if err := cover.Write(&b, name, short); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%s: %v, no %q in\n%s", name, err, want, b.String())
		}
	}
	var b bytes.Buffer
	if err := cover.LCOV(&b, short); err != nil || strings.Contains(b.String(), "DA:3,") || !strings.Contains(b.String(), "LF:3\nLH:3\n") {
		t.Errorf("%v:\n%s", err, b.String())
	}
	if got := cover.Share(cover.Merge(short, long)); got != "5 of 5 nodes, 100 %" {
		t.Errorf("with a game that asks it: %s", got)
	}
}

// What happened once has happened.
func TestOnceIsEnough(t *testing.T) {
	files := []*cover.File{{Name: "t.yaml", Text: []byte("wander\nflee\n"), Nodes: []*cover.Node{
		{Line: 1, Kind: "wander", Role: run.Action, Visits: 1, Ran: 1, Interrupted: 1},
		{Line: 2, Kind: "flee", Role: run.Action},
	}}}
	if asked, of := cover.Covered(files); asked != 1 || of != 2 {
		t.Errorf("%d of %d were asked, wanted 1 of 2", asked, of)
	}
	var text bytes.Buffer
	if err := cover.Text(&text, files, func(_, text string) string { return text }); err != nil {
		t.Fatal(err)
	}
	if want := "interrupted 1 time"; !strings.Contains(text.String(), want) {
		t.Errorf("wanted %q in\n%s", want, text.String())
	}
}
