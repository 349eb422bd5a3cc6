package script

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/lua/graph"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// ticksPerSecond is the original's rate. FRAMES is made of it, and the time of a
// tree that is only loaded.
const ticksPerSecond = 30

// ModFile is a file of a mod, which is run in the environment of that; nil if there is none.
func (p *Code) ModFile(root, name string) (*machine.Chunk, *syntax.Error) {
	full := path.Join(root, name)
	found, src, err := p.Find(syntax.Pos{File: path.Join(root, "modmain.lua"), Line: 1, Col: 1}, name)
	if err != nil || found != full {
		return nil, nil
	}
	c, fault := p.compile(FileKey{Name: p.innerName(found), isMod: true}, found, string(src), p.Limits.Script)
	if fault != nil {
		var list syntax.List
		list.Add(fault)
		return nil, list.Errors[0]
	}
	return c, nil
}

// Require is the file that a script requires, compiled once.
func (p *Code) Require(at syntax.Pos, ref string) (*machine.Chunk, error) { return p.require(at, ref) }

// Project is what the files of one folder have in common that brains are made of.
type Project struct {
	Reg     *host.Registry
	Own     *host.Overlay // what brains alone see of the registry
	Mods    []string      // the folders of mods, in the order in which they are run
	Limits  Limits
	Lenient bool
	excused bool // while a file runs whose faults are excused
	Versions
	holders
	Modules map[string]*machine.Chunk    // the files that were required, as they were read last
	found   map[reference]string         // the files that were required since the last checkpoint,
	texts   map[string][]byte            // and what they held,
	current map[reference]*machine.Chunk // compiled: all of it stays until the next one
	Noticed map[syntax.Pos]bool
	Stubbed map[string]bool // notices that were given
	// Searched are the modules in which names were looked for that nobody defines
	Searched map[*machine.Chunk]bool
	Draw     func() float64 // gives dry runs their random numbers
	prefabs  index          // made when it is first asked for
}

func NewProject(reg *host.Registry, lim Limits) *Project {
	p := &Project{
		Reg: reg, Own: reg.Overlay("dst"), Limits: lim, Versions: newVersions(), Modules: map[string]*machine.Chunk{},
		Noticed: map[syntax.Pos]bool{}, Stubbed: map[string]bool{}, Searched: map[*machine.Chunk]bool{},
	}
	p.release()
	return p
}

// Checkpoint returns what makes the project as it is now again. New versions stay until the
// next one: they are only found by who has their text. Then those go that nobody uses.
func (p *Project) Checkpoint() (undo func()) {
	p.tidy()
	defer p.release()
	modules := maps.Clone(p.Modules)
	found, texts, current := p.found, p.texts, p.current
	noticed, stubbed, searched := maps.Clone(p.Noticed), maps.Clone(p.Stubbed), maps.Clone(p.Searched)
	return func() {
		p.Modules = modules
		p.found, p.texts, p.current = found, texts, current
		p.Noticed, p.Stubbed, p.Searched = noticed, stubbed, searched
	}
}

// reference is a file as a file in a folder names it.
type reference struct{ folder, name string }

func (r reference) compare(o reference) int {
	return cmp.Or(strings.Compare(r.folder, o.folder), strings.Compare(r.name, o.name))
}

// Remember has the files that were required before a save, and these alone, be what they were
// then, whatever happened to them since.
func (p *Project) Remember(u *Used) {
	if p.Files == nil {
		return
	}
	found, texts := map[reference]string{}, map[string][]byte{}
	for by, name := range u.asked {
		src, ok := p.texts[name]
		if was, saved := u.Texts[askedMark+name]; saved {
			src, ok = []byte(was), true
		} else if !ok {
			src, ok = p.Files.Held(name)
		}
		if ok {
			found[by], texts[name] = name, src
		}
	}
	p.found, p.texts = found, texts
}

// release has the files that are required from now on read as they are then.
func (p *Project) release() {
	p.found, p.texts, p.current = map[reference]string{}, map[string][]byte{}, map[reference]*machine.Chunk{}
	p.round++
}

// FindFile finds and reads a file that is required. Whoever asks gets the same until the next
// Checkpoint, since all share one state, whatever happens to the file.
func (p *Project) FindFile(files *sourcefile.Files, at syntax.Pos, ref string) (string, []byte, *syntax.Error) {
	by := reference{path.Dir(at.File), ref}
	name, ok := p.found[by]
	if !ok {
		var err *syntax.Error
		if name, err = findFile(files, at, ref); err != nil {
			return "", nil, err
		}
	}
	src, ok := p.texts[name]
	if ok {
		files.Note(name, src)
	} else {
		var err *syntax.Error
		if src, err = files.Read(at, name); err != nil {
			return "", nil, err
		}
	}
	p.found[by], p.texts[name] = name, src
	return name, src, nil
}

// tidy lets go of versions of files that were edited.
func (p *Project) tidy() {
	if !p.isEdited() {
		return
	}
	used, ok := p.used()
	if !ok {
		return
	}
	for _, c := range p.Modules {
		used[c] = true
	}
	p.letGo(used)
	maps.DeleteFunc(p.Searched, func(c *machine.Chunk, _ bool) bool { return !used[c] })
}

// Code is a brain file with the files that it requires, ready to run.
type Code struct {
	*Project
	Name     string
	Chunk    *machine.Chunk
	Find     func(at syntax.Pos, ref string) (file string, src []byte, err *syntax.Error)
	Creature *machine.Chunk            // the file that describes the creature; nil for none
	Users    map[string]*machine.Chunk // files of the user's root that take the place of Thicket's own; nil where there is none
	usersOf  int                       // the round of the project in which users were found
	Shown    *tree.Tree                // of the bot for which the file was loaded: the one that is shown and watched
}

// NewCode compiles a brain file.
func NewCode(file string, src []byte, project *Project) (*Code, error) {
	chunk, err := project.compile(FileKey{Name: project.innerName(file), isBrain: true}, file, string(src), project.Limits.Script)
	if err != nil {
		return nil, err
	}
	p := &Code{
		Project: project, Name: file, Chunk: chunk, Users: map[string]*machine.Chunk{},
		Find: func(at syntax.Pos, ref string) (string, []byte, *syntax.Error) {
			return "", nil, &syntax.Error{Pos: at, Msg: "no file " + ref}
		},
	}
	project.programs.Add(p)
	return p, nil
}

// require returns the file that a script requires, compiled once.
func (p *Code) require(at syntax.Pos, ref string) (*machine.Chunk, error) {
	ref = strings.TrimSuffix(strings.TrimPrefix(ref, "scripts/"), ".lua")
	gives := EngineGives(ref)
	file, src := namesFolder+ref+".lua", []byte("return "+gives)
	component, isComponent := strings.CutPrefix(ref, "components/")
	if isComponent && gives != "" {
		src = fmt.Appendf(nil, "return _G[%q]", componentClass+component)
	} else if gives == "" {
		found, text, e := p.Find(at, ref+".lua")
		name := OwnGlobal(ref)
		switch {
		case e == nil:
			return p.Module(found, text)
		case isComponent && OwnChunk(ref) != nil:
			src = fmt.Appendf(nil, "return _G[%q]", componentClass+component)
		case name != "":
			src = []byte("return " + name)
		case p.Lenient || p.excused: // the file is treated as an unknown name
			src = fmt.Appendf(nil, "return _G[%q]", missingFile+ref)
		default:
			return nil, e
		}
	}
	return p.moduleAs(file, file, src)
}

// Module is a file that is required, compiled.
func (p *Project) Module(file string, src []byte) (*machine.Chunk, error) {
	return p.moduleAs(p.innerName(file), file, src)
}

func (p *Project) moduleAs(name, shown string, src []byte) (*machine.Chunk, error) {
	c, err := p.compile(FileKey{Name: name}, shown, string(src), p.Limits.Script)
	if err == nil {
		p.Modules[name] = c
	}
	return c, err
}

func findFile(files *sourcefile.Files, at syntax.Pos, ref string) (string, *syntax.Error) {
	name, err := files.Find(at, ref)
	if err != nil {
		var ours []string
		for _, home := range Homes() {
			ours = append(ours, path.Base(home))
		}
		slices.Sort(ours)
		return "", err.Suggest(strings.TrimSuffix(path.Base(ref), ".lua"), slices.Compact(ours))
	}
	return name, nil
}

// UserChunk returns a file of the user's root that takes the place of one of Thicket's
// own; nil if there is none, or Thicket's own stays.
func (p *Code) UserChunk(ref string) (*machine.Chunk, *syntax.Error) {
	if p.usersOf != p.round {
		clear(p.Users)
		p.usersOf = p.round
	}
	if c, ok := p.Users[ref]; ok || isEngines(ref) {
		return c, nil
	}
	file, src, err := p.Find(syntax.Pos{File: p.Name}, "/"+ref+".lua")
	if err != nil {
		p.Users[ref] = nil
		return nil, nil
	}
	c, e := p.Module(file, src)
	if e != nil {
		return nil, e.(syntax.ErrorList)[0]
	}
	p.Users[ref] = c
	return c, nil
}

// isEngines reports whether a file is the engine's, so that a user's own copy of it is
// not read.
func isEngines(ref string) bool { return EngineGives(ref) == "{}" && ref != "constants" }

// Shunned reports whether the user's root has a file that is not read.
func (p *Code) Shunned(ref string) bool {
	_, _, err := p.Find(syntax.Pos{File: p.Name}, "/"+ref+".lua")
	return err == nil && isEngines(ref)
}

// Placed puts the file's name into an error that has no place.
func (p *Code) Placed(e *syntax.Error) *syntax.Error {
	if e.Pos.File == "" {
		e.Pos, e.At, e.Msg = p.Chunk.At, syntax.Span{}, strings.TrimLeft(e.Msg, " ")
	}
	return e
}

// ownMark marks a file of Thicket's own, since the user may have one of the same
// name.
const ownMark = "\x00"

// PlaceOf finds the place of a compiled function, by the name of its file whatever the
// version.
func (p *Project) PlaceOf(f *machine.Proto) (graph.Place, bool) {
	if at, ok := p.Places[f.Chunk]; ok {
		return graph.Place{File: at.File.Name, Number: int(f.Number)}, true
	}
	ref, ok := strings.CutPrefix(f.Chunk.Name, OwnFolder)
	ref = strings.TrimSuffix(ref, ".lua")
	if !ok || OwnChunk(ref) != f.Chunk {
		return graph.Place{}, false
	}
	return graph.Place{File: ownMark + ref, Number: int(f.Number)}, true
}

// PlainModule is the plain version of a file that is required. What was read for the first time
// in the midst of a game is compiled here when the game is restored; nobody has asked for it.
func (p *Project) PlainModule(file string) *machine.Chunk {
	if text, ok := p.only(file); ok && p.plain(FileKey{Name: file}) == nil {
		_, _ = p.Module(p.shownName(file), []byte(text)) // it was compiled before
	}
	return p.plain(FileKey{Name: file})
}

// ChunkOf returns the file of a place; nil if it cannot be found.
func (p *Code) ChunkOf(file string) *machine.Chunk {
	if ref, own := strings.CutPrefix(file, ownMark); own {
		return OwnChunk(ref)
	}
	for _, key := range []FileKey{{Name: file, isBrain: true}, {Name: file, isMod: true}} {
		if c := p.plain(key); c != nil {
			return c
		}
	}
	if c := p.PlainModule(file); c != nil {
		return c
	}
	ref, isName := strings.CutPrefix(file, namesFolder)
	if !isName && p.Files != nil {
		ref = "/" + file
	}
	if c, err := p.require(syntax.Pos{File: p.Name}, ref); err == nil && c.Name == file {
		return c
	}
	return nil
}
