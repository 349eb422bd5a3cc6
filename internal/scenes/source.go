package scenes

import (
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/trees"
)

// madeUp reports whether the program made the scene around a tree, see [ForTree]: then the
// scene's name is that of the tree, and no file holds the scene's text.
func (s *Scene) madeUp() bool { return trees.IsTree(s.File) }

// Text returns the text of the scene itself as it was read last. It is written where it stands in
// a file, or came from who parsed it; otherwise it is that of [ForTree], in which nobody finds
// a place.
func (s *Scene) Text() (text []byte, written bool) {
	if s.from.text != nil {
		return s.from.text, !s.madeUp()
	}
	return s.Source(s.File)
}

// nowhere takes the places from the text of a scene that is written nowhere: they would be
// taken for places in the tree, which has the same name.
func nowhere(n *markup.Node) {
	at := syntax.Span{Start: syntax.Pos{File: n.Span.Start.File}}
	n.Span = at
	for i := range n.Entries {
		n.Entries[i].KeySpan = at
		nowhere(n.Entries[i].Value)
	}
	for _, item := range n.Items {
		nowhere(item)
	}
}

// Source returns the text of a file as the scene read it last, by the name that positions in its
// trees have; ok is false for one that was not read.
func (s *Scene) Source(file string) (text []byte, ok bool) {
	if s.from.text != nil && file == s.File && !s.madeUp() {
		return s.from.text, true
	}
	for _, t := range slices.Backward(s.commandTrees) {
		if text, ok := s.brought(&t, file); ok {
			return []byte(text), true
		}
	}
	tail := "/" + strings.TrimPrefix(path.Clean(strings.ReplaceAll(file, `\`, "/")), "/")
	for _, f := range slices.Backward(s.archive.Found(0)) {
		if f.Read && f.Err == "" && (f.Real == file || strings.HasSuffix("/"+f.Name, tail)) {
			return f.Text, true
		}
	}
	return nil, false
}
