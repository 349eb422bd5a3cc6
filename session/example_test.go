package session_test

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/session"
	"github.com/thicket-sim/thicket/systems/arena"
)

// A player walks past a bot that follows whoever is nearest.
func Example() {
	s, err := session.Start("dog.yaml", []byte(`
tickRate: 10
world: { width: 100, height: 100 }
bots:
  - { id: dog, name: Dog, count: 1, maxCount: 2, speedMps: 3, behavior: { kind: chase_nearest } }
`), session.Options{})
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
	fmt.Printf("%s: %s of %s\n", dog.Name, dog.Action, s.Game().NameOf(dog.Target))

	add := &session.Add{Class: "dog", Count: 5}
	fmt.Println(s.Do(add), add.Note)
	fmt.Println(s.Do(add))
	fmt.Println(s.Do(&session.Leave{Player: session.Who{ID: ann.IDs[0]}}), len(s.Snapshot().Players))
	// Output:
	// after 5 s Ann is at 15 m and Dog 1 at 35 m
	// Dog 1: chase_nearest of Ann
	// <nil> added 1 of 5: class "dog" is at its maxCount
	// class "dog" is full: 2 bots, maxCount 2
	// <nil> 0
}

// A script is a game's commands as a file.
func ExampleReadScript() {
	script, err := session.ReadScript("lesson.jsonl", []byte(`
{"tick": 0, "do": "join", "name": "Ann"}
{"tick": 30, "do": "add", "class": "tag-bot", "count": 10}
`))
	if err != nil {
		log.Fatal(err)
	}
	s, err := session.Open("tag", session.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	for tick := range int64(60) {
		for len(script) > 0 && script[0].Tick == tick {
			if err := s.Do(script[0].Do); err != nil {
				log.Fatal(err)
			}
			fmt.Printf("tick %d: %s: %d came\n", tick, script[0].Name, len(script[0].Do.Answer().IDs))
			script = script[1:]
		}
		s.Step()
	}
	fmt.Println(len(s.Snapshot().Bots), "bots,", len(s.Snapshot().Players), "player")
	// Output:
	// tick 0: join: 1 came
	// tick 30: add: 10 came
	// 60 bots, 1 player
}

// What has failed so far, each text once with its count.
func ExampleSession_Faults() {
	registry := arena.NewRegistry()
	if err := registry.AddAction(host.Action{Name: "dig", Tick: func(c *host.Call) host.Status {
		if c.Tick > 2 {
			c.Warnf("the spade is broken")
			return host.Failure
		}
		return host.Success
	}}); err != nil {
		log.Fatal(err)
	}
	s, err := session.Start("garden.yaml", []byte("bots: [{ id: mole, name: Mole, count: 3, behavior: { kind: action, name: dig } }]"), session.Options{
		Registry: registry,
		OnFault:  func(host.Fault) {}, // nothing to standard error
	})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	for range 10 {
		s.Step()
	}
	kinds, count := s.Faults()
	for _, f := range kinds {
		fmt.Printf("%d times since tick %d, first by %s: %s: %s\n", f.Times, f.Tick, f.Name, f.Node, f.Text)
	}
	fmt.Println(count, "in all")
	// Output:
	// 24 times since tick 3, first by Mole 1: dig: the spade is broken
	// 24 in all
}

// A game follows the files of its scene while a person edits them.
func ExampleSession_Reload() {
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
	s, err := session.Open(filepath.Join(dir, "yard.yaml"), session.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	s.Step()
	write("dog.yaml", "kind: chase_nearest") // package filewatch tells when
	if did, err := s.Reload(); err == nil {
		fmt.Println(filepath.Base(did.Changes[0].String()))
	}
	s.Step()
	fmt.Println(s.Snapshot().Bots[0].Action)

	write("dog.yaml", "kind: chase_neerest")
	_, err = s.Reload()
	fmt.Println(err != nil)
	s.Step()
	fmt.Println(s.Snapshot().Bots[0].Action)
	// Output:
	// dog.yaml for 4 bots
	// chase_nearest
	// true
	// chase_nearest
}

// A game records what happens. The recording has all that is needed to play it once more,
// and to see that it goes the same.
func ExampleSession_Record() {
	s, err := session.Open("tag", session.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	var file bytes.Buffer
	recorder, err := s.Record(&file)
	if err != nil {
		log.Fatal(err)
	}
	for tick := range 50 {
		if tick == 20 {
			_ = s.Do(&session.Join{Name: "Ann", SpeedMPS: 3, Heading: components.Heading{X: 1}}) // it is recorded, refused or not
		}
		s.Step()
	}
	if err := recorder.Close(); err != nil {
		log.Fatal(err)
	}

	recording, err := session.ReadRecording(&file)
	if err != nil {
		log.Fatal(err)
	}
	again, err := recording.Open(session.Options{Workers: 2})
	if err != nil {
		log.Fatal(err)
	}
	defer again.Close()
	replay, err := session.NewReplay(recording, again, nil)
	for more := true; more && err == nil; {
		if more, err = replay.Before(); more && err == nil {
			again.Step()
			err = replay.After()
		}
	}
	fmt.Println(replay.Ticks(), "ticks are the same:", err == nil, again.Digest() == s.Digest())
	// Output:
	// 50 ticks are the same: true true
}
