package session

import (
	"fmt"

	"github.com/thicket-sim/thicket/components"
)

// OccurrenceKind is the kind of an [Occurrence].
type OccurrenceKind uint8

// The kinds of occurrences. Those from Commanded on are told by sessions.
const (
	Contacted  OccurrenceKind = iota // From touched To under the contact rule Number, from 0
	Killed                           // From killed To
	Died                             // From died, and nobody killed it
	Returned                         // From came back to life
	Born                             // From came into the game, after its beginning; Text is its class, empty for a player
	Departed                         // From left the game; Text is its class, empty for a player
	Delivered                        // From handed over Number items of the kind Text
	Bought                           // From bought the good Text for Number
	Evolved                          // From became one of the class Text
	Spoke                            // From says Text
	Signalled                        // From sent the event Text to To, or to several others for 0
	Announced                        // the announcement Text was made
	Informed                         // the event Text came to From
	Scored                           // From brought its team, whose id is Text, Number points
	Daylight                         // it is dawn or dusk, as Text says
	Matched                          // the match has ended, as Text says
	Failed                           // code that From ran failed: Text, at Pos
	Noted                            // a script or a tree of From, or the game, notes something odd: Text, at Pos
	Commanded                        // a command was carried out: Text
	Refused                          // a command was refused: Text
	Reloaded                         // the files of the scene were read again: Text
	Unreloaded                       // the files of the scene could not be read again: Text
	Waiting                          // a change of a file waits until the scene is started again: Text
	OccurrenceKinds
)

// kindNames are the names of the kinds.
var kindNames = [OccurrenceKinds]string{
	"Contacted", "Killed", "Died", "Returned", "Born", "Departed", "Delivered", "Bought", "Evolved", "Spoke", "Signalled", "Announced",
	"Informed", "Scored", "Daylight", "Matched", "Failed", "Noted", "Commanded", "Refused", "Reloaded", "Unreloaded", "Waiting",
}

// String returns the name of the kind, such as Killed.
func (k OccurrenceKind) String() string {
	if k < OccurrenceKinds {
		return kindNames[k]
	}
	return fmt.Sprintf("OccurrenceKind(%d)", uint8(k))
}

// Occurrence is something that happened, for those who watch a game.
type Occurrence struct {
	Kind     OccurrenceKind
	Tick     int64
	From, To components.ID // 0 for nobody
	// FromName and ToName are their names: the bodies may be gone by now.
	FromName, ToName string
	Text             string
	Number           float64
	Pos              string // file:line:col; empty for none
	// More, if not 0, says that so many further occurrences of the kind are not told one by
	// one; the occurrence then says nothing else.
	More int64
}

// Listener is told what happens in a session, on the goroutine that called the session and
// during that call: so it must call no method of the session.
type Listener interface {
	// Happened is called for everything that happens in ticks and by commands, in its order, which is
	// the same for any number of workers. Of more than 32 occurrences of a kind in a tick it is told
	// how many more there were. It is not called again for ticks that a session plays again after
	// going back.
	Happened(Occurrence)
	// Branched is called when the session goes another way after a tick: later
	// occurrences are void. A tick of -1 voids all of them: another round begins.
	Branched(tick int64)
}
