// Command behavior3 plays trees that the behavior3 editor wrote, by a dialect of its own, which reads
// their JSON and answers as behavior3js 0.2.2 does. It opens a scene, which tells all that is wrong
// with its trees, plays half a minute, shows the tree of bot 1 with answers and reasons, saves, goes on
// from the save, and shows what the trees have reached. Run it in the root of the repository:
//
//	go run ./examples/behavior3 [SCENE]
//
// As in the original, a turn executes the root and closes what the turn before left open
// (BehaviorTree.tick), from behind the first node in which both differ: that one stays open, with its old
// time or child. A node that is not open is opened, which resets what it remembers, and each answer but
// RUNNING closes it (BaseNode._execute) and takes the last node off those that are open, whichever it is
// (Tick._closeNode). A Limiter never limits; MaxTime and Wait are over after more than their time.
//
// Otherwise than there, time is the game's. What the original meets when it runs, or never, is an error of
// loading: a node that is not there or stands in two places, a decorator without a child, a number
// without a sense, a property that the node does not have. A loop ends with ERROR after 10,000 rounds in
// a turn, where the original hangs. SubTree, which behavior3js leaves to games, names a file, whose tree
// has a turn when it is executed; each use has nodes and memory of its own.
package main

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/behavior"
	"github.com/thicket-sim/thicket/tool"
)

func main() {
	if err := behavior.Register(dialect); err != nil {
		log.Fatal(err)
	}
	tool.Main(thicket.Options{})
	scene := "examples/behavior3/night.yaml"
	if len(os.Args) > 1 {
		scene = os.Args[1]
	}
	if err := play(os.Stdout, scene); err != nil {
		log.Fatal(err)
	}
}

// play plays half a minute of a scene and, from a save, as much again.
func play(w io.Writer, scene string) error {
	s, err := thicket.Open(scene, thicket.Options{OnNotice: func(text string) { fmt.Fprintln(w, text) }})
	if err != nil {
		return err
	}
	defer s.Close()
	view, err := s.Watch(1)
	if err != nil {
		return err
	}
	cover := s.Cover()
	for range 600 {
		s.Step()
	}
	view.Update()
	fmt.Fprintf(w, "%s at %.0f s:\n%s", view.Name, view.Time, view)
	var save bytes.Buffer
	if err := s.Save(&save); err != nil {
		return err
	}
	other, err := thicket.Restore(&save, thicket.Options{})
	if err != nil {
		return err
	}
	defer other.Close()
	for range 600 {
		s.Step()
		other.Step()
	}
	fmt.Fprintln(w, "the game that goes on from the save is the same:", s.Digest() == other.Digest())
	return cover(w)
}
