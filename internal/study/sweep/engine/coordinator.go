package engine

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/thicket-sim/thicket/internal/study/sweep"
)

// Sweep is a sweep in a store, on the side of who wants its results.
type Sweep struct {
	ID      string
	Waiting func() // is called about every second while Do waits; nil: it is not

	store   *Store
	spec    string // its sum
	nonce   string // of messages: what another coordinator has handed out is handed out again
	known   map[string]*Result
	news    chan *Result
	failed  chan error
	cancel  context.CancelFunc
	reading sync.WaitGroup
	alive   *nats.Subscription
	mu      sync.Mutex
	seen    map[string]time.Time // of workers, when they last said that they are there
}

// Sweep begins a sweep, or goes on with it: the results that are in the store count. Close ends
// it.
func (s *Store) Sweep(ctx context.Context, id string, spec *Spec) (*Sweep, error) {
	text, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	w := &Sweep{ID: id, store: s, nonce: rand.Text(), known: map[string]*Result{}, news: make(chan *Result), failed: make(chan error, 1), seen: map[string]time.Time{}}
	if w.spec, err = s.Put(ctx, text); err != nil {
		return nil, err
	}
	err = retry(ctx, func() error { // what an earlier coordinator has asked for, and what nobody could play then
		if err := s.jobs.Purge(ctx, jetstream.WithPurgeSubject(s.subject("jobs", id))); err != nil {
			return err
		}
		return s.results.Purge(ctx, jetstream.WithPurgeSubject(s.subject("dead", id, ">")))
	})
	if err == nil {
		err = w.read(ctx)
	}
	if err == nil {
		w.alive, err = s.conn.Subscribe(s.subject("alive"), w.hear)
	}
	if err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// read takes in the results that are there, and goes on with those that come.
func (w *Sweep) read(ctx context.Context) error {
	var messages jetstream.MessagesContext
	var there uint64
	err := retry(ctx, func() error {
		from, err := w.store.results.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{
			FilterSubjects: []string{w.store.subject("results", w.ID, ">"), w.store.subject("dead", w.ID, ">")},
		})
		if err != nil {
			return err
		}
		info, err := from.Info(ctx)
		if err != nil {
			return err
		}
		there = info.NumPending
		messages, err = from.Messages()
		return err
	})
	if err != nil {
		return err
	}
	for range there {
		r, err := next(messages)
		if err != nil {
			messages.Stop()
			return err
		}
		w.known[r.Job] = r
	}
	ctx, w.cancel = context.WithCancel(ctx)
	context.AfterFunc(ctx, messages.Stop)
	w.reading.Go(func() {
		for {
			r, err := next(messages)
			if ctx.Err() != nil {
				return
			}
			if err != nil {
				w.failed <- err
				return
			}
			select {
			case w.news <- r:
			case <-ctx.Done():
				return
			}
		}
	})
	return nil
}

func next(messages jetstream.MessagesContext) (*Result, error) {
	msg, err := messages.Next()
	if err != nil {
		return nil, err
	}
	return decode[Result](msg.Data())
}

// Close ends reading. Jobs that are still to be played stay in the store.
func (w *Sweep) Close() {
	if w.alive != nil {
		_ = w.alive.Unsubscribe() // of a connection that may be gone
	}
	if w.cancel != nil {
		w.cancel()
	}
	w.reading.Wait()
}

// Known returns how many jobs have results.
func (w *Sweep) Known() int { return len(w.known) }

// Has reports whether a job has a result.
func (w *Sweep) Has(j *sweep.Job) bool { return w.known[j.ID] != nil }

// Drop takes the jobs that are still to be played off the queue.
func (w *Sweep) Drop(ctx context.Context) error {
	return retry(ctx, func() error {
		return w.store.jobs.Purge(ctx, jetstream.WithPurgeSubject(w.store.subject("jobs", w.ID)))
	})
}

// Do has jobs played, but for those whose results are there. It calls each for the result of
// every job, as they come, and returns when there are all.
func (w *Sweep) Do(ctx context.Context, jobs []sweep.Job, measures int, each func(j *sweep.Job, r *Result)) error {
	open := map[string]*sweep.Job{}
	take := func(j *sweep.Job, r *Result) error {
		if r.Dead != "" {
			r.Rows = j.Failure(r.Dead)
		}
		if err := j.Check(r.Rows, measures); err != nil {
			return fmt.Errorf("the result of %s: %w", r.Worker, err)
		}
		delete(open, j.ID)
		each(j, r)
		return nil
	}
	for i := range jobs {
		j := &jobs[i]
		open[j.ID] = j
		if r := w.known[j.ID]; r != nil {
			if err := take(j, r); err != nil {
				return err
			}
		}
	}
	for i := range jobs {
		if j := &jobs[i]; open[j.ID] != nil {
			if err := w.publish(ctx, j); err != nil {
				return err
			}
		}
	}
	second := time.NewTicker(time.Second)
	defer second.Stop()
	for len(open) > 0 {
		select {
		case <-second.C:
			if w.Waiting != nil {
				w.Waiting()
			}
		case <-ctx.Done():
			return ctx.Err()
		case err := <-w.failed:
			return err
		case r := <-w.news:
			w.known[r.Job] = r
			if j := open[r.Job]; j != nil {
				if err := take(j, r); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// publish puts a job into the queue.
func (w *Sweep) publish(ctx context.Context, j *sweep.Job) error {
	data, err := json.Marshal(job{Job: *j, Sweep: w.ID, Spec: w.spec})
	if err != nil {
		return err
	}
	return retry(ctx, func() error {
		_, err := w.store.js.Publish(ctx, w.store.subject("jobs", w.ID), data, jetstream.WithMsgID(w.nonce+"-"+j.ID))
		return err
	})
}

func (w *Sweep) hear(m *nats.Msg) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen[strings.Clone(string(m.Data))] = time.Now()
}

// Workers returns how many workers there are.
func (w *Sweep) Workers() (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for name, at := range w.seen {
		if time.Since(at) < 4*aliveTime {
			n++
		} else {
			delete(w.seen, name)
		}
	}
	return n
}

// Forget drops the results of a sweep.
func (s *Store) Forget(ctx context.Context, id string) error {
	return retry(ctx, func() error { return s.results.Purge(ctx, jetstream.WithPurgeSubject(s.subject("results", id, ">"))) })
}
