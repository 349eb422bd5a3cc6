package live

import (
	"errors"
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// SetLimit sets one of the limits of the process, such as scene.rules: docs/limits.md lists
// them with their defaults. Limits are set at the beginning of a program, before
// anything is loaded; the command's flag --limit does the same. Saves and recordings note
// those that differ from the default, and want the same when they are played.
func SetLimit(name string, n int64) error { return limitError(limit.Set(name, n)) }

// SetLimits sets limits that are each written as NAME=NUMBER, as for the flag --limit. It
// refuses two numbers for one.
func SetLimits(settings []string) error {
	first := map[string]string{}
	for _, s := range settings {
		name, _, _ := strings.Cut(s, "=")
		if other, ok := first[name]; ok && other != s {
			return fmt.Errorf("%s and %s, wanted one of the two", other, s)
		}
		first[name] = s
	}
	for _, s := range settings {
		if err := limitError(limit.Apply(s)); err != nil {
			return err
		}
	}
	return nil
}

// limitError adds a guess to an unknown name.
func limitError(err error) error {
	var unknown *limit.Unknown
	if !errors.As(err, &unknown) {
		return err
	}
	var names []string
	for _, l := range limit.All() {
		names = append(names, l.Name)
	}
	e := &syntax.Error{Msg: unknown.Error()}
	e.Suggest(unknown.Name, names)
	if e.Hint != "" {
		return errors.New(e.Msg + "; " + e.Hint)
	}
	return err
}
