package run_test

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// keeping is semantics that counts the rows of a pool and keeps their numbers.
type keeping struct{ run.Semantics }

func (k keeping) Init(x *run.Exec) {
	k.Semantics.Init(x)
	rows := x.Shared.(*int)
	*rows++
	x.Keep(*rows)
}

func (keeping) Share(host.World) any { return new(int) }

func (keeping) HashSide(side any) uint64 { return uint64(side.(int)) }

func TestRowsKeepWhatIsNoNumber(t *testing.T) {
	p := program("keep", wait(3))
	p.Semantics = keeping{p.Semantics}
	pool := run.NewPool(p, &world{})
	for bot := range 3 {
		pool.Add(1, int32(bot), 0, 0.1)
	}
	x := pool.NewExec()
	for row := range int32(3) {
		if x.Seek(row); x.Side != int(row)+1 || *x.Shared.(*int) != 3 {
			t.Errorf("row %d keeps %v, the pool %v", row, x.Side, *x.Shared.(*int))
		}
	}
	if pool.Hash(0) == pool.Hash(1) {
		t.Error("what rows keep is no part of their hashes")
	}
	pool.Remove(1, 0, 0.1)
	if x.Seek(1); x.Side != nil {
		t.Errorf("a free row keeps %v", x.Side)
	}
	if row := pool.Add(9, 1, 0, 0.1); row != 1 {
		t.Fatalf("row %d is used again", row)
	}
	if x.Seek(1); x.Side != 4 {
		t.Errorf("the next bot of the row keeps %v, wanted its own", x.Side)
	}
}

func TestDrawsOfADialectDiffer(t *testing.T) {
	pool := newTicker(program("draw", wait(3)), &world{}, 1)
	x := pool.NewExec()
	x.Seek(0)
	a, b := x.Draw(1), x.Draw(1)
	if a == b || a < 0 || a >= 1 || b < 0 || b >= 1 || x.Draws != 2 {
		t.Errorf("drew %v and %v, %d times", a, b, x.Draws)
	}
}
