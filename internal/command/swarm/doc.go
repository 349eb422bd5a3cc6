// Package swarm plays on a server with many clients at once and measures their service:
// how long a command takes to have its effect, bytes and frames.
package swarm
