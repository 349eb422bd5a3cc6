package scenes

import (
	"slices"
	"strings"
)

// Companion is a file that a shipped scene refers to.
type Companion struct {
	Name string // relative to the scene, with slashes
	Src  []byte
}

// Companions returns the files without which a shipped scene cannot be played, in
// the order of their names.
func Companions(name string) ([]Companion, error) {
	_, file, ok := Source(name)
	if !ok {
		return nil, nil
	}
	s, err := Load(name, Options{})
	if err != nil {
		return nil, err
	}
	var names []string
	for _, t := range s.trees() {
		for _, source := range s.loader.Sources(t.program) {
			if source != file && !slices.Contains(names, source) {
				names = append(names, source)
			}
		}
	}
	slices.Sort(names)
	var all []Companion
	for _, source := range names {
		src, err := shipped.ReadFile(source)
		if err != nil {
			return nil, err
		}
		all = append(all, Companion{strings.TrimPrefix(source, "shipped/"), src})
	}
	return all, nil
}
