// Package mind keeps the intentions of a bot of Unvanquished: its goal, the way there, the
// numbers that it notes for its team to count, and the reasons that leaves give. Beside
// [world.World] it knows nothing of the game's rules; the parts that do (economy, base,
// fight) set goals and take steps by its [Turn].
package mind
