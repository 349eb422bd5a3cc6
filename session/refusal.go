package session

// Refusal is the error of thicket.Session.Do for a command that was not carried out:
//
//	var no *session.Refusal
//	if errors.As(err, &no) && no.Reason == session.Full { ... }
//
// or, shorter, errors.Is(err, session.Full).
type Refusal struct {
	Command Command // what was refused; nil for what no command asked for, as World.AddBots
	Reason  Reason  // empty for reasons that have no word
	Err     error   // the reason for people
}

// Error says why, for people.
func (r *Refusal) Error() string { return r.Err.Error() }

// Unwrap returns the reason for people.
func (r *Refusal) Unwrap() error { return r.Err }

// Is reports whether a target is the Reason.
func (r *Refusal) Is(target error) bool { return r.Reason != "" && target == error(r.Reason) }

// Reason says why a command was refused, for programs.
type Reason string

// The reasons.
const (
	Full         Reason = "the class is full"             // it is at its maxCount
	Nobody       Reason = "nobody has that id or name"    // who was meant is not in the game
	Ambiguous    Reason = "several have that name"        // who is meant is to be said by the id
	UnknownClass Reason = "there is no such class"        // of bots
	OutOfBounds  Reason = "that is no point of the field" // it is outside, or in an obstacle
)

// Error returns the reason as a text.
func (r Reason) Error() string { return string(r) }
