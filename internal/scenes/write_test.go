package scenes_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

// A number of a tree is written where it stands, in each dialect, and nothing else changes;
// the file that is written plays as the tuned game did.
func TestWritingNumbersOfTrees(t *testing.T) {
	t.Parallel()
	for i := range dialects {
		d := &dialects[i]
		t.Run(d.name, func(t *testing.T) {
			s, dir := huntIn(t, i, as)
			one := []scenes.Number{{Class: "prey", Key: d.key, Value: d.to}}
			if _, err := s.Scene().Write(one, os.ReadFile); err == nil || !strings.Contains(err.Error(), `where class "cousin" has it too, with`) {
				t.Errorf("a tree of two classes: %v", err)
			}
			file := filepath.Join(dir, "hunt.yaml")
			text, _ := os.ReadFile(file)
			alone := strings.Replace(string(text), "- { id: cousin", "# ", 1)
			if err := os.WriteFile(file, []byte(alone), 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := live.Open(file, live.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			files, err := s.Scene().Write(append(one, scenes.Number{Class: "prey", Key: "speedMps", Value: 3}), os.ReadFile)
			if err != nil || len(files) != 1 {
				t.Fatalf("%d files: %v", len(files), err)
			}
			before, _ := os.ReadFile(files[0].Name)
			if want := change(i, d.to)(string(before)); string(files[0].Text) != want || want == string(before) {
				t.Errorf("%s is now\n%s\nwanted\n%s", files[0].Name, files[0].Text, want)
			}
			if err := os.WriteFile(files[0].Name, files[0].Text, 0o600); err != nil {
				t.Fatal(err)
			}
			again, err := live.Open(file, live.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer again.Close()
			prey(t, s, i, d.to)
			// What is tuned stays so when the file is read anew: bodies alone are the same.
			compareBy(t, (*systems.Game).DigestOfBodies, "tuned and written", s, again, 100)
			if _, err := s.Scene().Write([]scenes.Number{{Class: "prey", Key: d.key, Value: d.to + 1}}, os.ReadFile); err == nil || !strings.Contains(err.Error(), "has changed since it was loaded: reload it first") {
				t.Errorf("a file that is another one now: %v", err)
			}
			if _, err := s.Reload(); err != nil {
				t.Fatal(err)
			}
			if v, over := s.Game().Tuning.Tuned(0, d.key); v != d.to || !over {
				t.Errorf("after the reload it is %g, tuned %v", v, over)
			}
		})
	}
}

// There is nowhere to write what is tuned of a game that comes with the program, and of one
// that was restored where its files are other ones now.
func TestWritingWithoutAFile(t *testing.T) {
	shipped, err := live.Open("tag", live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer shipped.Close()
	if _, err := shipped.Scene().Write(nil, os.ReadFile); err == nil || !strings.Contains(err.Error(), "comes with the program: `thicket new tag` makes a copy") {
		t.Errorf("a shipped scene: %v", err)
	}
	memory, err := live.Start("t.yaml", []byte(duel), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer memory.Close()
	if _, err := memory.Scene().Write(nil, os.ReadFile); err == nil || !strings.Contains(err.Error(), "no file to write to") {
		t.Errorf("a text: %v", err)
	}
	s, dir := huntIn(t, 0, as)
	again := restored(t, s)
	faster := []scenes.Number{{Class: "prey", Key: "speedMps", Value: 9}}
	files, err := again.Scene().Write(faster, os.ReadFile)
	if err != nil || len(files) != 1 || !strings.Contains(string(files[0].Text), "speedMps: 9") {
		t.Errorf("a restored game whose files are as they were: %v", err)
	}
	file := filepath.Join(dir, "hunt.yaml")
	text, _ := os.ReadFile(file)
	if err := os.WriteFile(file, append(text, "# later\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := again.Scene().Write(faster, os.ReadFile); err == nil || !strings.Contains(err.Error(), "is not what this game was saved with") {
		t.Errorf("a file that was changed since: %v", err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if _, err := again.Scene().Write(faster, os.ReadFile); err == nil || !strings.Contains(err.Error(), "its save has the only copy") {
		t.Errorf("a file that is gone: %v", err)
	}
}
