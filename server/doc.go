// Package server lets people share games over a network: game masters, players and
// watchers, in rooms, over HTTP and WebSocket.
//
// [New] makes a server, [Server.Open] gives it a game, and [Server.Serve] has it listen, as in the
// example of the package. docs/protocol.md says what goes over the wire.
//
// A server trusts nobody: anyone without the game master's token can only join and
// look, within limits of number, rate and size. A fault of a connection ends that
// connection at most.
//
// Non-goals: certificates, and accounts.
package server
