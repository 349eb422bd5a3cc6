package script

import (
	"embed"
	"io/fs"
	"math"
	"strings"
	"sync"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

//go:embed lib
var Files embed.FS

// OwnFolder is the folder of Thicket's own files in messages.
const OwnFolder = "thicket/"

// namesFolder is that of files that are there in name only: requiring one gives what
// Thicket has under a name.
const namesFolder = OwnFolder + "names/"

// Library are Thicket's own files, and the names that they define.
type Library struct {
	leaves
	World *glua.LTable // how Thicket's own files reach the game; they call it native
}

// Hooks are what scripts need of who runs them.
type Hooks struct {
	After func()                             // called when scripts have ended
	Print func(at syntax.Pos, text string)   // takes a line that a script printed
	Base  func(base glua.LValue) glua.LValue // see classes.deriveFrom
}

// Begin makes a Lua state for the scripts of a project, and defines Class.
func (li *Library) Begin(p *Code, by Hooks) {
	li.Seat = Seat{Program: p, Dt: 1.0 / ticksPerSecond}
	li.after, li.deriveFrom = by.After, by.Base
	li.Stubs, li.strays, li.words = map[*glua.LTable]*Stub{}, map[string]*glua.LTable{}, map[string]*glua.Upvalue{}
	li.Makers, li.Hosts = map[string]maker{}, map[*glua.LFunction]tree.Leaf{}
	opt := lua.Options{
		Limits: p.Limits.Script, Random: li.random, Print: by.Print, Require: li.require, Current: li.current, Unknown: li.unknownName, Library: OwnFolder, Names: ownGlobals,
		Open: func(name string) bool { return p.Lenient || name == "TheWorld" }, // which is an entity, so scripts write to it
	}
	if p.Lenient {
		opt.Number = stubNumber
	}
	li.Lua = lua.NewState(opt)
	li.L = li.Lua.L
	li.openClass()
}

// OwnGlobal returns the name for what one of Thicket's own files returns where it is
// required: its own, or else the first that it defines; "" if there is no such file.
func OwnGlobal(ref string) string {
	if Homes[ref] == ref {
		return ref
	}
	for _, name := range SortedKeys(Homes) {
		if Homes[name] == ref {
			return name
		}
	}
	return ""
}

// EngineFiles are files of the original whose names are always defined, and the
// expression that requiring one returns. A user's own copy is not read, since it
// would need the rest of the original.
var EngineFiles = map[string]string{
	"actions": "ACTIONS", "behaviourtree": "{}", "brain": "Brain", "bufferedaction": "BufferedAction", "class": "Class", "components/combat": "{}",
	"components/health": "{}", "components/locomotor": "{}", "constants": "{}", "debugtools": "{}", "entityscript": "EntityScript", "mathutil": "{}", "prefabs": "{}", "prefabutil": "{}",
	"simutil": "{}", "standardcomponents": "{}", "worldsettings_overrides": "{}", "worldsettingsutil": "{}", "stategraph": "{}", "strings": "STRINGS", "techtree": "TechTree", "tuning": "TUNING", "util": "{}",
	"util/sourcemodifierlist": "SourceModifierList", "vecutil": "{}", "vector3": "Vector3",
}

// chunks caches Thicket's own files, compiled when first used.
var chunks sync.Map

// OwnChunk returns one of Thicket's own files; nil if there is none.
func OwnChunk(ref string) *lua.Chunk {
	if c, ok := chunks.Load(ref); ok {
		return c.(*lua.Chunk)
	}
	name := "lib/" + ref + ".lua"
	src, err := fs.ReadFile(Files, name)
	if err != nil {
		return nil
	}
	c, err := lua.Compile(syntax.Pos{File: OwnFolder + ref + ".lua"}, string(src), lua.Limits{Compare: true})
	if err != nil {
		panic(err) // impossible: a test compiles all of them
	}
	c.Reread(func() string {
		src, _ := fs.ReadFile(Files, name) // which was there before
		return string(src)
	})
	// Games that begin at once share one, or a save would not know the functions of the other.
	first, _ := chunks.LoadOrStore(ref, c)
	return first.(*lua.Chunk)
}

// OwnName returns a value that one of Thicket's own files defines; nil if none
// does.
func (li *Library) OwnName(name string) glua.LValue {
	if v := li.Lua.Get(name); v != glua.LNil { // the file has run
		return v
	}
	ref, ok := Homes[name]
	if !ok {
		return nil
	}
	c := OwnChunk(ref)
	if c == nil {
		return nil
	}
	given := li.Lua.Call(li.Lua.Function(c), li.World)
	values, ok := given.(*glua.LTable)
	if !ok {
		return nil
	}
	for k, v := values.Next(glua.LNil); k != glua.LNil; k, v = values.Next(k) {
		if li.Lua.Get(k.String()) == glua.LNil {
			li.setGlobal(k.String(), v)
		}
	}
	return values.RawGetString(name)
}

// setGlobal sets a global, or an entry of a library for a name LIBRARY.NAME.
func (li *Library) setGlobal(name string, v glua.LValue) {
	if lib, key, ok := strings.Cut(name, "."); ok {
		li.Lua.AddToLibrary(lib, key, v)
		return
	}
	li.Lua.Set(name, v)
}

// OpenLibraries adds to the libraries what the original adds.
func (li *Library) OpenLibraries() {
	number := li.NumberArg
	for _, f := range []struct {
		lib, name string
		call      func() glua.LValue
	}{
		{"math", "clamp", func() glua.LValue { return glua.LNumber(max(number(2), min(number(3), number(1)))) }},
		{"math", "round", func() glua.LValue { return glua.LNumber(math.Floor(number(1) + 0.5)) }},
		{"math", "diff", func() glua.LValue { return glua.LNumber(math.Abs(number(1) - number(2))) }},
		{"table", "contains", func() glua.LValue {
			t, ok := li.L.Get(1).(*glua.LTable)
			if !ok {
				return glua.LFalse
			}
			li.Lua.Unfold(t)
			for k, v := t.Next(glua.LNil); k != glua.LNil; k, v = t.Next(k) {
				if li.L.Equal(v, li.L.Get(2)) {
					return glua.LTrue
				}
			}
			return glua.LFalse
		}},
		{"table", "removearrayvalue", func() glua.LValue {
			t := li.L.CheckTable(1)
			for i := 1; i <= t.Len(); i++ {
				if v := t.RawGetInt(i); li.L.Equal(v, li.L.Get(2)) {
					return t.Remove(i)
				}
			}
			return glua.LNil
		}},
		{"string", "split", func() glua.LValue {
			sep := li.L.OptString(2, ":")
			list := li.L.NewTable()
			for _, part := range strings.FieldsFunc(li.L.CheckString(1), func(r rune) bool { return strings.ContainsRune(sep, r) }) {
				list.Append(glua.LString(part))
			}
			li.Lua.Charge(int64(list.Len()))
			return list
		}},
	} {
		li.Lua.AddToLibrary(f.lib, f.name, li.L.NewFunction(func(L *glua.LState) int {
			L.Push(f.call())
			return 1
		}))
	}
	for _, c := range []struct {
		name  string
		value float64
	}{{"PI", math.Pi}, {"TWOPI", 2 * math.Pi}, {"DEGREES", math.Pi / 180}, {"RADIANS", 180 / math.Pi}} {
		li.Lua.Set(c.name, glua.LNumber(c.value))
	}
}

// unknownName resolves a name that no script assigned: what the game registered,
// what Thicket's own files define, or a stub.
func (li *Library) unknownName(name string) glua.LValue {
	if f := li.hostFunction(name); f != nil {
		return f
	}
	if v := li.OwnName(name); v != nil {
		return v
	}
	if file, ok := strings.CutPrefix(name, missingFile); ok && (li.Program.Lenient || li.Program.excused) {
		return li.Missing(file)
	}
	return nil
}

// missingFile stands before the name that a lenient script gets in place of a file.
const missingFile = "file "

// Part returns a function that runs another of Thicket's own files, with native
// and the first argument.
func (li *Library) Part(ref string) glua.LGFunction {
	return func(L *glua.LState) int {
		li.Lua.Call(li.Lua.Function(OwnChunk(ref)), li.World, L.Get(1))
		return 0
	}
}

func Unquoted(text string) string {
	if text[0] == '[' {
		return strings.Trim(text, "[]=\n")
	}
	return text[1 : len(text)-1]
}

// LibraryWords are all names and texts in Thicket's own files.
var LibraryWords = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	err := fs.WalkDir(Files, "lib", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		src, err := fs.ReadFile(Files, name)
		for _, w := range lua.Words(string(src)) {
			switch w.Kind {
			case lua.Name:
				all[w.Text] = true
			case lua.Quoted:
				all[Unquoted(w.Text)] = true
			}
		}
		return err
	})
	if err != nil {
		panic(err) // they are embedded
	}
	return all
})
