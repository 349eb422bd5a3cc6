// Package dragengine loads Drag[en]gine behaviour trees, XML with the root
// element behaviorTree, and runs them as the scripts of that engine do.
//
// A tree is made of rules. Of all of them one is the current one: a bot is at a
// place in its tree and stays there from tick to tick. A tick is one step. The
// current rule is run; when it runs on, the step is over, and otherwise its
// parent, a sequence or a choice, hears of the result and makes another rule the
// current one, which is run in turn. At the end of the tree the root is the
// current rule again. A rule's conditions are asked when it is run, and not
// while a rule below it runs on. A game may put a bot anywhere in its tree, by
// the id of a rule: that is how such trees interrupt what a bot is doing.
//
// So a bot remembers next to nothing: two words hold its place, and the
// parameter table, flags and timers of the engine's ready-made actions and
// conditions a few more, for the names that its tree mentions.
//
// A step that runs a hundred rules without one that runs on is broken off, as
// the engine breaks it off by an exception: the status is error, the rules are
// reported, and the bot goes on from there with the next tick.
//
// An action or condition that nobody offers is no error. The action fails and
// the condition is false, as they do in the engine; the loader says so in a
// notice. A rule's parameters are texts that its action and all its conditions
// share, see [host.Call.TextParam].
//
// Two things differ from the engine. An
// action that panics counts as failed, where the engine's step would throw. And
// the reader is a strict reader of XML, which takes over only what it does to
// text: only the first piece of an element counts, and space is kept in front of it
// behind an attribute.
package dragengine
