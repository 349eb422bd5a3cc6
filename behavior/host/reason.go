package host

import (
	"math"
	"strconv"
	"strings"
)

// Reason is one thing that an answer rests on: a comparison with its numbers, a value, or
// words where nothing was compared. See [Call.Because].
type Reason struct {
	What     string   // what was compared, "distance to"; or words, "no enemy in sight"
	Thing    string   // which place, item or key that is about; empty for none
	Whom     BotID    // which bot or player; 0 for nobody
	Found    Value    // what it was; null where nothing was asked for
	Relation Relation // how that was wanted to stand to Bound; None where it was not compared
	Bound    Value
	Versus   string // what Bound is, where it is not a number that is written in the tree
	Unit     string // of Found and Bound: m, s
	Holds    bool   // Found stands to Bound as it was wanted to
	Tilde    bool   // Differs is told as ~=, as Lua writes it

	whether bool // Found is told as yes or no
}

// sign returns how a relation is told.
func (r *Reason) sign(relation Relation) string {
	if r.Tilde && relation == Differs {
		return "~="
	}
	return relation.String()
}

// Relation compares a value with a bound.
type Relation uint8

// The relations.
const (
	None    Relation = iota // nothing was compared
	Below                   // <
	AtMost                  // <=
	Equal                   // =
	Differs                 // !=
	AtLeast                 // >=
	Above                   // >
)

var relationSigns = [...]string{"", "<", "<=", "=", "!=", ">=", ">"}

// String returns the sign of the relation, empty for None.
func (r Relation) String() string {
	if int(r) < len(relationSigns) {
		return relationSigns[r]
	}
	return "invalid"
}

// opposites are the relations that hold of two numbers where the others do not.
var opposites = [...]Relation{None: None, Below: AtLeast, AtMost: Above, Equal: Differs, Differs: Equal, AtLeast: Below, Above: AtMost}

// Holds reports whether two numbers stand so.
func Holds(r Relation, a, b float64) bool {
	switch r {
	case Below:
		return a < b
	case AtMost:
		return a <= b
	case Equal:
		return a == b
	case Differs:
		return a != b
	case AtLeast:
		return a >= b
	case Above:
		return a > b
	}
	return false
}

// Is compares a number with a bound.
func (r *Reason) Is(found float64, relation Relation, bound float64, unit string) *Reason {
	if r != nil {
		r.Unit = unit
		r.compare(NumberValue(found), relation, NumberValue(bound))
	}
	return r
}

// IsValue compares a value with a bound, both in the unit that the reason has. Values that
// are not both numbers, or truth values, are only ever equal or not.
func (r *Reason) IsValue(found Value, relation Relation, bound Value) *Reason {
	if r != nil {
		r.compare(found, relation, bound)
	}
	return r
}

func (r *Reason) compare(found Value, relation Relation, bound Value) {
	r.Found, r.Relation, r.Bound = found, relation, bound
	if found.isNumber() && bound.isNumber() {
		r.Holds = Holds(relation, found.num, bound.num)
		return
	}
	same := found == bound && found.Comparable()
	r.Holds = relation == Equal && same || relation == Differs && !same
}

func (v Value) isNumber() bool { return v.kind == Int || v.kind == Number }

// Has tells a number that nothing was compared with.
func (r *Reason) Has(found float64, unit string) *Reason {
	if r != nil {
		r.Found, r.Unit = NumberValue(found), unit
	}
	return r
}

// HasValue tells a value that nothing was compared with.
func (r *Reason) HasValue(found Value) *Reason {
	if r != nil {
		r.Found = found
	}
	return r
}

// Whether tells a truth value as yes or no, where nothing was compared: "has a target: no".
func (r *Reason) Whether(found bool) *Reason {
	if r != nil {
		r.Found, r.whether = BoolValue(found), true
	}
	return r
}

// About names the place, the item or the key that was looked at.
func (r *Reason) About(thing string) *Reason {
	if r != nil {
		r.Thing = thing
	}
	return r
}

// Against names the bound, where that is not a number that is written in the tree.
func (r *Reason) Against(what string) *Reason {
	if r != nil {
		r.Versus = what
	}
	return r
}

// TimeLeft begins the texts of reasons whose number is the time that is left of something.
const TimeLeft = "time left"

// Text returns the reason as people read it, distance to Ann: 5.8 < 6 m. The relation is the one
// that holds, and a time left that is negative is one that is over. name tells how a bot is
// called.
func (r *Reason) Text(name func(BotID) string) string {
	b := []byte(r.What)
	add := func(before, text string) {
		if text != "" {
			if len(b) > 0 {
				b = append(b, before...)
			}
			b = append(b, text...)
		}
	}
	add(" ", r.Thing)
	if r.Whom != 0 {
		add(" ", name(r.Whom))
	}
	if r.Found.isNumber() && r.Found.num < 0 && strings.HasPrefix(r.What, TimeLeft) {
		add(": none, over for ", figure(NumberValue(-r.Found.num), shortFigure))
		add(" ", r.Unit)
		return string(b)
	}
	if r.Relation == None {
		switch {
		case r.whether && r.Found.Bool():
			add(": ", "yes")
		case r.whether:
			add(": ", "no")
		case r.Found.kind != Null:
			add(": ", figure(r.Found, shortFigure))
			add(" ", r.Unit)
		}
		return string(b)
	}
	found, is, bound := r.compared()
	add(": ", found)
	add(" ", is)
	add(" ", r.Versus)
	add(" ", bound)
	add(" ", r.Unit)
	return string(b)
}

// shortFigure is how many digits of a number are shown where that is enough.
const shortFigure = 3

// compared are both values and what is true of them, with as many digits as it takes to see
// that.
func (r *Reason) compared() (found, is, bound string) {
	relation := r.Relation
	numbers := r.Found.isNumber() && r.Bound.isNumber()
	if !r.Holds {
		relation = opposites[relation]
		if ordered := relation != Equal && relation != Differs; ordered && (!numbers || !Holds(relation, r.Found.num, r.Bound.num)) {
			return figure(r.Found, shortFigure), "not " + r.sign(r.Relation), figure(r.Bound, shortFigure)
		}
	}
	for digits := shortFigure; ; digits++ {
		found, bound = figure(r.Found, digits), figure(r.Bound, digits)
		if !numbers || digits >= 17 || sameOrder(found, bound, r.Found.num, r.Bound.num) {
			return found, r.sign(relation), bound
		}
	}
}

// sameOrder reports whether two numbers as they are written stand to each other as they are.
func sameOrder(found, bound string, a, b float64) bool {
	if a == Endless || b == Endless {
		return found != bound || a == b
	}
	x, _ := strconv.ParseFloat(found, 64) // figure wrote it
	y, _ := strconv.ParseFloat(bound, 64)
	return (x < y) == (a < b) && (x == y) == (a == b)
}

// figure is a value with so many digits that tell, and all before the point.
func figure(v Value, digits int) string {
	f := v.num
	switch size := math.Abs(f); {
	case !v.isNumber():
		return v.String()
	case f == Endless:
		return "10^9"
	case math.IsInf(f, 1):
		return "infinity"
	case math.IsInf(f, -1):
		return "-infinity"
	case size >= 1e15, math.IsNaN(f), size != 0 && size < 1e-6:
		return strings.Trim(v.String(), `"`)
	default:
		after := digits - 1
		for ; size >= 10 && after > 0; size /= 10 {
			after--
		}
		for ; size != 0 && size < 1; size *= 10 {
			after++
		}
		text := strconv.FormatFloat(f, 'f', after, 64)
		if strings.Contains(text, ".") {
			text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
		}
		if text == "-0" {
			return "0"
		}
		return text
	}
}
