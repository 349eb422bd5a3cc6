package run_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// keeping is semantics that counts the rows of a pool and keeps their numbers.
type keeping struct{ run.Semantics }

var (
	_ run.Sharer   = keeping{}
	_ run.Sidecars = keeping{}
)

func (k keeping) Init(x *run.Exec) {
	k.Semantics.Init(x)
	rows := x.Shared.(*int)
	*rows++
	x.Keep(*rows)
}

func (keeping) Share(host.World) any { return new(int) }

func (keeping) HashShare(any) uint64  { return 0 }
func (keeping) Tally(*run.Exec, bool) {}

func (keeping) HashSide(side any) uint64 { return uint64(side.(int)) }

func (keeping) SaveSide(side any) ([]byte, error) {
	if side.(int) > 90 {
		return nil, errors.New("too many")
	}
	return []byte{byte(side.(int))}, nil
}

var placed []byte

func (keeping) ReadSide(side any, saved []byte) (func(), error) {
	if len(saved) != 1 {
		return nil, errors.New("wanted one byte")
	}
	return func() { placed = append(placed, byte(side.(int)), saved[0]) }, nil
}

func TestWhatRowsKeepIsSaved(t *testing.T) {
	p := program("keep", wait(3))
	p.Semantics = keeping{p.Semantics}
	from, to := run.NewPool(p, &world{}), run.NewPool(p, &world{})
	for bot := range 2 {
		from.Add(host.BotID(2-bot), int32(bot), run.Moment{DT: 0.1}) // bot 2 keeps 1
		to.Add(host.BotID(bot+1), int32(bot), run.Moment{DT: 0.1})
	}
	var b bytes.Buffer
	if err := from.Save(&b); err != nil {
		t.Fatal(err)
	}
	save := b.Bytes()
	for i := range save {
		damaged := bytes.Clone(save)
		damaged[i] ^= 1
		if err := to.Load(bytes.NewReader(damaged)); err == nil || placed != nil {
			t.Fatalf("byte %d is changed: %v, placed %v", i, err, placed)
		}
		if err := to.Load(bytes.NewReader(save[:i])); err == nil || placed != nil {
			t.Fatalf("cut at byte %d: %v, placed %v", i, err, placed)
		}
	}
	if err := to.Load(&b); err != nil || !bytes.Equal(placed, []byte{1, 2, 2, 1}) || b.Len() != 0 {
		t.Errorf("placed %v, %d bytes left: %v", placed, b.Len(), err)
	}
	x := from.NewExec()
	x.Seek(0)
	x.Keep(91)
	if err := from.Save(&b); err == nil || err.Error() != "save tree keep: bot 2: too many" {
		t.Errorf("what cannot be saved: %v", err)
	}
}

func TestRowsKeepWhatIsNoNumber(t *testing.T) {
	p := program("keep", wait(3))
	p.Semantics = keeping{p.Semantics}
	pool := run.NewPool(p, &world{})
	for bot := range 3 {
		pool.Add(host.BotID(bot+1), int32(bot), run.Moment{DT: 0.1})
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
	pool.Remove(1, run.Moment{DT: 0.1})
	if x.Seek(1); x.Side != nil {
		t.Errorf("a free row keeps %v", x.Side)
	}
	if row := pool.Add(9, 1, run.Moment{DT: 0.1}); row != 1 {
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
	a, b := x.Random(1), x.Random(1)
	if a == b || a < 0 || a >= 1 || b < 0 || b >= 1 || x.Draws != 2 {
		t.Errorf("drew %v and %v, %d times", a, b, x.Draws)
	}
}

// Bots that come by their ids get the rows that lie as their bodies do; a row that was freed
// before is for those who come after them.
func TestReservedRowsLieAsBodiesDo(t *testing.T) {
	pool := run.NewPool(program("wait", wait(3)), &world{})
	pool.Remove(pool.Add(99, 7, run.Moment{DT: 0.1}), run.Moment{DT: 0.1})
	order := []int32{2, 0, 3, 1} // body j is of bot order[j]
	pool.Reserve(order)
	bodies := map[int32]int32{}
	for j, bot := range order {
		bodies[bot] = int32(j)
	}
	for bot := range int32(4) {
		if row := pool.Add(host.BotID(bot+1), bodies[bot], run.Moment{DT: 0.1}); row != 1+bodies[bot] {
			t.Errorf("bot %d with body %d has row %d", bot+1, bodies[bot], row)
		}
	}
	if row := pool.Add(9, 4, run.Moment{DT: 0.1}); row != 0 {
		t.Errorf("the next one has row %d, wanted that which was free", row)
	}
	if pool.Len() != 5 {
		t.Errorf("%d bots", pool.Len())
	}
}
