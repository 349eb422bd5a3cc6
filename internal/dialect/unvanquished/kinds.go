package unvanquished

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// family is a group of symbols with one prefix, which parameters of one name take.
type family struct {
	param  string // without the digits at the end of its name
	prefix string
	member string // what one of them is, for messages
}

var families = []family{
	{"upgrade", "UP_", "an upgrade"}, {"weapon", "WP_", "a weapon"}, {"class", "PCL_", "a class"}, {"entity", "E_", "an entity"},
	{"team", "TEAM_", "a team"}, {"direction", "MOVE_", "a direction"}, {"mode", "SAY_", "a mode of chat"},
	{"status", "STATUS_", "a status"}, {kindNames, "ET_", "a kind of entity"},
}

// familyOf finds the family of a parameter, or nil.
func familyOf(param string) *family {
	param = strings.TrimRight(param, "0123456789")
	for i := range families {
		if f := &families[i]; f.param == param && param != "" {
			return f
		}
	}
	return nil
}

// familyOfSymbol finds the family of a symbol of the game, or nil.
func (lib *library) familyOfSymbol(word string) *family {
	if _, known := lib.names.symbols[word]; !known {
		return nil
	}
	for i := range families {
		if f := &families[i]; strings.HasPrefix(word, f.prefix) {
			return f
		}
	}
	return nil
}

// wanted says what values a parameter takes.
func wanted(p *host.Param) string {
	if f := familyOf(p.Name); f != nil {
		return fmt.Sprintf("%s (%s...)", f.member, f.prefix)
	}
	if p.Kind == host.String {
		return p.Kind.String()
	}
	return fmt.Sprintf("%v (%s)", p.Kind, p.Name)
}

// lintf notes what the original takes without a word.
func (p *parser) lintf(t *token, format string, args ...any) *syntax.Error {
	e := &syntax.Error{Pos: t.at.Start, At: t.at, Msg: fmt.Sprintf(format, args...), Notes: t.notes()}
	p.file.lints = append(p.file.lints, e)
	return e
}

// checkKinds notes values that the game takes and reads as something else than
// they say. written has the token of each value.
func (p *parser) checkKinds(name *token, params []host.Param, values []host.Value, written []*token) {
	i := 0
	for k := range params {
		if params[k].Kind == host.Where {
			continue
		}
		if i == len(values) {
			return
		}
		p.checkKind(name, &params[k], values[i], written[i])
		i++
	}
}

func (p *parser) checkKind(name *token, param *host.Param, v host.Value, t *token) {
	of := p.lib.familyOfSymbol(t.word)
	found := t.describe()
	if t.kind == numberToken && t.word == "" {
		found = v.String()
	}
	numeric := param.Kind == host.Int || param.Kind == host.Number
	switch {
	case v.Kind() == host.String && numeric:
		p.lintf(t, "%s counts as 0 here: %s wants %s", found, quote(name.text), wanted(param))
	case v.Kind() != host.String && param.Kind == host.String:
		p.lintf(t, "%s is no text, and is printed as %q: %s wants %s", found, cast(host.String, v).Text(), quote(name.text), wanted(param)).
			Hint = "a text stands in quotes"
	case of != nil && of != familyOf(param.Name) && (familyOf(param.Name) != nil || param.Kind == host.Number):
		p.lintf(t, "%s is %s: %s wants %s", found, of.member, quote(name.text), wanted(param))
	case param.Kind == host.Int && v.Number() != float64(int64(v.Number())):
		p.lintf(t, "%s is cut to %d: %s wants %s", found, truncate(v), quote(name.text), wanted(param))
	case familyOf(param.Name) == statusFamily && t.word == "":
		p.bareStatus(t, v)
	case param.Name == timerParam && v.Number() < 0:
		p.lintf(t, "a time below 0, with which %s holds nothing back, wanted milliseconds", quote(name.text))
	default:
		p.checkRange(name, param, v, t)
	}
}

var statusFamily = familyOf("status")

// bareStatus notes a status that is written as a number.
func (p *parser) bareStatus(t *token, v host.Value) {
	for _, s := range Symbols {
		if strings.HasPrefix(s.Name, statusFamily.prefix) && s.Value == truncate(v) {
			p.lintf(t, "the number %s stands for %s", t.text, s.Name).Hint = "the symbol says so"
			return
		}
	}
	p.lintf(t, "the number %v is no status, wanted %s", v, markup.Or(p.lib.withPrefix(statusFamily.prefix)))
}

// kin hints at the symbols that are like a word: that end in it, as STATUS_SUCCESS
// does in SUCCESS, else that begin as it does, as MOVE_LEFT and MOVE_UP.
func (lib *library) kin(word string) string {
	var found []string
	for _, name := range lib.names.symbolNames {
		if strings.HasSuffix(fold(name), "_"+fold(word)) {
			found = append(found, quote(name))
		}
	}
	if len(found) > 0 {
		return "did you mean " + markup.Or(found) + "?"
	}
	if prefix, _, ok := strings.Cut(word, "_"); ok {
		found = lib.withPrefix(prefix + "_")
	}
	if len(found) == 0 {
		return ""
	}
	return "there are " + strings.Join(found, ", ")
}

// withPrefix lists the symbols that begin so, in the order of their values.
func (lib *library) withPrefix(prefix string) (found []string) {
	for _, name := range lib.names.symbolNames {
		if strings.HasPrefix(name, prefix) {
			found = append(found, name)
		}
	}
	slices.SortStableFunc(found, func(a, b string) int {
		return int(lib.names.symbols[a].Number() - lib.names.symbols[b].Number())
	})
	return found
}
