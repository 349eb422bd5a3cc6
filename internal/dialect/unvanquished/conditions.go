package unvanquished

import (
	"fmt"
	"math"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// shortest is a time in milliseconds below which no tick of the game takes less.
const shortest = 25

// asked lints an expression that is asked whether it holds.
func (l *linter) asked(e Expr) {
	switch e := e.(type) {
	case *Literal:
		l.constant(e)
	case *Not:
		l.asked(e.X)
	case *Binary:
		if e.Op == And || e.Op == Or {
			l.asked(e.X)
			l.asked(e.Y)
			return
		}
		l.compared(e)
	case *Call:
		if always, never := verdict(NotEqual, l.quantityOf(e), quantity{known: true, whole: true}); always || never {
			l.says(e, "%v is %v: as a condition it %s", l.text(e), l.quantityOf(e), howOften(always))
		}
	}
}

// constant lints a number that is a condition. 0 and 1 say that they are meant, and so does a macro.
func (l *linter) constant(e *Literal) {
	v := e.Value.Number()
	f := l.familyAt(e)
	if f == nil && (v == 0 || v == 1 || e.token == nil || e.token.from != nil) {
		return
	}
	n := l.says(e, "%v is a constant: as a condition it %s", l.text(e), howOften(v != 0))
	if f == nil {
		return
	}
	var meant []string
	for _, name := range l.lib.names.funcNames {
		of := l.lib.names.funcs[fold(name)]
		p := of.Params
		switch {
		case of.Domain.Names == f.param:
			meant = append(meant, fmt.Sprintf("%s == %s", of.Name, e.token.word))
		case len(p) == 1 && p[0].Domain.Names == f.param && l.quantityOf(&Call{Use: of}).truth:
			meant = append(meant, fmt.Sprintf("%s( %s )", of.Name, e.token.word))
		}
	}
	didYouMean(n, meant)
}

// howOften says how often a condition holds that always gives the same.
func howOften(always bool) string {
	if always {
		return "always holds"
	}
	return "never holds"
}

// didYouMean hints at what was probably meant, at most four of it.
func didYouMean(n *syntax.Error, meant []string) {
	if len(meant) > 0 {
		n.Hint = "did you mean " + markup.Or(meant[:min(len(meant), 4)]) + "?"
	}
}

// compared lints a comparison.
func (l *linter) compared(e *Binary) {
	if l.negated(e) || l.chained(e) {
		return
	}
	for _, side := range [...]Expr{e.X, e.Y} {
		switch side.(type) {
		case *Not, *Binary:
			l.asked(side)
		}
	}
	x, y := l.quantityOf(e.X), l.quantityOf(e.Y)
	if !x.meets(y) {
		n := l.says(e, "compares %v, %v, with %v, %v", l.text(e.X), x, l.text(e.Y), y)
		l.meant(n, e, x, y)
		return
	}
	if x.of == nil && y.of == nil && !(x.truth || y.truth) {
		if w := l.file.wordings[e]; w.plain() {
			always, _ := verdict(e.Op, x, y)
			l.says(e, "compares two constants: it %s", howOften(always))
		}
		return
	}
	if e.Op != Equal && e.Op != NotEqual || !l.stranger(e, x, y) && !l.stranger(e, y, x) {
		l.bounded(e, x, y)
	}
}

// negated lints a comparison of a ! with something, where the ! was hardly meant for its first
// operand alone.
func (l *linter) negated(e *Binary) bool {
	not, ok := e.X.(*Not)
	if !ok || l.file.wordings[not].enclosed {
		return false
	}
	if l.quantityOf(not.X).truth && l.quantityOf(e.Y).most <= 1 {
		return false
	}
	inner := fmt.Sprintf("%v %v %v", l.text(not.X), e.Op, l.text(e.Y))
	n := l.says(e, "the ! takes in %v alone: this compares 0 or 1 with %v", l.text(not.X), l.text(e.Y))
	n.Hint = fmt.Sprintf("did you mean !( %s )?", inner)
	if l.file.wordings[e].plain() {
		n.Fix = []syntax.Edit{{At: l.file.wordings[e].span(), With: fmt.Sprintf("!( %s )", inner)}}
	}
	return true
}

// chained lints a comparison that has another as an operand, as a < b < c in mathematics.
func (l *linter) chained(e *Binary) bool {
	if e.Op > GreaterEqual {
		return false
	}
	inner := func(e Expr) *Binary {
		b, ok := e.(*Binary)
		if !ok || b.Op > GreaterEqual || l.file.wordings[b].enclosed {
			return nil
		}
		return b
	}
	var first, middle, last string
	switch left, right := inner(e.X), inner(e.Y); {
	case left != nil:
		first = fmt.Sprintf("%v %v %v", l.text(left.X), left.Op, l.text(left.Y))
		middle, last = l.text(left.Y), fmt.Sprintf("%v %v", e.Op, l.text(e.Y))
	case right != nil:
		first = fmt.Sprintf("%v %v %v", l.text(e.X), e.Op, l.text(right.X))
		middle, last = l.text(right.X), fmt.Sprintf("%v %v", right.Op, l.text(right.Y))
	default:
		return false
	}
	meant := fmt.Sprintf("%s && %s %s", first, middle, last)
	n := l.says(e, "compares what comes of a comparison, 0 or 1")
	n.Hint = fmt.Sprintf("did you mean %s?", meant)
	if w := l.file.wordings[e]; w.plain() && !w.enclosed && l.conjunct[e] {
		n.Fix = []syntax.Edit{{At: w.span(), With: meant}}
	}
	return true
}

// conjuncts notes which comparisons could be two that are joined by && without parentheses: those
// that are a whole condition, or an operand of a && that is.
func (l *linter) conjuncts(e Expr) {
	b, ok := e.(*Binary)
	switch {
	case !ok:
	case b.Op == And && !l.file.wordings[b].enclosed:
		l.conjuncts(b.X)
		l.conjuncts(b.Y)
	default:
		l.conjunct[b] = true
	}
}

// meant hints at what a comparison of quantities that never meet was probably to be.
func (l *linter) meant(n *syntax.Error, e *Binary, x, y quantity) {
	named, other, symbol := y, x, e.Y
	if l.familyAt(e.Y) == nil {
		named, other, symbol = x, y, e.X
	}
	f := l.familyAt(symbol)
	if f == nil {
		return
	}
	word := l.text(symbol)
	if other.unit == units && word == "E_NONE" {
		n.Hint = "a distance to nobody is very large: > 999999 asks for that"
		return
	}
	var meant []string
	for _, name := range l.lib.names.funcNames {
		of := l.lib.names.funcs[fold(name)]
		asks := len(of.Params) == 1 && of.Params[0].Domain.Names == f.param && l.quantityOf(&Call{Use: of}).truth
		switch {
		case of.Domain.Names == named.names && (e.Op == Equal || e.Op == NotEqual || other.names != ""):
			meant = append(meant, fmt.Sprintf("%s %v %s", of.Name, e.Op, word))
		case asks && (f.param == "weapon" || f.param == "upgrade") && strings.HasPrefix(of.Name, "have"):
			meant = append(meant, fmt.Sprintf("%s( %s )", of.Name, word))
		}
	}
	didYouMean(n, meant)
}

// stranger lints a number or a symbol that is none of those which a function gives.
func (l *linter) stranger(e *Binary, given, with quantity) bool {
	f := familyOf(given.names)
	if given.of == nil || f == nil || with.of != nil || with.truth || f.param == "weapon" {
		return false
	}
	v := with.least
	none := f.prefix == "ET_"
	switch {
	case f.param == "entity" && !isBuilding(v) && v != 0:
		l.says(e, "%s is the kind of a building, E_A_... or E_H_..., or 0: this %s", given.of.Name, howOften(e.Op == NotEqual))
	case f.isMember(v), none && v < 0:
		return false
	default:
		n := l.says(e, "%v is not %s: this %s", v, f.member, howOften(e.Op == NotEqual))
		didYouMean(n, l.lib.withPrefix(f.prefix))
		if f.param == "class" {
			n.Hint = "there are " + f.prefix + "..."
		}
	}
	return true
}

// bounded lints a comparison that its sides leave no choice, or that asks for less than a tick.
func (l *linter) bounded(e *Binary, x, y quantity) {
	of, bound := x, y.number
	if x.of == nil {
		of, bound = y, x.number
	}
	always, never := verdict(e.Op, x, y)
	switch {
	case always, never:
		l.settled(e, of, bound, always)
	case of.of != nil && of.unit == "ms" && bound != nil && bound.token.from == nil:
		v := bound.Value.Number()
		if v > 0 && v < shortest {
			n := l.says(bound, "%s counts milliseconds: %v of them are less than a tick takes", of.of.Name, v)
			n.Hint = fmt.Sprintf("did you mean %v, for %v s?", v*1000, v)
		}
	}
}

// settled lints a comparison that always or never holds.
func (l *linter) settled(e *Binary, of quantity, bound *Literal, always bool) {
	if of.of == nil {
		l.says(e, "%v: this %s", l.text(e), howOften(always))
		return
	}
	limits := quantity{known: true, truth: of.truth, least: of.least, most: of.most}
	n := l.says(e, "%s is %v: this %s", of.of.Name, limits, howOften(always))
	if bound == nil || of.truth {
		return
	}
	v := bound.Value.Number()
	if of.least != 0 || of.most != 1 || v <= 1 || v > 100 {
		return
	}
	share := fmt.Sprint(math.Round(v*1e4) / 1e6)
	n.Hint = fmt.Sprintf("did you mean %s?", share)
	if strings.HasPrefix(of.of.Name, "percent") && bound.token.fixed() == "" {
		n.Fix = []syntax.Edit{{At: bound.token.at, With: share}}
	}
}

// text returns an expression as it is written.
func (l *linter) text(e Expr) string {
	if w := l.file.wordings[e]; len(w.tokens) > 0 {
		return w.String()
	}
	return exprText(e)
}

// says notes something about an expression.
func (l *linter) says(e Expr, format string, args ...any) *syntax.Error {
	w := l.file.wordings[e]
	n := l.lib.errs.Noticef(w.span(), format, args...)
	if len(w.tokens) > 0 {
		n.Notes = w.tokens[0].notes()
	}
	return n
}

// checkRange notes a value of a parameter that is out of its range, or names none of what it is to
// name.
func (p *parser) checkRange(name *token, param *host.Param, v host.Value, t *token) {
	n, found := v.Number(), t.describe()
	if t.kind == numberToken && t.word == "" {
		found = v.String()
	}
	f := familyOf(param.Name)
	leaf := fold(name.text)
	isPoint := leaf == fold("changeGoal") || leaf == fold("teleport")
	switch {
	case param.Name == "radius" && n < 0:
		p.lintf(t, "%s is a radius below 0: %s wants a length in units", found, quote(name.text))
	case f == nil, isPoint, f == statusFamily:
	case leaf == fold("numOurBuildings") && !isBuilding(n):
		p.lintf(t, "%s is no kind of building: %s wants one (E_A_... or E_H_...), and counts 0", found, quote(name.text))
	case (leaf == fold("evolveTo") || leaf == fold("canEvolveTo")) && strings.HasPrefix(t.word, "PCL_HUMAN_"):
		p.lintf(t, "%s is a class of humans: %s wants one that aliens evolve to", found, quote(name.text))
	case strings.HasPrefix(leaf, "buy") && strings.HasPrefix(t.word, "WP_ABUILD"):
		p.lintf(t, "%s is an alien's: %s wants a weapon that the armoury sells", found, quote(name.text))
	case t.word != "":
	case f.param == "direction":
		if n < 1 || n > 15 {
			p.lintf(t, "%s is %s, wanted %s, or a sum of them", found, f.none(), markup.Or(p.lib.withPrefix(f.prefix)))
		}
	case f.param == "weapon" && n >= 0 && n <= lastWeapon, f.isMember(n):
	default:
		p.lintf(t, "%s is %s: %s wants %s", found, f.none(), quote(name.text), wanted(param))
	}
}

// lastWeapon is the highest number of a weapon, of which not all have a symbol.
const lastWeapon = 22

// none says that something is none of the family, such as "no weapon".
func (f *family) none() string {
	_, what, _ := strings.Cut(f.member, " ")
	return "no " + what
}
