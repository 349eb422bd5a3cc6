package dragengine

import (
	"math"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
)

// tables are a bot's own parameter table, flags and timers: words behind the two of
// its place, the first of which is base, for the names that its tree mentions.
type tables struct{ base int }

// An entry of the parameter table is three words, as the engine keeps a text and
// reads numbers from it: what is known of it, its float and its integer.
const (
	entryWords = 3

	isSet uint32 = 1 << 0 // the entry has a value
	isYes uint32 = 1 << 1 // its text counts as true
)

func (c *compiler) entry(name string) int {
	return c.reserve(c.s.entries, name, entryWords)
}

// reserve returns the offset of a name's words in the bot's state.
func (c *compiler) reserve(table map[string]int, name string, words int) int {
	at, ok := table[name]
	if !ok {
		at = c.words
		table[name] = at
		c.words += words
	}
	return at
}

func (t *tables) words(x *run.Exec, at, n int) []uint32 {
	return x.Mem[t.base+at : t.base+at+n]
}

func (t *tables) float(x *run.Exec, at int, fallback float32) float32 {
	if w := t.words(x, at, entryWords); w[0]&isSet != 0 {
		return math.Float32frombits(w[1])
	}
	return fallback
}

func (t *tables) int(x *run.Exec, at int, fallback int32) int32 {
	if w := t.words(x, at, entryWords); w[0]&isSet != 0 {
		return int32(w[2])
	}
	return fallback
}

func (t *tables) bool(x *run.Exec, at int, fallback bool) bool {
	if w := t.words(x, at, entryWords); w[0]&isSet != 0 {
		return w[0]&isYes != 0
	}
	return fallback
}

func (t *tables) setFloat(x *run.Exec, at int, f float32) {
	t.setEntry(x, at, f, truncate(float64(f)), f == 1)
}

func (t *tables) setInt(x *run.Exec, at int, i int32) {
	t.setEntry(x, at, float32(i), i, i == 1)
}

func (t *tables) setText(x *run.Exec, at int, text string) {
	t.setEntry(x, at, floatOf(text), intOf(text), isTrue(text))
}

func (t *tables) setEntry(x *run.Exec, at int, f float32, i int32, yes bool) {
	w := t.words(x, at, entryWords)
	w[0] = isSet
	if yes {
		w[0] |= isYes
	}
	w[1], w[2] = math.Float32bits(f), uint32(i)
}

// A flag is a word.
func (c *compiler) flag(name string) int { return c.reserve(c.s.flags, name, 1) }

// A timer is five words: whether it is known and runs, the tick of its start in
// two, and its time in seconds as a float64 in two.
const (
	timerWords = 5

	timerKnown uint32 = 1 << 0
	timerRuns  uint32 = 1 << 1
)

func (c *compiler) timer(name string) int { return c.reserve(c.s.timers, name, timerWords) }

func (t *tables) startTimer(x *run.Exec, at int, seconds float64) {
	w := t.words(x, at, timerWords)
	w[0] = timerKnown | timerRuns
	w[1], w[2] = uint32(x.Tick), uint32(uint64(x.Tick)>>32)
	b := math.Float64bits(seconds)
	w[3], w[4] = uint32(b), uint32(b>>32)
}

func (t *tables) stopTimer(x *run.Exec, at int) {
	w := t.words(x, at, timerWords)
	w[0] &^= timerRuns
}

// timer reports whether a timer runs, and whether it has run out. A timer that
// was stopped or never started has done neither.
func (t *tables) timer(x *run.Exec, at int) (runs, finished bool) {
	w := t.words(x, at, timerWords)
	if w[0]&timerRuns == 0 {
		return false, false
	}
	over := t.left(x, at) <= 0
	return !over, over
}

// left returns how many seconds a timer that was started has left; less than 0
// when it has run out.
func (t *tables) left(x *run.Exec, at int) float64 {
	w := t.words(x, at, timerWords)
	start := int64(uint64(w[1]) | uint64(w[2])<<32)
	seconds := math.Float64frombits(uint64(w[3]) | uint64(w[4])<<32)
	return seconds - float64(float64(x.Tick-start)*x.DT)
}

// floatOf returns the longest number at the start of a text, after blanks, or 0.
func floatOf(text string) float32 {
	f, _ := strconv.ParseFloat(numeral(text, true), 32)
	return float32(f)
}

// secondsOf is floatOf in double precision, so that 0.3 is three ticks of 0.1.
func secondsOf(text string) float64 {
	f, _ := strconv.ParseFloat(numeral(text, true), 64)
	return f
}

// intOf is floatOf for integers: it ends at a period or an exponent.
func intOf(text string) int32 {
	f, _ := strconv.ParseFloat(numeral(text, false), 64)
	return truncate(f)
}

// numeral returns the longest numeral at the start of a text, after blanks, or
// nothing.
func numeral(text string, float bool) string {
	text = strings.TrimLeft(text, " \t\r\n")
	i := 0
	if i < len(text) && (text[i] == '-' || text[i] == '+') {
		i++
	}
	digits := func() int {
		from := i
		for i < len(text) && text[i] >= '0' && text[i] <= '9' {
			i++
		}
		return i - from
	}
	n := digits()
	if float && i < len(text) && text[i] == '.' {
		i++
		n += digits()
	}
	if n == 0 {
		return ""
	}
	if end := i; float && i < len(text) && (text[i] == 'e' || text[i] == 'E') {
		i++
		if i < len(text) && (text[i] == '-' || text[i] == '+') {
			i++
		}
		if digits() == 0 {
			i = end
		}
	}
	return text[:i]
}

// truncate cuts a number toward zero, within 32 bits.
func truncate(f float64) int32 {
	switch {
	case f != f:
		return 0
	case f >= math.MaxInt32:
		return math.MaxInt32
	case f <= math.MinInt32:
		return math.MinInt32
	}
	return int32(f)
}

// isTrue reports whether the text of an entry counts as true.
func isTrue(text string) bool { return text == "1" || text == "true" || text == "yes" }
