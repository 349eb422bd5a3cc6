package treetest

import (
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/session"
)

// condition holds at a moment or not: one of a list, of all of a list, not another
// one, or what it says of somebody or of the game.
type condition struct {
	at    syntax.Span
	text  string // as it is written, on one line
	all   []*condition
	any   []*condition
	not   *condition
	who   subject
	body  *bodyCondition
	world *worldCondition
}

// quantity says how many of a class are meant.
type quantity int

const (
	nobody quantity = iota // the condition is about the game
	one                    // a bot or player by its name
	every
	some
	none
	counted
)

// subject is of whom something is said.
type subject struct {
	quantity quantity
	name     string // of a body, or the id of a class; everybody for all
	at       syntax.Span
	count    comparison // of counted
}

// everybody stands in the place of a class.
const everybody = "all"

// bodyCondition tests a body. What is left out is not asked for.
type bodyCondition struct {
	does     []named
	in       *named
	distance *distance
	state    []keyed
	node     *nodeRef
	has      []keyed
	target   *named
	says     *named
	pose     *named
	is       *named
	dead     *bool
	hidden   *bool
	// remembers are values of its tree, by name: entries, variables, parameters
	remembers []keyed
}

// named is a name and where it stands.
type named struct {
	text string
	at   syntax.Span
}

// keyed is a key, where it stands, and what its value is wanted to be.
type keyed struct {
	named
	comparison
}

// distance says how far a body is wanted to be from something.
type distance struct {
	to   named // of a body, a place or a class; empty for a point
	x, y float64
	is   comparison
}

// worldCondition tests the game.
type worldCondition struct {
	happens *chronicle.Kind
	by, to  *named
	about   *named
	score   []keyed
	night   *bool
	winner  *named
}

// kinds lists the kinds of events, in the words of tests.
var kinds = func() map[string]chronicle.Kind {
	all := map[string]chronicle.Kind{}
	for k := range session.Refused {
		all[chronicle.Titles[k][0]] = k
	}
	all["birth"] = session.Born // as it was called first
	return all
}()

// reader reads the values of a test file.
type reader struct {
	limits limit.Values
	list   *syntax.List
	text   []byte // of the file
}

// line returns the text in a place, on one line.
func (r *reader) line(n *markup.Node) string {
	from, to := syntax.Offset(r.text, n.Span.Start), syntax.Offset(r.text, n.Span.End())
	if from > to || to > len(r.text) {
		return n.JSON()
	}
	return strings.Join(strings.Fields(string(r.text[from:to])), " ")
}

// condition reads a condition.
func (r *reader) condition(n *markup.Node, what string) *condition {
	o := n.Object(r.list, what)
	if o == nil {
		return &condition{}
	}
	c := &condition{at: n.Span, text: r.line(n)}
	c.all, c.any = r.conditions(o, "all"), r.conditions(o, "any")
	if n := o.Node("not"); n != nil {
		c.not = r.condition(n, "not")
	}
	combined := 0
	for _, is := range []bool{o.Has("all"), o.Has("any"), o.Has("not")} {
		if is {
			combined++
		}
	}
	if combined > 0 {
		if combined > 1 || len(n.Entries) > 1 {
			r.list.Errorf(n.Span, "%s: all, any and not stand alone, found %d keys", what, len(n.Entries))
		}
		return c
	}
	c.who = r.subject(o)
	if c.who.quantity == nobody {
		c.world = r.world(o)
	} else {
		c.body = r.body(o)
	}
	for _, key := range subjectKeys { // for hints
		o.Known(key)
	}
	o.Done()
	return c
}

// conditions reads a list of conditions that is not empty.
func (r *reader) conditions(o *markup.Object, key string) (all []*condition) {
	n := o.Node(key)
	if n == nil {
		return nil
	}
	if n.Kind != markup.Sequence || len(n.Items) == 0 {
		r.list.Errorf(n.Span, "%s: wanted a list of conditions, found %s", key, found(n))
		return nil
	}
	for _, item := range n.Items {
		all = append(all, r.condition(item, "a condition"))
	}
	return all
}

var subjectKeys = []string{"bot", "every", "some", "no", "of"}

// subject reads of whom something is said.
func (r *reader) subject(o *markup.Object) (s subject) {
	found := 0
	for i, key := range subjectKeys {
		if !o.Has(key) {
			continue
		}
		if found++; found == 2 {
			r.list.Errorf(o.KeySpan(key), "a second one of whom something is said, wanted one of %s", markup.Or(subjectKeys))
		}
		s = subject{quantity: one + quantity(i), name: o.RequiredText(key), at: o.Node(key).Span}
	}
	switch {
	case s.quantity == counted && !o.Has("count"):
		r.list.Errorf(o.KeySpan("of"), "of without count, wanted how many, such as \">= 3\"")
	case s.quantity == counted:
		s.count = r.number(o, "count")
	case o.Has("count"):
		r.list.Errorf(o.KeySpan("count"), "count without of, which says of which class")
	}
	return s
}

// number reads a number with how it is compared.
func (r *reader) number(o *markup.Object, key string) comparison {
	n := o.Node(key)
	c, ok := comparisonOf(n)
	if !ok || !c.numeric() {
		r.list.Errorf(n.Span, "%s: wanted a number, or one with how it is compared such as \">= 3\", found %s", key, n.Describe())
	}
	return c
}

// body reads what is said of a body.
func (r *reader) body(o *markup.Object) *bodyCondition {
	b := &bodyCondition{
		does: r.names(o, "does"), in: r.named(o, "in"), state: r.map_(o, "state"), has: r.map_(o, "has"), remembers: r.map_(o, "remembers"), target: r.named(o, "target"),
		says: r.named(o, "says"), pose: r.named(o, "pose"), is: r.named(o, "is"), dead: truth(o, "dead"), hidden: truth(o, "hidden"),
	}
	if n := o.Node("distance"); n != nil {
		b.distance = r.distance(n)
	}
	b.node = r.node(o)
	return b
}

// world reads what is said of the game.
func (r *reader) world(o *markup.Object) *worldCondition {
	w := &worldCondition{by: r.named(o, "by"), to: r.named(o, "to"), about: r.named(o, "about"), score: r.map_(o, "score"), night: truth(o, "night"), winner: r.named(o, "winner")}
	if n := o.Node("happens"); n != nil {
		word, _ := o.Str("happens")
		k, ok := kinds[word]
		if !ok && n.Kind == markup.String {
			r.list.Errorf(n.Span, "happens: nothing of the name %q", word).Suggest(word, sortedKeys(kinds))
		}
		w.happens = &k
	} else {
		for _, key := range []string{"by", "to", "about"} {
			if o.Has(key) {
				r.list.Errorf(o.KeySpan(key), "%s without happens, which says what", key)
			}
		}
	}
	if w.happens == nil && len(w.score) == 0 && w.night == nil && w.winner == nil {
		r.list.Errorf(o.Span(), "a condition that says nothing of anybody: wanted one of %s, or happens, score, night or winner", strings.Join(subjectKeys, ", "))
	}
	return w
}

func sortedKeys[T any](m map[string]T) []string {
	var all []string
	for k := range m {
		all = append(all, k)
	}
	slices.Sort(all)
	return all
}

// named reads a text that is not empty; nil where the key is not there.
func (r *reader) named(o *markup.Object, key string) *named {
	if !o.Has(key) {
		return nil
	}
	return &named{o.RequiredText(key), o.Node(key).Span}
}

// names reads a text or a list of them.
func (r *reader) names(o *markup.Object, key string) (all []named) {
	n := o.Node(key)
	if n == nil {
		return nil
	}
	items := []*markup.Node{n}
	if n.Kind == markup.Sequence {
		items = n.Items
	}
	for _, item := range items {
		if item.Kind != markup.String || item.Str == "" {
			r.list.Errorf(item.Span, "%s: wanted a name, or a list of names, found %s", key, item.Describe())
			continue
		}
		all = append(all, named{item.Str, item.Span})
	}
	if len(items) == 0 {
		r.list.Errorf(n.Span, "%s: wanted a name, or a list of names, found an empty list", key)
	}
	return all
}

// map_ reads a map of names and values.
func (r *reader) map_(o *markup.Object, key string) (all []keyed) {
	n := o.Node(key)
	if n == nil {
		return nil
	}
	if n.Kind != markup.Map || len(n.Entries) == 0 {
		r.list.Errorf(n.Span, "%s: wanted a map of names and values, found %s", key, found(n))
		return nil
	}
	for _, e := range n.Entries {
		c, ok := comparisonOf(e.Value)
		if !ok {
			r.list.Errorf(e.Value.Span, "%s: wanted a value, or a number with how it is compared such as \">= 3\", found %s", e.Key, e.Value.Describe())
		}
		all = append(all, keyed{named{e.Key, e.KeySpan}, c})
	}
	return all
}

func truth(o *markup.Object, key string) *bool {
	if !o.Has(key) {
		return nil
	}
	b := o.Bool(key, false)
	return &b
}

// distance reads how far a body is from something.
func (r *reader) distance(n *markup.Node) *distance {
	o := n.Object(r.list, "distance")
	if o == nil {
		return &distance{}
	}
	d := &distance{}
	switch to := o.Node("to"); {
	case to == nil:
		r.list.Errorf(o.Span(), "distance without to, wanted a body, a place, a class or [x, y]")
	case to.Kind == markup.String && to.Str != "":
		d.to = named{to.Str, to.Span}
	default:
		var ok bool
		if d.x, d.y, ok = point(to); !ok {
			r.list.Errorf(to.Span, "to: wanted a body, a place, a class or [x, y], found %s", to.Describe())
		}
	}
	if o.Has("is") {
		d.is = r.number(o, "is")
	} else {
		r.list.Errorf(o.Span(), "distance without is, wanted metres such as \"< 5\"")
	}
	o.Done()
	return d
}

// point reads [x, y].
func point(n *markup.Node) (x, y float64, ok bool) {
	if n.Kind != markup.Sequence || len(n.Items) != 2 || n.Items[0].Kind != markup.Number || n.Items[1].Kind != markup.Number {
		return 0, 0, false
	}
	return n.Items[0].Num, n.Items[1].Num, true
}

// found describes a value that is no list or map with something in it.
func found(n *markup.Node) string {
	if (n.Kind == markup.Sequence || n.Kind == markup.Map) && len(n.Items)+len(n.Entries) == 0 {
		return "an empty one"
	}
	return n.Describe()
}
