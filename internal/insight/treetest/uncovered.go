package treetest

import (
	"errors"
	"fmt"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/cover"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// reason says why no test of a file asks a node.
type reason struct {
	nodeRef
	why string
}

// uncovered reads the reasons of a file.
func (r *reader) uncovered(f *File, o *markup.Object) {
	items := o.List("uncovered")
	if len(items) > maxReasons.In(r.limits) {
		r.list.Errorf(o.KeySpan("uncovered"), "%d reasons in one file, wanted at most %d", len(items), maxReasons.In(r.limits))
		return
	}
	seen := map[string]syntax.Pos{}
	for _, item := range items {
		n := item.Object(r.list, "a reason")
		if n == nil {
			continue
		}
		text, why := n.RequiredText("at"), n.RequiredText("why")
		if at := n.Node("at"); text != "" {
			ref := nodeRef{named: named{text, at.Span}}
			first, again := seen[text]
			switch ok := ref.place(); {
			case !ok || ref.file == "" || ref.line == 0:
				r.list.Errorf(ref.at, "at: wanted the place of a node such as bots/guard.bt:14 or bots/guard.bt:14:9, found %s", at.Describe())
			case again:
				r.list.Errorf(ref.at, "a second reason for this place").Notes = []syntax.Note{{Pos: first, Msg: "first here"}}
			default:
				seen[text] = ref.at.Start
				f.uncovered = append(f.uncovered, &reason{ref, why})
			}
		}
		n.Done()
	}
}

// nowhere are errors for reasons whose nodes no tree of a scene has, by the reason.
func (f *File) nowhere(scene *scenes.Scene) map[*reason]*syntax.Error {
	all := map[*reason]*syntax.Error{}
	for _, why := range f.uncovered {
		k := &checker{scene: scene}
		if k.node(&why.nodeRef, "uncovered"); len(k.list.Errors) > 0 {
			all[why] = k.list.Errors[0]
		}
	}
	return all
}

// misplaced returns the error of reasons for nodes that no scene of a file's tests has.
func (f *File) misplaced(jobs []*job) error {
	var l syntax.List
	for _, why := range f.uncovered {
		var first *syntax.Error
		for _, j := range jobs {
			e := j.nowhere[why]
			if e == nil {
				first = nil
				break
			}
			if first == nil {
				first = e
			}
		}
		if first != nil {
			l.Add(first)
		}
	}
	return l.Err()
}

// excuse leaves out the nodes for which a file has reasons. The error is of those that its tests
// do ask, or that do not count anyway.
func (f *File) excuse(files []*cover.File) error {
	var errs []error
	for _, why := range f.uncovered {
		there, open := cover.Excuse(files, func(name string) bool { return why.isFile(name, "") }, why.line, why.col, why.why)
		switch {
		case there == 0:
			errs = append(errs, &syntax.Error{Pos: why.at.Start, At: why.at, Msg: fmt.Sprintf("uncovered: no node that counts stands at %q", why.text)})
		case open == 0:
			errs = append(errs, &syntax.Error{Pos: why.at.Start, At: why.at, Msg: fmt.Sprintf("uncovered: tests ask the node %q, so that there is no reason to give", why.text)})
		}
	}
	return errors.Join(errs...)
}
