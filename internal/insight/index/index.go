package index

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/mention"
	"github.com/thicket-sim/thicket/internal/trees"
)

// Version is that of the form in which an index is written.
const Version = 1

// Index has the names of some files, ordered by kind and text.
type Index struct {
	Version int    `json:"version"`
	Names   []Name `json:"names"`

	spelt map[string][]string // the names of actions by words that stand for them in some tree
}

// Name is one name.
type Name struct {
	Kind mention.Kind `json:"kind"`
	// Text is the name; of an action that under which the game offers it, where trees may spell it otherwise.
	Text string `json:"name"`
	// Scope is the file or the subtree that has the entry; empty for what the scene shares.
	Scope string `json:"scope,omitempty"`
	// Definitions and Uses are in the order of files and lines. A name without definitions is the
	// game's, or is made as the scene runs.
	Definitions []Range `json:"definitions"`
	Uses        []Range `json:"uses"`
}

// Range is a part of a text: lines and columns from 1, columns in characters, the end behind the
// last. That of a file as a whole is empty.
type Range struct {
	File    string `json:"file"`
	Line    int32  `json:"line"`
	Col     int32  `json:"col"`
	EndLine int32  `json:"endLine"`
	EndCol  int32  `json:"endCol"`
}

func rangeOf(s syntax.Span) Range {
	return Range{s.Start.File, s.Start.Line, s.Start.Col, s.EndLine, s.EndCol}
}

// Source is a file that is looked through.
type Source struct {
	Name  string
	Text  []byte
	Scene bool // it is a scene
	Test  bool // it is a file of tests
}

// Of makes the index of some files, of which the first is the scene or the tree that was asked for, by
// what a registry offers to their trees; nil: by that of an arena.
func Of(sources []Source, limits limit.Values, reg *host.Registry) *Index {
	b := builder{sources: sources, defined: map[key]bool{}, acts: map[string]bool{}, spelt: map[string][]string{}}
	offers := trees.OffersOf(offering(sources, limits, reg))
	var all []found
	for i := range sources {
		s := &sources[i]
		name := offers.In(s.Name, s.Text, limits)
		for _, said := range s.mentions(limits) {
			if exact(s.Text, &said) {
				m := found{Mention: said}
				b.call(&m, name)
				all = append(all, m)
				if m.Defines {
					b.defined[keyOf(&m.Mention)] = true
				}
				if m.Kind == mention.Action {
					b.acts[m.Name] = true
				}
			}
		}
	}
	for i := range all {
		b.add(&all[i])
	}
	return b.index()
}

func (s *Source) mentions(limits limit.Values) mention.List {
	switch {
	case s.Scene:
		return sceneMentions(s.Name, s.Text, limits)
	case s.Test:
		return testMentions(s.Name, s.Text, limits)
	}
	return trees.Mentions(s.Name, s.Text, limits)
}

// exact narrows a range to the name, which may stand in quotes; it reports whether the name
// stands there as it is.
func exact(text []byte, m *mention.Mention) bool {
	if m.Name == "" {
		return false
	}
	from, to := syntax.Offset(text, m.At.Start), syntax.Offset(text, m.At.End())
	if from > to {
		return false
	}
	found := string(text[from:to])
	if found == m.Name {
		return true
	}
	if n := len(found); n < 2 || found[1:n-1] != m.Name || !strings.Contains(`"'`, found[:1]) {
		return false
	}
	m.At.Start.Col++
	m.At.EndCol--
	return true
}

type key struct {
	kind        mention.Kind
	scope, name string
}

func keyOf(m *mention.Mention) key { return key{m.Kind, m.Scope, m.Name} }

// builder makes rows of mentions.
type builder struct {
	sources []Source
	defined map[key]bool
	acts    map[string]bool     // that trees use
	spelt   map[string][]string // names by words that stand for them
	rows    map[key]*Name
}

// byKey are the kinds that an argument of a name may be.
var byKey = map[string][]mention.Kind{
	"place": {mention.Place, mention.Tag}, "in": {mention.Place, mention.Tag}, "home": {mention.Place, mention.Tag}, "near": {mention.Place, mention.Tag},
	"at": {mention.Place, mention.Tag}, "tag": {mention.Tag}, "team": {mention.Team}, "teamId": {mention.Team}, "class": {mention.Class}, "of": {mention.Class}, "who": {mention.Class, mention.Team},
	"every": {mention.Class, mention.Team}, "some": {mention.Class, mention.Team}, "no": {mention.Class, mention.Team}, "winner": {mention.Team},
	"item": {mention.Item}, "drops": {mention.Item}, "good": {mention.Good}, "about": {mention.Item, mention.Good, mention.Place, mention.Class},
	"path": {mention.Path}, "weapon": {mention.Weapon}, "query": {mention.Query}, "event": {mention.Event}, "state": {mention.State},
	"node": {mention.Name, mention.ID, mention.Macro, mention.Tree, mention.Action}, "behavior": {mention.Tree, mention.Action}, "tree": {mention.Tree}, "does": {mention.Action},
	"variable": {mention.Entry}, "key": {mention.Entry}, "name": {mention.Query},
	"":           {mention.Macro, mention.Place, mention.Tag, mention.Path, mention.Team, mention.Class, mention.Query, mention.Entry, mention.Item, mention.Good, mention.Pipe},
	mention.Code: {mention.Entry},
}

// add puts a mention into its row.
func (b *builder) add(m *found) {
	switch m.Kind {
	case mention.Value:
		if k := b.meant(m); k.kind != "" {
			b.row(k).Uses = append(b.row(k).Uses, rangeOf(m.At))
		}
		return
	case mention.File:
		b.file(mention.File, &m.Mention, m.Name)
		return
	case mention.Tree:
		if !m.Defines && !b.defined[keyOf(&m.Mention)] {
			b.file(mention.Tree, &m.Mention, m.Name+path.Ext(m.At.Start.File))
			return
		}
	}
	row := b.row(keyOf(&m.Mention))
	if m.Defines {
		row.Definitions = append(row.Definitions, rangeOf(m.At))
	} else {
		row.Uses = append(row.Uses, rangeOf(m.At))
	}
}

// found is a name in a text.
type found struct {
	mention.Mention
	offered string // the action or the function that a tree calls by it; empty for none
}

// call gives an action the name under which it is offered, however it is spelt.
func (b *builder) call(m *found, offered func(word string) string) {
	word := m.Name
	switch {
	case m.Kind == mention.Value && (m.Key == "" || m.Key == mention.Node):
		m.offered = offered(word)
	case m.Kind == mention.Action && !m.Defines:
		m.offered = offered(word)
		m.Name = cmp.Or(m.offered, word)
	}
	if m.offered != "" && m.offered != word {
		b.spelt[word] = append(b.spelt[word], m.offered)
	}
}

// meant returns what an argument names; the zero key for nothing.
func (b *builder) meant(m *found) key {
	for _, kind := range byKey[m.Key] {
		k := key{kind, "", m.Name}
		switch own := (key{kind, m.Scope, m.Name}); {
		case kind == mention.Entry && b.defined[own]:
			return own
		case b.defined[k], kind == mention.Action && b.acts[m.Name]:
			return k
		}
	}
	k := key{mention.Enum, "", m.Name}
	switch {
	case m.offered != "":
		return key{mention.Action, "", m.offered}
	case b.defined[k]:
		return k
	case m.Key == mention.Code:
		return key{mention.Entry, m.Scope, m.Name}
	}
	return key{}
}

// file adds the use of a file, which is defined where it begins.
func (b *builder) file(kind mention.Kind, m *mention.Mention, ref string) {
	row := b.row(key{kind, "", m.Name})
	row.Uses = append(row.Uses, rangeOf(m.At))
	if s := b.source(m.At.Start.File, ref); s != nil {
		begin := Range{s.Name, 1, 1, 1, 1}
		if !slices.Contains(row.Definitions, begin) {
			row.Definitions = append(row.Definitions, begin)
		}
	}
}

// source finds the file that another refers to: beside it, or wherever a path ends so.
func (b *builder) source(from, ref string) *Source {
	ref = strings.TrimPrefix(path.Clean(strings.ReplaceAll(ref, `\`, "/")), "/")
	beside := path.Join(path.Dir(from), ref)
	for i := range b.sources {
		if name := b.sources[i].Name; name == beside || name == beside+path.Ext(from) {
			return &b.sources[i]
		}
	}
	for i := range b.sources {
		if name := "/" + b.sources[i].Name; strings.HasSuffix(name, "/"+ref) || strings.HasSuffix(name, "/"+ref+path.Ext(from)) {
			return &b.sources[i]
		}
	}
	return nil
}

func (b *builder) row(k key) *Name {
	if b.rows == nil {
		b.rows = map[key]*Name{}
	}
	if b.rows[k] == nil {
		b.rows[k] = &Name{Kind: k.kind, Text: k.name, Scope: k.scope, Definitions: []Range{}, Uses: []Range{}}
	}
	return b.rows[k]
}

// index orders the rows.
func (b *builder) index() *Index {
	x := &Index{Version: Version, Names: []Name{}, spelt: b.spelt}
	for _, row := range b.rows {
		row.Definitions, row.Uses = ordered(row.Definitions), ordered(row.Uses)
		row.Uses = slices.DeleteFunc(row.Uses, func(r Range) bool { return slices.Contains(row.Definitions, r) })
		x.Names = append(x.Names, *row)
	}
	slices.SortFunc(x.Names, func(a, b Name) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Text, b.Text), cmp.Compare(a.Scope, b.Scope))
	})
	return x
}

// ordered orders ranges by place, each one once.
func ordered(all []Range) []Range {
	slices.SortFunc(all, func(a, b Range) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col), cmp.Compare(a.EndCol, b.EndCol))
	})
	return slices.Compact(all)
}

// Named returns what has a name, of all kinds; also actions that some tree calls by it.
func (x *Index) Named(name string) (all []Name) {
	for _, n := range x.Names {
		if n.Text == name || n.Kind == mention.Action && slices.Contains(x.spelt[name], n.Text) {
			all = append(all, n)
		}
	}
	return all
}

// Texts lists all names once, for hints.
func (x *Index) Texts() (all []string) {
	for _, n := range x.Names {
		all = append(all, n.Text)
	}
	for word := range x.spelt {
		all = append(all, word)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
