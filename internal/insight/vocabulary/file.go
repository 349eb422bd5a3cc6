package vocabulary

import (
	_ "embed" // of the schema
	"math"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// Schema is the JSON Schema of files.
//
//go:embed vocabulary.schema.json
var Schema []byte

// Version is that of the files which are written, and the latest that is read.
const Version = 1

// File is a vocabulary as it is written.
type File struct {
	Version int `json:"version"`
	// Arena is set where the game plays scenes: its trees have all of the arena, too, and what the
	// sections list of that is for readers.
	Arena bool `json:"arena,omitempty"`
	// Dialects have what their own games offer to their trees, such as Unvanquished's heal.
	Dialects []string `json:"vocabularies,omitempty"`
	// Unplaced is set where agents are nowhere, so that no tree can look for the nearest one.
	Unplaced bool      `json:"unplaced,omitempty"`
	Sections []Section `json:"sections"`
}

// Section is a part of the names.
type Section struct {
	Title   string  `json:"title"`
	Doc     string  `json:"doc,omitempty"`
	Dialect string  `json:"dialect,omitempty"` // the only one whose trees have them
	Files   string  `json:"files,omitempty"`   // the extensions of its files
	Own     bool    `json:"own,omitempty"`     // for readers alone: the dialect has them, or each arena does
	Entries []Entry `json:"entries"`
}

// Entry is a name.
type Entry struct {
	Name     string      `json:"name"`
	Kind     words.Role  `json:"kind"`
	Doc      string      `json:"doc"`
	Truth    string      `json:"truth,omitempty"` // what a node answers, in a line
	Params   []Parameter `json:"params"`
	Open     bool        `json:"open,omitempty"`     // it takes parameters of other names, too
	Children *Children   `json:"children,omitempty"` // of a node that is no leaf
	Parts    []string    `json:"parts,omitempty"`    // that stand in it; a "+" marks one that must
	In       []string    `json:"in,omitempty"`       // the only names that it stands in
	Answers  []string    `json:"answers,omitempty"`
	Result   string      `json:"result,omitempty"` // of a function or constant: its type, with a unit
	Value    string      `json:"value,omitempty"`  // of a constant
	Domain
	Conditions []string `json:"conditions,omitempty"` // by which a number is compared with a limit
	// Of actions: what they write into blackboards, what may stand in their nodes, and whether they
	// may answer that they were skipped.
	Outputs  []Parameter `json:"outputs,omitempty"`
	Elements []Element   `json:"elements,omitempty"`
	Skips    bool        `json:"skips,omitempty"`
	Page     string      `json:"page,omitempty"`
	Example  string      `json:"example,omitempty"`
}

// Children are the numbers of nodes that stand below one. Most is -1 for any number.
type Children struct {
	Least int `json:"least"`
	Most  int `json:"most"`
}

// Domain is what values can be. A bound that is missing is none.
type Domain struct {
	Least *float64 `json:"least,omitempty"`
	Most  *float64 `json:"most,omitempty"`
	Words []string `json:"words,omitempty"`
	Names string   `json:"names,omitempty"` // the kind of things that it names
}

// Parameter is one parameter of an entry.
type Parameter struct {
	Name string `json:"name"`
	Type string `json:"type"`
	Unit string `json:"unit,omitempty"`
	Doc  string `json:"doc"`
	Domain
	Optional bool   `json:"optional,omitempty"`
	Default  string `json:"default,omitempty"`
	Sample   string `json:"sample,omitempty"` // a text that it takes
	Writes   bool   `json:"writes,omitempty"` // the node sets the entry that it names
}

// Element is an element that may stand in the node of an action, see host.Element.
type Element struct {
	Name     string      `json:"name"`
	Doc      string      `json:"doc,omitempty"`
	Params   []Parameter `json:"params,omitempty"`
	Elements []Element   `json:"elements,omitempty"`
	Least    int         `json:"least,omitempty"`
	Most     int         `json:"most,omitempty"` // 0: any number
}

// SectionOf returns rows as they are written.
func SectionOf(s words.Section) Section {
	to := headOf(s)
	to.Entries = make([]Entry, len(s.Words))
	for i := range s.Words {
		to.Entries[i].setTo(&s.Words[i])
	}
	return to
}

// headOf is a section without its entries.
func headOf(s words.Section) Section {
	return Section{Title: s.Title, Doc: s.Doc, Dialect: s.Dialect, Files: s.Files, Own: s.Own}
}

// setTo makes the entry that of a row. Its lists of parameters are used again.
func (e *Entry) setTo(w *words.Word) {
	*e = Entry{
		Name: w.Name, Kind: w.Role, Doc: w.Doc, Truth: w.Truth, Params: parametersOf(e.Params, w.Params), Outputs: parametersOf(e.Outputs, w.Outputs), Elements: elementsOf(w.Elements), Skips: w.Skips, Open: w.Open, Parts: w.Parts, In: w.In,
		Answers: w.Answers.List(), Value: w.Value.Is, Domain: domainOf(w.Value.Domain), Conditions: w.ConditionNames(), Page: w.Page, Example: w.Example,
	}
	if w.Role == words.Function || w.Role == words.Constant {
		e.Result = w.Result()
	}
	if w.Role.IsNode() && w.Most != 0 {
		e.Children = &Children{Least: w.Least, Most: w.Most}
	}
}

// parametersOf returns parameters as they are written, in the room of a list where that is enough.
func parametersOf(room []Parameter, params []words.Param) []Parameter {
	all := room[:0]
	if all == nil {
		all = make([]Parameter, 0, len(params))
	}
	for i := range params {
		p := &params[i]
		all = append(all, Parameter{
			Name: p.Name, Type: p.Type(), Unit: p.Unit, Doc: p.Doc, Domain: domainOf(p.Domain),
			Optional: !p.Required, Default: p.Default, Sample: p.Sample, Writes: p.Writes,
		})
	}
	return all
}

func elementsOf(list []host.Element) (all []Element) {
	for _, e := range list {
		all = append(all, Element{
			Name: e.Name, Doc: e.Doc, Params: parametersOf(nil, words.ParamsOf(e.Params)), Elements: elementsOf(e.Elements), Least: e.Least, Most: e.Most,
		})
	}
	return all
}

func domainOf(d host.Domain) Domain {
	to := Domain{Words: d.Words, Names: d.Names}
	bound := func(v float64) *float64 {
		if math.IsInf(v, 0) || d.Least == 0 && d.Most == 0 {
			return nil
		}
		return &v
	}
	to.Least, to.Most = bound(d.Least), bound(d.Most)
	return to
}

// Words returns a section as rows again.
func (s *Section) Words() words.Section {
	of := words.Section{Title: s.Title, Doc: s.Doc, Dialect: s.Dialect, Files: s.Files, Own: s.Own}
	for i := range s.Entries {
		e := &s.Entries[i]
		w := words.Word{
			Name: e.Name, Role: e.Kind, Doc: e.Doc, Truth: e.Truth, Open: e.Open, Parts: e.Parts, In: e.In,
			Answers: words.AnswersOf(e.Answers), Page: e.Page, Example: e.Example,
		}
		if e.Children != nil {
			w.Least, w.Most = e.Children.Least, e.Children.Most
		}
		kind, unit, _ := strings.Cut(strings.TrimSuffix(e.Result, ")"), " (")
		w.Value = words.Value{Kind: kindNamed(kind), Unit: unit, Domain: e.host(), Is: e.Value}
		w.Params, w.Outputs, w.Skips = rowsOf(e.Params), rowsOf(e.Outputs), e.Skips
		of.Words = append(of.Words, w)
	}
	return of
}

func rowsOf(params []Parameter) (all []words.Param) {
	for i := range params {
		p := &params[i]
		all = append(all, words.Param{
			Name: p.Name, Doc: p.Doc, Required: !p.Optional && p.Default == "", Default: p.Default, Sample: p.Sample, Writes: p.Writes,
			Value: words.Value{Kind: kindNamed(p.Type), Unit: p.Unit, Domain: p.host()},
		})
	}
	return all
}

// kindNamed returns the kind of a type as listings have it, Any for one that is none.
func kindNamed(text string) host.Kind {
	for k := host.Bool; k <= host.Where; k++ {
		if k.String() == text {
			return k
		}
	}
	if text == "" {
		return host.Null
	}
	return host.Any
}

// host is the domain for leaves.
func (d *Domain) host() host.Domain {
	to := host.Domain{Words: d.Words, Names: d.Names}
	if d.Least == nil && d.Most == nil {
		return to
	}
	to.Least, to.Most = math.Inf(-1), math.Inf(1)
	if d.Least != nil {
		to.Least = *d.Least
	}
	if d.Most != nil {
		to.Most = *d.Most
	}
	return to
}
