package optable

import (
	"strings"
	"unicode"
)

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
