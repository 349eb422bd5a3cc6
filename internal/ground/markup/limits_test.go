package markup_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/cputime"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.yaml")
	if err := os.WriteFile(path, []byte("12345678"), 0o666); err != nil {
		t.Fatal(err)
	}
	if src, err := markup.ReadFile(path, markup.Limits{Bytes: 8}); err != nil || string(src) != "12345678" {
		t.Errorf("at the limit: %q, %v", src, err)
	}
	large := filepath.Join(dir, "large")
	if err := os.WriteFile(large, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	// Sparse: it takes no room, and no time unless someone reads it.
	if err := os.Truncate(large, 1<<40); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		path string
		lim  markup.Limits
		want string
	}{
		{filepath.Join(dir, "none"), markup.Limits{}, "no such file"},
		{dir, markup.Limits{}, "found a directory, wanted a file"},
		{os.DevNull, markup.Limits{}, "found a device, pipe or socket, wanted a file"},
		{path, markup.Limits{Bytes: 7}, "file of 8 bytes, wanted at most 7 bytes"},
		{large, markup.Limits{}, "file of 1.049e+06 MB, wanted at most 16 MB"},
	} {
		start := cputime.Now()
		_, err := markup.ReadFile(c.path, c.lim)
		var e *syntax.Error
		if !errors.As(err, &e) || e.Msg != c.want || e.Pos != (syntax.Pos{File: c.path, Line: 1, Col: 1}) {
			t.Errorf("%s: got %v, want %s", c.path, err, c.want)
		}
		if d := cputime.Now() - start; d > 10*time.Second {
			t.Errorf("%s: took %v", c.path, d)
		}
	}
}

// nested is n lists within each other, and in text what opens and closes one.
func nested(n int, open, inner, closing string) string {
	return strings.Repeat(open, n) + inner + strings.Repeat(closing, n)
}

func TestReadOfAStream(t *testing.T) {
	if src, err := markup.Read("stdin", strings.NewReader("12345678"), markup.Limits{Bytes: 8}); err != nil || string(src) != "12345678" {
		t.Errorf("at the limit: %q, %v", src, err)
	}
	const want = "stdin:1:1: file of more than 8 bytes, wanted at most 8 bytes"
	if _, err := markup.Read("stdin", strings.NewReader("123456789"), markup.Limits{Bytes: 8}); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestLimits(t *testing.T) {
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := '1'; i <= '9'; i++ {
		before := "*a" + string(i-1)
		bomb += "a" + string(i) + ": &a" + string(i) + " [" + strings.Repeat(before+", ", 9) + before + "]\n"
	}
	deepAlias := "a: &a " + nested(600, "[", "1", "]") + "\nb: " + nested(600, "[", "*a", "]") + "\n"
	small := markup.Limits{Nodes: 10, Depth: 5, Aliases: 6, Bytes: 60}
	for _, c := range []struct {
		name, file, src string
		lim             markup.Limits
		want            string // within the error, "" for none
	}{
		{"bytes", "f.json", strings.Repeat(" ", 61), small, "f.json:1:1: file of 61 bytes, wanted at most 60 bytes"},
		{"bytes yaml", "f.yaml", strings.Repeat(" ", 61), small, "f.yaml:1:1: file of 61 bytes"},
		{"depth at limit", "f.yaml", nested(5, "[", "1", "]"), small, ""},
		{"depth", "f.yaml", nested(6, "[", "1", "]"), small, "f.yaml:1:6: lists and maps nested deeper than 5 levels"},
		{"depth of blocks", "f.yaml", nested(6, "- ", "1", ""), small, "f.yaml:1:11: lists and maps nested deeper than 5"},
		{"depth at limit json", "f.json", nested(5, `{"a":`, "1", "}"), small, ""},
		{"depth json", "f.json", nested(6, "[", "1", "]"), small, "f.json:1:6: lists and maps nested deeper than 5"},
		{"depth 100000", "f.yaml", strings.Repeat("[", 100000), markup.Limits{}, "f.yaml:1:1001: lists and maps nested deeper than 1000 levels"},
		{"depth 100000 maps", "f.yaml", strings.Repeat("{a: ", 100000), markup.Limits{}, "f.yaml:1:4001: lists and maps nested deeper than 1000 levels"},
		{"depth 100000 blocks", "f.yaml", strings.Repeat("- ", 100000), markup.Limits{}, "nested deeper than 1000 levels"},
		{"depth past yaml.v3", "f.yaml", strings.Repeat("[", 100000), markup.Limits{Depth: 50000}, "f.yaml:1:10001: lists and maps nested deeper than 10000 levels"},
		{"depth 100000 json", "f.json", strings.Repeat("[", 100000), markup.Limits{}, "f.json:1:1001: lists and maps nested deeper than 1000 levels"},
		{"depth by alias", "f.yaml", deepAlias, markup.Limits{}, "f.yaml:2:604: lists and maps nested deeper than 1000 levels"},
		{"nodes at limit", "f.yaml", "{a: [1, 2, 3, 4], b: [5, 6, 7]}", small, ""},
		{"nodes", "f.yaml", "{a: [1, 2, 3, 4], b: [5, 6, 7, 8]}", small, "f.yaml:1:32: more than 10 values in one file"},
		{"nodes at limit json", "f.json", `{"a": [1, 2, 3, 4], "b": [5, 6, 7]}`, small, ""},
		{"nodes json", "f.json", `{"a": [1, 2, 3, 4], "b": [5, 6, 7, 8]}`, small, "f.json:1:36: more than 10 values in one file"},
		{"aliases at limit", "f.yaml", "[&a [1, 2], *a, *a]", small, ""},
		{"aliases", "f.yaml", "[&a [1, 2], *a, *a, *a]", small, "f.yaml:1:21: aliases expand to more than 6 values"},
		{"aliases by merge", "f.yaml", "[&a {x: [1, 2]}, {<<: *a}, {<<: *a}]", small, "f.yaml:1:28: aliases expand to more than 6 values"},
		{"aliases of aliases", "f.yaml", "[&a [1, 2], &b [*a], *b]", small, "f.yaml:1:22: aliases expand to more than 6 values"},
		{"billion laughs", "f.yaml", bomb, markup.Limits{}, "aliases expand to more than 100000 values"},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := cputime.Now()
			_, err := markup.Parse(c.file, []byte(c.src), c.lim)
			if d := cputime.Now() - start; d > 10*time.Second {
				t.Errorf("took %v", d)
			}
			switch {
			case c.want == "" && err != nil:
				t.Errorf("refused: %v", err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}
