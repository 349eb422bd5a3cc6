package systems

import (
	"maps"
	"slices"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
)

// Again returns the game of the next round: one that begins anew from the setup as it is now, with what
// is tuned of classes, the trees that classes were given, and the players, in the order of their ids,
// whose new ids it returns in that order. Who is told of faults, of what trees log and of what all trees
// do is told of its, too. Their names, teams and speeds stay; they stand somewhere, with
// the state of somebody who joins. The game itself stays as it is. Prepare may add to the new one, before
// anybody is told of the players.
func (g *Game) Again(prepare func(*Game) error) (next *Game, ids []components.ID, err error) {
	if next, err = New(g.Setup); err != nil {
		return nil, nil, err
	}
	next.Faults.tell, next.TreeLog.log, next.TreeLog.steps, next.Watchers.trace = g.Faults.tell, g.TreeLog.log, g.TreeLog.steps, g.Watchers.trace
	if err = prepare(next); err == nil {
		err = next.Tuning.takeOver(&g.Tuning)
	}
	if err == nil {
		ids, err = next.Population.rejoin(g)
	}
	if err != nil {
		next.Close()
		return nil, nil, err
	}
	return next, ids, nil
}

// takeOver tunes all classes as they are tuned in another game of the setup, and gives them the trees
// that they were given there.
func (tu *tuning) takeOver(from *tuning) error {
	for class := range tu.classes {
		if p := from.classes[class].program; p != tu.classes[class].program && p != nil {
			tu.pools.SwitchClass(class, p)
		}
		tuned := maps.Clone(from.classes[class].tuned)
		numbers := from.treeNumbers(class)
		to, err := tu.vary(class, numbers)
		if err != nil {
			return err
		}
		if tu.classes[class].tuned = tuned; len(numbers) > 0 {
			tu.runVariant(class, to)
		}
		for _, key := range slices.Sorted(maps.Keys(tuned)) {
			if _, tree := numbers[key]; !tree {
				tu.apply(class, key, true)
			}
		}
	}
	return nil
}

// rejoin brings the players of another game into this one.
func (po *population) rejoin(from *Game) (ids []components.ID, err error) {
	var was []components.ID
	for _, t := range from.World.Tables() {
		if t.Class == ecs.Human {
			for _, row := range from.World.Identity.Rows(t) {
				was = append(was, row.ID)
			}
		}
	}
	slices.Sort(was)
	for _, id := range was {
		team := int(from.World.Team.Of(id).Index)
		now, err := po.Join(Player{Name: from.people.names[id], SpeedMPS: float64(from.World.Speed.Of(id).MPS), Team: &team})
		if err != nil {
			return nil, err
		}
		ids = append(ids, now)
	}
	po.people.count = from.people.count
	return ids, nil
}
