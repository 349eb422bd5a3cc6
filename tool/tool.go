// Package tool makes a game's program the command thicket, too: check, tree, test, why, mutate and
// all others then know the nodes that the game offers to its trees.
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

// Main runs the command for a game that plays scenes, if the first argument of the program is the
// word tool, and ends the program with the exit code of the command. Otherwise it does nothing. A
// game calls it first, with the Options of its sessions, of which it uses Registry, Vocabularies,
// Prepare and Limits. If these are wrong, it prints their error and ends the program with exit code
// 2.
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

// Minds is [Main] for a game with a world of its own, whose agents get trees by the options. It
// refuses commands that play scenes, such as run, serve and sweep. Tests are played as
// [thickettest.Minds] does: with newAgent, which may be nil, also those that want real leaves.
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
