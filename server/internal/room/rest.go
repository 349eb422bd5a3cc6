//go:build !js

package room

// rest is for a browser; elsewhere others run beside a room.
func rest() {}
