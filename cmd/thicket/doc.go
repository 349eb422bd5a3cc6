// Command thicket plays, checks and draws scenes and behaviour trees without a
// window.
//
//	thicket run tag                          # a minute of tag, drawn in the terminal
//	thicket run crowd --ticks 600 --json     # as fast as it goes, the result as JSON
//	thicket new tag my.yaml                  # a scene to start from
//
// What a person asked for goes to standard output; notices, errors and
// progress go to standard error. A run that Ctrl-C or SIGTERM cuts off finishes its tick,
// its files and its summary, and says so there and by its exit code.
//
// Exit codes: 0 it is done; 1 it failed, or a scene, a file or a test is faulty; 2 the
// command line is wrong; 3 a run with --strict had faults; 130 Ctrl-C (SIGINT) or 143
// SIGTERM has cut it off. Those of replay and diff follow cmp: 0 the two are the same, 1
// they differ, 2 they could not be compared, 3 all that could be compared is the same, and
// the rest is missing.
// Faults in files are printed one a line as file:line:col: message.
//
// What it does stands in internal/command.
package main
