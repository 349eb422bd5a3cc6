package scenes

import (
	"path"
	"slices"
	"strings"
)

// Source is the text of a file as the scene read it last, by the name that positions in its
// trees have; ok is false for one that was not read.
func (s *Scene) Source(file string) (text []byte, ok bool) {
	if s.from.text != nil && file == s.File {
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
