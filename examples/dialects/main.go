// Command dialects gives trees of six dialects the same two actions and the same
// function. Run it in the root of the repository.
package main

import (
	"fmt"
	"log"
	"strings"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/tool"
)

// Legs is how a body hops.
type Legs struct {
	Hops   int
	Metres float64
}

// hopper is a game whose bots hop until they are tired.
type hopper struct {
	session *thicket.Session
	legs    thicket.Component[Legs]
}

// offer fills a registry with what trees of any dialect can call.
func (h *hopper) offer(registry *thicket.Registry) error {
	for _, a := range []thicket.Action{
		{
			Name: "hop", Doc: "Hops once.", Params: []thicket.Param{{Name: "metres", Kind: thicket.Number}},
			Tick: func(c *thicket.Call) thicket.Status {
				legs := h.legs.In(c).Of(c.Bot)
				legs.Hops++
				legs.Metres += c.Args[0].Number()
				return thicket.Success
			},
		},
		{
			Name: "nap", Doc: "Sleeps for a tick.",
			Tick: func(c *thicket.Call) thicket.Status {
				h.legs.In(c).Of(c.Bot).Hops = 0
				return thicket.Success
			},
		},
	} {
		if err := registry.AddAction(a); err != nil {
			return err
		}
	}
	return registry.AddFunc(thicket.Func{
		Name: "tired", Doc: "Whether it hopped three times without a nap.", Result: thicket.Bool,
		Eval: func(c *thicket.Call) thicket.Value { return thicket.BoolValue(h.legs.In(c).Of(c.Bot).Hops >= 3) },
	})
}

func newHopper() (*hopper, thicket.Options, error) {
	h, registry := &hopper{}, thicket.NewRegistry()
	prepare := func(w *thicket.World) error { h.legs = thicket.Register(w, Legs{}); return nil }
	return h, thicket.Options{Registry: registry, Prepare: prepare}, h.offer(registry)
}

func open(scene string) (*hopper, error) {
	h, options, err := newHopper()
	if err == nil {
		h.session, err = thicket.Open(scene, options)
	}
	return h, err
}

// play plays so many ticks and says what each bot did in them.
func (h *hopper) play(ticks int) []string {
	did := make([][]string, len(h.session.Snapshot().Bots))
	for range ticks {
		h.session.Step()
		for i, b := range h.session.Snapshot().Bots {
			did[i] = append(did[i], b.Action)
		}
	}
	var lines []string
	for i, b := range h.session.Snapshot().Bots {
		lines = append(lines, fmt.Sprintf("%-15s %s  %g m", b.Class, strings.Join(did[i], " "), h.legs.Of(b.ID).Metres))
	}
	return lines
}

func main() {
	if _, options, err := newHopper(); err == nil {
		tool.Main(options)
	}
	h, err := open("examples/dialects/scene.yaml")
	if err != nil {
		log.Fatal(err)
	}
	defer h.session.Close()
	fmt.Println(strings.Join(h.play(6), "\n"))
}
