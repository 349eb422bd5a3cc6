package dragengine

import (
	"errors"
	"maps"
	"path"
	"slices"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// mainFile is the name of the source of a case among its files.
const mainFile = "main.debt"

// Trace dry-runs a case: its leaves are the actions and its values the
// conditions that there are; its files of Lua are scripts. Events are jump:ID, reset, save and restore; one
// that is refused is ignored. A run-away breaks the tick and not the run.
func Trace(c dryrun.Case) dryrun.Result {
	h := dryrun.NewHost(&c)
	h.Broken, h.Refuses = "runaway", true
	if err := offer(h, &c); err != nil {
		return c.Refused(err)
	}
	texts := maps.Clone(c.Files)
	if texts == nil {
		texts = map[string]string{}
	}
	texts[mainFile] = c.Source
	var l syntax.List
	SetScripts(h.Registry, scriptsAmong(texts, c.Limits, &l), &l)
	p := Load(mainFile, []byte(c.Source), h.Registry, sourcefile.Memory(texts), &l)
	if err := l.Err(); err != nil {
		return dryrun.Result{Name: c.Name, Error: named(err.(syntax.ErrorList), c.Name).Error()}
	}
	return h.Run(p, named(l.SortedNotices(), c.Name))
}

// scriptsAmong compiles the files of a case that are Lua, by name.
func scriptsAmong(texts map[string]string, limits limit.Values, l *syntax.List) (chunks []*machine.Chunk) {
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if path.Ext(name) != ".lua" {
			continue
		}
		c, err := machine.Compile(syntax.Pos{File: name, Line: 1, Col: 1}, texts[name], lua.LimitsOf(limits))
		if l.Add(err); err == nil {
			chunks = append(chunks, c)
		}
	}
	return chunks
}

// named puts the name of the case into errors of its source, and sorts these
// before those of its files.
func named(list syntax.ErrorList, name string) syntax.ErrorList {
	for _, e := range list {
		if e.Pos.File == mainFile {
			e.Pos.File = name
		}
		for i := range e.Notes {
			if e.Notes[i].Pos.File == mainFile {
				e.Notes[i].Pos.File = name
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *syntax.Error) int {
		switch inA, inB := a.Pos.File == name, b.Pos.File == name; {
		case inA && !inB:
			return -1
		case inB && !inA:
			return 1
		}
		return 0
	})
	return list
}

// offer fills the registry of a host with what a case scripts. A name that is
// empty cannot be offered, and is missing.
func offer(h *dryrun.Host, c *dryrun.Case) error {
	if done, err := h.Offer(true, nil); done {
		return err
	}
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(c.Leaves)) {
		if name != "" {
			errs = append(errs, h.Registry.AddAction(h.Action(name, 0)))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Values)) {
		if name != "" {
			errs = append(errs, h.Registry.AddFunc(h.Func(name)))
		}
	}
	return errors.Join(errs...)
}
