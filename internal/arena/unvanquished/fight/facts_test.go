package fight_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

func TestFacts(t *testing.T) { trial.Hold(t) }
