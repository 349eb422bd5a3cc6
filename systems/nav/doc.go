// Package nav says where walkers can go and what they can see on a field with
// obstacles: line of sight, steps that never enter an obstacle, and shortest
// ways. It is plain geometry and knows no bots and no ticks.
//
// A [Map] is made once from a field, its obstacles and the radius of the walkers.
// What it guarantees:
//
//   - Sees is what testing the segment against every obstacle says, exactly; it
//     is symmetric, and touching an obstacle is meeting it.
//   - For walkers, obstacles are grown by their radius and a hair, which is 1 mm
//     or, on fields wider than 1,000 m, up to 16 steps of a float32 there. The
//     rounds of grown corners are polygons around them, which stick out by up to
//     a fiftieth of the radius or 5 cm, whichever is less, or 4 hairs. Walls grow
//     by exactly the same everywhere. Blocked is being inside of that.
//   - Step ends at a position that is not blocked and on the field, as float32,
//     and the straight way there enters nothing grown. It slides along obstacles
//     and edges. It never goes farther than it was asked to but for rounding.
//   - There is a way, by Flow or Path, if there is one that keeps another hair
//     away from what is grown; there is none if there is none that enters nothing
//     grown. No passage between is lost to a raster. Its length is the shortest
//     of those that keep the hair.
//   - Whoever takes Steps to the waypoints of a flow arrives, at any speed, on a
//     way as long as the flow says.
//   - Answers depend on the map and the question alone: not on earlier questions,
//     the cache or who else asks, and they are the same to the last bit on every
//     machine.
//   - All methods of a Map, and Toward of a Flow, may run concurrently. Asking
//     again allocates nothing; only New, a flow that is not kept, and Path do.
//
// How ways are found: the ground, the field without grown obstacles, is cut into
// convex pieces. From a goal a wave goes through the pieces, nearest first, as
// windows: parts of borders that are seen straight from the goal or from a corner
// that the way bends at. Windows that lead nowhere by a shorter way are dropped.
// What is left says for every piece which roots are seen from where in it, so a
// walker compares a few of them, and the flow serves any number of walkers.
//
// On a torus everything goes the shorter way round, except for ways: they go
// around as is shortest. Bounce and clamp are the same to a walker: an edge ends
// its step.
//
// Whoever chases somebody asks Walks first, which is cheap; then a Flow to about
// where the quarry is serves all who chase it, and AppendPath serves one.
//
// Not here: walkers of several radii (make a map for each), obstacles that move,
// and walkers that give way to each other.
package nav
