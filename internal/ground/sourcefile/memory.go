package sourcefile

import (
	"io/fs"
	"path"

	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// MemoryFiles reads from memory: texts by slash-separated names, all of them
// below one root.
func Memory(texts map[string]string) *Files {
	m := memory{}
	for name, text := range texts {
		m[path.Clean("/" + name)[1:]] = text
	}
	return &Files{root: ".", store: m}
}

type memory map[string]string

func (m memory) abs(name string) string          { return path.Clean(name) }
func (m memory) short(abs string) string         { return abs }
func (m memory) real(abs string) (string, error) { return abs, nil }

func (m memory) exists(abs string) bool {
	_, ok := m[abs]
	return ok
}

func (m memory) searched() string { return "" }
func (m memory) read(abs string, _ markup.Limits) ([]byte, error) {
	text, ok := m[abs]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return []byte(text), nil
}
