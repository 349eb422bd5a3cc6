// Package wordstest holds the rows of a dialect to what its loader takes: it writes samples from the
// rows alone.
package wordstest

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// Sample is the name that samples give to things.
const Sample = "sample"

// Text returns a text that a parameter takes, by its row.
func Text(p *words.Param) string {
	switch {
	case p.Sample != "":
		return p.Sample
	case p.Default != "" && p.Default != "null":
		return strings.Trim(p.Default, `"`)
	case len(p.Words) > 0:
		return p.Words[0]
	}
	return Plain(&p.Value)
}

// Plain returns a text of the kind and the range of a value.
func Plain(v *words.Value) string {
	switch v.Kind {
	case host.Int:
		return strconv.FormatFloat(math.Ceil(inRange(v)), 'f', -1, 64)
	case host.Number:
		return strconv.FormatFloat(inRange(v), 'f', -1, 64)
	case host.Bool:
		return "true"
	case host.Where:
		return "key=value"
	}
	return Sample
}

func inRange(v *words.Value) float64 {
	if v.Least == 0 && v.Most == 0 {
		return 1
	}
	return min(max(1, v.Least), v.Most)
}

// Wrong returns texts that a value does not take, by its range and words; none where it has neither.
func Wrong(v *words.Value) (all []string) {
	if v.Kind == host.Int || v.Kind == host.Number {
		if v.Least != 0 || v.Most != 0 {
			for _, f := range []float64{v.Least - 1, v.Most + 1} {
				if !math.IsInf(f, 0) {
					all = append(all, strconv.FormatFloat(f, 'f', -1, 64))
				}
			}
		}
		return all
	}
	if len(v.Words) > 0 && v.Names == "" {
		all = append(all, v.Words[0]+"x")
	}
	return all
}

// Rows checks what holds for the rows of every dialect: each has a sentence and a page with the
// heading that it names, a node has a truth, names are not given twice, and parts are there.
func Rows(t *testing.T, all []words.Word, docs string) {
	t.Helper()
	seen := map[string]bool{}
	headings := map[string][]string{}
	for i := range all {
		w := &all[i]
		key := string(w.Role) + " " + w.Name + " " + strings.Join(w.In, " ")
		if seen[key] {
			t.Errorf("two rows of %s", key)
		}
		seen[key] = true
		if !strings.HasSuffix(w.Doc, ".") {
			t.Errorf("%s: %q is no sentence", key, w.Doc)
		}
		if w.Role.IsNode() != (w.Truth != "") {
			t.Errorf("%s: the truth is %q", key, w.Truth)
		}
		for j := range w.Params {
			if p := &w.Params[j]; p.Doc == "" {
				t.Errorf("%s: nothing is said of %s", key, p.Name)
			}
		}
		for _, part := range w.Parts {
			if PartOf(all, w, part) == nil {
				t.Errorf("%s: there is no row of its part %s", key, part)
			}
		}
		page, heading, _ := strings.Cut(w.Page, "#")
		if headings[page] == nil {
			headings[page] = headingsOf(t, filepath.Join(docs, page))
		}
		if !slices.Contains(headings[page], heading) {
			t.Errorf("%s: the page %s has no heading %q", key, page, heading)
		}
	}
}

var heading = regexp.MustCompile(`(?m)^#+ (.*)$`)

// headingsOf lists the headings of a page as links name them.
func headingsOf(t *testing.T, file string) (all []string) {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
	}
	for _, m := range heading.FindAllStringSubmatch(string(src), -1) {
		all = append(all, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-', r == '_', r >= 'a' && r <= 'z', r >= '0' && r <= '9', r > 0x7f:
				return r
			}
			return -1
		}, strings.ToLower(m[1])))
	}
	return append(all, "")
}

// PartOf returns the row of a part of a word, which may end in "+"; nil where there is none.
func PartOf(all []words.Word, of *words.Word, part string) *words.Word {
	name := strings.TrimSuffix(part, "+")
	for i := range all {
		if w := &all[i]; w.Role == words.Part && w.Name == name && slices.Contains(w.In, of.Name) {
			return w
		}
	}
	return nil
}
