package systems

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
)

// spawnNode is the node number of the random draws that place a new body; no
// tree has so many nodes.
const spawnNode = 1 << 16

// classState is what may change about a class while it is played.
type classState struct {
	program *run.Program
	tuned   map[string]float64 // overrides for the class, by key
}

func newClassState(c *Class) classState {
	return classState{program: c.Program, tuned: map[string]float64{}}
}

// people are the players.
type people struct {
	names map[components.ID]string
	count int // ever joined
}

// PopulationSystem spawns bots of the classes that are below their floor.
type PopulationSystem struct{ g *Game }

// Update runs in the Populate stage.
func (s *PopulationSystem) Update(w *ecs.World) {
	for class := range s.g.classes {
		for missing := s.g.floor(class) - w.Count(class); missing > 0; missing-- {
			s.g.spawn(class, nil)
		}
	}
}

// floor and ceiling bound the population of a class, tuned or not.
func (g *Game) floor(class int) int {
	return int(g.tuned(class, "minCount", float64(g.Setup.Classes[class].Min)))
}

func (g *Game) ceiling(class int) int {
	return int(min(g.tuned(class, "maxCount", float64(g.Setup.Classes[class].Max)), MaxBots))
}

func (g *Game) spawnStart(class int) {
	c := &g.Setup.Classes[class]
	left := c.Count
	for _, st := range c.Start {
		n := min(st.Count, left)
		for range n {
			id := g.spawn(class, nil)
			g.setState(g.World.Slot(id), st.State)
		}
		left -= n
	}
	for range left {
		g.spawn(class, nil)
	}
}

// Spot is where somebody appears: anywhere in a disc on the field.
type Spot struct{ X, Y, Radius float32 } // metres

// spawn makes one bot of a class, at a spot or anywhere on the field.
func (g *Game) spawn(class int, at *Spot) components.ID {
	c := &g.Setup.Classes[class]
	team := c.Team
	if team == NoTeam {
		team = g.Setup.BotTeam
	}
	id := g.World.Spawn(class, ecs.Body{
		Speed: components.Speed{MPS: speed(g.tuned(class, "speedMps", c.SpeedMPS))},
		Team:  components.Team{Index: int16(team)},
		Brain: components.Brain{Program: noPool, Row: -1},
	})
	body := g.settle(id, at, c.State)
	g.named[c.Name]++
	g.columns.number[body] = g.named[c.Name]
	g.brains.start(id, body, class)
	return id
}

// settle puts a new body into the columns.
func (g *Game) settle(id components.ID, at *Spot, state []StateValue) int32 {
	g.sync()
	body := g.World.Slot(id)
	g.World.SetPosition(id, g.Setup.Scatter(g.seed, id, at))
	g.columns.id[body] = uint32(id)
	g.columns.decide[body] = decision{}
	g.columns.number[body] = 0
	g.contact.forget(body)
	g.setState(body, state)
	return body
}

// Scatter is where a new body appears: uniform in the spot, or over the field
// without one. It depends on nothing but the seed and the id.
func (s *Setup) Scatter(seed uint64, id components.ID, at *Spot) components.Position {
	n := uint32(0)
	draw := func() float64 {
		n++
		return ecs.Float64(ecs.Rand(seed, id, 0, spawnNode, n))
	}
	w, h := s.Width, s.Height
	if at == nil {
		return components.Position{X: clamp(float32(draw()*float64(w)), w), Y: clamp(float32(draw()*float64(h)), h)}
	}
	for {
		x, y := 2*draw()-1, 2*draw()-1
		if float64(x*x)+float64(y*y) <= 1 {
			r := float64(at.Radius)
			return components.Position{X: clamp(at.X+float32(r*x), w), Y: clamp(at.Y+float32(r*y), h)}
		}
	}
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
		return nil, fmt.Errorf("class %q is full: %d bots, maxCount %d",
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
	g.brains.forget(id)
	delete(g.ownSpeed, id)
	g.World.Remove(id)
}

// Place puts a bot or player somewhere and, where heading is not nil, turns it.
func (g *Game) Place(id components.ID, at *components.Position, heading *components.Heading) error {
	if _, err := g.bodyOf(id); err != nil {
		return err
	}
	if at != nil {
		if err := g.onField(at.X, at.Y); err != nil {
			return err
		}
	}
	if heading != nil {
		h, err := normal(*heading)
		if err != nil {
			return err
		}
		g.World.SetHeading(id, h)
	}
	if at != nil {
		g.World.SetPosition(id, components.Position{X: at.X + 0, Y: at.Y + 0}) // -0 is 0
	}
	return nil
}

// Player is what a human brings when joining.
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
	id := g.World.Spawn(ecs.Human, ecs.Body{
		Heading: h, Speed: components.Speed{MPS: speed(p.SpeedMPS)},
		Team:  components.Team{Index: int16(g.humanTeam())},
		Brain: components.Brain{Program: noPool, Row: -1},
	})
	body := g.settle(id, p.At, g.Setup.PlayerState)
	g.setState(body, p.State)
	g.people.count++
	if p.Name == "" {
		p.Name = fmt.Sprintf("Player %d", g.people.count)
	}
	g.people.names[id] = p.Name
	return id, nil
}

// humanTeam is the pinned team, else the smallest, the first of several.
func (g *Game) humanTeam() int {
	if t := g.Setup.HumanTeam; t != NoTeam || len(g.Setup.Teams) == 0 {
		return t
	}
	size := make([]int, len(g.Setup.Teams))
	for _, t := range g.World.Tables() {
		for _, team := range t.Team {
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
	delete(g.people.names, id)
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

// SetState sets a state key of a player.
func (g *Game) SetState(id components.ID, v StateValue) error {
	if err := g.mustBePlayer(id); err != nil {
		return err
	}
	g.setState(g.World.Slot(id), []StateValue{v})
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

func (g *Game) onField(x, y float32) error {
	s := g.Setup
	if x >= 0 && x <= s.Width && y >= 0 && y <= s.Height {
		return nil
	}
	return fmt.Errorf("(%v, %v) is off the field of %v x %v m", x, y, s.Width, s.Height)
}

// normal scales a heading to length 1 and leaves zero as it is.
func normal(h components.Heading) (components.Heading, error) {
	x, y := float64(h.X), float64(h.Y)
	if math.IsNaN(x+y) || math.IsInf(x, 0) || math.IsInf(y, 0) {
		return h, fmt.Errorf("heading (%v, %v), wanted two finite numbers", h.X, h.Y)
	}
	d := math.Sqrt(float64(x*x) + float64(y*y))
	if d == 0 {
		return components.Heading{}, nil
	}
	return components.Heading{X: float32(x/d) + 0, Y: float32(y/d) + 0}, nil // -0 is 0
}

// ByName finds the bot or player of a name, the lowest id of several.
func (g *Game) ByName(name string) (components.ID, bool) {
	var found components.ID
	class, number := splitName(name)
	for _, t := range g.World.Tables() {
		if t.Class != ecs.Human && g.Setup.Classes[t.Class].Name != class {
			continue
		}
		for i, row := range t.Identity {
			matches := g.columns.number[t.State[i].Slot] == number
			if t.Class == ecs.Human {
				matches = g.people.names[row.ID] == name
			}
			if matches && (found == 0 || row.ID < found) {
				found = row.ID
			}
		}
	}
	return found, found != 0
}

// splitName takes the name of a bot apart; the number is 0 where it is none.
func splitName(name string) (class string, number uint32) {
	at := strings.LastIndexByte(name, ' ')
	if at < 0 {
		return "", 0
	}
	n, err := strconv.ParseUint(name[at+1:], 10, 32)
	if err != nil || strconv.FormatUint(n, 10) != name[at+1:] {
		return "", 0
	}
	return name[:at], uint32(n)
}

// Members are the bots of a class by ascending id.
func (g *Game) Members(class int) []components.ID { return idsOf(g.World.Tables()[class : class+1]) }

// Everyone is all bots and players by ascending id.
func (g *Game) Everyone() []components.ID { return idsOf(g.World.Tables()) }

func idsOf(tables []ecs.Table) []components.ID {
	var ids []components.ID
	for _, t := range tables {
		for _, row := range t.Identity {
			ids = append(ids, row.ID)
		}
	}
	slices.Sort(ids)
	return ids
}
