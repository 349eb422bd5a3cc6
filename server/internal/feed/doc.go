// Package feed turns snapshots of a game into frames for those who look at it, each with a
// view and a pace of its own.
//
//   - A Camera makes a View of each snapshot: its bodies as the wire tells them,
//     found by place. A View is not changed any more, so that all clients read the
//     same.
//   - A Stream is one client's: what it looks at, which frames it has acknowledged, and
//     how many bytes a frame may have. Stream.Frame gives the next frame, or none
//     while the client is too far behind. Its memory is bounded.
//
// Non-goals: sockets and goroutines. A Stream is for one goroutine at a time.
package feed
