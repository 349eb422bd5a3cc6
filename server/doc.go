// Package server lets people share games over a network: game masters, players and
// watchers, in rooms, over HTTP and WebSocket.
//
// [New] makes one, [Server.Open] gives it a game, and [Server.Serve] has it listen: the example of
// the package does. docs/protocol.md says what goes over the wire.
//
// A server trusts nobody: whoever is not a game master by the token can join and look,
// within limits of number, rate and size. What a connection does wrong ends that
// connection at most.
//
// Non-goals: certificates, and accounts.
package server
