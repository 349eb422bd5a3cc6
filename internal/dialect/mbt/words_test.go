package mbt

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/dialect/words/wordstest"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// sampler writes samples from the rows.
func sampler() *wordstest.XML {
	return &wordstest.XML{
		Words: Words(),
		Frame: `<BehaviorTree><Variables><Variable name="sample"/></Variables>` +
			`<Timestamps><Timestamp name="sample" setOnEvent="sample"/></Timestamps><Root>%s</Root></BehaviorTree>`,
		Named:  map[string]string{aCondition: "sample"},
		Beside: []string{"Variables"},
	}
}

// loadSample loads a file with the nodes of the original's games.
func loadSample(text string) *syntax.List {
	reg := &host.Registry{}
	reg.Overlay(dialect).Vocabulary = true
	var l syntax.List
	Load("sample.xml", []byte(text), reg, &l)
	l.Notices = slices.DeleteFunc(l.Notices, func(e *syntax.Error) bool {
		// Of the nodes of games there is none here; who hears an event is not for a row to say.
		return strings.HasPrefix(e.Msg, "this game has no ") || strings.Contains(e.Msg, "nothing in the tree listens to") ||
			strings.HasPrefix(e.Msg, "equalTo is deprecated") || strings.HasSuffix(e.Msg, "without a condition, which always holds") || warned.MatchString(e.Msg)
	})
	return &l
}

// warned matches what is told of attributes that may be left out all the same.
var warned = regexp.MustCompile(`^<\w+> without \w+(, which today's engine wants)?(, so that it is \w+( s)?)?$`)

// tells reports whether there is an error or a notice.
func tells(l *syntax.List) bool { return l.Err() != nil || len(l.Notices) > 0 }

func TestRows(t *testing.T) { wordstest.Rows(t, Words(), "../../../docs") }

// TestSamples: what is written from a row alone loads, with the least and with all that it says.
func TestSamples(t *testing.T) {
	x := sampler()
	for i := range x.Words {
		w := &x.Words[i]
		for _, all := range []bool{false, true} {
			text := x.File(w, all)
			if text == "" {
				t.Errorf("%s %s: no sample", w.Role, w.Name)
				continue
			}
			if l := loadSample(text); tells(l) {
				t.Errorf("%s %s: %s: %v %v", w.Role, w.Name, text, l.Err(), l.Notices)
			}
		}
		for _, name := range w.OneOf {
			if text := x.With(w, name, "1"); tells(loadSample(text)) {
				t.Errorf("%s: %s", w.Name, text)
			}
		}
	}
}

// TestSamplesOutOfRange: what a row excludes is refused, or told where the original takes it.
func TestSamplesOutOfRange(t *testing.T) {
	x, tried := sampler(), 0
	for i := range x.Words {
		w := &x.Words[i]
		for j := range w.Params {
			for _, wrong := range wordstest.Wrong(&w.Params[j].Value) {
				tried++
				if text := x.With(w, w.Params[j].Name, wrong); !tells(loadSample(text)) {
					t.Errorf("%s: %s=%q is taken", w.Name, w.Params[j].Name, wrong)
				}
			}
		}
		if w.Role.IsNode() {
			if text := x.With(w, "unheard_of", "1"); !tells(loadSample(text)) {
				t.Errorf("%s reads what its row has not", w.Name)
			}
		}
	}
	if tried < 45 {
		t.Errorf("%d values were tried", tried)
	}
}

// TestRowsSayWhatIsWanted: a word without what its row requires, or with fewer or more children, is
// told.
func TestRowsSayWhatIsWanted(t *testing.T) {
	x := sampler()
	tell := func(w *words.Word, without string) {
		if text := x.File(w, false); !tells(loadSample(text)) {
			t.Errorf("%s %s: %s is taken", w.Name, without, text)
		}
	}
	for i := range x.Words {
		if x.Words[i].Role == words.Function { // which a tree finds when it runs
			continue
		}
		for j := range x.Words[i].Params {
			if p := &x.Words[i].Params[j]; p.Required {
				w := x.Words[i]
				w.Params = slices.Delete(slices.Clone(w.Params), j, j+1)
				tell(&w, "without "+p.Name)
			}
		}
		w := x.Words[i]
		if w.Least > 0 {
			less := w
			less.Least--
			tell(&less, "with fewer children")
		}
		if w.Most != words.Any && (w.Role.IsNode() || w.Least > 0) && len(w.Parts) == 0 {
			more := w
			more.Least = w.Most + 1
			tell(&more, "with more children")
		}
		if w.OneOf != nil {
			w.OneOf, w.Params = nil, slices.DeleteFunc(slices.Clone(w.Params), func(p words.Param) bool { return slices.Contains(w.OneOf, p.Name) })
			tell(&w, "without one of some")
		}
	}
}

// TestRowsAreComplete: each loader, op, node of the games, setting, block and field of entity has its
// row, and none is of something else; and a row has the attributes that its loader asks for.
func TestRowsAreComplete(t *testing.T) {
	named := map[words.Role][]string{}
	for _, w := range Words() {
		role := w.Role
		if role.IsNode() {
			role = words.Action
		}
		named[role] = append(named[role], w.Name)
		load := loaders[w.Name]
		if load == nil || !w.Role.IsNode() {
			continue
		}
		d := &decoder{reg: &host.Registry{}, list: &syntax.List{}, names: map[string]declared{}, stamps: map[string]bool{}, config: &Config{}}
		a := d.attrs(&markup.Element{Name: w.Name})
		load(d, a.e, a)
		var row []string
		for _, p := range w.Params {
			row = append(row, p.Name)
		}
		read := slices.DeleteFunc(a.known, func(name string) bool { return slices.Contains(logNames[:], name) })
		same(t, "attributes of "+w.Name, row, read)
	}
	same(t, "nodes", named[words.Action], slices.Concat(slices.Collect(maps.Keys(loaders)), slices.Collect(maps.Keys(gameNodes))))
	same(t, "settings", named[words.Setting], logNames[:])
	var parts []string
	for _, w := range pipeRows() {
		named[words.Part] = slices.DeleteFunc(named[words.Part], func(name string) bool { return name == w.Name && name != "Signal" })
	}
	for _, name := range named[words.Part] {
		parts = append(parts, asciiLower(name))
	}
	slices.Sort(parts)
	parts = slices.Compact(parts)
	same(t, "parts", parts, append(slices.Collect(maps.Keys(outside)), "signal", asciiLower(editorBlock)))
	operators := slices.Concat(slices.Collect(maps.Keys(chainCodes)), slices.Collect(maps.Keys(compareCodes)), []string{"!"})
	for _, name := range entityFields {
		if operators = append(operators, "entity."+name); name == "Signal" {
			operators[len(operators)-1] = "entity:Signal"
		}
	}
	same(t, "functions", named[words.Function], operators)
	inner := []opcode{opNone, opCase, opState, opGrafted, opAction, opGate, opDecorator, opComposite} // of no node of their own
	for o := range opCount {
		if has := slices.Contains(named[words.Action], o.String()); has == slices.Contains(inner, o) {
			t.Errorf("op %s: has a row: %v", o, has)
		}
	}
}

func same(t *testing.T, what string, rows, known []string) {
	t.Helper()
	rows, known = slices.Sorted(slices.Values(rows)), slices.Sorted(slices.Values(known))
	if !slices.Equal(rows, known) {
		t.Errorf("%s: rows of\n%s\nwanted of\n%s", what, strings.Join(rows, " "), strings.Join(known, " "))
	}
}
