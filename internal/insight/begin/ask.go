package begin

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/ground/lazy"
	"github.com/thicket-sim/thicket/internal/insight/mention"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/trees"
)

// use is where a tree asks for something.
type use struct {
	name string
	at   string // file:line, the folder left out
	by   string // the node, or the word of code
}

func (u use) String() string { return strings.TrimSpace(u.at + " " + u.by) }

// asks is what the files of a tree ask for.
type asks struct {
	dialect *trees.Dialect
	offered map[string]*words.Word // what the game offers to trees of the dialect: by folded name, and by name behind a =
	needs   map[need]use           // the first word that asks for it
	names   map[string][]use       // by what they name: places, items and so on, each once
	ids     []use                  // of nodes
	vocab   use                    // the first word of the dialect's vocabulary, and the vocabulary
	files   []source
	text    string // of all files, without comments
}

// source is a file, its folder left out, and its text without comments.
type source struct{ name, text string }

// fold returns a name as dialects that write one name differently do: move_to is MoveTo.
func fold(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// comments are those of XML, of Lua and of behaviour files, by extension.
var comments = map[string]*regexp.Regexp{
	".lua": regexp.MustCompile(`--[^\n]*`), ".bt": regexp.MustCompile(`//[^\n]*`), ".inc": regexp.MustCompile(`//[^\n]*`),
	"": regexp.MustCompile(`(?s)<!--.*?-->`),
}

var notBreak = lazy.Regexp(`[^\n]`)

// code returns the text of a file with blanks in the place of comments.
func code(f *scenes.ReadFile) string {
	of, ok := comments[path.Ext(f.Name)]
	if !ok {
		of = comments[""]
	}
	return of.ReplaceAllStringFunc(string(f.Text), func(c string) string { return notBreak().ReplaceAllString(c, " ") })
}

// read finds what some files ask for, of which the first is the tree.
func read(d *trees.Dialect, reg *host.Registry, files []scenes.ReadFile, o *scenes.Options) *asks {
	a := &asks{dialect: d, offered: map[string]*words.Word{}, needs: map[need]use{}, names: map[string][]use{}}
	for _, from := range [][]words.Word{words.Leaves(reg), d.Words(), words.Leaves(reg.Overlay(d.Name))} {
		for i := range from {
			if w := &from[i]; w.Role.IsNode() || w.Role == words.Function {
				a.offered[fold(w.Name)], a.offered["="+w.Name] = w, w
			}
		}
	}
	for i := range files {
		f := &files[i]
		text := code(f)
		a.files = append(a.files, source{path.Base(f.Name), text})
		a.text += text + "\n"
		a.words(f.Name, text)
		a.mentions(trees.Mentions(f.Name, f.Text, o.Limits), reg)
	}
	return a
}

var word = lazy.Regexp(`[A-Za-z_][A-Za-z0-9_.]*`)

// words finds the needs of the words of a text.
func (a *asks) words(file, text string) {
	line := 0
	for l := range strings.Lines(text) {
		line++
		for _, w := range word().FindAllString(l, -1) {
			at := use{name: w, at: fmt.Sprintf("%s:%d", path.Base(file), line), by: w}
			for _, n := range needsOf[w[strings.LastIndexByte(w, '.')+1:]] {
				a.need(n, at)
			}
			for _, p := range prefixes {
				if strings.HasPrefix(w, p.begins) {
					a.need(p.need, at)
				}
			}
		}
	}
}

func (a *asks) need(n need, by use) {
	if _, ok := a.needs[n]; !ok {
		a.needs[n] = by
	}
}

func (a *asks) name(kind string, u use) {
	if !slices.ContainsFunc(a.names[kind], func(have use) bool { return have.name == u.name }) {
		a.names[kind] = append(a.names[kind], u)
	}
}

// mentions finds the names of a file that its nodes ask for.
func (a *asks) mentions(all mention.List, reg *host.Registry) {
	var node *words.Word
	arg := 0 // of those without names
	for i := range all {
		m := &all[i]
		u := use{name: m.Name, at: fmt.Sprintf("%s:%d", path.Base(m.At.Start.File), m.At.Start.Line)}
		switch m.Kind {
		case mention.Action:
			if node = a.offered["="+m.Name]; node == nil {
				node = a.offered[fold(m.Name)]
			}
			arg, u.by = 0, m.Name
			a.node(node, u, reg)
		case mention.Value:
			key := m.Key
			if key == mention.Node {
				continue
			}
			if node != nil {
				if u.by = node.Name; key == "" && arg < len(node.Params) {
					key = node.Params[arg].Name
				}
			}
			a.value(node, key, u)
			arg++
		case mention.Tree:
			node, u.by = nil, m.Name
		case mention.ID:
			a.ids = append(a.ids, u)
		case mention.Place:
			a.name("place", u)
		}
	}
}

// node finds what a node asks for by its defaults, and whether it is one of a vocabulary.
func (a *asks) node(w *words.Word, u use, reg *host.Registry) {
	for _, n := range needsOf[strings.ToLower(u.name)] { // such as <Attack/> for attack
		a.need(n, u)
	}
	if w == nil {
		return
	}
	for i := range w.Params {
		p := &w.Params[i]
		switch {
		case strings.HasPrefix(p.Name, "player."):
			a.need(player, u)
		case p.Names == "place" && plain().MatchString(strings.Trim(p.Default, `"`)) && p.Default != "null":
			if place := strings.Trim(p.Default, `"`); !slices.Contains(p.Words, place) {
				a.name("place", use{place, u.at, u.by})
			}
		case p.Default == "enemy":
			a.need(foe, u)
		}
	}
	own, called := reg.Overlay(a.dialect.Name), u.name
	if a.dialect.AnyCase {
		called = w.Name
	}
	if act, fn := own.Action(called), own.Func(called); a.vocab.name == "" && (act != nil && act.Vocabulary || fn != nil && fn.Vocabulary) {
		a.vocab = u
		if a.vocab.name = a.dialect.Name; a.dialect.Vocabulary != "" {
			a.vocab.name = a.dialect.Vocabulary
		}
	}
}

// plain is a name that can stand in a scene as it is.
var plain = lazy.Regexp(`^[A-Za-z_][A-Za-z0-9_-]*$`)

// value finds what an argument names.
func (a *asks) value(node *words.Word, key string, u use) {
	if !plain().MatchString(u.name) {
		return
	}
	kind := named[key]
	if node != nil {
		for i := range node.Params {
			p := &node.Params[i]
			if fold(p.Name) != fold(key) {
				continue
			}
			if slices.Contains(p.Words, u.name) || slices.ContainsFunc(p.Words, func(w string) bool { return strings.EqualFold(w, u.name) }) {
				if fold(node.Name) == "throwgrenade" {
					a.name("grenade", u)
				}
				return
			}
			if p.Names != "" {
				kind = p.Names
			}
		}
	}
	switch {
	case kind != "":
		a.name(kind, u)
	case key == "" && strings.ToLower(u.name) == u.name:
		a.tag(u)
	}
}

// looks are the words of a script that look for somebody, or something, by a tag.
var (
	looks = lazy.Regexp(`Find|RunAway|Avoid|Tag|Nearest|Chase|Follow|Face`)
	finds = lazy.Regexp(`Find`)
)

// tag takes a text of a script for a tag where its line looks for somebody.
func (a *asks) tag(u use) {
	i := slices.IndexFunc(a.files, func(f source) bool { return strings.HasPrefix(u.at, f.name+":") })
	var line int
	if i < 0 || strings.HasPrefix(u.name, "_") {
		return
	} else if _, err := fmt.Sscanf(u.at[len(a.files[i].name):], ":%d", &line); err != nil {
		return
	}
	text := strings.Split(a.files[i].text, "\n")[line-1]
	if looks().MatchString(text) {
		a.name("tag", u)
	}
	if finds().MatchString(text) {
		a.name("find", u)
	}
}

// engineEvents are the events that an arena sends by itself; the value is true for those that only
// who keeps its eyes on a foe gets.
func engineEvents() map[string]bool {
	all := map[string]bool{}
	for _, e := range arena.AllEvents() {
		all[e.Name] = e.Sight
	}
	return all
}
