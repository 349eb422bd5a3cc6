// Package treedraw draws behaviour trees for people: as indented text, as
// Graphviz DOT, as SVG, and as JSON for other tools.
//
// [Of] asks a program's own semantics what each node is called and what part it
// plays, through run.Describer, so that every dialect is drawn by the same code in
// the words of its own files. The result, a [Tree], is plain data: it marshals to
// the JSON form, and [Text], [DOT] and [SVG] write it in theirs.
//
// A node that stands under several parents is drawn once, where it comes
// first, and marked with its number; further places refer to that number. In
// DOT it is one node with several edges. That also ends a walk over a tree
// that leads back into itself.
//
// Guarantees: the same trees give the same bytes. Texts come from files of
// strangers, so characters that do not print are replaced, and what has a
// meaning in the format is escaped. An SVG refers to nothing outside itself.
//
// Non-goals: running bots, which package inspect follows, and the layout of DOT,
// which is that of Graphviz.
package treedraw
