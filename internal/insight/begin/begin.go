package begin

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/trees"
)

// Scene is a scene that was written for a tree.
type Scene struct {
	Text  []byte   // YAML
	Lacks []string // what the tree asks for and the scene cannot give
}

// Write writes a scene for a tree, as it will stand in a file of the given name. The error is a
// syntax.ErrorList, or a *syntax.Error, with what is wrong with the tree.
func Write(tree, file string, o scenes.Options) (*Scene, error) {
	src, err := markup.ReadFile(tree, markup.LimitsOf(o.Limits))
	if err != nil {
		return nil, err
	}
	name := trees.NameOf(tree, src)
	i := slices.IndexFunc(trees.Dialects(), func(d *trees.Dialect) bool { return d.Name == name })
	if i < 0 {
		return nil, &syntax.Error{Pos: syntax.Pos{File: tree, Line: 1, Col: 1}, Msg: "found no tree of a dialect, wanted a tree in a file of its own"}
	}
	reg := o.Registry
	if reg == nil {
		reg = arena.NewRegistry()
	}
	parse := func(text []byte) (*scenes.Scene, error) {
		fresh := o
		fresh.Registry = host.CloneOf(reg)
		return scenes.Parse(strings.TrimSuffix(file, filepath.Ext(file))+".yaml", text, fresh) // also what JSON is made of
	}
	w := &writer{asks: read(trees.Dialects()[i], host.CloneOf(reg), scenes.ReadsTree(tree, src, o), &o), tree: tree, file: file, root: o.Root}
	w.scripts()
	w.bodies()
	text := w.scene(nil)
	s, err := parse(text)
	if err != nil {
		return nil, err
	}
	if w.stands(s.Notices); len(w.missing) > 0 {
		text = w.scene(nil)
		if s, err = parse(text); err != nil {
			return nil, err
		}
	}
	if cues := w.cues(s); len(cues) > 0 {
		text = w.scene(cues)
		if s, err = parse(text); err != nil {
			return nil, err
		}
	}
	out := &Scene{Text: text, Lacks: w.lacks}
	for _, n := range s.Notices {
		out.Lacks = append(out.Lacks, n.Error())
	}
	return out, nil
}

// mostCues bounds the events that somebody sends one after the other.
const mostCues = 16

// cues lists the events that the tree waits for and that nobody else sends, and those that put it
// at a node from outside.
func (w *writer) cues(s *scenes.Scene) (cues []use) {
	programs, engine := s.Programs(), engineEvents()
	add := func(u use) {
		if !slices.ContainsFunc(cues, func(c use) bool { return c.name == u.name }) {
			cues = append(cues, u)
		}
	}
	for _, p := range programs {
		for _, id := range w.ids {
			jump := "jump:" + id.name
			if len(w.missing) > 0 && strings.HasPrefix(id.name, ".") { // stubs do not lead there
				jump = "jump:" + w.ids[0].name + id.name
			}
			within := func(c use) bool { return strings.HasPrefix(jump, c.name+".") }
			if _, judges := p.Semantics.(run.EventJudge); judges && id != w.ids[0] && run.CheckEvent(p, jump) == nil && !slices.ContainsFunc(cues, within) {
				add(use{jump, id.at, id.name})
			}
		}
		hearer, ok := p.Semantics.(run.EventSender)
		if !ok {
			continue
		}
		for _, e := range hearer.HeardEvents() {
			_, sent := engine[e.Name]
			_, also := engine[e.Also]
			if sent || also || hearer.MaySend(e.Name) || slices.ContainsFunc(run.Sent(p), func(o run.SentEvent) bool { return o.Name == e.Name }) {
				continue
			}
			add(use{e.Name, fmt.Sprintf("%s:%d", filepath.Base(e.At.File), e.At.Line), e.Node})
		}
	}
	if len(cues) > mostCues {
		for _, c := range cues[mostCues:] {
			w.lacks = append(w.lacks, fmt.Sprintf("%s: nobody sends the event %q: there are %d before it", c.at, c.name, mostCues))
		}
		cues = cues[:mostCues]
	}
	return cues
}
