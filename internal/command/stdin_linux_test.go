package command

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipesAreRefused: a pipe to which nobody writes would keep a command waiting for ever.
func TestPipesAreRefused(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"run", "--restore", pipe, "--ticks", "1"}, {"replay", pipe}, {"diff", pipe, pipe}, {"replay", "--bisect", pipe, pipe}} {
		if code, out, errs := thicket(t, args...); code == 0 || out != "" || !strings.Contains(errs, "is a pipe; - reads standard input") {
			t.Errorf("%q: exit code %d, %q, %q", args, code, out, errs)
		}
	}
}
