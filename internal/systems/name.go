package systems

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
)

func (g *Game) nameOf(class int, id components.ID, body int32) string {
	if class == ecs.Human {
		return g.people.names[id]
	}
	return fmt.Sprintf("%s %d", g.Setup.Classes[class].Name, g.columns.number[body])
}

// NameOf returns the name of a bot or player, or empty.
func (g *Game) NameOf(id components.ID) string {
	body := g.World.Slot(id)
	if body < 0 {
		return ""
	}
	return g.nameOf(g.World.ClassOf(id), id, body)
}

// ByName finds the bot or player of a name, the lowest id of several.
func (g *Game) ByName(name string) (components.ID, bool) {
	var found components.ID
	class, number := splitName(name)
	for _, t := range g.World.Tables() {
		if t.Class != ecs.Human && g.Setup.Classes[t.Class].Name != class {
			continue
		}
		state := g.World.State.Column(t)
		for i, row := range g.World.Identity.Column(t) {
			matches := g.columns.number[state[i].Slot] == number
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

// Members returns the bots of a class by ascending id.
func (g *Game) Members(class int) []components.ID {
	return idsOf(g.World, g.World.Tables()[class:class+1])
}

// Everyone is all bots and players by ascending id.
func (g *Game) Everyone() []components.ID { return idsOf(g.World, g.World.Tables()) }

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
