package vocabulary

import (
	"encoding/json"
	"io"
)

// Version is that of the files which are written, and the latest that is read.
const Version = 1

// File is a vocabulary as it is written.
type File struct {
	Version int `json:"version"`
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
	Kind    string      `json:"kind"` // action, condition, function, or relation of two agents
	Doc     string      `json:"doc"`
	Params  []Parameter `json:"params"`
	Result  string      `json:"result,omitempty"`
	Example string      `json:"example,omitempty"`
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

// Everybody is the default of a parameter that selects agents.
const Everybody = "everybody"

// Write writes the file as JSON.
func (f File) Write(w io.Writer) error {
	f.Version = Version
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(f)
}
