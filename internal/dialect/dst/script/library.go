package script

import (
	"embed"
	"io/fs"
	"math"
	"strings"
	"sync"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
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
	World *machine.Table // how Thicket's own files reach the game; they call it native

	ComponentClass func(name string) machine.Value // the class of the components of a name
}

// Hooks are what scripts need of who runs them.
type Hooks struct {
	After func()                                 // called when scripts have ended
	Print func(at syntax.Pos, text string)       // takes a line that a script printed
	Base  func(base machine.Value) machine.Value // see classes.deriveFrom
}

// Begin makes a Lua state for the scripts of a project, and defines Class.
func (li *Library) Begin(p *Code, by Hooks) {
	li.Seat = Seat{Program: p, Dt: 1.0 / ticksPerSecond}
	li.after, li.deriveFrom = by.After, by.Base
	li.strays = map[string]*Stub{}
	li.Makers, li.Hosts = map[string]maker{}, map[*machine.Function]tree.Leaf{}
	opt := machine.Options{
		Limits: p.Limits.Script, Random: li.random, Print: by.Print, Require: li.require, Current: li.current, Unknown: li.unknownName, Library: OwnFolder, Names: ownGlobals(),
		Open: func(name string) bool { return p.Lenient || name == "TheWorld" }, // which is an entity, so scripts write to it
	}
	if p.Lenient {
		opt.Number = stubNumber
	}
	li.Lua = machine.NewState(opt)
	for s, name := range StatusNames {
		li.statuses[s] = li.Lua.Constant(name)
	}
	li.openClass()
}

// OwnGlobal returns the name for what one of Thicket's own files returns where it is
// required: its own, or else the first that it defines; "" if there is no such file.
func OwnGlobal(ref string) string {
	if Homes()[ref] == ref {
		return ref
	}
	for _, name := range SortedKeys(Homes()) {
		if Homes()[name] == ref {
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

// silentFiles are files of the original of which a creature needs nothing: what players wear, see and press,
// what is sent and saved. Their names are there without them, and do nothing.
var silentFiles = sync.OnceValue(func() map[string]bool {
	silent := map[string]bool{}
	for _, ref := range strings.Fields("prefabskins clothing misc_items emote_items item_blacklist beefalo_clothing skinsutils skin_assets skin_gifts skins_defs_data " +
		"skin_strings skin_affinity_info prefabskin mainfunctions gamelogic scheduler networking networkclientrpc shardnetworking shardindex saveindex saveindex_thread " +
		"mods modutil modindex modcompatability input frontend camera consolecommands debugcommands debugkeys debugprint debugmenu dbui_no_package " +
		"entityreplica entityscriptproxy componentactions emitters shadeeffects postprocesseffects fonts popupmanager mixes lighting preloadsounds playerprofile " +
		"playerhistory usercommands builtinusercommands chathistory voteutil perfutil profiler globalvariableoverrides " +
		"haptics cameras/followcamera generickv loadingtipsdata motdmanager scrapbookpartitions plantregistrydata cookbookdata serverpreferences " +
		"custompresets quagmire_recipebook skilltreedata curvefilterutil") {
		silent[ref] = true
	}
	return silent
})

// EngineGives is what requiring a file of the original gives, as an expression; empty for a file that is
// read.
func EngineGives(ref string) string {
	switch {
	case silentFiles()[ref]:
		return "{}"
	case strings.HasPrefix(ref, "screens/"):
		return "Screen"
	case strings.HasPrefix(ref, "widgets/"):
		return "Widget"
	}
	return EngineFiles[ref]
}

// skinEnding is that of functions that put a skin on a thing, of which there is one for each thing that
// has some; all are the same here.
const skinEnding = "_init_fn"

// AbsentNames are globals of the original that are nil on its servers, and are nil here.
var AbsentNames = map[string]bool{"ThePlayer": true, "TheFocalPoint": true, "CLIENT_REQUESTED_ACTION": true, "ThePlatform": true}

// IsKnown reports whether a name that no file defines is the original's.
func IsKnown(name string) bool {
	return Homes()[name] != "" || AbsentNames[name] || strings.HasSuffix(name, skinEnding)
}

// chunks caches Thicket's own files, compiled when first used.
var chunks sync.Map

// OwnChunk returns one of Thicket's own files; nil if there is none.
func OwnChunk(ref string) *machine.Chunk {
	if c, ok := chunks.Load(ref); ok {
		return c.(*machine.Chunk)
	}
	name := "lib/" + ref + ".lua"
	src, err := fs.ReadFile(Files, name)
	if err != nil {
		return nil
	}
	c, err := machine.Compile(syntax.Pos{File: OwnFolder + ref + ".lua"}, string(src), machine.Limits{Lenient: true})
	if err != nil {
		panic(err) // impossible: a test compiles all of them
	}
	c.Reread(func() string {
		src, _ := fs.ReadFile(Files, name) // which was there before
		return string(src)
	})
	// Games that begin at once share one, or a save would not know the functions of the other.
	first, _ := chunks.LoadOrStore(ref, c)
	return first.(*machine.Chunk)
}

// OwnName returns a value that one of Thicket's own files defines; nil if none
// does.
func (li *Library) OwnName(name string) machine.Value {
	if v := li.Lua.Global(name); !v.IsNil() { // the file has run
		return v
	}
	ref, ok := Homes()[name]
	if !ok {
		return machine.Nil
	}
	values := li.RunOwn(ref).Table()
	if values == nil {
		return machine.Nil
	}
	for k, v := range values.Pairs {
		if key := Text(k); li.Lua.Global(key).IsNil() {
			li.setGlobal(key, v)
		}
	}
	return values.Field(name)
}

// RunOwn runs one of Thicket's own files with native and arguments, and returns what it gave;
// nil if there is no such file.
func (li *Library) RunOwn(ref string, args ...machine.Value) machine.Value {
	c := OwnChunk(ref)
	if c == nil {
		return machine.Nil
	}
	return li.Lua.Call(li.Lua.Function(c).V(), append([]machine.Value{li.World.V()}, args...)...)
}

// setGlobal sets a global, or an entry of a library for a name LIBRARY.NAME.
func (li *Library) setGlobal(name string, v machine.Value) {
	if lib, key, ok := strings.Cut(name, "."); ok {
		li.Lua.AddToLibrary(lib, key, v)
		return
	}
	li.Lua.SetGlobal(name, v)
}

// OpenLibraries adds to the libraries what the original adds.
func (li *Library) OpenLibraries() {
	number := func(f func(c *machine.Call) float64) func(*machine.Call) int {
		return func(c *machine.Call) int { return c.Give(machine.Number(f(c))) }
	}
	arg := li.NumberArg
	for _, f := range []struct {
		lib, name string
		call      func(c *machine.Call) int
	}{
		{"math", "clamp", number(func(c *machine.Call) float64 { return max(arg(c, 2), min(arg(c, 3), arg(c, 1))) })},
		{"math", "round", number(func(c *machine.Call) float64 { return math.Floor(arg(c, 1) + 0.5) })},
		{"math", "diff", number(func(c *machine.Call) float64 { return math.Abs(arg(c, 1) - arg(c, 2)) })},
		{"table", "contains", func(c *machine.Call) int {
			if t := c.Get(1).Table(); t != nil {
				for _, v := range t.Pairs {
					li.Lua.Charge(1)
					if li.Lua.Equal(v, c.Get(2)) {
						return c.Give(machine.Bool(true))
					}
				}
			}
			return c.Give(machine.Bool(false))
		}},
		{"table", "removearrayvalue", func(c *machine.Call) int {
			t := c.CheckTable(1)
			for i := 1; i <= t.Len(); i++ {
				if v := t.At(i); li.Lua.Equal(v, c.Get(2)) {
					return c.Give(t.Remove(li.Lua, i))
				}
			}
			return c.Give(machine.Nil)
		}},
		{"string", "split", func(c *machine.Call) int {
			sep := c.OptText(2, ":")
			list := li.Lua.NewTable()
			for _, part := range strings.FieldsFunc(c.CheckText(1), func(r rune) bool { return strings.ContainsRune(sep, r) }) {
				li.Lua.Take(machine.BytesOfItem + machine.BytesOfText + int64(len(part)))
				li.Lua.Append(list, machine.String(part))
			}
			li.Lua.Charge(int64(list.Len()))
			return c.Give(list.V())
		}},
	} {
		li.Lua.AddToLibrary(f.lib, f.name, li.Lua.NewFunction(f.name, f.call).V())
	}
	for _, c := range []struct {
		name  string
		value float64
	}{{"PI", math.Pi}, {"TWOPI", 2 * math.Pi}, {"DEGREES", math.Pi / 180}, {"RADIANS", 180 / math.Pi}} {
		li.Lua.SetGlobal(c.name, machine.Number(c.value))
	}
}

// unknownName resolves a name that no script assigned: what the game registered,
// what Thicket's own files define, or a stub.
func (li *Library) unknownName(name string) machine.Value {
	if f := li.hostFunction(name); !f.IsNil() {
		return f
	}
	if v := li.OwnName(name); !v.IsNil() {
		return v
	}
	if strings.HasSuffix(name, skinEnding) {
		return li.OwnName("any" + skinEnding)
	}
	if component, ok := strings.CutPrefix(name, componentClass); ok && li.ComponentClass != nil {
		return li.ComponentClass(component)
	}
	if file, ok := strings.CutPrefix(name, missingFile); ok && (li.Program.Lenient || li.Program.excused) {
		return li.Missing(file).Obj.V()
	}
	return machine.Nil
}

// componentClass stands before the name of a component whose class is wanted in place of a file.
const componentClass = "component "

// missingFile stands before the name that a lenient script gets in place of a file.
const missingFile = "file "

// Part returns a function that runs another of Thicket's own files, with native
// and the first argument.
func (li *Library) Part(ref string) func(*machine.Call) int {
	return func(c *machine.Call) int {
		li.RunOwn(ref, c.Get(1))
		return 0
	}
}

func Unquoted(text string) string {
	if text[0] == '[' {
		return strings.Trim(text, "[]=\n")
	}
	return text[1 : len(text)-1]
}

// words are all names and texts in Thicket's own files, each between line ends: to read the files
// takes longer than to load a scene. A test holds it to them.
//
//go:embed words.txt
var words string

// HasWord reports whether a name or a text stands in Thicket's own files.
func HasWord(word string) bool {
	return !strings.Contains(word, "\n") && strings.Contains(words, "\n"+word+"\n")
}

// OwnComponents lists the components that Thicket has: those with a file, and those of which nothing
// happens here.
var OwnComponents = sync.OnceValue(func() (names []string) {
	files, err := fs.ReadDir(Files, "lib/components")
	if err != nil {
		panic(err) // they are embedded
	}
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".lua"))
	}
	src, _ := fs.ReadFile(Files, "lib/kinds/neutral.lua")
	words := source.Words(string(src))
	for i := 2; i < len(words); i++ {
		if words[i].Kind == source.TextWord && words[i-2].Text == "neutral" {
			names = append(names, Unquoted(words[i].Text))
		}
	}
	return names
})

// WorldComponents lists the components that Thicket's world has.
var WorldComponents = sync.OnceValue(func() (names []string) {
	src, err := fs.ReadFile(Files, "lib/kinds/world.lua")
	if err != nil {
		panic(err) // it is embedded
	}
	words, depth := source.Words(string(src)), 0
	for i, w := range words {
		switch {
		case w.Text == "managers" && i+2 < len(words) && words[i+2].Text == "{":
			depth = 0
		case w.Text == "{":
			depth++
		case w.Text == "}":
			depth--
		case depth == 1 && w.Kind == source.NameWord && words[i+1].Text == "=" && words[i+2].Text == "{":
			names = append(names, w.Text)
		}
	}
	return names
})
