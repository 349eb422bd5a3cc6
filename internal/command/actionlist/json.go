package actionlist

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
)

// WriteJSON writes the sections as a vocabulary.
func WriteJSON(w io.Writer, sections []words.Section) error {
	f := vocabulary.File{Sections: []vocabulary.Section{}}
	for _, s := range sections {
		f.Sections = append(f.Sections, vocabulary.SectionOf(s))
	}
	return f.Write(w)
}

// OfVocabulary lists what files of names list, as games and `actions --json` write them.
func OfVocabulary(files []string, limits limit.Values) (all []words.Section, err error) {
	if _, err := vocabulary.Read(files, limits); err != nil {
		return nil, err
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var f vocabulary.File
		if err := json.Unmarshal(text, &f); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for i := range f.Sections {
			all = append(all, f.Sections[i].Words())
		}
	}
	return all, nil
}
