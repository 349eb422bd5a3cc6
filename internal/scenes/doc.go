// Package scenes reads scene files: a scene is a WAGE ruleset with more keys,
// in YAML or JSON, that describes a whole game.
//
// [Load] reads a file or the name of a shipped scene, checks all of it and
// returns either a [Scene] that is ready to be played or every error of the
// file at once, each with its position. Nothing is half loaded.
//
// The shipped scenes are embedded, to be played or to start from. The JSON
// Schema of the format, [Schema], serves editors; the loader also refuses what a
// schema cannot tell: ids and counts that contradict each other, names that mean
// nothing, files that are not there, and keys of the top level that look like a
// slip. Other keys of the top level belong to other parts of a ruleset's engine
// and are a notice.
//
// A scene knows every file that it read: from its [Bundle] it loads again where there are
// none of them.
//
// Files of strangers are refused, not survived: beyond the limits of package
// syntax there are limits for bots, classes, teams, rules, places and state keys.
//
// Non-goals: the package runs nothing. A Scene's Setup goes to package
// systems, or through package session to whoever drives it.
package scenes
