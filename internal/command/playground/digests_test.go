//go:build !js

package playground

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/ground/wasmbuild"
)

// Games are the same in WebAssembly as on other machines, built with the flags of the page's program.
func TestDigestsInWebAssembly(t *testing.T) {
	if testing.Short() || !longtest.On {
		t.Skip("builds tests for WebAssembly, where they play all shipped scenes")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node, which runs them")
	}
	file := filepath.Join(t.TempDir(), "scenes.wasm")
	build := slices.Concat([]string{"test", "-c", "-vet=off"}, wasmbuild.Flags(), []string{"-o", file, "./internal/scenes"})
	if _, err := goCommand(t.Context(), source, []string{"GOOS=js", "GOARCH=wasm"}, build...); err != nil {
		t.Fatal(err)
	}
	root, err := goCommand(t.Context(), source, nil, "env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	play := exec.CommandContext(t.Context(), filepath.Join(root, "lib", "wasm", "go_js_wasm_exec"), file, "-test.short", "-test.v", "-test.run", "DigestsOfShipped|OnEveryMachine")
	play.Dir = filepath.Join(source, "internal", "scenes")
	play.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := play.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestDigestsOfShippedScenes/tag ") {
		t.Errorf("%v\n%s", err, out)
	}
}
