// Package stage gives the scripts of package dst their game: entities of bodies, of things and
// of places, with events, tasks, threads, tags and components; who is around them; what they
// can ask and do. Thicket's own files reach it by one table, native.
//
// It knows neither trees nor brains. Of a bot it knows the Actor, for which a mind thinks, and
// of who runs it an owner, which makes actors, minds those without a body, and is told of
// faults.
package stage
