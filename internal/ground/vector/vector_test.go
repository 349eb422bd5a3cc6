package vector_test

import (
	"os"
	"os/exec"
	"runtime"
	"testing"

	"golang.org/x/sys/cpu"

	"github.com/thicket-sim/thicket/internal/ground/vector"
)

func TestUse(t *testing.T) {
	was := vector.On()
	defer vector.Use(was)
	if vector.Use(false) != was || vector.On() {
		t.Error("wanted vectors to be off, and to be told what they were")
	}
	if want := runtime.GOARCH == "amd64" && cpu.X86.HasAVX2; vector.Use(true) || vector.On() != want {
		t.Errorf("on is %v, wanted %v, as the processor has it", vector.On(), want)
	}
}

// TestGODEBUGTurnsThemOff runs this test again as a program of its own: the
// variable is read when a program begins.
func TestGODEBUGTurnsThemOff(t *testing.T) {
	if os.Getenv("VECTOR_WANT_OFF") != "" {
		if vector.On() {
			t.Error("vectors are on, wanted them to be off")
		}
		return
	}
	if !vector.On() {
		t.Skip("the processor has no AVX2")
	}
	again := exec.Command(os.Args[0], "-test.run=^TestGODEBUGTurnsThemOff$")
	again.Env = append(os.Environ(), "VECTOR_WANT_OFF=1", "GODEBUG=cpu.avx2=off")
	if out, err := again.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
