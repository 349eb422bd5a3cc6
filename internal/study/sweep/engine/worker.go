package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/study/sweep"
)

// Worker plays jobs, one at a time.
type Worker struct {
	Log    func(string) // is told what people may want to know; nil: nobody wants to
	Limits limit.Values // with which it plays
	Own    live.Own     // what the game has of its own
	// Scripts are the leaves of it that states of a sweep script; nil for none.
	Scripts *treetest.Scripts

	store  *Store
	name   string
	build  string
	sweeps map[string]*sweep.File // by the sums of their specs: those whose calibration was right
	scenes map[string]*scenes.Bundle
	recent []string // the sums of scenes, the last used one last
}

// Worker makes a worker with a name of its own, of a build.
func (s *Store) Worker(name, build string) *Worker {
	return &Worker{store: s, name: name, build: build, sweeps: map[string]*sweep.File{}, scenes: map[string]*scenes.Bundle{}}
}

// HostName returns a name for workers of this process.
func HostName() string {
	name, err := os.Hostname()
	if err != nil {
		name = "worker"
	}
	return fmt.Sprintf("%s-%d", name, os.Getpid())
}

// keptScenes is the number of scenes of points a worker keeps.
const keptScenes = 64

// ErrOtherBuild is the error of a worker that plays a calibration with other digests than the one
// who asks: its results would be others.
var ErrOtherBuild = errors.New("this build does not play as the one that asks")

// Run plays jobs until the context is over, which is no error: what is being played then goes to
// another worker.
func (w *Worker) Run(ctx context.Context) error {
	stop := w.tell(ctx)
	defer stop()
	for ctx.Err() == nil {
		batch, err := w.store.workers.Fetch(1, jetstream.FetchMaxWait(fetchTime))
		if err != nil {
			pause(ctx, 200*time.Millisecond)
			continue
		}
		for msg := range batch.Messages() {
			if err := w.take(ctx, msg); err != nil && ctx.Err() == nil {
				return err
			}
		}
		if batch.Error() != nil {
			pause(ctx, 200*time.Millisecond)
		}
	}
	return nil
}

// fetchTime says how long a worker waits for a job before it asks again.
const fetchTime = time.Second

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// tell says at intervals that the worker is there, until stop is called.
func (w *Worker) tell(ctx context.Context) (stop func()) {
	over := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		for {
			_ = w.store.conn.Publish(w.store.subject("alive"), []byte(w.name)) // while nobody is there nobody wants to know
			select {
			case <-over:
				return
			case <-ctx.Done():
				return
			case <-time.After(aliveTime):
			}
		}
	})
	return func() { close(over); done.Wait() }
}

// aliveTime says how often a worker says that it is there.
const aliveTime = time.Second

// take plays the job of a message and stores its result.
func (w *Worker) take(ctx context.Context, msg jetstream.Msg) error {
	j, err := decode[job](msg.Data())
	if err != nil {
		return errors.Join(err, msg.TermWithReason("unreadable"))
	}
	meta, err := msg.Metadata()
	if err != nil {
		return err
	}
	to := w.store.subject("results", j.Sweep, j.ID)
	if _, err := w.store.results.GetLastMsgForSubject(ctx, to); err == nil {
		done(ctx, msg)
		return nil
	}
	if tries := w.store.o.Tries; int(meta.NumDelivered) > tries {
		why := fmt.Sprintf("%d workers ended while they played it", tries)
		if err := w.put(ctx, w.store.subject("dead", j.Sweep, j.ID), &Result{Job: j.ID, Dead: why}); err != nil {
			return err
		}
		done(ctx, msg)
		return nil
	}
	stop := w.hold(msg)
	rows, err := w.play(ctx, j)
	stop()
	if err != nil {
		w.handBack(msg)
		return err
	}
	if err := w.put(ctx, to, &Result{Job: j.ID, Worker: w.name, Build: w.build, Rows: rows}); err != nil {
		return err
	}
	done(ctx, msg)
	return nil
}

// hold says at intervals that a job is being played, until stop is called.
func (w *Worker) hold(msg jetstream.Msg) (stop func()) {
	over := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		for {
			select {
			case <-over:
				return
			case <-time.After(w.store.o.Silent / 4):
				_ = msg.InProgress() // at worst another one plays it, too
			}
		}
	})
	return func() { close(over); done.Wait() }
}

// handBack puts a job into the queue again as if nobody had taken it: a worker that leaves has not
// failed. Where it cannot be done the job is another one's when this one has been silent for long.
func (w *Worker) handBack(msg jetstream.Msg) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if _, err := w.store.js.Publish(ctx, msg.Subject(), msg.Data()); err == nil {
		_ = msg.TermWithReason("handed back") // at worst there are two of it, of which one counts
	}
}

// done takes a job off the queue. Where that fails it is handed out again, and found to be done.
func done(ctx context.Context, msg jetstream.Msg) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	_ = msg.DoubleAck(ctx)
}

// put stores a result, if there is none yet.
func (w *Worker) put(ctx context.Context, subject string, r *Result) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	err = retry(ctx, func() error {
		_, err := w.store.js.Publish(ctx, subject, data, jetstream.WithExpectLastSequencePerSubject(0))
		return err
	})
	if isTaken(err) {
		return nil
	}
	return err
}

// isTaken reports whether a subject was to have no message, and has one.
func isTaken(err error) bool {
	var refused *jetstream.APIError
	return errors.As(err, &refused) && refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}

// play plays a job, after the calibration of its sweep.
func (w *Worker) play(ctx context.Context, j *job) ([]sweep.Row, error) {
	f, err := w.sweep(ctx, j.Spec)
	if err != nil {
		return nil, err
	}
	b, err := w.scene(ctx, j.Scene)
	if err != nil {
		return nil, err
	}
	return f.Play(ctx, &j.Job, b)
}

// sweep returns the sweep of a spec.
func (w *Worker) sweep(ctx context.Context, sum string) (*sweep.File, error) {
	if f := w.sweeps[sum]; f != nil {
		return f, nil
	}
	text, err := w.store.Get(ctx, sum)
	if err != nil {
		return nil, err
	}
	spec, err := decode[Spec](text)
	if err != nil {
		return nil, err
	}
	f, err := sweep.Load(spec.File, []byte(spec.Text), w.Limits)
	if err != nil {
		return nil, fmt.Errorf("the sweep file: %w", err)
	}
	f.Experiment.Use(w.Own, w.Scripts)
	for _, c := range spec.Calibration {
		digest, err := w.calibrate(ctx, c)
		if err != nil {
			return nil, err
		}
		if digest != c.Digest {
			return nil, fmt.Errorf("%w: %s has the digest %s after %d ticks, wanted %s; this is %s, the other %s", ErrOtherBuild, c.Scene, digest, c.Ticks, c.Digest, w.build, spec.Build)
		}
	}
	w.sweeps[sum] = f
	if w.Log != nil {
		w.Log("plays " + spec.File + " (" + strconv.Itoa(len(spec.Calibration)) + " digests of " + spec.Build + " are the same here)")
	}
	return f, nil
}

// calibrate returns the digest of a calibration here.
func (w *Worker) calibrate(ctx context.Context, c Calibration) (string, error) {
	if _, _, ok := scenes.Source(c.Scene); ok {
		return sweep.Calibrate(ctx, c.Scene, nil, c.Ticks, w.Limits, w.Own)
	}
	b, err := w.scene(ctx, c.Scene)
	if err != nil {
		return "", err
	}
	return sweep.Calibrate(ctx, "", b, c.Ticks, w.Limits, w.Own)
}

// scene returns the scene of a sum.
func (w *Worker) scene(ctx context.Context, sum string) (*scenes.Bundle, error) {
	if b := w.scenes[sum]; b != nil {
		return b, nil
	}
	text, err := w.store.Get(ctx, sum)
	if err != nil {
		return nil, err
	}
	b, err := sweep.DecodeBundle(text, w.Limits)
	if err != nil {
		return nil, err
	}
	if len(w.recent) == keptScenes {
		delete(w.scenes, w.recent[0])
		w.recent = w.recent[1:]
	}
	w.scenes[sum], w.recent = b, append(w.recent, sum)
	return b, nil
}
