package systems

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/session"
)

// classState holds what may change about a class while it is played.
type classState struct {
	program *run.Program       `save:"-"`                                                   // in the roster
	varied  *run.Program       `save:"-"`                                                   // the variant of the class's own tree, while numbers of it are tuned
	tuned   map[string]float64 `digest:"-,summed up where they are not what the scene has"` // overrides for the class, by key
	pinned  int                `save:"-"`                                                   // bots with a tree of their own; in the roster
	set     []run.Command      // what its trees were told that is for all to come
}

func newClassState(c *Class) classState {
	return classState{program: c.Program, tuned: map[string]float64{}}
}

// population says who comes and goes.
type population struct {
	*commons
	pools   *pools
	tuning  *tuning
	contact *contacts
	journal *occurrences
	// named is the running number of the last bot so named, by class name
	named map[string]uint32
}

// populationSystem makes the bots that trees asked for, and spawns bots of the classes
// that are below their floor.
type populationSystem struct{ g *Game }

var _ ecs.System = (*populationSystem)(nil)

// Update runs in the Populate stage.
func (s *populationSystem) Update(w *ecs.World) {
	s.g.Population.deliver()
	for class := range s.g.classes {
		for missing := s.g.Tuning.floor(class) - w.Count(class); missing > 0; missing-- {
			s.g.Population.spawn(class, nil)
		}
	}
}

// floor and ceiling bound the population of a class, tuned or not. Where a
// revision makes them contradict each other the ceiling holds.
func (tu *tuning) floor(class int) int {
	n, _ := tu.Tuned(class, minKey)
	return int(min(n, float64(tu.ceiling(class))))
}

func (tu *tuning) ceiling(class int) int {
	n, _ := tu.Tuned(class, maxKey)
	return int(min(n, MaxBots))
}

// spawnStart makes the bots that a class starts with. Those that are near each
// other lie near each other in memory.
func (po *population) spawnStart(class int) {
	c := &po.Setup.Classes[class]
	first := po.World.NextID()
	at := make([]components.Position, c.Count)
	for i := range at {
		id := first + components.ID(i)
		at[i] = po.site(class, id, po.Setup.Scatter(po.seed, id, nil))
	}
	body := po.newBody(class)
	order := po.nearOrder(at)
	po.World.SpawnBatch(class, c.Count, order, func(i int, b *ecs.Body) {
		*b = body
		b.Position = at[i]
	})
	if p := po.pools.pool(class, po.classes[class].program); p != noPool {
		po.pools.list[p].Reserve(order)
	}
	bodies := make([]int32, 0, c.Count)
	settle := func(n int, state []StateValue) {
		for range n {
			i := len(bodies)
			id := first + components.ID(i)
			body := po.settle(id, at[i], c.State)
			po.setState(body, state)
			po.wake(class, id, body)
			bodies = append(bodies, body)
		}
	}
	for _, st := range c.Start {
		settle(min(st.Count, c.Count-len(bodies)), st.State)
	}
	settle(c.Count-len(bodies), nil)
	po.herds.Arrive(class, bodies...)
}

// nearOrder sorts positions along a curve that keeps neighbours together.
func (po *population) nearOrder(at []components.Position) []int32 {
	const side = 1 << 16
	order := make([]int32, len(at))
	key := make([]uint32, len(at))
	for i, p := range at {
		order[i] = int32(i)
		key[i] = interleave(uint32((p.X-po.Setup.X)/po.Setup.Width*(side-1))) | interleave(uint32((p.Y-po.Setup.Y)/po.Setup.Height*(side-1)))<<1
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(key[a], key[b]), cmp.Compare(a, b)) })
	return order
}

// interleave puts a zero bit above each of the low 16 bits.
func interleave(x uint32) uint32 {
	x = (x | x<<8) & 0x00ff00ff
	x = (x | x<<4) & 0x0f0f0f0f
	x = (x | x<<2) & 0x33333333
	return (x | x<<1) & 0x55555555
}

// spawn makes one bot of a class, at a spot or anywhere on the field.
func (po *population) spawn(class int, at *Spot) components.ID {
	id, b := po.World.NextID(), po.newBody(class)
	b.Position = po.site(class, id, po.Setup.Scatter(po.seed, id, at))
	po.World.Spawn(class, b)
	body := po.settle(id, b.Position, po.Setup.Classes[class].State)
	po.begin(class, id, body)
	po.journal.occurTo(session.Born, id, po.classID(class))
	return id
}

// newBody returns the components of a new bot of a class, except its position.
func (po *population) newBody(class int) ecs.Body {
	c := &po.Setup.Classes[class]
	mps, _ := po.tuning.Tuned(class, speedKey)
	return ecs.Body{
		Speed: components.Speed{MPS: speed(mps)},
		Team:  components.Team{Index: int16(po.Setup.TeamOf(c))},
		Brain: components.Brain{Program: noPool, Row: -1},
	}
}

// begin gives a bot that has settled its name, its tree and a place in the herd of its class.
func (po *population) begin(class int, id components.ID, body int32) {
	po.wake(class, id, body)
	po.herds.Arrive(class, body)
}

// wake is begin without the herd.
func (po *population) wake(class int, id components.ID, body int32) {
	name := po.Setup.Classes[class].Name
	po.named[name]++
	po.columns.number[body] = po.named[name]
	for _, e := range po.extensions {
		e.Arrive(class, id, body)
	}
	po.pools.start(id, body, class)
}

// settle puts a new body, which was spawned at p, into the columns.
func (po *population) settle(id components.ID, p components.Position, state []StateValue) int32 {
	po.sync()
	body := po.World.Slot(id)
	po.columns.x[body], po.columns.y[body] = p.X, p.Y
	if int(body) < len(po.columns.decide) { // who was in the slot may have left something
		po.columns.decide[body], po.columns.hx[body], po.columns.hy[body] = decision{}, 0, 0
	}
	po.columns.number[body] = 0
	po.contact.forget(body)
	if po.nursery.hides(body) {
		po.nursery.hidden[body] = false
	}
	po.setState(body, state)
	return body
}

func speed(mps float64) float32 { return float32(min(mps, math.MaxFloat32)) }

// Add spawns up to n bots of a class, as many as its ceiling has room for. It
// fails when there is no room at all.
func (po *population) Add(class, n int, at *Spot) ([]components.ID, error) {
	if n < 1 {
		return nil, fmt.Errorf("cannot add %d bots, wanted 1 or more", n)
	}
	if at != nil {
		if err := po.onField(at.X, at.Y); err != nil {
			return nil, err
		}
	}
	room := po.tuning.ceiling(class) - po.World.Count(class)
	if room <= 0 {
		return nil, refuse(session.Full, "class %q is full: %d bots, maxCount %d",
			po.Setup.Classes[class].ID, po.World.Count(class), po.tuning.ceiling(class))
	}
	ids := make([]components.ID, min(n, room))
	for i := range ids {
		ids[i] = po.spawn(class, at)
	}
	return ids, nil
}

// Remove takes away up to n bots of a class, the youngest first, as many as
// its floor allows. It fails when it allows none.
func (po *population) Remove(class, n int) ([]components.ID, error) {
	if n < 1 {
		return nil, fmt.Errorf("cannot remove %d bots, wanted 1 or more", n)
	}
	room, err := po.spare(class)
	if err != nil {
		return nil, err
	}
	ids := po.Members(class)
	ids = ids[len(ids)-min(n, room):]
	for _, id := range ids {
		po.remove(id)
	}
	return ids, nil
}

// RemoveBot takes away one bot, unless its class is at its floor.
func (po *population) RemoveBot(id components.ID) error {
	if _, err := po.bodyOf(id); err != nil {
		return err
	}
	class := po.World.ClassOf(id)
	if class == ecs.Human {
		return fmt.Errorf("%d is a player, and players leave", id)
	}
	if _, err := po.spare(class); err != nil {
		return err
	}
	po.remove(id)
	return nil
}

// spare returns how many bots of a class may go.
func (po *population) spare(class int) (int, error) {
	n := po.World.Count(class)
	if n == 0 {
		return 0, fmt.Errorf("class %q has no bots", po.Setup.Classes[class].ID)
	}
	spare := n - po.tuning.floor(class)
	if spare <= 0 {
		return 0, fmt.Errorf("class %q is at its minCount %d", po.Setup.Classes[class].ID, po.tuning.floor(class))
	}
	return spare, nil
}

func (po *population) remove(id components.ID) {
	body, class := po.World.Slot(id), po.World.ClassOf(id)
	po.journal.occurTo(session.Departed, id, po.classID(class))
	po.herds.Leave(class, body)
	po.pools.forget(id)
	po.pools.release(id, body)
	po.forgetStation(id)
	for _, e := range po.extensions {
		e.Leave(id, body)
	}
	delete(po.tuning.ownSpeed, id)
	po.World.Remove(id)
	if po.pools.pinned[body] {
		po.pools.pinned[body] = false
		po.classes[class].pinned--
		po.chooseHerd(class)
	}
}
