//go:build !js

package server

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/browsertest"
)

func TestMain(m *testing.M) { browsertest.Main(m) }
