package script

import (
	"cmp"
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// Board gives the entries of a script, by the numbers of their names.
type Board interface {
	// Value returns what an entry holds; not ok where there is none.
	Value(name int) (v board.Value, ok bool)
	// Make makes an entry without a value and type; it fails where none can be made that is found
	// again.
	Make(name int) bool
	// Assign puts a value into an entry that is there, and returns what that holds then.
	Assign(name int, v board.Value) (board.Value, error)
	// Text returns bytes as a text; they are used again.
	Text(b []byte) string
}

// Runner runs scripts, one at a time. It takes no memory but for texts.
type Runner struct {
	Enums  board.Enums
	Most   int // bytes of a text that a script makes; 0 for any number
	script *Script
	board  Board
	bytes  []byte
}

// Run runs a script, and returns the value of its last statement. What was assigned before an error
// stays.
func (r *Runner) Run(s *Script, b Board) (v board.Value, err *Error) {
	r.script, r.board = s, b
	for _, at := range s.statements {
		if v, err = r.eval(at); err != nil {
			return board.Value{}, err
		}
	}
	return v, nil
}

// Holds runs a script as a condition: its value must be a truth value.
func (r *Runner) Holds(s *Script, b Board) (bool, *Error) {
	v, err := r.Run(s, b)
	if err != nil {
		return false, err
	}
	return truth(v, int(s.nodes[s.statements[len(s.statements)-1]].off))
}

// truth reads a truth value, as && and conditions do.
func truth(v board.Value, off int) (bool, *Error) {
	switch {
	case v.IsWhole() && (v.Whole() == 0 || v.Whole() == 1):
		return v.Whole() == 1, nil
	case v.IsReal() && !(v.Real() < 0):
		return v.Real() != 0, nil
	}
	return false, errorf(off, "found %s, wanted a truth value", v.Describe())
}

func (r *Runner) eval(at int32) (board.Value, *Error) {
	n := &r.script.nodes[at]
	switch n.op {
	case literal, enum:
		return n.value, nil
	case entry:
		if v, ok := r.board.Value(int(n.a)); ok {
			return v, nil
		}
		return board.Value{}, errorf(int(n.off), "there is no entry %q", r.script.names[n.a])
	case ternary:
		return r.choose(n)
	case or, and:
		return r.both(n)
	case chain:
		return r.compareAll(n)
	case negate, invert, not:
		return r.prefix(n)
	case create, assign, assignAdd, assignSub, assignMul, assignDiv:
		return r.assign(n)
	}
	a, err := r.eval(n.a)
	if err != nil {
		return a, err
	}
	b, err := r.eval(n.b)
	if err != nil {
		return b, err
	}
	return r.binary(n.op, int(n.off), a, b)
}

func (r *Runner) choose(n *node) (board.Value, *Error) {
	test, err := r.eval(n.a)
	if err != nil {
		return test, err
	}
	f, ok := test.Real(), test.IsReal()
	switch {
	case test.IsWhole():
		f, ok = 0, true
		if test.Whole() != 0 {
			f = 1
		}
	case test.IsText():
		f, ok = board.LeadingReal(test.Text())
	}
	if !ok {
		return board.Value{}, errorf(int(n.off), "found %s before the ?, wanted a number", test.Describe())
	}
	if f != 0 {
		return r.eval(n.b)
	}
	return r.eval(n.c)
}

// both evaluates both sides of && and ||, whatever the first one is.
func (r *Runner) both(n *node) (board.Value, *Error) {
	var sides [2]bool
	var values [2]board.Value
	for i, at := range [...]int32{n.a, n.b} {
		v, err := r.eval(at)
		if err != nil {
			return v, err
		}
		values[i] = v
	}
	for i, v := range values {
		var err *Error
		if sides[i], err = truth(v, int(n.off)); err != nil {
			return board.Value{}, err
		}
	}
	if n.op == or {
		return board.Truth(sides[0] || sides[1]), nil
	}
	return board.Truth(sides[0] && sides[1]), nil
}

// compareAll evaluates operands from left to right until a comparison does not hold.
func (r *Runner) compareAll(n *node) (board.Value, *Error) {
	left, err := r.eval(n.a)
	if err != nil {
		return left, err
	}
	for i := range n.c {
		l := &r.script.nodes[n.b+i]
		right, err := r.eval(l.a)
		if err != nil {
			return right, err
		}
		holds, err := r.compare(comparisons[l.b], left, right, int(l.off))
		if err != nil || !holds {
			return board.Truth(false), err
		}
		left = right
	}
	return board.Truth(true), nil
}

// alike is how far apart two numbers are that == takes for equal: the epsilon of 32-bit numbers.
const alike = 1.0 / (1 << 23)

func (r *Runner) compare(how string, a, b board.Value, off int) (bool, *Error) {
	if a.IsText() && b.IsText() {
		return holds(how, cmp.Compare(a.Text(), b.Text()), a.Text() == b.Text()), nil
	}
	x, err := r.number(a, off)
	if err != nil {
		return false, err
	}
	y, err := r.number(b, off)
	if err != nil {
		return false, err
	}
	switch {
	case x != x || y != y:
		return how == "!=", nil
	case how == "==" || how == "!=":
		return holds(how, 0, x == y || math.Abs(x-y) <= alike), nil
	}
	return holds(how, cmp.Compare(x, y), false), nil
}

func holds(how string, order int, equal bool) bool {
	switch how {
	case "==":
		return equal
	case "!=":
		return !equal
	case "<":
		return order < 0
	case ">":
		return order > 0
	case "<=":
		return order <= 0
	}
	return order >= 0
}

// number reads a number, or a text that is one.
func (r *Runner) number(v board.Value, off int) (float64, *Error) {
	if v.IsText() {
		if f, ok := r.Enums.Number(v.Text()); ok {
			return f, nil
		}
	}
	return float(v, off)
}

func float(v board.Value, off int) (float64, *Error) {
	f, err := v.Float()
	if err != nil {
		return 0, &Error{off, err.Error()}
	}
	return f, nil
}

func (r *Runner) prefix(n *node) (board.Value, *Error) {
	v, err := r.eval(n.a)
	if err != nil {
		return v, err
	}
	if n.op == not && v.IsWhole() {
		return board.Truth(v.Whole() == 0), nil
	}
	f, err := float(v, int(n.off))
	if err != nil {
		return board.Value{}, err
	}
	switch n.op {
	case negate:
		return board.RealOf(-f), nil
	case not:
		return board.Truth(f == 0), nil
	}
	whole, ok := wholly(board.RealOf(math.Trunc(f)))
	if !ok {
		return board.Value{}, errorf(int(n.off), "found %s, wanted a number of 64 bits", v.Describe())
	}
	return board.RealOf(float64(^whole)), nil
}

// wholly reads a whole number, or a real one that is whole.
func wholly(v board.Value) (int64, bool) {
	switch f := v.Real(); {
	case v.IsWhole():
		return v.Whole(), true
	case !v.IsReal() || f != math.Trunc(f) || f < -1<<63 || f >= 1<<63:
		return 0, false
	default:
		return int64(f), true
	}
}

func (r *Runner) binary(op op, off int, a, b board.Value) (board.Value, *Error) {
	switch {
	case op == join:
		return r.join(a, b, off)
	case op == add && a.IsText() && b.IsText():
		return r.joined(a, b, off)
	case op >= bitAnd && op <= bitXor:
		return bits(op, a, b, off)
	}
	x, err := float(a, off)
	if err != nil {
		return board.Value{}, err
	}
	y, err := float(b, off)
	if err != nil {
		return board.Value{}, err
	}
	switch op {
	case add:
		return board.RealOf(x + y), nil
	case sub:
		return board.RealOf(x - y), nil
	case mul:
		return board.RealOf(float64(x * y)), nil
	}
	return board.RealOf(x / y), nil
}

// join joins texts and numbers: of two numbers it gives nothing, which nobody can use.
func (r *Runner) join(a, b board.Value, off int) (board.Value, *Error) {
	for _, v := range [...]board.Value{a, b} {
		if !v.IsText() && !v.IsNumber() {
			return board.Value{}, errorf(off, "found %s, wanted a text or a number", v.Describe())
		}
	}
	if !a.IsText() && !b.IsText() {
		return board.Value{}, nil
	}
	return r.joined(a, b, off)
}

func (r *Runner) joined(a, b board.Value, off int) (board.Value, *Error) {
	r.bytes = b.AppendText(a.AppendText(r.bytes[:0]))
	if r.Most > 0 && len(r.bytes) > r.Most {
		r.bytes = nil
		return board.Value{}, errorf(off, "a text of more than %d bytes", r.Most)
	}
	return board.TextOf(r.board.Text(r.bytes)), nil
}

func bits(op op, a, b board.Value, off int) (board.Value, *Error) {
	x, ok := wholly(a)
	if !ok {
		return board.Value{}, errorf(off, "found %s, wanted a whole number", a.Describe())
	}
	y, ok := wholly(b)
	if !ok {
		return board.Value{}, errorf(off, "found %s, wanted a whole number", b.Describe())
	}
	switch op {
	case bitAnd:
		x &= y
	case bitOr:
		x |= y
	default:
		x ^= y
	}
	return board.RealOf(float64(x)), nil
}

// arithmetic has the operators that stand before = in assignments.
var arithmetic = [...]op{assignAdd: add, assignSub: sub, assignMul: mul, assignDiv: div}

func (r *Runner) assign(n *node) (board.Value, *Error) {
	left, off := &r.script.nodes[n.a], int(n.off)
	if left.op != entry && left.op != enum {
		return board.Value{}, errorf(off, "what stands on the left is assigned to, and is no name")
	}
	name := r.script.names[left.a]
	_, ok := r.board.Value(int(left.a))
	switch {
	case !ok && n.op != create:
		return board.Value{}, errorf(int(left.off), "there is no entry %q; := makes one", name)
	case !ok && !r.board.Make(int(left.a)):
		return board.Value{}, errorf(int(left.off), "there is no place for an entry %q", name)
	}
	v, err := r.eval(n.b)
	if err != nil {
		return v, err
	}
	if n.op >= assignAdd {
		old, _ := r.board.Value(int(left.a))
		if v, err = r.binary(arithmetic[n.op], off, old, v); err != nil {
			return v, err
		}
	}
	v, refused := r.board.Assign(int(left.a), v)
	if refused != nil {
		return board.Value{}, &Error{off, fmt.Sprintf("entry %q: %v", name, refused)}
	}
	return v, nil
}
