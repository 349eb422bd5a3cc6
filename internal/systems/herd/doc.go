// Package herd finds the nearest body of some kind for many bots at once, over
// plain slices. It knows no game: bodies are points with an id and columns of
// state, and a kind is a facet, one state key that has one value.
//
// The bots of a class are a [Herd]: groups of up to 64 that are near each other,
// cut by density and kept up a few groups a tick. A group is one machine word: who
// of it is of a facet is a bit plane, and the nearest match comes from a few
// candidates per group that hold for some ticks. All herds of a game are a [Set].
//
// While a tick runs the groups are where the bots are: positions and headings are
// columns of a group, there twice, as all read them and as they become. The rows
// of the game's tables are written when somebody asks for them (Set.Row), and read
// only after somebody else could write to them (Set.Reload).
//
// A tick goes like this. The owner calls Set.Begin, tells who moved otherwise than
// by its own step (Set.Moved, Set.NoteStep, Set.Restate), then calls Set.Renew,
// Set.Refresh and Set.Sense for each facet. Workers then share the groups out, each
// with a [Seeker], and what the bots decide changes nothing that a Set reads.
// Groups move by Herd.Move, at once or when all have decided, and Set.Flip makes
// what they became what all read.
//
// There are four ways to the nearest, and all of them are exact: which one is
// taken, the order of groups and the number of workers change no result.
package herd
