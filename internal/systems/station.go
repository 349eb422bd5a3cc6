package systems

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/ground/state"
)

// station is a spot that somebody has given a bot to go to and to hold. What the bot makes of it
// its tree says.
type station struct {
	ID   components.ID
	X, Y float32
}

// stations are those of all bots that have one, by ascending id.
type stations []station

func (st stations) find(id components.ID) (at int, ok bool) {
	return slices.BinarySearchFunc(st, id, func(s station, id components.ID) int { return cmp.Compare(s.ID, id) })
}

// Station gives bots a spot, in metres; nil takes away the one that they have. After an error
// nothing has changed.
func (b *pools) Station(at *components.Position, bots ...components.ID) error {
	for _, id := range bots {
		if _, err := b.bodyOf(id); err != nil {
			return err
		}
		if b.World.ClassOf(id) == ecs.Human {
			return fmt.Errorf("%d is a player, and players have no tree", id)
		}
	}
	for _, id := range bots {
		b.forgetStation(id)
		if at != nil {
			i, _ := b.stations.find(id)
			b.stations = slices.Insert(b.stations, i, station{id, at.X, at.Y})
		}
	}
	return nil
}

// forgetStation takes away the spot of a bot, if it has one.
func (cm *commons) forgetStation(id components.ID) {
	if i, ok := cm.stations.find(id); ok {
		cm.stations = slices.Delete(cm.stations, i, i+1)
	}
}

// StationOf returns the spot that a bot was given, in metres.
func (cm *commons) StationOf(id components.ID) (x, y float32, ok bool) {
	i, ok := cm.stations.find(id)
	if !ok {
		return 0, 0, false
	}
	return cm.stations[i].X, cm.stations[i].Y, true
}

// restoreStations reads the spots that bots were given.
func (r *restorer) restoreStations(d *state.Decoder) {
	var all stations
	if d.Value(&all); d.Err() != nil {
		return
	}
	for i, s := range all {
		finite := !math.IsNaN(float64(s.X+s.Y)) && !math.IsInf(float64(s.X+s.Y), 0)
		if i > 0 && s.ID <= all[i-1].ID || !r.World.Alive(s.ID) || r.World.ClassOf(s.ID) == ecs.Human || !finite {
			d.Fail("the spot of bot %d, wanted bots by ascending id", s.ID)
			return
		}
	}
	r.stations = all
}
