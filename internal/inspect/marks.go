package inspect

import "github.com/thicket-sim/thicket/systems"

// Ranks are the kinds of what happens that timelines mark, the gravest last.
var Ranks = [...]Kinds{
	Set(systems.Commanded, systems.Reloaded), Set(systems.Born, systems.Contacted),
	Set(systems.Delivered, systems.Bought, systems.Evolved), Set(systems.Killed, systems.Died),
	Set(systems.Matched, systems.Announced), Set(systems.Failed, systems.Unreloaded, systems.Waiting),
}

// Marked appends the entries of all ranks of the ticks from and to and those between them,
// oldest first.
func (j *Journal) Marked(from, to int64, list []Entry) []Entry {
	all := Kinds(0)
	for _, kinds := range Ranks {
		all |= kinds
	}
	return j.Between(Filter{Kinds: all}, from, to, list)
}
