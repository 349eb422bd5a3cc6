// Package strips plays one game in several processes: each has a strip of the field, and what
// they tell each other goes over NATS. [systems.Strip] says why that is the same game.
//
// A [World] is in the process that somebody has started. It has the session, with all bodies,
// a NATS server, and the processes. Every tick it gives one order, waits until all strips have
// carried it out, and takes in the contacts. Where bodies are it asks when somebody wants to
// know, as for a save. What goes from strip to strip does not pass through it.
//
// [Serve] is one strip. Messages have a kind, a sender and a number: the n-th order, the answer
// to it, the n-th round among strips. Who needs a message waits for that one, so that it does
// not matter in which order they come.
//
// A strip that ends, for whatever reason, ends the world, and so does a world its strips.
package strips
