package room

import (
	"math"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/insight/palette"
	"github.com/thicket-sim/thicket/internal/systems"
)

// Version is the version of the protocol.
const Version = 1

// welcome is the first message of a server: which game it is, and who the client is.
type welcome struct {
	Type     string        `json:"type"`
	Protocol int           `json:"protocol"`
	Room     string        `json:"room"`
	You      components.ID `json:"you,omitempty"` // the body of a player
	Token    string        `json:"token,omitempty"`
	Sight    float64       `json:"sight,omitempty"`  // how far a player sees to each side, in metres
	Mute     bool          `json:"mute,omitempty"`   // players do not speak
	NoEdit   bool          `json:"noEdit,omitempty"` // texts of trees are refused
	Game     game          `json:"game"`
}

// game holds the part of a scene that stays as it is while it is played, but for a reload.
type game struct {
	Name        string         `json:"name"`
	Description string         `json:"description,omitempty"`
	Goal        string         `json:"goal,omitempty"` // what wins, in a line
	TickRate    float64        `json:"tickRate"`
	Width       float64        `json:"width"` // metres
	Height      float64        `json:"height"`
	Mark        string         `json:"mark,omitempty"` // the state key of those who are marked
	Marks       list[sign]     `json:"marks"`          // further ones
	Classes     list[class]    `json:"classes"`
	Teams       list[team]     `json:"teams"`
	Places      list[place]    `json:"places"`
	Walls       []wall         `json:"walls,omitempty"`
	Paths       [][][2]float32 `json:"paths,omitempty"` // metres, from point to point
	Items       []kind         `json:"items,omitempty"` // kinds of items
}

type class struct {
	ID          string        `json:"id"`
	Name        string        `json:"name"`
	Description string        `json:"description,omitempty"`
	Team        string        `json:"team,omitempty"`
	Min         int           `json:"min"`
	Max         int           `json:"max,omitempty"` // 0: no ceiling
	Tunables    list[tunable] `json:"tunables"`
	Color       string        `json:"color"`            // of those without a team
	Glyph       int           `json:"glyph,omitempty"`  // tells the classes of a team apart
	Radius      float32       `json:"radius,omitempty"` // metres, of a building
}

type tunable struct {
	Key   string   `json:"key"`
	Label string   `json:"label"`
	Min   *float64 `json:"min,omitempty"`
	Max   *float64 `json:"max,omitempty"`
	Step  float64  `json:"step"`
	Value float64  `json:"value"`
	Over  bool     `json:"over,omitempty"` // it is not that of the scene
}

type team struct {
	ID    string       `json:"id"`
	Name  string       `json:"name"`
	Color string       `json:"color"`
	Hints list[string] `json:"hints,omitempty"` // what there is to do for its players
}

// sign is a mark beside the first one: bodies that bear it have a ring.
type sign struct {
	Title string `json:"title"`
	Color string `json:"color"`
}

type place struct {
	ID     string  `json:"id"`
	X      float32 `json:"x"`
	Y      float32 `json:"y"`
	Radius float32 `json:"radius"`
	Team   string  `json:"team,omitempty"`
}

// welcome makes the message for a guest.
func (r *Room) welcome(g *Guest) []byte {
	w := welcome{
		Type: "welcome", Protocol: Version, Room: r.name, You: g.body, Token: g.token, Mute: r.o.NoChat, NoEdit: r.o.NoEdit, Game: r.describe(),
	}
	if g.role == Player {
		w.Sight = r.o.Sight
	}
	return encode(w)
}

func (r *Room) describe() game {
	scene := r.session.Scene()
	setup := &scene.Setup
	teamOf := func(i int) string {
		if i == systems.NoTeam {
			return ""
		}
		return setup.Teams[i].ID
	}
	out := game{
		Name: setup.Name, Description: scene.Description, Goal: goal(scene), TickRate: setup.TickRate,
		Width: float64(setup.Width), Height: float64(setup.Height), Mark: scene.MarkNow().Key,
		Classes: []class{}, Teams: []team{},
	}
	for i := range scene.Signs {
		out.Marks = append(out.Marks, sign{scene.Signs[i].Title, hex6(palette.SignColor(i + 1))})
	}
	for i, c := range setup.Classes {
		told := class{ID: c.ID, Name: c.Name, Description: c.Description, Team: teamOf(setup.TeamOf(&c)), Min: c.Min}
		if c.Max < systems.MaxBots {
			told.Max = c.Max
		}
		told.Tunables = r.tunables(i)
		out.Classes = append(out.Classes, told)
	}
	for i, t := range setup.Teams {
		out.Teams = append(out.Teams, team{t.ID, t.Title(), t.Color, advise(scene, i)})
	}
	for _, p := range setup.Places {
		out.Places = append(out.Places, place{p.ID, p.X, p.Y, p.Radius, teamOf(p.Team)})
	}
	r.scenery.depict(r.session.Scene(), &out)
	return out
}

// tunables returns the tunables of a class, as they are now.
func (r *Room) tunables(class int) []tunable {
	list := []tunable{}
	for _, t := range r.session.Scene().Setup.Classes[class].Tunables {
		value, over := r.session.Game().Tuning.Tuned(class, t.Key)
		list = append(list, tunable{t.Key, t.Label, finite(t.Min), finite(t.Max), t.Step, value, over})
	}
	return list
}

// tuned returns the tunables of all classes, as a message.
func (r *Room) tuned() []byte {
	m := tuned{Type: "tuned"}
	for i := range r.session.Scene().Setup.Classes {
		m.Classes = append(m.Classes, r.tunables(i))
	}
	return encode(m)
}

// finite returns a bound that there is, or nil.
func finite(v float64) *float64 {
	if math.IsInf(v, 0) {
		return nil
	}
	return &v
}
