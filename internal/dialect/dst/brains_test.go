package dst

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// tuned gives a registry the numbers that the brains of testdata ask TUNING for.
func tuned(reg *host.Registry) *host.Registry {
	var all []Setting
	for name, v := range map[string]float64{
		"BOSS.FACE_DIST":           20,
		"BOSS_CHASE_TIME":          10,
		"BOSS_RADIUS":              10,
		"BOSS_SPECIAL_CD":          5,
		"BOSS_SPECIAL_RANGE":       10,
		"BULL_WANDER_DAY":          10,
		"BULL_WANDER_NIGHT":        6,
		"EYE_STOPATTACK_DIST":      10,
		"GRAZER_WANDER_DIST":       10,
		"HARBOR_ATTACK_RANGE":      3,
		"HARBOR_CAST_TIME":         10,
		"PERCH_SEE_BAIT_DIST":      10,
		"PET_NEAR_DIST":            6,
		"PET_WAIT":                 2,
		"PHANTOM_TELEPORT_DELAY":   2,
		"RACER_CHECKPOINT_RANGE":   10,
		"RACER_RUN_SPEED":          4,
		"STALKER_CHASE_TIME":       10,
		"SWIMMER.SEE_HOOK_DIST":    10,
		"SWIMMER.WANDER":           10,
		"TALKER_MAX_WANDER_DIST":   20,
		"TALKER_MIN_POOP_PERIOD":   2,
		"TALKER_TRADE_DIST":        10,
		"TRAPPER_STAY_TIME":        10,
		"WEBLING_AGGRESSIVE_CHASE": 30,
		"WEBLING_FOOD_RANGE":       10,
		"WEBLING_WANDER":           10,
	} {
		all = append(all, Setting{name, host.NumberValue(v)})
	}
	slices.SortFunc(all, func(a, b Setting) int { return strings.Compare(a.Name, b.Name) })
	Extend(reg, all)
	return reg
}

// TestBrainsOfTheGamesForm runs brains that are written as the game's own are,
// in a world that has nothing: leniently and not.
func TestBrainsOfTheGamesForm(t *testing.T) {
	files, err := filepath.Glob("testdata/brains/*.lua")
	if err != nil || len(files) == 0 {
		t.Fatal("no brains", err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "common.lua") { // what others require
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, lenient := range []bool{false, true} {
			load := Load
			if lenient {
				load = loadLeniently
			}
			var l syntax.List
			p := load(file, src, tuned(game(t)), sourcefile.Disk(file, ""), &l)
			if err := l.Err(); err != nil {
				t.Errorf("lenient %v: %v", lenient, err)
				continue
			}
			for _, fault := range alive(t, p, 300) {
				if !strings.Contains(fault, "a stub stands in") {
					t.Errorf("lenient %v: %s", lenient, fault)
				}
			}
		}
	}
}

// A dry run takes the file of a brain as it takes a tree.
func TestTraceOfABrainFile(t *testing.T) {
	src, err := os.ReadFile("testdata/brains/grazer.lua")
	if err != nil {
		t.Fatal(err)
	}
	line, err := json.Marshal(map[string]any{"name": "grazer", "dialect": "dst", "ticks": 100, "brain": true, "source": string(src)})
	if err != nil {
		t.Fatal(err)
	}
	c, err := dryrun.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	r := Trace(c)
	if last := len(r.Ticks) - 1; r.Error != "" || last != 99 || r.Ticks[last].Status != "running" {
		t.Errorf("error %q, %d ticks", r.Error, last+1)
	}
}

// The brain of the manual runs.
func TestManualBrain(t *testing.T) {
	page, err := os.ReadFile("../../../docs/brains.md")
	if err != nil {
		t.Fatal(err)
	}
	_, src, _ := strings.Cut(string(page), "```lua\n")
	src, _, ok := strings.Cut(src, "```")
	if !ok {
		t.Fatal("no brain in the manual")
	}
	p, _ := loaded(t, src, false)
	for _, fault := range alive(t, p, 100) {
		t.Error(fault)
	}
}

// A saved pool of each brain goes on as the one that it was saved from.
func TestSavedBrainsGoOn(t *testing.T) {
	const bots, at, end = 3, 25, 45
	files, err := filepath.Glob("testdata/brains/*.lua")
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		files = files[:8]
	}
	for _, file := range files {
		if strings.HasSuffix(file, "common.lua") {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var l syntax.List
		p := Load(file, src, tuned(game(t)), sourcefile.Disk(file, ""), &l)
		if err := l.Err(); err != nil {
			t.Fatal(err)
		}
		fresh := func() *run.Pool {
			pool := run.NewPool(p, &emptyWorld{})
			for i := range bots {
				pool.Add(host.BotID(i+1), int32(i), run.Moment{DT: 1.0 / 30})
			}
			return pool
		}
		advance := func(pool *run.Pool, from, to int64) (hashes []uint64) {
			x := pool.NewExec()
			for tick := from; tick < to; tick++ {
				pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 1.0 / 30})
				if tick%5 == 0 { // all that scripts keep goes into one
					hashes = append(hashes, pool.Hash(0)^pool.Hash(1)^pool.Hash(2))
				}
			}
			return hashes
		}
		one, two := fresh(), fresh()
		advance(one, 0, at)
		var b bytes.Buffer
		if err := one.Save(&b); err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if err := two.Load(&b); err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if was, is := advance(one, at, end), advance(two, at, end); !slices.Equal(was, is) {
			t.Errorf("%s goes on in another way", file)
		}
	}
}
