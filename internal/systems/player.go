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
	Team     *int         // nil: the one that players get
}

// Join puts a player on the field and on a team.
func (po *population) Join(p Player) (components.ID, error) {
	h, err := normal(p.Heading)
	if err != nil {
		return 0, err
	}
	if p.At != nil {
		if err := po.onField(p.At.X, p.At.Y); err != nil {
			return 0, err
		}
	}
	if !(p.SpeedMPS >= 0 && p.SpeedMPS <= math.MaxFloat64) {
		return 0, fmt.Errorf("a speed of %v m/s, wanted 0 or more", p.SpeedMPS)
	}
	team := po.humanTeam()
	if p.Team != nil {
		team = *p.Team
	}
	id := po.World.NextID()
	at := po.site(ecs.Human, id, po.Setup.Scatter(po.seed, id, p.At))
	for _, e := range po.extensions {
		if h, ok := e.(Handy); ok && p.At == nil {
			at = h.Home(team, id, at)
		}
	}
	po.World.Spawn(ecs.Human, ecs.Body{
		Position: at, Heading: h, Speed: components.Speed{MPS: speed(p.SpeedMPS)},
		Team:  components.Team{Index: int16(team)},
		Brain: components.Brain{Program: noPool, Row: -1},
	})
	body := po.settle(id, at, po.Setup.PlayerState)
	po.setState(body, p.State)
	for _, e := range po.extensions {
		e.Arrive(ecs.Human, id, body)
	}
	po.herds.Arrive(ecs.Human, body)
	po.people.count++
	if p.Name == "" {
		p.Name = fmt.Sprintf("Player %d", po.people.count)
	}
	po.people.names[id] = p.Name
	po.journal.occurTo(session.Born, id, "")
	return id, nil
}

// humanTeam returns the pinned team, else the smallest, the first of several.
func (po *population) humanTeam() int {
	if t := po.Setup.HumanTeam; t != NoTeam || len(po.Setup.Teams) == 0 {
		return t
	}
	size := make([]int, len(po.Setup.Teams))
	for _, t := range po.World.Tables() {
		for _, team := range po.World.Team.Column(t) {
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
func (po *population) Leave(id components.ID) error {
	if err := po.mustBePlayer(id); err != nil {
		return err
	}
	po.journal.occurTo(session.Departed, id, "")
	delete(po.people.names, id)
	po.herds.Leave(ecs.Human, po.World.Slot(id))
	for _, e := range po.extensions {
		e.Leave(id, po.World.Slot(id))
	}
	po.World.Remove(id)
	return nil
}

// Input turns a player; the zero heading stops it.
func (po *population) Input(id components.ID, heading components.Heading) error {
	if err := po.mustBePlayer(id); err != nil {
		return err
	}
	return po.Place(id, nil, &heading)
}

// Restate sets a state key of a bot or player. Games change state by it alone: values that
// they write into the world's state columns themselves are hidden from trees.
func (cm *commons) Restate(id components.ID, v StateValue) error {
	body, err := cm.bodyOf(id)
	if err != nil {
		return err
	}
	cm.setState(body, []StateValue{v})
	return nil
}

func (cm *commons) mustBePlayer(id components.ID) error {
	if _, err := cm.bodyOf(id); err != nil {
		return err
	}
	if cm.World.ClassOf(id) != ecs.Human {
		return fmt.Errorf("%d is a bot, wanted a player", id)
	}
	return nil
}
