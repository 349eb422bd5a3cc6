package paint

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/windowtest"
)

func TestMain(m *testing.M) { windowtest.Main(m) }
