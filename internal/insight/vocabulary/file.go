package vocabulary

import (
	"encoding/json"
	"io"
	"slices"

	_ "embed" // of the schema
)

// Schema is the JSON Schema of files.
//
//go:embed vocabulary.schema.json
var Schema []byte

// Version is that of the files which are written, and the latest that is read.
const Version = 1

// File is a vocabulary as it is written.
type File struct {
	Version int `json:"version"`
	// Arena is set where the game plays scenes: its trees have all of the arena, too, and what the
	// sections list of that is for readers.
	Arena bool `json:"arena,omitempty"`
	// Dialects have what their own games offer to their trees, such as Unvanquished's heal.
	Dialects []string `json:"vocabularies,omitempty"`
	// Unplaced is set where agents are nowhere, so that no tree can look for the nearest one.
	Unplaced bool      `json:"unplaced,omitempty"`
	Sections []Section `json:"sections"`
}

// Section is a part of the names.
type Section struct {
	Title   string  `json:"title"`
	Doc     string  `json:"doc,omitempty"`
	Files   string  `json:"files,omitempty"` // the extensions of the only files whose trees have them
	Entries []Entry `json:"entries"`
}

// Entry is a name.
type Entry struct {
	Name    string      `json:"name"`
	Kind    string      `json:"kind"` // one of kinds
	Doc     string      `json:"doc"`
	Params  []Parameter `json:"params"`
	Result  string      `json:"result,omitempty"`
	Example string      `json:"example,omitempty"`
	// Of actions: what they write into blackboards, what may stand in their nodes, and whether they
	// may answer that they were skipped.
	Outputs  []Parameter `json:"outputs,omitempty"`
	Elements []Element   `json:"elements,omitempty"`
	Skips    bool        `json:"skips,omitempty"`
}

// Parameter is one parameter of an entry.
type Parameter struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"`
	Unit    string   `json:"unit,omitempty"`
	Doc     string   `json:"doc"`
	Default string   `json:"default,omitempty"`
	Words   []string `json:"words,omitempty"`
}

// Element is an element that may stand in the node of an action, see host.Element.
type Element struct {
	Name     string      `json:"name"`
	Doc      string      `json:"doc,omitempty"`
	Params   []Parameter `json:"params,omitempty"`
	Elements []Element   `json:"elements,omitempty"`
	Least    int         `json:"least,omitempty"`
	Most     int         `json:"most,omitempty"` // 0: any number
}

// Everybody is the default of a parameter that selects agents.
const Everybody = "everybody"

// Pick returns the file with the entries of some names alone; with no names all of it.
func (f File) Pick(names []string) File {
	if len(names) == 0 {
		return f
	}
	sections := f.Sections
	f.Sections = []Section{}
	for _, s := range sections {
		s.Entries = slices.DeleteFunc(slices.Clone(s.Entries), func(e Entry) bool { return !slices.Contains(names, e.Name) })
		if len(s.Entries) > 0 {
			f.Sections = append(f.Sections, s)
		}
	}
	return f
}

// Write writes the file as JSON.
func (f File) Write(w io.Writer) error {
	f.Version = Version
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(f)
}
