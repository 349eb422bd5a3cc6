package run

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Program is a compiled tree that can run.
type Program struct {
	Tree *tree.Tree
	// Of is the program of which this one is a variant, with other Numbers; else nil.
	Of *Program
	// Numbers are those in its source that can be others, in the order of its files.
	Numbers []Number
	// Symbols number the names in it.
	Symbols *host.Symbols
	Semantics
}

// Base returns the program that this one is a variant of, or is itself.
func (p *Program) Base() *Program {
	if p != nil && p.Of != nil {
		return p.Of
	}
	return p
}

// Semantics says what the nodes of a tree do. One value serves all bots of a
// program, in all its pools: what a bot remembers is in Exec.Mem and Exec.Env
// and nowhere else. A bot's tree may get an event, also from its own leaves, in
// the middle of its Tick; its memory then changes during the Tick.
//
// What only some dialects can do are interfaces of their own, grouped by who asks
// for them: the life of a bot ([Sleeper], [Lifecycle], [Sidecars], [Sharer],
// [Migrator]), commands ([Controller]), composites of a game ([Composer]), many
// bots at once ([RowTicker], [PlaneTicker], [LaneTicker]), and people ([Describer], [Inspector]).
type Semantics interface {
	// Init prepares the zeroed memory of a new row.
	Init(*Exec)
	// Tick evaluates the tree once for the bot at the cursor.
	Tick(*Exec) host.Status
	// Stop ends whatever runs for the bot at the cursor.
	Stop(*Exec)
}
