package dst

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	_ "github.com/thicket-sim/thicket/internal/ground/longtest/draws"
)

// playing is a pool with some bots of a brain, and the state that they share.
func playing(t testing.TB, src string, bots int) (*run.Pool, *emptyWorld, *troupe) {
	t.Helper()
	pool, w := brainPool(t, src, bots)
	x := pool.NewExec()
	x.Seek(0)
	return pool, w, x.Shared.(*troupe)
}

// play plays the ticks from one to below another.
func play(pool *run.Pool, from, to int64) {
	x := pool.NewExec()
	for tick := from; tick < to; tick++ {
		pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 1.0 / 30})
	}
}

// everyKind is a small brain whose save has records of every kind.
const everyKind = `
local count = 0
local Greet = Class(BehaviourNode, function(self, inst) BehaviourNode._ctor(self, "Greet") self.inst = inst end)
function Greet:Visit() count = count + 1 self.status = count % 3 == 0 and SUCCESS or RUNNING end
local Mob = Class(Brain, function(self) Brain._ctor(self) end)
function Mob:OnStart()
	local inst, it = self.inst, { odd = { 1, nil, 3 } }
	it.gone = it
	it.gone = nil
	inst:DoPeriodicTask(0.4, function(_, word) it.word = word end, 0.1, "tick")
	self.bt = BT(inst, PriorityNode({
		EventNode(inst, "attacked", ActionNode(function() it.hurt = true end)),
		WhileNode(scared, "Scared", HostNode(flee)),
		IfNode(hungry, "Hungry", LoopNode({ HostNode(eat), WaitNode(1) }, 2)),
		LatchNode(inst, 1, Greet(inst)),
		RandomNode{ WaitNode(0.5), HostNode(stroll) },
	}, 0.25))
end
return Mob`

// A save that was cut off, or of which a byte is wrong, gives an error or loads.
// What it loads may fail in a tick as any script may; nothing panics.
func TestDamagedSavesAreErrorsOrLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: many damaged saves")
	}
	pool, w, m := playing(t, everyKind, 1)
	play(pool, 0, 20)
	whole, err := m.encode()
	if err != nil {
		t.Fatal(err)
	}
	loaded, refused := 0, 0
	try := func(what string, b []byte) {
		commit, err := m.decode(b)
		if err != nil {
			refused++
			return
		}
		loaded++
		commit()
		play(pool, 20, 22)
		for _, f := range w.faults {
			if strings.Contains(f, "panic") || strings.Contains(f, "runtime error") {
				t.Errorf("%s: %s", what, f)
			}
		}
		w.faults = nil
		if commit, err = m.decode(whole); err != nil {
			t.Fatalf("after %s: %v", what, err)
		}
		commit()
	}
	first, step := 400, 43 // bytes, of the root and of the first tables; and of the others
	if longtest.On {
		first, step = 1500, 7
	}
	for at := 0; at < len(whole); at++ {
		if at >= first && at%step != 0 {
			continue
		}
		try(fmt.Sprintf("%d bytes", at), whole[:at])
		broken := bytes.Clone(whole)
		broken[at] ^= [...]byte{1, 2, 0x10, 0x55, 0x80, 0xff}[at%6]
		try(fmt.Sprintf("byte %d made %#x", at, broken[at]), broken)
	}
	if loaded == 0 || refused == 0 {
		t.Errorf("%d damaged saves were loaded, %d refused", loaded, refused)
	}
	if commit, err := m.decode(whole); err != nil {
		t.Error(err)
	} else {
		commit()
	}
	if again, _ := m.encode(); !bytes.Equal(whole, again) {
		t.Error("the save itself does not load any more")
	}
}

// Whatever scripts keep, what is loaded gives the same bytes.
func TestWhatIsLoadedIsWhatWasSaved(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		src := inBrain(drawKept(rt))
		pool, w, m := playing(t, src, 2)
		ticks := rapid.Int64Range(0, 20).Draw(rt, "ticks")
		play(pool, 0, ticks)
		var saved bytes.Buffer
		if err := pool.Save(&saved); err != nil || len(w.faults) > 0 {
			rt.Fatalf("%v, faults %q", err, w.faults)
		}
		another, _, n := playing(t, src, 2)
		play(another, 0, 7) // whatever it did before
		if err := another.Load(&saved); err != nil {
			rt.Fatal(err)
		}
		for range 2 {
			one, _ := m.encode()
			if two, err := n.encode(); err != nil || !bytes.Equal(one, two) {
				rt.Fatalf("%v, %d bytes, then %d", err, len(one), len(two))
			}
			play(pool, ticks, ticks+20)
			play(another, ticks, ticks+20)
		}
	})
}

// drawKept draws statements that make values and put them into each other.
func drawKept(t *rapid.T) string {
	var b strings.Builder
	b.WriteString("local all = { {}, inst, self } inst.all = all\n")
	pick := func(what string) string {
		return fmt.Sprintf("all[%d %% #all + 1]", rapid.IntRange(0, 99).Draw(t, what))
	}
	value := func() string {
		return rapid.SampledFrom([]string{
			"1", "-0.5", "1/0", "-1/0", "'text'", "''", "'\\0\\255'", "true", "false", "nil", "2^53", "math.random()", "GetTime()", "flee", "scared",
			pick("of"), pick("of"), "function() return " + pick("up") + " end", "Class(BehaviourNode, function(self) BehaviourNode._ctor(self, 'own') end)",
			"WaitNode(1)", "SelectorNode{ WaitNode(2), HostNode(eat) }", "Vector3(1, 2, 3)", "setmetatable({}, { __index = { x = 1 } })",
		}).Draw(t, "value")
	}
	for range rapid.IntRange(1, 12).Draw(t, "statements") {
		switch rapid.IntRange(0, 5).Draw(t, "statement") {
		case 0, 1:
			fmt.Fprintf(&b, "all[#all + 1] = { %s, x = %s, [0.5] = %s }\n", value(), value(), value())
		case 2:
			fmt.Fprintf(&b, "%s.field = %s\n", pick("to"), value())
		case 3:
			fmt.Fprintf(&b, "%s.field = nil\n", pick("to"))
		case 4:
			fmt.Fprintf(&b, "do local up = %s inst:ListenForEvent('e', function() up = %s return up end) end\n", value(), value())
		case 5:
			fmt.Fprintf(&b, "do local n = 0 inst:DoPeriodicTask(0.1, function() n = n + 1 all[1][n %% 3] = n end, nil, %s) end\n", value())
		}
	}
	return b.String()
}
