// Package nav2 is the vocabulary of Nav2 in an arena: the actions and conditions that its trees use drive
// bodies of the arena.
//
// A robot is a body that some leaf of the vocabulary has moved. It knows the obstacles of the scene, and
// remembers where it last saw other bodies, which stands for a costmap: what it sees within its range takes
// the place of what it remembered there, and what it does not see stays until it is cleared. Its planner
// finds ways past both, its controller follows them and stops in front of bodies. Topics and services are
// keys of a bot's state.
package nav2
