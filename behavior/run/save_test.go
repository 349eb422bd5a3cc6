package run_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

func randomSpec(t *rapid.T, depth int) *spec {
	kind := rapid.IntRange(0, 6).Draw(t, "kind")
	if depth == 0 {
		kind = 2 + kind%5
	}
	switch kind {
	case 0, 1:
		s := group([]func() *spec{func() *spec { return group(sequence) }, func() *spec { return group(parallel) }}[kind]().op)
		for range rapid.IntRange(1, 3).Draw(t, "kids") {
			s.kids = append(s.kids, randomSpec(t, depth-1))
		}
		return s
	case 2:
		return wait(rapid.Int32Range(1, 4).Draw(t, "ticks"))
	case 3:
		return act(count("count", rapid.Uint32Range(1, 4).Draw(t, "visits")))
	case 4:
		return act(dice)
	case 5:
		return act(await)
	}
	return &spec{op: raise}
}

// play runs ticks with events in between, and writes down all that shows.
func play(pool *ticker, w *world, ticks int) []string {
	w.log = nil
	trace := &seen{}
	pool.Trace = trace
	for range ticks {
		for i, row := range pool.Order() {
			if (pool.tick+int64(i))%3 == 0 {
				pool.send(row)
			}
		}
		pool.step()
		for _, row := range pool.Order() {
			w.logf("%v %x", pool.Status(row), pool.Hash(row))
		}
	}
	return w.log
}

// A pool that is saved and loaded goes on as if nothing had happened: the pool
// itself, and another whose rows are in another order.
func TestSaveAndLoadGoOnBitForBit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := program("random", randomSpec(t, 3))
		if rapid.Bool().Draw(t, "sleepy") {
			p.Semantics = sleepyToy{p.Semantics.(*toy)}
		}
		w := &world{}
		pool := newTicker(p, w, 4)
		play(pool, w, rapid.IntRange(0, 10).Draw(t, "before"))
		var file bytes.Buffer
		if err := pool.Save(&file); err != nil {
			t.Fatal(err)
		}
		saved, at := file.Bytes(), pool.tick
		want := play(pool, w, 10)
		pool.tick = at
		if err := pool.Load(bytes.NewReader(saved)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, play(pool, w, 10)); diff != "" {
			t.Fatalf("rewound (-want +got)\n%s", diff)
		}
		other := newTicker(p, w, 0)
		for _, bot := range []host.BotID{3, 9, 1, 4, 2} {
			other.Add(bot, int32(bot-1), run.Moment{DT: 0.1})
		}
		other.Remove(1, run.Moment{DT: 0.1})
		other.tick = at
		r := io.MultiReader(bytes.NewReader(saved), bytes.NewReader(saved)) // two saves in one stream
		for range 2 {
			if err := other.Load(r); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(want, play(other, w, 10)); diff != "" {
			t.Fatalf("in another pool (-want +got)\n%s", diff)
		}
	})
}

func TestLoadRefuses(t *testing.T) {
	root := func(visits uint32) *spec {
		return group(sequence, act(count(fmt.Sprint("count", visits), visits)), wait(5))
	}
	saved := func(p *run.Program, bots int) []byte {
		pool := newTicker(p, &world{}, bots)
		pool.step()
		var b bytes.Buffer
		if err := pool.Save(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	good := saved(program("guard", root(3)), 3)
	otherBots := newTicker(program("guard", root(3)), &world{}, 2)
	otherBots.Add(9, 3, run.Moment{DT: 0.1})
	var others bytes.Buffer
	if err := otherBots.Save(&others); err != nil {
		t.Fatal(err)
	}
	newer := bytes.Clone(good)
	newer[0]++
	cases := map[string]struct {
		save []byte
		want string
	}{
		"another tree":   {saved(program("guard", root(4)), 3), "load tree guard: saved from another tree"},
		"fewer bots":     {saved(program("guard", root(3)), 2), "load tree guard: saved with 2 bots, wanted 3"},
		"other bots":     {others.Bytes(), "load tree guard: saved with bot 9, wanted bot 3"},
		"another format": {newer, "load tree guard: saved in format 2, wanted 1"},
	}
	for n := range good {
		cases[fmt.Sprint("the first bytes ", n)] = struct {
			save []byte
			want string
		}{good[:n], "load tree guard: unexpected EOF"}
		if n >= 20 {
			damaged := bytes.Clone(good)
			damaged[n] ^= 4
			cases[fmt.Sprint("damage at byte ", n)] = struct {
				save []byte
				want string
			}{damaged, "load tree guard: the save is damaged"}
		}
	}
	pool := newTicker(program("guard", root(3)), &world{}, 3)
	for range 4 {
		pool.step()
	}
	hashes := func() (h []uint64) {
		for _, row := range pool.Order() {
			h = append(h, pool.Hash(row))
		}
		return h
	}
	before := hashes()
	for name, c := range cases {
		if err := pool.Load(bytes.NewReader(c.save)); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
		if diff := cmp.Diff(before, hashes()); diff != "" {
			t.Fatalf("%s: changed (-want +got)\n%s", name, diff)
		}
	}
	if err := pool.Load(bytes.NewReader(good)); err != nil || cmp.Equal(before, hashes()) {
		t.Errorf("the good save is not loaded: %v", err)
	}
}

func TestSaveReportsTheWriter(t *testing.T) {
	pool := newTicker(program("guard", wait(1)), &world{}, 1)
	err := pool.Save(brokenWriter{})
	if !errors.Is(err, errBroken) || err.Error() != "save tree guard: broken" {
		t.Error(err)
	}
}

var errBroken = errors.New("broken")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }
