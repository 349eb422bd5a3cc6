package optable

import (
	"strings"
	"unicode"
)

// CamelCase turns chase_nearest into ChaseNearest, as such files write names.
func CamelCase(name string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(name, "_") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return b.String()
}

// Underscored turns ChaseNearest into chase_nearest, for dialects whose files write names of actions
// in the first way.
func Underscored(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) {
			if i > 0 {
				b.WriteByte('_')
			}
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}
