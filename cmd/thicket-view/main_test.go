package main

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/windowtest"
)

func TestMain(m *testing.M) { windowtest.Main(m) }
