// Package client takes part in the games of a server, as docs/protocol.md says: it keeps
// the bodies that the server tells of, and acknowledges frames.
package client
