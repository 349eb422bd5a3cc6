package treetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/insight/mutant"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/trees"
)

// Mutation says which mutants are made of the trees of a scene. The zero value makes all.
type Mutation struct {
	Operators []string            // by which they are made; nil: all
	Max       int                 // as many are drawn; 0: all
	Draw      uint64              // the seed by which they are drawn
	Progress  func(done, all int) // is told of each that is decided, on any goroutine; or nil
	FromStart bool                // plays each test from its start
}

// mutation is a scene whose trees are changed, and the tests that are to notice.
type mutation struct {
	*Runner
	Mutation
	name  string
	scene *scenes.Scene
	texts map[string][]byte
	tests []*baseline
	out   *MutationReport
}

// baseline is a test as it is played with the trees as they are.
type baseline struct {
	test    *Test
	runs    []*baselineRun
	allowed int // how many of its runs may fail
}

// baselineRun is one of its runs.
type baselineRun struct {
	seed   *int64
	passed bool
	visits map[syntax.Pos]int64 // of nodes, by their places in the scene that is changed
	names  map[string]string    // of files, by their names there
	inText string               // the name there of the file that is the scene's own text; empty for none
	once   sync.Once
	needs  []int64 // ticks before which it is saved
	saves  map[int64]*saved
	err    error
}

// Mutate changes the trees of a scene, each mutant in one place, and finds out which of them the
// tests of files notice. All tests have to pass with the trees as they are. When the context
// ends, the report has what is known by then.
func (r *Runner) Mutate(ctx context.Context, name string, files []string, o Mutation) (*MutationReport, error) {
	m, err := r.mutation(name, o)
	if err != nil {
		return nil, err
	}
	all := m.draw(m.mutants())
	if err := m.baselines(ctx, files); err != nil {
		return nil, err
	}
	return m.out, m.play(ctx, all)
}

func (r *Runner) mutation(name string, o Mutation) (*mutation, error) {
	m := &mutation{Runner: r, Mutation: o, name: name, texts: map[string][]byte{}, out: &MutationReport{Scene: name, Mutants: []*Mutant{}}}
	var err error
	m.scene, err = scenes.Load(name, m.options(nil))
	return m, err
}

func (m *mutation) options(texts map[string][]byte) (o scenes.Options) {
	if o.Texts, o.Limits, o.Lenient = texts, m.Bounds(), m.Lenient; m.Registry != nil {
		o.Registry = host.CloneOf(m.Registry)
	}
	return o
}

// mutants makes all that change a node of a tree of the scene.
func (m *mutation) mutants() (all []mutant.Mutant) {
	nodes := map[syntax.Pos]bool{}
	var files []string
	for _, p := range m.scene.Programs() {
		if p == nil {
			continue
		}
		for _, at := range p.Tree.Spans[1:] {
			if nodes[at.Start] = true; !slices.Contains(files, at.Start.File) {
				files = append(files, at.Start.File)
			}
		}
	}
	slices.Sort(files)
	for _, file := range files {
		text, ok := m.scene.Source(file)
		if !ok { // one that the program brings itself
			continue
		}
		m.texts[file] = text
		for _, one := range trees.Mutants(file, text, m.scene.Source, m.scene.Limits()) {
			if nodes[one.Node] && nodes[one.Site] && (m.Operators == nil || slices.Contains(m.Operators, one.Operator)) {
				all = append(all, one)
			}
		}
	}
	return all
}

// draw takes as many as are wanted, in their order.
func (m *mutation) draw(all []mutant.Mutant) []mutant.Mutant {
	if m.Max <= 0 || len(all) <= m.Max {
		return all
	}
	m.out.LeftOut = len(all) - m.Max
	order := rand.New(rand.NewPCG(m.Draw, 0)).Perm(len(all))[:m.Max]
	slices.Sort(order)
	drawn := make([]mutant.Mutant, len(order))
	for i, n := range order {
		drawn[i] = all[n]
	}
	return drawn
}

// baselines plays all tests with the trees as they are.
func (m *mutation) baselines(ctx context.Context, files []string) error {
	var l syntax.List
	for _, name := range files {
		f, err := Read(name, m.Bounds())
		if err != nil {
			l.Add(err)
			continue
		}
		f.Lenient = m.Lenient
		for _, t := range f.Tests {
			if (m.Match == nil || m.Match.MatchString(t.Name)) && !m.wantsGame(t) {
				m.tests = append(m.tests, m.baseline(t))
			}
		}
	}
	if err := l.Err(); err != nil {
		return err
	}
	if len(m.tests) == 0 {
		return errors.New("no test is played, wanted one or more that could notice a change")
	}
	var jobs []func()
	errs := make([]error, len(m.tests))
	for _, b := range m.tests {
		for _, run := range b.runs {
			jobs = append(jobs, func() {
				if ctx.Err() == nil {
					run.err = m.first(b.test, run)
				}
			})
		}
	}
	m.each(jobs)
	for i, b := range m.tests {
		failed := 0
		for _, run := range b.runs {
			errs[i] = errors.Join(errs[i], run.err)
			if !run.passed {
				failed++
			}
		}
		if errs[i] == nil && failed > b.allowed && ctx.Err() == nil {
			errs[i] = fmt.Errorf("%v: the test %q fails with the trees as they are: of mutants it could say nothing", b.test.At, b.test.Name)
		}
		m.out.Tests++
	}
	return errors.Join(append(errs, ctx.Err())...)
}

func (m *mutation) baseline(t *Test) *baseline {
	b := &baseline{test: t}
	seeds := t.given.seeds
	if m.Seed != nil {
		seeds = []int64{*m.Seed}
	}
	for i := range seeds {
		b.runs = append(b.runs, &baselineRun{seed: &seeds[i]})
	}
	if len(seeds) == 0 {
		b.runs = []*baselineRun{{}}
	}
	b.allowed = len(b.runs) - wanted(t.share, len(b.runs))
	return b
}

// first plays a run with the trees as they are, and notes when which node is visited.
func (m *mutation) first(t *Test, b *baselineRun) error {
	scene, err := m.load(t, b.seed)
	if err == nil {
		err = t.check(scene, m.Vocabulary, m.Scripts)
	}
	if err != nil {
		return err
	}
	b.names = map[string]string{}
	for file := range m.texts {
		if _, ok := scene.Source(file); ok {
			b.names[file] = file
		}
		for _, p := range scene.Programs() {
			if at := root(p); at.File != file && sameFile(at.File, file) {
				b.names[file] = at.File
			}
		}
		if b.names[file] == scene.File && !trees.IsTree(file) {
			b.inText = file
		}
	}
	v := &visits{of: map[*run.Program]*firstVisits{}}
	c, err := m.begin(t, scene, func(*live.Session) watcher { return v.tracer })
	if err != nil {
		return err
	}
	defer c.session.Close()
	v.course = c
	for c.goesOn() && c.next() {
	}
	b.passed = len(c.end().failures) == 0
	b.visits = v.places(m.scene)
	return nil
}

// each does jobs on all workers.
func (m *mutation) each(jobs []func()) {
	var wait sync.WaitGroup
	room := make(chan struct{}, m.workers())
	for _, job := range jobs {
		room <- struct{}{}
		wait.Add(1)
		go func() {
			defer func() { <-room; wait.Done() }()
			job()
		}()
	}
	wait.Wait()
}
