// Package syntax has what loaders start from, and may change with any release: positions in
// source files, lists of errors and notices with spelling hints, a reader of YAML
// and JSON documents that keeps the source range of every value, and one of XML
// documents that keeps those of elements, attributes and text.
//
// # Goals
//
// An error says where, what was found, what was wanted and, when a word is
// close to a known one, a guess; all errors of a file come at once:
//
//	tag.yaml:14:9: unknown key "mincount" in a bot; did you mean "minCount"?
//
// A hostile file is refused, not survived: size, nesting, number of values and
// what aliases may expand to are bounded by [Limits], and no input panics,
// blocks or runs for long.
//
// YAML and JSON give the same tree of [Node], so that a loader is written once: the
// example of the package is one.
//
// XML gives a tree of [Element], with names as they are written and text in the
// pieces that it is written in: what they mean differs between those who write
// XML.
//
// # Non-goals
//
// Nothing is decoded into Go structs by reflection, nothing is written back,
// and comments are not kept. What a key means is the loader's business.
//
// # The idea
//
// The documents are scanned by gopkg.in/yaml.v3, encoding/json and encoding/xml.
// This package adds what they leave out: exact source ranges, strictness and
// limits. Loaders read maps through [Object], which knows every key that was
// asked for and so can name the ones nobody did.
package syntax
