// Package nav says where walkers can go and what they can see on a field with
// obstacles: line of sight, steps that never enter an obstacle, shortest ways.
// It is plain geometry and knows no bots and no ticks.
//
// A [Map] is made once from a field, its obstacles and the radius of the walkers.
// It guarantees:
//
//   - Sees is what testing the segment against every obstacle says, exactly.
//   - For walkers, obstacles are grown by their radius and a hair: 1 mm or, on
//     fields of 2,048 m and more, 8 steps of a float32. Walls grow by just that.
//     Rounds, of corners and circles, are polygons around them, which stick out
//     by at most 2% of the round's radius and 5 cm, or by 4 hairs; or by 0.03%
//     where its radius is above 160 m. Blocked is being inside of what is grown.
//   - Step ends on the field and not blocked, as float32, and the straight way
//     there enters nothing grown. It goes no farther than asked but for rounding.
//   - Flow and Path find a way if there is one that keeps another hair away from
//     what is grown, and none if none keeps out of what is grown. No passage is
//     lost to a raster. The way is the shortest of those that keep the hair.
//   - Whoever takes Steps to the waypoints of a flow arrives, at any speed, on a
//     way as long as the flow says.
//   - Answers depend on the map and the question alone, not on earlier questions
//     or who else asks, and are the same to the last bit on every machine.
//   - Methods may run concurrently, all but Flow.Reset. Nothing allocates but New,
//     a flow that is made anew, and what grows: a Path, a Flow the first times that it is used.
//
// The ground, which is the field without grown obstacles, is cut into convex
// pieces. From a goal a wave goes through them, nearest first, as windows: parts
// of borders that are seen straight from the goal or from a corner that the way
// bends at. Those that others beat are dropped. What is left says for every piece
// which bends are seen from where in it; a walker compares a few of them.
//
// On a torus everything goes the shorter way round, but for ways, which go as is
// shortest. Bounce and clamp are one to a walker: an edge ends its step. Whoever
// chases somebody asks Walks first, which is cheap; else a Flow to about where
// the quarry is serves all who chase it, and AppendPath serves one.
//
// Not here: walkers of several radii (make a map for each), obstacles that move,
// walkers that give way to each other.
package nav
