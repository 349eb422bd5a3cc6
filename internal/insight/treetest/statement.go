package treetest

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// operator says when a condition is to hold.
type operator int

const (
	eventually operator = iota
	always
	never
	finally
	inOrder
	howOften
)

var operators = []string{"eventually", "always", "never", "finally", "order", "times"}

// statement says what is to be so.
type statement struct {
	at     syntax.Span
	text   string // as it is written, on one line
	op     operator
	wanted []*condition // one, or several for inOrder
	often  comparison   // of howOften
	after  span
	when   *condition // after it; nil for a time
	within span       // zero for the end
	until  *condition // or nil
}

// then reads the statements of a test.
func (r *reader) then(t *markup.Object) (all []*statement) {
	items := t.List("then")
	if len(items) == 0 && (!t.Has("then") || t.Node("then").Kind == markup.Sequence) {
		r.list.Errorf(t.KeySpan("then"), "a test that wants nothing: wanted then with a list of statements")
	}
	for _, item := range items {
		if o := item.Object(r.list, "a statement"); o != nil {
			all = append(all, r.statement(item, o))
		}
	}
	return all
}

func (r *reader) statement(n *markup.Node, o *markup.Object) *statement {
	s := &statement{at: n.Span, text: r.line(n)}
	found := 0
	for i, key := range operators {
		if !o.Has(key) {
			continue
		}
		if found++; found == 2 {
			r.list.Errorf(o.KeySpan(key), "a statement with two of %s, wanted one", markup.Or(operators))
		}
		if s.op = operator(i); s.op == inOrder {
			s.wanted = r.conditions(o, key)
		} else {
			s.wanted = []*condition{r.condition(o.Node(key), "a condition")}
		}
	}
	if found == 0 {
		r.list.Errorf(o.Span(), "a statement without one of %s", markup.Or(operators))
	}
	switch {
	case o.Has("times") && !o.Has("is"):
		r.list.Errorf(o.KeySpan("times"), "times without is, wanted how often, such as \">= 3\"")
	case o.Has("times"):
		s.often = r.number(o, "is")
	case o.Has("is"):
		r.list.Errorf(o.KeySpan("is"), "is without times, which says how often what is to be")
	}
	if n := o.Node("after"); n != nil {
		if n.Kind == markup.Map {
			s.when = r.condition(n, "after")
		} else {
			s.after = r.time(o, "after")
		}
	}
	if o.Has("within") {
		before := len(r.list.Errors)
		if s.within = r.time(o, "within"); s.within.isZero() && len(r.list.Errors) == before {
			r.list.Errorf(o.Node("within").Span, "within: wanted a time above 0")
		}
	}
	if n := o.Node("until"); n != nil {
		s.until = r.condition(n, "until")
	}
	o.Done()
	return s
}

// verdict holds the knowledge of a statement.
type verdict int

const (
	open verdict = iota
	holds
	fails
)

// trial follows a statement through a run.
type trial struct {
	*statement
	rate    float64
	begun   bool
	from    int64 // the first tick that it looks at, once it has begun
	end     int64 // last tick that it looks at
	step    int   // of inOrder: how many came
	count   int64 // of howOften
	held    bool  // the condition held at the last moment, or never has: see finally
	looked  bool  // at a moment at least
	verdict verdict
	found   outcome // of the moment that decided
	why     string  // a word about the failure
}

// try begins with a statement; last is the last tick of the run.
func try(s *statement, rate float64, last int64) *trial {
	t := &trial{statement: s, rate: rate, begun: s.when == nil, from: s.after.in(rate), end: last}
	if t.begun {
		t.bound(last)
	}
	return t
}

// bound sets the last tick, once it is known from when on the statement looks.
func (t *trial) bound(last int64) {
	t.end = last
	if !t.within.isZero() {
		t.end = min(last, t.from+t.within.in(t.rate))
	}
}

// look takes in a moment.
func (t *trial) look(m *moment, last int64) {
	if t.verdict != open {
		return
	}
	if !t.begun {
		if !m.eval(t.when).holds {
			if m.tick >= last {
				t.found = m.eval(t.when)
				t.fail(m, "it never came to "+t.when.text)
			}
			return
		}
		t.begun, t.from = true, m.tick
		t.bound(last)
	}
	if m.tick < t.from {
		return
	}
	if t.until != nil && m.eval(t.until).holds {
		t.close(m)
		return
	}
	t.take(m)
	if t.verdict == open && m.tick >= t.end {
		t.close(m)
	}
}

// take looks at the condition in a moment within the window.
func (t *trial) take(m *moment) {
	now := m.eval(t.wanted[min(t.step, len(t.wanted)-1)])
	t.found = now
	switch t.op {
	case eventually:
		if now.holds {
			t.verdict = holds
		}
	case always:
		if !now.holds {
			t.fail(m, "it does not hold")
		}
	case never:
		if now.holds {
			t.fail(m, "it does")
		}
	case inOrder:
		if now.holds {
			if t.step++; t.step == len(t.wanted) {
				t.verdict = holds
			}
		}
	case howOften:
		if now.times > 0 {
			t.count += now.times
		} else if now.holds && !t.held {
			t.count++
		}
	}
	t.held, t.looked = now.holds, true
}

// close decides at the end of the window.
func (t *trial) close(m *moment) {
	switch {
	case t.op == howOften && t.often.number(float64(t.count)), t.op == never, t.op == always && t.looked, t.op == finally && t.held:
		t.verdict = holds
	case !t.looked:
		t.fail(m, "there was no moment to look at")
	case t.op == eventually:
		t.fail(m, "it did not come")
	case t.op == finally:
		t.fail(m, "it does not hold then")
	case t.op == inOrder:
		t.fail(m, fmt.Sprintf("it came to %d of %d, and not to %s", t.step, len(t.wanted), t.wanted[t.step].text))
	case t.op == howOften:
		t.fail(m, fmt.Sprintf("it was so %d times", t.count))
	}
}

func (t *trial) fail(m *moment, why string) { t.verdict, t.why = fails, why }
