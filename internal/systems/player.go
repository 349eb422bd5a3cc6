package systems

import (
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/session"
)

// people are the players.
type people struct {
	names map[components.ID]string
	count int // ever joined
}

// Player describes a human who joins.
type Player struct {
	Name     string
	At       *Spot // nil: anywhere
	Heading  components.Heading
	SpeedMPS float64
	State    []StateValue // on top of the scene's playerJoinStates
}

// Join puts a player on the field and on a team.
func (g *Game) Join(p Player) (components.ID, error) {
	h, err := normal(p.Heading)
	if err != nil {
		return 0, err
	}
	if p.At != nil {
		if err := g.onField(p.At.X, p.At.Y); err != nil {
			return 0, err
		}
	}
	if !(p.SpeedMPS >= 0 && p.SpeedMPS <= math.MaxFloat64) {
		return 0, fmt.Errorf("a speed of %v m/s, wanted 0 or more", p.SpeedMPS)
	}
	id := g.World.NextID()
	at := g.site(ecs.Human, id, g.Setup.Scatter(g.seed, id, p.At))
	g.World.Spawn(ecs.Human, ecs.Body{
		Position: at, Heading: h, Speed: components.Speed{MPS: speed(p.SpeedMPS)},
		Team:  components.Team{Index: int16(g.humanTeam())},
		Brain: components.Brain{Program: noPool, Row: -1},
	})
	body := g.settle(id, at, g.Setup.PlayerState)
	g.setState(body, p.State)
	for _, e := range g.extensions {
		e.Arrive(ecs.Human, id, body)
	}
	g.herds.Arrive(ecs.Human, body)
	g.people.count++
	if p.Name == "" {
		p.Name = fmt.Sprintf("Player %d", g.people.count)
	}
	g.people.names[id] = p.Name
	g.occurTo(session.Born, id, "")
	return id, nil
}

// humanTeam is the pinned team, else the smallest, the first of several.
func (g *Game) humanTeam() int {
	if t := g.Setup.HumanTeam; t != NoTeam || len(g.Setup.Teams) == 0 {
		return t
	}
	size := make([]int, len(g.Setup.Teams))
	for _, t := range g.World.Tables() {
		for _, team := range g.World.Team.Column(t) {
			if team.Index >= 0 {
				size[team.Index]++
			}
		}
	}
	smallest := 0
	for i, n := range size {
		if n < size[smallest] {
			smallest = i
		}
	}
	return smallest
}

// Leave takes a player away.
func (g *Game) Leave(id components.ID) error {
	if err := g.mustBePlayer(id); err != nil {
		return err
	}
	g.occurTo(session.Departed, id, "")
	delete(g.people.names, id)
	g.herds.Leave(ecs.Human, g.World.Slot(id))
	for _, e := range g.extensions {
		e.Leave(id, g.World.Slot(id))
	}
	g.World.Remove(id)
	return nil
}

// Input turns a player; the zero heading stops it.
func (g *Game) Input(id components.ID, heading components.Heading) error {
	if err := g.mustBePlayer(id); err != nil {
		return err
	}
	return g.Place(id, nil, &heading)
}

// Restate sets a state key of a bot or player. Games change state by it alone: values that
// they write into the world's state columns themselves are hidden from trees.
func (g *Game) Restate(id components.ID, v StateValue) error {
	body, err := g.bodyOf(id)
	if err != nil {
		return err
	}
	g.setState(body, []StateValue{v})
	return nil
}

func (g *Game) mustBePlayer(id components.ID) error {
	if _, err := g.bodyOf(id); err != nil {
		return err
	}
	if g.World.ClassOf(id) != ecs.Human {
		return fmt.Errorf("%d is a bot, wanted a player", id)
	}
	return nil
}
