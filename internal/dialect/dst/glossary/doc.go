// Package glossary has the rows of all that brains in Lua, and files of creatures, can say: nodes,
// behaviours, functions, constants, components with their methods, events.
//
// They stand in the lists of the folder lists, a line each, as scripts write them:
//
//	[inst.components.timer:] Times by name that run out.       a table, and how its members are called
//	StartTimer(name, time, paused?) -- Starts a timer.         a function; ? is a parameter that can be left out
//		time: seconds = 1 -- how long # 5                        of a parameter: kind, default, what it is, and a sample
//	timers: table -- Those that run.                           a field
//	phase: text(day dusk night) -- The phase of the day.       one of words; number(0 100) is a range
//	* IsOn IsOff -> bool -- Is always false here.              functions that take anything, and give a kind
//	HANDS = "hands" -- In the hands.                           a constant
//	EAT {} -- Eats the target.                                 a table
//
// A section [composite], [decorator], [condition], [action] or [part] has what scripts call by a bare
// name to make a node of that role; below one a line "=> SF: text" has its answers and its truth.
// Parameters without a line of their own are what their name says, see kindOf. Numbers of TUNING and
// components of which nothing happens here are read from Thicket's own files.
//
// Non-goals: to be what scripts run on. Tests hold the lists to that, in both directions.
package glossary
