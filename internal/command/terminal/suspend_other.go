//go:build !unix

package terminal

const suspends = false

func stop() {}
