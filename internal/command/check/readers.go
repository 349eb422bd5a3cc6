package check

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/trees"
)

// judge checks a tree by each scene that reads it, and reports whether there is one. What only
// some of them find says which.
func (f *File) judge(src []byte, o Options, l *syntax.List) bool {
	all := scenes.Readers(f.Name, o.scene())
	// What differs in the hint alone is one error.
	key := func(e *syntax.Error) string { return e.Pos.String() + " " + e.Msg }
	finders := map[string][]string{}
	for _, r := range all {
		f.Scenes = append(f.Scenes, r.Name)
		errs, notices, isScript := r.Script(f.Name)
		if isScript {
			f.about = "Lua of a scene"
			if trees.IsPipes(f.Name, src) {
				f.about = "goal pipes of a scene"
			}
		} else {
			var p *run.Program
			if p, errs, notices = r.Tree(f.Name, src); f.Tree == nil {
				f.Tree = p
			}
		}
		l.Notices = append(l.Notices, notices...)
		for _, e := range errs {
			text := key(e)
			if finders[text] == nil {
				own := *e
				l.Errors = append(l.Errors, &own)
			}
			finders[text] = append(finders[text], r.Name)
		}
	}
	for _, e := range l.Errors {
		scenes := finders[key(e)]
		if len(scenes) == len(all) {
			continue
		}
		for _, name := range scenes {
			e.Notes = append(e.Notes, syntax.Note{Pos: syntax.Pos{File: name, Line: 1, Col: 1}, Msg: "as this scene reads it"})
		}
	}
	return len(all) > 0
}

// offer tells in a sentence by whose offers a tree is judged.
func offer(scenes []string) string {
	if len(scenes) == 1 {
		return "the scene " + scenes[0] + " offers, which reads it"
	}
	return "each of the scenes " + strings.Join(scenes, ", ") + " offers, which read it"
}
