package board

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// Enums is the table in which a host gives numbers to names.
type Enums map[string]int64

// Names returns the names in no order.
func (e Enums) Names() []string {
	all := make([]string, 0, len(e))
	for name := range e {
		all = append(all, name)
	}
	return all
}

// Converts reports whether there is a conversion from texts when a text is put into an entry of
// the type: for a status and an enum only ports have one.
func (t Type) Converts() bool { return t.Fixed() && t != Status && t != Enum }

// Parse converts a text to a type, as convertFromString of the original does.
func (e Enums) Parse(t Type, text string) (Value, error) {
	wrong := func(wanted string) (Value, error) {
		return Value{}, fmt.Errorf("found %q, wanted %s", cut(text), wanted)
	}
	switch t {
	case Free, Any, String:
		return TextOf(text), nil
	case Int, Unsigned, Long:
		n, ok := leadingWhole(text)
		if !ok || !fits(t, n) {
			return wrong(wantedOf[t])
		}
		return WholeOf(t, n), nil
	case Double:
		f, ok := LeadingReal(text)
		if !ok {
			return wrong("a number")
		}
		return RealOf(f), nil
	case Bool:
		switch text {
		case "1", "true", "TRUE", "True":
			return WholeOf(Bool, 1), nil
		case "0", "false", "FALSE", "False":
			return WholeOf(Bool, 0), nil
		}
		return wrong("true, false, 0 or 1")
	case Status:
		for n, name := range StatusNames {
			if text == name {
				return WholeOf(Status, int64(n)), nil
			}
		}
		return wrong("IDLE, RUNNING, SUCCESS, FAILURE or SKIPPED" + didYouMean(text, StatusNames[:]))
	case Enum:
		if n, ok := e[text]; ok {
			return WholeOf(Enum, n), nil
		}
		if n, ok := Wholly(text); ok && text[0] != '-' {
			return WholeOf(Enum, n), nil
		}
		return wrong("a number, or a name of the game's enums" + didYouMean(text, e.Names()))
	}
	if t == Poses {
		return parsePoses(text)
	}
	return e.parseList(t, text)
}

var wantedOf = map[Type]string{
	Int:      "a whole number of 32 bits",
	Unsigned: "a whole number from 0 to 4294967295",
	Long:     "a whole number of 64 bits",
}

// StatusNames has the names of the answers by their numbers in the original.
var StatusNames = [...]string{"IDLE", "RUNNING", "SUCCESS", "FAILURE", "SKIPPED"}

func didYouMean(word string, among []string) string {
	if guess := syntax.Closest(word, among); guess != "" {
		return fmt.Sprintf("; did you mean %s?", guess)
	}
	return ""
}

// mostElements bounds what a list in a text may have.
const mostElements = 10_000

func init() {
	limit.Fixed(mostElements, "each bot has lists of its own", "btcpp.list", "elements", "a list in a text", limit.Faulty)
}

// parseList converts parts that stand between semicolons; one at the end adds nothing.
func (e Enums) parseList(t Type, text string) (Value, error) {
	if array, ok := strings.CutPrefix(text, "json:"); ok {
		return e.parseArray(t, array)
	}
	var list []Value
	for text != "" {
		part, rest, _ := strings.Cut(text, ";")
		v, err := e.Parse(t.element(), part)
		if err != nil {
			return Value{}, fmt.Errorf("element %d: %w", len(list)+1, err)
		}
		if len(list) == mostElements {
			return Value{}, fmt.Errorf("a list has %d elements at most", mostElements)
		}
		list, text = append(list, v), rest
	}
	return ListOf(t, list), nil
}

// parseArray converts an array of JSON.
func (e Enums) parseArray(t Type, text string) (Value, error) {
	var elements []json.RawMessage
	if err := json.Unmarshal([]byte(text), &elements); err != nil {
		return Value{}, fmt.Errorf("found %q, wanted an array of JSON", cut(text))
	}
	if len(elements) > mostElements {
		return Value{}, fmt.Errorf("a list has %d elements at most", mostElements)
	}
	list := make([]Value, len(elements))
	for i, raw := range elements {
		part := string(raw)
		var s string
		if t == Strings && json.Unmarshal(raw, &s) == nil {
			part = s
		}
		v, err := e.Parse(t.element(), part)
		if err != nil {
			return Value{}, fmt.Errorf("element %d: %w", i+1, err)
		}
		list[i] = v
	}
	return ListOf(t, list), nil
}

// fits reports whether a whole number is one of a type.
func fits(t Type, n int64) bool {
	switch t {
	case Int:
		return n >= math.MinInt32 && n <= math.MaxInt32
	case Unsigned:
		return n >= 0 && n <= math.MaxUint32
	}
	return true
}

// leadingWhole reads the digits with which a text begins, with a minus before them or not.
func leadingWhole(s string) (int64, bool) {
	end := 0
	if strings.HasPrefix(s, "-") {
		end++
	}
	first := end
	for end < len(s) && isDigit(s[end]) {
		end++
	}
	if end == first {
		return 0, false
	}
	n, err := strconv.ParseInt(s[:end], 10, 64)
	return n, err == nil
}

// WhollyReal reads a text that is a real number to its end.
func WhollyReal(s string) (float64, bool) {
	switch rest := strings.TrimPrefix(s, "-"); {
	case rest == "":
		return 0, false
	case isDigit(rest[0]), rest[0] == '.', strings.EqualFold(rest, "inf"), strings.EqualFold(rest, "infinity"), strings.EqualFold(rest, "nan"):
		f, err := strconv.ParseFloat(s, 64)
		return f, err == nil
	}
	return 0, false // without an error of strconv, which takes memory
}

// Wholly reads a text of nothing but digits, with a minus before them or not.
func Wholly(s string) (int64, bool) {
	rest := strings.TrimPrefix(s, "-")
	if rest == "" || strings.Trim(rest, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// LeadingReal reads the decimal number with which a text begins: no plus, no blanks, no
// hexadecimal digits.
func LeadingReal(s string) (float64, bool) {
	rest, minus := strings.CutPrefix(s, "-")
	sign := 1.0
	if minus {
		sign = -1
	}
	low := strings.ToLower(rest[:min(len(rest), 3)])
	switch low {
	case "inf":
		return math.Inf(int(sign)), true
	case "nan":
		return math.Copysign(math.NaN(), sign), true
	}
	end, digits := 0, 0
	for end < len(rest) && isDigit(rest[end]) {
		end++
		digits++
	}
	if end < len(rest) && rest[end] == '.' {
		end++
		for end < len(rest) && isDigit(rest[end]) {
			end++
			digits++
		}
	}
	if digits == 0 {
		return 0, false
	}
	if e := end; e < len(rest) && rest[e]|0x20 == 'e' {
		e++
		if e < len(rest) && (rest[e] == '+' || rest[e] == '-') {
			e++
		}
		for first := e; e < len(rest) && isDigit(rest[e]); {
			if e++; e > first {
				end = e
			}
		}
	}
	f, err := strconv.ParseFloat(rest[:end], 64)
	return math.Copysign(f, sign), err == nil
}

// Number reads a text where a script wants a number: a truth value, a name of an enum, or the
// number with which it begins.
func (e Enums) Number(text string) (float64, bool) {
	switch text {
	case "true":
		return 1, true
	case "false":
		return 0, true
	}
	if n, ok := e[text]; ok {
		return float64(n), true
	}
	return LeadingReal(text)
}

// As converts a value that an entry holds to the type of an input port.
func (e Enums) As(t Type, v Value) (Value, error) {
	switch {
	case t == Free || t == Any || v.own == t:
		return v, nil
	case v.IsText():
		return e.Parse(t, v.text)
	case v.IsEmpty() || !v.IsNumber() || t.element() != Free || t == Poses:
		return Value{}, fmt.Errorf("found %s, wanted %s", v.Describe(), t)
	}
	return numberAs(t, v)
}

// numberAs converts a number by the rules of the original's casts.
func numberAs(t Type, v Value) (Value, error) {
	wrong := func() (Value, error) {
		return Value{}, fmt.Errorf("found %s, wanted %s", v.Describe(), t)
	}
	switch t {
	case String:
		return TextOf(string(v.AppendText(nil))), nil
	case Double:
		f, err := v.Float()
		return RealOf(f), err
	case Bool:
		switch {
		case v.IsReal() && v.Real() < 0, v.IsWhole() && v.Whole() != 0 && v.Whole() != 1:
			return wrong()
		case v.IsReal() && v.Real() != 0, v.Whole() == 1:
			return WholeOf(Bool, 1), nil
		}
		return WholeOf(Bool, 0), nil
	}
	n, ok := v.Whole(), true
	if v.IsReal() {
		n, ok = wholeOf(v.Real())
	}
	if !ok || !fits(t, n) {
		return wrong()
	}
	return WholeOf(t, n), nil
}

// wholeOf converts a real number that is whole, and fits in 64 bits.
func wholeOf(f float64) (int64, bool) {
	if f != math.Trunc(f) || f < -1<<63 || f >= 1<<63 {
		return 0, false
	}
	return int64(f), true
}
