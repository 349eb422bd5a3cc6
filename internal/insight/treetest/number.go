package treetest

import (
	"math"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// comparison compares a value with another: a number, how it is compared with one, or
// another value that it equals.
type comparison struct {
	sign  string // of a number; empty for another value
	bound float64
	value host.Value
	part  bool   // the bound is written with %
	text  string // as it is written
}

// signs lists the signs of comparisons. One that another begins with is behind it.
var signs = []string{"<=", ">=", "!=", "<", ">", "="}

// comparisonOf reads a number, "< 3", "50%" or another scalar; ok is false for what is none.
func comparisonOf(n *markup.Node) (c comparison, ok bool) {
	c = comparison{value: n.Value(), text: n.Describe()}
	switch n.Kind {
	case markup.Number:
		c.sign, c.bound = "=", n.Num
		return c, !math.IsNaN(n.Num)
	case markup.String:
		c.text = n.Str
		rest := strings.TrimSpace(n.Str)
		sign := "="
		for _, s := range signs {
			if r, has := strings.CutPrefix(rest, s); has {
				sign, rest = s, strings.TrimSpace(r)
				break
			}
		}
		part, percent := strings.CutSuffix(rest, "%")
		v, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if signed := len(rest) < len(strings.TrimSpace(n.Str)); err != nil || math.IsNaN(v) || !signed && !percent {
			return c, !signed // a text that is only equal or not
		}
		if percent {
			v /= 100
		}
		c.sign, c.bound, c.part = sign, v, percent
		return c, true
	}
	return c, n.Kind == markup.Bool || n.Kind == markup.Null
}

// numeric reports whether the comparison is one of numbers.
func (c *comparison) numeric() bool { return c.sign != "" }

// number reports whether a number is as it is wanted.
func (c *comparison) number(v float64) bool {
	switch c.sign {
	case "<":
		return v < c.bound
	case "<=":
		return v <= c.bound
	case ">":
		return v > c.bound
	case ">=":
		return v >= c.bound
	case "!=":
		return v != c.bound
	}
	return v == c.bound
}

// holds reports whether a value is as it is wanted.
func (c *comparison) holds(v host.Value) bool {
	if v.Kind() == host.Int || v.Kind() == host.Number {
		return c.numeric() && c.number(v.Number())
	}
	return v == c.value && v.Comparable()
}
