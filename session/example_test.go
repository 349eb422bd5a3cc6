package session_test

import (
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/session"
)

// A player walks past a bot that follows whoever is nearest.
func Example() {
	s, err := thicket.Start("dog.yaml", []byte(`
tickRate: 10
world: { width: 100, height: 100 }
bots:
  - { id: dog, name: Dog, count: 1, maxCount: 2, speedMps: 3, behavior: { kind: chase_nearest } }
`), thicket.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	ann := &session.Join{Name: "Ann", At: session.Point(10, 50), Heading: components.Heading{X: 1}, SpeedMPS: 1}
	for _, c := range []session.Command{
		ann,
		&session.Place{Who: session.Who{Name: "Dog 1"}, At: session.Point(50, 50)},
	} {
		if err := s.Do(c); err != nil {
			log.Fatal(err)
		}
	}
	for range 50 {
		s.Step()
	}
	dog, player := s.Snapshot().Bots[0], s.Snapshot().Players[0]
	fmt.Printf("after %g s %s is at %.0f m and %s at %.0f m\n", s.Snapshot().Time, player.Name, player.X, dog.Name, dog.X)
	fmt.Printf("%s: %s of %s\n", dog.Name, dog.Action, s.Snapshot().Body(dog.Target).Name)

	add := &session.Add{Class: "dog", Count: 5}
	fmt.Println(s.Do(add), add.Note)
	err = s.Do(add)
	fmt.Println(err, errors.Is(err, session.Full))
	fmt.Println(s.Do(&session.Leave{Player: session.Who{ID: ann.IDs[0]}}), len(s.Snapshot().Players))
	// Output:
	// after 5 s Ann is at 15 m and Dog 1 at 35 m
	// Dog 1: chase_nearest of Ann
	// <nil> added 1 of 5: class "dog" is at its maxCount
	// class "dog" is full: 2 bots, maxCount 2 true
	// <nil> 0
}

// A game follows the files of its scene while a person edits them.
func ExampleReload() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			log.Fatal(err)
		}
	}
	write("dog.yaml", "kind: wander")
	write("yard.yaml", "bots: [{ id: dog, name: Dog, count: 4, speedMps: 3, behavior: { file: dog.yaml } }]")
	s, err := thicket.Open(filepath.Join(dir, "yard.yaml"), thicket.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	s.Step()
	write("dog.yaml", "kind: chase_nearest") // a program asks the system when
	reload := &session.Reload{}
	if err := s.Do(reload); err == nil {
		fmt.Println(strings.HasSuffix(reload.Note, "dog.yaml for 4 bots"))
	}
	s.Step()
	fmt.Println(s.Snapshot().Bots[0].Action)

	write("dog.yaml", "kind: chase_neerest")
	fmt.Println(s.Do(reload) != nil)
	s.Step()
	fmt.Println(s.Snapshot().Bots[0].Action)
	// Output:
	// true
	// chase_nearest
	// true
	// chase_nearest
}
