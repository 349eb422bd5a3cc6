package room

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// self tells a player how it fares, what it can do, and whom it is to look for.
type self struct {
	Type   string      `json:"type"`
	Team   string      `json:"team,omitempty"`
	Kit    string      `json:"kit,omitempty"`  // the class that it plays as, or its weapon
	Health float64     `json:"health"`         // 0 to 1
	Of     float64     `json:"of,omitempty"`   // points of full health; absent where nobody is hurt
	Dead   bool        `json:"dead,omitempty"` // and waits to come back
	Back   float64     `json:"back,omitempty"` // in how many seconds it comes back
	By     string      `json:"by,omitempty"`   // who hurt it last
	Rows   list[share] `json:"rows"`           // what it has
	State  list[fact]  `json:"state"`
	// Verb is what the action key does now, with What, or to the body Who whose name is Whom.
	Verb  string        `json:"verb,omitempty"`
	Who   components.ID `json:"who,omitempty"`
	Whom  string        `json:"whom,omitempty"`
	What  string        `json:"what,omitempty"`
	Verbs list[string]  `json:"verbs"` // all that it could do
	Aim   *aim          `json:"aim,omitempty"`
	// Errand is what else pays it, or is needed.
	Errand *errand `json:"errand,omitempty"`
}

// share is a number of a player, of as many as it can be.
type share struct {
	Label string  `json:"label"`
	Value float64 `json:"value"`
	Of    float64 `json:"of,omitempty"`
	Unit  string  `json:"unit,omitempty"`
}

// fact is a key of a player's state, and its value in words.
type fact struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// aim is whom a player is to fight, catch or flee, and where that one is.
type aim struct {
	Why  string        `json:"why"`
	ID   components.ID `json:"id"`
	Name string        `json:"name"`
	X    float64       `json:"x"` // metres from the player, to the right
	Y    float64       `json:"y"` // down
}

// errand is what a player is to go for, and where that is.
type errand struct {
	Why  string  `json:"why"`
	What string  `json:"what"`
	X    float64 `json:"x"` // metres from the player, to the right
	Y    float64 `json:"y"` // down
}

// tellSelves tells players what has changed of themselves.
func tellSelves(r *Room) {
	for id, p := range r.players {
		body := r.snap.Body(id)
		if p.guest == nil || body == nil {
			continue
		}
		if m := encode(newSelf(r, body)); !bytes.Equal(m, p.guest.self) && p.guest.offer(r.view, m) {
			p.guest.self = m
		}
	}
}

// listed are the figures that a player is told as rows, and how they are called there.
var listed = map[string]string{"armour": "armour", "hunger": "hunger", "carries": "carries", "purse of the team": "your team's money"}

func newSelf(r *Room, b *session.BodyView) self {
	game := r.session.Game()
	m := self{Type: "self", Team: b.Team, Kit: cmp.Or(classNamed(r.session.Scene(), b.Form), b.Weapon), Health: hundredths(float64(b.Health)), Dead: b.Dead}
	for _, f := range game.Figures(b.ID, nil) {
		switch f.Name {
		case "health":
			m.Of = math.Ceil(f.Of)
		case "back in":
			m.Back = max(0, math.Ceil(f.Value))
		case "hurt by":
			m.By = f.Text
		default:
			if label := listed[f.Name]; label != "" || f.Unit == "shots" {
				m.Rows = append(m.Rows, share{cmp.Or(label, f.Name), hundredths(f.Value), f.Of, f.Unit})
			}
		}
	}
	for i := range b.State {
		m.State = append(m.State, fact{b.State[i].Key, b.State[i].Value.String()})
	}
	if r.past {
		return m
	}
	o := game.Offer(b.ID)
	m.Verb, m.Who, m.What, m.Verbs = o.Verb, o.Who, o.What, o.Verbs
	if o.Who != 0 {
		m.Whom = game.NameOf(o.Who)
	}
	if o.Aim != 0 {
		m.Aim = &aim{o.Why, o.Aim, game.NameOf(o.Aim), math.Round(float64(o.X)), math.Round(float64(o.Y))}
	}
	if e := o.Errand; e.Why != "" {
		m.Errand = &errand{e.Why, e.What, math.Round(float64(e.X)), math.Round(float64(e.Y))}
	}
	return m
}

// classNamed returns how people call a class, or its id where no class of the scene has that.
func classNamed(scene *scenes.Scene, id string) string {
	for i := range scene.Setup.Classes {
		if c := &scene.Setup.Classes[i]; c.ID == id {
			return c.Name
		}
	}
	return id
}

// act has a player do something.
func (g *Guest) act(verb string) error {
	if g.role != Player {
		return errors.New("only players act")
	}
	r := g.room
	r.mu.Lock()
	defer r.mu.Unlock()
	_, err := r.do(&session.Act{Player: session.Who{ID: g.body}, Verb: verb})
	return err
}

// goal says in a line what wins the game of a scene, what pays most first; nothing where nothing does.
func goal(scene *scenes.Scene) string {
	m := &scene.Arena.Match
	if !m.Declared {
		return ""
	}
	type way struct {
		pays float64
		text string
	}
	var all []way
	if m.Kill > 0 {
		all = append(all, way{m.Kill, "for each foe that falls"})
	}
	for _, k := range scene.Arena.Kinds {
		if k.Worth > 0 {
			all = append(all, way{k.Worth, fmt.Sprintf("for each %s that is delivered", k.ID)})
		}
	}
	slices.SortStableFunc(all, func(a, b way) int { return cmp.Compare(b.pays, a.pays) })
	var ways []string
	for _, w := range all {
		ways = append(ways, humanize.Number(w.pays)+" "+w.text)
	}
	var text string
	switch {
	case m.Score > 0:
		if text = humanize.Number(m.Score) + " points win"; m.Time > 0 {
			text += fmt.Sprintf(", or most after %s s", humanize.Number(m.Time))
		}
	case m.Time > 0:
		text = fmt.Sprintf("Most points after %s s win", humanize.Number(m.Time))
	default:
		return ""
	}
	if len(ways) > 0 {
		text += ": " + strings.Join(ways, ", ")
	}
	return text + "."
}
