// Command doorman gives Modular Behavior Trees a node of its own, with elements in it, and
// sends events to it. Run it in the root of the repository.
package main

import (
	"fmt"
	"log"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/tool"
)

// doorman returns a node that says something for each event that one of its elements names.
func doorman() thicket.Action {
	return thicket.Action{
		Name: "Doorman",
		Elements: []thicket.Element{{
			Name: "Answer", Least: 1,
			Params: []thicket.Param{
				{Name: "onEvent", Kind: thicket.String},
				{Name: "say", Kind: thicket.String},
				{Name: "times", Kind: thicket.Int, Optional: true, Default: thicket.NumberValue(1)},
			},
		}},
		Check: func(s *host.Site) error {
			for _, answer := range s.Items {
				if times := answer.Args[2].Number(); times < 1 {
					return answer.ErrorAt(2, "times: found %v, wanted 1 or more", times)
				}
			}
			return nil
		},
		Event: func(c *thicket.Call, e host.Event) {
			for _, answer := range c.Items {
				if answer.Args[0].Text() != c.EventName(e) {
					continue
				}
				for range int(answer.Args[2].Number()) {
					fmt.Println(answer.Args[1].Text())
				}
			}
		},
		Tick: func(*thicket.Call) thicket.Status { return thicket.Running },
	}
}

func options() (thicket.Options, error) {
	registry := thicket.NewRegistry()
	return thicket.Options{Registry: registry}, registry.AddAction(doorman())
}

func open(scene string) (*thicket.Session, error) {
	o, err := options()
	if err != nil {
		return nil, err
	}
	return thicket.Open(scene, o)
}

func main() {
	if o, err := options(); err == nil {
		tool.Main(o)
	}
	session, err := open("examples/doorman/house.yaml")
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	session.Step()
	for _, event := range []string{"Ring", "Whistle", "Knock"} {
		if err := session.Do(&thicket.Event{All: true, Name: event}); err != nil {
			log.Fatal(err)
		}
		session.Step()
	}
}
