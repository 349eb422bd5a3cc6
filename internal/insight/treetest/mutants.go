package treetest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/insight/mutant"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// trialOf is a mutant that is being tried.
type trialOf struct {
	*mutant.Mutant
	file string // that it changes
	text []byte // which holds this then
	out  *Mutant
}

// play tries all mutants.
func (m *mutation) play(ctx context.Context, all []mutant.Mutant) error {
	tries := make([]*trialOf, len(all))
	errs := make([]error, len(all))
	var jobs []func()
	for i := range all {
		jobs = append(jobs, func() {
			if ctx.Err() == nil {
				tries[i] = m.loads(&all[i])
			}
		})
	}
	m.each(jobs)
	m.plan(tries)
	done := make(chan struct{}, len(all))
	jobs = nil
	for i, t := range tries {
		if t == nil {
			continue
		}
		jobs = append(jobs, func() {
			if t.out.Verdict == "" && ctx.Err() == nil {
				errs[i] = m.try(t)
			}
			if done <- struct{}{}; m.Progress != nil {
				m.Progress(len(done), len(tries))
			}
		})
	}
	m.each(jobs)
	for i, t := range tries {
		switch {
		case t == nil || t.out.Verdict == "" && errs[i] == nil:
			m.out.Untried++
		case errs[i] != nil:
			return fmt.Errorf("%v: %s: %w", t.At, t.Operator, errs[i])
		default:
			m.out.add(t.out)
		}
	}
	return nil
}

// loads makes the text of a mutant and loads it, or that which is to be tried instead. What does
// not load, or makes the same tree, has a verdict that says so.
func (m *mutation) loads(one *mutant.Mutant) *trialOf {
	t := &trialOf{Mutant: one, file: one.At.File}
	t.text = syntax.Apply(m.texts[t.file], one.Edits...)
	t.out = newMutant(one)
	switch scene, err := scenes.Load(m.name, m.options(map[string][]byte{t.file: t.text})); {
	case err != nil:
		t.out.Verdict = Broken
	case scenes.SameTrees(m.scene, scene):
		t.out.Verdict = Same
	}
	if t.out.Verdict != "" && one.Instead != nil {
		return m.loads(one.Instead)
	}
	return t
}

// plan gathers before which ticks each run is saved.
func (m *mutation) plan(tries []*trialOf) {
	for _, b := range m.tests {
		for _, run := range b.runs {
			for _, t := range tries {
				if t == nil || t.out.Verdict != "" {
					continue
				}
				if tick, ok := m.branches(run, t); ok && !slices.Contains(run.needs, tick) {
					run.needs = append(run.needs, tick)
				}
			}
		}
	}
}

// branches returns the tick before which a run is as it was without the mutant; ok is false
// where that is its start, or where bots would not go on with what they remember.
func (m *mutation) branches(b *baselineRun, t *trialOf) (tick int64, ok bool) {
	tick = b.visits[t.Site]
	return tick - 1, tick > 1 && !m.FromStart && m.migrates(t.file)
}

// migrates reports whether bots keep what they remember when a file of their trees is edited.
func (m *mutation) migrates(file string) bool {
	for _, p := range m.scene.Programs() {
		if p == nil || !slices.ContainsFunc(p.Tree.Spans, func(s syntax.Span) bool { return s.Start.File == file }) {
			continue
		}
		if _, ok := p.Semantics.(run.Migrator); !ok {
			return false
		}
	}
	return true
}

// try plays the tests that visit the node of a mutant, up to the first that fails.
func (m *mutation) try(t *trialOf) error {
	t.out.Verdict = Unvisited
	t.out.FromStart = !m.FromStart && !m.migrates(t.file)
	for _, b := range m.tests {
		failed := 0
		for _, run := range b.runs {
			if run.visits[t.Node] == 0 {
				if !run.passed {
					failed++
				}
				continue
			}
			t.out.Verdict = Unnoticed
			done, err := m.once(b.test, run, t)
			switch {
			case errors.Is(err, errBroken): // where the test gives the scene something else
				t.out.Verdict = Broken
				return nil
			case err != nil:
				return fmt.Errorf("%v: %q: %w", b.test.At, b.test.Name, err)
			}
			if len(done.failures) == 0 {
				continue
			}
			if failed++; failed > b.allowed {
				f := done.failures[0]
				t.out.Verdict, t.out.By = Noticed, &Notice{Test: b.test.Name, At: f.At.String(), Seed: f.Seed, Tick: f.Tick, Why: f.Why}
				return nil
			}
		}
	}
	return nil
}

// once plays a run of a test with a mutant: from a save, or where it has none, or where the
// game cannot go on with the other tree, from the start.
func (m *mutation) once(t *Test, b *baselineRun, one *trialOf) (*attempt, error) {
	texts := map[string][]byte{b.names[one.file]: one.text}
	if tick, ok := m.branches(b, one); ok {
		c, err := m.onwards(t, b, one, tick, texts)
		if err == nil {
			return c.finish(), nil
		}
		one.out.FromStart = true
	}
	scene, err := t.loadWith(m.RegistryOf(t), b.seed, texts)
	if err != nil {
		return nil, errBroken
	}
	c, err := m.begin(t, scene, nil)
	if err != nil {
		return nil, err
	}
	return c.finish(), nil
}

// errBroken is the error of a mutant that does not load.
var errBroken = errors.New("the mutant does not load")

// onwards returns a run that goes on from a save with a mutant.
func (m *mutation) onwards(t *Test, b *baselineRun, one *trialOf, tick int64, texts map[string][]byte) (*course, error) {
	s, err := m.saveOf(t, b, tick)
	if err != nil {
		return nil, err
	}
	var own []byte
	if b.inText == one.file {
		if own, err = t.edit(b.names[one.file], one.text); err != nil {
			return nil, err
		}
	}
	return m.branch(s, own, texts)
}

// finish plays a test to its end.
func (c *course) finish() *attempt {
	defer c.session.Close()
	for c.goesOn() {
		if !c.next() {
			return c.out
		}
	}
	return c.end()
}

// saveOf returns a run before a tick. The first who asks plays it, and saves it wherever somebody
// will ask.
func (m *mutation) saveOf(t *Test, b *baselineRun, tick int64) (*saved, error) {
	b.once.Do(func() {
		b.saves = map[int64]*saved{}
		var c *course
		var scene *scenes.Scene
		if scene, b.err = m.load(t, b.seed); b.err != nil {
			return
		}
		if c, b.err = m.begin(t, scene, nil); b.err != nil {
			return
		}
		defer c.session.Close()
		for last := slices.Max(b.needs); b.err == nil && c.tick <= last; c.next() {
			if slices.Contains(b.needs, c.tick) {
				b.saves[c.tick], b.err = c.save()
			}
		}
	})
	if b.saves[tick] == nil && b.err == nil {
		return nil, errors.New("the run ended before it was saved")
	}
	return b.saves[tick], b.err
}
