package scenes

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/trees"
)

// FileText is a file, by its full name with slashes, and its text.
type FileText struct {
	Name string
	Text []byte
}

// Write gives the files of the scene that hold other numbers of classes then: the scene's
// own, and those of trees. All else in them stays as it was, byte for byte. read reads a file
// as it is now. It fails where there is no file to write to, where one is not what is played,
// and for a number of a tree that another class has too, with another value.
func (s *Scene) Write(numbers []Number, read func(file string) ([]byte, error)) ([]FileText, error) {
	switch {
	case s.from.shipped:
		name := strings.TrimSuffix(path.Base(s.File), path.Ext(s.File))
		return nil, fmt.Errorf("%s comes with the program: `thicket new %s` makes a copy to write to", s.File, name)
	case s.from.text != nil:
		return nil, fmt.Errorf("%s was given as a text, so that there is no file to write to", s.File)
	}
	var own []Number
	inTrees := map[string][]run.Number{}
	for _, n := range numbers {
		number, err := s.treeNumber(n)
		switch {
		case err != nil:
			return nil, err
		case number == nil:
			own = append(own, n)
			continue
		}
		if err := s.checkShared(n, number, numbers); err != nil {
			return nil, err
		}
		inTrees[number.At.Start.File] = append(inTrees[number.At.Start.File], *number)
	}
	files := []string{s.File}
	for file := range inTrees {
		if file != s.File {
			files = append(files, file)
		}
	}
	slices.Sort(files[1:])
	var all []FileText
	for _, file := range files {
		f := FileText{Name: s.archive.FullName(file)}
		now, err := s.unchanged(f.Name, file, read, len(inTrees[file]) > 0)
		if err != nil {
			return nil, err
		}
		texts, err := trees.Edited(map[string][]byte{file: now}, inTrees[file])
		if err != nil {
			return nil, err
		}
		if f.Text = texts[file]; file == s.File && len(own) > 0 {
			if f.Text, err = Rewrite(file, f.Text, own, s.Limits()); err != nil {
				return nil, err
			}
		}
		if !bytes.Equal(f.Text, now) {
			all = append(all, f)
		}
	}
	return all, nil
}

// unchanged reads a file, and fails where it is not what is played: one with numbers of a
// tree, whose places are known from there, and all of a scene that was restored.
func (s *Scene) unchanged(name, file string, read func(string) ([]byte, error), places bool) ([]byte, error) {
	now, err := read(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && s.source != nil:
		return nil, fmt.Errorf("%s is not there: the game was restored, and its save has the only copy", name)
	case err != nil:
		return nil, err
	}
	if was, ok := s.archive.Text(file); (places || s.source != nil) && (!ok || !bytes.Equal(was, now)) {
		if s.source != nil {
			return nil, fmt.Errorf("%s is not what this game was saved with, so that nothing is written to it", name)
		}
		return nil, fmt.Errorf("%s has changed since it was loaded: reload it first", name)
	}
	return now, nil
}

// treeNumber returns the number of a class's tree that a key names, with its new value; nil for
// another key.
func (s *Scene) treeNumber(n Number) (*run.Number, error) {
	i := slices.IndexFunc(s.Setup.Classes, func(c systems.Class) bool { return c.ID == n.Class })
	if i < 0 {
		return nil, fmt.Errorf("the scene has no class %q", n.Class)
	}
	c := &s.Setup.Classes[i]
	if !slices.ContainsFunc(c.Tunables, func(t systems.Tunable) bool { return t.Key == n.Key && t.Tree }) {
		return nil, nil
	}
	at, err := run.FindNumber(c.Program.Numbers, strings.TrimPrefix(n.Key, treeKey))
	if err != nil {
		return nil, err
	}
	number := c.Program.Numbers[at]
	number.Value = n.Value
	return &number, nil
}

// checkShared refuses a number that stands in the tree of another class, too, which has
// another value there; want is all that is to be written.
func (s *Scene) checkShared(n Number, number *run.Number, want []Number) error {
	follows := false // a class whose bots look up their tree by name
	for i := range s.Setup.Classes {
		c := &s.Setup.Classes[i]
		follows = follows || c.Program == nil
		if c.ID == n.Class || c.Program == nil {
			continue
		}
		keys := run.NumberKeys(c.Program.Numbers)
		for j, other := range c.Program.Numbers {
			value := other.Value
			if k := slices.IndexFunc(want, func(w Number) bool { return w.Class == c.ID && w.Key == treeKey+keys[j] }); k >= 0 {
				value = want[k].Value
			}
			if other.At == number.At && value != number.Value {
				return fmt.Errorf("%s of class %q stands at %v, where class %q has it too, with %v: tune both, or give one a tree of its own", n.Key, n.Class, number.At.Start, c.ID, value)
			}
		}
	}
	for _, b := range s.Setup.Behaviors {
		if follows && slices.ContainsFunc(b.Program.Numbers, func(o run.Number) bool { return o.At == number.At }) {
			return fmt.Errorf("%s of class %q stands at %v, in the behaviour %q that bots of other classes may name: give the class a tree of its own", n.Key, n.Class, number.At.Start, b.Name)
		}
	}
	return nil
}
