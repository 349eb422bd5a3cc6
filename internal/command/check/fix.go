package check

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/wholefile"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// maxTries is how often one file is loaded with a fix at most.
const maxTries = 200

// Fixer mends files: what it changes in one of them is there for those that it loads later.
type Fixer struct {
	texts map[string][]byte // the mended ones
	was   map[string][]byte // each of them, before
}

// Load is [Load] of a file with the fixes of its errors, notices and lints in it and in the
// files that it refers to. A fix is taken where what it mends is gone by it, and nothing else
// has come that was not there.
func (x *Fixer) Load(name string, o Options) File {
	if x.texts == nil {
		x.texts, x.was = map[string][]byte{}, map[string][]byte{}
	}
	m := mending{Fixer: x, name: name, o: o}
	f := m.load(x.texts)
	var mended []Finding
	for found := true; found && m.tries < maxTries; {
		f, mended, found = m.step(f, mended)
	}
	f.Mended, f.Unfixed = mended, m.refused
	return f
}

// mending is the work on one file that was named.
type mending struct {
	*Fixer
	name    string
	o       Options
	tries   int
	refused []Finding // those whose files cannot be written
}

func (m *mending) load(texts map[string][]byte) File {
	m.tries++
	m.o.Texts = texts
	return Load(m.name, m.o)
}

// step takes all fixes at once, or else the first one that is good.
func (m *mending) step(f File, mended []Finding) (File, []Finding, bool) {
	var able []Finding
	m.refused = nil
	for _, e := range f.findings() {
		switch why := m.closed(e.Fix); {
		case len(e.Fix) == 0:
		case why == nil:
			able = append(able, e)
		default:
			e.Message += fmt.Sprintf("; not mended, as it cannot be written: %v", why)
			m.refused = append(m.refused, e)
		}
	}
	groups := [][]Finding{able}
	if len(able) > 1 {
		for i := range able {
			groups = append(groups, able[i:i+1])
		}
	}
	for _, group := range groups {
		if after, done, texts := m.try(f, group); texts != nil {
			m.texts = texts
			return after, append(mended, done...), true
		}
	}
	return f, mended, false
}

// maxDepth is how many errors may hide behind each other, each of which is told once that before
// it is mended.
const maxDepth = 4

// try takes the fixes of findings, and those of what comes to light by them. It returns no texts
// where that is no better.
func (m *mending) try(f File, fixes []Finding) (after File, done []Finding, texts map[string][]byte) {
	was := m.texts
	for range maxDepth {
		now, taken := m.with(was, fixes)
		if len(taken) == 0 || m.tries >= maxTries {
			return f, nil, nil
		}
		done = append(done, taken...)
		if after = m.load(now); better(f, after, done) {
			return after, done, now
		}
		was, fixes = now, nil
		for _, e := range after.Errors {
			if len(e.Fix) > 0 && m.closed(e.Fix) == nil {
				fixes = append(fixes, e)
			}
		}
	}
	return f, nil, nil
}

// with returns texts after the fixes of findings, but for fixes that another one of them
// overlaps, and whose fixes those are.
func (m *mending) with(was map[string][]byte, all []Finding) (map[string][]byte, []Finding) {
	edits := map[string][]syntax.Edit{}
	var done []Finding
	for _, e := range all {
		free := true
		for _, edit := range e.Fix {
			free = free && !slices.ContainsFunc(edits[edit.At.Start.File], func(o syntax.Edit) bool { return overlap(edit.At, o.At) })
		}
		if free {
			for _, edit := range e.Fix {
				edits[edit.At.Start.File] = append(edits[edit.At.Start.File], edit)
			}
			done = append(done, e)
		}
	}
	texts := maps.Clone(was)
	for file, list := range edits {
		text, ok := was[file]
		if !ok {
			text = m.was[file]
		}
		texts[file] = syntax.Apply(text, list...)
	}
	return texts, done
}

func overlap(a, b syntax.Span) bool {
	return a == b || a.Start.Before(b.End()) && b.Start.Before(a.End())
}

// text returns what a file holds now.
func (m *mending) text(file string) ([]byte, error) {
	if text, ok := m.texts[file]; ok {
		return text, nil
	}
	text, err := os.ReadFile(file)
	if err == nil {
		m.was[file] = text
	}
	return text, err
}

// closed returns why some file of a fix cannot be written.
func (m *mending) closed(fix Fix) error {
	for _, e := range fix {
		file := e.At.Start.File
		if _, _, shipped := scenes.Source(m.name); shipped {
			return errors.New("it is part of thicket")
		}
		text, err := m.text(file)
		var path *os.PathError
		switch {
		case errors.As(err, &path):
			return path.Err
		case err != nil:
			return err
		case !utf8.Valid(text) && strings.ContainsFunc(e.With, func(r rune) bool { return r >= utf8.RuneSelf }), bytes.IndexByte(text, 0) >= 0:
			return errors.New("it is not in UTF-8")
		}
		if f, err := os.OpenFile(file, os.O_WRONLY, 0); err != nil {
			errors.As(err, &path)
			return path.Err
		} else if err := f.Close(); err != nil {
			return err
		}
	}
	return nil
}

// better reports whether of the findings before those that were mended are gone, and none has come.
func better(before, after File, mended []Finding) bool {
	if !slices.ContainsFunc(mended, func(e Finding) bool { return slices.ContainsFunc(before.Errors, e.same) }) {
		return before.count(true, mended).holds(after.count(true, nil))
	}
	// What stands behind an error is not looked at, so that notices may come to light with its fix.
	return before.count(false, mended).holds(after.count(false, nil))
}

func (e Finding) same(o Finding) bool { return e.Location == o.Location && e.Message == o.Message }

// tally says how often something is found, wherever it is, as places move.
type tally map[[2]string]int

// count counts errors, and the others too where they count, without those that are mended.
func (f *File) count(all bool, mended []Finding) tally {
	list := f.Errors
	if all {
		list = f.findings()
	}
	t := tally{}
	for _, e := range list {
		t[[2]string{e.File, e.Message}]++
	}
	for _, e := range mended {
		k := [2]string{e.File, e.Message}
		t[k] = max(0, t[k]-1)
	}
	return t
}

// holds reports whether nothing is found more often by another count.
func (t tally) holds(o tally) bool {
	for k, n := range o {
		if n > t[k] {
			return false
		}
	}
	return true
}

// findings returns errors, notices and lints.
func (f *File) findings() []Finding {
	all := slices.Concat(f.Errors, f.Notices)
	for _, l := range f.Lints {
		all = append(all, l.Finding)
	}
	return all
}

// Write writes the files that were mended.
func (x *Fixer) Write() error {
	for _, file := range x.files() {
		if err := wholefile.Write(file, x.texts[file]); err != nil {
			return err
		}
	}
	return nil
}

// Diff returns what Write would change, as diff -u prints it.
func (x *Fixer) Diff() string {
	var b strings.Builder
	for _, file := range x.files() {
		writeDiff(&b, file, x.was[file], x.texts[file])
	}
	return b.String()
}

func (x *Fixer) files() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(x.texts)), func(file string) bool { return bytes.Equal(x.texts[file], x.was[file]) })
}
