package treetest

import (
	"errors"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/facttest"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// FuzzLoad reads any bytes as a test file. They are refused with places in the file, or give
// tests with something to look at, within the limits.
func FuzzLoad(f *testing.F) {
	archive, err := txtar.ParseFile("testdata/bad.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, doc := range archive.Files {
		f.Add(doc.Data)
	}
	for _, name := range scenes.Shipped() {
		if text, _, ok := scenes.Tests(name); ok {
			f.Add(text)
		}
	}
	page, err := os.ReadFile("../../../docs/testing.md")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(page)
	f.Add([]byte("tests: []\nuncovered: [{ at: bots/a.bt:14, why: &w so }, { at: 'bots/a.bt:14:3', why: *w }]"))
	f.Add([]byte("tests: [{ name: &a x, given: &g { bots: { a: 1 } }, then: [{ eventually: &c { bot: *a } }, { order: [*c, *c], after: *c }] }]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := Load("a.test.yaml", text, limit.Values{})
		if err != nil {
			var list syntax.ErrorList
			if file != nil || !errors.As(err, &list) || len(list) == 0 {
				t.Fatalf("a file %v with an error of type %T: %v", file != nil, err, err)
			}
			facttest.Inside(t, "a.test.yaml", text, list)
			return
		}
		for _, why := range file.uncovered {
			if why.file == "" || why.line < 1 || why.why == "" {
				t.Errorf("a reason that says %+v", why)
			}
		}
		names := map[string]bool{}
		for _, test := range file.Tests {
			if test.Name == "" || names[test.Name] || len(test.then) == 0 || len(test.given.seeds) > maxSeeds.In(limit.Values{}) || !(test.share > 0 && test.share <= 1) {
				t.Errorf("a test that says %+v", test)
			}
			names[test.Name] = true
			if n := test.length(30); n < 0 || n > 1e9 {
				t.Errorf("a test of %d ticks", n)
			}
			for _, s := range test.then {
				if len(s.wanted) == 0 || s.text == "" {
					t.Errorf("a statement that says %+v", s)
				}
				for c := range s.conditions() {
					kinds := 0
					for _, is := range []bool{len(c.all) > 0, len(c.any) > 0, c.not != nil, c.body != nil, c.world != nil} {
						if is {
							kinds++
						}
					}
					if kinds != 1 {
						t.Errorf("a condition of %d kinds: %s", kinds, c.text)
					}
				}
			}
		}
	})
}
