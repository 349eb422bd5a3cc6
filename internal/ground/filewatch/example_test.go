package filewatch_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/thicket-sim/thicket/internal/ground/filewatch"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// A program hears of a file that was edited.
func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "tree.yaml")

	w, err := filewatch.New(limit.Values{})
	if err != nil {
		log.Fatal(err)
	}
	defer w.Close()
	if err := w.Watch([]string{file}); err != nil {
		log.Fatal(err)
	}
	<-w.Changed() // the folder was not watched before

	if err := os.WriteFile(file, []byte("kind: wander"), 0o666); err != nil {
		log.Fatal(err)
	}
	<-w.Changed()
	text, err := os.ReadFile(file)
	fmt.Println(string(text), err)
	// Output: kind: wander <nil>
}
