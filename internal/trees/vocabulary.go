package trees

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
)

// RegistryOf makes a registry of a vocabulary, as [vocabulary.Vocabulary.Registry] does.
func RegistryOf(v *vocabulary.Vocabulary, real *vocabulary.Real) (*host.Registry, error) {
	var l syntax.List
	r, err := v.Registry(real, OverlayOf)
	l.Add(err)
	for _, d := range v.Dialects {
		if err := Ask(r, d.Name); err != nil {
			l.Errorf(d.At, "%s", strings.TrimPrefix(err.Error(), ": "))
		}
	}
	return r, l.Err()
}
