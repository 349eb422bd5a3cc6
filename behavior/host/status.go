package host

// Status is the answer of a node that ran.
type Status uint8

// Failure, Success and Running are shared by all dialects; the others exist
// only in the dialects that have them.
const (
	Failure Status = iota
	Success
	Running
	Ready   // not started, or reset
	Other   // a number that is none of the three above
	Stopped // the tree ended for good
	Error   // the tree broke: a run-away step, a script error
	Skipped // it counts as if the node were not there; see [Action.Skips]
)

var statusNames = [...]string{"failure", "success", "running", "ready", "other", "stopped", "error", "skipped"}

func (s Status) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return "invalid"
}

// StatusOf is Success for true and Failure for false.
func StatusOf(ok bool) Status {
	if ok {
		return Success
	}
	return Failure
}

// Notice says what happened to a node or a leaf: it was visited, or one of
// the life-cycle calls that some dialects make.
type Notice uint8

// The notices, in the order of a node's life.
const (
	Visited Notice = iota
	Entered
	Exited
	WasReset
	WasStopped
	GotEvent
)

// EventID is the name of an event as one [Symbols] has numbered it. Those of a registry
// equal those of no other, except that a clone has those that it was made with. Trees may
// send and await names that nobody else knows. The zero EventID is no event's.
type EventID struct{ of *eventNumber }

// eventNumber is where the name stands. Each is made once, by the registry that gives the
// number, so that its address tells the registries apart.
type eventNumber struct{ n uint32 }

// Event is something that happened to a bot: a name and one value.
type Event struct {
	ID  EventID
	Arg Value
}
