package host

import "github.com/thicket-sim/thicket/internal/ground/limit"

// SetLimits replaces the limits of the trees that are loaded with a registry from now on, such
// as "bt.nesting": docs/limits.md lists them with their defaults. The error lists all that is
// wrong, and then nothing changes. A session has limits of its own, see thicket.Options.
func SetLimits(r *Registry, limits map[string]int64) error {
	v, err := limit.From(limits)
	if err == nil {
		r.bounds = v
	}
	return err
}

// LimitsOf returns the limits of what is loaded with a registry, which may be replaced before
// that.
func LimitsOf(r *Registry) *limit.Values { return &r.bounds }
