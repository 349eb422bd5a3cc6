package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/study/natsnode"
	"github.com/thicket-sim/thicket/internal/study/sweep"
)

// chases is a sweep of a shipped scene, two seconds a run.
const chases = `scene: chase
for: 2s
measures: { catches: { times: { happens: contact } }, seconds: seconds }
`

// open starts a server in a folder and opens its store.
func open(t *testing.T, folder string, o Options) (s *Store, end func()) {
	t.Helper()
	node, err := natsnode.Start(natsnode.Options{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := node.Connect()
	if err != nil {
		t.Fatal(err)
	}
	if s, err = Open(t.Context(), conn, o); err != nil {
		t.Fatal(err)
	}
	end = sync.OnceFunc(func() { conn.Close(); node.Close() })
	t.Cleanup(end)
	return s, end
}

// chase returns the sweep with so many jobs of one point, and runs in each.
func chase(t *testing.T, s *Store, count, runs int) (*Spec, []sweep.Job) {
	t.Helper()
	f, err := sweep.Load("chases.sweep.yaml", []byte(chases), limit.Values{})
	if err != nil {
		t.Fatal(err)
	}
	scene, err := f.Experiment.Load(&treetest.Variation{Scene: "chase"})
	if err != nil {
		t.Fatal(err)
	}
	text, err := sweep.EncodeBundle(scene.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	sum, err := s.Put(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	spec := &Spec{File: f.Name, Text: chases, Build: "test"}
	for _, name := range []string{"tag", sum} {
		digest, err := s.Worker("w", "test").calibrate(t.Context(), Calibration{Scene: name, Ticks: 5})
		if err != nil {
			t.Fatal(err)
		}
		spec.Calibration = append(spec.Calibration, Calibration{name, 5, digest})
	}
	var all []sweep.Job
	for i := range count {
		all = append(all, sweep.Job{ID: fmt.Sprint("j", i), At: []float64{}, First: i * runs, Runs: runs, Seed: 1, Scene: sum})
	}
	return spec, all
}

// collect does jobs with some workers and returns the rows in order, as text, and for how many
// jobs there was a result.
func collect(t *testing.T, s *Store, spec *Spec, all []sweep.Job, workers int) (rows []string, counted int) {
	t.Helper()
	w, err := s.Sweep(t.Context(), "it", spec)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	var running sync.WaitGroup
	for i := range workers {
		running.Go(func() {
			if err := s.Worker(fmt.Sprint("w", i), "test").Run(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	defer running.Wait()
	defer cancel()
	err = w.Do(ctx, all, 2, func(j *sweep.Job, r *Result) {
		counted++
		for _, row := range r.Rows {
			rows = append(rows, fmt.Sprint(row.Point, row.Repeat, row.Seed, row.Ticks, row.Digest, row.Values, row.Failed))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(rows)
	return rows, counted
}

// Every run counts once and has the same row for any number of workers. What is in the store is
// not played again.
func TestEveryRunCountsOnce(t *testing.T) {
	folder := t.TempDir()
	s, end := open(t, folder, Options{})
	spec, all := chase(t, s, 12, 2)
	one, counted := collect(t, s, spec, all, 1)
	if counted != 12 || len(one) != 24 || len(slices.Compact(slices.Clone(one))) != 24 {
		t.Errorf("%d jobs and %d rows, wanted 12 and 24 that differ: %q", counted, len(one), one)
	}
	end()
	s, _ = open(t, folder, Options{}) // the server comes back with what it had
	if again, _ := collect(t, s, spec, all, 0); !slices.Equal(one, again) {
		t.Error("the results of the store are others than those that were played")
	}
	s, _ = open(t, t.TempDir(), Options{Prefix: "other"})
	spec, all = chase(t, s, 12, 2)
	if three, _ := collect(t, s, spec, all, 3); !slices.Equal(one, three) {
		t.Error("three workers make other rows than one")
	}
}

// A second result of a job is not taken.
func TestTheFirstResultCounts(t *testing.T) {
	s, _ := open(t, t.TempDir(), Options{})
	w := s.Worker("w", "test")
	for _, name := range []string{"first", "second"} {
		if err := w.put(t.Context(), s.subject("results", "it", "j0"), &Result{Job: "j0", Worker: name}); err != nil {
			t.Fatal(err)
		}
	}
	it, err := s.Sweep(t.Context(), "it", &Spec{})
	if err != nil {
		t.Fatal(err)
	}
	defer it.Close()
	if it.Known() != 1 || it.known["j0"].Worker != "first" {
		t.Errorf("%d results, that of %q counts", it.Known(), it.known["j0"].Worker)
	}
}

// A job with which worker after worker ends is a dead letter, and the others are done.
func TestDeadLetters(t *testing.T) {
	s, _ := open(t, t.TempDir(), Options{Tries: 2, Silent: 100 * time.Millisecond})
	spec, all := chase(t, s, 3, 1)
	w, err := s.Sweep(t.Context(), "it", spec)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	running.Go(func() {
		for taken := 0; taken < 2 && ctx.Err() == nil; { // whoever takes the first job says nothing of it
			batch, err := s.workers.Fetch(1)
			if err != nil {
				continue
			}
			for m := range batch.Messages() {
				if j, err := decode[job](m.Data()); err == nil && j.ID == "j0" {
					taken++
				} else {
					s.Worker("thief", "test").handBack(m)
				}
			}
		}
		_ = s.Worker("w", "test").Run(ctx) // ends with the test
	})
	var dead, done []string
	err = w.Do(ctx, all, 2, func(j *sweep.Job, r *Result) {
		if r.Dead != "" {
			dead = append(dead, j.ID)
		} else {
			done = append(done, j.ID)
		}
	})
	slices.Sort(done)
	if err != nil || !slices.Equal(dead, []string{"j0"}) || !slices.Equal(done, []string{"j1", "j2"}) {
		t.Errorf("%v; dead letters %v, wanted j0; done %v, wanted j1 and j2", err, dead, done)
	}
}

// A worker with another digest plays nothing.
func TestOtherBuildsAreRefused(t *testing.T) {
	s, _ := open(t, t.TempDir(), Options{})
	spec, all := chase(t, s, 1, 1)
	spec.Calibration[0].Digest = "0123456789abcdef"
	w, err := s.Sweep(t.Context(), "it", spec)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := w.publish(t.Context(), &all[0]); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := s.Worker("w", "other").Run(ctx); !errors.Is(err, ErrOtherBuild) {
		t.Errorf("the worker ends with %v", err)
	}
}
