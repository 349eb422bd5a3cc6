package room

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/thicket-sim/thicket/components"
)

// people lists the people in a room, for its game masters.
type people struct {
	Type string       `json:"type"`
	List list[person] `json:"list"` // in the order in which they came
}

type person struct {
	Person int64         `json:"person"`
	Role   string        `json:"role"`
	Name   string        `json:"name"`
	Body   components.ID `json:"body,omitempty"`
	Away   bool          `json:"away,omitempty"` // the connection was lost, and may come back
}

// number counts those who come.
func (r *Room) number() int64 {
	r.lastPerson++
	return r.lastPerson
}

// tellPeople tells game masters who is there, where that has changed.
func (r *Room) tellPeople() {
	now := people{"people", []person{}}
	for g := range r.guests {
		if g.role != Player {
			now.List = append(now.List, person{Person: g.person, Role: roleNames[g.role], Name: g.name})
		}
	}
	for id, p := range r.players {
		now.List = append(now.List, person{p.person, roleNames[Player], p.name, id, p.guest == nil})
	}
	slices.SortFunc(now.List, func(a, b person) int { return int(a.Person - b.Person) })
	if slices.Equal(now.List, r.people) {
		return
	}
	r.people = now.List
	message := encode(now)
	for g := range r.guests {
		if g.role == GameMaster {
			g.offer(r.view, message)
		}
	}
}

// kick sends somebody away, who does not come back as the same.
func (r *Room) kick(by *Guest, who int64) error {
	if who == by.person {
		return errors.New("that is yourself")
	}
	found := false
	for g := range r.guests {
		if g.person == who {
			g.end("the game master sent you away", false)
			delete(r.guests, g)
			found = true
		}
	}
	for id, p := range r.players {
		if p.person == who {
			r.dismiss(id)
			found = true
		}
	}
	if !found {
		return fmt.Errorf("nobody who is here has number %d", who)
	}
	return nil
}

// Somebody may say so much in so long.
const (
	maxSaid = 5
	saidIn  = 10 * time.Second
)

// maySpeak returns why a guest does not speak now, or nil.
func (g *Guest) maySpeak(now time.Time) error {
	switch {
	case g.role == Watcher:
		return errors.New("watchers do not speak")
	case g.role == Player && g.room.o.NoChat:
		return errors.New("players do not speak on this server")
	}
	g.spoke = slices.DeleteFunc(g.spoke, func(t time.Time) bool { return now.Sub(t) >= saidIn })
	if len(g.spoke) >= maxSaid {
		return fmt.Errorf("you have said %d things in %v; wait a little", maxSaid, saidIn)
	}
	g.spoke = append(g.spoke, now)
	return nil
}
