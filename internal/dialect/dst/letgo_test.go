package dst

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// sharingWorld is one in which scripts of a project share a troupe, whatever the pool.
type sharingWorld struct {
	emptyWorld
	kept map[any]any
}

func (w *sharingWorld) Keep(key any, fresh func() any) any {
	if w.kept[key] == nil {
		w.kept[key] = fresh()
	}
	return w.kept[key]
}

// TestVersionsThatNobodyUsesAreLetGo edits a file again and again: the version whose function
// a script keeps stays, and goes when it does not.
func TestVersionsThatNobodyUsesAreLetGo(t *testing.T) {
	const mob = `local Kin = require "kin"
		local B = Class(Brain, function(self) Brain._ctor(self) end)
		function B:OnStart()
			local inst = self.inst
			TheWorld.first = TheWorld.first or Kin.sing
			if Kin.last then TheWorld.first = nil end
			self.bt = BT(inst, PriorityNode({ ActionNode(function() Kin.sing() end) }, 0.5))
		end
		return B`
	name := filepath.Join(t.TempDir(), "mob.lua")
	files, reg := sourcefile.Disk(name, ""), game(t)
	load := func(kin string) *run.Program {
		t.Helper()
		if err := os.WriteFile(filepath.Join(filepath.Dir(name), "kin.lua"), []byte(kin), 0o666); err != nil {
			t.Fatal(err)
		}
		var l syntax.List
		p := Load(name, []byte(mob), reg, files, &l)
		if err := l.Err(); err != nil {
			t.Fatal(err)
		}
		return p
	}
	w := &sharingWorld{kept: map[any]any{}}
	p := load(`return { sing = function() return 0 end }`)
	pool := run.NewPool(p, w)
	pool.Add(1, 0, run.Moment{DT: 1.0 / 30})
	x := pool.NewExec()
	tick := int64(0)
	edit := func(kin string) {
		t.Helper()
		runtime.GC() // programs that are gone count as there until it has run
		files.Checkpoint()
		next := load(kin)
		pool.Migrate(run.NewMigration(p, next), run.Moment{Tick: tick, DT: 1.0 / 30})
		p = next
		for range 20 {
			pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 1.0 / 30})
			tick++
		}
		if err := pool.Save(&bytes.Buffer{}); err != nil {
			t.Fatal(err)
		}
	}
	// versions are the numbers of those of kin.lua that are there.
	versions := func() (there []int) {
		v := &p.Semantics.(*semantics).p.Versions
		for n, c := range v.All[script.FileKey{Name: "kin.lua"}] {
			if c != nil {
				there = append(there, n)
			}
		}
		return there
	}
	for i := range 5 {
		edit(fmt.Sprintf(`return { sing = function() return %d end }`, i+1))
	}
	if got := fmt.Sprint(versions()); got != "[0 4 5]" {
		t.Errorf("versions %s are kept, wanted the one that is in use, the one before and the last", got)
	}
	edit(`return { sing = function() end, last = true }`)
	edit(`return { sing = function() return 7 end, last = true }`)
	if got := fmt.Sprint(versions()); got != "[6 7]" {
		t.Errorf("versions %s are kept, wanted the last two", got)
	}
	if len(w.faults) > 0 {
		t.Error(w.faults)
	}
	if n := len(p.Semantics.(*semantics).p.Places); n > 20 {
		t.Errorf("%d functions are known", n)
	}
}
