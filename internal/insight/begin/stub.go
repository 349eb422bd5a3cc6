package begin

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/lazy"
)

// stub is an action or a condition that the game does not offer, and that a scene can.
type stub struct {
	use
	role string // actions or conditions, as the key of scenes
	kind string // what stands for it, as scenes write it
}

// unoffered finds the notices about what scenes can offer.
var unoffered = lazy.Regexp(`nothing offers the (action|condition) "([^"]+)"`)

// stands makes what a scene offers in the place of what the notices tell of: what its parameters tell, and
// otherwise an action that succeeds and a condition that holds.
func (w *writer) stands(notices syntax.ErrorList) {
	known := map[string]bool{}
	for _, n := range notices {
		m := unoffered().FindStringSubmatch(n.Msg)
		if m == nil || known[m[1]+m[2]] {
			continue
		}
		known[m[1]+m[2]] = true
		s := stub{use: use{m[2], fmt.Sprintf("%s:%d", filepath.Base(n.Pos.File), n.Pos.Line), m[2]}, role: m[1] + "s"}
		switch row := w.offered["="+m[2]]; {
		case row != nil: // a name of the engine's own
			s.kind = "kind: " + m[2]
		case m[1] == "condition":
			s.kind = fmt.Sprintf("kind: trigger, trigger: %s, is: notFired", quoted(m[2]))
		case w.takes(m[2], "timeout"):
			s.kind = "kind: timer.start"
		case w.takes(m[2], "flag"):
			s.kind = "kind: flags.set"
		default:
			s.kind = fmt.Sprintf("kind: parameterTable, entry: %s, add: 1", quoted(m[2]))
		}
		w.missing = append(w.missing, s)
		w.lacks = append(w.lacks, fmt.Sprintf("%s: the %s %q is the game's: { %s } stands for it", s.at, m[1], s.name, s.kind))
	}
}

// takes reports whether a rule that calls an action has a parameter.
func (w *writer) takes(action, parameter string) bool {
	rules := regexp.MustCompile(`(?s)<action\b[^>]*name\s*=\s*['"]` + regexp.QuoteMeta(action) + `['"][^>/]*>.*?</action>`)
	for _, rule := range rules.FindAllString(w.text, -1) {
		if strings.Contains(rule, "'"+parameter+"'") || strings.Contains(rule, `"`+parameter+`"`) {
			return true
		}
	}
	return false
}

// stubs writes what stands for what the game does not offer.
func (w *writer) stubs() {
	for _, role := range []string{"actions", "conditions"} {
		first := true
		for _, s := range w.missing {
			if s.role != role {
				continue
			}
			if first {
				w.say("%s: # of the game; these stand for them", role)
			}
			first = false
			w.put(fmt.Sprintf("  %s: { %s }", quoted(s.name), s.kind), s.use)
		}
	}
}
