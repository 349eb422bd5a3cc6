package stage_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/ground/facttest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// The files testdata/facts/*.lua say what the game does, one fact at a time:
//
//	fact("name", function(inst, other, ...) ... end, { count = 3 })
//
// Each plays in an arena of its own, with the plain creatures inst, other, ... of one
// class. The function runs in tick 10, in a task of inst. It may use
//
//	at(tick, fn)             calls fn in that tick, in inst's turn if inst is still there
//	equal(got, want)         fails the fact if they differ
//	near(got, want, by)      fails it if they differ by more than by (0.0001)
//	raises(fn)               fails it if fn does not raise; gives what it raised
//	pt(x, z)                 a Vector3, counted from the middle of the field
//	spawn(fn)                an entity made by CreateEntity, after fn(entity)
//	think(inst, root)        gives inst's brain another tree
//
// and all that brains have. These are its options:
//
//	field = {w, h}           in metres, {60, 60} if left out
//	count = n                how many creatures, 2 if left out; they stand 2 m apart along x
//	at = {{x, z}, ...}       where they stand instead, counted from the middle
//	player = {x, z}          a player stands there, Ann
//	creature = "keys"        more keys of behavior, such as "creature: pig.lua, prefab: pig"
//	class = "keys"           more keys of the class, such as "health: 50, tags: [pig]"
//	scene = "lines"          more keys of the scene
//	bots = "- { id: ... }"   more classes, a line each
//	files = { ["name"] = "text" }  files beside the brain
//	start = fn(inst)         runs when the brain of each of the creatures starts
//	ticks = n                the most that it may last, 1,000 if left out
//
// reason("name", "why") says why a fact of the list has no test.

// factsBrain is what the creatures of a fact share. They run the file with the
// facts as facts.lua. The last one, of which facts know nothing, keeps the time
// should inst leave.
const factsBrain = `
local wanted, count, width, height = %q, %d, %v, %v
local all, fn, options = {}, nil, nil
local checks, open, begun = 0, 1, false
function fact(name, f, o) if name == wanted then fn, options = f, o or {} end end
function reason() end
function equal(got, want)
	checks = checks + 1
	if got ~= want then error("got " .. tostring(got) .. ", wanted " .. tostring(want), 2) end
end
function near(got, want, by)
	checks = checks + 1
	if type(got) ~= "number" or not (math.abs(got - want) <= (by or 0.0001)) then error("got " .. tostring(got) .. ", wanted about " .. tostring(want), 2) end
end
function raises(f)
	checks = checks + 1
	local ok, text = pcall(f)
	if ok then error("it raised nothing", 2) end
	return text
end
function pt(x, z) return Vector3(width / 2 + x, 0, height / 2 + z) end
function spawn(f)
	local e = CreateEntity()
	if f then f(e) end
	return e
end
function think(inst, root)
	inst.brain.bt = BT(inst, root)
	inst.brain:ForceUpdate()
end
function at(tick, f)
	open = open + 1
	local function once()
		if f then
			local g = f
			f = nil
			g()
			open = open - 1
		end
	end
	local delay = (tick - GetTick()) * FRAMES
	all[1]:DoTaskInTime(delay, once)
	all[count + 1]:DoTaskInTime(delay, once)
end
require("facts")
local B = Class(Brain, function(self) Brain._ctor(self) end)
function B:OnStart()
	local inst = self.inst
	self.bt = BT(inst, ConditionNode(function() return false end))
	if begun then return end
	table.insert(all, inst)
	if #all <= count then
		if options.start then options.start(inst) end
		return
	end
	begun = true
	at(10, function()
		fn(unpack(all, 1, count))
		open = open - 1
	end)
	inst:DoPeriodicTask(FRAMES, function()
		if open == 0 then print("held " .. checks) end
	end)
end
return B`

// fact is what a file says of one fact.
type fact struct {
	name, file string
	reason     string
	options    *machine.Table
}

// facts lists what a file says.
func facts(t *testing.T, file string) []fact {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	chunk, err := machine.Compile(syntax.Pos{File: file}, string(src), machine.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	s := machine.NewState(machine.Options{})
	var all []fact
	s.Define("fact", s.NewFunction("fact", func(c *machine.Call) int {
		c.CheckFunction(2)
		options := c.Get(3).Table()
		if options == nil {
			options = s.NewTable()
		}
		all = append(all, fact{name: c.CheckText(1), file: file, options: options})
		return 0
	}).V())
	s.Define("reason", s.NewFunction("reason", func(c *machine.Call) int {
		all = append(all, fact{name: c.CheckText(1), file: file, reason: c.CheckText(2)})
		return 0
	}).V())
	if _, err := s.Run(machine.Budget{Steps: 1_000_000}, s.Function(chunk)); err != nil {
		t.Fatal(err)
	}
	return all
}

func allFacts(t *testing.T) []fact {
	t.Helper()
	files, err := filepath.Glob("testdata/facts/*.lua")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	var all []fact
	for _, file := range files {
		all = append(all, facts(t, file)...)
	}
	return all
}

func (f *fact) number(name string, otherwise float64) float64 {
	if n, ok := f.options.Field(name).Number(); ok {
		return n
	}
	return otherwise
}

func (f *fact) text(name string) string { return script.Text(f.options.Field(name)) }

// pair reads {a, b}.
func pair(v machine.Value) (a, b float64, ok bool) {
	t := v.Table()
	if t == nil {
		return 0, 0, false
	}
	a, _ = t.At(1).Number()
	b, _ = t.At(2).Number()
	return a, b, true
}

// hold plays a fact.
func (f *fact) hold(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	w, h, ok := pair(f.options.Field("field"))
	if !ok {
		w, h = 60, 60
	}
	count := int(f.number("count", 2))
	src, err := os.ReadFile(f.file)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"facts.lua": string(src), "brain.lua": fmt.Sprintf(factsBrain, f.name, count, w, h)}
	if more := f.options.Field("files").Table(); more != nil {
		for k, v := range more.Pairs {
			files[machine.Show(k)] = machine.Show(v)
		}
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	more := func(name string) string {
		if text := f.text(name); text != "" {
			return ", " + text
		}
		return ""
	}
	scene := fmt.Sprintf("world: { width: %v, height: %v }\n%s\nbots:\n  - { id: plain, name: Plain, count: %d%s, behavior: { file: brain.lua%s } }\n%s\n",
		w, h, f.text("scene"), count+1, more("class"), more("creature"), f.text("bots"))
	s, err := scenes.Parse(filepath.Join(dir, "scene.yaml"), []byte(scene), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	play, err := live.New(s, live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer play.Close()
	do := func(c session.Command) {
		if err := play.Do(c); err != nil {
			t.Fatal(err)
		}
	}
	if x, z, ok := pair(f.options.Field("player")); ok {
		do(&session.Join{Name: "Ann", At: session.Point(w/2+x, h/2+z), Heading: components.Heading{X: 1}})
		do(&session.Input{Player: session.Who{Name: "Ann"}})
	}
	places := f.options.Field("at").Table()
	for i := range count + 1 {
		x, z := float64(2*i), 0.0
		if places != nil {
			if px, pz, ok := pair(places.At(i + 1)); ok {
				x, z = px, pz
			}
		}
		at := session.Point(w/2+x, h/2+z)
		if i == count {
			at = session.Point(0.5, 0.5)
		}
		do(&session.Place{Who: session.Who{ID: components.ID(i + 1)}, At: at, Heading: &components.Heading{X: 1}})
	}
	held := ""
	play.Game().TreeLog.On(func(e host.LogEntry) {
		if strings.Contains(e.Text, "held ") {
			held = e.Text
		} else {
			t.Log(e.Text)
		}
	})
	failed := 0
	for range int(f.number("ticks", 1000)) {
		play.Step()
		all, _ := play.Game().Faults.List()
		for _, fault := range all[failed:] {
			if !fault.Note {
				t.Error(fault.String())
			} else {
				t.Log(fault.String())
			}
		}
		failed = len(all)
		if t.Failed() || held != "" {
			break
		}
	}
	switch {
	case t.Failed():
	case held == "":
		t.Error("it did not end: a function given to at was not called")
	case held == "held 0":
		t.Error("nothing was compared")
	}
}

// TestFacts holds each fact of the files.
func TestFacts(t *testing.T) {
	for i, f := range allFacts(t) {
		if testing.Short() && i%8 > 0 { // each plays a game
			continue
		}
		if f.reason == "" {
			t.Run(f.name, f.hold)
		}
	}
}

// Each fact of the list that was made from the game has a test or a reason why
// not, and no fact is told twice.
func TestEveryFactIsHeld(t *testing.T) {
	told := map[string]bool{}
	for _, f := range allFacts(t) {
		if told[f.name] {
			t.Errorf("%s: %s is there twice", f.file, f.name)
		}
		told[f.name] = true
	}
	facttest.Whole(t, "dst", func(name string) bool { return told[name] })
}
