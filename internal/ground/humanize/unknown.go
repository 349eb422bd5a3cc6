package humanize

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Unknown says of a word that it is none of those that are known, of which it names the one that may be
// meant, or all. found is the word as it stands there.
func Unknown(what, word, found string, known []string) string {
	text := fmt.Sprintf("unknown %s %s", what, found)
	guess, last := syntax.Closest(word, known), len(known)-1
	switch {
	case last < 0:
		return text
	case last == 0 && guess == "":
		return text + "; wanted " + known[0]
	case guess != "":
		return text + fmt.Sprintf("; did you mean %q?", guess)
	}
	return fmt.Sprintf("%s; wanted one of %s or %s", text, strings.Join(known[:last], ", "), known[last])
}
