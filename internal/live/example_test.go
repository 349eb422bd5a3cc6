package live_test

import (
	"fmt"
	"log"

	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/live"
)

// A script is a game's commands as a file.
func ExampleReadScript() {
	script, err := live.ReadScript("lesson.jsonl", []byte(`
{"tick": 0, "do": "join", "name": "Ann"}
{"tick": 30, "do": "add", "class": "tag-bot", "count": 10}
`), limit.Values{})
	if err != nil {
		log.Fatal(err)
	}
	s, err := live.Open("tag", live.Options{})
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
