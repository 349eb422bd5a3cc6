package main

import "github.com/thicket-sim/thicket/internal/command"

func main() { command.Main() }
