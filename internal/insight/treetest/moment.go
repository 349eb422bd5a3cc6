package treetest

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// moment is the world after a tick.
type moment struct {
	session  *live.Session
	tick     int64
	snap     session.Snapshot
	happened []session.Occurrence // in the tick, and by commands before it
	answers  *answers
	members  map[string][]*session.BodyView // by class
	sheets   map[components.ID][]chronicle.Row
	seen     map[string]bool // names that somebody had, and labels that somebody's sheet had
}

var _ session.Listener = (*moment)(nil)

// outcome says whether a condition holds at a moment.
type outcome struct {
	holds bool
	times int64         // what happens: how often
	who   components.ID // whom that is because of; 0 for nobody
	name  string        // of it
	found string        // in words, where it does not hold
}

// Happened takes in what happens.
func (m *moment) Happened(o session.Occurrence) { m.happened = append(m.happened, o) }

// Branched is for sessions that go back, which those of tests never do.
func (m *moment) Branched(int64) {}

// begin forgets the last moment, before a tick is played.
func (m *moment) begin() {
	m.answers.begin()
	m.happened = m.happened[:0]
	clear(m.members)
	clear(m.sheets)
}

// eval asks whether a condition holds.
func (m *moment) eval(c *condition) outcome {
	switch {
	case c.not != nil:
		o := m.eval(c.not)
		return outcome{holds: !o.holds, who: o.who, name: o.name, found: "it holds that " + c.not.text}
	case len(c.all) > 0:
		var last outcome
		for _, part := range c.all {
			if last = m.eval(part); !last.holds {
				return last
			}
		}
		return last
	case len(c.any) > 0:
		var first outcome
		for i, part := range c.any {
			o := m.eval(part)
			if o.holds {
				return o
			}
			if i == 0 {
				first = o
			} else if o.found != first.found {
				first.found += "; " + o.found
			}
		}
		return first
	case c.world != nil:
		return m.world(c.world)
	}
	return m.subject(&c.who, c.body)
}

// subject asks what is said of one body, or of those of a class.
func (m *moment) subject(s *subject, b *bodyCondition) outcome {
	if s.quantity == one {
		v := m.named(s.name)
		if v == nil {
			return outcome{found: "nobody is called " + s.name}
		}
		ok, found := m.body(b, v)
		return outcome{holds: ok, who: v.ID, name: v.Name, found: v.Name + " " + found}
	}
	var yes, no *session.BodyView // the first of either
	found, n, of := "", 0, 0
	for _, v := range m.class(s.name) {
		if v.Dead && b.dead == nil {
			continue
		}
		of++
		ok, what := m.body(b, v)
		switch {
		case ok:
			if n++; yes == nil {
				yes = v
			}
		case no == nil:
			no, found = v, v.Name+" "+what
		}
	}
	because := func(holds bool, v *session.BodyView, found string) outcome {
		o := outcome{holds: holds, found: found}
		if v != nil {
			o.who, o.name = v.ID, v.Name
		}
		return o
	}
	if of == 0 && s.quantity != none && s.quantity != counted {
		return outcome{found: "there is nobody of " + s.name}
	}
	switch s.quantity {
	case every:
		if no != nil {
			return because(false, no, found)
		}
		return because(true, yes, "")
	case some:
		if yes != nil {
			return because(true, yes, "")
		}
		return because(false, no, found)
	case none:
		if yes != nil {
			return because(false, yes, fmt.Sprintf("%d of %d: %s", n, of, yes.Name))
		}
		return because(true, no, "")
	}
	found = fmt.Sprintf("%d of %d", n, of)
	if s.count.number(float64(n)) {
		return because(true, yes, found)
	}
	if no != nil && n < int(math.Ceil(s.count.bound)) {
		return because(false, no, found)
	}
	return because(false, yes, found)
}

// named returns the body of a name; nil for nobody.
func (m *moment) named(name string) *session.BodyView {
	id, many := m.session.Game().ByName(name)
	if many == 0 {
		return nil
	}
	m.seen[name] = true
	return m.snap.Body(id)
}

// class lists the bodies of a class by id; everybody's are all.
func (m *moment) class(id string) []*session.BodyView {
	list, ok := m.members[id]
	if ok {
		return list
	}
	for _, bodies := range [...][]session.BodyView{m.snap.Bots, m.snap.Players} {
		for i := range bodies {
			if id == everybody || bodies[i].Class == id {
				list = append(list, &bodies[i])
			}
		}
	}
	m.members[id] = list
	return list
}

// bodyChecks are asked in this order; found describes the first that failed.
var bodyChecks = [...]func(*moment, *bodyCondition, *session.BodyView) (ok bool, found string){
	(*moment).checkLife, (*moment).checkWords, (*moment).checkState, (*moment).checkPlace, (*moment).checkTarget,
	(*moment).checkDistance, (*moment).checkGoods, (*moment).checkNode,
}

// body checks the conditions about a body. found describes the first condition that failed.
func (m *moment) body(b *bodyCondition, v *session.BodyView) (ok bool, found string) {
	for _, check := range bodyChecks {
		if ok, found := check(m, b, v); !ok {
			return false, found
		}
	}
	return true, ""
}

// checkLife compares whether a body is dead and hidden. Who is dead is nothing else, unless
// the condition speaks of it.
func (m *moment) checkLife(b *bodyCondition, v *session.BodyView) (bool, string) {
	if v.Dead && b.dead == nil {
		return false, "is dead"
	}
	for _, c := range [...]struct {
		wanted  *bool
		is      bool
		yes, no string
	}{{b.dead, v.Dead, "is dead", "is alive"}, {b.hidden, v.Hidden, "is hidden", "is not hidden"}} {
		switch {
		case c.wanted == nil || *c.wanted == c.is:
		case c.is:
			return false, c.yes
		default:
			return false, c.no
		}
	}
	return true, ""
}

// checkWords compares what a body does, is, says and how it stands.
func (m *moment) checkWords(b *bodyCondition, v *session.BodyView) (bool, string) {
	if len(b.does) > 0 && !slices.ContainsFunc(b.does, func(n named) bool { return n.text == v.Action }) {
		return false, "does " + cmp.Or(v.Action, "nothing")
	}
	for _, c := range [...]struct {
		wanted     *named
		what, word string
	}{{b.is, "is", cmp.Or(v.Form, v.Class)}, {b.says, "says", v.Speech}, {b.pose, "has the pose", v.Pose}} {
		if c.wanted != nil && c.wanted.text != c.word {
			return false, c.what + " " + cmp.Or(c.word, "nothing")
		}
	}
	return true, ""
}

func (m *moment) checkState(b *bodyCondition, v *session.BodyView) (bool, string) {
	for _, s := range b.state {
		if value := v.Get(s.named.text); !s.holds(value) {
			return false, fmt.Sprintf("has %s %v", s.named.text, value)
		}
	}
	return true, ""
}

func (m *moment) checkPlace(b *bodyCondition, v *session.BodyView) (bool, string) {
	if b.in == nil {
		return true, ""
	}
	if d, radius := m.toPlace(b.in.text, v); d > radius {
		return false, fmt.Sprintf("is %s m from the middle of %s, whose radius is %s m", metres(d), b.in.text, metres(radius))
	}
	return true, ""
}

func (m *moment) checkTarget(b *bodyCondition, v *session.BodyView) (bool, string) {
	if b.target == nil {
		return true, ""
	}
	switch to := m.snap.Body(v.Target); {
	case v.Target == 0 || to == nil:
		return false, "chose nobody"
	case !m.means(b.target.text, v.Target, to.Name):
		return false, "chose " + to.Name
	}
	return true, ""
}

func (m *moment) checkDistance(b *bodyCondition, v *session.BodyView) (bool, string) {
	if b.distance == nil {
		return true, ""
	}
	switch d, to := m.distance(b.distance, v); {
	case to == "":
		return false, "has nobody of " + b.distance.to.text + " to be away from"
	case !b.distance.is.number(d):
		return false, fmt.Sprintf("is %s m from %s", metres(d), to)
	}
	return true, ""
}

func (m *moment) checkGoods(b *bodyCondition, v *session.BodyView) (bool, string) {
	for i := range b.has {
		if ok, found := m.has(&b.has[i], v); !ok {
			return false, found
		}
	}
	for i := range b.remembers {
		if ok, found := b.remembers[i].among(chronicle.Remembered(m.session.Game(), v.ID), "remembers"); !ok {
			return false, found
		}
	}
	return true, ""
}

func (m *moment) checkNode(b *bodyCondition, v *session.BodyView) (bool, string) {
	if b.node == nil {
		return true, ""
	}
	return m.answers.holds(b.node, v.ID)
}

func metres(d float64) string { return fmt.Sprintf("%.2f", d) }

// toPlace returns how far a body is from the middle of a place, and its radius: of several
// with that tag, the one whose edge is nearest.
func (m *moment) toPlace(name string, v *session.BodyView) (far, radius float64) {
	far = math.Inf(1)
	setup := m.session.Game().Setup
	for i := range setup.Places {
		p := &setup.Places[i]
		if !isPlace(p, name) {
			continue
		}
		if d := m.metres(v, p.X, p.Y); d-float64(p.Radius) < far-radius {
			far, radius = d, float64(p.Radius)
		}
	}
	return far, radius
}

// isPlace reports whether a place has an id or a tag.
func isPlace(p *systems.Place, name string) bool {
	return p.ID == name || slices.Contains(p.Tags, name)
}

func (m *moment) metres(v *session.BodyView, x, y float32) float64 {
	return math.Sqrt(m.session.Game().Setup.Field().Dist2(v.X, v.Y, x, y))
}

// distance returns how far a body is from what is meant, and what that is; empty for nobody.
func (m *moment) distance(d *distance, v *session.BodyView) (far float64, to string) {
	if d.to.text == "" {
		return m.metres(v, float32(d.x), float32(d.y)), fmt.Sprintf("%g, %g", d.x, d.y)
	}
	setup := m.session.Game().Setup
	if slices.ContainsFunc(setup.Places, func(p systems.Place) bool { return isPlace(&p, d.to.text) }) {
		far, _ = m.toPlace(d.to.text, v)
		return far, d.to.text
	}
	if other := m.named(d.to.text); other != nil {
		return m.metres(v, other.X, other.Y), other.Name
	}
	far = math.Inf(1)
	for _, other := range m.class(d.to.text) {
		if is := m.metres(v, other.X, other.Y); other.ID != v.ID && !other.Dead && is < far {
			far, to = is, other.Name
		}
	}
	return far, to
}

// has asks for a number or a word of the sheet of a body.
func (m *moment) has(want *keyed, v *session.BodyView) (ok bool, found string) {
	rows, known := m.sheets[v.ID]
	if !known {
		rows = chronicle.NewSheet(m.session, &m.snap, v.ID, nil).Rows
		m.sheets[v.ID] = rows
	}
	if slices.Contains(labelsOf(rows), want.named.text) {
		m.seen[want.named.text] = true
	}
	return want.among(rows, "has")
}

// among tests the row of a name.
func (want *keyed) among(rows []chronicle.Row, verb string) (ok bool, found string) {
	labels := labelsOf(rows)
	i := slices.Index(labels, want.named.text)
	if i < 0 {
		e := (&syntax.Error{Msg: verb + " no " + want.named.text}).Suggest(want.named.text, labels)
		return false, e.Error()
	}
	return want.row(&rows[i]), verb + " " + rows[i].Label + " " + rows[i].Text
}

// row reports whether a row is as it is wanted.
func (want *keyed) row(r *chronicle.Row) bool {
	switch {
	case !want.numeric():
		return r.Text == want.comparison.text
	case want.part && r.Of > 0 && r.Unit != "%":
		return want.number(r.Value / r.Of)
	}
	return want.number(r.Value)
}

// means reports whether a name is that of a body or of its class.
func (m *moment) means(name string, id components.ID, own string) bool {
	if name == own || name == everybody {
		return true
	}
	setup := m.session.Game().Setup
	if v := m.snap.Body(id); v != nil {
		return v.Class == name
	}
	for i := range setup.Classes { // of one that is gone there is only the name
		if c := &setup.Classes[i]; c.ID == name && strings.HasPrefix(own, c.Name+" ") {
			return true
		}
	}
	return false
}

// world asks what is said of the game.
func (m *moment) world(w *worldCondition) (o outcome) {
	var found []string
	o.holds = true
	not := func(format string, args ...any) {
		o.holds = false
		found = append(found, fmt.Sprintf(format, args...))
	}
	if w.night != nil && *w.night != m.snap.Night {
		not("it is %02d:%02d", int(m.snap.Hour), int(m.snap.Hour*60)%60)
	}
	if w.winner != nil && w.winner.text != m.snap.Winner {
		not("the winner is %q", m.snap.Winner)
	}
	for _, s := range w.score {
		i := slices.IndexFunc(m.snap.Sides, func(side session.SideView) bool { return side.Team == s.named.text })
		if i < 0 {
			not("there is no match")
		} else if have := m.snap.Sides[i].Score; !s.number(have) {
			not("%s has %g", s.named.text, have)
		}
	}
	if w.happens == nil {
		o.found = strings.Join(found, ", ")
		return o
	}
	for i := range m.happened {
		h := &m.happened[i]
		if h.Kind != *w.happens {
			continue
		}
		if h.More > 0 {
			if w.by == nil && w.to == nil && w.about == nil {
				o.times += h.More
			}
			continue
		}
		if w.by != nil && !m.means(w.by.text, h.From, h.FromName) || w.to != nil && !m.means(w.to.text, h.To, h.ToName) || w.about != nil && w.about.text != h.Text {
			continue
		}
		o.times++
		if o.who == 0 {
			if o.who, o.name = h.From, h.FromName; w.to != nil && w.by == nil {
				o.who, o.name = h.To, h.ToName
			}
		}
	}
	if o.times == 0 {
		not("there was no such %s", chronicle.Titles[*w.happens][0])
	}
	if !o.holds {
		o.times = 0
	}
	o.found = strings.Join(found, ", ")
	return o
}
