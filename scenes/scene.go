package scenes

import (
	"github.com/thicket-sim/thicket/behavior"
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/systems"
)

// Scene is a checked scene file.
type Scene struct {
	Setup   systems.Setup
	File    string           // as it was named
	Notices syntax.ErrorList // what is odd but no error, and then what was scaled

	loader *behavior.Loader
}

// Options say how scenes are loaded. The zero value loads from disk with the
// actions that every game has.
type Options struct {
	// Registry is what the game offers to trees; nil: systems.NewRegistry().
	Registry *host.Registry
	// Root is what a leading / means in file references and the folder that
	// they must stay in; empty: the folder of the scene file, or its parent
	// where that folder is called bots or brains.
	Root string
	// Lenient is [behavior.Loader.Lenient].
	Lenient bool
}

// Load reads and checks a scene: a shipped one by name, any other by path.
// The error is a syntax.ErrorList with everything that is wrong.
func Load(name string, o Options) (*Scene, error) {
	if src, file, ok := Source(name); ok {
		return load(file, src, o, syntax.EmbeddedFiles(shipped, "shipped"))
	}
	src, err := syntax.ReadFile(name, syntax.DefaultLimits)
	if err != nil {
		var l syntax.List
		l.Add(notFound(err, name))
		return nil, l.Err()
	}
	return load(name, src, o, syntax.DiskFiles(name, o.Root))
}

// Parse is Load from memory. References to files are read from disk, as if
// the source stood in a file of that name.
func Parse(file string, src []byte, o Options) (*Scene, error) {
	return load(file, src, o, syntax.DiskFiles(file, o.Root))
}

func load(file string, src []byte, o Options, files *syntax.Files) (*Scene, error) {
	if o.Registry == nil {
		o.Registry = systems.NewRegistry()
	}
	doc, err := syntax.Parse(file, src, syntax.DefaultLimits)
	if err != nil {
		return nil, err
	}
	var l syntax.List
	s := &Scene{File: file, loader: behavior.NewLoader(o.Registry, files)}
	s.loader.Lenient = o.Lenient
	d := &decoder{list: &l, reg: o.Registry, scene: s}
	d.decode(doc)
	if err := l.Err(); err != nil {
		return nil, err
	}
	l.Notices = append(l.Notices, s.loader.Notices...)
	s.Notices = l.SortedNotices()
	return s, nil
}

// Tree loads the tree file that a command names, relative to the scene.
func (s *Scene) Tree(ref string) (*run.Program, error) {
	return s.loader.Load(syntax.Pos{File: s.File}, ref)
}
