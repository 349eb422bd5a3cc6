package script

import (
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
	"github.com/thicket-sim/thicket/internal/ground/lazy"
)

// How sure a name in a file is that of a prefab which the file describes.
const (
	surely = iota // it is the first argument of Prefab
	likely        // it is that of a function that makes something, or a field called name
)

// described is a file of the folder prefabs, and how sure it is that it describes a prefab.
type described struct {
	file string // its name without the ending
	how  int
}

// index says which files of the root's folder prefabs may describe a prefab. It is made when a prefab is
// asked for that no file of its name describes, and made anew when files are read anew.
type index struct {
	round int
	of    map[string][]described
	open  map[string]bool // the files that describe prefabs of names that they put together
}

// guesses bounds the files that are run for one prefab that none surely describes.
const guesses = 4

// makes matches names of functions that make prefabs.
var makes = lazy.Regexp(`(?i)make|create|prefab|^def|fx$`)

// PrefabFiles lists the files of the root that may describe a prefab, as they are required, the likeliest
// first; surely is how many of them do so by their text.
func (p *Project) PrefabFiles(name string) (refs []string, surely int) {
	if p.Files == nil {
		return nil, 0
	}
	if p.prefabs.of == nil || p.prefabs.round != p.round {
		p.prefabs = p.readPrefabs()
	}
	add := func(file string) {
		if ref := "prefabs/" + file; !slices.Contains(refs, ref) {
			refs = append(refs, ref)
		}
	}
	for _, d := range p.prefabs.of[name] {
		if add(d.file); d.how == 0 {
			surely = len(refs)
		}
	}
	for stem := name; ; { // oceanfish_small_1 may be one of prefabs/oceanfish.lua
		if p.prefabs.open[stem] {
			add(stem)
		}
		at := strings.LastIndexByte(stem, '_')
		if at < 0 {
			break
		}
		stem = stem[:at]
	}
	return refs[:min(len(refs), max(guesses, surely))], surely
}

func (p *Project) readPrefabs() index {
	x := index{round: p.round, of: map[string][]described{}, open: map[string]bool{}}
	for _, name := range p.Files.List("prefabs") {
		file, isLua := strings.CutSuffix(name, ".lua")
		src, ok := p.Files.Peek(path.Join("prefabs", name))
		if isLua && ok {
			x.read(file, source.Words(string(src)), false)
		}
	}
	// all that shines and puffs stands in one table of the root
	if src, ok := p.Files.Peek("fx.lua"); ok && x.open["fx"] {
		x.read("fx", source.Words(string(src)), true)
	}
	for _, all := range x.of {
		slices.SortStableFunc(all, func(a, b described) int { return a.how - b.how })
	}
	return x
}

// read notes the names in a file.
func (x *index) read(file string, words []source.Word, isTable bool) {
	text := func(i int) string {
		if i < 0 || i >= len(words) {
			return ""
		}
		return words[i].Text
	}
	note := func(name string, how int) {
		all := x.of[name]
		if !slices.ContainsFunc(all, func(d described) bool { return d.file == file && d.how <= how }) {
			x.of[name] = append(all, described{file, how})
		}
	}
	for i := range words {
		if words[i].Kind != source.TextWord {
			if text(i) == "Prefab" && text(i+1) == "(" && (i+2 >= len(words) || words[i+2].Kind != source.TextWord || text(i+3) == "..") {
				x.open[file] = true
			}
			continue
		}
		name := path.Base(Unquoted(words[i].Text))
		switch before, called := text(i-1), text(i-2); {
		case text(i+1) == "..": // a part of a name
		case before == "(" && called == "Prefab":
			note(name, surely)
		case before == "(" && makes().MatchString(called), before == "=" && (called == "name" || called == "prefab") && (isTable || x.open[file]):
			note(name, likely)
		}
	}
}
