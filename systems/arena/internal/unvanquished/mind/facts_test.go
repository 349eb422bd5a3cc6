package mind_test

import (
	"testing"

	"github.com/thicket-sim/thicket/systems/arena/internal/unvanquished/trial"
)

func TestFacts(t *testing.T) { trial.Hold(t) }
