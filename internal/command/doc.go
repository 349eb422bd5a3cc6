// Package command is the command thicket, for programs that offer it: cmd/thicket, and a
// game that has it with nodes of its own.
//
// Each subcommand is a file of its name, which has its flags and its help. What the
// commands do is in packages below: package playback plays runs, and package benchmark
// measures.
package command
