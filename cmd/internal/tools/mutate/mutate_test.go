package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestFaultsOfAFile(t *testing.T) {
	src := `package p

const limit = 3

func f(n int) (sum int) {
	for i := range n {
		if i < limit {
			continue
		}
		sum += 7
	}
	return sum
}
`
	faults, err := faultsIn("p.go", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range faults {
		faulty := strings.Split(string(f.planted([]byte(src))), "\n")
		got = append(got, f.String()+": "+strings.TrimSpace(faulty[f.line-1]))
	}
	want := []string{
		"p.go:7: the condition turned round: if !(i < limit) {",
		"p.go:7: < for <=: if i <= limit {",
		"p.go:8: break for continue: break",
		"p.go:10: without the statement: ",
		"p.go:10: one more than 7: sum += 8",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwanted\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A module of two packages: the bound of Low is held by its own tests, that of
// High only by those of a package that imports it, and that of Nobody by none.
func TestVerdicts(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command many times")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module m\n\ngo 1.26\n",
		"a/a.go": `package a

func Low(n int) bool { return n < 10 }

func High(n int) bool { return n > 10 }

func Nobody(n int) bool { return n >= 10 }
`,
		"a/a_test.go": "package a\n\nimport \"testing\"\n\nfunc TestLow(t *testing.T) {\n\tif Low(10) {\n\t\tt.Error(\"10\")\n\t}\n}\n",
		"b/b.go":      "package b\n\nimport \"m/a\"\n\nfunc High(n int) bool { return a.High(n) }\n",
		"b/b_test.go": "package b\n\nimport \"testing\"\n\nfunc TestHigh(t *testing.T) {\n\tif High(10) {\n\t\tt.Error(\"10\")\n\t}\n}\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	r, err := newRun(t.Context(), []string{"a"}, time.Minute, true)
	if err != nil {
		t.Fatal(err)
	}
	want := map[int]verdict{3: caughtByOwn, 5: caughtByOther, 7: survived}
	for i := range r.faults {
		f := &r.faults[i]
		if !strings.Contains(f.what, " for ") {
			continue
		}
		v, by, err := r.test(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		if v != want[f.line] {
			t.Errorf("%s: %s by %q, wanted %s", f, v, by, want[f.line])
		}
	}
}
