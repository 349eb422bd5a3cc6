// Package client takes part in the games of a server, as docs/protocol.md says: it keeps
// what the server tells of bodies, and acknowledges frames.
package client
