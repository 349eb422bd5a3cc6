// Package mind is what a bot of Unvanquished intends: its goal, the way there, what it
// notes for its team to count, and what leaves say of their reasons. Beside [world.World]
// it knows nothing of the game's rules; the parts that do (economy, base, fight) set goals
// and take steps by its [Turn].
package mind
