package check

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/insight/lint"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/trees"
)

// Options say how files are loaded; see [scenes.Options].
type Options struct {
	Limits           limit.Values
	Root             string
	Wider            sourcefile.Wider
	Lenient          bool
	NoticesAreErrors bool
	Creature, Prefab string
	Ticks            int // how long scripts are played; 0: as long as is usual for their dialect
	Tunables         bool
	Allow            []string // lints that are not told
	Notes            bool     // tell lints that are notes, too
	Own              live.Own // what the game has of its own
	Readers          bool     // judge a tree by what the scenes offer that read it
	// Document loads files about scenes, as Loader.Load of package document does; nil: those are no scenes.
	Document func(name string, src []byte, texts map[string][]byte) (about string, is bool, err error)
	// Vocabulary has the leaves of the game that are stand-ins; nil where none are.
	Vocabulary *vocabulary.Vocabulary
	// Texts are read in the place of files, by the names that positions have; nil for none.
	Texts map[string][]byte
}

func (o Options) scene() scenes.Options {
	s := o.Own.Loading(o.Limits)
	s.Wider = o.Wider
	s.Root, s.Lenient, s.Checks, s.Creature, s.Prefab, s.Texts = o.Root, o.Lenient, true, o.Creature, o.Prefab, o.Texts
	return s
}

// agents reports whether trees are those of agents in a world of their own.
func (o Options) agents() bool { return o.Vocabulary != nil && !o.Vocabulary.Arena }

// registry is what trees without a scene are offered.
func (o Options) registry() (*host.Registry, error) {
	reg := o.Own.Clone()
	if o.agents() {
		return reg, nil
	}
	if reg == nil {
		reg = arena.NewRegistry()
	}
	*host.LimitsOf(reg) = o.Limits
	return reg, trees.Ask(reg, trees.Vocabularies()...)
}

// Report holds the output of `check --json`.
type Report struct {
	Files []File `json:"files"`
}

// File is a scene or a tree and what was found in it.
type File struct {
	Name    string    `json:"file"` // as it was asked for
	OK      bool      `json:"ok"`
	Errors  []Finding `json:"errors"`
	Notices []Finding `json:"notices"`
	Lints   []Lint    `json:"lints"` // of one without errors

	Mended  []Finding `json:"mended,omitempty"`  // that were there before, see [Fixer]
	Unfixed []Finding `json:"unfixed,omitempty"` // whose fixes nobody can write

	Scene  *scenes.Scene `json:"-"` // or Tree, where there is no error
	Tree   *run.Program  `json:"-"`
	about  string        // what a file without errors is that is neither
	Scenes []string      `json:"scenes,omitempty"` // that read the tree, and by which it is judged

	Tunables []Tunable `json:"tunables,omitempty"` // where they are asked for

	Played int      `json:"ticks,omitempty"`    // how long a script was played
	Nodes  int      `json:"nodes,omitempty"`    // of its tree, those that it built meanwhile included
	Never  []string `json:"neverRan,omitempty"` // the names of those that were never visited
}

// Finding is an error or a notice with its position. One that is about a whole file
// stands at 1:1.
type Finding struct {
	Location
	Message string `json:"message"`
	Range   *Range `json:"range,omitempty"` // of what is faulty; empty where there is no such file
	Fix     Fix    `json:"fix,omitempty"`
	Notes   []Note `json:"notes,omitempty"`
}

// Range is a part of the file of a finding.
type Range struct {
	Line    int32 `json:"line"` // from 1
	Col     int32 `json:"col"`  // in characters, from 1
	EndLine int32 `json:"endLine"`
	EndCol  int32 `json:"endCol"` // of the character behind it
}

// Fix is what mends a finding, all edits together.
type Fix []syntax.Edit

// MarshalJSON gives the edits as a list of ranges with a file and a text.
func (f Fix) MarshalJSON() ([]byte, error) {
	type edit struct {
		File string `json:"file"`
		Range
		Text string `json:"text"`
	}
	edits := []edit{}
	for _, e := range f {
		edits = append(edits, edit{e.At.Start.File, rangeOf(e.At), e.With})
	}
	return json.Marshal(edits)
}

func rangeOf(at syntax.Span) Range { return Range{at.Start.Line, at.Start.Col, at.EndLine, at.EndCol} }

// Lint is a finding of a lint.
type Lint struct {
	ID string `json:"id"`
	Finding
}

// Note is another place that explains a finding.
type Note struct {
	Location
	Message string `json:"message"`
}

// Location is a place in a file.
type Location struct {
	File string `json:"file"`
	Line int32  `json:"line"` // from 1
	Col  int32  `json:"col"`  // in characters, from 1
}

func (l Location) String() string { return fmt.Sprintf("%s:%d:%d", l.File, l.Line, l.Col) }

// Load loads a scene or a tree: a shipped scene by name, any other file by
// path.
func Load(name string, o Options) File {
	f := File{Name: name}
	var l syntax.List
	l.Add(f.load(o, &l))
	f.Errors = Errors(name, l.Err())
	f.Notices = findingsAt(name, l.SortedNotices())
	if o.NoticesAreErrors {
		f.Errors, f.Notices = append(f.Errors, f.Notices...), []Finding{}
		slices.SortStableFunc(f.Errors, func(a, b Finding) int {
			return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
		})
	}
	f.OK = len(f.Errors) == 0
	found := f.lints()
	f.setRanges(o, found)
	f.Notices = slices.DeleteFunc(f.Notices, func(n Finding) bool { // what a lint tells, too
		return slices.ContainsFunc(found, func(l Lint) bool { return l.Location == n.Location && l.Message == n.Message })
	})
	f.Lints = slices.DeleteFunc(found, func(l Lint) bool { return slices.Contains(o.Allow, l.ID) || lint.IsNote(l.ID) && !o.Notes })
	switch {
	case !o.Tunables || !f.OK || f.about != "":
	case f.Scene != nil:
		f.Tunables = tunablesOf(name, f.Scene.Knobs())
	default:
		f.Tunables = tunablesOf(name, scenes.TreeKnobs(f.Tree, trees.Fixed(f.Name)))
	}
	return f
}

// lints returns the findings of all lints.
func (f *File) lints() []Lint {
	var found []lint.Finding
	switch {
	case !f.OK:
	case f.Scene != nil:
		found = lint.Scene(f.Scene)
	case f.Tree != nil:
		found = lint.Tree(f.Tree)
	}
	all := []Lint{}
	for _, l := range found {
		told := findingsAt(f.Name, syntax.ErrorList{{Pos: l.Pos, At: l.At, Msg: l.Msg, Fix: l.Fix, Notes: l.Notes}})
		all = append(all, Lint{l.ID, told[0]})
	}
	return all
}

func (f *File) load(o Options, l *syntax.List) (err error) {
	if _, _, shipped := scenes.Source(f.Name); shipped {
		f.Scene, err = scenes.Load(f.Name, Options{Limits: o.Limits, Own: o.Own}.scene())
		return err
	}
	src, ok := o.Texts[f.Name]
	if !ok {
		src, err = markup.ReadFile(f.Name, markup.LimitsOf(o.Limits))
	}
	if err != nil {
		if path.Ext(f.Name) == "" { // perhaps meant as the name of a shipped scene
			_, err = scenes.Load(f.Name, scenes.Options{Limits: o.Limits})
		}
		return err
	}
	if o.Document != nil {
		about, is, err := o.Document(f.Name, src, o.Texts)
		if f.about = about; is {
			return err
		}
	}
	isScene, err := IsScene(f.Name, src, o.Limits)
	if err != nil {
		return err
	}
	if isScene {
		load := o.scene()
		load.Odd = &l.Notices
		if f.Scene, err = scenes.Parse(f.Name, src, load); err == nil {
			l.Notices = f.Scene.Notices
		}
		return err
	}
	if o.Creature == "" && trees.IsCreature(f.Name, src) {
		o.Creature = f.Name
	}
	if o.Creature != "" {
		return f.loadCreature(o, l)
	}
	if o.Readers && !o.agents() && f.judge(src, o, l) {
		if len(l.Errors) == 0 && f.about == "" && trees.Trial(f.Name) > 0 {
			return f.try(o, l)
		}
		return nil
	}
	reg, err := o.registry()
	if err != nil {
		return err
	}
	if trees.IsPipes(f.Name, src) {
		f.about = humanize.Count(int64(trees.CheckPipes(f.Name, src, reg, l)), "goal pipe")
		return nil
	}
	standin.Allow(reg, standin.Declared)
	if o.Lenient {
		standin.Allow(reg, standin.All)
	}
	files := sourcefile.Disk(f.Name, o.Root).Widened(o.Wider).Within(o.Limits)
	if o.Texts != nil {
		files = files.Holding(o.Texts)
	}
	loader := trees.NewLoader(reg, files)
	f.Tree, err = loader.LoadSource(f.Name, src)
	l.Notices = loader.Notices
	if err == nil && o.Vocabulary != nil {
		err = o.lacks(f.Tree, reg)
	}
	if err == nil && trees.Trial(f.Name) > 0 {
		return f.try(o, l)
	}
	return err
}

// lacks returns the errors of what a tree asks of agents and the game does not tell.
func (o Options) lacks(p *run.Program, reg *host.Registry) error {
	if list := o.Vocabulary.Senses().Lacks(p, reg); len(list) > 0 {
		return list
	}
	return nil
}

// loadCreature loads a tree with the file of its creature, which may be the file itself.
func (f *File) loadCreature(o Options, l *syntax.List) error {
	scene, err := scenes.ForTree(f.Name, 1, o.scene())
	if err != nil {
		return err
	}
	f.Tree = scene.Setup.Classes[0].Program
	l.Notices = scene.Notices
	return f.try(o, l)
}

// SceneExts are the extensions of scenes. Trees of WAGE have them, too.
var SceneExts = []string{".yaml", ".yml", ".json"}

// HasSceneExt reports whether a file may be a scene by its extension.
func HasSceneExt(file string) bool {
	return slices.Contains(SceneExts, strings.ToLower(path.Ext(file)))
}

// IsScene reports whether a file is a scene; otherwise it is a tree. Its error is
// about a file that is neither.
func IsScene(file string, src []byte, limits limit.Values) (bool, error) {
	if !HasSceneExt(file) || trees.OfGame(file, src) {
		return false, nil
	}
	var l syntax.List
	doc, done := markup.Document(file, src, markup.LimitsOf(limits), &l)
	switch done(); {
	case doc.Get("bots") != nil:
		return true, nil
	case doc.Get("kind") != nil:
		return false, nil
	case l.Err() != nil:
		return false, l.Err()
	}
	fault := &syntax.Error{Pos: doc.Span.Start, At: doc.Span, Msg: "wanted a scene, which has bots, or a tree, which has a kind"}
	if doc.Get("tests") != nil {
		fault.Msg += "; found a file of tests, for thicket test"
		return false, fault
	}
	if doc.Kind != markup.Map {
		fault.Msg += fmt.Sprintf("; found %v", doc.Kind)
	}
	for _, e := range doc.Entries {
		fault.At = e.KeySpan
		if fault.Suggest(e.Key, []string{"bots", "kind"}); fault.Hint != "" {
			fault.Pos = e.KeySpan.Start
			break
		}
		fault.At = doc.Span
	}
	return false, fault
}

// Errors returns the findings that an error about a file stands for.
func Errors(file string, err error) []Finding {
	var l syntax.List
	l.Add(err)
	list, _ := l.Err().(syntax.ErrorList)
	return findingsAt(file, list)
}

func findingsAt(file string, list syntax.ErrorList) []Finding {
	found := []Finding{}
	for _, e := range list {
		f := Finding{Location: locationOf(file, e.Pos), Message: e.Text(), Fix: e.Fix}
		if e.At.EndLine > 0 {
			r := rangeOf(e.At)
			f.Range = &r
		}
		if e.Hint != "" {
			f.Message += "; " + e.Hint
		}
		for _, n := range e.Notes {
			f.Notes = append(f.Notes, Note{locationOf(file, n.Pos), n.Msg})
		}
		found = append(found, f)
	}
	return found
}

func locationOf(file string, p syntax.Pos) Location {
	return Location{cmp.Or(p.File, file), max(p.Line, 1), max(p.Col, 1)}
}

// WriteJSON writes the report as one JSON object.
func (r Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(r)
}

// WriteLeft writes the findings alone.
func (r Report) WriteLeft(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, f := range r.Files {
		f.writeFindings(b)
	}
	return b.Flush()
}

func (f *File) writeFindings(w io.Writer) {
	WriteFindings(w, "", f.Errors)
	WriteFindings(w, "notice: ", f.Notices)
	for _, l := range f.Lints {
		WriteFindings(w, "lint "+l.ID+": ", []Finding{l.Finding})
	}
	WriteFindings(w, "unfixed: ", f.Unfixed)
}

// WriteText writes every finding as FILE:LINE:COL: MESSAGE, and a line for each file
// without errors.
func (r Report) WriteText(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, f := range r.Files {
		if len(f.Scenes) > 0 {
			fmt.Fprintf(b, "%s: judged by what %s; --alone judges it by itself\n", f.Name, offer(f.Scenes))
		}
		WriteFindings(b, "mended: ", f.Mended)
		f.writeFindings(b)
		if len(f.Never) > 0 {
			fmt.Fprintf(b, "%s: in %d ticks %d of %s never ran: %s\n", f.Name, f.Played, len(f.Never), humanize.Count(int64(f.Nodes), "node"), strings.Join(f.Never, ", "))
		}
		if f.OK {
			fmt.Fprintf(b, "%s: ok, %s\n", f.Name, f.summary())
			writeTunables(b, f.Tunables)
		}
	}
	return b.Flush()
}

// WriteFindings writes a line for each finding, with a prefix before its message, and
// one for each of its notes.
func WriteFindings(w io.Writer, prefix string, list []Finding) {
	for _, f := range list {
		fmt.Fprintf(w, "%v: %s%s\n", f.Location, prefix, terminal.Line(f.Message))
		for _, n := range f.Notes {
			fmt.Fprintf(w, "\t%v: %s\n", n.Location, terminal.Line(n.Message))
		}
	}
}

// summary describes the contents of a file without errors.
func (f *File) summary() string {
	if f.about != "" {
		return f.about
	}
	if f.Tree != nil && len(f.Tree.Tree.Nodes) == 1 {
		return "a creature without a brain"
	}
	if f.Tree != nil {
		return "a tree of " + humanize.Count(int64(len(f.Tree.Tree.Nodes)-1), "node")
	}
	s := &f.Scene.Setup
	return fmt.Sprintf("%s, %s, %s",
		humanize.Count(int64(len(s.Classes)), "class"), humanize.Count(int64(f.Scene.Bots()), "bot"), humanize.Count(int64(len(s.Rules)), "rule"))
}
