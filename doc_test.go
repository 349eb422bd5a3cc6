package thicket_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestTutorialIsCompiled wants every piece of code in the package documentation to
// stand in an example, which is built and run.
func TestTutorialIsCompiled(t *testing.T) {
	doc, examples := read(t, "doc.go"), words(read(t, "example_test.go"))
	pieces := 0
	for piece := range strings.SplitSeq(code(doc), "\n\n") {
		if strings.HasPrefix(piece, "go doc ") {
			runAll(t, piece)
			continue
		}
		if piece = words(piece); piece == "" {
			continue
		}
		pieces++
		if !strings.Contains(examples, piece) {
			t.Errorf("in no example:\n%s", piece)
		}
	}
	if pieces < 5 {
		t.Errorf("%d pieces of code, wanted some", pieces)
	}
}

// runAll runs commands, one a line, each with a remark behind two spaces.
func runAll(t *testing.T, lines string) {
	t.Helper()
	for line := range strings.Lines(lines) {
		command, _, _ := strings.Cut(line, "  ")
		args := strings.Fields(command)
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", command, err, out)
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

// code is the indented text of a package comment, with an empty line between what
// other text or an empty line stands between.
func code(doc string) string {
	var b strings.Builder
	for line := range strings.Lines(doc) {
		if text, ok := strings.CutPrefix(line, "//\t"); ok {
			b.WriteString(text)
		} else {
			b.WriteString("\n")
		}
	}
	return b.String()
}

// words is a text without its layout.
func words(text string) string { return strings.Join(strings.Fields(text), " ") }
