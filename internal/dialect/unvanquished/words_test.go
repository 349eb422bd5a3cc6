package unvanquished

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/dialect/words/wordstest"
	"github.com/thicket-sim/thicket/internal/ground/golden"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// sampler writes samples of files from rows alone.
type sampler struct {
	full  bool              // all parameters and children are there
	given map[string]string // parameters with texts of their own
	kids  int               // so many children instead of those that the row wants; -1 for none of its own
}

// args writes the parameters of a row, each with a separator.
func (s *sampler) args(w *words.Word, separator string) string {
	var all []string
	for i := range w.Params {
		p := &w.Params[i]
		if text, ok := s.given[p.Name]; ok {
			all = append(all, text)
		} else if s.full || p.Required {
			text := wordstest.Text(p)
			if (p.Kind == host.String || p.Kind == host.Any) && separator == ", " {
				text = `"` + text + `"`
			}
			all = append(all, text)
		}
	}
	return strings.Join(all, separator)
}

// block writes the children of a row.
func (s *sampler) block(w *words.Word) string {
	n := w.Least
	switch {
	case s.kids >= 0:
		n = s.kids
	case s.full && w.Most != 0:
		n = max(n, 1)
	}
	if n == 0 && (w.Most == 0 || w.Role == words.Condition) {
		return ""
	}
	return " { " + strings.Repeat("action roam ", n) + "}"
}

// text writes a word as it stands in a file, without what is around it.
func (s *sampler) text(w *words.Word) string {
	switch {
	case w.Example != "":
		return w.Example
	case len(w.In) == 0:
		return w.Name + " " + s.args(w, " ") + s.block(w)
	case w.Role == words.Constant:
		return w.Name
	}
	return w.Name + "( " + s.args(w, ", ") + " )"
}

// file writes a file with a word.
func (s *sampler) file(t *testing.T, w *words.Word) string {
	t.Helper()
	text := s.text(w)
	switch {
	case w.Example != "" || w.Role == words.Part && w.Most > 0 && len(w.Params) == 0:
		return text + "\nselector { action roam }"
	case len(w.In) == 0:
		return "selector { " + text + " action roam }"
	}
	for i := range Words() {
		of := &Words()[i]
		for j := range of.Params {
			if p := &of.Params[j]; len(of.In) == 0 && (of.Name == w.In[0] || p.Names == w.In[0]) {
				around := sampler{given: map[string]string{p.Name: text}, kids: -1}
				if w.Most > 0 {
					around.kids = s.kids
				}
				return around.file(t, of)
			}
		}
	}
	t.Fatalf("%s: nothing has code of %s", w.Name, w.In[0])
	return ""
}

func least() *sampler { return &sampler{kids: -1} }
func whole() *sampler { return &sampler{full: true, kids: -1} }

// loadSample loads a sample, in a game that asks for the vocabulary.
func loadSample(src string) error {
	reg := &host.Registry{}
	reg.Overlay(Name).Vocabulary = true
	var l syntax.List
	Load("bots/sample.bt", []byte(src), reg, sourcefile.Memory(map[string]string{
		"bots/other.bt": "action roam()", "bots/names.inc": "#define FAR 2000",
	}), &l)
	return l.Err()
}

// Each row loads as it stands, with the least and with all; what it says is refused is refused.
func TestRowsLoad(t *testing.T) {
	wordstest.Rows(t, Words(), "../../../docs")
	for i := range Words() {
		w := &Words()[i]
		for _, s := range []*sampler{least(), whole()} {
			src := s.file(t, w)
			if err := loadSample(src); err != nil || !strings.Contains(src, w.Name) {
				t.Errorf("%s: %s: %v", w.Name, src, err)
			}
		}
		for j := range w.Params {
			p := &w.Params[j]
			for _, bad := range wordstest.Wrong(&p.Value) {
				s := whole()
				s.given = map[string]string{p.Name: bad}
				if src := s.file(t, w); loadSample(src) == nil {
					t.Errorf("%s: %s is taken", w.Name, src)
				}
			}
			if p.Required {
				s := least()
				s.given = map[string]string{p.Name: ""}
				if src := s.file(t, w); loadSample(src) == nil {
					t.Errorf("%s: %s, without %s, is taken", w.Name, src, p.Name)
				}
			}
		}
		for _, n := range []int{w.Least - 1, w.Least, w.Most, w.Most + 1} {
			s := least()
			if s.kids = n; n >= 0 && w.Most > 0 && (loadSample(s.file(t, w)) == nil) != (n >= w.Least && n <= w.Most) {
				t.Errorf("%s with %d children: %v", w.Name, n, loadSample(s.file(t, w)))
			}
		}
	}
}

// The rows are what the loader knows: the words that begin nodes, decorators, directives, and the tables.
func TestRowsAreTheTables(t *testing.T) {
	var known []string
	for _, op := range ops.Ops[1:] {
		if !slices.Contains(known, op.Name) {
			known = append(known, op.Name)
		}
		if found := words.Find(Words(), op.Name, false); len(found) != 1 || string(found[0].Role) != op.Role.String() || found[0].Truth == "" {
			t.Errorf("%s: %+v", op.Name, found)
		}
	}
	for word := range nodeReaders {
		if found := words.Find(Words(), word, true); len(found) != 1 {
			t.Errorf("%s: %d rows", word, len(found))
		}
	}
	for i := range Words() {
		w := &Words()[i]
		isNode := w.Role.IsNode() && len(w.In) == 0 // a word of its own
		if isNode && nodeReaders[fold(w.Name)] == nil {
			t.Errorf("no reader of %s", w.Name)
		}
		name, isDirective := strings.CutPrefix(w.Name, "#")
		if isDirective && !slices.Contains(directives, name) {
			t.Errorf("no directive %s", w.Name)
		}
	}
	for _, name := range directives { // those that no file can have are refused
		src := "#" + name + " \"why\"\naction roam()"
		if len(words.Find(Words(), "#"+name, false)) == 0 && loadSample(src) == nil {
			t.Errorf("#%s loads, and has no row", name)
		}
	}
	for _, s := range Symbols {
		if found := words.Find(Words(), s.Name, false); len(found) != 1 || found[0].Value.Is != fmt.Sprint(s.Value) || found[0].Value.Names == "" || s.Doc == "" {
			t.Errorf("%s: %+v", s.Name, found)
		}
	}
	if got, want := len(Words()), len(compositeNames)+len(decorators)+len(directiveDocs)+len(Symbols)+len(Actions)+len(Functions)+6+4; got != want {
		t.Errorf("%d rows, wanted %d", got, want)
	}
}

// Leaves of a game refuse what is outside of their ranges and words, and their checks know the names of
// the scene.
func TestArgumentsAreOfTheirDomain(t *testing.T) {
	reg := &host.Registry{}
	reg.Declare("place", "base")
	known := func(s *host.Site) error {
		if names, ok := s.Declared("place"); !ok || !slices.Contains(names, s.Args[0].Text()) {
			return fmt.Errorf("unknown place %v", s.Args[0])
		}
		return nil
	}
	turn := []host.Param{
		{Name: "angle", Kind: host.Number, Domain: host.Domain{Least: 1, Most: 180}},
		{Name: "side", Kind: host.String, Domain: host.Domain{Words: []string{"left", "right"}}, Optional: true},
	}
	place := []host.Param{{Name: "place", Kind: host.String}}
	offerAll(t, reg, []host.Action{
		{Name: "turn", Params: turn, Tick: func(*host.Call) host.Status { return host.Success }},
		{Name: "goTo", Params: place, Check: known, Tick: func(*host.Call) host.Status { return host.Success }},
	}, []host.Func{
		{Name: "far", Params: place, Check: known, Result: host.Number, Eval: func(*host.Call) host.Value { return host.NumberValue(1) }},
		{Name: "ahead", Params: turn, Result: host.Int, Eval: func(*host.Call) host.Value { return host.IntValue(1) }},
	})
	for src, want := range map[string]string{
		`action turn( 180, "left" )`:             "",
		`action turn( 1 )`:                       "",
		`action turn( 0 )`:                       "a.bt:1:19: turn: angle: wanted a number from 1 to 180, found 0",
		`action turn( 90, "lfet" )`:              `a.bt:1:19: turn: unknown side "lfet"; did you mean "left"?`,
		`action goTo( "base" )`:                  "",
		`action goTo( "bsae" )`:                  `a.bt:1:19: goTo: unknown place "bsae"`,
		`condition far( "base" ) action turn(1)`: "",
		`condition far( "bsae" ) action turn(1)`: `a.bt:1:22: far: unknown place "bsae"`,
		`condition ahead( 200 ) action turn(1)`:  "a.bt:1:22: ahead: angle: wanted a number from 1 to 180, found 200",
	} {
		var l syntax.List
		Load("a.bt", []byte("selector { "+src+" }"), reg, sourcefile.Memory(nil), &l)
		got := ""
		if err := l.Err(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", src, got, want)
		}
	}
}

// The tables of the words and of the symbols on the pages are made from the rows.
func TestPages(t *testing.T) {
	const docs = "../../../docs/"
	golden.Table(t, docs+"porting.md", "words", wordTable())
	golden.Table(t, docs+gamePage, "symbols", symbolTable())
}

// wordTable is the table of what stands in files of every game.
func wordTable() string {
	var b strings.Builder
	b.WriteString("| word | what it does |\n| --- | --- |\n")
	for i := range Words() {
		w := &Words()[i]
		form := w.Name
		switch {
		case w.Vocabulary != "" || w.Role == words.Constant:
			continue
		case w.Role == words.Decorator:
			form = "decorator " + form
		}
		var names []string
		for _, p := range w.Params {
			names = append(names, p.Name)
		}
		switch list := strings.Join(names, ", "); {
		case len(w.In) > 0 && (w.Role == words.Decorator || list != ""):
			form += strings.ReplaceAll("( "+list+" )", "(  )", "()")
		case list != "":
			form += " " + strings.ToUpper(list)
		}
		if w.Most != 0 {
			form += " { ... }"
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", form, w.Doc)
	}
	b.WriteString("| `// ...`, `/* ... */` | Comments. |\n")
	return b.String()
}

// symbolTable is the table of the symbols, a line for each family.
func symbolTable() string {
	var b strings.Builder
	b.WriteString("| symbols of | number, symbol and what it stands for |\n| --- | --- |\n")
	for _, f := range families {
		var of []string
		for _, s := range Symbols {
			if strings.HasPrefix(s.Name, f.prefix) {
				of = append(of, fmt.Sprintf("%d `%s` %s", s.Value, s.Name, s.Doc))
			}
		}
		fmt.Fprintf(&b, "| %s | %s |\n", f.member, strings.Join(of, "; "))
	}
	return b.String()
}
