package mbt

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// keeping keeps things wherever Lua can: in globals, in fields of entity, in tables
// that hold each other, with holes, cleared keys and metatables, in variables that
// functions share, in methods of the game, and in what the library made.
const keeping = `<Loop><Sequence>
<ExecuteLua code="
n = (n or 0) + 1
entity.count = (entity.count or 0) + 1
entity.log = entity.log or { first = n }
table.insert(entity.log, n * 0.1)
if #entity.log &gt; 3 then table.remove(entity.log, 1) end
friends = friends or {}
friends[entity.id] = entity
friends[entity.id - 1] = nil
if not tick then
	local sum = 0
	function tick(by) sum = sum + by return sum end
	function told() return sum end
	loop = { size = double(2) }
	loop.self = setmetatable(loop, { __index = function(t, k) return k .. sum end })
	distance = entity.TargetDistance
	shout = entity.Signal
	entity.actor.seen = true
end
entity.total = tick(entity.id)
"/>
<Wait duration="0.05"/>
<AssertLua code="return loop.self == loop and loop.x == 'x' .. told() and distance(entity) == entity.id * 10 and (friends[entity.id] or entity) == entity"/>
</Sequence></Loop>`

// traced runs a pool for some ticks and tells all that it is in each of them.
func traced(pool *player, from, to int64) (seen []string) {
	x := pool.NewExec()
	for tick := from; tick < to; tick++ {
		pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 1.0 / 30})
		line := fmt.Sprintf("%d %x", tick, pool.HashShare())
		for _, row := range pool.Order() {
			line += fmt.Sprintf(" %v %x", pool.Status(row), pool.Hash(row))
		}
		seen = append(seen, line)
	}
	return seen
}

// A saved pool goes on as the one that it was saved from, whatever the other did before.
func TestWhatLuaKeepsIsSaved(t *testing.T) {
	reg, w := luaGame(t)
	p := mustLoad(t, reg, "", keeping)
	one := newPlayer(p, w, 5)
	traced(one, 0, 40)
	var b bytes.Buffer
	if err := one.Save(&b); err != nil {
		t.Fatal(err)
	}
	for _, before := range []int64{0, 7} {
		two := newPlayer(p, &world{state: w.state}, 5)
		traced(two, 0, before)
		if err := two.Load(bytes.NewReader(b.Bytes())); err != nil {
			t.Fatal(err)
		}
		if one.HashShare() != two.HashShare() {
			t.Error("another hash right after the load")
		}
		again := newPlayer(p, &world{state: w.state}, 5)
		traced(again, 0, 40)
		if diff := cmp.Diff(traced(again, 40, 90), traced(two, 40, 90)); diff != "" {
			t.Errorf("after %d ticks (-saved from +loaded)\n%s", before, diff)
		}
	}
	if len(w.faults) > 0 {
		t.Errorf("faults %q", w.faults)
	}
}

// What Lua keeps is a part of digests; what it only reads and computes is not.
func TestWhatLuaKeepsIsHashed(t *testing.T) {
	hash := func(code string) uint64 {
		reg, w := luaGame(t)
		pool := newPlayer(mustLoad(t, reg, "", `<Sequence><ExecuteLua code="`+code+`"/><Halt/></Sequence>`), w, 3)
		pool.step()
		if len(w.faults) > 0 {
			t.Errorf("%s: %q", code, w.faults)
		}
		return pool.HashShare()
	}
	if h := hash("local a = { double(entity.id) } a[2] = entity:Twice()"); h != 0 {
		t.Errorf("%x for code that keeps nothing", h)
	}
	seen := map[uint64]string{0: "nothing"}
	for _, code := range []string{
		"n = 1", "n = 2", "n = '1'", "n = { 1 }", "n = { 1, 2 }", "n = { a = 1 }", "entity.n = 1", "entity.n = entity.id", "n = entity",
		"n = {} m = n", "n = {} m = {}", "n = function() end", "n = function() return 1 end", "entity.actor.n = 1", "n = entity.actor",
	} {
		h := hash(code)
		if other, ok := seen[h]; ok {
			t.Errorf("%s and %s have one hash", code, other)
		}
		seen[h] = code
	}
}

// Saves that are damaged, of another script or without what they need are refused, and
// change nothing.
func TestBadSavesOfLuaAreRefused(t *testing.T) {
	reg, w := luaGame(t)
	p := mustLoad(t, reg, "", keeping)
	pool := newPlayer(p, w, 3)
	traced(pool, 0, 20)
	sem := p.Semantics.(*semantics)
	shared := sem.Share(w)
	good, err := sem.SaveShare(shared)
	if err != nil {
		t.Fatal(err)
	}
	before := pool.HashShare()
	for i := 0; i < len(good); i += 7 {
		for _, bad := range [][]byte{good[:i], slices.Concat(good[:i], []byte{good[i] ^ 0x81}, good[i+1:])} {
			if _, err := sem.ReadShare(shared, bad); err == nil && len(bad) == len(good) {
				continue // another value in the place of one
			} else if err == nil && len(bad) < len(good) {
				t.Fatalf("the first %d of %d bytes were read", i, len(good))
			}
		}
	}
	if pool.HashShare() != before {
		t.Error("a save that was refused has changed something")
	}
	other := mustLoad(t, reg, "", strings.Replace(keeping, "sum + by", "sum - by", 1))
	if _, err := other.Semantics.(*semantics).ReadShare(run.NewPool(other, &world{}).NewExec().Shared, good); err == nil || !strings.Contains(err.Error(), "not there: t.xml:") {
		t.Errorf("%v of another script", err)
	}
}

// What finds matches goes on behind a save where it was.
func TestSearchesAreSaved(t *testing.T) {
	reg, _ := luaGame(t)
	p := mustLoad(t, reg, "", `<Sequence><ExecuteLua code="find = find or string.gmatch('a b c', '%a') found = (found or '') .. (find() or '-')"/></Sequence>`)
	one, two := newPlayer(p, &world{}, 1), newPlayer(p, &world{}, 1)
	seen := traced(one, 0, 2)
	var b bytes.Buffer
	if err := one.Save(&b); err != nil {
		t.Fatal(err)
	}
	if err := two.Load(&b); err != nil {
		t.Fatal(err)
	}
	later := traced(one, 2, 5)
	if diff := cmp.Diff(later, traced(two, 2, 5)); diff != "" {
		t.Errorf("(-saved from +loaded)\n%s", diff)
	}
	if seen[1] == later[2] {
		t.Error("nothing was found")
	}
}

// An entity is forgotten with its bot, and what a script still has of it is a table like
// others.
func TestEntitiesOfOthersAreSavedToo(t *testing.T) {
	reg, _ := luaGame(t)
	p := mustLoad(t, reg, "", `<Sequence><ExecuteLua code="all = all or {} table.insert(all, entity) entity.mine = entity.id"/><Halt/></Sequence>`)
	one := newPlayer(p, &world{}, 3)
	one.step()
	one.Remove(1, run.Moment{Tick: 1, DT: 1.0 / 30})
	var b bytes.Buffer
	if err := one.Save(&b); err != nil {
		t.Fatal(err)
	}
	two := newPlayer(p, &world{}, 3)
	two.Remove(1, run.Moment{DT: 1.0 / 30})
	if err := two.Load(&b); err != nil {
		t.Fatal(err)
	}
	if one.HashShare() != two.HashShare() {
		t.Error("another hash")
	}
	lw := p.Semantics.(*semantics).luaShared(two.NewExec().Shared)
	if got := lw.entities.Bots(); !slices.Equal(got, []host.BotID{1, 3}) {
		t.Errorf("entities of the bots %v", got)
	}
}
