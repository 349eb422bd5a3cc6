package actionlist

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
)

// File returns the sections as a vocabulary of a game that plays scenes.
func File(sections []words.Section) vocabulary.File {
	f := vocabulary.File{Arena: true, Sections: []vocabulary.Section{}}
	for _, s := range sections {
		f.Sections = append(f.Sections, vocabulary.SectionOf(s))
	}
	return f
}

// OfGame returns what a game that plays scenes offers to its trees: its own first, and then what all
// have, unless its registry is one without the arena.
func OfGame(reg *host.Registry, dialects []string) vocabulary.File {
	own := words.Section{Title: "The game"}
	names := host.OwnNames(reg)
	inArena := !slices.ContainsFunc(arena.NewRegistry().ActionNames(), func(name string) bool { return reg.Action(name) == nil })
	for _, w := range words.Leaves(reg) {
		if !inArena || slices.Contains(names, w.Name) {
			own.Words = append(own.Words, w)
		}
	}
	all := []words.Section{own}
	if inArena {
		all = append(all, Shared()...)
	}
	f := File(all)
	f.Arena, f.Dialects = inArena, dialects
	return f
}

// FileOf returns what files of names list together, as games and `actions --json` write them.
func FileOf(files []string, limits limit.Values) (all vocabulary.File, err error) {
	if _, err := vocabulary.Read(files, limits); err != nil {
		return all, err
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return all, err
		}
		var f vocabulary.File
		if err := json.Unmarshal(text, &f); err != nil {
			return all, fmt.Errorf("%s: %w", name, err)
		}
		all.Arena, all.Unplaced = all.Arena || f.Arena, all.Unplaced || f.Unplaced
		all.Dialects, all.Sections = append(all.Dialects, f.Dialects...), append(all.Sections, f.Sections...)
	}
	return all, nil
}

// OfFile lists what a file of names lists of a game.
func OfFile(f *vocabulary.File) (all []words.Section) {
	for i := range f.Sections {
		if !f.Sections[i].Own {
			all = append(all, f.Sections[i].Words())
		}
	}
	return all
}
