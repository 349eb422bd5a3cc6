package sweep

import (
	"math"
	"slices"

	_ "embed" // of the schema

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
)

// Schema is the JSON Schema of sweep files.
//
//go:embed sweep.schema.json
var Schema []byte

// Limits of a sweep.
var (
	maxFactors = limit.New("sweep.factors", 20, 1<<10, "factors", "factors of one sweep", limit.Refused)
	maxLevels  = limit.New("sweep.levels", 10_000, 1<<20, "values", "values that are listed for one factor", limit.Refused)
	maxRuns    = limit.New("sweep.runs", 10_000_000, 1<<40, "runs", "runs of one sweep", limit.Refused)
	maxPoints  = limit.New("sweep.points", 1_000_000, 1<<30, "points", "points of one design", limit.Refused)
)

// File is a sweep file that was read.
type File struct {
	Name       string
	Text       []byte
	Limits     limit.Values
	Title      string // what it is about; empty for nothing
	Scenes     []string
	Factors    []*Factor
	Design     Design
	Repeats    int
	Seed       int64 // of the first repeat
	Question   Question
	Budget     Budget
	Experiment *treetest.Experiment

	at syntax.Span
}

// Budget bounds a sweep. What is 0 has no bound.
type Budget struct {
	Runs    int
	Seconds float64 // by the clock, from the first result on
}

// Design says which points of the factors are played.
type Design struct {
	Kind   string // one of designs
	Points int    // of a sample; of a grid, how many values a range has
	List   [][]float64

	at syntax.Span
}

// Kinds of designs.
const (
	Grid   = "grid"
	List   = "list"
	Latin  = "latin"
	Sobol  = "sobol"
	Random = "random"
)

var designs = []string{Grid, List, Latin, Sobol, Random}

// Question says what a sweep is to answer.
type Question struct {
	Kind    string  // one of questions; empty: there is none, what is wanted is the table
	Measure string  // of all but Compare
	Value   float64 // that Reach is to reach
	Least   bool    // a race goes for the least
	Trees   []string
	Sides   [][]string // the classes that a tree of Compare plays
	By      []string   // the measures of both sides, of which the larger wins; nil: who won the match

	at syntax.Span
}

// Kinds of questions.
const (
	Maximise = "maximise"
	Minimise = "minimise"
	Reach    = "reach"
	Compare  = "compare"
	Race     = "race"
)

var questions = []string{Maximise, Minimise, Reach, Compare, Race}

// Load reads a sweep file. The error is a syntax.ErrorList with all that is wrong with the file
// by itself; [NewPlan] finds what its scenes do not have.
func Load(name string, text []byte, limits limit.Values) (*File, error) {
	f := &File{Name: name, Text: text, Limits: limits, at: syntax.Span{Start: syntax.Pos{File: name, Line: 1, Col: 1}}}
	r := &reader{list: &syntax.List{}, file: f}
	doc, done := markup.YAML(name, text, markup.LimitsOf(limits), r.list)
	if o := doc.Object(r.list, "a sweep file"); doc != nil && o != nil {
		r.read(o)
		o.Done()
	}
	done()
	if err := r.list.Err(); err != nil {
		return nil, err
	}
	return f, nil
}

// Read reads a sweep file from the disk.
func Read(name string, limits limit.Values) (*File, error) {
	text, err := markup.ReadFile(name, markup.LimitsOf(limits))
	if err != nil {
		return nil, err
	}
	return Load(name, text, limits)
}

// reader reads a sweep file.
type reader struct {
	list *syntax.List
	file *File
}

func (r *reader) read(o *markup.Object) {
	f := r.file
	o.Known("$schema") // for editors
	f.Title, _ = o.Str("name")
	f.Scenes = r.texts(o, "scene")
	f.Experiment = treetest.ReadExperiment(r.list, f.Name, f.Text, o, f.Limits)
	if n := o.Node("given"); n != nil && n.Get("scene") != nil {
		r.list.Errorf(n.Get("scene").Span, "a scene in given, wanted the key \"scene\" of the file")
	}
	r.factors(o)
	r.design(o)
	f.Seed = o.Int("seed", 1, -1<<53, 1<<53)
	r.question(o.Node("question"))
	r.names()
	if b := o.Node("budget").Object(r.list, "a budget"); b != nil {
		f.Budget.Runs = int(b.Int("runs", 0, 1, maxRuns.In64(f.Limits)))
		f.Budget.Seconds = b.NumberIn("seconds", 0, 0.001, 1e9)
		b.Done()
	}
	f.Repeats = int(o.Int("repeats", r.usualRepeats(), 1, maxRuns.In64(f.Limits)))
}

// usualRepeats returns the repeats of a file that does not say it: of a search, how many a
// point gets at once, and of a comparison all that its budget is for.
func (r *reader) usualRepeats() int64 {
	q := &r.file.Question
	switch n := len(q.Trees); {
	case q.Kind == "":
		return 20
	case q.Kind == Compare && n > 1 && r.file.Budget.Runs > 0:
		return int64(max(1, r.file.Budget.Runs/(n*(n-1))))
	}
	return 10
}

// Varied returns what is varied: the factors, or who plays which side of a comparison.
func (f *File) Varied() []*Factor {
	if f.Question.Kind == Compare {
		return f.Question.factors()
	}
	return f.Factors
}

// Columns lists the columns that results have besides factors and measures.
var Columns = []string{"row", "point", "repeat", "seed", "winner", "ticks", "digest", "digest_version", "failed", "sum", "worker", "build", "took_s"}

// Censored returns the column that says of a time whether a run ended before it came, so that it
// is more than what stands there.
func Censored(measure string) string { return measure + "_censored" }

// names finds names that two columns of the results would have.
func (r *reader) names() {
	seen := map[string]bool{}
	for _, name := range Columns {
		seen[name] = true
	}
	again := func(what, name string, at syntax.Span) {
		if seen[name] {
			r.list.Errorf(at, "%s %s: results have another column of this name, wanted another name", what, name)
		}
		seen[name] = true
	}
	for _, f := range r.file.Varied() {
		again("factor", f.Name, f.at)
	}
	for _, m := range r.file.Experiment.Measures {
		again("measure", m.Name, m.At())
		if r.file.Experiment.IsTime(m) {
			again("measure", Censored(m.Name), m.At())
		}
	}
}

// texts reads a text, or a list of them.
func (r *reader) texts(o *markup.Object, key string) (all []string) {
	n := o.Node(key)
	switch {
	case n == nil:
		return nil
	case n.Kind == markup.Sequence && len(n.Items) > 0:
		for _, item := range n.Items {
			all = append(all, r.text(item, key))
		}
		return all
	}
	return []string{r.text(n, key)}
}

func (r *reader) text(n *markup.Node, what string) string {
	if n.Kind != markup.String || n.Str == "" {
		r.list.Errorf(n.Span, "%s: wanted a name, found %s", what, n.Describe())
	}
	return n.Str
}

// design reads which points are played.
func (r *reader) design(o *markup.Object) {
	n := o.Node("design")
	d := &r.file.Design
	if d.Kind, d.Points, d.at = Grid, 5, o.Span(); n == nil {
		return
	}
	d.at = n.Span
	if n.Kind == markup.String {
		switch d.Kind = n.Str; {
		case n.Str == Grid:
		case slices.Contains(designs, n.Str):
			r.list.Errorf(n.Span, "design: %s of what, wanted a map such as { %s: %s }", n.Str, n.Str, map[bool]string{true: "[{ speed: 3 }]", false: "64"}[n.Str == List])
		default:
			e := r.list.Errorf(n.Span, "design: wanted %s, or a map such as { sobol: 64 }, found %s", Grid, n.Describe())
			e.Suggest(n.Str, designs)
		}
		return
	}
	in := n.Object(r.list, "a design")
	if in == nil {
		return
	}
	d.Kind = ""
	for _, kind := range designs {
		if !in.Has(kind) {
			continue
		}
		if d.Kind != "" {
			r.list.Errorf(in.KeySpan(kind), "design: %s beside %s, wanted one of them", kind, d.Kind)
		}
		if d.Kind = kind; kind == List {
			r.points(in.List(List))
		} else {
			d.Points = int(in.Int(kind, 0, 1, maxPoints.In64(r.file.Limits)))
		}
	}
	if in.Done(); d.Kind == "" {
		r.list.Errorf(n.Span, "design: wanted one of %s", markup.Or(designs))
	}
}

// points reads points that are listed, each a map with a value for every factor.
func (r *reader) points(items []*markup.Node) {
	if len(items) > maxPoints.In(r.file.Limits) {
		r.list.Errorf(r.file.Design.at, "%d points, wanted at most %d", len(items), maxPoints.In(r.file.Limits))
		return
	}
	for _, item := range items {
		o := item.Object(r.list, "a point")
		if o == nil {
			continue
		}
		var at []float64
		for _, f := range r.file.Factors {
			n := o.Node(f.Name)
			if n == nil {
				r.list.Errorf(o.Span(), "a point without a value for %s", f.Name)
				continue
			}
			x, ok := f.coordinate(n)
			if !ok {
				r.list.Errorf(n.Span, "%s: wanted %s, found %s", f.Name, f.wanted(), n.Describe())
			}
			at = append(at, x)
		}
		o.Done()
		r.file.Design.List = append(r.file.Design.List, at)
	}
}

// question decodes the key question.
func (r *reader) question(n *markup.Node) {
	o := n.Object(r.list, "a question")
	if o == nil {
		return
	}
	q := &r.file.Question
	q.at = n.Span
	for _, kind := range questions {
		if !o.Has(kind) {
			continue
		}
		if q.Kind != "" {
			r.list.Errorf(o.KeySpan(kind), "question: %s beside %s, wanted one of them", kind, q.Kind)
			return
		}
		q.Kind = kind
		in := o.Node(kind)
		switch kind {
		case Maximise, Minimise:
			q.Measure = r.text(in, kind)
			r.known(in, q.Measure)
		case Reach:
			r.reach(in.Object(r.list, kind))
		case Race:
			r.race(in.Object(r.list, kind))
		case Compare:
			r.compare(o)
		}
	}
	if q.Kind == "" {
		r.list.Errorf(o.Span(), "question: wanted one of %s", markup.Or(questions))
	}
	o.Done()
}

// known wants a measure to be there.
func (r *reader) known(n *markup.Node, name string) {
	if n == nil || r.file.measure(name) >= 0 {
		return
	}
	var names []string
	for _, m := range r.file.Experiment.Measures {
		names = append(names, m.Name)
	}
	r.list.Errorf(n.Span, "unknown measure %q", name).Suggest(name, names)
}

// measure returns the index of a measure; below 0 for none.
func (f *File) measure(name string) int {
	return slices.IndexFunc(f.Experiment.Measures, func(m *treetest.Measure) bool { return m.Name == name })
}

func (r *reader) reach(o *markup.Object) {
	if o == nil {
		return
	}
	q := &r.file.Question
	q.Measure = o.RequiredText("measure")
	r.known(o.Node("measure"), q.Measure)
	if !o.Has("value") {
		r.list.Errorf(o.Span(), "reach: wanted value, which the measure is to reach")
	}
	if q.Value = o.Number("value", 0); math.IsInf(q.Value, 0) || math.IsNaN(q.Value) {
		r.list.Errorf(o.Node("value").Span, "reach: wanted a finite number")
	}
	o.Done()
	if len(r.file.Factors) != 1 || len(r.file.Factors[0].Levels) > 0 {
		r.list.Errorf(q.at, "reach: wanted one factor with from and to, which is moved until the measure is there")
	}
}

func (r *reader) race(o *markup.Object) {
	if o == nil {
		return
	}
	q := &r.file.Question
	kind := Maximise
	if o.Has(Minimise) {
		if q.Least, kind = true, Minimise; o.Has(Maximise) {
			r.list.Errorf(o.KeySpan(Minimise), "race: minimise beside maximise, wanted one of them")
			o.Known(Maximise)
		}
	}
	q.Measure = o.RequiredText(kind)
	r.known(o.Node(kind), q.Measure)
	o.Done()
}

func (r *reader) compare(o *markup.Object) {
	q := &r.file.Question
	if q.Trees = r.texts(o, Compare); len(q.Trees) < 2 {
		r.list.Errorf(o.KeySpan(Compare), "compare: wanted a list of two trees or more")
	}
	sides := o.List("sides")
	if len(sides) != 2 {
		r.list.Errorf(q.at, "compare: wanted sides with two classes, or lists of classes, that the trees are to play")
	}
	for _, side := range sides {
		var classes []string
		if side.Kind == markup.Sequence {
			for _, item := range side.Items {
				classes = append(classes, r.text(item, "sides"))
			}
		} else {
			classes = []string{r.text(side, "sides")}
		}
		if len(classes) == 0 {
			r.list.Errorf(side.Span, "sides: wanted a class, or a list of classes, found an empty list")
			continue
		}
		for _, class := range classes {
			if len(q.Sides) == 1 && slices.Contains(q.Sides[0], class) {
				r.list.Errorf(side.Span, "sides: %s is on both sides, wanted other classes for each", class)
			}
		}
		q.Sides = append(q.Sides, classes)
	}
	if o.Has("by") {
		q.By = r.texts(o, "by")
		for _, name := range q.By {
			r.known(o.Node("by"), name)
		}
		if len(q.By) != 2 {
			r.list.Errorf(o.Node("by").Span, "by: wanted two measures, one for each side, of which the larger wins")
		}
	}
	if len(r.file.Factors) > 0 || len(r.file.Scenes) > 1 {
		r.list.Errorf(q.at, "compare: factors beside it, wanted one scene without any: trees are what differs")
	}
}
