package missing

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/bytecode"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// Status says what Thicket has of a name.
type Status string

// The statuses of names.
const (
	Done    Status = "done"
	Own     Status = "own"     // the scripts define it themselves
	Stubbed Status = "stubbed" // it is taken, and does nothing
	Unknown Status = "unknown" // nobody defines it
)

// Name is one that scripts use, as they write it: SpawnPrefab, inst:AddTag,
// inst.components.combat:SetTarget, require "brains/x".
type Name struct {
	Name   string `json:"name"`
	Status Status `json:"status"`
	Uses   int    `json:"uses"`
	Files  int    `json:"files"` // that use it
	First  string `json:"first"` // file:line:col
	inFile string
}

// Count is how many names have a status, and how often these are used.
type Count struct {
	Names int `json:"names"`
	Uses  int `json:"uses"`
}

// Report is what a folder uses.
type Report struct {
	Folder string           `json:"folder"`
	Files  int              `json:"files"`
	Broken []string         `json:"broken,omitempty"` // errors of files that do not parse
	Counts map[Status]Count `json:"counts"`
	Names  []Name           `json:"names"` // the unknown first, then by how often they are used
}

// The bounds of a folder.
const (
	mostFiles = 20_000
	fileBytes = 4 << 20
)

// Folder is a folder of scripts, and its name for people.
type Folder struct {
	Name string
	FS   fs.FS
}

// Survey reads all scripts of a folder. What the scripts of the other folders define is known, too.
func Survey(folder Folder, others []Folder) (*Report, error) {
	s := &survey{own: newOwn(), found: map[string]*Name{}}
	files, err := s.read(folder)
	if err != nil {
		return nil, err
	}
	for _, other := range others {
		if _, err := s.read(other); err != nil {
			return nil, err
		}
	}
	r := &Report{Folder: folder.Name, Files: len(files), Counts: map[Status]Count{Done: {}, Own: {}, Stubbed: {}, Unknown: {}}}
	isMod := slices.ContainsFunc(files, func(f *file) bool { return path.Base(f.name) == "modmain.lua" })
	for _, f := range files {
		at := syntax.Pos{File: path.Join(folder.Name, f.name), Line: 1, Col: 1}
		f.env = isMod && !strings.Contains("/"+f.name, "/scripts/")
		chunk, err := bytecode.Compile(f.name, at, f.src, bytecode.Limits{Source: fileBytes, Depth: 200})
		if err != nil {
			r.Broken = append(r.Broken, firstError(err))
			continue
		}
		s.uses(f, chunk)
	}
	for _, n := range s.found {
		c := r.Counts[n.Status]
		r.Counts[n.Status] = Count{c.Names + 1, c.Uses + n.Uses}
		r.Names = append(r.Names, *n)
	}
	order := []Status{Unknown, Stubbed, Done, Own}
	slices.SortFunc(r.Names, func(a, b Name) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.Status), slices.Index(order, b.Status)), cmp.Compare(b.Uses, a.Uses), cmp.Compare(a.Name, b.Name))
	})
	return r, nil
}

func firstError(err error) string {
	var l syntax.List
	l.Add(err)
	return l.Errors[0].Error()
}

// file is one of a folder.
type file struct {
	name, src string
	env       bool // it runs in the environment of a mod
}

// read reads the scripts of a folder, and notes what they define.
func (s *survey) read(folder Folder) (files []*file, err error) {
	err = fs.WalkDir(folder.FS, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() || path.Ext(name) != ".lua":
			return nil
		case len(files) == mostFiles:
			return fmt.Errorf("%s: more than %d scripts", folder.Name, mostFiles)
		}
		f, err := folder.FS.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		src, err := markup.Read(path.Join(folder.Name, name), f, markup.Limits{Bytes: fileBytes})
		if err != nil {
			return err
		}
		files = append(files, &file{name: name, src: string(src)})
		s.own.define(name, string(src))
		return nil
	})
	return files, err
}
