// Package sweeper plays a sweep: it starts or finds the store, plays the runs, and
// writes the results.
package sweeper

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats.go"

	"github.com/thicket-sim/thicket/internal/ground/digest"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/wholefile"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/study/natsnode"
	"github.com/thicket-sim/thicket/internal/study/search"
	"github.com/thicket-sim/thicket/internal/study/sweep"
	"github.com/thicket-sim/thicket/internal/study/sweep/engine"
	"github.com/thicket-sim/thicket/internal/study/sweep/results"
)

// Options say how a sweep is played.
type Options struct {
	File    string
	Folder  string            // for results, and for the store of a server in this process
	Address *natsnode.Address // of a server elsewhere; nil: one in this process
	Engine  engine.Options
	Workers int // in this process
	Limits  limit.Values
	Own     live.Own          // what the game has of its own
	Scripts *treetest.Scripts // the leaves of it that states script; nil for none
	Lenient bool              // what the game does not offer is stood in for
	// Begins, where set, is told of the scene before anything is played.
	Begins func(*scenes.Scene)
	Resume bool   // go on with what the store has of this sweep
	Fresh  bool   // or begin anew
	Build  string // of this program
	Notice func(string)
	Each   func(*Progress) // is told after each job and now and then; or nil
}

// Progress says how far a sweep is.
type Progress struct {
	Event    string  `json:"event"` // progress
	Round    int     `json:"round"`
	Points   int     `json:"points"` // that have runs
	Runs     int     `json:"runs"`   // played, those of earlier times too
	Asked    int     `json:"asked"`  // for, up to this round
	Failed   int     `json:"failed"`
	Workers  int     `json:"workers"`
	PerS     float64 `json:"runsPerSecond"`
	Left     float64 `json:"secondsLeft"` // of this round
	Answer   string  `json:"answer,omitempty"`
	Estimate float64 `json:"-"` // the answer's number
}

// Outcome tells what came of a sweep.
type Outcome struct {
	Plan    *sweep.Plan
	Rows    []sweep.Row
	Rounds  []search.Answer // after each round
	Dead    []string        // jobs that nobody could play
	Seconds float64
	Whole   bool   // it was not stopped
	Spent   string // which budget of time was spent; empty: none
	Left    int    // runs that were asked for and not played, for that reason
	Build   string // of this program
	Written string // the file that has the scene with the answer; empty: none has
}

// ErrThere is the error of a sweep that has results and is neither to go on nor to begin anew.
var ErrThere = errors.New("the store has results of this sweep")

// Run plays a sweep and writes its results. When the context is over before it, the outcome is
// what there is so far, and no error.
func Run(ctx context.Context, o Options) (*Outcome, error) {
	f, err := sweep.Read(o.File, o.Limits)
	if err != nil {
		return nil, err
	}
	f.Experiment.Use(o.Own, o.Scripts)
	if o.Lenient {
		f.Experiment.StandIn()
	}
	plan, err := sweep.NewPlan(f)
	if err != nil {
		return nil, err
	}
	if o.Begins != nil {
		o.Begins(plan.Base())
	}
	if err := os.MkdirAll(filepath.Join(o.Folder, results.Scenes), 0o777); err != nil {
		return nil, err
	}
	lock := flock.New(filepath.Join(o.Folder, ".lock"))
	switch ok, err := lock.TryLock(); {
	case err != nil:
		return nil, err
	case !ok:
		return nil, fmt.Errorf("%s is in use by another sweep", o.Folder)
	}
	defer lock.Unlock()
	conn, end, err := connect(&o)
	if err != nil {
		return nil, err
	}
	defer end()
	r := &runner{Options: o, out: &Outcome{Plan: plan, Build: o.Build}, began: time.Now()}
	if r.store, err = engine.Open(ctx, conn, o.Engine); err != nil {
		return nil, err
	}
	plan.Store = func(scene []byte) (string, error) { return r.keep(ctx, scene) }
	return r.run(ctx)
}

// connect finds the server, or starts one.
func connect(o *Options) (conn *nats.Conn, end func(), err error) {
	if o.Address != nil {
		address := *o.Address
		address.Notice = o.Notice
		conn, err = address.Connect()
		if err != nil {
			return nil, nil, err
		}
		return conn, conn.Close, nil
	}
	node, err := natsnode.Start(natsnode.Options{Folder: filepath.Join(o.Folder, "store"), MaxPayload: engine.MaxMessage})
	if err != nil {
		return nil, nil, err
	}
	if conn, err = node.Connect(); err != nil {
		node.Close()
		return nil, nil, err
	}
	return conn, func() { conn.Close(); node.Close() }, nil
}

// runner is a sweep that is being played.
type runner struct {
	Options
	store *engine.Store
	sweep *engine.Sweep
	out   *Outcome
	began time.Time
	asked int
	fails int
	runs  int       // that there are
	fresh int       // of them, those that were played now
	ready time.Time // when the first of them was asked for
	first func()    // is called at the first result, from which the budget of time counts
	alone time.Time // since when no worker was there; zero: there is one, or people know
}

// keep puts the scene of a point where workers find it, and who plays a row again.
func (r *runner) keep(ctx context.Context, scene []byte) (string, error) {
	name, err := r.store.Put(ctx, scene)
	if err != nil {
		return "", err
	}
	file := filepath.Join(r.Folder, results.Scenes, name)
	if _, err := os.Stat(file); err == nil {
		return name, nil
	}
	return name, wholefile.Write(file, scene)
}

func (r *runner) run(ctx context.Context) (*Outcome, error) {
	spec, err := r.spec(ctx)
	if err != nil {
		return nil, err
	}
	id := r.out.Plan.ID(engine.Sum)
	for _, c := range spec.Calibration { // rows of a build that plays otherwise are of no use
		id = engine.Sum([]byte(id + c.Digest))
	}
	if r.Fresh {
		if err := r.store.Forget(ctx, id); err != nil {
			return nil, err
		}
	}
	if r.sweep, err = r.store.Sweep(ctx, id, spec); err != nil {
		return nil, err
	}
	defer r.sweep.Close()
	if err := r.check(id); err != nil {
		return nil, err
	}
	r.sweep.Waiting = func() { r.waits() }
	work, stop := context.WithCancel(ctx)
	var workers sync.WaitGroup
	failed := make(chan error, r.Workers)
	for i := range r.Workers {
		w := r.store.Worker(fmt.Sprintf("%s-%d", engine.HostName(), i+1), r.Build)
		w.Limits, w.Own, w.Scripts = r.Limits, r.Own, r.Scripts
		workers.Go(func() {
			if err := w.Run(work); err != nil {
				failed <- err
				stop()
			}
		})
	}
	err = r.rounds(work)
	stop()
	workers.Wait()
	select {
	case e := <-failed:
		err = e
	default:
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = nil
	}
	r.out.Seconds = time.Since(r.began).Seconds()
	return r.out, err
}

// idFile has the ID of the sweep that a folder was last used for, and the version of its digests.
const idFile = ".id"

// check refuses to mix two sweeps, and to go on with one that is another one now.
func (r *runner) check(id string) error {
	n := r.sweep.Known()
	file := filepath.Join(r.Folder, idFile)
	last, err := os.ReadFile(file)
	was, made, ok := strings.Cut(string(last), " ")
	version, _ := strconv.ParseInt(made, 10, 64)
	if !ok { // from before digests had a version
		version = 1
	}
	switch {
	case n > 0 && !r.Resume:
		return fmt.Errorf("%w (%d jobs are done): --resume goes on with them, --fresh begins anew", ErrThere, n)
	case r.Resume && err == nil && was != id && version != digest.Version:
		return fmt.Errorf("%s: %w", r.Folder, digest.Check("sweep", version))
	case r.Resume && err == nil && was != id:
		return fmt.Errorf("%s has changed since it was begun, or a scene or tree of it, or how this build plays: there is nothing to go on with; without --resume it begins anew", r.File)
	case r.Resume && n == 0:
		r.Notice("nothing of this sweep is done yet: it begins now")
	}
	return wholefile.Write(file, fmt.Appendf(nil, "%s %d", id, digest.Version))
}

// calibrations are shipped scenes that use what differs between machines: trees of several
// systems, fights, ways around obstacles, and sines.
var calibrations = []string{"tag", "skirmish", "wilds", "squad"}

// calibrationTicks says how long they are played: a worker spends less than a second on all.
const calibrationTicks = 60

// spec describes the sweep for workers, with digests that they have to have, too.
func (r *runner) spec(ctx context.Context) (*engine.Spec, error) {
	f := r.out.Plan.File
	spec := &engine.Spec{File: filepath.Base(f.Name), Text: string(f.Text), Build: r.Build}
	for _, name := range calibrations {
		digest, err := sweep.Calibrate(ctx, name, nil, calibrationTicks, r.Limits, r.Own)
		if err != nil {
			return nil, err
		}
		spec.Calibration = append(spec.Calibration, engine.Calibration{Scene: name, Ticks: calibrationTicks, Digest: digest})
	}
	return spec, nil
}

// rounds plays round after round, until the question is answered or the budget spent.
func (r *runner) rounds(ctx context.Context) error {
	p, most := r.out.Plan, r.out.Plan.File.Budget.Seconds
	playing, stop := context.WithCancel(ctx)
	defer stop()
	r.first = func() {
		if r.first = nil; most > 0 {
			time.AfterFunc(time.Duration(most*float64(time.Second)), stop)
		}
	}
	for round := 1; playing.Err() == nil; round++ {
		jobs, err := p.Next()
		if err != nil {
			return err
		}
		if len(jobs) == 0 {
			break
		}
		for i := range jobs {
			r.asked += jobs[i].Runs
		}
		rows, told, err := r.round(playing, round, jobs)
		r.out.Rows = append(r.out.Rows, rows...)
		if err != nil && (ctx.Err() != nil || playing.Err() == nil) {
			return err
		}
		p.Tell(told)
		r.out.Left += len(told) - len(rows)
		r.out.Rounds = append(r.out.Rounds, p.Answer())
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	r.out.Whole = true
	if playing.Err() == nil {
		return nil
	}
	p.End()
	if r.out.Spent = fmt.Sprintf("the budget of %g seconds is spent", most); r.out.Left > 0 {
		r.out.Spent += ": " + humanize.Count(int64(r.out.Left), "run") + " that were asked for were not played"
	}
	return r.sweep.Drop(ctx)
}

// round plays jobs and returns their rows in order; when it is interrupted those that there are,
// and what is told of all, with runs that failed for those that there are not.
func (r *runner) round(ctx context.Context, round int, jobs []sweep.Job) (rows, told []sweep.Row, err error) {
	done := map[string]*engine.Result{}
	known := 0 // of the jobs: these come first
	for i := range jobs {
		if r.sweep.Has(&jobs[i]) {
			known++
		}
	}
	if known < len(jobs) && r.ready.IsZero() {
		r.ready, r.alone = time.Now(), time.Now()
	}
	r.tell(round)
	err = r.sweep.Do(ctx, jobs, len(r.out.Plan.File.Experiment.Measures), func(j *sweep.Job, res *engine.Result) {
		if r.first != nil {
			r.first()
		}
		done[j.ID] = res
		r.runs += j.Runs
		if len(done) > known {
			r.fresh += j.Runs
		}
		if res.Dead != "" {
			r.out.Dead = append(r.out.Dead, fmt.Sprintf("point %d, runs %d to %d: %s", j.Point, j.First+1, j.First+j.Runs, res.Dead))
		}
		for i := range res.Rows {
			if res.Rows[i].Failed != "" {
				r.fails++
			}
		}
		r.tell(round)
	})
	for i := range jobs {
		res := done[jobs[i].ID]
		if res == nil {
			for _, row := range jobs[i].Failure("it was not played") {
				row.Unplayed = true
				told = append(told, row)
			}
			continue
		}
		for _, row := range res.Rows {
			row.At, row.Scene, row.Worker, row.Build = jobs[i].At, jobs[i].Scene, res.Worker, res.Build
			rows = append(rows, row)
		}
		told = append(told, res.Rows...)
	}
	return rows, told, err
}

// tell says how far the sweep is.
func (r *runner) tell(round int) {
	if r.Each == nil {
		return
	}
	p := &Progress{Event: "progress", Round: round, Points: len(r.out.Plan.Points()), Runs: r.runs, Asked: r.asked, Failed: r.fails, Workers: r.sweep.Workers()}
	if took := time.Since(r.ready).Seconds(); r.fresh > 0 && took > 0 {
		p.PerS = float64(r.fresh) / took
		p.Left = float64(r.asked-r.runs) / p.PerS
	}
	if n := len(r.out.Rounds); n > 0 {
		p.Answer = r.out.Rounds[n-1].Sentence(r.out.Plan.Names())
		p.Estimate = r.out.Rounds[n-1].Value
	}
	r.Each(p)
}

// aloneTime says how long nobody may play before people are told.
const aloneTime = 5 * time.Second

// waits says how far the sweep is while nothing comes, and that nobody is there who plays.
func (r *runner) waits() {
	r.tell(len(r.out.Rounds) + 1)
	switch {
	case r.sweep.Workers() > 0:
		r.alone = time.Now()
	case !r.alone.IsZero() && time.Since(r.alone) > aloneTime:
		r.Notice("no worker is there: thicket worker --nats URL plays, on this machine or on others")
		r.alone = time.Time{}
	}
}
