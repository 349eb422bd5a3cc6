package systems

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
)

func (cm *commons) nameOf(class int, id components.ID, body int32) string {
	if class == ecs.Human {
		return cm.people.names[id]
	}
	return fmt.Sprintf("%s %d", cm.Setup.Classes[class].Name, cm.columns.number[body])
}

// NameOf returns the name of a bot or player, or empty.
func (cm *commons) NameOf(id components.ID) string {
	body := cm.World.Slot(id)
	if body < 0 {
		return ""
	}
	return cm.nameOf(cm.World.ClassOf(id), id, body)
}

// ByName finds the bot or player of a name, the lowest id of several, and how many are called so.
func (cm *commons) ByName(name string) (found components.ID, many int) {
	class, number := splitName(name)
	for _, t := range cm.World.Tables() {
		if t.Class != ecs.Human && cm.Setup.Classes[t.Class].Name != class {
			continue
		}
		state := cm.World.State.Column(t)
		for i, row := range cm.World.Identity.Column(t) {
			matches := cm.columns.number[state[i].Slot] == number
			if t.Class == ecs.Human {
				matches = cm.people.names[row.ID] == name
			}
			if !matches {
				continue
			}
			if many++; many == 1 || row.ID < found {
				found = row.ID
			}
		}
	}
	return found, many
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

// Members returns the bots of a class by ascending id.
func (cm *commons) Members(class int) []components.ID {
	return idsOf(cm.World, cm.World.Tables()[class:class+1])
}

// Everyone returns all bots and players by ascending id.
func (cm *commons) Everyone() []components.ID { return idsOf(cm.World, cm.World.Tables()) }

func idsOf(w *ecs.World, tables []ecs.Table) []components.ID {
	var ids []components.ID
	for _, t := range tables {
		for _, row := range w.Identity.Column(t) {
			ids = append(ids, row.ID)
		}
	}
	slices.Sort(ids)
	return ids
}
