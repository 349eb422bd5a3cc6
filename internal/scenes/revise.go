package scenes

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/trees"
)

// File is a file that a scene was made from.
type File struct {
	Name string
	// Of names who uses it: the classes and behaviours whose tree comes from it in
	// part, such as class "hare"; "the scene" for the scene file, "a command" for a
	// tree that only a command named.
	Of []string
}

// Files returns all files that were read for the scene, the scene file first, where they are
// on the disk. Shipped scenes have none.
func (s *Scene) Files() []File {
	if s.from.shipped || s.sealed {
		return nil
	}
	var list []File
	add := func(name, of string) {
		if name = s.files.OnDisk(name); name == "" {
			return
		}
		i := slices.IndexFunc(list, func(f File) bool { return f.Name == name })
		if i < 0 {
			i = len(list)
			list = append(list, File{Name: name})
		}
		if !slices.Contains(list[i].Of, of) {
			list[i].Of = append(list[i].Of, of)
		}
	}
	if s.from.text == nil {
		add(s.File, "the scene")
	}
	for _, t := range s.trees() {
		for _, name := range s.loader.Sources(t.program) {
			if _, brought := s.brought(t.command, name); !brought {
				add(name, t.of)
			}
		}
	}
	return list
}

// treeOf is a program of a scene and one of its users.
type treeOf struct {
	program *run.Program
	of      string       // the user, such as class "hare"
	id      string       // the same for all versions of the tree: its file, else the user
	command *commandTree // that named it; else nil
}

// trees lists the programs of a scene, each once for each user.
func (s *Scene) trees() []treeOf {
	var list []treeOf
	add := func(p *run.Program, of string) {
		if p == nil {
			return
		}
		t := treeOf{program: p, of: of, id: of}
		if name := s.loader.Name(p); name != "" {
			t.id = name
		} else if i := slices.IndexFunc(list, func(t treeOf) bool { return t.program == p }); i >= 0 {
			t.id = list[i].id
		}
		list = append(list, t)
	}
	for _, b := range s.Setup.Behaviors {
		add(b.Program, fmt.Sprintf("behaviour %q", b.Name))
	}
	for _, c := range s.Setup.Classes {
		add(c.Program, fmt.Sprintf("class %q", c.ID))
	}
	for i := range s.commandTrees {
		a := &s.commandTrees[i]
		if a.program == nil {
			continue
		}
		add(a.program, "a command")
		list[len(list)-1].command = a
	}
	return list
}

// Revision is a scene that was read anew while it is being played.
type Revision struct {
	systems.Revision
	// Notices are new oddities of the files that are no errors, and changes that
	// have to wait until the scene is started again.
	Notices syntax.ErrorList

	next    *Scene
	changed []part
	what    []string // by version, the name for messages; empty for a tree that has not changed
	late    []string // files that were first read during the game, and have changed
	accept  func()   // takes note of what these hold
}

// ErrNoFolder refuses to read files again for a scene that came from a bundle, as out of a
// save:
// nobody said where on the disk they are, see [Scene.ReadFrom].
var ErrNoFolder = errors.New("the game was restored, and its files came with it; --files, and Options.Files in Go, say where it is to read them")

// Revise reads the files of the scene again. It asks runs about the trees that only
// commands named: those that no bot runs are left out. The error is a
// syntax.ErrorList with everything that is wrong. The scene itself stays as it is
// until Adopt.
func (s *Scene) Revise(runs func(*run.Program) bool) (*Revision, error) {
	if s.from.shipped {
		return nil, errors.New("a shipped scene has no files that could change")
	}
	if s.sealed {
		return nil, ErrNoFolder
	}
	if s.embedded {
		return nil, errors.New("the files of the scene are embedded in the program, so that they cannot change: os.DirFS in Options.Files reads them from the disk")
	}
	return s.revise(s.from.text, s.files, s.loader.Renew(), runs)
}

// Amend is Revise with other texts in the place of some files, by the names that positions
// have, and with another text of a scene that is none of its files; nil for its own. It is for
// games that are not saved any more: a save has what the files hold.
func (s *Scene) Amend(text []byte, texts map[string][]byte, runs func(*run.Program) bool) (*Revision, error) {
	if text == nil {
		text = s.from.text
	}
	files := s.files.Holding(texts)
	return s.revise(text, files, s.loader.RenewFrom(files), runs)
}

// revise reads the scene again: its text, or the first of the files where that is nil.
func (s *Scene) revise(text []byte, files *sourcefile.Files, loader *trees.Loader, runs func(*run.Program) bool) (*Revision, error) {
	undo := files.Checkpoint()
	r, err := s.reviseBy(text, files, loader, runs)
	if err != nil {
		undo()
	}
	return r, err
}

func (s *Scene) reviseBy(text []byte, files *sourcefile.Files, loader *trees.Loader, runs func(*run.Program) bool) (*Revision, error) {
	src := text
	if src == nil {
		var err error
		if src, err = files.ReadFirst(s.File); err != nil {
			var l syntax.List
			l.Add(err)
			return nil, l.Err()
		}
	}
	next, err := load(s.File, src, loader, origin{text: text, reload: true})
	if err != nil {
		return nil, err
	}
	next.files, next.archive = s.files, s.archive
	if err := next.loadCommandTrees(s, runs); err != nil {
		return nil, err
	}
	r := &Revision{next: next, changed: changedParts(s.parts, next.parts)}
	r.late, r.accept = s.loader.Edited()
	r.compareTrees(s.trees(), next.trees())
	r.Behaviors, r.Rules, r.PlayerState = next.Setup.Behaviors, next.Setup.Rules, next.Setup.PlayerState
	for _, c := range s.Setup.Classes {
		r.Classes = append(r.Classes, r.class(c))
	}
	for _, n := range next.Notices {
		if !slices.ContainsFunc(s.Notices, func(old *syntax.Error) bool { return old.Error() == n.Error() }) {
			r.Notices = append(r.Notices, n)
		}
	}
	r.Notices = append(r.Notices, r.waiting(s)...)
	return r, nil
}

// loadCommandTrees loads the trees that commands named before, those that some bot
// still runs.
func (s *Scene) loadCommandTrees(before *Scene, runs func(*run.Program) bool) error {
	var l syntax.List
	for _, a := range before.commandTrees {
		if runs(a.program) {
			_, err := s.commandTree(commandTree{ref: a.ref, texts: a.texts})
			l.Add(err)
		}
	}
	return l.Err()
}

// compareTrees notes the programs that have a new version.
func (r *Revision) compareTrees(before, after []treeOf) {
	byID := map[string]*run.Program{}
	for _, t := range after {
		byID[t.id] = t.program
	}
	seen := map[*run.Program]bool{}
	for _, t := range before {
		to := byID[t.id]
		if seen[t.program] || to == nil || to == t.program {
			continue
		}
		seen[t.program] = true
		what := ""
		if t.id != t.of || r.changedInPlace(t.of) {
			what = t.id
		}
		r.Versions = append(r.Versions, systems.Version{From: t.program, To: to})
		r.what = append(r.what, what)
	}
}

// changedInPlace reports whether the tree of a class or behaviour has changed in the
// scene file itself.
func (r *Revision) changedInPlace(of string) bool {
	return slices.ContainsFunc(r.changed, func(p part) bool { return p.what == of || p.what == "behavior of "+of })
}

// class returns a class of the game with the numbers and the tree that the files give it
// now.
func (r *Revision) class(c systems.Class) systems.Class {
	i := slices.IndexFunc(r.next.Setup.Classes, func(n systems.Class) bool { return n.ID == c.ID })
	if i < 0 {
		return c // gone from the scene, but not from the field
	}
	now := &r.next.Setup.Classes[i]
	was := c.Tunables
	c.Program, c.State, c.Tunables, c.Vary = now.Program, now.State, slices.Clone(now.Tunables), now.Vary
	for i := range c.Tunables { // numbers of the arena stay as the game began with them
		t := &c.Tunables[i]
		if at := slices.IndexFunc(was, func(o systems.Tunable) bool { return o.Key == t.Key }); at >= 0 && !t.Tree {
			t.Own = was[at].Own
		}
	}
	// numbers may have been scaled, so that only those that changed count
	for _, p := range r.changed {
		if p.class != c.ID {
			continue
		}
		switch p.key {
		case "speedMps":
			c.SpeedMPS = now.SpeedMPS
		case "minCount":
			c.Min = now.Min
		case "maxCount":
			c.Max = now.Max
		}
	}
	return c
}

// waiting lists the changes that cannot be made in a running game: a notice for
// each key, and one for each class that was added or removed. A key that has its
// first value again needs none.
func (r *Revision) waiting(s *Scene) (notices syntax.ErrorList) {
	said := map[string]bool{}
	began, now := byName(s.firstParts), byName(r.next.parts)
	for _, p := range r.changed {
		what := p.what + " has changed"
		plays := p.class == "" || hasClass(s, p.class)
		stands := p.class == "" || hasClass(r.next, p.class)
		switch {
		case !plays && !stands:
			continue
		case !plays:
			what = fmt.Sprintf("class %q is new", p.class)
		case !stands:
			what = fmt.Sprintf("class %q is gone", p.class)
		case p.isLive() || began[p.what].value == now[p.what].value:
			continue
		}
		if !said[what] {
			said[what] = true
			notices = append(notices, &syntax.Error{Pos: p.at, Msg: what, Hint: Waits})
		}
	}
	for _, file := range r.next.loader.EditedMods(s.loader) {
		notices = append(notices, &syntax.Error{Pos: syntax.Pos{File: file}, Msg: "this file of a mod has changed", Hint: Waits})
	}
	return notices
}

func hasClass(s *Scene, id string) bool {
	return slices.ContainsFunc(s.Setup.Classes, func(c systems.Class) bool { return c.ID == id })
}

// Waits is the hint of a notice of a change that is not taken up in a running game.
const Waits = "that waits until the scene begins anew"

// Adopt brings the scene up to date with its revision, after the game.
func (s *Scene) Adopt(r *Revision) {
	r.accept()
	s.loader, s.commandTrees, s.parts = r.next.loader, r.next.commandTrees, r.next.parts
	s.Notices = r.next.Notices
	s.asked = nil
	var kept []string
	for _, t := range s.commandTrees {
		kept = append(kept, t.id())
	}
	s.steps = append(s.steps, Step{Found: s.archive.Len(), Kept: kept})
}

// Change is one thing that a revision changed.
type Change struct {
	What string // a file, class "hare", behaviour "flee", speedMps of class "hare", rules
	Bots int    // how many bots run the tree; -1 for a change that is no tree
}

// Changes lists what a revision changed. done tells how many bots were concerned.
func (r *Revision) Changes(done systems.Revised) []Change {
	var list []Change
	for i, what := range r.what {
		if what != "" {
			list = append(list, Change{what, done.Versions[i]})
		}
	}
	named := func(what string) bool {
		return slices.ContainsFunc(list, func(c Change) bool { return c.What == what })
	}
	for _, p := range r.changed {
		class := slices.IndexFunc(r.Classes, func(c systems.Class) bool { return c.ID == p.class })
		switch {
		case !p.isLive() || p.class != "" && (class < 0 || !hasClass(r.next, p.class)):
		case p.class != "" && p.key == "behavior":
			if what := strings.TrimPrefix(p.what, "behavior of "); !named(what) {
				list = append(list, Change{what, done.Classes[class]})
			}
		case !named(p.what):
			list = append(list, Change{p.what, -1})
		}
	}
	for _, file := range r.late {
		if !named(file) {
			list = append(list, Change{file, -1})
		}
	}
	return list
}

// String returns the change in a few words: flee.bt for 12 bots.
func (c Change) String() string {
	switch c.Bots {
	case -1:
		return c.What
	case 0:
		return c.What + " for no bot"
	case 1:
		return c.What + " for 1 bot"
	}
	return fmt.Sprintf("%s for %d bots", c.What, c.Bots)
}

// Programs returns the programs of the scene, each once: of its behaviours, its classes, and of
// commands so far. A scene that is loaded again has the same in the same order.
func (s *Scene) Programs() []*run.Program {
	var list []*run.Program
	for _, t := range s.trees() {
		if !slices.Contains(list, t.program) {
			list = append(list, t.program)
		}
	}
	return list
}
