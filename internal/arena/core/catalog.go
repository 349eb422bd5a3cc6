package core

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// Catalog lists the abilities. A function that gives a number is listed once;
// trees also have it with _below and _at_least behind its name, as conditions
// with a parameter limit.
func Catalog() []words.Section {
	var all []words.Section
	for _, s := range []struct {
		title string
		list  []Ability
	}{
		{"Moving", moves()}, {"Fighting and living", fights()}, {"Keeping one's own health", keeping()}, {"Things", hauls()}, {"Minds", thoughts()}, {"What trees can ask", asks()},
	} {
		section := words.Section{Title: s.title}
		for i := range s.list {
			section.Words = append(section.Words, s.list[i].Word())
		}
		all = append(all, section)
	}
	return all
}

// Word describes the ability for listings.
func (b *Ability) Word() words.Word {
	w := words.Word{Name: b.Name, Role: words.Function, Doc: b.Doc, Example: b.node(), Params: words.ParamsOf(b.hostParams())}
	switch {
	case b.Act != nil:
		w.Role = words.Action
	case b.Is != nil:
		w.Role, w.Answers, w.Value.Kind = words.Condition, words.Success|words.Failure, host.Bool
	case b.Num != nil:
		w.Value = words.Value{Kind: host.Number, Unit: b.Unit}
	default:
		w.Value.Kind = b.Result
	}
	return w
}

// node writes the ability as a node of a WAGE tree, a number as a condition. It
// is empty for what no condition can be with its arguments alone.
func (b *Ability) node() string {
	name, args, kind := b.Name, b.Example, "condition"
	switch {
	case b.Act != nil:
		kind = "action"
	case b.Num != nil:
		name += "_below"
		args = strings.Replace(strings.Replace(args, "}", ", limit: 1 }", 1), "{,", "{", 1)
	case b.Ask != nil && b.Result != host.Any:
		return ""
	}
	if args == "{}" || args == "" {
		return fmt.Sprintf("{ kind: %s, name: %s }", kind, name)
	}
	args = strings.ReplaceAll(args, " , ", ", ")
	return fmt.Sprintf("{ kind: %s, name: %s, args: %s }", kind, name, args)
}
