package economy

import (
	"fmt"

	"github.com/thicket-sim/thicket/internal/arena/core"
)

// Check returns what is wrong with the bombs that were read.
func (s *Economy) Check() error {
	for _, m := range s.Bombs {
		if !core.Finite(m.X, m.Y) {
			return fmt.Errorf("a bomb lies at (%v, %v)", m.X, m.Y)
		}
	}
	return nil
}
