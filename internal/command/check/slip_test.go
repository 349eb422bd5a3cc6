package check

import (
	"bytes"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
)

// marks begin comments, by extensions.
var marks = map[string]*regexp.Regexp{
	".yaml": regexp.MustCompile(`(?m)(^|\s)#.*$`), ".bt": regexp.MustCompile(`//.*`), ".lua": regexp.MustCompile(`(?m)--.*$`),
	".xml": regexp.MustCompile(`(?s)<!--.*?-->`), ".debt": regexp.MustCompile(`(?s)<!--.*?-->`),
}

// typed are characters that people strike in the place of others.
const typed = "aeinrstxEZ019 \n\t.,:;-_/\\'\"<>(){}[]=#&@é"

// slip makes a mistake somewhere in a text: a character too much, too few or a wrong one, two that changed
// places, or a line that is missing or there twice.
func slip(text []byte, r *rand.Rand) []byte {
	at, c := r.IntN(len(text)), []rune(typed)[r.IntN(len([]rune(typed)))]
	if text[at] >= 0x80 {
		return nil
	}
	from := bytes.LastIndexByte(text[:at], '\n') + 1
	to := len(text)
	if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
		to = at + n + 1
	}
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	switch r.IntN(6) {
	case 0:
		return join(text[:at], []byte(string(c)), text[at:])
	case 1:
		return join(text[:at], text[at+1:])
	case 2:
		return join(text[:at], []byte(string(c)), text[at+1:])
	case 3:
		if at+1 == len(text) || text[at+1] >= 0x80 {
			return nil
		}
		return join(text[:at], text[at+1:at+2], text[at:at+1], text[at+2:])
	case 4:
		return join(text[:from], text[to:])
	}
	return join(text[:to], text[from:])
}

// slippery lists the scenes by the files that slips are made in.
func slippery(t *testing.T, dir string) map[string]string {
	t.Helper()
	scenes, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]string{}
	err = filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || marks[filepath.Ext(file)] == nil || strings.HasSuffix(file, ".test.yaml") {
			return err
		}
		if slices.Contains(scenes, file) {
			of[file] = file
			return nil
		}
		for _, scene := range scenes {
			text, err := os.ReadFile(scene)
			if err != nil {
				return err
			}
			if rel, _ := filepath.Rel(dir, file); bytes.Contains(text, []byte(filepath.ToSlash(rel))) {
				of[file] = scene
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return of
}

// slips returns how many mistakes [TestSlips] makes.
func slips() int {
	if longtest.On {
		return 200
	}
	return 60
}

// TestSlips makes a mistake anywhere in a file, many times over. By its fixes nothing becomes worse: there is no
// error more, each comment is there still, and the lines around are as they were.
func TestSlips(t *testing.T) {
	if testing.Short() {
		t.Skip("loads a scene several times for each of some hundred mistakes")
	}
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../scenes/shipped")); err != nil {
		t.Fatal(err)
	}
	of := slippery(t, dir)
	files := slices.Sorted(maps.Keys(of))
	if len(files) < 40 {
		t.Fatalf("%d files of scenes", len(files))
	}
	r := rand.New(rand.NewPCG(39, 1))
	counts := map[string]int{}
	for n := range slips() {
		file := files[n%len(files)]
		good, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		bad := slip(good, r)
		if bad == nil || bytes.Equal(good, bad) {
			continue
		}
		rel, _ := filepath.Rel(dir, file)
		counts[slipped(t, of[file], file, rel, good, bad)]++
	}
	t.Logf("%v", counts)
	if counts["right"] == 0 || counts["otherwise"] == 0 || counts["untouched"] == 0 {
		t.Error("some outcome never comes")
	}
}

// slipped mends a file with a mistake and says how that went.
func slipped(t *testing.T, scene, file, rel string, good, bad []byte) string {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%s panics: %v\n%s\n%s", rel, p, bad, debug.Stack())
		}
	}()
	o := Options{Limits: limit.Values{}, Texts: map[string][]byte{file: bad}}
	before := Load(scene, o)
	x := Fixer{texts: map[string][]byte{file: bad}, was: map[string][]byte{file: bad}}
	mended := x.Load(scene, o).Mended
	o.Texts = x.texts
	after := Load(scene, o)
	now := x.texts[file]
	if len(after.Errors) > len(before.Errors) || len(after.findings()) > len(before.findings()) && len(after.Errors) == len(before.Errors) {
		t.Errorf("%s is worse:\n%s%v\n->\n%v", rel, x.Diff(), before.Errors, after.Errors)
	}
	for _, comment := range marks[filepath.Ext(file)].FindAll(bad, -1) {
		if bytes.Count(now, comment) < bytes.Count(bad, comment) {
			t.Errorf("%s: the comment %q is lost:\n%s", rel, comment, x.Diff())
		}
	}
	edits := 0
	for _, e := range mended {
		edits += len(e.Fix)
	}
	lost := map[string]int{}
	for line := range strings.Lines(string(bad)) {
		lost[line]++
	}
	for line := range strings.Lines(string(now)) {
		lost[line]--
	}
	changed := 0
	for _, n := range lost {
		changed += max(0, n)
	}
	if changed > edits {
		t.Errorf("%s: %d lines are others by %d edits:\n%s", rel, changed, edits, x.Diff())
	}
	for other := range x.texts {
		if other != file && !bytes.Equal(x.texts[other], x.was[other]) {
			t.Errorf("%s: a mistake there changes %s:\n%s", rel, other, x.Diff())
		}
	}
	switch {
	case len(before.Errors) == 0 && bytes.Equal(now, bad):
		return "no error"
	case bytes.Equal(now, bad):
		return "untouched"
	case bytes.Equal(now, good):
		return "right"
	}
	return "otherwise"
}
