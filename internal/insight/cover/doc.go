// Package cover counts which nodes of its trees a game has run, how they answered, and the
// results of the comparisons behind these answers.
//
// A [Profile] is hung onto a game before it is played, and told of every tick. [Profile.Files]
// returns the counts by the files that the nodes stand in, and they add up over games by
// [Merge]. [Text], [HTML] and [LCOV] write it with the sources.
//
// A node that stands in several trees, or in one tree of several classes, is counted as one:
// what is covered is the text.
//
// Non-goals: a profile says what was run, not whether anybody has looked at what came of it.
package cover
