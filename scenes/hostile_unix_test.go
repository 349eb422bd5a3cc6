//go:build unix

package scenes_test

import (
	"os"
	"syscall"
	"testing"
)

func TestPipesAreRefusedWithoutBlocking(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := syscall.Mkfifo("pipe.yaml", 0o666); err != nil {
		t.Skip(err)
	}
	wantRefusal(t, "pipe.yaml", "pipe.yaml:1:1: found a device, pipe or socket, wanted a file")
	if err := os.WriteFile("scene.yaml", []byte("bots: [{ id: a, name: A, behavior: { file: pipe.yaml } }]\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	wantRefusal(t, "scene.yaml", `scene.yaml:1:44: file "pipe.yaml": found a device, pipe or socket, wanted a file`)
}

func TestUnreadableFile(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("secret.yaml", nil, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadFile("secret.yaml"); err == nil {
		t.Skip("this user may read everything")
	}
	wantRefusal(t, "secret.yaml", "secret.yaml: cannot read the file: permission denied")
}
