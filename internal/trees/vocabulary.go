package trees

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
)

// RegistryOf makes a registry of a vocabulary, as [vocabulary.Vocabulary.Registry] does.
func RegistryOf(v *vocabulary.Vocabulary, real *vocabulary.Real) (*host.Registry, error) {
	return registryOf(v, nil, real)
}

// RegistryOn is RegistryOf with stand-ins for what a registry does not offer already. It returns
// what of the vocabulary these are, too.
func RegistryOn(base *host.Registry, v *vocabulary.Vocabulary) (*host.Registry, *vocabulary.Vocabulary, error) {
	v = v.Beside(base, OverlayOf)
	r, err := registryOf(v, base, nil)
	return r, v, err
}

func registryOf(v *vocabulary.Vocabulary, base *host.Registry, real *vocabulary.Real) (*host.Registry, error) {
	var l syntax.List
	r, err := v.Registry(base, real, OverlayOf)
	l.Add(err)
	for _, d := range v.Dialects {
		if err := Ask(r, d.Name); err != nil {
			l.Errorf(d.At, "%s", strings.TrimPrefix(err.Error(), ": "))
		}
	}
	return r, l.Err()
}
