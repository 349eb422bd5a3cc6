// Package limit lists the bounds of files, scripts and games in one table, from which
// docs/limits.md is made; [Values] hold the bounds in force.
//
// A package declares a bound once, as a variable that never changes, and asks it for its value:
//
//	var maxRules = limit.New("scene.rules", 1000, 60_000, "rules", "rules of a scene", limit.Refused)
//
//	if n > maxRules.In(values) { ... }
//
// Values travel with a session, from its options to whatever reads files or plays for it, so
// that two sessions of a process may have different ones. What is asked in every tick is
// copied into a field when a game begins. Bounds that follow from how something is stored, or
// from a system that is played as it was, are in the table, too, and cannot be set.
package limit
