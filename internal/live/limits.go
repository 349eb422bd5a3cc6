package live

import "github.com/thicket-sim/thicket/internal/ground/limit"

// SetLimit sets one of the limits of the process, such as scene.rules: docs/limits.md lists
// them with their defaults. Limits are set at the beginning of a program, before
// anything is loaded; the command's flag --limit does the same. Saves and recordings note
// those that differ from the default, and want the same when they are played.
func SetLimit(name string, n int64) error { return limit.Set(name, n) }

// SetLimits sets limits that are each written as NAME=NUMBER, as for the flag --limit. It
// refuses two numbers for one.
func SetLimits(settings []string) error {
	v, err := limit.Parse(settings)
	limit.SetAll(v)
	return err
}
