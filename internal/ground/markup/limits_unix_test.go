//go:build unix

package markup_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/markup"
)

func TestReadFileRefusesPipesWithoutBlocking(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o666); err != nil {
		t.Skip(err)
	}
	_, err := markup.ReadFile(path, markup.Limits{})
	if err == nil || !strings.Contains(err.Error(), "found a device, pipe or socket") {
		t.Errorf("got %v", err)
	}
}
