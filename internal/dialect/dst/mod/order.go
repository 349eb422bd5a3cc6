package mod

import (
	"cmp"
	"fmt"
	"path"
	"slices"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// info is what a mod says of itself that its order depends on.
type info struct {
	folder, name string
	priority     float64
}

// Order returns the same files with their mods in the order in which the game loads them: those of
// higher priority first, and of one priority by their names, from the last one on. The error is at
// a position for a folder that is no mod.
func Order(files *sourcefile.Files, at syntax.Pos, lim machine.Limits) (*sourcefile.Files, *syntax.Error) {
	var all []info
	for _, folder := range files.Mods {
		if !isMod(files, folder) {
			return nil, &syntax.Error{Pos: at, Msg: fmt.Sprintf("the folder %q is no mod: wanted one with a modmain.lua, a modinfo.lua or a folder scripts", folder)}
		}
		all = append(all, read(files, folder, lim))
	}
	slices.SortStableFunc(all, func(a, b info) int { return cmp.Or(cmp.Compare(b.priority, a.priority), cmp.Compare(b.name, a.name)) })
	order := make([]string, len(all))
	for i := range all {
		order[i] = all[i].folder
	}
	return files.InOrder(order), nil
}

func isMod(files *sourcefile.Files, folder string) bool {
	return slices.ContainsFunc([]string{"modmain.lua", "modinfo.lua", "modworldgenmain.lua", "scripts"}, func(name string) bool { return files.Exists(path.Join(folder, name)) })
}

// read runs the modinfo.lua of a mod alone; what is wrong with it is told when the mod is run.
func read(files *sourcefile.Files, folder string, lim machine.Limits) info {
	in, name := info{folder: folder, name: path.Base(folder)}, path.Join(folder, "modinfo.lua")
	if len(files.Mods) < 2 || !files.Exists(name) {
		return in
	}
	at := syntax.Pos{File: name, Line: 1, Col: 1}
	src, err := files.Read(at, name)
	if err != nil {
		return in
	}
	c, fault := machine.Compile(at, string(src), lim)
	if fault != nil {
		return in
	}
	s := machine.NewState(machine.Options{Limits: lim})
	s.SetGlobal("folder_name", machine.String(in.name))
	s.SetGlobal("locale", machine.String("en"))
	s.SetGlobal("ChooseTranslationTable", s.NewFunction("ChooseTranslationTable", func(c *machine.Call) int { return c.Give(c.CheckTable(1).At(1)) }).V())
	_ = s.Protect(machine.Budget{Steps: infoSteps}, func() { s.Call(s.Function(c).V()) })
	if text, ok := s.Global("name").Text(); ok {
		in.name = text
	}
	in.priority, _ = s.Global("priority").Number()
	return in
}

// infoSteps bounds how long a modinfo.lua may run.
const infoSteps = 1_000_000
