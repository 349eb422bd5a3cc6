package scenes

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/session"
)

// maxBrought is the number of files a command may bring.
var maxBrought = limit.New("command.files", 1000, 1<<15, "files", "files that a command `tree` brings", limit.Refused)

// commandTree is a tree file that a command named; texts are what it held where the command
// brought that, and the other files that the command brought.
type commandTree struct {
	ref     string         // as the command has it, relative to the scene
	texts   []session.Text // the tree's own first; none for a file that is read
	program *run.Program
}

// id tells the tree from all others that commands named.
func (t *commandTree) id() string {
	if len(t.texts) == 0 {
		return t.ref
	}
	all := t.texts[0].Source
	for _, o := range t.texts[1:] {
		all += fmt.Sprintf("\x00%s\x00%s", o.File, o.Source) // no text that is taken has a zero
	}
	return fmt.Sprintf("%s#%.16x", t.ref, sha256.Sum256([]byte(all)))
}

// kept returns the texts as a [Step] has them.
func (t *commandTree) kept() (all []string) {
	for i, o := range t.texts {
		if i > 0 {
			all = append(all, o.File)
		}
		all = append(all, o.Source)
	}
	return all
}

// keptTree returns the tree of a step.
func keptTree(step *Step) commandTree {
	t := commandTree{ref: step.Tree}
	for i := 0; i < len(step.Kept); i += 2 {
		file := step.Tree
		if i > 0 {
			file = step.Kept[i-1]
		}
		t.texts = append(t.texts, session.Text{File: file, Source: step.Kept[i]})
	}
	return t
}

// Tree loads the tree file that a command names, relative to the scene.
func (s *Scene) Tree(ref string) (*run.Program, error) { return s.commandTree(commandTree{ref: ref}) }

// TreeOf loads a tree whose text a command brought, as if it stood in a file of that name,
// relative to the scene, and the others beside it. Other files that they refer to are read.
func (s *Scene) TreeOf(ref, text string, others ...session.Text) (*run.Program, error) {
	t := commandTree{ref: ref, texts: slices.Concat([]session.Text{{File: ref, Source: text}}, others)}
	if err := checkTexts(t.texts, s.Limits()); err != nil {
		return nil, err
	}
	return s.commandTree(t)
}

// checkTexts refuses files that a command cannot bring: all of them at once.
func checkTexts(all []session.Text, limits limit.Values) error {
	if most := maxBrought.In(limits); len(all) > most {
		return fmt.Errorf("a command that brings %d files, wanted at most %d (the limit command.files)", len(all), most)
	}
	var l syntax.List
	named := map[string]bool{}
	for _, t := range all {
		at := syntax.Pos{File: t.File, Line: 1, Col: 1}
		_, err := markup.Read(t.File, strings.NewReader(t.Source), markup.LimitsOf(limits))
		switch {
		case !fs.ValidPath(t.File):
			return fmt.Errorf("file %q of a tree that the command brings: wanted a name within the scene's folder, such as brave.yaml", t.File)
		case named[t.File]:
			l.Errorf(at, "the command brings this file twice")
		case err != nil:
			l.Add(err)
		}
		named[t.File] = true
	}
	return l.Err()
}

// Together tells what belongs together of files that came at once, such as those that were
// dropped on a window: each tree that none of the others refers to, with the others that it
// refers to, as [Scene.TreeOf] takes them, its own first. The error is a syntax.ErrorList of
// all that is wrong with any of these trees.
func (s *Scene) Together(all []session.Text) (trees [][]session.Text, err error) {
	if err := checkTexts(all, s.Limits()); err != nil {
		return nil, err
	}
	at := syntax.Pos{File: s.File}
	read := make([][]bool, len(all)) // by who reads, and what
	errs := make([]error, len(all))
	for i, t := range all {
		ordered := slices.Concat(all[i:i+1], all[:i], all[i+1:])
		c := commandTree{ref: t.File, texts: ordered}
		_, errs[i] = s.commandTree(c)
		names := s.loader.Read(c.id())
		for _, o := range all {
			read[i] = append(read[i], slices.Contains(names, s.files.Beside(at, o.File)))
		}
	}
	var l syntax.List
	for i := range all {
		part := false
		for by := range all {
			part = part || by != i && read[by][i] && !read[i][by]
		}
		if part {
			continue
		}
		tree := all[i : i+1 : i+1]
		for o := range all {
			if o != i && read[i][o] {
				tree = append(tree, all[o])
			}
		}
		trees = append(trees, tree)
		l.Add(errs[i])
	}
	if err := l.Err(); err != nil {
		return nil, err
	}
	return trees, nil
}

// Oddities returns the notices of the tree of a command.
func (s *Scene) Oddities(p *run.Program) syntax.ErrorList { return s.loader.Oddities(p) }

func (s *Scene) commandTree(t commandTree) (p *run.Program, err error) {
	at, id := syntax.Pos{File: s.File}, t.id()
	if len(t.texts) == 0 {
		p, err = s.loader.Load(at, t.ref)
	} else {
		texts := map[string]string{}
		for _, o := range t.texts {
			texts[o.File] = o.Source
		}
		p, err = s.loader.LoadText(at, id, t.ref, texts)
	}
	t.program = p
	is := func(o commandTree) bool { return o.program == p && o.id() == id }
	fresh := err == nil && !slices.ContainsFunc(s.commandTrees, is)
	if fresh {
		s.commandTrees = append(s.commandTrees, t)
	}
	if asked := slices.Contains(s.asked, id); !asked || fresh { // a file that was not there may have come
		if !asked {
			s.asked = append(s.asked, id)
		}
		s.step(&t)
	}
	return p, err
}

// brought returns the file that a command brought under the name that sources use.
func (s *Scene) brought(t *commandTree, file string) (text string, ok bool) {
	if t == nil {
		return "", false
	}
	for _, o := range t.texts {
		if s.files.Beside(syntax.Pos{File: s.File}, o.File) == file {
			return o.Source, true
		}
	}
	return "", false
}
