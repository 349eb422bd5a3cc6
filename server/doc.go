// Package server lets people share games over a network: game masters, players and
// watchers, in rooms, over HTTP and WebSocket.
//
//	s, err := server.New(server.Options{Token: token})
//	err = s.Open("tag", session)
//	l, err := net.Listen("tcp", "127.0.0.1:8080")
//	err = s.Serve(l, "", "")
//
// docs/protocol.md says what goes over the wire.
//
// A server trusts nobody: whoever is not a game master by the token can join and look,
// within limits of number, rate and size. What a connection does wrong ends that
// connection at most.
//
// Non-goals: certificates, and names that are somebody's own.
package server
