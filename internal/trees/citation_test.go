package trees_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/dialect/dryrun/dryruntest"
	"github.com/thicket-sim/thicket/internal/trees"
)

var (
	// comments are runs of comment lines.
	comments = regexp.MustCompile(`(?m)(?:^[^"\n]*//.*\n)+`)
	// citation is "Case name" or "Cases name, other and third" in a comment, whose
	// lines are joined.
	citation = regexp.MustCompile(`\bCases? ((?:[a-z0-9]+(?:-[A-Za-z0-9]+)+(?:, | and )?)+)`)
	caseName = regexp.MustCompile(`[a-z0-9]+(?:-[A-Za-z0-9]+)+`)
	slashes  = regexp.MustCompile(`\s*\n\s*//\s*`)
)

// TestCitedCasesAreHere wants each case that a comment cites among the cases of
// the dialect whose directory the comment stands in; outside of these
// directories, among those of any dialect.
func TestCitedCasesAreHere(t *testing.T) {
	cases := map[string]string{} // the dialects of a case, by name
	for _, d := range trees.Dialects() {
		name := d.Name
		for _, c := range dryruntest.Read(t, filepath.Join("../dialect", name, "testdata", "cases.jsonl")) {
			if c.Dialect != name {
				t.Errorf("case %s of %s stands among those of %s", c.Name, c.Dialect, name)
			}
			cases[c.Name] += " " + name
		}
	}
	cited := 0
	err := filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		dialect, isDialect := strings.CutPrefix(filepath.ToSlash(filepath.Dir(path)), "../../internal/dialect/")
		dialect, _, _ = strings.Cut(dialect, "/") // which may have packages of its own
		for _, name := range citations(string(src)) {
			cited++
			in, ok := cases[name]
			if isDialect {
				ok = strings.Contains(in+" ", " "+dialect+" ")
			}
			if !ok {
				t.Errorf("%s cites case %s, which is in no testdata/cases.jsonl that belongs to it", path, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if cited < 129 {
		t.Errorf("%d citations found, wanted those of all dialects", cited)
	}
}

// citations returns the names of cases that the comments of a file cite.
func citations(src string) (names []string) {
	for _, block := range comments.FindAllString(src, -1) {
		for _, list := range citation.FindAllStringSubmatch(slashes.ReplaceAllString(block, " "), -1) {
			names = append(names, caseName.FindAllString(list[1], -1)...)
		}
	}
	return names
}
