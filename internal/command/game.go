package command

import (
	"fmt"
	"io"
	"sync"

	"github.com/spf13/cobra"

	front "github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/internal/command/actionlist"
	"github.com/thicket-sim/thicket/internal/command/uses"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// Game is what commands know of a game. The zero value is one that has nothing but the arena.
type Game struct {
	live.Own
	// Vocabulary has the leaves of the registry that are stand-ins; nil where all are real.
	Vocabulary *vocabulary.Vocabulary
	// Names is all that the game offers, as a file; nil for an arena's.
	Names *vocabulary.File
	// Agents are in a world of the game's own, which no command plays; Real plays tests with them.
	Agents bool
	Real   *treetest.Real

	World func(*front.World) error // is Prepare, for who opens sessions of package thicket
	Words []string                 // with which a command line of the program begins

	flags   []string // by which the command knows the game
	telling sync.Mutex
	told    map[string]bool // the stand-ins of which was told
}

// gameFlag is the game of a command: what files of --vocabulary list, otherwise the program's own.
type gameFlag struct {
	own   *Game
	files []string
}

// add adds the flag to a command.
func (f *gameFlag) add(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.files, "vocabulary", nil, "let stand-ins play what a game offers to trees, which it has written into `FILE` (repeatable)")
	_ = cmd.MarkFlagFilename("vocabulary", "json") // fails for unknown flags only
}

// read returns the game.
func (f *gameFlag) read(cmd *cobra.Command) (*Game, error) {
	if len(f.files) == 0 {
		if f.own == nil {
			return &Game{}, nil
		}
		return f.own, nil
	}
	if err := wantPaths(cmd, []string{"vocabulary"}); err != nil {
		return nil, err
	}
	g := &Game{}
	if f.own != nil {
		g.Words = f.own.Words
	}
	var err error
	if g.Registry, g.Vocabulary, err = uses.Read(f.files, limitsOf(cmd)); err != nil {
		return nil, err
	}
	for _, file := range f.files {
		g.flags = append(g.flags, "--vocabulary", file)
	}
	return g, nil
}

// playing returns the game of a command that plays scenes.
func (f *gameFlag) playing(cmd *cobra.Command) (*Game, error) {
	g, err := f.read(cmd)
	if err == nil {
		err = g.scenes(cmd)
	}
	return g, err
}

// script returns the names whose leaves cases of trace script: all that the game offers; nil where
// any name will do.
func (f *gameFlag) script(cmd *cobra.Command) (*vocabulary.Vocabulary, error) {
	switch {
	case len(f.files) > 0:
		return vocabulary.Read(f.files, limitsOf(cmd))
	case f.own != nil && f.own.Names != nil:
		return f.own.Names.Vocabulary(limitsOf(cmd))
	}
	return nil, nil
}

// offered returns all that the game offers as a file; nil for what an arena does.
func (f *gameFlag) offered(cmd *cobra.Command) (*vocabulary.File, error) {
	if len(f.files) > 0 {
		all, err := actionlist.FileOf(f.files, limitsOf(cmd))
		return &all, err
	}
	if f.own != nil {
		return f.own.Names, nil
	}
	return nil, nil
}

// scripts are the real leaves that tests script; nil for none.
func (g *Game) scripts(limits limit.Values) (*treetest.Scripts, error) {
	if g.Names == nil || g.Vocabulary != nil || g.Registry == nil {
		return nil, nil
	}
	v, err := g.Names.Vocabulary(limits)
	if err != nil {
		return nil, err
	}
	var s treetest.Scripts
	s.Registry, s.Leaves = v.Over(g.Registry)
	return &s, nil
}

// swept are the leaves that states of a sweep script, be they real or of a file of names; nil for none.
func (g *Game) swept(limits limit.Values) (*treetest.Scripts, error) {
	if g.Vocabulary != nil {
		return &treetest.Scripts{Registry: g.Registry, Leaves: g.Vocabulary}, nil
	}
	return g.scripts(limits)
}

// play has tests played with what the game offers.
func (g *Game) play(to *treetest.Runner, program string) (err error) {
	if to.Scripts, err = g.scripts(to.Limits); err != nil {
		return err
	}
	to.Registry, to.Vocabulary, to.Worlds, to.Command = g.Registry, g.Vocabulary, g.Prepare, program
	if to.Real = g.Real; g.Real != nil || g.Prepare != nil && to.Workers == 0 { // variables of the game belong to one session
		to.Workers = 1
	}
	if to.Flags = g.flags; to.Flags == nil {
		to.Flags = []string{}
	}
	return nil
}

// scenes returns the error of a command that plays scenes, where the game has none.
func (g *Game) scenes(cmd *cobra.Command) error {
	if !g.Agents {
		return nil
	}
	return fmt.Errorf("%s plays scenes, and the agents of this game are in a world of its own: check, tree, test, mutate, trace, why --test, fmt and actions know their trees", cmd.CommandPath())
}

// tell writes of each stand-in that a scene plays where it is first used, and what it answers.
func (g *Game) tell(w io.Writer, scene *scenes.Scene) {
	if g.Vocabulary == nil || scene == nil {
		return
	}
	g.telling.Lock()
	defer g.telling.Unlock()
	if g.told == nil {
		g.told = map[string]bool{}
	}
	for _, n := range uses.Notices(scene, g.Vocabulary) {
		if !g.told[n.Name] {
			g.told[n.Name] = true
			fmt.Fprintf(w, "%v: notice: %s\n", n.At, n.Text)
		}
	}
}
