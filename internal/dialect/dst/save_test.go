package dst

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/dialect/dst/stage"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

// A saved pool goes on as the one that it was saved from.
func TestASavedPoolGoesOn(t *testing.T) {
	const bots = 20
	src := strings.Replace(source("go"), "WaitNode(1)", "WaitNode(math.random(1, 3))", 1)
	p, _ := loaded(t, src, false)
	fresh := func() *run.Pool {
		pool := run.NewPool(p, &emptyWorld{})
		for i := range bots {
			pool.Add(host.BotID(i+1), int32(i), run.Moment{DT: 1.0 / 30})
		}
		return pool
	}
	advance := func(pool *run.Pool, from, to int64) (seen []string) {
		x := pool.NewExec()
		boo := host.SymbolsOf(p.Semantics.(*semantics).p.Reg).Event("attacked")
		for tick := from; tick < to; tick++ {
			if tick%37 == 5 {
				pool.Send(int32(tick%bots), host.Event{ID: boo}, run.Moment{Tick: tick, DT: 1.0 / 30})
			}
			pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 1.0 / 30})
			for row := range int32(bots) {
				seen = append(seen, fmt.Sprint(tick, row, pool.Status(row), pool.Hash(row)))
			}
		}
		return seen
	}
	one := fresh()
	advance(one, 0, 100)
	var b bytes.Buffer
	if err := one.Save(&b); err != nil {
		t.Fatal(err)
	}
	two := fresh()
	advance(two, 0, 7) // whatever it did before
	if err := two.Load(&b); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(advance(one, 100, 250), advance(two, 100, 250)); diff != "" {
		t.Errorf("(-saved from +loaded)\n%s", diff)
	}
}

// keeping is a brain that keeps things wherever a script can: in its object,
// its entity, upvalues, tables with holes and dead keys, classes of its own,
// tasks, listeners, components and nodes.
const keeping = `
local seen, shared = {}, { n = 0 }
local function count(by) shared.n = shared.n + by return shared.n end
local Greet = Class(BehaviourNode, function(self, inst)
	BehaviourNode._ctor(self, "Greet")
	self.inst, self.rounds = inst, 0
	self.onboo = function(_, data) self.rounds = self.rounds + 100 end
	inst:ListenForEvent("boo", self.onboo)
end)
function Greet:Visit()
	self.rounds = self.rounds + 1
	if self.rounds % 3 == 0 then self.status = SUCCESS else self.status = RUNNING self:Sleep(0.3) end
end
local Mob = Class(Brain, function(self) Brain._ctor(self) self.made = count(1) end)
function Mob:OnStart()
	local inst, self_ = self.inst, self
	self.log, self.odd = {}, { 1, nil, 3, x = { y = { inst } } }
	self.odd.gone, self.odd[0.5] = 1, self.odd
	self.odd.gone = nil
	inst.memory = setmetatable({}, { __index = function(t, k) return k .. inst.GUID end })
	local every = inst:DoPeriodicTask(0.4, function(who, word)
		table.insert(self_.log, word .. #self_.log)
		if #self_.log > 6 then self_.log = {} end
	end, 0.1, "tick")
	inst:DoTaskInTime(5, function() every:Cancel() inst:PushEvent("boo") end)
	inst.components.timer:StartTimer("nap", 3)
	inst:ListenForEvent("timerdone", function(_, data) self_.done = data.name inst.components.timer:StartTimer("nap", 1) end)
	self.bt = BT(inst, PriorityNode({
		EventNode(inst, "attacked", SequenceNode{ WaitNode(0.2), ActionNode(function() self_.hurt = (self_.hurt or 0) + count(1) end) }),
		WhileNode(function() return math.floor(GetTime()) % 3 == 0 end, "Odd", Greet(inst)),
		IfNode(function() self_.odd[#self_.odd + 1] = GetTime() for k in pairs(self_.odd) do seen[k] = inst end return #self_.log > 3 end, "Logged",
			LoopNode({ HostNode(eat), WaitNode(function() return math.random() end) }, 2)),
		RandomNode{ WaitNode(0.5), ActionNode(function() self_.odd.gone = self_.log[1] end) },
	}, 0.25))
end
return Mob`

// What scripts keep is saved, too, and is part of the hash.
func TestScriptsGoOn(t *testing.T) {
	const bots = 4
	p, _ := loaded(t, keeping, false)
	q, _ := loaded(t, keeping, false) // as in another process
	fresh := func(p *run.Program) (*run.Pool, *emptyWorld) {
		w := &emptyWorld{}
		pool := run.NewPool(p, w)
		for i := range bots {
			pool.Add(host.BotID(i+1), int32(i), run.Moment{DT: 1.0 / 30})
		}
		return pool, w
	}
	advance := func(pool *run.Pool, from, to int64) (seen []string) {
		x := pool.NewExec()
		ouch := host.SymbolsOf(pool.Program().Semantics.(*semantics).p.Reg).Event("attacked")
		for tick := from; tick < to; tick++ {
			if tick%37 == 5 {
				pool.Send(int32(tick%bots), host.Event{ID: ouch}, run.Moment{Tick: tick, DT: 1.0 / 30})
			}
			pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 1.0 / 30})
			for row := range int32(bots) {
				hash := uint64(0)
				if tick%9 == 0 {
					hash = pool.Hash(row)
				}
				seen = append(seen, fmt.Sprint(tick, row, pool.Status(row), hash))
			}
		}
		return seen
	}
	times := []int64{1, 60, 111, 200}
	if testing.Short() {
		times = []int64{60}
	}
	for _, at := range times {
		one, w := fresh(p)
		advance(one, 0, at)
		var b bytes.Buffer
		if err := one.Save(&b); err != nil {
			t.Fatal(err)
		}
		two, v := fresh(q)
		advance(two, 0, 33) // whatever it did before
		if err := two.Load(&b); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(advance(one, at, at+150), advance(two, at, at+150)); diff != "" {
			t.Errorf("saved at %d (-saved from +loaded)\n%.2000s", at, diff)
		}
		if len(w.faults)+len(v.faults) > 0 {
			t.Errorf("faults %q, %q", w.faults, v.faults)
		}
	}
}

// A value that a script keeps changes the hash.
func TestScriptsAreHashed(t *testing.T) {
	hash := func(value string) uint64 {
		p, _ := loaded(t, inBrain(`local own = { x = 1 } self.f = function() return own end own.x = `+value), false)
		pool := run.NewPool(p, &emptyWorld{})
		pool.Add(7, 0, run.Moment{DT: 0.1})
		return pool.Hash(0)
	}
	one, again, two := hash("1"), hash("1"), hash("2")
	if one != again || one == two {
		t.Errorf("%x, %x, %x", one, again, two)
	}
}

// What cannot be saved, or is damaged, is said and changes nothing.
func TestSavesThatFail(t *testing.T) {
	p, _ := loaded(t, inBrain("\n\tself.next = string.gmatch(\"a b\", \"%a\")\n"), false)
	pool := run.NewPool(p, &emptyWorld{})
	pool.Add(7, 0, run.Moment{DT: 0.1})
	var b bytes.Buffer
	if err := pool.Save(&b); err == nil || err.Error() != "save tree mob.lua: bot 7: mob.lua:2:2: its scripts keep a function that finds matches, which cannot be saved" || b.Len() > 0 {
		t.Errorf("a function of Go: %v", err)
	}
	lenient, _ := loaded(t, inBrain(""), true)
	pool = run.NewPool(lenient, &emptyWorld{})
	pool.Add(7, 0, run.Moment{DT: 0.1})
	if err := pool.Save(&b); err == nil || err.Error() != "save tree mob.lua: bot 7: mob.lua:1:1: "+errLenient.Error() {
		t.Errorf("read leniently: %v", err)
	}
	whole, _ := loaded(t, keeping, false)
	pool = run.NewPool(whole, &emptyWorld{})
	pool.Add(7, 0, run.Moment{DT: 0.1})
	m := pool.Program().Semantics.(*semantics).machine()
	bot := m.newBot(m.home, 0, nil)
	m.stage.Bot = &bot.Actor
	if err := m.begin(bot, 7); err != nil {
		t.Fatal(err)
	}
	saved, err := m.encode()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.decode(saved[:len(saved)/2]); err != lua.ErrDamaged { //nolint:errorlint // it is this very value
		t.Errorf("half a save: %v", err)
	}
	if again, _ := m.encode(); !bytes.Equal(saved, again) {
		t.Error("reading changed the state")
	}
}

// Of bots that share a machine, the refusal names the one that holds what cannot be saved, and
// none where a file of theirs holds it.
func TestTheHolderOfWhatCannotBeSavedIsNamed(t *testing.T) {
	const file = `local held, born = {}, 0
local Mob = Class(Brain, function(self) Brain._ctor(self) end)
function Mob:OnStart()
	born = born + 1
	if born == 3 then KEEP end
	self.bt = BT(self.inst, PriorityNode({ StandStill(self.inst) }, 1))
end
return Mob
`
	for keep, want := range map[string]string{
		`self.next = string.gmatch("a", "a")`:                                                          "save tree mob.lua: bot 8: mob.lua:5:2: ",
		`local find = string.gmatch("a", "a") self.inst.finds = { function() return find() end }`:      "save tree mob.lua: bot 8: mob.lua:5:2: ",
		`local find = string.gmatch("a", "a") self.inst:DoTaskInTime(9, function() return find() end)`: "save tree mob.lua: bot 8: mob.lua:5:2: ",
		`self.inst:StartThread(function() Sleep(9) end)`:                                               "save tree mob.lua: bot 8: mob.lua:5:2: " + stage.ErrThread.Error(),
		`held.next = string.gmatch("a", "a")`:                                                          "save tree mob.lua: mob.lua:5:2: ",
	} {
		p, _ := loaded(t, strings.Replace(file, "KEEP", keep, 1), false)
		pool := run.NewPool(p, &emptyWorld{})
		for _, id := range []host.BotID{5, 7, 8} {
			pool.Add(id, 0, run.Moment{DT: 0.1})
		}
		if err := pool.Save(io.Discard); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, wanted %s", keep, err, want)
		}
	}
}

// What stands in the middle of a function cannot be saved, and says so; once it has
// ended it can.
func TestThreadsAreNotSaved(t *testing.T) {
	one, _, m := playing(t, inBrain("\ninst:StartThread(\n  function()\n    Sleep(1)\n  end)\n"), 1)
	play(one, 0, 5)
	if _, err := m.encode(); !errors.Is(err, stage.ErrThread) || err.Error() != "mob.lua:3:3: "+stage.ErrThread.Error() {
		t.Errorf("%v, wanted %v with the line of the thread", err, stage.ErrThread)
	}
	play(one, 5, 40)
	if _, err := m.encode(); err != nil {
		t.Error(err)
	}
}
