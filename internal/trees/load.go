package trees

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp"
	"github.com/thicket-sim/thicket/internal/dialect/dragengine"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
	"github.com/thicket-sim/thicket/internal/dialect/dst"
	"github.com/thicket-sim/thicket/internal/dialect/mbt"
	"github.com/thicket-sim/thicket/internal/dialect/unvanquished"
	"github.com/thicket-sim/thicket/internal/dialect/wage"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/insight/mention"
	"github.com/thicket-sim/thicket/internal/insight/mutant"
)

// Dialect is one way to write trees.
type Dialect struct {
	Name string
	Exts []string // of its files, with the dot
	// Parts are extensions of files that its files paste in, and that Format takes too.
	Parts []string
	// Root is the root element of its files where they are XML, whatever their
	// extension; empty for a dialect that is not XML.
	Root string
	// Scenes: scenes have the same extensions, so that they do not tell a tree.
	Scenes bool
	// Load compiles the tree of a file, with the other files that it mentions.
	// Faults go to the list; what the registry does not offer is stood in for where it allows
	// that, see package standin.
	Load func(file string, src []byte, reg *host.Registry, files *sourcefile.Files, l *syntax.List) *run.Program
	// IsWord reports whether a name means something in every tree of the dialect, so
	// that no tree calls what a game offers by it; nil in dialects without such names.
	IsWord func(name string) bool
	// AnyCase: trees find actions and functions whatever the case of the letters.
	AnyCase bool
	// Creature is Load for a file that makes a creature; nil in dialects whose trees
	// have bodies without files.
	Creature func(c dst.Creature, reg *host.Registry, files *sourcefile.Files, l *syntax.List) *run.Program
	// Trial is the number of ticks a check plays a tree, in dialects whose scripts show
	// their errors only when they run; 0 in the others.
	Trial int
	// Format lays out the text of a file anew; nil in dialects that cannot.
	Format func(file string, src []byte, limits limit.Values) ([]byte, error)
	// FromOld writes the words of older versions in those of today; nil in dialects that had no others.
	FromOld func(file string, src []byte, limits limit.Values) ([]byte, error)
	// Wrap puts a fragment of a tree into the elements that its file lacks around it; nil in
	// dialects without.
	Wrap func(file string, src []byte, limits limit.Values) []byte
	// Offer reads the actions and conditions that a scene describes without Go, by
	// name, and offers them to the dialect's trees; nil in dialects without.
	Offer func(actions, conditions *markup.Node, reg *host.Registry, l *syntax.List)
	// Supply puts those of a game's actions and functions into the dialect's overlay
	// that the dialect knows by name and leaves to its game. It ignores other names. It is
	// nil in dialects that know none.
	Supply func(reg *host.Registry, actions []host.Action, funcs []host.Func) error
	// Vocabulary is what scenes call the words of the games that the dialect comes from; empty
	// for its own name where it has Supply, and for none.
	Vocabulary string
	// Scripts lists the files that every tree needs beside its own, such as those of
	// [Settings.Lua]; nil in dialects that have none.
	Scripts func(reg *host.Registry) []string
	// Words lists all that its trees can say without a game: nodes, functions, constants, settings,
	// parts, events; nil in dialects that do not tell.
	Words func() []words.Word
	// Skips: its trees have the answer Skipped, so that they can use actions that may give it.
	Skips bool
	// Fixed says why numbers of its trees cannot be tuned; empty in dialects whose can.
	Fixed string
	// Outline describes what can be changed in the text of one of its files, for mutants; nil
	// for a text that it cannot read. source gives the texts of files that are pasted in.
	Outline func(file string, src []byte, source func(file string) ([]byte, bool), limits limit.Values) []*mutant.Node
	// Mentions lists the names in the text of a file, as far as it can be read.
	Mentions func(file string, src []byte, limits limit.Values) mention.List
	// Offered returns what finds the name under which a registry offers the action or the function that
	// a tree calls by a word; "" for none. It is nil in dialects that spell each as it is offered.
	Offered func(reg *host.Registry) func(word string) string
	// Trace dry-runs a case with scripted leaves.
	Trace func(dryrun.Case) dryrun.Result
	// Match reports whether a text is one of the dialect's, in one whose extensions others
	// have, too; nil: each file with its extensions is. Such dialects are asked first.
	Match func(src []byte) bool
}

// shipped lists the dialects that come with this module.
var shipped = []*Dialect{
	{Name: "wage", Words: wage.Words, Scenes: true, IsWord: wage.IsWord, Exts: []string{".yaml", ".yml", ".json"}, Load: alone(wage.Load), Outline: whole(wage.Outline), Mentions: wage.Mentions, Trace: wage.Trace},
	{Name: "unvanquished", Words: unvanquished.Words, IsWord: unvanquished.IsWord, AnyCase: true, Exts: []string{unvanquished.Ext}, Parts: []string{".inc"}, Load: unvanquished.Load, Supply: unvanquished.Supply, Outline: unvanquished.Outline, Mentions: unvanquished.Mentions, Offered: unvanquished.Offered, Trace: unvanquished.Trace, Format: unvanquished.Format, FromOld: unvanquished.FromOld},
	{Name: "dragengine", Words: dragengine.Words, IsWord: dragengine.IsWord, Exts: []string{".debt"}, Root: "behaviorTree", Load: dragengine.Load, Offer: dragengine.Offer, Scripts: dragengine.ScriptFiles, Outline: whole(dragengine.Outline), Mentions: dragengine.Mentions, Trace: dragengine.Trace, Format: markup.FormatXML},
	{Name: "dst", Fixed: dst.Fixed, Words: dst.Words, IsWord: dst.IsWord, Exts: []string{".lua"}, Load: dst.Load, Creature: dst.LoadCreature, Trial: 900, Outline: whole(dst.Outline), Mentions: dst.Mentions, Trace: dst.Trace},
	{Name: "mbt", Words: mbt.Words, IsWord: mbt.IsWord, Exts: []string{".xml"}, Root: "BehaviorTree", Load: alone(mbt.Load), Supply: mbt.Supply, Scripts: mbt.Scripts, Outline: whole(mbt.Outline), Mentions: mbt.Mentions, Offered: mbt.Offered, Trace: mbt.Trace, Format: markup.FormatXML, Wrap: mbt.Wrap},
	{Name: "btcpp", Skips: true, Vocabulary: btcpp.Vocabulary, Words: btcpp.Words, IsWord: btcpp.IsWord, Exts: []string{".xml"}, Root: "root", Load: btcpp.Load, Outline: whole(btcpp.Outline), Mentions: btcpp.Mentions, Offered: btcpp.Offered, Trace: btcpp.Trace, Format: markup.FormatLenientXML},
}

// alone makes Load for a dialect whose files mention no others.
func alone(load func(string, []byte, *host.Registry, *syntax.List) *run.Program) func(string, []byte, *host.Registry, *sourcefile.Files, *syntax.List) *run.Program {
	return func(file string, src []byte, reg *host.Registry, _ *sourcefile.Files, l *syntax.List) *run.Program {
		return load(file, src, reg, l)
	}
}

// whole makes Outline for a dialect into whose files nothing is pasted.
func whole(outline func(string, []byte, limit.Values) []*mutant.Node) func(string, []byte, func(string) ([]byte, bool), limit.Values) []*mutant.Node {
	return func(file string, src []byte, _ func(string) ([]byte, bool), limits limit.Values) []*mutant.Node {
		return outline(file, src, limits)
	}
}

// LoadSource compiles a tree from memory. Other files that it mentions are read
// from disk, as if it stood in a file of that name. The notices are what is odd
// about it but no error.
func LoadSource(file string, src []byte, reg *host.Registry) (*run.Program, syntax.ErrorList, error) {
	ld := NewLoader(reg, sourcefile.Disk(file, "").Within(*host.LimitsOf(reg)))
	p, err := ld.LoadSource(file, src)
	return p, ld.Notices, err
}

// Offer puts what a scene describes under its keys `actions` and `conditions`,
// which may be nil, into a registry, before trees are loaded. Faults go to the
// list.
func Offer(actions, conditions *markup.Node, reg *host.Registry, l *syntax.List) {
	for _, d := range Dialects() {
		if d.Offer != nil {
			d.Offer(actions, conditions, reg, l)
		}
	}
}

// Supply hands a game's actions and functions to the dialect of files with an extension,
// such as .bt, which knows them by name and leaves them to its game. It ignores the names
// that it does not know.
func Supply(reg *host.Registry, ext string, actions []host.Action, funcs []host.Func) error {
	for _, d := range Dialects() {
		if d.Supply != nil && slices.Contains(d.Exts, ext) {
			return d.Supply(reg, actions, funcs)
		}
	}
	return fmt.Errorf("trees in files *%s leave no names to their game", ext)
}

// Query is a query for the best point that a file of Lua registers for Modular Behavior
// Trees.
type Query = mbt.Query

// QueryTerm is a measure of one of its options, with a number, or with 1 for true and 0 for
// false.
type QueryTerm = mbt.QueryTerm

// Queries lists the queries that the files of [Settings] register.
func Queries(reg *host.Registry) []Query { return mbt.Queries(reg) }

// Prelude gives Modular Behavior Trees that are loaded after it a script that defines what
// their Lua finds in place, see the dialect's own.
func Prelude(reg *host.Registry, file, src string) { mbt.Prelude(reg, file, src) }

// Wrap puts a fragment of a tree into the elements that its file lacks around it. The error tells
// that files of this kind have none.
func Wrap(file string, src []byte, limits limit.Values) ([]byte, error) {
	d, err := dialectOf(file, src, limits)
	if err != nil || d.Wrap == nil {
		return nil, &syntax.Error{
			Pos: syntax.Pos{File: file, Line: 1, Col: 1}, Msg: "only a fragment of a Modular Behavior Tree can be put into what it lacks around it",
		}
	}
	return d.Wrap(file, src, limits), nil
}

// Format lays out the text of a tree file anew, without a change to what it
// means. The error is a syntax.ErrorList, or tells that files of this kind
// cannot be laid out.
func Format(file string, src []byte, limits limit.Values) ([]byte, error) {
	var exts []string
	if d, err := dialectOf(file, src, limits); err == nil && d.Format != nil {
		return d.Format(file, src, limits)
	}
	for _, d := range Dialects() {
		if d.Format == nil {
			continue
		}
		takes := slices.Concat(d.Exts, d.Parts)
		if slices.Contains(takes, path.Ext(file)) {
			return d.Format(file, src, limits)
		}
		exts = append(exts, takes...)
	}
	return nil, &syntax.Error{
		Pos: syntax.Pos{File: file, Line: 1, Col: 1},
		Msg: fmt.Sprintf("file %q: wanted an extension of %s", file, strings.Join(exts, ", ")),
	}
}

// FromOld writes what a tree file says in words of older versions of its dialect in those of today,
// where they mean the same. All else stays as it is written.
func FromOld(file string, src []byte, limits limit.Values) ([]byte, error) {
	var exts []string
	for _, d := range Dialects() {
		if d.FromOld == nil {
			continue
		}
		takes := slices.Concat(d.Exts, d.Parts)
		if slices.Contains(takes, path.Ext(file)) {
			return d.FromOld(file, src, limits)
		}
		exts = append(exts, takes...)
	}
	return nil, &syntax.Error{
		Pos: syntax.Pos{File: file, Line: 1, Col: 1},
		Msg: fmt.Sprintf("no older words are known of file %q: wanted an extension of %s", file, strings.Join(exts, ", ")),
	}
}

// dialectOf returns the dialect of a file: by its text if dialects tell that, by its root
// element if it is XML, otherwise by its extension.
func dialectOf(file string, src []byte, limits limit.Values) (*Dialect, *syntax.Error) {
	at := syntax.Pos{File: file, Line: 1, Col: 1}
	ext := path.Ext(file)
	all := Dialects()
	for _, d := range all {
		if d.Match != nil && slices.Contains(d.Exts, ext) && d.Match(src) {
			return d, nil
		}
	}
	if ext == xmlExt {
		root := markup.XMLRoot(src)
		for _, d := range all {
			if root != "" && d.Root == root {
				return d, nil
			}
		}
	}
	for _, d := range all {
		if d.Match == nil && slices.Contains(d.Exts, ext) {
			return d, isNodeGraph(file, src, limits)
		}
	}
	if ext == xmlExt {
		return nil, noRoot(file, src, limits)
	}
	if slices.ContainsFunc(all, func(d *Dialect) bool { return slices.Contains(d.Exts, ext) }) {
		return nil, &syntax.Error{Pos: at, Msg: fmt.Sprintf("file %q: no dialect of files *%s knows its text", file, ext)}
	}
	return nil, noDialect(at, file)
}

// isNodeGraph returns an error for a JSON object with nodes and root, as editors of graphs
// such as behavior3's write them: no dialect of this module reads that, though WAGE has the
// extension.
func isNodeGraph(file string, src []byte, limits limit.Values) *syntax.Error {
	if path.Ext(file) != ".json" {
		return nil
	}
	doc, err := markup.ParseJSON(file, src, markup.LimitsOf(limits))
	if err != nil || doc.Get("nodes") == nil || doc.Get("root") == nil {
		return nil
	}
	return &syntax.Error{Pos: doc.Span.Start,
		Msg: "found a graph with nodes and a root, as behavior3's editor writes it, wanted a tree with a kind; a game can register a dialect that reads such files, see package behavior"}
}

// Mutants returns the mutants of the text of a tree, of a part that trees paste in, or of a scene; none of
// a file of another kind. source gives the texts of files that the text pastes in, which have
// its macros; nil for none.
func Mutants(file string, src []byte, source func(file string) ([]byte, bool), limits limit.Values) []mutant.Mutant {
	d, err := dialectOf(file, src, limits)
	if err != nil {
		all := Dialects()
		i := slices.IndexFunc(all, func(d *Dialect) bool { return slices.Contains(d.Parts, path.Ext(file)) })
		if i < 0 {
			return nil
		}
		d = all[i]
	}
	if d.Outline == nil {
		return nil
	}
	return mutant.Of(src, d.Outline(file, src, source, limits))
}

// Trial is [Dialect.Trial] of a file by its extension, and Fixed its [Dialect.Fixed].
func Trial(file string) int    { return named(file).Trial }
func Fixed(file string) string { return named(file).Fixed }

// named returns the dialect that a file has by its extension; an empty one for none.
func named(file string) *Dialect {
	for _, d := range Dialects() {
		if slices.Contains(d.Exts, path.Ext(file)) {
			return d
		}
	}
	return &Dialect{}
}

// IsTree reports whether the extension of a file tells that it is a tree; a
// scene has none of those.
func IsTree(file string) (is bool) {
	for _, d := range Dialects() {
		if slices.Contains(d.Exts, path.Ext(file)) {
			if d.Scenes {
				return false
			}
			is = true
		}
	}
	return is
}

// xmlExt is an extension that several dialects have in common.
const xmlExt = ".xml"

// extensions returns the extensions of all files that can be loaded.
func extensions() []string {
	var exts []string
	xml := false
	for _, d := range Dialects() {
		for _, ext := range d.Exts {
			if !slices.Contains(exts, ext) {
				exts = append(exts, ext)
			}
		}
		xml = xml || d.Root != ""
	}
	if xml && !slices.Contains(exts, xmlExt) {
		exts = append(exts, xmlExt)
	}
	return exts
}

func noDialect(at syntax.Pos, file string) *syntax.Error {
	return &syntax.Error{Pos: at, Msg: fmt.Sprintf("file %q: wanted an extension of %s", file, strings.Join(extensions(), ", "))}
}

// noRoot returns the error for XML whose root element no dialect has.
func noRoot(file string, src []byte, limits limit.Values) *syntax.Error {
	var roots []string
	for _, d := range Dialects() {
		if d.Root != "" {
			roots = append(roots, d.Root)
		}
	}
	e := &syntax.Error{Pos: syntax.Pos{File: file, Line: 1, Col: 1}}
	doc, err := markup.ParseXML(file, src, markup.LimitsOf(limits))
	var list syntax.ErrorList
	switch {
	case errors.As(err, &list):
		return list[0]
	case doc != nil:
		e.Pos = doc.Span.Start
		e.Msg = fmt.Sprintf("root element <%s>, wanted <%s>", doc.Name, strings.Join(roots, ">, <"))
		doc.Misnamed(e, roots...)
	}
	return e
}
