package treetest

import (
	"context"
	"errors"
	"math"
	"regexp"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/cover"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

// Runner plays tests. The zero value plays all of them with what an arena offers.
type Runner struct {
	Registry *host.Registry // what the game offers to trees; nil: an arena's
	// Vocabulary is what Registry was made of; nil for one with leaves that are no scripts.
	Vocabulary *vocabulary.Vocabulary
	Scripts    *Scripts            // lets states script leaves of Registry that are no stand-ins; nil: none
	Real       *Real               // plays tests that want leaves of the game; nil: they are left out
	Limits     limit.Values        // if none is set, those of the registry
	Prepare    func(*live.Session) // is called for each session before it is played; or nil
	// Worlds adds to each world what the game has of its own, see live.Options.Prepare; or nil.
	Worlds  func(*systems.Game) error
	Match   *regexp.Regexp // of the names of tests that are played; nil: all
	Seed    *int64         // in the place of those of the tests; or nil
	Workers int            // how many sessions are played at once; 0: one for each processor
	Lenient bool           // all tests have stand-ins for what the game does not have
	Record  string         // the folder for recordings of runs that failed; empty: none
	Cover   *cover.Total   // adds up which nodes of trees were asked; nil: nobody wants to know
	Command string         // what a line that plays a test again begins with; empty for thicket
	// Flags are those by which the command knows what the game has of its own; nil: it does not.
	Flags   []string
	Context context.Context // ends the tests before they are done; nil: nothing does
}

// Result tells what came of a file.
type Result struct {
	File    string        `json:"file"`
	OK      bool          `json:"ok"`
	Seconds float64       `json:"seconds"` // that its tests took, added up
	Errors  []string      `json:"errors,omitempty"`
	Tests   []*TestResult `json:"tests"`
	LeftOut []string      `json:"leftOut,omitempty"` // tests that want the leaves of a game

	read    []string // the files that it depends on
	covered []*cover.File
}

// TestResult tells what came of a test.
type TestResult struct {
	Name     string     `json:"name"`
	Line     int32      `json:"line"`
	OK       bool       `json:"ok"`
	Stopped  bool       `json:"stopped,omitempty"` // it was not played to its end: its runs say nothing
	Runs     int        `json:"runs"`
	Passed   int        `json:"passed"`
	Share    float64    `json:"share"` // of the runs that has to pass
	Ticks    int64      `json:"ticks"`
	Seconds  float64    `json:"seconds"` // of the processor, or nearly so
	Failed   []int64    `json:"failedSeeds,omitempty"`
	Failures []*Failure `json:"failures,omitempty"` // of the first run that failed
}

// Run reads a file and plays its tests.
func (r *Runner) Run(names ...string) []*Result {
	all := make([]*Result, len(names))
	var wait sync.WaitGroup
	room := make(chan struct{}, r.workers())
	for i, name := range names {
		all[i] = &Result{File: name, Tests: []*TestResult{}}
		f, err := Read(name, r.Bounds())
		if all[i].read = []string{name}; r.Vocabulary != nil {
			all[i].read = append(all[i].read, r.Vocabulary.Files...)
		}
		if err != nil {
			all[i].fail(err)
			continue
		}
		f.Lenient = r.Lenient
		r.file(f, all[i], room, &wait)
	}
	wait.Wait()
	for _, res := range all {
		res.conclude()
	}
	return all
}

// Bounds returns the limits of the runner, otherwise of its registry.
func (r *Runner) Bounds() limit.Values {
	if r.Limits.IsZero() && r.Registry != nil {
		return *host.LimitsOf(r.Registry)
	}
	return r.Limits
}

func (r *Runner) workers() int {
	if r.Workers > 0 {
		return r.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// Read reads a test file: one on the disk, or that of a shipped scene by the name of the
// scene.
func Read(name string, limits limit.Values) (*File, error) {
	if text, file, ok := scenes.Tests(name); ok {
		f, err := Load(file, text, limits)
		if f != nil {
			f.shipped = true
		}
		return f, err
	}
	text, err := markup.ReadFile(name, markup.LimitsOf(limits))
	if err != nil {
		return nil, err
	}
	return Load(name, text, limits)
}

// fail notes that a file has errors, each of them once: several tests may play one scene.
func (res *Result) fail(err error) {
	var l syntax.List
	l.Add(err)
	for _, e := range l.Errors {
		if text := e.Error(); !slices.Contains(res.Errors, text) {
			res.Errors = append(res.Errors, text)
		}
	}
}

// job is a test that is played.
type job struct {
	test    *Test
	counts  *cover.Total // of all tests of the file; nil: nobody wants to know
	nowhere map[*reason]*syntax.Error
	out     *TestResult
	mu      sync.Mutex
	runs    map[int64]*attempt // by seed
	read    []string
	err     error
}

// file begins to play the tests of a file. A test whose first scene has errors is not played.
func (r *Runner) file(f *File, res *Result, room chan struct{}, wait *sync.WaitGroup) {
	var jobs []*job
	var counts *cover.Total
	if r.Cover != nil {
		counts = &cover.Total{}
	}
	for _, t := range f.Tests {
		if r.Match != nil && !r.Match.MatchString(t.Name) {
			continue
		}
		if r.wantsGame(t) {
			res.LeftOut = append(res.LeftOut, t.Name)
			continue
		}
		j := &job{test: t, counts: counts, out: &TestResult{Name: t.Name, Line: t.At.Line, Share: t.share}, runs: map[int64]*attempt{}}
		res.Tests = append(res.Tests, j.out)
		jobs = append(jobs, j)
	}
	var mine sync.WaitGroup
	for _, j := range jobs {
		mine.Add(1)
		wait.Add(1)
		go func() {
			defer wait.Done()
			defer mine.Done()
			r.test(j, room)
		}()
	}
	wait.Add(1)
	go func() {
		defer wait.Done()
		mine.Wait()
		for _, j := range jobs {
			if res.read = append(res.read, j.read...); j.err != nil {
				res.fail(j.err)
			}
		}
		if len(res.Errors) == 0 {
			r.account(f, res, jobs, counts)
		}
	}()
}

// account adds up what the tests of a file have asked, and looks at the reasons why they do not
// ask the rest.
func (r *Runner) account(f *File, res *Result, jobs []*job, counts *cover.Total) {
	if slices.ContainsFunc(jobs, func(j *job) bool { return j.out.Stopped }) {
		return // nobody knows what they would have asked
	}
	if r.Match == nil {
		if err := f.misplaced(jobs); err != nil {
			res.fail(err)
			return
		}
	}
	if counts == nil {
		return
	}
	res.covered = counts.Files()
	if err := f.excuse(res.covered); err != nil && r.Match == nil {
		res.fail(err)
	}
	r.Cover.Add(res.covered)
}

// test plays a test with all of its seeds.
func (r *Runner) test(j *job, room chan struct{}) {
	seeds := j.test.given.seeds
	if r.Seed != nil {
		seeds = []int64{*r.Seed}
	}
	first := (*int64)(nil)
	if len(seeds) > 0 {
		first = &seeds[0]
	}
	room <- struct{}{}
	if r.stopped() {
		<-room
		j.out.Stopped = true
		return
	}
	scene, err := r.load(j.test, first)
	if err == nil {
		err = j.test.check(scene, r.Vocabulary, r.Scripts)
		j.nowhere = j.test.file.nowhere(scene)
		for _, f := range scene.Files() {
			j.read = append(j.read, f.Name)
		}
	}
	if err == nil {
		err = r.one(j, scene)
	}
	<-room
	j.read = append(j.read, j.test.sources(err)...)
	if j.err = err; err != nil && !errors.Is(err, errStopped) {
		return
	}
	var all sync.WaitGroup
	for _, seed := range seeds[min(1, len(seeds)):] {
		if r.stopped() {
			break
		}
		room <- struct{}{}
		all.Add(1)
		go func() {
			defer func() { <-room; all.Done() }()
			scene, err := r.load(j.test, &seed)
			if err == nil {
				err = r.one(j, scene)
			}
			if err != nil {
				j.mu.Lock()
				j.err = errors.Join(j.err, err)
				j.mu.Unlock()
			}
		}()
	}
	all.Wait()
	switch {
	case r.stopped() && len(j.runs) < max(1, len(seeds)):
		j.err, j.out.Stopped = nil, true
	case j.err == nil:
		r.conclude(j)
	}
}

// errStopped is the error of a run that was ended before it was done.
var errStopped = errors.New("stopped")

// stopped reports whether the tests were ended before they are done.
func (r *Runner) stopped() bool { return r.Context != nil && r.Context.Err() != nil }

// sources returns the scene of a test, and the files in which there are errors.
func (t *Test) sources(err error) (all []string) {
	if name, err := t.file.sceneFile(nameOf(t.given.scene)); err == nil && !t.file.shipped {
		all = append(all, name)
	}
	var list syntax.ErrorList
	if errors.As(err, &list) {
		for _, e := range list {
			all = append(all, e.Pos.File)
		}
	}
	return all
}

// one plays one run of a test.
func (r *Runner) one(j *job, scene *scenes.Scene) error {
	began := time.Now()
	done, err := r.run(j.test, scene, j.counts)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.runs[done.seed] = done
	j.out.Ticks += done.ticks
	j.out.Seconds += time.Since(began).Seconds()
	return nil
}

// conclude makes a result of the runs of a test.
func (r *Runner) conclude(j *job) {
	var seeds []int64
	for seed := range j.runs {
		seeds = append(seeds, seed)
	}
	slices.Sort(seeds)
	out := j.out
	out.Runs = len(seeds)
	for _, seed := range seeds {
		if len(j.runs[seed].failures) == 0 {
			out.Passed++
		} else {
			out.Failed = append(out.Failed, seed)
		}
	}
	if out.OK = out.Passed >= wanted(out.Share, out.Runs); out.OK {
		return
	}
	out.Failures = j.runs[out.Failed[0]].failures
	j.err = r.explain(j.test, out.Failures)
}

// wanted returns how many of so many runs have to pass.
func wanted(share float64, runs int) int { return int(math.Ceil(share*float64(runs) - 1e-9)) }

// conclude adds up the tests of a file.
func (res *Result) conclude() {
	res.OK = len(res.Errors) == 0
	for _, t := range res.Tests {
		res.Seconds += t.Seconds
		res.OK = res.OK && t.OK
	}
	slices.Sort(res.read)
	res.read = slices.Compact(res.read)
}

// Read lists the files that a result depends on.
func (res *Result) Read() []string { return res.read }

// Keep has a result of a file with errors depend on what an earlier one did: what was not read
// for the errors may mend them.
func (res *Result) Keep(earlier *Result) {
	if earlier != nil && len(res.Errors) > 0 {
		res.read = append(res.read, earlier.read...)
		slices.Sort(res.read)
		res.read = slices.Compact(res.read)
	}
}
