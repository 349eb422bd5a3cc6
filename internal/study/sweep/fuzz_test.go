package sweep

import (
	"errors"
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// Whatever a file says, it is read or refused with a place.
func FuzzLoad(f *testing.F) {
	for _, c := range bad {
		f.Add([]byte(c.text))
	}
	f.Add([]byte("scene: [tag, chase]\nmeasures: { a: { first: { happens: contact } } }\nfactors: { x: { tune: v, of: a, from: 1, to: 3 }, w: { with: { q: {} } } }\ndesign: { list: [{ x: 2, w: q, scene: tag }] }\nquestion: { reach: { measure: a, value: 60 } }"))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := Load("a.yaml", text, limit.Values{})
		var list syntax.ErrorList
		if err == nil && (len(file.Experiment.Measures) == 0 || file.Repeats < 1) {
			t.Errorf("a sweep without measures or runs was read: %q", text)
		}
		if err != nil && (!errors.As(err, &list) || len(list) == 0) {
			t.Errorf("an error without a place: %v", err)
		}
	})
}
