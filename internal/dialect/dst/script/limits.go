package script

import (
	"github.com/thicket-sim/thicket/internal/dialect/lua"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// Limits bounds what the scripts of one bot, and of all bots of a machine, may cost.
type Limits struct {
	Script    machine.Limits
	Load      int64 // steps to load a file or to start a brain
	LoadBytes int64 // bytes that this may take
	Steps     int64 // steps in one tick of a bot
	Visits    int64 // nodes visited in one tick of a bot
	Faults    int   // ticks in succession that may fail before the bot is parked
	Nodes     int   // of one tree
	Deep      int   // how deep visits may be nested, which are calls of Go
	Tasks     int   // of one entity
	Threads   int   // likewise
	Listeners int   // likewise
	Tags      int   // that scripts give to one entity
	Kept      int64 // bytes that the scripts of a machine may keep from turn to turn
	KeptBot   int64 // bytes that each bot adds to Kept
}

// The names of two of them.
const (
	LoadLimit = "brain.load"
	// LoadBytesLimit bounds what lua.memory bounds for other turns.
	LoadBytesLimit = "brain.load-memory"
	StepsLimit     = "brain.steps"
)

// The defaults let brains of the original run with room to spare.
var (
	maxLoad      = limit.New(LoadLimit, 5_000_000, 1<<40, "steps", "loading the files of a brain, or starting one", limit.Refused)
	maxLoadBytes = limit.New(LoadBytesLimit, 256<<20, 1<<40, "bytes", "what loading the files of a brain takes, given back or not", limit.Refused)
	maxSteps     = limit.New(StepsLimit, 1_000_000, 1<<40, "steps", "the scripts of one bot in one tick", limit.Stopped)
	maxVisits    = limit.New("brain.visits", 100_000, 1<<40, "nodes", "nodes of a bot that are visited in one tick", limit.Stopped)
	maxFaults    = limit.New("brain.faults", 10, 1<<30, "ticks", "ticks in a row in which a brain may fail", "the bot is parked, which is a fault")
	maxNodes     = limit.New("brain.nodes", 10_000, 60_000, "nodes", "nodes of one tree of a brain", limit.Stopped)
	maxDeep      = limit.New("brain.depth", 500, 5000, "visits", "visits of nodes within each other", limit.Stopped)
	maxTasks     = limit.New("brain.tasks", 1000, 1<<30, "tasks", "tasks of one entity", limit.Stopped)
	maxThreads   = limit.New("brain.threads", 20, 1<<30, "threads", "threads of one entity", limit.Stopped)
	maxListeners = limit.New("brain.listeners", 10_000, 1<<30, "listeners", "listeners of one entity", limit.Stopped)
	maxTags      = limit.New("brain.tags", 1000, 1<<30, "tags", "tags that scripts give to one entity", limit.Stopped)
	maxKept      = limit.New("brain.memory", 64<<20, 1<<40, "bytes", "what the brains of one folder keep together", "the bot that keeps the most is parked, or all of the file")
	maxKeptBot   = limit.New("brain.memory-bot", 256<<10, 1<<40, "bytes", "what each bot adds to brain.memory", "the bot that keeps the most is parked, or all of the file")
)

// LimitsOf returns the limits of brains.
func LimitsOf(v limit.Values) Limits {
	return Limits{
		Script:    lua.LimitsOf(v),
		Load:      maxLoad.In64(v),
		LoadBytes: maxLoadBytes.In64(v),
		Steps:     maxSteps.In64(v),
		Visits:    maxVisits.In64(v),
		Faults:    maxFaults.In(v),
		Nodes:     maxNodes.In(v),
		Deep:      maxDeep.In(v),
		Tasks:     maxTasks.In(v),
		Threads:   maxThreads.In(v),
		Listeners: maxListeners.In(v),
		Tags:      maxTags.In(v),
		Kept:      maxKept.In64(v),
		KeptBot:   maxKeptBot.In64(v),
	}
}
