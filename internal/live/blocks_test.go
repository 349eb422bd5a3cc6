package live_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// yard is a scene of hens whose actions, conditions and listeners are Lua.
var yard = map[string]string{
	"scene.yaml": `
tickRate: 10
world: { width: 40, height: 40 }
lua: [hens.lua]
actions: { crow: { kind: globalEvent, event: dawn, source: cock } }
bots:
  - { id: hen, name: Hen, count: 20, initialState: { eggs: 0 }, behavior: { file: hen.debt } }
`,
	"hen.debt": `<behaviorTree><choice id='root'>
<action id='.crow' name='crow'><condition>late</condition></action>
<action id='.roost' name='roost'><condition>night</condition></action>
<sequence id='.day'><action name='peck'><parameter name='grains'>5</parameter></action><action name='lay'/></sequence>
</choice></behaviorTree>`,
	"hens.lua": `
dark, grains, who = 0, 0, {}
function conditions.night() return dark > 0 end
function conditions.late() return dark > 60 end
function actions.peck(bot, parameters)
	if bot.first then bot.pecked = 0 end
	bot.pecked, grains = bot.pecked + 1, grains + 1
	bot:head(math.random() - 0.5, math.random() - 0.5)
	return bot.pecked >= tonumber(parameters.grains) or 'running'
end
function actions.lay(bot)
	bot:set('eggs', bot.eggs + 1)
	return true
end
function actions.roost(bot)
	dark = dark + 1
	return true
end
function listeners.dusk(event)
	dark = dark + (event.data or 1)
	table.insert(who, event.source)
end
function listeners.dawn(event) dark = 0 end
`,
}

// play opens a scene of some files, in which others take the place of those of the yard.
func play(t *testing.T, workers int, others map[string]string) (s *live.Session, faults *[]string, err error) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, files := range []map[string]string{yard, others} {
		for name, text := range files {
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	faults = &[]string{}
	s, err = live.Open("scene.yaml", live.Options{Workers: workers, OnNotice: func(string) {}, OnFault: func(f host.Fault) {
		*faults = append(*faults, fmt.Sprintf("%s: %s", f.Pos, f.Text))
	}})
	if err == nil {
		t.Cleanup(s.Close)
	}
	return s, faults, err
}

// Scripts give one world on any number of workers, in which hens peck, lay and roost.
func TestBlocksOnAnyNumberOfWorkers(t *testing.T) {
	var digests []uint64
	for _, workers := range longtest.Ends(1, 2, 4, 7) {
		s, faults, err := play(t, workers, nil)
		if err != nil {
			t.Fatal(err)
		}
		for tick := range 100 {
			if tick == 30 {
				if err := s.Do(&session.Announce{Announcement: host.Announcement{Name: "dusk", Source: "sun", Data: host.NumberValue(2)}}); err != nil {
					t.Fatal(err)
				}
			}
			s.Step()
		}
		events, actions := s.Game().Counts.EventCounts(), s.Game().Counts.ActionCounts()
		if len(*faults) > 0 || actions["lay"] == 0 || actions["roost"] == 0 || events["dusk"] != 1 || events["dawn"] == 0 {
			t.Fatalf("faults %q, actions %v, events %v", *faults, actions, events)
		}
		digests = append(digests, s.Digest())
	}
	for _, d := range digests[1:] {
		if d != digests[0] {
			t.Fatalf("digests %v", digests)
		}
	}
}

// What a script keeps is a part of digests, also where no bot is any different for it.
func TestBlocksAreInDigests(t *testing.T) {
	var digests []uint64
	for _, source := range []string{"sun", "moon", "sun"} {
		s, _, err := play(t, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Do(&session.Announce{Announcement: host.Announcement{Name: "dusk", Source: source}}); err != nil {
			t.Fatal(err)
		}
		s.Step()
		digests = append(digests, s.Digest())
	}
	if digests[0] == digests[1] || digests[0] != digests[2] {
		t.Errorf("digests %v", digests)
	}
}

// A script that goes wrong at run time is a fault at its own place, and counts as a failure.
func TestFaultsOfBlocks(t *testing.T) {
	for script, want := range map[string]string{
		"function actions.lay(bot) return nothing.at.all end":                "hens.lua:1:34: actions.lay: unknown name \"nothing\"",
		"function actions.lay(bot) end":                                      `hens.lua:1:18: actions.lay: it returned nil, wanted true, false or "running"`,
		"function actions.lay(bot) return 'runing' end":                      `hens.lua:1:18: actions.lay: it returned "runing", wanted true, false or "running"`,
		"function actions.lay(bot) bot:jump('root.dya') return true end":     `hens.lua:1:27: actions.lay: jump: unknown rule "root.dya"; did you mean "root.day"?`,
		"function actions.lay(bot) while true do end end":                    "hens.lua:1:33: actions.lay: the script was stopped: it ran for more than 100000 steps, the limit dragengine.steps; --limit dragengine.steps=NUMBER sets it",
		"function actions.lay(bot) bot.eggs = 5 return true end":             `hens.lua:1:27: actions.lay: eggs is a state key: write bot:set("eggs", VALUE), which holds from the next tick on`,
		"function actions.lay(bot) bot.x = 5 return true end":                "hens.lua:1:27: actions.lay: bot.x cannot be set",
		"function actions.lay(bot) bot:set('egs', 5) return true end":        `hens.lua:1:27: actions.lay: set: unknown state key "egs"; did you mean "eggs"?`,
		"function actions.lay(bot) bot:setFlag('fed', true) return true end": `hens.lua:1:27: actions.lay: setFlag: unknown flag "fed"`,
		"function actions.lay(bot) bot.jump('root') return true end":         "hens.lua:1:27: actions.lay: jump: wanted the bot whose tree runs: bot:jump(...)",
		"function actions.lay(bot) actions.lay = 5 return false end":         "hen.debt:4:88: actions.lay: it is no function any more: a script has set it to 5",
		"function conditions.late() return 1 end":                            "hens.lua:1:21: conditions.late: it returned 1, wanted true or false",
		"function actions.lay(bot) bot:announce('dusck') return false end":   `hen.debt:4:88: nobody listens to the announcement "dusck"; did you mean "dusk"?`,
	} {
		t.Run(script, func(t *testing.T) {
			s, faults, err := play(t, 1, map[string]string{
				"scene.yaml": strings.Replace(yard["scene.yaml"], "[hens.lua]", "[yard.lua, hens.lua]", 1),
				"yard.lua":   yard["hens.lua"], "hens.lua": script,
			})
			if err != nil {
				t.Fatal(err)
			}
			if told := s.Scene().Notices.Error(); strings.Contains(script, ".lay(") && !strings.Contains(told, "hens.lua:1:18: a second actions.lay, the last one counts\n\tyard.lua:") {
				t.Errorf("notices %s", told)
			}
			for range 8 {
				s.Step()
			}
			if !slices.Contains(*faults, want) {
				t.Errorf("faults %q, wanted %q", *faults, want)
			}
			if n := s.Game().Counts.ActionCounts()["lay"]; n > 0 && strings.Contains(script, ".lay") {
				t.Errorf("lay succeeded %d times", n)
			}
		})
	}
}

// What is wrong with a script when the scene is loaded is an error at its place, and a
// notice where it can only be meant otherwise.
func TestSlipsInBlocks(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"hens.lua", "function actions.peck(\n", `hens.lua:2:1: found the end of the script, wanted a name`},
		{"hens.lua", "\nactions.a.b = 1", "hens.lua:2:1: actions.a is nil, where something that has b is wanted"},
		{"hens.lua", "actions.peck = 5", "hens.lua:1:9: actions.peck is no function of a script"},
		{"hens.lua", "actions.peck = print", "hens.lua:1:9: actions.peck is no function of a script"},
		{"hens.lua", "actions = {}", `hens.lua:1:1: global "actions" is built in`},
		{"hens.lua", "conditions[1] = function() end", "hens.lua:1:1: conditions has values without names, wanted functions by name"},
		{"hens.lua", "function actions.peck(bot) return entity.id end", "hens.lua:1:1: a file for both Modular Behavior Trees and Drag[en]gine trees, wanted two"},
		{"hens.lua", "function actions.peck(bot) return gone end", `note: hens.lua:1:35: unknown name "gone", which is nil`},
		{"hens.lua", "function actions.wander(bot) end", ""},
		{"hens.lua", "function actions.pek(bot) end", `note: hen.debt:4:35: nothing offers the action "peck", so it fails; did you mean "pek"?`},
		{"hen.debt", "<behaviorTree><sequence id='r'><action name='wander'/><action name='crow'><condition>nigth</condition></action></sequence></behaviorTree>",
			`note: hen.debt:1:86: nothing offers the condition "nigth", so it is false; did you mean "night"?`},
		{"scene.yaml", strings.Replace(yard["scene.yaml"], "hens.lua", "hen.lua", 1), `scene.yaml:4:7: no file "hen.lua"`},
	} {
		t.Run(c.text, func(t *testing.T) {
			s, _, err := play(t, 1, map[string]string{c.file: c.text})
			told := fmt.Sprint(err)
			if err == nil {
				told = ""
				for _, n := range s.Scene().Notices {
					told += "note: " + n.Error() + "\n"
				}
			}
			if !strings.HasPrefix(told, c.want) && !strings.Contains(told, "\n"+c.want) {
				t.Errorf("told\n%s\nwanted\n%s", told, c.want)
			}
		})
	}
}

// What the game offers by a name comes before scripts, and that is told where a rule means it.
func TestGamesComeBeforeBlocks(t *testing.T) {
	s, _, err := play(t, 1, map[string]string{
		"hen.debt": "<behaviorTree><sequence id='r'>\n<action name='wander'><condition>playerNotNearby</condition></action></sequence></behaviorTree>",
		"hens.lua": "function actions.wander() error('called') end\nfunction conditions.playerNotNearby() error('asked') end",
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		s.Step()
	}
	if faults, n := s.Faults(); n > 0 && !strings.Contains(faults[0].Text, "the root has failed") {
		t.Errorf("%v", faults)
	}
	told := s.Scene().Notices.Error()
	for _, want := range []string{
		"hen.debt:2:15: \"wander\" is the game's own here, and actions.wander of the scene's Lua is never called\n\thens.lua:1:18: which is here",
		"hen.debt:2:34: \"playerNotNearby\" is the game's own here, and conditions.playerNotNearby of the scene's Lua is never called\n\thens.lua:2:21: which is here",
	} {
		if !strings.Contains(told, want) {
			t.Errorf("told\n%s\nwanted\n%s", told, want)
		}
	}
}

// A scene may have both kinds of trees with Lua: each gets the files that are for it, and
// both get those that are for nobody.
func TestScriptsOfTwoDialects(t *testing.T) {
	s, faults, err := play(t, 2, map[string]string{
		"scene.yaml": strings.NewReplacer("[hens.lua]", "[both.lua, hens.lua, cows.lua]", "bots:", "bots:\n  - { id: cow, name: Cow, count: 3, behavior: { file: cow.xml } }").Replace(yard["scene.yaml"]),
		"both.lua":   "function Twice(n) return 2 * n end",
		"cows.lua":   "function entity:Twice() return Twice(self.id) end\nCreateAIBehavior('Moo', { Update = function() return true end })",
		"hens.lua":   yard["hens.lua"] + "\nfunction actions.lay(bot) return Twice(1) == 2 end",
		"cow.xml":    `<BehaviorTree><Root><Loop><Sequence><AssertLua code="return entity:Twice() == 2 * entity.id"/><Wait duration="0.2"/></Sequence></Loop></Root></BehaviorTree>`,
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 30 {
		s.Step()
	}
	if n := s.Game().Counts.ActionCounts()["lay"]; n == 0 || len(*faults) > 0 {
		t.Errorf("lay %d times, faults %q", n, *faults)
	}
}

// A reload of a script makes what it keeps begin anew; one of a tree does not. A script with
// an error changes nothing.
func TestReloadOfBlocks(t *testing.T) {
	s, _, err := play(t, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	step := func(n int) {
		for range n {
			s.Step()
		}
	}
	write := func(file, text string) string {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		c := &session.Reload{}
		if err := s.Do(c); err != nil {
			return "error: " + err.Error()
		}
		return c.Answer().Note
	}
	dusk := func() {
		t.Helper()
		if err := s.Do(&session.Announce{Announcement: host.Announcement{Name: "dusk"}}); err != nil {
			t.Fatal(err)
		}
	}
	roosts := func() int64 { return s.Game().Counts.ActionCounts()["roost"] }
	dusk()
	step(2)
	was := roosts()
	if note := write("hen.debt", yard["hen.debt"]+"<!-- new -->"); !strings.Contains(note, "hen.debt") {
		t.Error(note)
	}
	if step(1); roosts() == was {
		t.Error("a new tree made scripts forget that it is dark")
	}
	before := s.Digest()
	if note := write("hens.lua", "function actions.lay("); !strings.HasPrefix(note, "error: hens.lua:1:") || s.Digest() != before {
		t.Error(note)
	}
	if note := write("hens.lua", yard["hens.lua"]+"-- new"); !strings.Contains(note, "hen.debt") {
		t.Error(note)
	}
	step(10)
	was = roosts()
	if step(10); roosts() != was {
		t.Error("a new script knows that it was dark")
	}
	dusk()
	if step(2); roosts() == was {
		t.Error("the new script does not listen")
	}
}

// Functions of Go listen to announcements of commands and of trees, in the order of
// listening, before scripts do; an announcement that nobody listens to is refused.
func TestAnnouncements(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range yard {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	reg := arena.NewRegistry()
	var heard []string
	listen := func(name, as string) {
		reg.Listen(name, func(_ host.World, a host.Announcement) {
			heard = append(heard, fmt.Sprint(as, a.Name, a.Source, a.Data))
		})
	}
	listen("dawn", "1")
	listen("dawn", "2")
	listen("noon", "3")
	reg.Listen("storm", func(host.World, host.Announcement) { panic("thunder") })
	var faults []string
	s, err := live.Open("scene.yaml", live.Options{Registry: reg, OnNotice: func(string) {}, OnFault: func(f host.Fault) { faults = append(faults, f.Text) }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, c := range []struct {
		do   session.Announce
		want string
	}{
		{session.Announce{Announcement: host.Announcement{Name: "noon", Source: "sun", Data: host.IntValue(12)}}, ""},
		{session.Announce{Announcement: host.Announcement{Name: "dusk", Data: host.IntValue(61)}}, ""},
		{session.Announce{Announcement: host.Announcement{Name: "storm"}}, ""},
		{session.Announce{Announcement: host.Announcement{Name: "dsuk"}}, `nobody listens to the announcement "dsuk"; did you mean "dusk"?`},
		{session.Announce{Announcement: host.Announcement{Name: "eclipse"}}, `nobody listens to the announcement "eclipse"`},
		{session.Announce{}, "an announcement without a name"},
	} {
		if err := s.Do(&c.do); err != nil && err.Error() != c.want || err == nil && c.want != "" {
			t.Errorf("%+v: %v, wanted %s", c.do, err, c.want)
		}
	}
	s.Step()
	want := `[3noonsun12 1dawncocknull 2dawncocknull]`
	if got := fmt.Sprint(heard[:min(len(heard), 3)]); got != want {
		t.Errorf("heard %s, wanted %s", got, want)
	}
	if events := s.Game().Counts.EventCounts(); events["noon"] != 1 || events["storm"] != 1 || events["dsuk"] != 0 || events["eclipse"] != 0 {
		t.Errorf("counted %v", events)
	}
	if len(faults) != 1 || faults[0] != `panic in a listener for "storm": thunder` {
		t.Errorf("faults %q", faults)
	}
}
