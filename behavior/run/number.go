package run

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// Number is a number that the source of a tree has as an argument of a leaf, or of a node
// of the dialect itself: another one in its place makes the same tree but for that.
type Number struct {
	Of    string // the action, function or node; in dialects whose nodes have ids, that
	Arg   string // the parameter
	At    syntax.Span
	Value float64
	// Fixed is why no other number can be written in its place; empty where one can.
	Fixed string
}

// NumberKeys returns the keys of the numbers of a tree, OF.ARG. Where several have the same,
// each gets its place among them in the order of the files: OF#2.ARG.
func NumberKeys(all []Number) []string {
	count, nth := map[string]int{}, map[string]int{}
	for i := range all {
		count[all[i].plain()]++
	}
	keys := make([]string, len(all))
	for i := range all {
		n := &all[i]
		if keys[i] = n.plain(); count[keys[i]] > 1 {
			nth[n.plain()]++
			keys[i] = fmt.Sprintf("%s#%d.%s", n.Of, nth[n.plain()], n.Arg)
		}
	}
	return keys
}

func (n *Number) plain() string { return n.Of + "." + n.Arg }

// WhyFixed tells of each number of a tree why it cannot be tuned; empty where it can.
func WhyFixed(all []Number) []string {
	why, keys, first := make([]string, len(all)), NumberKeys(all), map[syntax.Span]int{}
	for i := range all {
		j, twice := first[all[i].At]
		switch {
		case all[i].Fixed != "":
			why[i] = all[i].Fixed
		case twice: // in a file that stands twice in a tree
			why[i] = fmt.Sprintf("it is that of %s, too", keys[j])
			why[j] = cmp.Or(why[j], fmt.Sprintf("it is that of %s, too", keys[i]))
		default:
			first[all[i].At] = i
		}
	}
	return why
}

// FindNumber returns the index of the number with a key. The error says what there is instead.
func FindNumber(all []Number, key string) (int, *syntax.Error) {
	keys := NumberKeys(all)
	if i := slices.Index(keys, key); i >= 0 {
		if why := WhyFixed(all)[i]; why != "" {
			return i, &syntax.Error{Msg: fmt.Sprintf("the number at %v cannot be tuned: %s", all[i].At.Start, why)}
		}
		return i, nil
	}
	var same []string
	for i := range all {
		if all[i].plain() == key {
			same = append(same, fmt.Sprintf("%s at %v", keys[i], all[i].At.Start))
		}
	}
	switch {
	case len(same) > 0:
		return -1, &syntax.Error{Msg: fmt.Sprintf("the tree has %d numbers %s, wanted %s", len(same), key, markup.Or(same))}
	case len(all) == 0:
		return -1, &syntax.Error{Msg: fmt.Sprintf("the tree has no number %s: it has none at all", key)}
	}
	const most = 12
	list := strings.Join(keys, ", ")
	if len(keys) > most {
		list = fmt.Sprintf("%s and %d more", strings.Join(keys[:most], ", "), len(keys)-most)
	}
	e := &syntax.Error{Msg: fmt.Sprintf("the tree has no number %s, it has %s", key, list)}
	return -1, e.Suggest(key, keys)
}
