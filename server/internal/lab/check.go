package lab

import (
	"os"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/command/actionlist"
	"github.com/thicket-sim/thicket/internal/command/check"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/insight/testfiles"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/trees"
)

// trial says how many ticks a script is played while somebody types; docs/trees.md has what
// `thicket check` plays.
const trial = 60

// check checks files, with the lints, and answers as `thicket check --json`.
func (l *Lab) check(of struct {
	Files []string `json:"files"`
}) (any, error) {
	r := check.Report{Files: []check.File{}}
	for _, name := range of.Files {
		r.Files = append(r.Files, check.Load(name, check.Options{Readers: true, Ticks: trial, Document: document}))
	}
	return r, nil
}

// document checks a file of tests.
func document(name string, src []byte, texts map[string][]byte) (about string, is bool, err error) {
	if !strings.HasSuffix(name, testfiles.Suffix) {
		return "", false, nil
	}
	n, err := (&treetest.Runner{Workers: 1}).Check(name, src, texts)
	return humanize.Count(int64(n), "test"), true, err
}

// word is what a tree can say, for completion.
type word struct {
	Name   string  `json:"name"`
	Own    bool    `json:"own,omitempty"` // the dialect has it, and not a game
	Kind   string  `json:"kind"`
	Doc    string  `json:"doc"`
	Truth  string  `json:"truth,omitempty"`
	Params []param `json:"params,omitempty"`
}

type param struct {
	Name string `json:"name"`
	Type string `json:"type"`
	Doc  string `json:"doc,omitempty"`
}

// words lists what trees of a file's dialect can say, those of all dialects and of arenas included.
func (l *Lab) words(of struct {
	File string `json:"file"`
}) (any, error) {
	text, err := os.ReadFile(of.File) // one that is not there has no beginning
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	dialect := dialectOf(of.File, text)
	all := []word{}
	if dialect == "" {
		return all, nil
	}
	shared := actionlist.Shared()
	for _, s := range slices.Concat(actionlist.OfDialects(dialect, shared, true), shared) {
		if s.Dialect != "" && s.Dialect != dialect || s.Dialect == "" && s.Own {
			continue
		}
		for i := range s.Words {
			w := wordOf(&s.Words[i])
			w.Own = s.Dialect != "" && s.Own
			all = append(all, w)
			for _, c := range s.Words[i].Conditions() {
				all = append(all, wordOf(&c))
			}
		}
	}
	return all, nil
}

func wordOf(w *words.Word) word {
	to := word{Name: w.Name, Kind: string(w.Role), Doc: w.Doc, Truth: w.Truth}
	for i := range w.Params {
		p := &w.Params[i]
		kind := p.Kind.String()
		if p.Unit != "" {
			kind += ", " + p.Unit
		}
		to.Params = append(to.Params, param{p.Name, kind, p.Doc})
	}
	return to
}

// dialectOf returns the dialect of a file; empty for what is no tree.
func dialectOf(name string, text []byte) string {
	if d := trees.NameOf(name, text); d != "" {
		return d
	}
	for _, ext := range []string{".yaml", ".yml", ".json"} {
		if strings.HasSuffix(name, ext) {
			return "wage"
		}
	}
	return ""
}
