// Package lazy makes what a program rarely needs when it is first asked for: a start that makes all of it
// takes longer than what most programs do.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that compiles a regular expression in its first call. It panics if the text is
// none.
func Regexp(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
