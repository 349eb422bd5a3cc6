// Package palette decides how a game looks: it turns snapshots into what package
// draw draws, for pictures, animations and windows alike.
//
// Bodies are told apart by team, where they have one, else by class; a window
// may ask for another way, such as by the value of a state key. Colours of the
// scene win; the others come from a palette whose colours, and that of bodies that
// stand out, people with any kind of colour blindness can tell apart.
//
// Non-goals: where things are on a screen (package draw), and reading a game:
// Colors see snapshots and the setup of a scene.
package palette
