package systems

import "github.com/thicket-sim/thicket/internal/ground/limit"

var (
	// Names of events are kept for as long as the game: who has more to say says it in the data.
	maxEvents    = limit.New("game.events", 10_000, 1<<30, "names", "names of events in a game, which are kept for good", "the command is refused; what trees send is a fault")
	maxAnnounced = limit.New("game.announcements", 16, 1000, "announcements", "announcements within each other", limit.Faulty)
	// A bound for the faults of all nodes together would let one that says something new in
	// every tick hide the others.
	faultsANode = limit.New("game.faults", 5, 1000, "texts", "faults of different texts that are listed of one node, and notes", "the others are counted, and --faults writes them")
	maxKeys     = limit.New("game.keys", 1000, 60_000, "keys", "state keys of a game, each a column over all bots", "the file or the command is refused; what trees write is a fault")
)

// limits are the bounds of a game, which are the same for as long as it lasts.
type limits struct {
	events    int // names
	announced int // announcements within each other
	faults    int // of different texts that are kept of each node, and notes; the rest is counted
	keys      int // of state, which are kept for as long as the game
}

func limitsOf(v limit.Values) limits {
	return limits{maxEvents.In(v), maxAnnounced.In(v), faultsANode.In(v), maxKeys.In(v)}
}

// MaxKeys returns how many keys of state a game may have.
func MaxKeys(v limit.Values) int { return maxKeys.In(v) }
