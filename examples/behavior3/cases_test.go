package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior"
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// recording is a case as record.cjs writes it: a tree with leaves that answer by scripts, and
// what behavior3js answered in each tick, with what its leaves did.
type recording struct {
	Name   string
	Tree   json.RawMessage
	Files  map[string]json.RawMessage
	DT     float64
	Leaves map[string][]string
	Ticks  int
	Want   []string
}

// recorded reads the cases.
func recorded(t *testing.T) (all []recording) {
	t.Helper()
	text, err := os.ReadFile("examples/behavior3/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		var c recording
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

// actor is a world without anything: it keeps what leaves did.
type actor struct {
	did    []string
	faults []host.Fault
}

func (a *actor) Decide(int32, *host.Action, host.Intent) {}
func (a *actor) Fault(f host.Fault)                      { a.faults = append(a.faults, f) }

// programs loads the tree of a case twice, with its leaves.
func (c *recording) programs(t *testing.T, a *actor) (all [2]*run.Program) {
	t.Helper()
	reg := &host.Registry{}
	for name, script := range c.Leaves {
		if err := reg.AddAction(scripted(name, script, a)); err != nil {
			t.Fatal(err)
		}
	}
	files := map[string]string{"tree.json": string(c.Tree)}
	for name, text := range c.Files {
		files[name] = string(text)
	}
	dir := t.TempDir()
	for i := range all {
		p, err := compile(t, dir, files, reg)
		if err != nil {
			t.Fatal(err)
		}
		all[i] = p
	}
	return all
}

// compile loads tree.json of some files, which it writes to a folder.
func compile(t *testing.T, dir string, files map[string]string, reg *host.Registry) (*run.Program, error) {
	t.Helper()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, _, err := behavior.LoadSource(filepath.Join(dir, "tree.json"), []byte(files["tree.json"]), reg)
	if err != nil {
		return nil, errors.New(strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), ""))
	}
	return p, nil
}

// scripted is a leaf whose calls answer by a script, the last answer for ever.
func scripted(name string, script []string, a *actor) host.Action {
	calls := 0
	return host.Action{Name: name, Tick: func(*host.Call) host.Status {
		answer := script[min(calls, len(script)-1)]
		calls++
		a.did = append(a.did, name+"="+answer)
		return host.Status(slices.Index([]string{"failure", "success", "running"}, answer))
	}}
}

// tick plays a tick of a pool with one bot, and says what the tree answered and its leaves did.
func tick(pool *run.Pool, a *actor, now int, dt float64) string {
	a.did = nil
	x := pool.NewExec()
	pool.TickRange(&x, pool.Order(), run.Moment{Tick: int64(now), DT: dt})
	return strings.Join(append([]string{pool.Status(pool.Order()[0]).String()}, a.did...), " ")
}

// silent is told all and says nothing.
type silent struct{}

func (silent) Leaf(int32, tree.NodeID, host.Notice, host.Status) {}
func (silent) Node(int32, tree.NodeID, host.Notice, host.Status) {}

// TestAnswersAreThoseOfBehavior3js plays what was recorded from the original: as it is, watched, from
// saves of each tick, and with trees that are loaded anew in each tick.
func TestAnswersAreThoseOfBehavior3js(t *testing.T) {
	t.Parallel()
	add := func(t *testing.T, p *run.Program, a *actor) *run.Pool {
		pool := run.NewPool(p, a)
		pool.Add(1, 0, run.Moment{DT: 0.1})
		return pool
	}
	for name, change := range map[string]func(t *testing.T, a *actor, pool *run.Pool, all [2]*run.Program) *run.Pool{
		"as it is": func(_ *testing.T, _ *actor, pool *run.Pool, _ [2]*run.Program) *run.Pool { return pool },
		"watched": func(_ *testing.T, _ *actor, pool *run.Pool, _ [2]*run.Program) *run.Pool {
			pool.Trace = silent{}
			return pool
		},
		"saved": func(t *testing.T, a *actor, pool *run.Pool, all [2]*run.Program) *run.Pool {
			var save bytes.Buffer
			from := add(t, all[0], a)
			if err := errors.Join(pool.Save(&save), from.Load(&save)); err != nil {
				t.Fatal(err)
			}
			return from
		},
		"loaded anew": func(_ *testing.T, _ *actor, pool *run.Pool, all [2]*run.Program) *run.Pool {
			to := all[0]
			if pool.Program() == to {
				to = all[1]
			}
			pool.Migrate(run.NewMigration(pool.Program(), to), run.Moment{DT: 0.1})
			return pool
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, c := range recorded(t) {
				a := &actor{}
				all := c.programs(t, a)
				pool := add(t, all[0], a)
				for now, want := range c.Want {
					pool = change(t, a, pool, all)
					if got := tick(pool, a, now, c.DT); got != want {
						t.Errorf("%s, tick %d: %s, wanted %s", c.Name, now, got, want)
						break
					}
				}
				if len(a.faults) > 0 {
					t.Errorf("%v", a.faults[0])
				}
			}
		})
	}
}
