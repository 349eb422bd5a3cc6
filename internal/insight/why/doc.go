// Package why answers why a bot did what it did at a moment of a game.
//
// [Explain] plays a game to a tick and watches one bot on the way. Its [Report] has the nodes
// of the bot's tree that were asked in that tick, with their answers and the numbers behind
// them; the leaf that decided, and since when it does; what was different when that began; and
// where [Question] asks for that, how another moment differs, and what would have to be
// different for the bot to do something else.
//
// That last is found by trying. The game is played to the tick before, and saved; then copies
// of it play the one tick, each with some conditions of this one bot turned, or actions that
// failed taken for successful, see [run.Forcer]: first with each of them alone, then with two,
// then with three, also those that are only asked once another is turned. What is reported was
// played.
//
// A report is plain data: it marshals to JSON, [Report.Text] is for people, and [Report.SVG]
// draws the tree at that moment.
//
// Non-goals: what a bot learned or planned before, which no tree tells; and other causes than
// the answers of its own tree, such as what a player did.
package why
