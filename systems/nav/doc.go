// Package nav says where walkers can go and what they can see: obstacles, line
// of sight, moving without entering an obstacle, and shortest paths.
package nav
