package benchmark

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/command/check"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/trees"
)

// Layout says where the bots of a scene begin, and in which state.
type Layout string

// Uniform is as the scene says, Clustered has everybody in discs of 100 times
// the density. The others change how many of the crowd are it: all, none, or
// one in twenty instead of one in a hundred.
const (
	Uniform     Layout = "uniform"
	Clustered   Layout = "clustered"
	AllIt       Layout = "all-it"
	NobodyIt    Layout = "nobody-it"
	FivePercent Layout = "five-percent"
)

// Layouts lists all of them.
var Layouts = []Layout{Uniform, Clustered, AllIt, NobodyIt, FivePercent}

const (
	crowd       = "crowd" // the shipped scene that is measured by default
	denser      = 100     // times, in clusters
	clusterSize = 10_000  // bots, about; in smaller clusters most bots stand at the rim
)

// Source names the thing that is measured.
type Source struct {
	Name  string
	scene string // of scenes.Load
	tree  string // a file that the crowd's bots run, or empty

	options scenes.Options
	own     live.Own
}

// Open finds a shipped scene by name, or a scene or tree by file; the crowd for
// no name, of a game that has something of its own. It loads it once, and the error is every fault
// of the file.
func Open(name string, o scenes.Options, own live.Own) (*Source, error) {
	s := &Source{Name: name, scene: name, options: o, own: own}
	if name == "" {
		s.Name, s.scene = crowd, crowd
	}
	isTree, err := holdsTree(s.scene, o.Limits)
	if err != nil {
		return nil, err
	}
	if isTree {
		s.scene, s.tree = crowd, name
	}
	scene, err := s.load()
	if err != nil {
		return nil, err
	}
	if len(scene.Setup.Classes) == 0 {
		return nil, fmt.Errorf("%s has no bot classes", s.Name)
	}
	return s, nil
}

// holdsTree reports whether a file is one tree and not a scene.
func holdsTree(name string, limits limit.Values) (bool, error) {
	if slices.Contains(scenes.Shipped(), name) {
		return false, nil
	}
	if path.Ext(name) == "" {
		return false, nil
	}
	if _, err := os.Stat(name); errors.Is(err, os.ErrNotExist) {
		if check.HasSceneExt(name) {
			return false, nil // the loader of scenes has a better error
		}
		return false, fmt.Errorf("%s:1:1: no such file", name)
	}
	if !check.HasSceneExt(name) {
		return true, nil
	}
	src, err := markup.ReadFile(name, markup.LimitsOf(limits))
	if err != nil {
		return false, err
	}
	scene, err := check.IsScene(name, src, limits)
	return !scene && err == nil, err
}

func (s *Source) load() (*scenes.Scene, error) {
	o := s.options
	o.Registry = s.own.Clone()
	scene, err := scenes.Load(s.scene, o)
	if err != nil || s.tree == "" {
		return scene, err
	}
	p, err := s.program(scene)
	if err != nil {
		return nil, err
	}
	for i := range scene.Setup.Classes {
		scene.Setup.Classes[i].Program = p
	}
	return scene, nil
}

func (s *Source) program(scene *scenes.Scene) (*run.Program, error) {
	if s.options.Creature != "" {
		o := s.options
		o.Registry = scene.Setup.Registry
		of, err := scenes.ForTree(s.tree, 1, o)
		if err != nil {
			return nil, err
		}
		return of.Setup.Classes[0].Program, nil
	}
	files := sourcefile.Disk(s.tree, s.options.Root).Widened(s.options.Wider).Within(s.options.Limits)
	loader := trees.NewLoader(scene.Setup.Registry, files)
	return loader.Load(syntax.Pos{File: s.tree, Line: 1, Col: 1}, filepath.Base(s.tree))
}

// IsCrowd reports whether it is the shipped crowd, with its own tree.
func (s *Source) IsCrowd() bool { return s.scene == crowd && s.tree == "" }

// Layouts lists the layouts that the source can have.
func (s *Source) Layouts() []Layout {
	if s.IsCrowd() {
		return Layouts
	}
	return Layouts[:2]
}

// Has returns an error for a layout that the source cannot have.
func (s *Source) Has(l Layout) error {
	if slices.Contains(s.Layouts(), l) {
		return nil
	}
	var names []string
	for _, l := range Layouts {
		names = append(names, string(l))
	}
	if slices.Contains(Layouts, l) {
		return fmt.Errorf("scene %s is one of the crowd's, and %s can only be %s or %s", l, s.Name, Uniform, Clustered)
	}
	guess := syntax.Closest(string(l), names)
	if guess != "" {
		return fmt.Errorf("unknown scene %q; did you mean %q?", l, guess)
	}
	return fmt.Errorf("unknown scene %q, wanted %s", l, strings.Join(names, ", "))
}

// Build makes a game of the source with a number of bots, or more where the minCount
// of a class wants more. The game is not warmed up.
func (s *Source) Build(l Layout, bots, workers int) (*systems.Game, error) {
	scene, err := s.setup(l, bots, workers)
	if err != nil {
		return nil, err
	}
	game, err := systems.New(&scene.Setup)
	if err == nil && s.own.Prepare != nil {
		err = s.own.Prepare(game)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	if l == Clustered {
		cluster(game)
	}
	return game, nil
}

func (s *Source) setup(l Layout, bots, workers int) (*scenes.Scene, error) {
	if err := s.Has(l); err != nil {
		return nil, err
	}
	scene, err := s.load()
	if err != nil {
		return nil, err
	}
	if err := scene.Scale(bots); err != nil {
		return nil, err
	}
	scene.Setup.Workers = workers
	if c := &scene.Setup.Classes[0]; l == AllIt || l == NobodyIt || l == FivePercent {
		c.Start[0].Count = map[Layout]int{AllIt: c.Count, NobodyIt: 0, FivePercent: max(1, c.Count/20)}[l]
	}
	return scene, nil
}

// cluster moves all bots into discs, at random and not by id. A bot whose spot would
// be in an obstacle stays where it began.
func cluster(g *systems.Game) {
	ids, s := g.Everyone(), g.Setup
	n := max(1, len(ids)/clusterSize)
	w, h := float64(s.Width), float64(s.Height)
	radius := math.Sqrt(w * h / denser / float64(n) / math.Pi)
	centre := func(cluster, axis uint32, size float64) float64 {
		margin := min(radius, size/2)
		return margin + host.Float64(ecs.Rand(s.Seed, 0, int64(cluster), axis, 0))*(size-2*margin)
	}
	for _, id := range ids {
		drawn := uint32(0)
		draw := func() float64 {
			drawn++
			return host.Float64(ecs.Rand(s.Seed, id, -1, 0, drawn))
		}
		c := uint32(draw() * float64(n))
		x, y := 2*draw()-1, 2*draw()-1
		for float64(x*x)+float64(y*y) > 1 {
			x, y = 2*draw()-1, 2*draw()-1
		}
		at := components.Position{
			X: float32(min(max(centre(c, 0, w)+float64(radius*x), 0), w)),
			Y: float32(min(max(centre(c, 1, h)+float64(radius*y), 0), h)),
		}
		_ = g.Place(id, &at, nil) // it is there, and the spot is on the field: only obstacles refuse
	}
}
