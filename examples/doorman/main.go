// Command doorman gives Modular Behavior Trees a node of its own, with elements in it, and
// sends events to it. Run it in the root of the repository.
package main

import (
	"fmt"
	"log"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/behavior/host"
)

// house is a game whose doorman answers.
type house struct{ session *thicket.Session }

// doorman is a node that says something for each event that one of its elements names.
func (h *house) doorman() thicket.Action {
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
			// Numbers of events are those of the session's registry.
			name := h.session.Game().Setup.Registry.EventName(e.ID)
			for _, answer := range c.Items {
				if answer.Args[0].Text() != name {
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

func open(scene string) (*house, error) {
	h, registry := &house{}, thicket.NewRegistry()
	if err := registry.AddAction(h.doorman()); err != nil {
		return nil, err
	}
	s, err := thicket.Open(scene, thicket.Options{Registry: registry})
	h.session = s
	return h, err
}

func main() {
	h, err := open("examples/doorman/house.yaml")
	if err != nil {
		log.Fatal(err)
	}
	defer h.session.Close()
	h.session.Step()
	for _, event := range []string{"Ring", "Whistle", "Knock"} {
		if err := h.session.Do(&thicket.Event{All: true, Name: event}); err != nil {
			log.Fatal(err)
		}
		h.session.Step()
	}
}
