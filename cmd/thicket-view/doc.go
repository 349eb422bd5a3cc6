// Command thicket-view plays a scene in a window:
//
//	go run ./cmd/thicket-view tag
//
// H lists all keys. Files of the scene are followed while it is played: a tree
// that is saved thinks on in the bots that have it. Scenes and trees that are
// dropped on the window, with the files that they refer to, are played.
//
// It also runs in a browser. With --web, the program builds itself for one and
// serves it with a page; there, the address says what is played:
//
//	go run ./cmd/thicket-view --web :8080
//	http://localhost:8080/?scene=crowd&bots=10000
//
// The window itself is package window. Here is what a program adds to it:
// command lines (options.go), files (files.go) and the web (web.go, and page_js.go
// inside the browser).
package main
