package sweep

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/study/points"
	"github.com/thicket-sim/thicket/internal/study/search"
	"github.com/thicket-sim/thicket/internal/systems"
)

// Plan is a sweep file with its scenes.
type Plan struct {
	File    *File
	Factors []*Factor // those of the file, with the ranges of tunables; of a comparison, who plays which side

	// Store keeps the scene of a point and returns its name.
	Store func(bundle []byte) (name string, err error)

	search search.Search
	base   *scenes.Scene
	texts  []byte // a sum of all scenes and trees
	placed map[string]*Point
	order  []*Point
	round  int
	spent  int // runs
	asked  []search.Ask
	rate   float64  // of the scene whose runs are shortest
	teams  []string // of the sides of a comparison
}

// Point is a place of the factors.
type Point struct {
	Number int
	At     []float64
	Scene  string // what Store called it
	work   float64
	rate   float64
}

// Base returns the scene of the first point, as it was loaded.
func (p *Plan) Base() *scenes.Scene { return p.base }

// NewPlan loads the scenes of a sweep, each as it is and once with each value of a factor, and
// finds what they do not have. The error is a syntax.ErrorList.
func NewPlan(f *File) (*Plan, error) {
	p := &Plan{File: f, Factors: f.Varied(), placed: map[string]*Point{}}
	var l syntax.List
	base, err := f.Experiment.Load(p.first())
	if err != nil {
		return nil, err
	}
	p.base = base
	p.resolve(&l)
	if err := l.Err(); err != nil {
		return nil, err
	}
	if f.Question.Kind == Compare {
		p.findTeams(&l)
	}
	p.each(&l)
	if err := l.Err(); err != nil {
		return nil, err
	}
	return p, p.begin()
}

// first returns the scene as it is, or the first of several.
func (p *Plan) first() *treetest.Variation {
	v := &treetest.Variation{}
	if len(p.File.Scenes) > 0 {
		v.Scene = p.File.Scenes[0]
	}
	return v
}

// factors returns the factors of a comparison: which tree plays which side.
func (q *Question) factors() (all []*Factor) {
	for i, side := range q.Sides {
		f := &Factor{Name: strings.Join(side, "+"), Kind: "tree", at: q.at}
		for _, tree := range q.Trees {
			f.Levels = append(f.Levels, Level{Label: tree, text: tree})
		}
		f.Class = q.Sides[i][0]
		all = append(all, f)
	}
	return all
}

// resolve gives factors the ranges of tunables, and finds what the scene does not have.
func (p *Plan) resolve(l *syntax.List) {
	var classes []string
	for i := range p.base.Setup.Classes {
		classes = append(classes, p.base.Setup.Classes[i].ID)
	}
	knobs := p.base.Knobs()
	p.Factors = slices.Clone(p.Factors)
	for i, f := range p.Factors {
		if f.Class != "" && !slices.Contains(classes, f.Class) {
			e := l.Errorf(f.at, "factor %s: the scene has no class %q", f.Name, f.Class).Suggest(f.Class, classes)
			if e.Hint == "" && len(classes) <= 12 {
				e.Hint = "it has " + markup.Or(classes)
			}
			continue
		}
		if f.Kind == "tune" {
			own := *f
			own.resolve(l, knobs)
			p.Factors[i] = &own
		}
	}
}

// resolve finds the number that is tuned among those of the scene.
func (f *Factor) resolve(l *syntax.List, knobs []scenes.Knob) {
	var keys []string
	for _, k := range knobs {
		if k.Class != f.Class {
			continue
		}
		if keys = append(keys, k.Key); k.Key != f.Key {
			continue
		}
		switch {
		case k.Fixed != "":
			l.Errorf(f.at, "factor %s: %s of class %s cannot be tuned: %s", f.Name, f.Key, f.Class, k.Fixed)
		case len(f.Levels) > 0 || f.ends:
		case !k.Declared:
			l.Errorf(f.at, "factor %s: wanted from and to, or a list: the scene declares no range of %s", f.Name, f.Key)
		default:
			f.From, f.To, f.ends = k.Min, k.Max, true
		}
		return
	}
	e := l.Errorf(f.at, "factor %s: class %s has no number %q", f.Name, f.Class, f.Key).Suggest(f.Key, keys)
	if e.Hint == "" {
		e.Hint = "`thicket check --tunables` lists all"
	}
}

// findTeams finds the teams of the sides of a comparison.
func (p *Plan) findTeams(l *syntax.List) {
	q := &p.File.Question
	for _, side := range q.Sides {
		team := ""
		for _, id := range side {
			i := slices.IndexFunc(p.base.Setup.Classes, func(c systems.Class) bool { return c.ID == id })
			if i < 0 {
				l.Errorf(q.at, "compare: the scene has no class %q", id)
				return
			}
			if t := p.base.Setup.TeamOf(&p.base.Setup.Classes[i]); t >= 0 {
				team = p.base.Setup.Teams[t].ID
			}
		}
		if p.teams = append(p.teams, team); team == "" && q.By == nil {
			l.Errorf(q.at, "compare: %s has no team, so that it cannot win a match: wanted by with two measures, one for each side", markup.Or(side))
		}
	}
	if q.By == nil && p.teams[0] == p.teams[1] {
		l.Errorf(q.at, "compare: both sides are of the team %s", p.teams[0])
	}
}

// corner returns the point of the first value of each factor.
func (p *Plan) corner() []float64 {
	at := make([]float64, len(p.Factors))
	for i, f := range p.Factors {
		if len(f.Levels) == 0 {
			at[i] = f.From
		}
	}
	return at
}

// each loads a scene with every value of every factor that has a list, so that what is wrong is
// told before anything is played, and notes their texts for the ID.
func (p *Plan) each(l *syntax.List) {
	texts := sha256.New()
	p.rate = p.base.Setup.TickRate
	note := func(s *scenes.Scene) error {
		b, err := EncodeBundle(s.Bundle())
		texts.Write(b)
		return err
	}
	l.Add(note(p.base))
	at := p.corner()
	for i, f := range p.Factors {
		values := []float64{f.From, f.To}
		if len(f.Levels) > 0 {
			values = nil
			for j := range f.Levels {
				values = append(values, float64(j))
			}
		}
		for _, x := range values {
			one := slices.Clone(at)
			one[i] = x
			s, err := p.File.Experiment.Load(p.variation(one))
			if err == nil && p.seconds(s.Setup.TickRate) < p.seconds(p.rate) {
				p.rate = s.Setup.TickRate
			}
			if err == nil && (f.Kind == "tree" || f.Kind == sceneFactor) {
				err = note(s)
			}
			if err != nil {
				var of syntax.List
				of.Add(err)
				for _, e := range of.Errors {
					e.Notes = append(e.Notes, syntax.Note{Pos: f.at.Start, Msg: fmt.Sprintf("with %s %s", f.Name, f.Label(x))})
				}
				l.Add(of.Err())
			}
		}
	}
	p.texts = texts.Sum(nil)
}

// variation makes the changes of the scene at a point.
func (p *Plan) variation(at []float64) *treetest.Variation {
	v := p.first()
	dir := filepath.Dir(p.File.Name)
	for i, f := range p.Factors {
		f.vary(v, at[i], dir)
		if p.File.Question.Kind == Compare {
			for _, class := range p.File.Question.Sides[i][1:] {
				other := *f
				other.Class = class
				other.vary(v, at[i], dir)
			}
		}
	}
	return v
}

// ID returns a name for the sweep that says what it plays: the file, its scenes and their trees.
func (p *Plan) ID(sum func([]byte) string) string { return sum(slices.Concat(p.File.Text, p.texts)) }

// point returns the point of coordinates, whose scene is made where it is new.
func (p *Plan) point(at []float64) (*Point, error) {
	key := keyOf(at)
	if pt := p.placed[key]; pt != nil {
		return pt, nil
	}
	s, err := p.File.Experiment.Load(p.variation(at))
	if err != nil {
		return nil, err
	}
	text, err := EncodeBundle(s.Bundle())
	if err != nil {
		return nil, err
	}
	pt := &Point{Number: len(p.order), At: slices.Clone(at), rate: s.Setup.TickRate}
	pt.work = float64(p.File.Experiment.Ticks(s.Setup.TickRate)) * float64(max(1, s.Bots()))
	if pt.Scene, err = p.Store(text); err != nil {
		return nil, err
	}
	p.placed[key] = pt
	p.order = append(p.order, pt)
	return pt, nil
}

func keyOf(at []float64) string {
	var b []byte
	for _, x := range at {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	return string(b)
}

// Sizes of jobs: about so many decisions of bots are one, and a round has some jobs for every
// worker. Who plays, and how many, is of no influence: jobs are the same everywhere.
const (
	jobWork   = 4e6
	jobRuns   = 64
	jobParts  = 16
	jobValues = 20_000
)

// usualRuns is the budget of a search whose file has none.
const usualRuns = 5000

// Next returns the jobs of the next round; none when the sweep is over.
func (p *Plan) Next() ([]Job, error) {
	budget := p.File.Budget.Runs
	if budget == 0 {
		if budget = maxRuns.In(p.File.Limits); p.File.Question.Kind != "" && p.File.Question.Kind != Compare {
			budget = usualRuns
		}
	}
	p.asked = p.search.Next(max(0, budget-p.spent))
	total := 0
	for _, a := range p.asked {
		total += a.Runs
	}
	var jobs []Job
	for _, a := range p.asked {
		pt, err := p.point(a.At)
		if err != nil {
			return nil, err
		}
		size := min(jobRuns, max(1, int(jobWork/pt.work)), max(1, jobValues/len(p.File.Experiment.Measures)), (total+jobParts-1)/jobParts)
		for first := a.First; first < a.First+a.Runs; first += size {
			j := Job{Point: pt.Number, At: pt.At, First: first, Runs: min(size, a.First+a.Runs-first), Seed: p.File.Seed, Scene: pt.Scene}
			j.ID = j.id(p.round)
			jobs = append(jobs, j)
		}
	}
	p.round++
	return jobs, nil
}

// End ends the search with what is known, when there is no time for more.
func (p *Plan) End() { p.search.Next(0) }

// Tell hands the rows of the round to the search, in the order of its jobs.
func (p *Plan) Tell(rows []Row) {
	values := make([]search.Value, len(rows))
	for i := range rows {
		values[i] = p.told(&rows[i])
	}
	p.spent += len(rows)
	p.search.Tell(values)
}

// Answer returns what is known so far.
func (p *Plan) Answer() search.Answer { return p.search.Answer() }

// Spent returns how many runs were played.
func (p *Plan) Spent() int { return p.spent }

// Points returns the points that were played, or are about to be.
func (p *Plan) Points() []*Point { return p.order }

// ranges returns the factors for designs and searches.
func (p *Plan) ranges() (all []points.Factor) {
	for _, f := range p.Factors {
		all = append(all, points.Factor{Low: f.From, High: f.To, Step: f.Step, Levels: len(f.Levels)})
	}
	return all
}

// begin makes the search of the question.
func (p *Plan) begin() error {
	q, repeats := &p.File.Question, p.File.Repeats
	switch q.Kind {
	case Reach:
		if err := p.reachable(); err != nil {
			return err
		}
		p.search = search.NewReach(p.ranges()[0], q.Value, repeats, p.asks())
		return nil
	case Compare:
		p.search = search.NewCompare(len(q.Trees), repeats)
		return nil
	}
	all, err := p.points()
	if err != nil {
		return syntax.ErrorList{{Pos: p.File.Design.at.Start, At: p.File.Design.at, Msg: "design: " + err.Error()}}
	}
	if n := int64(len(all)) * int64(repeats); n > maxRuns.In64(p.File.Limits) {
		return syntax.ErrorList{{Pos: p.File.Design.at.Start, At: p.File.Design.at, Msg: fmt.Sprintf("design: %d points with %d runs each, wanted at most %d runs", len(all), repeats, maxRuns.In(p.File.Limits))}}
	}
	switch q.Kind {
	case Maximise, Minimise:
		p.search = search.NewMaximise(p.ranges(), all, repeats, p.asks())
	case Race:
		p.search = search.NewRace(all, repeats, p.asks())
	default:
		p.search = search.NewTable(all, repeats)
	}
	return nil
}

// points returns the points of the design, each once: those of a sample of few values
// repeat.
func (p *Plan) points() ([][]float64, error) {
	all, err := p.designed()
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(at []float64) bool {
		key := keyOf(at)
		again := seen[key]
		seen[key] = true
		return again
	}), err
}

func (p *Plan) designed() ([][]float64, error) {
	d, seed := &p.File.Design, uint64(p.File.Seed)
	switch d.Kind {
	case List:
		return d.List, nil
	case Latin:
		return points.Latin(p.ranges(), d.Points, seed)
	case Sobol:
		return points.Sobol(p.ranges(), d.Points, seed)
	case Random:
		return points.Random(p.ranges(), d.Points, seed)
	}
	return points.Grid(p.ranges(), d.Points)
}

// Names returns the names of the answer's numbers.
func (p *Plan) Names() search.Names {
	q := &p.File.Question
	n := search.Names{Measure: q.Measure, Goal: q.Value, Arms: q.Trees, Label: func(i int, x float64) string { return p.Factors[i].Label(x) }}
	for _, f := range p.Factors {
		n.Factors = append(n.Factors, f.Name)
		n.Ranges = append(n.Ranges, len(f.Levels) == 0)
	}
	return n
}

// Measure returns the name of what the search is told.
func (p *Plan) Measure() string {
	switch q := &p.File.Question; {
	case q.Kind == Compare:
		return "score"
	case q.Measure != "":
		return q.Measure
	}
	return p.File.Experiment.Measures[0].Name
}

// Scene returns the text of the scene at a point, for a file of a name. It fails where the point
// has other trees than the scene, or numbers in files of trees, which stand in no scene, and where
// the scene refers to files that are not beside that one.
func (p *Plan) Scene(at []float64, file string) ([]byte, error) {
	if p.File.Question.Kind == Compare {
		return nil, errors.New("the answer to a comparison is a tree, and no scene")
	}
	s, err := p.File.Experiment.Load(p.variation(at))
	if err != nil {
		return nil, err
	}
	text, written := s.Text()
	for i, f := range p.Factors {
		knobs := p.base.Knobs()
		k := slices.IndexFunc(knobs, func(k scenes.Knob) bool { return k.Class == f.Class && k.Key == f.Key })
		switch {
		case f.Kind == "tree" && f.Label(at[i]) != own:
			return nil, fmt.Errorf("the answer is the tree %s, and no number of the scene", f.Label(at[i]))
		case f.Kind == "tune" && k >= 0 && knobs[k].Tree && (!written || knobs[k].Written.File != p.base.File):
			return nil, fmt.Errorf("%s stands in %v, and not in the scene: write it there", f.Name, knobs[k].Written)
		}
	}
	if text == nil {
		return nil, errors.New("the scene has no text")
	}
	_, err = scenes.Parse(file, text, p.File.Experiment.Own.Loading(p.File.Limits))
	return text, err
}
