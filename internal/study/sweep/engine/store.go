// Package engine hands the runs of sweeps to workers, in this process or on other machines, over
// NATS JetStream.
//
//   - A queue has a message for each [sweep.Job]. It is acknowledged when its result is stored;
//     the job of a worker that is silent goes to another one, and after some tries to a list of
//     dead letters.
//   - Results are a stream with one subject for each job, on which only the first message is
//     taken: what comes twice is counted once.
//   - Sweep files and scenes are objects, under the sums of what is in them.
//
// All that a sweep has done is in these three: it goes on from there whoever has ended in the
// middle.
package engine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/thicket-sim/thicket/internal/ground/lazy"
	"github.com/thicket-sim/thicket/internal/study/sweep"
)

// Options say how a store is used. The zero value is good.
type Options struct {
	Prefix   string        // of all names at the server; empty: thicket
	Tries    int           // how often a job is handed out before it is a dead letter; 0: 5
	Silent   time.Duration // a worker that says nothing for so long has ended; 0: 15 seconds
	Replicas int           // of what a cluster stores; 0: one
}

// Store says where jobs and results are. It may be used on several goroutines.
type Store struct {
	o       Options
	conn    *nats.Conn
	js      jetstream.JetStream
	jobs    jetstream.Stream
	workers jetstream.Consumer
	results jetstream.Stream
	files   jetstream.ObjectStore
}

var prefixes = lazy.Regexp(`^[A-Za-z0-9_-]{1,32}$`)

// Open finds the store of a server, and makes it where it is not there.
func Open(ctx context.Context, conn *nats.Conn, o Options) (*Store, error) {
	if o.Prefix == "" {
		o.Prefix = "thicket"
	}
	if !prefixes().MatchString(o.Prefix) {
		return nil, fmt.Errorf("the prefix %q, wanted letters, digits, - and _, at most 32", o.Prefix)
	}
	if o.Tries == 0 {
		o.Tries = 5
	}
	if o.Silent == 0 {
		o.Silent = 15 * time.Second
	}
	o.Replicas = max(o.Replicas, 1)
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, err
	}
	s := &Store{o: o, conn: conn, js: js}
	opening, stop := context.WithTimeout(ctx, openTime)
	defer stop()
	err = retry(opening, func() error {
		// A question is lost with the server that it was put to.
		asking, stop := context.WithTimeout(opening, askTime)
		defer stop()
		return s.make(asking)
	})
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("the NATS server has no JetStream, or it is not ready: nats-server -js starts one that has: %w", err)
	}
	return s, err
}

// openTime says how long a server may take to be ready, and askTime how long one is waited
// for before it is asked again.
const openTime, askTime = 10 * time.Second, 2 * time.Second

// MaxMessage is the longest message that a server of a sweep has to take, in bytes.
const MaxMessage = 8 << 20

// make makes streams that are not there.
func (s *Store) make(ctx context.Context) (err error) {
	s.jobs, err = s.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: s.o.Prefix + "-jobs", Subjects: []string{s.subject("jobs", ">")}, Description: "runs of sweeps that are to be played",
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Replicas: s.o.Replicas,
	})
	if err != nil {
		return err
	}
	s.workers, err = s.jobs.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: "workers", AckPolicy: jetstream.AckExplicitPolicy, AckWait: s.o.Silent, MaxDeliver: -1, MaxAckPending: -1,
	})
	if err != nil {
		return err
	}
	s.results, err = s.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: s.o.Prefix + "-results", Subjects: []string{s.subject("results", ">"), s.subject("dead", ">")}, Description: "what came of runs of sweeps",
		Storage: jetstream.FileStorage, Replicas: s.o.Replicas,
	})
	if err != nil {
		return err
	}
	s.files, err = s.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{
		Bucket: s.o.Prefix + "-files", Description: "sweep files and scenes, by their sums", Storage: jetstream.FileStorage, Replicas: s.o.Replicas, Compression: true,
	})
	return err
}

func (s *Store) subject(parts ...string) string {
	name := s.o.Prefix
	for _, p := range parts {
		name += "." + p
	}
	return name
}

// Sum returns the name of what a text says.
func Sum(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// Put stores a text under its sum.
func (s *Store) Put(ctx context.Context, text []byte) (sum string, err error) {
	sum = Sum(text)
	return sum, retry(ctx, func() error {
		if _, err := s.files.GetInfo(ctx, sum); err == nil {
			return nil
		}
		_, err := s.files.Put(ctx, jetstream.ObjectMeta{Name: sum}, bytes.NewReader(text))
		return err
	})
}

// Get returns the text of a sum.
func (s *Store) Get(ctx context.Context, sum string) (text []byte, err error) {
	err = retry(ctx, func() error {
		if text, err = s.files.GetBytes(ctx, sum); err == nil && Sum(text) != sum {
			err = fatal{fmt.Errorf("the store has something else under %s than was put there", sum)}
		}
		return err
	})
	return text, err
}

// Spec is a sweep as workers know it.
type Spec struct {
	File        string        `json:"file"`
	Text        string        `json:"text"`
	Build       string        `json:"build"`
	Calibration []Calibration `json:"calibration"`
}

// Calibration is a run that a worker has to play with the same digest before it is handed jobs.
type Calibration struct {
	Scene  string `json:"scene"` // a shipped one, or the sum of a point's
	Ticks  int    `json:"ticks"`
	Digest string `json:"digest"`
}

// job is a message of the queue.
type job struct {
	sweep.Job
	Sweep string `json:"sweep"`
	Spec  string `json:"spec"`
}

// Result holds the results of a job.
type Result struct {
	Job    string      `json:"job"`
	Worker string      `json:"worker"`
	Build  string      `json:"build"`
	Rows   []sweep.Row `json:"rows"`
	Dead   string      `json:"dead,omitempty"` // why nobody could play it; empty: somebody did
}

func decode[T any](data []byte) (*T, error) {
	out := new(T)
	if err := json.Unmarshal(data, out); err != nil {
		return nil, fmt.Errorf("a message of the store: %w", err)
	}
	return out, nil
}

// fatal is an error that does not go away by itself.
type fatal struct{ error }

func (f fatal) Unwrap() error { return f.error }

// retry does something again until it succeeds: a server that is gone for a while comes back.
// What a server has understood and refuses does not go away.
func retry(ctx context.Context, do func() error) error {
	for wait := 20 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		err := do()
		var refused *jetstream.APIError
		var final fatal
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &final):
			return final.error
		case errors.As(err, &refused) && refused.Code < 500, errors.Is(err, jetstream.ErrObjectNotFound), errors.Is(err, nats.ErrConnectionClosed), errors.Is(err, nats.ErrMaxPayload):
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w (at last: %v)", ctx.Err(), err)
		case <-time.After(wait):
		}
	}
}
