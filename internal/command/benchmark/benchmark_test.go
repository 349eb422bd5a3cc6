package benchmark_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/command/benchmark"
	"github.com/thicket-sim/thicket/internal/ground/vector"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

func source(t testing.TB, name string) *benchmark.Source {
	t.Helper()
	s, err := benchmark.Open(name, scenes.Options{}, live.Own{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func build(t *testing.T, s *benchmark.Source, l benchmark.Layout, bots int) *systems.Game {
	t.Helper()
	g, err := s.Build(l, bots, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return g
}

func TestLayoutsSayHowManyAreIt(t *testing.T) {
	for l, want := range map[benchmark.Layout]int{
		benchmark.Uniform: 20, benchmark.Clustered: 20, benchmark.AllIt: 2000, benchmark.NobodyIt: 0, benchmark.FivePercent: 100,
	} {
		g := build(t, source(t, ""), l, 2000)
		reg := g.Setup.Registry
		it, yes := g.World.StateColumn(int(reg.Key("it"))), uint32(reg.Sym(host.BoolValue(true)))
		got := 0
		for _, id := range g.Everyone() {
			if it[g.World.Slot(id)] == yes {
				got++
			}
		}
		if got != want || g.World.Len() != 2000 {
			t.Errorf("%s: %d of %d bots are it, wanted %d of 2000", l, got, g.World.Len(), want)
		}
	}
}

// TestDensity counts who is within 5 m of somebody, on fields of one bot for
// 25 square metres: 3 where all is even, 300 in clusters.
func TestDensity(t *testing.T) {
	for l, want := range map[benchmark.Layout][2]float64{benchmark.Uniform: {2.5, 3.5}, benchmark.Clustered: {240, 330}} {
		g := build(t, source(t, ""), l, 10_000)
		ids := g.Everyone()
		near := 0
		for _, a := range ids[:100] {
			p := *g.World.Position.Of(a)
			for _, b := range ids {
				q := *g.World.Position.Of(b)
				dx, dy := p.X-q.X, p.Y-q.Y
				if a != b && float32(dx*dx)+float32(dy*dy) <= 25 {
					near++
				}
			}
		}
		if mean := float64(near) / 100; mean < want[0] || mean > want[1] {
			t.Errorf("%s: %v others within 5 m, wanted %v", l, mean, want)
		}
	}
}

func TestRowsHaveTheseKeys(t *testing.T) {
	cases := benchmark.Matrix([]benchmark.Layout{benchmark.Uniform, benchmark.Clustered}, []int{500}, []int{1, 2})
	done := 0.0
	rows, err := benchmark.Run(context.Background(), []benchmark.Part{{Source: source(t, ""), Cases: cases, Warm: 40}}, benchmark.Options{
		Ticks: 20,
		Progress: func(_ string, _ benchmark.Case, now float64) {
			if now < done || now > 1.0001 {
				t.Errorf("progress %v after %v", now, done)
			}
			done = now
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 4 || done < 0.999 {
		t.Fatalf("%d rows and %v done, wanted 4 and 1", len(rows), done)
	}
	for i, r := range rows {
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var keys map[string]any
		if err := json.Unmarshal(text, &keys); err != nil {
			t.Fatal(err)
		}
		want := "allocs_per_tick bots bots_per_group bytes_per_bot cpu_ns_per_bot_tick cpu_p99_to_p50 memory_per_bot naive_ratio ns_per_bot_tick phases scalar_ratio scene source " +
			"tick_mean_ms tick_p50_ms tick_p99_ms ticks ticks_per_s warm workers"
		var got []string
		for k := range keys {
			got = append(got, k)
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("keys of a row (-want +got):\n%s", diff)
		}
		if c := cases[i]; r.Source != "crowd" || r.Scene != c.Layout || r.Bots != c.Bots || r.Workers != c.Workers || r.Warm != 40 || r.Ticks != 20 {
			t.Errorf("row %v for case %v", r, c)
		}
		if (r.NaiveRatio != nil) != (r.Scene == benchmark.Uniform) {
			t.Errorf("%v: ratio to the reference %v, wanted one on the uniform layout only", cases[i], r.NaiveRatio)
		}
		if (r.ScalarRatio != nil) != vector.On() {
			t.Errorf("%v: ratio to no vectors %v, and there are some: %v", cases[i], r.ScalarRatio, vector.On())
		}
		if full := r.BotsPerGroup; full == nil || !(*full >= 1 && *full <= 64) {
			t.Errorf("%v: %v bots in a group, wanted 1 to 64", cases[i], full)
		}
		if !(r.TickP50Ms > 0 && r.TickP50Ms <= r.TickP99Ms && r.TickMeanMs <= r.TickP99Ms*20) {
			t.Errorf("%v: p50 %v, mean %v, p99 %v ms", cases[i], r.TickP50Ms, r.TickMeanMs, r.TickP99Ms)
		}
		if measured := r.Workers == 1 && runtime.GOOS == "linux"; measured != (r.CPUNsPerBotTick != nil) || measured != (r.CPUTail != nil) {
			t.Errorf("%v: processor time %v, and uneven by %v", cases[i], r.CPUNsPerBotTick, r.CPUTail)
		} else if measured && !(*r.CPUNsPerBotTick > 0 && *r.CPUTail >= 1 && r.Tail() == *r.CPUTail) {
			t.Errorf("%v: processor time %v, and uneven by %v", cases[i], *r.CPUNsPerBotTick, *r.CPUTail)
		}
		if near := r.TicksPerS * r.NsPerBotTick * 500 / 1e9; near < 0.999 || near > 1.001 {
			t.Errorf("%v: %v ticks a second at %v ns a bot", cases[i], r.TicksPerS, r.NsPerBotTick)
		}
		if len(r.Phases) != len(r.Systems) || r.Phases["behavior"] <= 0 {
			t.Errorf("%v: phases %v of systems %v", cases[i], r.Phases, r.Systems)
		}
	}
}

// TestPartsAreAllOfTheMemory has parts that add up to the heap, so that none is
// forgotten.
func TestPartsAreAllOfTheMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("measures 50,000 bots")
	}
	cases := []benchmark.Case{{Layout: benchmark.Uniform, Bots: 50_000, Workers: 1}}
	rows, err := benchmark.Run(context.Background(), []benchmark.Part{{Source: source(t, ""), Cases: cases}}, benchmark.Options{Ticks: 10})
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, p := range rows[0].Memory {
		sum += float64(p.Bytes) / 50_000
	}
	if got := rows[0].BytesPerBot; sum < 0.9*got || sum > 1.1*got {
		t.Errorf("parts are %v bytes a bot, the heap %v: %v", sum, got, rows[0].Memory)
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	tree := write("tree.yaml", "kind: wander\n")
	scene := write("scene.yaml", "world: {width: 10, height: 10}\nbots: [{id: a, name: A, minCount: 3, maxCount: 9, behavior: {kind: wander}}]\n")
	for _, c := range []struct{ name, contains string }{
		{"", ""}, {"crowd", ""}, {"tag", ""}, {tree, ""}, {scene, ""},
		{"cowd", "crowd"},
		{filepath.Join(dir, "none.yaml"), "none.yaml"},
		{write("bad.yaml", "kind: wonder\n"), "bad.yaml:1:7: "},
		{write("broken.yaml", "bots: [\n"), "broken.yaml:"},
		{write("hollow.yaml", "world: {width: 10, height: 10}\nbots: []\n"), ""},
		{write("tree.txt", "x"), "tree.txt"},
	} {
		s, err := benchmark.Open(c.name, scenes.Options{}, live.Own{})
		switch {
		case strings.HasSuffix(c.name, "hollow.yaml"):
			if err == nil {
				t.Errorf("%s: opened a scene without bots", c.name)
			}
		case c.contains == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.contains == "":
			g := build(t, s, benchmark.Clustered, 100)
			if g.World.Len() != 100 {
				t.Errorf("%s: %d bots, wanted 100", c.name, g.World.Len())
			}
			if err := s.Has(benchmark.AllIt); (err == nil) != (s.Name == "crowd") {
				t.Errorf("%s: all-it: %v", c.name, err)
			}
		case err == nil || !strings.Contains(err.Error(), c.contains):
			t.Errorf("%s: error %v, wanted one with %q", c.name, err, c.contains)
		}
	}
}

// TestTreeRuns has the crowd run a tree that only wanders: nobody looks for
// anybody, so it is as fast as can be and nobody has a target.
func TestTreeRuns(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tree.json")
	if err := os.WriteFile(file, []byte(`{"kind": "wander"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	g := build(t, source(t, file), benchmark.Uniform, 100)
	g.Step()
	if diff := cmp.Diff(map[string]int64{"wander": 100}, g.Counts.ActionCounts()); diff != "" {
		t.Errorf("actions (-want +got):\n%s", diff)
	}
}

func TestCancelledRunKeepsItsRows(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cases := benchmark.Matrix([]benchmark.Layout{benchmark.Uniform, benchmark.Clustered}, []int{100}, []int{1})
	rows, err := benchmark.Run(ctx, []benchmark.Part{{Source: source(t, ""), Cases: cases}}, benchmark.Options{Ticks: 5, Progress: func(_ string, c benchmark.Case, _ float64) {
		if c.Layout == benchmark.Clustered {
			cancel()
		}
	}})
	if err != context.Canceled || len(rows) != 1 || rows[0].Scene != benchmark.Uniform {
		t.Errorf("rows %v and error %v, wanted the uniform row and that it was cancelled", rows, err)
	}
}

func TestLadderClimbsOnOneWorker(t *testing.T) {
	got := benchmark.Ladder([]benchmark.Layout{benchmark.Uniform, benchmark.AllIt}, []int{10, 20}, 4)
	want := []benchmark.Case{
		{Layout: benchmark.Uniform, Bots: 10, Workers: 1}, {Layout: benchmark.Uniform, Bots: 10, Workers: 4}, {Layout: benchmark.AllIt, Bots: 10, Workers: 1},
		{Layout: benchmark.Uniform, Bots: 20, Workers: 1}, {Layout: benchmark.Uniform, Bots: 20, Workers: 4}, {Layout: benchmark.AllIt, Bots: 20, Workers: 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("cases (-want +got):\n%s", diff)
	}
}

// A field with obstacles can be clustered: whoever has no room in a disc stays
// where it began.
func TestClustersAmongObstacles(t *testing.T) {
	g := build(t, source(t, "siege"), benchmark.Clustered, 2000)
	if n := g.World.Len(); n != 2000 {
		t.Errorf("%d bots, wanted 2000", n)
	}
	g.Step()
}

// The plain way is left out where that is asked for; all else is measured.
func TestTheNaiveWayIsLeftOut(t *testing.T) {
	cases := benchmark.Matrix([]benchmark.Layout{benchmark.Uniform}, []int{200}, []int{1})
	for _, without := range []bool{false, true} {
		rows, err := benchmark.Run(context.Background(), []benchmark.Part{{Source: source(t, ""), Cases: cases, Warm: 5}}, benchmark.Options{Ticks: 10, NoNaive: without})
		if err != nil {
			t.Fatal(err)
		}
		if r := rows[0]; (r.NaiveRatio == nil) != without || r.Ticks != 10 {
			t.Errorf("without: %v, the ratio is %v after %d ticks", without, r.NaiveRatio, r.Ticks)
		}
	}
}
