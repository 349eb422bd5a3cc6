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

// classState is what may change about a class while it is played.
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

// populationSystem makes the bots that trees asked for, and spawns bots of the classes
// that are below their floor.
type populationSystem struct{ g *Game }

var _ ecs.System = (*populationSystem)(nil)

// Update runs in the Populate stage.
func (s *populationSystem) Update(w *ecs.World) {
	s.g.nursery.deliver(s.g)
	for class := range s.g.classes {
		for missing := s.g.floor(class) - w.Count(class); missing > 0; missing-- {
			s.g.spawn(class, nil)
		}
	}
}

// floor and ceiling bound the population of a class, tuned or not. Where a
// revision makes them contradict each other the ceiling holds.
func (g *Game) floor(class int) int {
	n, _ := g.Tuned(class, minKey)
	return int(min(n, float64(g.ceiling(class))))
}

func (g *Game) ceiling(class int) int {
	n, _ := g.Tuned(class, maxKey)
	return int(min(n, MaxBots))
}

// spawnStart makes the bots that a class starts with. Those that are near each
// other lie near each other in memory.
func (g *Game) spawnStart(class int) {
	c := &g.Setup.Classes[class]
	first := g.World.NextID()
	at := make([]components.Position, c.Count)
	for i := range at {
		id := first + components.ID(i)
		at[i] = g.site(class, id, g.Setup.Scatter(g.seed, id, nil))
	}
	body := g.newBody(class)
	order := g.nearOrder(at)
	g.World.SpawnBatch(class, c.Count, order, func(i int, b *ecs.Body) {
		*b = body
		b.Position = at[i]
	})
	if p := g.pools.pool(class, g.classes[class].program); p != noPool {
		g.pools.list[p].Reserve(order)
	}
	i := 0
	settle := func(n int, state []StateValue) {
		for range n {
			id := first + components.ID(i)
			body := g.settle(id, at[i], c.State)
			g.setState(body, state)
			g.begin(class, id, body)
			i++
		}
	}
	for _, st := range c.Start {
		settle(min(st.Count, c.Count-i), st.State)
	}
	settle(c.Count-i, nil)
}

// nearOrder sorts positions along a curve that keeps neighbours together.
func (g *Game) nearOrder(at []components.Position) []int32 {
	const side = 1 << 16
	order := make([]int32, len(at))
	key := make([]uint32, len(at))
	for i, p := range at {
		order[i] = int32(i)
		key[i] = interleave(uint32(p.X/g.Setup.Width*(side-1))) | interleave(uint32(p.Y/g.Setup.Height*(side-1)))<<1
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
func (g *Game) spawn(class int, at *Spot) components.ID {
	id, b := g.World.NextID(), g.newBody(class)
	b.Position = g.site(class, id, g.Setup.Scatter(g.seed, id, at))
	g.World.Spawn(class, b)
	body := g.settle(id, b.Position, g.Setup.Classes[class].State)
	g.begin(class, id, body)
	g.occurTo(session.Born, id, g.classID(class))
	return id
}

// newBody is what a new bot of a class has, but for its position.
func (g *Game) newBody(class int) ecs.Body {
	c := &g.Setup.Classes[class]
	mps, _ := g.Tuned(class, speedKey)
	return ecs.Body{
		Speed: components.Speed{MPS: speed(mps)},
		Team:  components.Team{Index: int16(g.Setup.TeamOf(c))},
		Brain: components.Brain{Program: noPool, Row: -1},
	}
}

// begin gives a bot that has settled its name and its tree.
func (g *Game) begin(class int, id components.ID, body int32) {
	name := g.Setup.Classes[class].Name
	g.named[name]++
	g.columns.number[body] = g.named[name]
	for _, e := range g.extensions {
		e.Arrive(class, id, body)
	}
	g.pools.start(id, body, class)
	g.herds.Arrive(class, body)
}

// settle puts a new body, which was spawned at p, into the columns.
func (g *Game) settle(id components.ID, p components.Position, state []StateValue) int32 {
	g.sync()
	body := g.World.Slot(id)
	g.columns.x[body], g.columns.y[body] = p.X, p.Y
	if int(body) < len(g.columns.decide) { // who was in the slot may have left something
		g.columns.decide[body], g.columns.hx[body], g.columns.hy[body] = decision{}, 0, 0
	}
	g.columns.number[body] = 0
	g.contact.forget(body)
	if g.nursery.hides(body) {
		g.nursery.hidden[body] = false
	}
	g.setState(body, state)
	return body
}

func speed(mps float64) float32 { return float32(min(mps, math.MaxFloat32)) }

// Add spawns up to n bots of a class, as many as its ceiling has room for. It
// fails when there is no room at all.
func (g *Game) Add(class, n int, at *Spot) ([]components.ID, error) {
	if n < 1 {
		return nil, fmt.Errorf("cannot add %d bots, wanted 1 or more", n)
	}
	if at != nil {
		if err := g.onField(at.X, at.Y); err != nil {
			return nil, err
		}
	}
	room := g.ceiling(class) - g.World.Count(class)
	if room <= 0 {
		return nil, refuse(session.Full, "class %q is full: %d bots, maxCount %d",
			g.Setup.Classes[class].ID, g.World.Count(class), g.ceiling(class))
	}
	ids := make([]components.ID, min(n, room))
	for i := range ids {
		ids[i] = g.spawn(class, at)
	}
	return ids, nil
}

// Remove takes away up to n bots of a class, the youngest first, as many as
// its floor allows. It fails when it allows none.
func (g *Game) Remove(class, n int) ([]components.ID, error) {
	if n < 1 {
		return nil, fmt.Errorf("cannot remove %d bots, wanted 1 or more", n)
	}
	room, err := g.spare(class)
	if err != nil {
		return nil, err
	}
	ids := g.Members(class)
	ids = ids[len(ids)-min(n, room):]
	for _, id := range ids {
		g.remove(id)
	}
	return ids, nil
}

// RemoveBot takes away one bot, unless its class is at its floor.
func (g *Game) RemoveBot(id components.ID) error {
	if _, err := g.bodyOf(id); err != nil {
		return err
	}
	class := g.World.ClassOf(id)
	if class == ecs.Human {
		return fmt.Errorf("%d is a player, and players leave", id)
	}
	if _, err := g.spare(class); err != nil {
		return err
	}
	g.remove(id)
	return nil
}

// spare is how many bots of a class may go.
func (g *Game) spare(class int) (int, error) {
	n := g.World.Count(class)
	if n == 0 {
		return 0, fmt.Errorf("class %q has no bots", g.Setup.Classes[class].ID)
	}
	spare := n - g.floor(class)
	if spare <= 0 {
		return 0, fmt.Errorf("class %q is at its minCount %d", g.Setup.Classes[class].ID, g.floor(class))
	}
	return spare, nil
}

func (g *Game) remove(id components.ID) {
	body, class := g.World.Slot(id), g.World.ClassOf(id)
	g.occurTo(session.Departed, id, g.classID(class))
	g.herds.Leave(class, body)
	g.pools.forget(id)
	for _, e := range g.extensions {
		e.Leave(id, body)
	}
	delete(g.ownSpeed, id)
	g.World.Remove(id)
	if g.pools.pinned[body] {
		g.pools.pinned[body] = false
		g.classes[class].pinned--
		g.chooseHerd(class)
	}
}
