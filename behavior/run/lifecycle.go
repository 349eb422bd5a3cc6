package run

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Sleeper is Semantics that can tell how long a bot has nothing to do. Sleep
// saves time and changes nothing else: a tick that comes early, after an event,
// a command or a load, must do what the skipped tick would have done.
type Sleeper interface {
	// Sleep is asked after a tick: the number of ticks until the next one that
	// matters; less than 1 counts as 1. With forever the bot sleeps until an event.
	Sleep(*Exec) (ticks int64, forever bool)
}

// Rester is Semantics whose trees can rest: nothing asks them until a command or a script
// begins them anew. A tree that sleeps until something is due does not rest.
type Rester interface {
	// Rests is why the tree of the bot at the cursor is not asked, in a word that goes after
	// "it is", such as stopped; empty for one that is asked.
	Rests(*Exec) string
}

// Lifecycle is Semantics that is told of the death and the return of its bots.
type Lifecycle interface {
	// Die is called when the bot at the cursor has died. The bot stays in its pool
	// until it comes back to life or is removed.
	Die(*Exec)
	// Revive is called when the bot at the cursor, which was dead, is about to come
	// back to life.
	Revive(*Exec)
}

// Sidecars is Semantics that keeps a value beside the memory of each row, by
// [Exec.Keep]: what cannot be memory words, such as the values of a script.
type Sidecars interface {
	// HashSide is a number made from a row's sidecar, for digests.
	HashSide(side any) uint64
	// SaveSide is a row's sidecar as bytes, or why it cannot be saved, which may be an
	// *[Unsaved].
	SaveSide(side any) ([]byte, error)
	// ReadSide reads what SaveSide gave for the same bot of another pool. It
	// changes nothing yet: commit, which it returns, does.
	ReadSide(side any, saved []byte) (commit func(), err error)
}

// Unsaved is why a sidecar that several bots have in common cannot be saved.
type Unsaved struct {
	Bot host.BotID // who holds what cannot be; 0 where that is none of them, or several
	Err error
}

func (u *Unsaved) Error() string { return u.Err.Error() }

// Unwrap returns the error without the bot.
func (u *Unsaved) Unwrap() error { return u.Err }

// BriefHasher is [Sidecars] that can be hashed without what takes long, such as all that
// scripts keep.
type BriefHasher interface{ HashBriefly(side any) uint64 }

// Sharer is Semantics whose bots share state beside their own memory.
type Sharer interface {
	// Share makes or finds the shared state of a pool; it is called once for each
	// pool. State that several pools of a world share belongs to the world, see
	// [host.Keeper].
	Share(w host.World) any
	// HashShare is a number made from the shared state, for digests. It is 0
	// while nobody has changed it, and always where it is not a part of digests.
	HashShare(shared any) uint64
	// Tally keeps counts in the shared state that are derived from each bot's
	// memory. Tally(x, false) is called before the memory of the bot at the cursor
	// is replaced, Tally(x, true) after.
	Tally(x *Exec, on bool)
}

// ShareSaver is a [Sharer] whose shared state is saved with each pool: what cannot be
// counted again from the memory of bots, such as the globals of scripts.
type ShareSaver interface {
	// SaveShare is the shared state as bytes, or why it cannot be saved.
	SaveShare(shared any) ([]byte, error)
	// ReadShare reads what SaveShare gave for a pool of the same program. It changes
	// nothing yet: commit, which it returns, does.
	ReadShare(shared any, saved []byte) (commit func(), err error)
}

// Outputter is Semantics whose trees have places for what leaves write, see [host.Call.Output].
type Outputter interface {
	Output(x *Exec, n tree.NodeID, name string, v host.Value) error
}

// Output passes an output of a node's action to the semantics.
func (x *Exec) Output(node uint16, name string, v host.Value) error {
	if x.pool != nil {
		if o, ok := x.pool.program.Semantics.(Outputter); ok {
			return o.Output(x, tree.NodeID(node), name, v)
		}
	}
	return fmt.Errorf("output %q: the tree has no place for it", name)
}
