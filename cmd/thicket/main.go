// Command thicket plays, checks and draws scenes and behaviour trees without a
// window.
package main

func main() {}
