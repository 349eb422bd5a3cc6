package scenes

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/dialect/lua/profile"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/trees"
)

// Scene is a checked scene file.
type Scene struct {
	Setup systems.Setup
	Arena arena.Config
	Mark  Mark
	Signs []Sign // further marks, the one that is shown first
	// Description is for people: a few words on what it is about; empty for none.
	Description string
	// Again is how many seconds of simulated time after the end of a match whoever shows the scene to
	// people begins the next round; 0: somebody has to ask for it.
	Again   float64
	File    string           // as it was named
	Notices syntax.ErrorList // oddities that are no errors, and then what Scale changed

	loader   *trees.Loader
	from     origin
	files    *sourcefile.Files
	archive  *sourcefile.Archive // what the files found
	embedded bool                // files are part of the program
	source   *sourcefile.Archive // what it is read from, where it came from a bundle
	sealed   bool                // it came from a bundle, and there is no folder to read files from
	first    int                 // how much of the archive was there when it was loaded
	wishes   []Wish              // that changed its numbers
	steps    []Step              // what was loaded since

	// For Revise, which compares the scene with its files as they are later:
	commandTrees []commandTree // the tree files that commands named
	asked        []string      // what Tree was asked for since the last revision
	parts        []part        // the keys of the file as it was last read
	firstParts   []part        // the keys of the file as the scene began with them
}

// origin says where the source of a scene is and why it is read.
type origin struct {
	shipped bool              // it is embedded
	text    []byte            // it is this text; where that is nil, one of the files
	reload  bool              // it is read again for a scene that is being played
	odd     *syntax.ErrorList // see Options
}

// Options say how scenes are loaded. The zero value loads from disk with the
// actions that every game has.
type Options struct {
	// Registry offers actions and functions to trees; nil: arena.NewRegistry().
	Registry *host.Registry
	// Limits bound what is loaded and played. If none is set, those of the registry do.
	Limits limit.Values
	// Root is the folder that a leading / in file references means, and that they must stay in;
	// empty: the folder of the scene file, or its parent where that folder is called bots,
	// brains or prefabs.
	Root string
	// Wider are roots that are searched after Root, and the folders of mods, which go before those
	// that a scene names.
	Wider sourcefile.Wider
	// Files are where the scene, its trees and Root are, by names with slashes; nil: on the disk.
	Files fs.FS
	// Lenient: what trees want and the game does not offer is stood in for, with notices.
	Lenient bool
	// Checks: what files describe for their game to offer is stood in for, as nobody plays them.
	Checks bool
	// Creature is the file of the creature that plays a tree that is loaded without
	// a scene, and Prefab which of that file's; empty: bots have bodies without a
	// file.
	Creature, Prefab string
	// Edit, if not nil, gets the text of the scene and returns another one, which
	// replaces it; for programs that want a file's scene with a change. An error of it
	// is that of the scene.
	Edit func(file string, text []byte) ([]byte, error)
	// Texts are read in the place of files, by the names that positions have; for programs that
	// want a scene with a change of its trees.
	Texts map[string][]byte
	// Odd, if not nil, gets the notices of trees that have errors where the scene has some; the
	// notices of a scene without errors are its own.
	Odd *syntax.ErrorList
}

// Load reads and checks a scene: a shipped one by name, any other by path. The path
// of a tree file gives a scene of ten bots that run the tree, see [ForTree].
// The error is a syntax.ErrorList with everything that is wrong.
func Load(name string, o Options) (*Scene, error) {
	if err := o.check(name); err != nil {
		return nil, err
	}
	if o.Files != nil && o.has(name) {
		return o.inFiles(name, nil)
	}
	if src, file, ok := Source(name); ok {
		if other, ok := o.Texts[file]; ok {
			src = other
		}
		return o.from(file, src, sourcefile.Embedded(shipped, "shipped"), true)
	}
	if o.Files != nil {
		return o.inFiles(name, nil)
	}
	if trees.IsTree(name) {
		if _, err := os.Stat(name); err == nil {
			return ForTree(name, treeBots, o)
		}
	}
	return o.from(name, nil, o.disk(name), false)
}

// from loads a scene whose files are those; one without a text stands in one of them.
func (o Options) from(file string, text []byte, files *sourcefile.Files, isShipped bool) (*Scene, error) {
	files = files.Within(o.limits())
	if o.Texts != nil { // Edit may add to them
		files = files.Holding(o.Texts)
	}
	files, archive := files.Archived()
	src, from := text, origin{shipped: isShipped, text: text, odd: o.Odd}
	if text == nil {
		var err error
		if src, err = files.ReadFirst(file); err != nil {
			var l syntax.List
			l.Add(notFound(err, file))
			return nil, l.Err()
		}
	}
	if o.Edit != nil {
		var err error
		if src, err = o.Edit(file, src); err != nil {
			return nil, err
		}
		from.text = src
	}
	s, err := load(file, src, o.loader(files), from)
	if err != nil {
		return nil, err
	}
	s.files, s.archive, s.first = files, archive, archive.Len()
	return s, nil
}

// Parse is Load from memory. References to files are read from disk, as if
// the source stood in a file of that name.
func Parse(file string, src []byte, o Options) (*Scene, error) {
	if err := o.check(file); err != nil {
		return nil, err
	}
	if src == nil {
		src = []byte{} // an empty one, not one on disk
	}
	if o.Files != nil {
		return o.inFiles(file, src)
	}
	return o.from(file, src, o.disk(file), false)
}

// has reports whether the Files have one of a name.
func (o *Options) has(name string) bool {
	_, err := fs.Stat(o.Files, path.Clean(name))
	return err == nil
}

// inFiles loads a scene whose files are the Files; one without a text is one of them.
func (o Options) inFiles(file string, text []byte) (*Scene, error) {
	s, err := o.from(file, text, sourcefile.In(o.Files, file, o.Root).Widened(o.Wider), false)
	if err == nil {
		_, s.embedded = o.Files.(embed.FS)
	}
	return s, err
}

// disk is where the files of a scene or a tree are.
func (o *Options) disk(name string) *sourcefile.Files {
	return sourcefile.Disk(name, o.Root).Widened(o.Wider)
}

func (o Options) check(file string) error {
	for what, folders := range map[string][]string{"the root": append([]string{o.Root}, o.Wider.Later...), "the mod": o.Wider.Mods} {
		for _, folder := range folders {
			var err error
			switch {
			case o.Files == nil:
				err = sourcefile.CheckRoot(folder)
			case folder != "" && !o.has(folder):
				err = fmt.Errorf("no folder %q", folder)
			}
			if err != nil {
				return syntax.ErrorList{{Pos: syntax.Pos{File: file, Line: 1, Col: 1}, Msg: what + ": " + err.Error()}}
			}
		}
	}
	return nil
}

func (o *Options) limits() limit.Values {
	if o.Limits.IsZero() && o.Registry != nil {
		return *host.LimitsOf(o.Registry)
	}
	return o.Limits
}

// Record has a recorder gather where the time of brains in Lua goes, from the next tick on. It
// changes nothing else.
func (s *Scene) Record(by *profile.Recorder) { s.loader.Record(by) }

// Limits returns the bounds of what is loaded and played.
func (s *Scene) Limits() limit.Values {
	if s.loader == nil { // it was made in Go
		return limit.Values{}
	}
	return *host.LimitsOf(s.loader.Registry())
}

// Lenient reports whether what the game does not offer is stood in for.
func (s *Scene) Lenient() bool {
	return s.loader != nil && standin.Allowed(s.loader.Registry()) == standin.All
}

func (o Options) loader(files *sourcefile.Files) *trees.Loader {
	if o.Registry == nil {
		o.Registry = arena.NewRegistry()
	}
	*host.LimitsOf(o.Registry) = o.limits()
	switch {
	case o.Lenient:
		standin.Allow(o.Registry, standin.All)
	case o.Checks:
		standin.Allow(o.Registry, standin.Declared)
	}
	return trees.NewLoader(o.Registry, files)
}

func load(file string, src []byte, loader *trees.Loader, from origin) (*Scene, error) {
	var l syntax.List
	doc, done := markup.Document(file, src, markup.LimitsOf(*host.LimitsOf(loader.Registry())), &l)
	if doc == nil {
		done()
		return nil, l.Err()
	}
	s := &Scene{File: file, loader: loader, from: from}
	s.from.odd = nil
	if s.madeUp() {
		nowhere(doc)
	}
	doc = ownKeys(doc, &l)
	d := &decoder{limits: s.Limits(), list: &l, reg: loader.Registry(), scene: s, reload: from.reload}
	d.decode(doc)
	done()
	hintAtArena(l.Errors, loader.Registry())
	if err := l.Err(); err != nil {
		if from.odd != nil {
			*from.odd = ofFaulty(s.loader.Notices, l.Errors)
		}
		return nil, err
	}
	s.parts = partsOf(doc)
	s.firstParts = s.parts
	l.Notices = append(l.Notices, s.loader.Notices...)
	hintAtArena(l.Notices, loader.Registry())
	s.Notices = l.SortedNotices()
	return s, nil
}

// ofFaulty returns the notices of files that have errors.
func ofFaulty(notices, errs syntax.ErrorList) (all syntax.ErrorList) {
	for _, n := range notices {
		if slices.ContainsFunc(errs, func(e *syntax.Error) bool { return e.Pos.File == n.Pos.File }) {
			all = append(all, n)
		}
	}
	return all
}
