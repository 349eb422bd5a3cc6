package dst

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// A saved pool goes on as the one that it was saved from.
func TestASavedPoolGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: plays on from many saves")
	}
	const bots = 20
	src := strings.Replace(sourceOf("go"), "WaitNode(1)", "WaitNode(math.random(1, 3))", 1)
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
	p, _ := loaded(t, inBrain("\n\tlocal _, e = pcall(require, \"nothing\") self.next = e\n"), false)
	pool := run.NewPool(p, &emptyWorld{})
	pool.Add(7, 0, run.Moment{DT: 0.1})
	var b bytes.Buffer
	if err := pool.Save(&b); err == nil || err.Error() != "save tree mob.lua: bot 7: its scripts keep a value of the program that cannot be saved" || b.Len() > 0 {
		t.Errorf("a value of Go: %v", err)
	}
	whole, _ := loaded(t, keeping, false)
	pool = run.NewPool(whole, &emptyWorld{})
	pool.Add(7, 0, run.Moment{DT: 0.1})
	m := pool.Program().Semantics.(*semantics).troupe()
	bot := m.newBot(m.home, 0, nil)
	m.stage.Bot = &bot.Actor
	if err := m.begin(bot, 7); err != nil {
		t.Fatal(err)
	}
	saved, err := m.encode()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.decode(saved[:len(saved)/2]); err != machine.ErrDamaged { //nolint:errorlint // it is this very value
		t.Errorf("half a save: %v", err)
	}
	if again, _ := m.encode(); !bytes.Equal(saved, again) {
		t.Error("reading changed the state")
	}
}

// Of bots that share a troupe, the refusal names the one that holds what cannot be saved, and
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
	const why = "its scripts keep a value of the program that cannot be saved"
	for keep, want := range map[string]string{
		`local _, e = pcall(require, "nothing") self.next = e`:                                           "save tree mob.lua: bot 8: " + why,
		`local _, e = pcall(require, "nothing") self.inst.finds = { function() return e end }`:           "save tree mob.lua: bot 8: " + why,
		`local _, e = pcall(require, "nothing") self.inst:DoTaskInTime(9, function() return e end)`:      "save tree mob.lua: bot 8: " + why,
		`local _, e = pcall(require, "nothing") self.inst:StartThread(function() Sleep(9) return e end)`: "save tree mob.lua: bot 8: " + why,
		`local _, e = pcall(require, "nothing") held.next = e`:                                           "save tree mob.lua: " + why,
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

// What stands in the middle of a function goes on behind a save as it would have: with its
// locals, those that it shares with other functions, and the calls that it is in.
func TestThreadsAreSaved(t *testing.T) {
	const thread = `
local told = {}
inst.told = function() return table.concat(told, " ") end
inst.thread = inst:StartThread(function(...)
	local from, steps = GetTick(), 0
	local function rest(by) steps = steps + 1 Sleep(by) return steps * by end
	for i, by in ipairs{ 0.2, 0.5, 0.3 } do
		local took = rest(by) + i
		table.insert(told, string.format("%d:%g:%d", i, took, GetTick() - from))
	end
	for word in string.gmatch("over and out", "%a+") do Yield() table.insert(told, word) end
	Hibernate()
	table.insert(told, "woken")
end)
inst:DoTaskInTime(3, function() WakeTask(inst.thread) end)
inst:DoTaskInTime(4, function() print(inst.told()) end)
`
	told := func(m *troupe) []string { return botOf(m.stage.Known[1]).printed.log }
	never, _, whole := playing(t, inBrain(thread), 1)
	play(never, 0, 130)
	if want := told(whole); len(want) != 1 || !strings.HasSuffix(want[0], "over and out woken") {
		t.Fatalf("told %q", want)
	}
	one, _, m := playing(t, inBrain(thread), 1)
	from := int64(0)
	for _, at := range []int64{0, 1, 10, 25, 33, 36, 60, 100} {
		play(one, from, at)
		from = at
		b, err := m.encode()
		if err != nil {
			t.Fatalf("tick %d: %v", at, err)
		}
		two, _, n := playing(t, inBrain(thread), 1)
		commit, err := n.decode(b)
		if err != nil {
			t.Fatalf("tick %d: %v", at, err)
		}
		commit()
		again, err := n.encode()
		if err != nil || !bytes.Equal(b, again) {
			t.Fatalf("tick %d: it is not saved as it was, %v", at, err)
		}
		play(two, at, 130)
		if diff := cmp.Diff(told(whole), told(n)); diff != "" {
			t.Errorf("tick %d: (-without a save +with one)\n%s", at, diff)
		}
	}
}

// onStubs is a brain that keeps stubs wherever a script can, and goes by what they answer.
const onStubs = `
local kept = {}
local Mob = Class(Brain, function(self) Brain._ctor(self) end)
function Mob:OnStart()
	local inst = self.inst
	self.helper, kept[inst] = inst:FindHelper(), GetGizmo(inst).parts
	local n = 0
	self.bt = BT(inst, PriorityNode({
		WhileNode(function()
			n = n + GetGizmoCount()
			if n % 4 == 0 then self["stray" .. n] = inst["Helper" .. n](inst).owner end
			return inst:IsSick() end, "Sick", ActionNode(function() self.sick = (self.sick or 0) + 1 end)),
		LoopNode({ WaitNode(math.random(1, 3)), ActionNode(function() inst.odd = self.helper:GetLeader() inst.far = inst:GetDistanceSqToInst(self.helper) end) }),
	}, 0.2))
end
return Mob`

// A game on stubs goes on from a save as it was, with the stubs that its scripts keep.
func TestStubsAreSaved(t *testing.T) {
	p, _ := loaded(t, onStubs, true)
	fresh := func() *run.Pool {
		pool := run.NewPool(p, &emptyWorld{})
		for i := range 3 {
			pool.Add(host.BotID(i+1), int32(i), run.Moment{DT: 1.0 / 30})
		}
		return pool
	}
	advance := func(pool *run.Pool, from, to int64) (seen []string) {
		x := pool.NewExec()
		for tick := from; tick < to; tick++ {
			pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 1.0 / 30})
			for row := range int32(3) {
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
	if err := two.Load(&b); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(advance(one, 100, 250), advance(two, 100, 250)); diff != "" {
		t.Errorf("(-saved from +loaded)\n%s", diff)
	}
}
