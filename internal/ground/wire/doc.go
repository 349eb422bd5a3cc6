// Package wire writes and reads the binary frames in which a server sends
// bodies to its clients.
//
// A frame says how the bodies of a view stand at a tick, as a change of an
// earlier frame that the reader has acknowledged, or of nothing. What both ends
// remember of a frame is its Scene: the bodies as the reader has them. Between
// two frames the reader moves bodies on by their velocities, in integers; the
// writer does the same, and tells a body anew only where the reader would be
// wrong by more than a tolerance. A frame has a budget of bytes: where it does
// not hold all that ought to be told, the worst errors go first, and the rest
// waits for later frames.
//
//   - Writer.Append encodes a frame, and gives the scene that its reader will have.
//   - Decode does what a reader does. It trusts nothing: a frame that is not
//     whole, or that changes what the scene does not have, is an error.
//
// docs/protocol.md says byte for byte what a frame is.
//
// Non-goals: sockets, acknowledgements, and who sees what.
package wire
