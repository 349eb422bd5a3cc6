package engine

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/study/natsnode"
	"github.com/thicket-sim/thicket/internal/study/sweep"
)

// BenchmarkRuns plays runs of 60 ms or more: in a plain loop, in two at once, and by the queue
// with one worker and with two. A turn plays all four, so that what else the machine does falls on each.
func BenchmarkRuns(b *testing.B) {
	const jobs, runs = 64, 1
	f, err := sweep.Load("chases.yaml", []byte("scene: chase\nfor: 240s\nmeasures: { catches: { times: { happens: contact } } }\n"), limit.Values{})
	if err != nil {
		b.Fatal(err)
	}
	scene, err := f.Experiment.Load(&treetest.Variation{Scene: "chase"})
	if err != nil {
		b.Fatal(err)
	}
	bundle := scene.Bundle()
	text, err := sweep.EncodeBundle(bundle)
	if err != nil {
		b.Fatal(err)
	}
	node, err := natsnode.Start(natsnode.Options{Folder: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer node.Close()
	conn, err := node.Connect()
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close()
	s, err := Open(b.Context(), conn, Options{})
	if err != nil {
		b.Fatal(err)
	}
	sum, err := s.Put(b.Context(), text)
	if err != nil {
		b.Fatal(err)
	}
	var all []sweep.Job
	for i := range jobs {
		all = append(all, sweep.Job{ID: fmt.Sprint("j", i), At: []float64{}, First: i * runs, Runs: runs, Scene: sum})
	}
	queue := func(id string, workers int) time.Duration {
		w, err := s.Sweep(b.Context(), id, &Spec{File: f.Name, Text: string(f.Text)})
		if err != nil {
			b.Fatal(err)
		}
		defer w.Close()
		ctx, cancel := context.WithCancel(b.Context())
		var running sync.WaitGroup
		defer running.Wait()
		defer cancel()
		began := time.Now()
		for i := range workers {
			running.Go(func() { _ = s.Worker(fmt.Sprint("w", i), "bench").Run(ctx) })
		}
		if err := w.Do(b.Context(), all, 1, func(*sweep.Job, *Result) {}); err != nil {
			b.Fatal(err)
		}
		return time.Since(began)
	}
	var plain, both, one, two time.Duration
	for n := 0; b.Loop(); n++ {
		began := time.Now()
		for i := range all {
			if _, err := f.Play(b.Context(), &all[i], bundle); err != nil {
				b.Fatal(err)
			}
		}
		plain += time.Since(began)
		began = time.Now()
		var halves sync.WaitGroup
		for half := range 2 {
			halves.Go(func() {
				for i := half; i < jobs; i += 2 {
					_, _ = f.Play(b.Context(), &all[i], bundle) // as above
				}
			})
		}
		halves.Wait()
		both += time.Since(began)
		one += queue(fmt.Sprint("one", n), 1)
		two += queue(fmt.Sprint("two", n), 2)
	}
	each := float64(b.N * jobs * runs)
	b.ReportMetric(plain.Seconds()*1000/each, "ms/run-plain")
	b.ReportMetric(100*(one.Seconds()/plain.Seconds()-1), "%-overhead")
	b.ReportMetric(one.Seconds()/two.Seconds(), "speedup-2")
	b.ReportMetric(plain.Seconds()/both.Seconds(), "speedup-2-plain")
}
