package render

import (
	"testing"

	"github.com/thicket-sim/thicket/render/windowtest"
)

func TestMain(m *testing.M) { windowtest.Main(m) }
