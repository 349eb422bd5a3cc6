package trees

import (
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// titles are those of the sections of a dialect, with the roles in each.
var titles = []struct {
	title string
	roles []words.Role
}{
	{"nodes", []words.Role{words.Composite, words.Decorator, words.Gate, words.Condition, words.Action}},
	{"functions", []words.Role{words.Function}},
	{"constants", []words.Role{words.Constant, words.Place}},
	{"settings and parts", []words.Role{words.Setting, words.Part}},
	{"events", []words.Role{words.Event}},
}

// Sections lists all that only trees of the dialect can say: what it has itself, in any game, and
// what a registry offers to it alone.
func (d *Dialect) Sections(reg *host.Registry) (all []words.Section) {
	var own []words.Word
	if d.Words != nil {
		own = d.Words()
	}
	leaves := words.Leaves(reg.Overlay(d.Name))
	replaced := func(w *words.Word) bool { // by what the game offers
		return w.Vocabulary != "" && words.Find(leaves, w.Name, d.AnyCase) != nil
	}
	files := strings.Join(d.Exts, " ")
	taken := make(map[string]bool, len(leaves)) // by the dialect itself
	for i := range leaves {
		taken[d.folded(leaves[i].Name)] = false
	}
	order := words.Order(own)
	for _, t := range titles {
		s := words.Section{Title: "The dialect " + d.Name + ": " + t.title, Dialect: d.Name, Files: files, Own: true}
		said := slices.DeleteFunc(slices.Clone(order), func(i int) bool { return !slices.Contains(t.roles, own[i].Role) || replaced(&own[i]) })
		if len(said) == 0 {
			continue
		}
		s.Words = make([]words.Word, 0, len(said)) // rows are large, and some dialects have thousands
		for _, i := range said {
			s.Words = append(s.Words, own[i])
			if name := d.folded(own[i].Name); len(taken) > 0 {
				if _, ok := taken[name]; ok {
					taken[name] = true
				}
			}
		}
		all = append(all, s)
	}
	s := words.Section{Title: "What a game offers to trees of " + d.Name + " alone", Dialect: d.Name, Files: files}
	for i := range leaves {
		if !taken[d.folded(leaves[i].Name)] {
			s.Words = append(s.Words, leaves[i])
		}
	}
	if s.Words != nil {
		all = append(all, s)
	}
	return all
}

// folded returns a name as names are compared.
func (d *Dialect) folded(name string) string {
	if d.AnyCase {
		return strings.ToLower(name)
	}
	return name
}

// Names lists the dialects by name.
func Names() (all []string) {
	for _, d := range Dialects() {
		all = append(all, d.Name)
	}
	return all
}

// NameOf returns the name of the dialect of a file, of which the beginning is enough; empty for what
// is no tree, and for files whose extension scenes have, too.
func NameOf(file string, src []byte) string {
	d, fault := dialectOf(file, src, limit.Values{})
	if fault != nil || d.Scenes {
		return ""
	}
	return d.Name
}
