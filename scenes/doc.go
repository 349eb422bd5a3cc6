// Package scenes reads scene files: a scene is a WAGE ruleset with more keys,
// in YAML or JSON, that describes a whole game.
//
// [Load] reads a file or the name of a shipped scene, checks all of it and
// returns either a [Scene] that is ready to be played or every error of the
// file at once, each with its position. Nothing is half loaded.
//
// The shipped scenes are embedded; `thicket new` writes them out as files to
// start from. The JSON Schema of the format, [Schema], serves editors; the
// loader is stricter than a schema can be.
//
// Non-goals: the package runs nothing. A Scene's Setup goes to package
// systems, or through package session to whoever drives it.
package scenes
