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

// TestLinksInALoop reads links that lead to themselves, alone and by way of each other: as a
// scene, a tree, a file of Lua and what a tree includes.
func TestLinksInALoop(t *testing.T) {
	t.Chdir(t.TempDir())
	for from, to := range map[string]string{
		"loop.yaml": "loop.yaml", "tree.yaml": "tree.yaml", "one.inc": "two.inc", "two.inc": "one.inc", "brain.lua": "brain.lua", "folder": "folder",
	} {
		if err := os.Symlink(to, from); err != nil {
			t.Skip(err)
		}
	}
	for name, text := range map[string]string{
		"scene.yaml":  "bots: [{ id: a, name: A, behavior: { file: tree.yaml } }]\n",
		"brain.yaml":  "bots: [{ id: a, name: A, behavior: { file: brain.lua } }]\n",
		"folder.yaml": "bots: [{ id: a, name: A, behavior: { file: folder/tree.yaml } }]\n",
		"guard.yaml":  "bots: [{ id: a, name: A, behavior: { file: guard.bt } }]\n",
		"guard.bt":    "#include \"one.inc\"\nselector { action wander }\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	wantRefusal(t, "loop.yaml", "loop.yaml:1:1: cannot read the file: too many levels of symbolic links")
	const circle = "its symbolic links lead in a circle"
	wantRefusal(t, "scene.yaml", `scene.yaml:1:44: cannot reach the file "tree.yaml": `+circle)
	wantRefusal(t, "brain.yaml", `brain.yaml:1:44: cannot reach the file "brain.lua": `+circle)
	wantRefusal(t, "folder.yaml", `folder.yaml:1:44: cannot reach the file "folder/tree.yaml": `+circle)
	wantRefusal(t, "guard.yaml", `guard.bt:1:10: cannot reach the file "one.inc": `+circle)
}
