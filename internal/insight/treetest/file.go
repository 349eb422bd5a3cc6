package treetest

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	_ "embed" // of the schema

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/lazy"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// Schema is the JSON Schema of test files.
//
//go:embed test.schema.json
var Schema []byte

// Limits of a test file.
var (
	maxTests    = limit.New("test.tests", 10_000, 1<<20, "tests", "tests of one file", limit.Refused)
	maxSeeds    = limit.New("test.seeds", 10_000, 1<<20, "seeds", "seeds of one test", limit.Refused)
	maxSeconds  = limit.New("test.seconds", 3600, 1<<20, "seconds", "simulated time of one run of a test", limit.Refused)
	maxBodies   = limit.New("test.bodies", 10_000, 1<<20, "bodies", "bodies that are placed in one test", limit.Refused)
	maxReasons  = limit.New("test.uncovered", 10_000, 1<<20, "reasons", "reasons of one file why nodes are not asked", limit.Refused)
	maxMeasures = limit.New("sweep.measures", 1000, 1<<20, "measures", "measures of one sweep", limit.Refused)
)

// File is a test file that was read.
type File struct {
	Name  string
	Tests []*Test
	// Lenient: what the game does not have is stood in for in all tests.
	Lenient bool

	limits    limit.Values
	text      []byte
	shipped   bool // the scenes beside it are shipped ones
	uncovered []*reason
}

// Test is one test.
type Test struct {
	Name string
	At   syntax.Pos

	file  *File
	given given
	also  func(scene string, text []byte) ([]byte, error) // edits the scene; nil: as it is given
	when  []order
	span  span // for how long it is played; zero for as long as it takes
	then  []*statement
	share float64 // of the seeds that have to pass
}

// given is the world that a test begins with.
type given struct {
	scene  *markup.Node // a name or a scene; nil for the one that the file is named after
	seeds  []int64      // nil for that of the scene
	bots   []keyed
	with   *markup.Node
	bodies []bodyGiven
	leaves string // who answers where no state does: scriptedLeaves or nothing, realLeaves, lenientLeaves
}

// bodyGiven says where a bot is, or a player who joins.
type bodyGiven struct {
	at syntax.Span
	do []session.Command
}

// order is a command and when it is carried out.
type order struct {
	at   syntax.Span
	time span
	do   session.Command
}

// span is a time: in seconds, or in ticks where these are not 0.
type span struct {
	seconds float64
	ticks   int64
}

// in returns the time in ticks, rounded up.
func (s span) in(rate float64) int64 {
	if s.ticks > 0 {
		return s.ticks
	}
	return int64(math.Ceil(s.seconds*rate - 1e-9))
}

func (s span) isZero() bool { return s == span{} }

// Load reads a test file. The error is a syntax.ErrorList with everything that is wrong.
func Load(name string, text []byte, limits limit.Values) (*File, error) {
	var l syntax.List
	doc, done := markup.YAML(name, text, markup.LimitsOf(limits), &l)
	r := &reader{limits: limits, list: &l, text: text}
	f := &File{Name: name, limits: limits, text: text}
	if o := doc.Object(&l, "a test file"); doc != nil && o != nil {
		o.Known("$schema") // for editors
		if o.Has("scene") {
			o.Known("scene")
			r.list.Errorf(o.KeySpan("scene"), "unknown key \"scene\" in a test file: its tests are of the scene or the tree that it is named after").Hint =
				"given: { scene: NAME } names another one"
		}
		common := o.Node("given")
		r.given(common, nil) // for its errors, also without tests
		r.tests(f, o, common)
		r.uncovered(f, o)
		o.Done()
	}
	done()
	if err := l.Err(); err != nil {
		return nil, err
	}
	return f, nil
}

// tests reads the tests of a file.
func (r *reader) tests(f *File, o *markup.Object, common *markup.Node) {
	if !o.Has("tests") {
		r.list.Errorf(o.Span(), "a test file has no key \"tests\", wanted a list of tests")
	}
	items := o.List("tests")
	if len(items) > maxTests.In(r.limits) {
		r.list.Errorf(o.KeySpan("tests"), "%d tests in one file, wanted at most %d", len(items), maxTests.In(r.limits))
		return
	}
	seen := map[string]syntax.Pos{}
	for _, item := range items {
		t := item.Object(r.list, "a test")
		if t == nil {
			continue
		}
		test := &Test{At: item.Span.Start, Name: t.RequiredText("name"), file: f, share: 1}
		if first, again := seen[test.Name]; again && test.Name != "" {
			r.list.Errorf(t.Node("name").Span, "a second test of this name").Notes = []syntax.Note{{Pos: first, Msg: "first here"}}
		}
		seen[test.Name] = item.Span.Start
		test.given = r.given(t.Node("given"), common)
		test.when = r.when(t)
		test.then = r.then(t)
		if t.Has("for") {
			test.span = r.time(t, "for")
		}
		if n := t.Node("share"); n != nil {
			c, ok := comparisonOf(n)
			if !ok || c.sign != "=" || !(c.bound > 0 && c.bound <= 1) {
				r.list.Errorf(n.Span, "share: wanted a part such as 95%%, above 0%% and at most 100%%, found %s", n.Describe())
			}
			test.share = c.bound
		}
		t.Done()
		f.Tests = append(f.Tests, test)
	}
}

// given reads the world that a test begins with; what it does not say common does.
func (r *reader) given(n, common *markup.Node) (g given) {
	o, base := n.Object(r.list, "given"), (*markup.Object)(nil)
	if common != nil && common.Kind == markup.Map {
		base = common.Object(r.list, "given")
	}
	of := func(keys ...string) *markup.Object {
		for _, key := range keys {
			o.Known(key)
		}
		if slices.ContainsFunc(keys, o.Has) {
			return o
		}
		return base
	}
	if g.scene = of("scene").Node("scene"); g.scene != nil {
		if k := g.scene.Kind; k != markup.Map && (k != markup.String || g.scene.Str == "") {
			r.list.Errorf(g.scene.Span, "scene: wanted the name of a scene or of a tree, or a scene, found %s", g.scene.Describe())
		}
	}
	g.seeds = r.seeds(of("seed", "seeds"))
	g.bots = r.map_(of("bots"), "bots")
	for _, b := range g.bots {
		if b.sign != "=" || b.bound != math.Trunc(b.bound) || b.bound < 0 {
			r.list.Errorf(b.at, "bots: %s: wanted a whole number of at least 0, found %s", b.named.text, b.comparison.text)
		}
	}
	if n := of("leaves").Node("leaves"); n != nil {
		words := []string{scriptedLeaves, realLeaves, lenientLeaves}
		if g.leaves = n.Str; n.Kind != markup.String || !slices.Contains(words, n.Str) {
			r.list.Errorf(n.Span, "leaves: wanted %s, found %s", markup.Or(words), n.Describe()).Suggest(n.Str, words)
		}
	}
	if g.with = of("with").Node("with"); g.with != nil && g.with.Kind != markup.Map {
		r.list.Errorf(g.with.Span, "with: wanted a map of keys of a scene, found %s", g.with.Describe())
	}
	items := of("bodies").List("bodies")
	if len(items) > maxBodies.In(r.limits) {
		r.list.Errorf(items[0].Span, "%d bodies, wanted at most %d", len(items), maxBodies.In(r.limits))
		items = nil
	}
	for _, item := range items {
		g.bodies = append(g.bodies, r.bodyGiven(item))
	}
	o.Done()
	return g
}

// seeds reads one seed, or several as in 1..100.
func (r *reader) seeds(o *markup.Object) (all []int64) {
	if o.Has("seed") && o.Has("seeds") {
		r.list.Errorf(o.KeySpan("seeds"), "seeds beside seed, wanted one of the two")
	}
	if o.Has("seed") {
		return []int64{o.Int("seed", 1, -1<<53, 1<<53)}
	}
	n := o.Node("seeds")
	if n == nil {
		return nil
	}
	from, to, ok := strings.Cut(n.Str, "..")
	first, err1 := strconv.ParseInt(from, 10, 53)
	last, err2 := strconv.ParseInt(to, 10, 53)
	if !ok || err1 != nil || err2 != nil || last < first {
		r.list.Errorf(n.Span, "seeds: wanted the first and the last one such as 1..100, found %s", n.Describe())
		return nil
	}
	if last-first >= int64(maxSeeds.In(r.limits)) {
		r.list.Errorf(n.Span, "seeds: %d of them, wanted at most %d", last-first+1, maxSeeds.In(r.limits))
		return nil
	}
	for s := first; s <= last; s++ {
		all = append(all, s)
	}
	return all
}

// bodyGiven reads where a bot is, or a player who joins, as commands.
func (r *reader) bodyGiven(n *markup.Node) (b bodyGiven) {
	o := n.Object(r.list, "a body")
	if o == nil {
		return b
	}
	b.at = n.Span
	if o.Has("bot") == o.Has("player") {
		r.list.Errorf(o.Span(), "a body: wanted one of bot and player")
	}
	add := func(c session.Command) {
		if c != nil {
			b.do = append(b.do, c)
		}
	}
	if o.Has("player") {
		o.RequiredText("player")
		o.Known("at", "heading", "speedMps", "state")
		add(live.DecodeCommand(r.list, "join", b.at, only(rename(n, "player", "name"), "name", "at", "heading", "speedMps", "state")))
	} else if o.Has("bot") {
		who := session.Who{Name: o.RequiredText("bot")}
		o.Known("at", "heading")
		if o.Has("at") || o.Has("heading") {
			add(live.DecodeCommand(r.list, "place", b.at, only(rename(n, "bot", "id"), "id", "at", "heading")))
		}
		for _, v := range r.map_(o, "state") {
			add(&session.SetState{Who: who, State: session.State{Key: v.named.text, Value: v.value}})
		}
	}
	o.Done()
	return b
}

// rename returns a map with another name for one of its keys.
func rename(n *markup.Node, from, to string) *markup.Node {
	c := *n
	c.Entries = slices.Clone(n.Entries)
	for i := range c.Entries {
		if c.Entries[i].Key == from {
			c.Entries[i].Key = to
		}
	}
	return &c
}

// only returns a map with some of its keys.
func only(n *markup.Node, keys ...string) *markup.Node {
	c := *n
	c.Entries = slices.DeleteFunc(slices.Clone(n.Entries), func(e markup.Entry) bool { return !slices.Contains(keys, e.Key) })
	return &c
}

// when reads commands and their times, in the order in which they are carried out.
func (r *reader) when(t *markup.Object) (all []order) {
	for _, item := range t.List("when") {
		o := item.Object(r.list, "a command")
		if o == nil {
			continue
		}
		c := order{at: item.Span}
		if o.Has("time") {
			c.time = r.time(o, "time")
		}
		name := o.RequiredStr("do")
		if name == "" {
			continue
		}
		if c.do = live.DecodeCommand(r.list, name, o.Node("do").Span, item, "time", "do"); c.do != nil {
			all = append(all, c)
		}
	}
	return all
}

var inTicks = lazy.Regexp(`^([0-9]{1,9}) ticks?$`)

// time reads 2s, 500ms, a number of seconds, or 3 ticks.
func (r *reader) time(o *markup.Object, key string) (s span) {
	n := o.Node(key)
	seconds := math.NaN()
	switch n.Kind {
	case markup.Number:
		seconds = n.Num
	case markup.String:
		if m := inTicks().FindStringSubmatch(n.Str); m != nil {
			s.ticks, _ = strconv.ParseInt(m[1], 10, 64) // nine digits
			return s
		}
		if t, err := time.ParseDuration(n.Str); err == nil {
			seconds = t.Seconds()
		}
	}
	if !(seconds >= 0 && seconds <= float64(maxSeconds.In(r.limits))) {
		r.list.Errorf(n.Span, "%s: wanted a time such as 2s, 500ms, 1.5 (seconds) or 3 ticks, at most %d s, found %s", key, maxSeconds.In(r.limits), n.Describe())
		return s
	}
	s.seconds = seconds
	return s
}
