// Package tool is the command thicket for a game: check, tree, test, why, mutate and all others know
// the nodes that the game offers to its trees.
//
//	go run ./mygame tool check ai/*.bt
//
// Non-goals: commands of a game's own.
package tool

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/backdoor"
	"github.com/thicket-sim/thicket/internal/command"
	"github.com/thicket-sim/thicket/internal/command/actionlist"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/mind"
)

// word is the first argument of a program that is to be the tool.
const word = "tool"

// Main is the whole command for a game that plays scenes, where the first argument of the program
// is the word tool: it ends the program with the exit code of the command. Otherwise it does nothing.
// A game calls it first, with the Options of its sessions, of which Registry, Vocabularies,
// Prepare and Limits count. Where these are wrong, it prints their error and ends the program with 2.
func Main(o thicket.Options) {
	args, ok := arguments(os.Args)
	if !ok {
		return
	}
	in, err := backdoor.Options(o)
	stop(err)
	if in.Registry == nil {
		in.Registry = thicket.NewRegistry()
	}
	in.Registry = host.CloneOf(in.Registry)
	*host.LimitsOf(in.Registry) = in.Bounds()
	offered := actionlist.OfGame(in.Registry, o.Vocabularies)
	command.Run(&command.Game{
		Own: live.Own{Registry: in.Registry, Prepare: in.Prepare}, World: o.Prepare, Names: &offered, Words: []string{word},
	}, name(), args)
}

// Minds is [Main] for a game whose agents, in a world of its own, have trees by options. What plays
// scenes is refused there, such as run, serve and sweep. Tests are played as [thickettest.Minds]
// does: with newAgent, which may be nil, also those that want real leaves.
//
// [thickettest.Minds]: https://pkg.go.dev/github.com/thicket-sim/thicket/thickettest#Minds
func Minds[A comparable](o mind.Options[A], newAgent func(name string, x, y float64) A) {
	args, ok := arguments(os.Args)
	if !ok {
		return
	}
	game, err := gameOf(o, newAgent)
	stop(err)
	command.Run(game, name(), args)
}

// name is how the tool is called.
func name() string {
	return strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") + " " + word
}

// stop ends a program whose options are wrong.
func stop(err error) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name(), err)
		os.Exit(2)
	}
}
