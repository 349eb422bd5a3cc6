package syntax

import (
	"slices"
	"strings"
	"unicode"
)

// Closest gives the entry of among that word is most likely a misspelling of,
// the first of several equally close, or "" if none is close. Upper and lower
// case, '_' and '-' make no difference, so that move_to_goal is close to
// MoveToGoal. Up to a third of the letters may be missing, added, replaced or
// swapped with a neighbour, but none in a word of less than three letters.
func Closest(word string, among []string) string {
	w := fold(word)
	best, limit := "", len(w)/3
	for _, a := range among {
		if d, ok := distance(w, fold(a), limit); ok {
			best, limit = a, d-1
		}
		if limit < 0 {
			break
		}
	}
	return best
}

// sure reports whether a word is that misspelling of another, and of no other of among but for the
// case of its letters: with one letter that is wrong, or two in a word of eight or more that begins
// as the other does. Whoever wrote corn_at_least may not have meant score_at_least.
func sure(word, of string, among []string) bool {
	w, o := fold(word), fold(of)
	limit := 0
	switch {
	case len(w) >= 8 && len(o) > 0 && w[0] == o[0]:
		limit = 2
	case len(w) >= 4:
		limit = 1
	}
	d, ok := distance(w, o, limit)
	return ok && !slices.ContainsFunc(among, func(a string) bool {
		_, near := distance(w, fold(a), d)
		return near && !slices.Equal(fold(a), o)
	})
}

// fold gives the letters of a word that tell it from others.
func fold(word string) []rune {
	return []rune(strings.Map(func(r rune) rune {
		if r == '_' || r == '-' {
			return -1
		}
		return unicode.ToLower(r)
	}, word))
}

// distance is the Damerau-Levenshtein distance of a and b (no letter is edited
// twice), and whether it is at most limit.
func distance(a, b []rune, limit int) (int, bool) {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return 0, false
	}
	// Rows of the table: the one before the last, the last and the current one.
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		row[0] = i + 1
		least := row[0]
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			d := min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, before[j-1]+1)
			}
			row[j+1] = d
			least = min(least, d)
		}
		if least > limit {
			return 0, false
		}
		before, last, row = last, row, before
	}
	return last[len(b)], last[len(b)] <= limit
}
