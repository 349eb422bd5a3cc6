package glossary

import (
	"sync"

	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// Words returns all rows, which nobody may change.
var Words = sync.OnceValue(func() []words.Word {
	r := reader{all: make([]words.Word, 0, mostWords), room: make([]words.Param, mostParams), known: map[string]int{}}
	r.read()
	r.neutral()
	r.tuning()
	return r.all
})

// How much room there is for rows and parameters at once; more are no error.
const (
	mostWords  = 6000
	mostParams = 3000
)
