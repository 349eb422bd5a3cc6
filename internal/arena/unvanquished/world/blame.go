package world

import (
	"github.com/thicket-sim/thicket/components"
)

// mostBlames limits the attackers that a body remembers.
const mostBlames = 8

// Share is the part of its full health that a body lost to another.
type Share struct {
	_    struct{} `save:"lower"`
	By   components.ID
	Part float32
}

// blames lists who took the health that a body lacks. Who took least is forgotten
// first.
type blames struct {
	_    struct{} `save:"lower"`
	Of   [mostBlames]Share
	Lost float32 // the part of its health that it lacked when it was hurt last
}

// Ease takes blame away when the body lacks a smaller part of its health than at its
// last hurt: all shares shrink alike.
func (m *blames) Ease(lost float32) {
	if healed := m.Lost - lost; healed > 0 {
		sum := float32(0)
		for i := range m.Of {
			sum += m.Of[i].Part
		}
		left := float32(0)
		if healed < sum {
			left = (sum - healed) / sum
		}
		for i := range m.Of {
			m.Of[i].Part = float32(m.Of[i].Part * left)
		}
	}
	m.Lost = lost
}

// Add blames somebody for a part of the health.
func (m *blames) Add(by components.ID, part float32) {
	least := 0
	for i := range m.Of {
		if m.Of[i].By == by {
			m.Of[i].Part += part
			return
		}
		if m.Of[i].Part < m.Of[least].Part {
			least = i
		}
	}
	if m.Of[least].Part < part {
		m.Of[least] = Share{By: by, Part: part}
	}
}
