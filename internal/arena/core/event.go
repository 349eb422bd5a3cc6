package core

import "slices"

// Event is something that the arena tells the trees of bots.
type Event struct {
	Name  string
	Doc   string // empty where the page of a dialect tells
	Sight bool   // only bots of a class that keeps its eyes on a foe get it, see [Sight]
}

// event is one that this package sends.
type event uint8

const (
	eventSeen event = iota
	eventLost
	eventDamaged
	eventStruck
	eventHealed
	eventKilled
	eventDied
	eventGroupMemberDied
	eventCameBack
	eventStarving
	eventTook
	eventDropped
	eventDelivered
	eventAte
	eventBought
	eventBecame
	eventDawn
	eventDusk
	eventMatchEnded
)

var events = [...]Event{
	eventSeen:            {Name: "seen", Doc: "The bot has a foe in its eye now; with the foe's id. Only for classes with the key `sight`.", Sight: true},
	eventLost:            {Name: "lost", Doc: "The foe that it had in its eye is out of sight; with the foe's id. Only for classes with the key `sight`.", Sight: true},
	eventDamaged:         {Name: "damaged", Doc: "Somebody struck it; with the id of who did."},
	eventStruck:          {Name: "struck", Doc: "Somebody struck it, and it keeps its own health (see `set_health`); with who, `by`, and how many `points`."},
	eventHealed:          {Name: "healed", Doc: "Something healed it, and it keeps its own health; with how many points."},
	eventKilled:          {Name: "killed", Doc: "It killed somebody; with the id of the dead."},
	eventDied:            {Name: "died", Doc: "It died; with the id of who hurt it last, or 0."},
	eventGroupMemberDied: {Name: "group_member_died", Doc: "One of its group died within 50 m; with the id of the dead."},
	eventCameBack:        {Name: "came_back", Doc: "It came back to life."},
	eventStarving:        {Name: "starving", Doc: "Its hunger is full."},
	eventTook:            {Name: "took", Doc: "It took an item; with the kind."},
	eventDropped:         {Name: "dropped", Doc: "It laid an item down; with the kind."},
	eventDelivered:       {Name: "delivered", Doc: "It handed an item over; with the kind."},
	eventAte:             {Name: "ate", Doc: "It ate an item; with the kind."},
	eventBought:          {Name: "bought", Doc: "It bought a good; with the id of the good."},
	eventBecame:          {Name: "became", Doc: "It became one of another class; with the id of the class."},
	eventDawn:            {Name: "dawn", Doc: "It gets light."},
	eventDusk:            {Name: "dusk", Doc: "It gets dark."},
	eventMatchEnded:      {Name: "match_ended", Doc: "The match is over; with the number of the team that won, from 0, or -1 for a draw."},
}

func (e event) String() string { return events[e].Name }

// Events lists all events that the arena sends to trees of any dialect.
func Events() []Event { return slices.Clone(events[:]) }
