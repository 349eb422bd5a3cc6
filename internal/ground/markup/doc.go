// Package markup reads YAML and JSON documents, keeping the source range of every value, and
// XML documents, keeping those of elements, attributes and text.
//
// # Goals
//
// A hostile file is refused, not survived: [Limits] bound size, nesting, the number of values
// and what aliases may expand to, and no input panics, blocks or runs for long.
//
// YAML and JSON give the same tree of [Node], so that a loader is written once: the
// example of the package is one.
//
// XML gives a tree of [Element], with names as they are written and text in the pieces that
// it is written in: their meaning differs between those who write XML.
//
// # Non-goals
//
// Nothing is decoded into Go structs by reflection, nothing is written back, and comments
// are not kept. What a key means is the loader's business.
//
// # The idea
//
// gopkg.in/yaml.v3, encoding/json and encoding/xml scan the documents. This package adds what
// they leave out: exact source ranges, strictness and limits. Loaders read maps through
// [Object], which knows every key that was asked for and so can name the others.
package markup
