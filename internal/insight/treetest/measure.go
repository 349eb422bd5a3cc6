package treetest

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/cover"
	"github.com/thicket-sim/thicket/session"
)

// Measure is a number that is taken of a run.
type Measure struct {
	Name, Unit string

	at    syntax.Span
	kind  string     // one of measureKinds
	asks  *condition // of first, times, held, share and count
	wants *statement // of test
	label named      // of mean: a row of the sheets of bodies
	of    subject    // of mean
	team  named      // of score and winner
}

// At returns where a measure is written.
func (m *Measure) At() syntax.Span { return m.at }

// IsTime reports whether the measure is a time that a run can be too short for: when something
// first comes, or, where runs have an end of their own, how long they are.
func (e *Experiment) IsTime(m *Measure) bool {
	switch m.kind {
	case "first":
		return true
	case "seconds", "ticks":
		return e.over || e.until != nil
	}
	return false
}

// Range returns the range of a measure in runs at so many ticks a second; infinite where there
// is no bound.
func (e *Experiment) Range(m *Measure, rate float64) (low, high float64) {
	last := float64(e.Ticks(rate))
	switch m.kind {
	case "first", "seconds":
		return 0, last / rate
	case "ticks":
		return 0, last
	case "coverage", "held", "share":
		return 0, 100
	case "winner", "test":
		return 0, 1
	case "score":
		return math.Inf(-1), math.Inf(1)
	}
	return 0, math.Inf(1) // sheets of bodies have nothing below 0
}

// Ended tells when a run of so many ticks was over, in the unit of the measure, if the time that is
// measured had not come by then: that time is later, nobody knows by how much. ok is false if it had
// come, or if the measure is not a time.
func (e *Experiment) Ended(m *Measure, value float64, ticks int64, rate float64) (end float64, ok bool) {
	if !e.IsTime(m) || m.kind == "first" && !math.IsNaN(value) || m.kind != "first" && ticks < e.Ticks(rate) {
		return 0, false
	}
	if m.kind == "ticks" {
		return float64(ticks), true
	}
	return float64(ticks) / rate, true
}

// Kinds of measures that are written as a word, and those that are a map with one key.
var (
	wordKinds    = []string{"seconds", "ticks", "faults", "coverage"}
	measureKinds = []string{"first", "times", "held", "share", "count", "mean", "score", "winner", "test"}
)

// measures reads what is measured, in the order of the file.
func (r *reader) measures(o *markup.Object) (all []*Measure) {
	n := o.Node("measures")
	if n == nil {
		r.list.Errorf(o.Span(), "nothing is measured, wanted the key \"measures\" such as { tags: { times: { happens: contact } } }")
		return nil
	}
	if n.Kind != markup.Map || len(n.Entries) == 0 {
		r.list.Errorf(n.Span, "measures: wanted a map of names, and under each what is measured, found %s", found(n))
		return nil
	}
	if len(n.Entries) > maxMeasures.In(r.limits) {
		r.list.Errorf(n.Span, "%d measures, wanted at most %d", len(n.Entries), maxMeasures.In(r.limits))
		return nil
	}
	for _, e := range n.Entries {
		if m := r.measure(e.Key, e.Value); m != nil {
			all = append(all, m)
		}
	}
	return all
}

// measure reads one measure; nil for what is none.
func (r *reader) measure(name string, n *markup.Node) *Measure {
	m := &Measure{Name: name, at: n.Span}
	if n.Kind == markup.String {
		m.kind, m.Unit = n.Str, map[string]string{"seconds": "s", "coverage": "%"}[n.Str]
		if !slices.Contains(wordKinds, n.Str) {
			r.list.Errorf(n.Span, "measure %s: wanted %s, or a map with %s, found %s", name, markup.Or(wordKinds), markup.Or(measureKinds), n.Describe()).Suggest(n.Str, wordKinds)
		}
		return m
	}
	o := n.Object(r.list, "a measure")
	if o == nil {
		return nil
	}
	for _, kind := range measureKinds {
		if !o.Has(kind) {
			continue
		}
		if m.kind != "" {
			r.list.Errorf(o.KeySpan(kind), "measure %s: %s beside %s, wanted one of them", name, kind, m.kind)
		}
		m.kind = kind
		r.kind(m, o)
	}
	o.Known("unit", "of")
	if m.kind == "" && len(o.Unknown()) == 0 {
		r.list.Errorf(o.Span(), "measure %s: wanted one of %s", name, markup.Or(measureKinds))
	}
	if m.kind != "mean" && o.Has("of") {
		r.list.Errorf(o.KeySpan("of"), "measure %s: of is for mean alone", name)
	}
	m.Unit, _ = o.Str("unit")
	if m.Unit == "" {
		m.Unit = map[string]string{"first": "s", "held": "%", "share": "%"}[m.kind]
	}
	o.Done()
	return m
}

// kind reads what a measure's kind wants.
func (r *reader) kind(m *Measure, o *markup.Object) {
	n := o.Node(m.kind)
	switch m.kind {
	case "first", "held", "times":
		m.asks = r.condition(n, m.kind)
	case "share", "count":
		if m.asks = r.condition(n, m.kind); m.asks.body == nil || m.asks.who.quantity != every {
			r.list.Errorf(n.Span, "%s: wanted a condition of every body of a class, such as { every: all, does: wander }", m.kind)
		}
	case "mean":
		m.label = named{o.RequiredText("mean"), n.Span}
		m.of = subject{quantity: every, name: o.RequiredText("of")}
		if at := o.Node("of"); at != nil {
			m.of.at = at.Span
		}
	case "score", "winner":
		m.team = named{o.RequiredText(m.kind), n.Span}
	case "test":
		if s := n.Object(r.list, "a statement"); s != nil {
			m.wants = r.statement(n, s)
		}
	}
}

// statement returns the statement of a measure, as far as a test could; nil for nothing.
func (m *Measure) statement() *statement {
	switch {
	case m.wants != nil:
		return m.wants
	case m.asks != nil:
		return &statement{at: m.at, op: eventually, wanted: []*condition{m.asks}}
	case m.kind == "mean":
		return &statement{at: m.at, op: eventually, wanted: []*condition{{who: m.of, body: &bodyCondition{}}}}
	case m.team.text != "":
		return &statement{at: m.at, op: eventually, wanted: []*condition{{world: &worldCondition{winner: &m.team}}}}
	}
	return nil
}

// gauge takes a measure of one run.
type gauge struct {
	*Measure
	trial *trial // of test
	value float64
	sum   float64 // of the shares of moments
	count int64   // of these
	held  bool    // the condition held at the last moment
	known bool    // nothing that is still to come changes the value
}

// look takes in a moment.
func (g *gauge) look(m *moment, rate float64, last int64) {
	switch g.kind {
	case "first":
		if !g.known && m.eval(g.asks).holds {
			g.value, g.known = float64(m.tick)/rate, true
		}
	case "times":
		now := m.eval(g.asks)
		if now.times > 0 {
			g.count += now.times
		} else if now.holds && !g.held {
			g.count++
		}
		g.held = now.holds
	case "held":
		if g.count++; m.eval(g.asks).holds {
			g.sum++
		}
	case "share":
		if n, of := m.tally(&g.asks.who, g.asks.body); of > 0 {
			g.sum += float64(n) / float64(of)
			g.count++
		}
	case "test":
		g.trial.look(m, last)
		g.known = !undecided(g.trial)
	}
}

// end returns the value after the last moment; NaN for none.
func (g *gauge) end(m *moment, rate float64, counts *cover.Profile) float64 {
	switch g.kind {
	case "seconds":
		return float64(m.tick) / rate
	case "ticks":
		return float64(m.tick)
	case "faults":
		_, count := m.session.Faults()
		return float64(count)
	case "coverage":
		asked, of := cover.Covered(counts.Files())
		return 100 * float64(asked) / float64(of)
	case "times":
		return float64(g.count)
	case "held", "share":
		return 100 * g.sum / float64(g.count)
	case "count":
		n, _ := m.tally(&g.asks.who, g.asks.body)
		return float64(n)
	case "mean":
		return m.mean(g.of.name, g.label.text)
	case "score":
		if i := slices.IndexFunc(m.snap.Sides, func(s session.SideView) bool { return s.Team == g.team.text }); i >= 0 {
			return m.snap.Sides[i].Score
		}
		return math.NaN()
	case "winner":
		switch m.snap.Winner {
		case g.team.text:
			return 1
		case "":
			return 0.5
		}
		return 0
	case "test":
		if g.trial.verdict == holds {
			return 1
		}
		return 0
	}
	return g.value
}

// tally is for how many bodies of a class something holds, of those that are not dead.
func (m *moment) tally(s *subject, b *bodyCondition) (n, of int) {
	for _, v := range m.class(s.name) {
		if v.Dead && b.dead == nil {
			continue
		}
		of++
		if ok, _ := m.body(b, v); ok {
			n++
		}
	}
	return n, of
}

// mean returns the mean of a number on the sheets of a class, NaN where nobody has it.
func (m *moment) mean(class, label string) float64 {
	sum, n := 0.0, 0
	for _, v := range m.class(class) {
		if v.Dead {
			continue
		}
		rows := chronicle.NewSheet(m.session, &m.snap, v.ID, nil).Rows
		if i := slices.IndexFunc(rows, func(r chronicle.Row) bool { return r.Label == label }); i >= 0 {
			sum += rows[i].Value
			n++
		}
	}
	return sum / float64(n)
}
